"""Arrays: their shapes, what is NaN, and that nothing is copied."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
import reenact
from conftest import CORPUS, TESTDATA


def test_shapes_are_frames_by_joints_by_parts(real: Path) -> None:
    samples = reenact.open(real).sample(rate_hz=60)
    frames = len(samples)
    assert frames == len(samples.time_secs) == 97
    assert samples.right.position.shape == (frames, 26, 3)
    assert samples.right.rotation.shape == (frames, 26, 4)
    assert samples.right.tracked.shape == samples.right.pinching.shape == (frames,)
    assert samples.camera.position.shape == samples.gaze.direction.shape == (frames, 3)
    assert samples.right.position.dtype == np.float32


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_there_is_nan_where_a_hand_is_not_observed_and_nowhere_else(path: Path) -> None:
    recording = reenact.open(path)
    samples = recording.sample(rate_hz=30)
    for side in ("left", "right"):
        hand = samples.hand(side)
        if side not in samples.tracks:
            assert np.isnan(hand.position).all()
            continue
        wrist = recording.curve(f"{side}.Wrist.position.x")
        is_nan = np.isnan(hand.joint("Wrist").position).all(axis=1)
        assert not hand.observed[~hand.tracked].any()
        assert np.isnan(hand.position[~hand.observed]).all()
        if len(wrist) > 0:
            rotation = np.stack(
                [
                    recording.curve(f"{side}.Wrist.rotation.{part}").at(samples.time_secs)
                    for part in "xyzw"
                ]
            )
            # A rotation of no length turns nowhere, so that there is no pose.
            known = hand.observed & (np.linalg.norm(rotation, axis=0) > 1e-6)
            assert (is_nan == ~known).all()


def test_a_tail_that_mrtk_lost_is_tracked_but_not_observed(real: Path) -> None:
    recording = reenact.open(real)
    hand = recording.sample(rate_hz=60).left
    assert (hand.tracked.sum(), hand.observed.sum()) == (64, 33)
    wrist = hand.joint("Wrist").position
    speed = np.linalg.norm(np.diff(wrist, axis=0), axis=1) * 60
    assert np.nanmean(speed) == pytest.approx(recording.stats()["left_speed_mean_m_s"], rel=0.02)
    held = recording.sample(rate_hz=60, mode="mrtk").left
    np.testing.assert_array_equal(held.observed, hand.observed)
    assert np.isfinite(held.position).all()
    assert not recording.at(1e9).left.observed


def test_a_part_has_the_times_that_were_asked_for(real: Path) -> None:
    samples = reenact.open(real).sample(rate_hz=10, start_secs=0.5, end_secs=1)
    np.testing.assert_array_equal(samples.time_secs, 0.5 + np.arange(6) / 10)


def test_samples_are_views_of_one_block() -> None:
    samples = reenact.demo().sample()
    hands = (samples.left, samples.right)
    bases = {id(array.base) for hand in hands for array in (hand.position, hand.rotation)}
    assert len(bases) == 1
    assert np.shares_memory(samples.left.joint("Palm").position, samples.left.position)
    # A number over time is contiguous.
    assert samples.left.position[:, 3, 1].flags.c_contiguous


def test_some_frames_are_samples_again(real: Path) -> None:
    samples = reenact.open(real).sample(30)
    part = samples[10:30:2]
    assert len(part) == 10 and part.mode == samples.mode
    assert np.shares_memory(part.right.position, samples.right.position)
    for ours, theirs in zip(part, [samples[at] for at in range(10, 30, 2)], strict=True):
        assert ours.time_secs == theirs.time_secs
        np.testing.assert_array_equal(ours.gaze.origin, theirs.gaze.origin)
        np.testing.assert_array_equal(ours.left.position, theirs.left.position)
        assert bool(ours.right.pinching) == bool(theirs.right.pinching)
    assert len(samples[5:5]) == 0


def test_a_frame_shows_itself_in_a_line(real: Path) -> None:
    frame = reenact.demo().at(6.5)
    assert repr(frame) == (
        "<reenact.Frame at 6.5 s: camera, left (tracked), right (pinching), gaze>"
    )
    assert repr(reenact.Frame(1.0)) == "<reenact.Frame at 1 s: no tracks>"
    hand = reenact.demo().sample(30).left
    assert repr(hand) == "<reenact.Hand: 578 frames, tracked in 501, pinching in 18>"


def test_keys_are_views_of_the_recording_and_keep_it_alive(real: Path) -> None:
    recording = reenact.open(real)
    one, two = (recording.curve("left.Wrist.position.x") for _ in range(2))
    assert np.shares_memory(one.keys, two.keys)
    assert np.shares_memory(one.time_secs, one.keys)
    assert not one.keys.flags.owndata
    assert not one.keys.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        one.keys["value"][0] = 1
    keys, before = one.keys, one.keys.copy()
    del recording, one, two
    gc.collect()
    np.testing.assert_array_equal(keys, before)


def test_an_edit_shares_the_curves_that_it_does_not_touch(real: Path) -> None:
    recording = reenact.open(real)
    stripped = recording.strip(gaze=True)
    name = "right.IndexTip.position.y"
    assert np.shares_memory(recording.curve(name).keys, stripped.curve(name).keys)
    mirrored = recording.mirror()
    assert not np.shares_memory(
        recording.curve("camera.position.x").keys, mirrored.curve("camera.position.x").keys
    )


def test_full_keys_have_their_tangents() -> None:
    recording = reenact.open(TESTDATA / "recordings/v10_synth_tangents.bin")
    keys = recording.curve("camera.position.x").keys
    assert keys.dtype.itemsize == 28
    assert keys.dtype.names == (
        "time_secs",
        "value",
        "in_tangent",
        "out_tangent",
        "in_weight",
        "out_weight",
        "weighted_mode",
    )


GIGABYTE = 1 << 30


def sparse_recording(path: Path, size: int) -> None:
    """A recording of camera curves with a given number of bytes of keys, most of which are holes of the file."""
    keys = size // 7 // 8
    with path.open("wb") as file:
        file.write(bytes.fromhex("c6429e0f6eaf8f6a 01000000 01000000 010000"))
        for _ in range(7):
            file.write(np.array([8, 8, keys], "<i4").tobytes())
            file.seek(keys * 8, os.SEEK_CUR)
        file.write(bytes(4))


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc how much memory there is")
def test_opening_a_gigabyte_reads_next_to_nothing(tmp_path: Path) -> None:
    path = tmp_path / "large.bin"
    sparse_recording(path, GIGABYTE)
    program = f"""
        import numpy as np, reenact
        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * 4096
        reenact.demo().info
        before = resident()
        recording = reenact.open({str(path)!r})
        assert recording.info.keys > 130_000_000
        keys = recording.curve("camera.position.x").keys
        opened = resident() - before
        # Looking at all of one curve reads it: the measure can tell.
        assert float(keys["value"].sum()) == 0
        looked = resident() - before
        print(opened, looked)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    opened, looked = map(int, done.stdout.split())
    # A binary search in each curve finds what is observed; the kernel maps 64 kB around each page that it touches.
    assert opened < 8 << 20
    assert looked > 100 << 20


def test_value_at_is_what_unity_evaluates(real: Path) -> None:
    curve = reenact.open(real).curve("camera.position.x")
    times = np.linspace(-1, 3, 41)
    straight = np.interp(times, curve.time_secs, curve.value)
    np.testing.assert_allclose(curve.at(times), straight, rtol=1e-5, atol=1e-7)
    assert curve.at(float(curve.time_secs[3])) == curve.value[3]
    assert curve.at(times.reshape(1, 41)).shape == (1, 41)


def test_arrays_become_the_recording_that_they_came_from() -> None:
    recording = reenact.make(seconds=3, rate_hz=60, seed=5)
    samples = recording.sample(rate_hz=60)
    again = reenact.from_samples(samples)
    assert again.tracks == recording.tracks
    apart = reenact.compare(recording, again, position_m=1e-6, rotation_deg=0.1, markers=False)
    assert apart.same, apart.first_difference


def test_from_arrays_knows_when_a_hand_was_tracked() -> None:
    time = np.arange(10) / 10
    joints = np.zeros((10, 26, 3)) + time[:, None, None]
    joints[3:5] = np.nan
    recording = reenact.from_arrays(time + 100, right_position=joints, markers=[(100.5, "a")])
    assert recording.tracks == ("left", "right")
    assert [bool(frame.right.tracked) for frame in recording.sample(10)] == [
        *[True] * 3,
        *[False] * 2,
        *[True] * 5,
    ]
    assert recording.at(0.7).right.position[0].tolist() == pytest.approx([0.7] * 3)
    assert recording.info.left.tracked == ()
    assert recording.markers[0].name == "a"


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        (
            {"time_secs": [0, 1], "camera_position": [[0, 0, 0]]},
            r"shape \(1, 3\) instead of \(2, 3\)",
        ),
        ({"time_secs": [1, 0], "camera_position": [[0, 0, 0]] * 2}, "frame 1 at 0 s"),
        ({"time_secs": [0], "camera_rotation": [[0, 0, 0, 1]]}, "needs camera_position"),
        ({"time_secs": [0], "gaze_origin": [[0, 0, 0]]}, "needs both"),
        ({"time_secs": [[0]]}, "must be a list"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(arrays: dict[str, object], message: str) -> None:
    with pytest.raises(reenact.ReenactError, match=message):
        reenact.from_arrays(**arrays)
