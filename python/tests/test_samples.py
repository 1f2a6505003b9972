"""Samples: some of the tracks and joints, frames by arrays, other axes, measures."""

from __future__ import annotations

import gc
import tracemalloc
from typing import Any

import numpy as np
import pytest
import reenact


def test_some_joints_are_those_of_all() -> None:
    recording = reenact.demo()
    every, some = recording.sample(50), recording.sample(50, joints=["IndexTip", "Wrist"])
    for side in ("left", "right"):
        assert some.hand(side).joints == ("IndexTip", "Wrist")
        for joint in ("IndexTip", "Wrist"):
            for part in ("position", "rotation"):
                np.testing.assert_array_equal(
                    getattr(some.hand(side).joint(joint), part),
                    getattr(every.hand(side).joint(joint), part),
                )
        np.testing.assert_array_equal(some.hand(side).pinching, every.hand(side).pinching)
    np.testing.assert_array_equal(some.gaze.direction, every.gaze.direction)
    with pytest.raises(KeyError, match="the joint 'Palm' was not sampled: IndexTip, Wrist"):
        some.right.joint("Palm")


@pytest.mark.parametrize("tracks", ["camera", "gaze", ["left"], ["right", "camera"], "hands", []])
def test_some_tracks_are_those_of_all_and_the_others_are_nan(tracks: Any) -> None:
    recording = reenact.demo().trim(2, 8)
    every, some = recording.sample(30), recording.sample(30, tracks=tracks)
    wanted = {"hands": ("left", "right")}.get(
        str(tracks), [tracks] if isinstance(tracks, str) else tracks
    )
    assert set(some.tracks) == set(wanted)
    for track in ("camera", "left", "right"):
        ours, theirs = getattr(some, track).position, getattr(every, track).position
        if track in wanted:
            np.testing.assert_array_equal(ours, theirs)
        else:
            assert ours.shape == theirs.shape and np.isnan(ours).all()
    assert np.isnan(some.gaze.origin).all() == ("gaze" not in wanted)


def test_many_frames_of_one_joint_are_those_of_all() -> None:
    # More than the pieces in which it is made.
    recording = reenact.make(100)
    every, some = recording.sample(97), recording.sample(97, joints="ThumbTip", tracks="left")
    np.testing.assert_array_equal(
        some.left.joint("ThumbTip").position, every.left.joint("ThumbTip").position
    )


def test_one_joint_of_a_long_recording_takes_the_memory_of_one_joint() -> None:
    recording = reenact.make(60)
    recording.sample(10)
    gc.collect()
    tracemalloc.start()
    try:
        kept = recording.sample(1000, joints="IndexTip", tracks=["right"]).right.joint("IndexTip")
        held, _ = tracemalloc.get_traced_memory()
        owned = recording.sample(1000).right.joint("IndexTip").copy()
        gc.collect()
        both, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    frames = len(kept.position)
    # 11 rows of the choice and the times and states; all of them would be 395.
    assert held < frames * 4 * 30
    assert both - held < frames * 4 * 30
    np.testing.assert_array_equal(kept.position, owned.position)


def test_a_track_that_was_not_recorded_is_nan_and_named_nowhere() -> None:
    samples = reenact.demo().strip(left=True, right=True, gaze=True).sample(30)
    assert samples.tracks == ("camera",)
    assert samples.right.position.shape == (len(samples), 26, 3)
    assert np.isnan(samples.right.position).all() and not samples.right.tracked.any()
    assert samples[3].tracks == ("camera",) and np.isnan(samples[3].gaze.origin).all()
    assert reenact.from_samples(samples).tracks == ("camera",)


def test_frames_are_chosen_by_truth_values_and_numbers() -> None:
    samples = reenact.demo().sample(30)
    pinching = samples[samples.right.pinching]
    assert 0 < len(pinching) < len(samples) and pinching.right.pinching.all()
    assert pinching.rate_hz is None and samples[::2].rate_hz == 15
    chosen = samples[[5, 3, -1]]
    assert chosen.time_secs.tolist() == [samples.time_secs[at] for at in (5, 3, -1)]
    assert len(samples[np.array([], int)]) == 0
    with pytest.raises(IndexError, match=f"no frame 9999: there are {len(samples)}"):
        samples[9999]
    with pytest.raises(IndexError, match="no frame 9999"):
        samples[[1, 9999]]
    with pytest.raises(reenact.ReenactError, match="a mask of 3 values does not fit"):
        samples[np.array([True, False, True])]


def turn(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """By the matrix, so that it is not the formula of the package."""
    x, y, z, w = np.moveaxis(q.astype(np.float64), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    matrix = np.moveaxis(np.array(rows), (0, 1), (-2, -1))
    return np.einsum("...ij,...j->...i", matrix, v)


@pytest.mark.parametrize(
    ("axes", "matrix"),
    [("opengl", [[1, 0, 0], [0, 1, 0], [0, 0, -1]]), ("ros", [[0, 0, 1], [-1, 0, 0], [0, 1, 0]])],
)
def test_other_axes_turn_points_and_rotations_alike(axes: Any, matrix: list[list[int]]) -> None:
    recording, m = reenact.demo().trim(2, 8), np.array(matrix, float)
    unity, other = recording.sample(20), recording.sample(20, axes=axes)
    assert other.axes == axes and np.linalg.det(m) == -1
    np.testing.assert_array_equal(
        other.camera.position, (unity.camera.position @ m.T).astype(np.float32)
    )
    np.testing.assert_array_equal(
        other.gaze.direction, (unity.gaze.direction @ m.T).astype(np.float32)
    )
    # Turning first and changing the axes then is the same as changing the axes first.
    vector = np.array([0.3, -0.5, 0.8])
    there = turn(unity.right.rotation, vector) @ m.T
    np.testing.assert_allclose(turn(other.right.rotation, m @ vector), there, atol=1e-5)
    with pytest.raises(reenact.ReenactError, match="Unity's axes"):
        reenact.from_samples(other)
    with pytest.raises(
        reenact.ReenactError, match='no axes is named "web": there are unity, opengl and ros'
    ):
        recording.sample(axes="web")


@pytest.mark.parametrize("axes", ["opengl", "ros"])
@pytest.mark.parametrize("table", ["joints", "frames"])
def test_tables_have_the_axes_of_samples(axes: Any, table: Any) -> None:
    recording = reenact.demo().trim(2, 4)
    samples, made = (
        recording.sample(10, axes=axes),
        recording.to_pandas(table, rate_hz=10, axes=axes),
    )
    parts = [
        "position_x_m",
        "position_y_m",
        "position_z_m",
        "rotation_x",
        "rotation_y",
        "rotation_z",
        "rotation_w",
    ]
    tip = samples.right.joint("IndexTip")
    wanted = np.concatenate([tip.position, tip.rotation], axis=1)
    if table == "joints":
        found = made[(made.hand == "right") & (made.joint == "IndexTip")][parts].to_numpy()
        alone = recording.to_pandas("joints", rate_hz=10, axes=axes, columns=["position_x_m"])
        np.testing.assert_array_equal(alone.position_x_m, made.position_x_m)
        assert list(made.columns) == list(recording.to_pandas("joints", rate_hz=10).columns)
    else:
        found = made[[f"right_IndexTip_{part}" for part in parts]].to_numpy()
        np.testing.assert_array_equal(
            made[[f"gaze_direction_{x}" for x in "xyz"]].to_numpy(), samples.gaze.direction
        )
    np.testing.assert_array_equal(found, wanted)


def test_measures_over_time_are_those_of_the_stats() -> None:
    recording = reenact.demo()
    series = recording.series("right_speed_m_s", "hands_distance_m")
    assert np.nanmax(series["right_speed_m_s"]) == pytest.approx(
        recording.stats()["right_speed_peak_m_s"]
    )
    assert series.time_secs.dtype == np.float64 and len(series) == 2
    samples = recording.sample(60, measures=["right_speed_m_s"])
    np.testing.assert_array_equal(samples.measures["right_speed_m_s"], series["right_speed_m_s"])
    part = recording.sample(60, start_secs=5, measures="right_speed_m_s")
    np.testing.assert_array_equal(part.measures["right_speed_m_s"], series["right_speed_m_s"][300:])
    assert list(reenact.series_names())[:1] == [next(iter(reenact.series_names()))]
    assert recording.series(*reenact.series_names()).keys() == reenact.series_names().keys()
    with pytest.raises(reenact.ReenactError, match="no measure is named"):
        recording.series("speed")
    table = series.to_pandas()
    assert list(table.columns) == list(series) and len(table) == len(series.time_secs)


def test_a_plot_draws_measures_beside_curves(tmp_path: Any) -> None:
    picture = reenact.demo().plot("camera.position", "right_speed_m_s")
    assert (
        "camera.position" in picture.text
        and "right speed" in picture.text
        and "m/s" in picture.text
    )
    path = picture.save(tmp_path / "a.svg")
    assert path.read_text(encoding="utf-8") == picture.text
    with pytest.raises(FileExistsError):
        picture.save(path)
    with pytest.raises(reenact.ReenactError, match=r"must end in \.svg, not 'a\.png'"):
        picture.save(tmp_path / "a.png")
