"""Whatever the package says, the command says, to the bit."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import reenact
from conftest import ALL, CORPUS, TESTDATA, Command

SOME = [path for path in CORPUS if "30s" not in path.stem]
ids = {"ids": lambda path: path.stem}


def f32(value: Any) -> np.float32:
    """A number of JSON; what it has no number for is a word."""
    return np.float32(
        {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}.get(value, value)
    )


def same_bits(ours: Any, theirs: Any) -> bool:
    ours, theirs = np.asarray(ours, np.float32), np.asarray(theirs, np.float32)
    return np.array_equal(ours, theirs, equal_nan=True) and np.array_equal(
        np.signbit(ours), np.signbit(theirs)
    )


@pytest.mark.parametrize("path", SOME, **ids)
@pytest.mark.parametrize("mode", ["clean", "mrtk"])
def test_samples_are_those_of_sample(path: Path, mode: Any, command: Command) -> None:
    recording = reenact.open(path)
    samples = recording.sample(rate_hz=7, mode=mode)
    lines = command.lines("sample", path, "--rate", 7, "--mode", mode, "--json")
    assert len(lines) == len(samples)
    nothing = {"position": [math.nan] * 3, "rotation": [math.nan] * 4}
    for frame, line in zip(samples, lines, strict=True):
        assert np.float32(frame.time_secs) == f32(line["time_secs"])
        if "camera" in frame.tracks:
            camera = line["camera"] or nothing
            assert same_bits(frame.camera.position, camera["position"])
            assert same_bits(frame.camera.rotation, camera["rotation"])
        for side in ("left", "right"):
            hand, theirs = frame.hand(side), line[side]
            assert (side not in frame.tracks) == (theirs is None)
            if theirs is None:
                continue
            assert bool(hand.tracked) == theirs["tracked"]
            assert bool(hand.pinching) == theirs["pinching"]
            assert bool(hand.observed) == theirs["observed"]
            joints = [theirs["joints"][name] or nothing for name in reenact.JOINTS]
            assert same_bits(hand.position, [joint["position"] for joint in joints])
            assert same_bits(hand.rotation, [joint["rotation"] for joint in joints])
        if "gaze" in frame.tracks:
            gaze = line["gaze"] or {"origin": [math.nan] * 3, "direction": [math.nan] * 3}
            assert same_bits(frame.gaze.origin, gaze["origin"])
            assert same_bits(frame.gaze.direction, gaze["direction"])


@pytest.mark.parametrize("path", SOME[::4], **ids)
def test_any_times_give_what_the_rate_gives(path: Path) -> None:
    recording = reenact.open(path)
    samples = recording.sample(rate_hz=30)
    again = recording.at(samples.time_secs)
    for ours, theirs in zip(again, samples, strict=True):
        for side in ("left", "right"):
            if (hand := ours.hand(side)) is not None:
                assert same_bits(hand.position, theirs.hand(side).position)
                assert same_bits(hand.rotation, theirs.hand(side).rotation)


@pytest.mark.parametrize("path", ALL, **ids)
def test_keys_are_those_of_cat(path: Path, command: Command) -> None:
    if path.stat().st_size > 1_000_000:
        pytest.skip("a megabyte of text is enough")
    recording = reenact.open(path)
    document = command.json("cat", path, "--format", "json")
    assert [curve["name"] for curve in document["curves"]] == recording.curve_names
    for theirs in document["curves"]:
        curve = recording.curve(theirs["name"])
        assert curve.kind == theirs["kind"]
        keys = [[f32(number) for number in key] for key in theirs["keys"]]
        assert same_bits([list(key) for key in curve.keys.tolist()], keys)


@pytest.mark.parametrize("path", ALL, **ids)
def test_info_is_that_of_info(path: Path, command: Command) -> None:
    recording, theirs = reenact.open(path), command.json("info", path, "--json")
    info = recording.info
    for name in ("bytes", "version", "layout", "marker_list", "trailing_bytes", "curves", "keys"):
        assert getattr(info, name) == theirs[name]
    assert np.float32(info.duration_secs) == f32(theirs["duration_secs"])
    assert np.float32(info.start_secs) == f32(theirs["start_secs"])
    assert np.float32(info.end_secs) == f32(theirs["end_secs"])
    for track in ("camera", "gaze"):
        ours = getattr(info, f"{track}_observed")
        assert np.array_equal(np.float32(ours), np.float32(theirs["observed"][track]))
    assert [(np.float32(m.time_secs), m.name) for m in recording.markers] == [
        (f32(m["time_secs"]), m["name"]) for m in theirs["markers"]
    ]
    for side in ("left", "right"):
        hand = getattr(info, side)
        assert (hand is None) == (theirs["hands"] is None)
        if hand is not None:
            assert len(hand.pinching) == len(theirs["hands"][side]["pinching"])
            assert np.float32(hand.tracked_secs) == f32(theirs["hands"][side]["tracked_secs"])
            assert np.float32(hand.observed_secs) == f32(theirs["hands"][side]["observed_secs"])


def as_json(finding: reenact.Finding) -> dict[str, object]:
    """With the names that the command has for the times."""
    names = {"start_secs": "from_secs", "end_secs": "to_secs"}
    return {names.get(name, name): value for name, value in vars(finding).items()}


@pytest.mark.parametrize("path", SOME[::3], **ids)
def test_findings_are_those_of_doctor(path: Path, command: Command) -> None:
    theirs = command.json("doctor", path, "--json", codes=(0, 3))
    ours = reenact.open(path).doctor()
    assert ours.writer == (theirs["writer"] and theirs["writer"]["name"])
    assert [as_json(finding) for finding in ours.findings] == theirs["findings"]
    assert reenact.doctor(path) == ours


def test_what_fails_and_what_is_ignored_is_that_of_doctor(command: Command, real: Path) -> None:
    for fail_on in ("error", "warning", "note"):
        for ignore in ([], ["tail-lost"], ["tail-lost", "tail-may-be-lost", "teleport"]):
            options = ["--fail-on", fail_on, *(f"--ignore={code}" for code in ignore)]
            theirs = command.json("doctor", real, "--json", *options, codes=(0, 3))
            ours = reenact.doctor(real, ignore=ignore, fail_on=fail_on)
            assert [as_json(finding) for finding in ours.ignored] == theirs["ignored"]
            assert (ours.passed, ours.fail_on) == (theirs["passed"], theirs["fail_on"])
            assert reenact.open(real).doctor(ignore=ignore, fail_on=fail_on) == ours
    with pytest.raises(reenact.ReenactError, match="no finding code is named"):
        reenact.doctor(real, ignore=["telport"])
    with pytest.raises(reenact.ReenactError, match="no severity"):
        reenact.doctor(real, fail_on="fatal")


def test_measures_are_those_of_stats(command: Command, real: Path) -> None:
    table = csv.DictReader(io.StringIO(command.text("stats", real, "--csv")))
    (row,) = table
    values = reenact.open(real).stats()
    assert set(values) <= set(row)
    for name, value in values.items():
        assert (row[name] or None) == (None if value is None else row[name])
        if value is not None:
            assert np.float32(value) == np.float32(row[name]), name


def test_damage_is_that_of_stats(command: Command) -> None:
    path = TESTDATA / "recordings/v11_m272_real_2s_asset.bin"
    (row,) = csv.DictReader(io.StringIO(command.text("stats", path, "--csv")))
    damage = reenact.open(path).stats().damage
    assert row["damage"] == " ".join(one.code for one in damage) == "rotation-w-lost tail-lost"
    assert damage[0].affects == ("head_rotation",)
    assert "left_reach_width_m" in damage[0].measures
    theirs = command.json("stats", path, "--json")["damage"]
    assert [list(one["measures"]) for one in theirs] == [list(one.measures) for one in damage]


def test_a_comparison_is_that_of_compare(command: Command, real: Path) -> None:
    other = TESTDATA / "recordings/v11_real_2s_lossless.bin"
    theirs = command.json("compare", real, other, "--json", codes=(3,))
    ours = reenact.compare(reenact.open(real), reenact.open(other))
    assert ours.same is theirs["same"] is False
    assert ours.first_difference_secs == theirs["first_difference"]["time_secs"]
    for name, track in ours.tracks.items():
        found = theirs["tracks"][name]
        assert track.max_position_m == found["position_m"]["max"]
        assert track.rms_rotation_deg == found["rotation_deg"]["rms"]
        assert track.worst_joint == found["position_m"]["joint"]
        for field in ("state_mismatch_secs", "known_mismatch_secs", "distance_over_time"):
            assert getattr(track, field) == found[field]


@pytest.mark.parametrize(
    ("words", "edit"),
    [
        (["trim", "--from", 0.5, "--to", 1], lambda r: r.trim(0.5, 1)),
        (["retime", "--speed", 2], lambda r: r.retime(speed=2)),
        (["resample", "--rate", 30], lambda r: r.resample(30)),
        (["mirror", "--plane", "head"], lambda r: r.mirror(plane="head")),
        (["reanchor", "--anchor", "first-head"], lambda r: r.reanchor("first-head")),
        (["smooth"], lambda r: r.smooth()),
        (["smooth", "--filter", "one-euro"], lambda r: r.smooth("one-euro")),
        (["fill"], lambda r: r.fill()),
        (["strip", "--gaze", "--joints", "Palm"], lambda r: r.strip(gaze=True, joints=["Palm"])),
        (["optimize"], lambda r: r.optimize()),
        (["repair"], lambda r: r.repair()),
        (["marker", "add", "--at", 0.5, "--name", "go"], lambda r: r.add_marker(0.5, "go")),
        (["marker", "auto", "--kinds", "tracked"], lambda r: r.mark_events(["tracked"])),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
@pytest.mark.filterwarnings("ignore::reenact.LossWarning")
def test_an_edit_gives_the_bytes_of_the_verb(
    words: list[object], edit: Any, command: Command, real: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.bin"
    verb = words[:2] if words[0] == "marker" else words[:1]
    command.text(*verb, real, *words[len(verb) :], "-o", out, codes=(0, 3))
    assert edit(reenact.open(real)).to_bytes() == out.read_bytes()


def test_concat_gives_the_bytes_of_concat(command: Command, real: Path, tmp_path: Path) -> None:
    other, out = TESTDATA / "recordings/v11_real_2s_simhand.bin", tmp_path / "out.bin"
    command.text("concat", real, other, "--gap", 1, "-o", out, codes=(0, 3))
    ours = reenact.concat([reenact.open(real), reenact.open(other)], gap_secs=1)
    assert ours.to_bytes() == out.read_bytes()


@pytest.mark.parametrize("ending", [end for ends in reenact.formats().values() for end in ends])
@pytest.mark.filterwarnings("ignore::reenact.LossWarning")
def test_convert_writes_what_convert_writes(
    ending: str, command: Command, real: Path, tmp_path: Path
) -> None:
    for folder in ("ours", "theirs"):
        (tmp_path / folder).mkdir()
    # Some have the name of the file inside.
    ours, theirs = (tmp_path / folder / f"{real.stem}.{ending}" for folder in ("ours", "theirs"))
    reenact.open(real).convert(ours)
    command.text("convert", real, theirs, codes=(0, 3))
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize(
    "name",
    [
        "a.json",
        "a.ndjson",
        "a.glb",
        "a.gltf",
        "a.parquet",
        "a.iwer.json",
        "a.handsbin",
        "head_hand_eye.csv",
    ],
)
def test_open_reads_what_the_command_reads(
    name: str, command: Command, real: Path, tmp_path: Path
) -> None:
    other, out = tmp_path / name, tmp_path / "out.bin"
    command.text("convert", real, other, codes=(0, 3))
    command.text("convert", other, out)
    assert reenact.open(other).to_bytes() == out.read_bytes()
    assert reenact.from_bytes(other.read_bytes()).to_bytes() == out.read_bytes()
    other.write_bytes(other.read_bytes()[:200])
    with pytest.raises(reenact.ReenactError):
        reenact.open(other)


def test_made_recordings_are_those_of_make(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "made.bin"
    command.text("make", "--seconds", 2, "--seed", 7, "-o", out)
    assert reenact.make(seconds=2, seed=7).to_bytes() == out.read_bytes()
