"""Code as people write it, for mypy to hold against the package: `cargo xtask test --only python`. Nothing runs it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
import polars
import reenact
from typing_extensions import assert_type

Floats = npt.NDArray[np.float32]


def reach_m(recording: reenact.Recording) -> float:
    hand = recording.sample(rate_hz=30, mode="clean").right
    assert_type(hand, reenact.Hand)
    assert_type(hand.joint("IndexTip").position, Floats)
    return float(np.nanmax(hand.joint("IndexTip").position[:, 2]))


def poses(recording: reenact.Recording) -> None:
    samples = recording.sample(joints=["IndexTip"], tracks="right", measures=["right_speed_m_s"])
    assert_type(samples[samples.right.pinching], reenact.Samples)
    assert_type(samples.measures["right_speed_m_s"], npt.NDArray[np.float64])
    assert_type(samples.time_secs, npt.NDArray[np.float64])
    assert_type(recording.at(1), reenact.Frame)
    assert_type(recording.at(np.float32(1.5)), reenact.Frame)
    assert_type(recording.at([0.5, 1]), reenact.Samples)
    assert_type(recording.at(range(3)), reenact.Samples)
    assert_type(recording.at(np.linspace(0, 1, 5)), reenact.Samples)
    curve = recording.curve("camera.position.x")
    assert_type(curve.at(0.5), float)
    assert_type(curve.at([0.5, 1.0]), Floats)
    assert_type(curve.at(np.zeros(3)), Floats)
    assert_type(curve.value, Floats)


def reports(recording: reenact.Recording) -> None:
    assert_type(recording.stats(pinch_close_m=0.02)["right_path_length_m"], float | int | None)
    assert_type(recording.events("pinch", pinch_by="aperture")[0].duration_secs, float)
    assert_type(reenact.compare(recording, recording, position_m=0.01).same, bool)
    assert_type(recording.to_polars("keys"), polars.DataFrame)


def files(recording: reenact.Recording) -> None:
    for path in ("a.bin", b"a.bin", Path("a.bin")):
        assert_type(reenact.open(path), reenact.Recording)
    assert_type(recording.trim(1, 2).mirror().smooth(tracks="hands"), reenact.Recording)
    assert_type(recording.convert("a.glb", axes="unity", profile="flat"), Path)
    recording.convert("pose.json", format="hand-pose", hand="left", at_secs=1.5)
    recording.convert("study", format="bids", subject="01", task="reach")
    recording.mark_events("pinch").remove_markers((0, 5)).move_markers("go", by_secs=1)


def many() -> None:
    study = reenact.dataset("study", on_error="skip")
    assert_type(study.map(reach_m), list[float])
    assert_type(study.map(reach_m, by_name=True), dict[str, float])
    assert_type(study[3], reenact.Recording)
    assert_type(study["P00/t0"], reenact.Recording)
    assert_type(study[1:].filter(participant="P00"), reenact.Dataset)
    study.write_parquet("tables", tables="events")
    with ThreadPoolExecutor() as pool:
        assert_type(list(pool.map(reach_m, study)), list[float])


def live(recording: reenact.Recording) -> None:
    player, recorder = reenact.Player(recording), reenact.Recorder(tracks=["camera", "gaze"])
    player.speed, player.loop_secs = 2, (1, 2)
    for event in player.tick(0.1):
        assert_type(event.hand, Literal["left", "right"] | None)
        if event.kind == "pinch-began":
            recorder.record(player.frame())


def what_is_wrong_is_found(recording: reenact.Recording) -> None:
    recording.sample(mode="both")  # type: ignore[arg-type]
    recording.stats(pinch_close=1)  # type: ignore[call-arg]
    recording.events("pinchh")  # type: ignore[arg-type]
    recording.to_arrow("bones")  # type: ignore[arg-type]
    recording.convert("a.csv", table="stats")  # type: ignore[arg-type]
    recording.convert("a.glb", axis="unity")  # type: ignore[call-arg]
    recording.smooth(tracks=["head"])  # type: ignore[list-item]
    recording.sample(joints=["Elbow"])  # type: ignore[list-item]
    recording.sample(axes="web")  # type: ignore[arg-type]
    recording.sample().right.joint("Elbow")  # type: ignore[arg-type]
    reenact.compare(recording, "a.bin")  # type: ignore[arg-type]
    reenact.Recording("a.bin")  # type: ignore[arg-type]
