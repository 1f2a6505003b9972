"""Every recording of the corpus holds what MRTK's own reader finds in it."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import reenact
from conftest import ALL, CORPUS


def expected(path: Path) -> dict[str, Any]:
    """What MRTK's reader finds."""
    with path.with_suffix(".json").open(encoding="utf-8") as file:
        found: dict[str, Any] = json.load(file)
    return found


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_has_the_curves_and_keys_that_mrtk_reads(path: Path) -> None:
    recording, wanted = reenact.open(path), expected(path)
    assert recording.info.version == "{}.{}".format(*wanted["version"])
    assert recording.end_secs == np.float32(wanted["duration"])
    assert [(m.time_secs, m.name) for m in recording.markers] == [
        (np.float32(marker["time"]), marker["name"]) for marker in wanted["markers"]
    ]
    names = recording.curve_names
    assert len(names) == len(wanted["curves"])
    for name, curve in zip(names, wanted["curves"], strict=True):
        ours = recording.curve(name)
        assert (ours.pre_wrap, ours.post_wrap, len(ours)) == (
            curve["pre"],
            curve["post"],
            curve["count"],
        )
        pairs = np.stack([ours.time_secs, ours.value], axis=1).astype("<f4")
        assert zlib.crc32(pairs.tobytes()) == curve["crc32_time_value"], name


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_gives_the_poses_that_mrtk_evaluates(path: Path) -> None:
    recording, wanted = reenact.open(path), expected(path)
    # The stand-in for Unity that wrote these solves weighted segments otherwise.
    tolerance = 6e-3 if "tangents" in path.stem else 2e-6
    samples = recording.at([moment["time"] for moment in wanted["eval"]], mode="mrtk")
    for index, moment in enumerate(wanted["eval"]):
        frame = samples[index]
        for side in ("left", "right"):
            hand, theirs = frame.hand(side), moment.get(side)
            if side not in frame.tracks or theirs is None:
                # Then neither has it: MRTK answers for hands that were not recorded, too.
                assert side not in frame.tracks
                continue
            assert bool(hand.tracked) == theirs["tracked"]
            assert bool(hand.pinching) == theirs["pinching"]
            ours = np.concatenate([hand.position, hand.rotation], axis=1)
            np.testing.assert_allclose(
                ours, np.array(theirs["joints"])[1:], rtol=tolerance, atol=tolerance
            )


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_is_written_back_to_the_same_bytes(path: Path) -> None:
    assert reenact.open(path).to_bytes() == path.read_bytes()
