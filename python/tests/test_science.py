"""Samples and events in the libraries of scientists, each with the real one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import reenact
from test_samples import turn


@pytest.fixture(scope="module")
def samples() -> reenact.Samples:
    return reenact.demo().trim(2, 8).sample(30, measures=["right_speed_m_s"])


def test_one_array_has_the_joints_of_both_hands(samples: reenact.Samples) -> None:
    whole = samples.to_numpy(flat=False, rotations=True)
    assert whole.shape == (len(samples), 2, 26, 7) and whole.dtype == np.float32
    np.testing.assert_array_equal(whole[:, 1, :, :3], samples.right.position)
    np.testing.assert_array_equal(whole[:, 0, :, 3:], samples.left.rotation)
    flat = samples.to_numpy(["IndexTip", "ThumbTip"])
    names = samples.feature_names(["IndexTip", "ThumbTip"])
    assert flat.shape == (len(samples), len(names)) == (len(samples), 12)
    column = names.index("right_ThumbTip_position_y_m")
    np.testing.assert_array_equal(flat[:, column], samples.right.joint("ThumbTip").position[:, 1])


@pytest.mark.parametrize("reference", ["wrist", "head"])
def test_positions_relative_to_something_lead_back_to_the_world(
    samples: reenact.Samples, reference: Any
) -> None:
    made = samples.to_numpy("IndexTip", relative_to=reference, rotations=True, flat=False)
    for place, hand in enumerate((samples.left, samples.right)):
        frame = samples.camera if reference == "head" else hand.joint("Wrist")
        world = turn(frame.rotation, made[:, place, 0, :3]) + frame.position
        np.testing.assert_allclose(world, hand.joint("IndexTip").position, atol=2e-6)
        vector = np.array([0.2, -0.4, 0.7])
        nested = turn(frame.rotation, turn(made[:, place, 0, 3:], vector))
        np.testing.assert_allclose(nested, turn(hand.joint("IndexTip").rotation, vector), atol=1e-5)
    wrists = samples.to_numpy("Wrist", relative_to="wrist", flat=False)
    assert np.nanmax(np.abs(wrists)) == 0


def test_what_cannot_be_relative_is_an_error() -> None:
    samples = reenact.demo().sample(10, joints=["IndexTip"], tracks=["right"])
    with pytest.raises(reenact.ReenactError, match="the joint Wrist was not sampled"):
        samples.to_numpy(relative_to="wrist")
    with pytest.raises(reenact.ReenactError, match="the camera was not sampled"):
        samples.to_numpy(relative_to="head")
    with pytest.raises(reenact.ReenactError, match="relative_to is 'palm'"):
        samples.to_numpy(relative_to="palm")  # type: ignore[arg-type]


def test_xarray_has_dimensions_coordinates_and_units(samples: reenact.Samples) -> None:
    data = samples.to_xarray()
    assert dict(data.sizes) == {
        "time": len(samples),
        "hand": 2,
        "joint": 26,
        "axis": 3,
        "quaternion": 4,
    }
    tip = data.hand_position.sel(hand="right", joint="IndexTip")
    np.testing.assert_array_equal(tip, samples.right.joint("IndexTip").position)
    assert tip.attrs["units"] == "m" and data.time.attrs["units"] == "s"
    assert data.attrs["axes"] == "unity" and "left-handed" in data.attrs["coordinate_system"]
    assert data.right_speed_m_s.attrs["units"] == "m/s"
    # Labels do what they are for.
    assert data.sel(time=slice(1, 2)).sizes["time"] == 31
    alone = reenact.demo().sample(10, tracks="camera").to_xarray()
    assert set(alone.data_vars) == {"camera_position", "camera_rotation"}


def test_zarr_gives_back_what_was_written(samples: reenact.Samples, tmp_path: Path) -> None:
    import xarray

    store = samples.to_zarr(tmp_path / "a.zarr")
    read = xarray.open_zarr(store).load()
    assert read.identical(samples.to_xarray())
    with pytest.raises(FileExistsError):
        samples.to_zarr(store)
    samples[:10].to_zarr(store, overwrite=True)
    assert xarray.open_zarr(store).sizes["time"] == 10


def test_hdf5_gives_back_what_was_written(samples: reenact.Samples, tmp_path: Path) -> None:
    import h5py

    path = samples.to_hdf5(tmp_path / "a.h5")
    with h5py.File(path) as file:
        np.testing.assert_array_equal(file["left/position"][:], samples.left.position)
        np.testing.assert_array_equal(file["right/pinching"][:], samples.right.pinching)
        np.testing.assert_array_equal(file["time_secs"][:], samples.time_secs)
        np.testing.assert_array_equal(
            file["measures/right_speed_m_s"][:], samples.measures["right_speed_m_s"]
        )
        assert list(file["left"].attrs["joints"]) == list(reenact.JOINTS)
        assert file["gaze/origin"].attrs["units"] == "m" and file.attrs["rate_hz"] == 30
    with pytest.raises(FileExistsError):
        samples.to_hdf5(path)
    assert samples.to_hdf5(path, overwrite=True) == path


def test_mne_has_the_events_as_annotations() -> None:
    import mne

    recording = reenact.demo()
    events = recording.events(["pinch", "fixation"])
    annotations = recording.to_mne(["pinch", "fixation"])
    assert isinstance(annotations, mne.Annotations) and len(annotations) == len(events)
    np.testing.assert_allclose(annotations.onset, [event.start_secs for event in events])
    np.testing.assert_allclose(annotations.duration, [event.duration_secs for event in events])
    assert {"left/pinch", "right/pinch", "fixation"} == set(annotations.description)
    raw = mne.io.RawArray(np.zeros((1, 2000)), mne.create_info(1, 100.0), verbose=False)
    assert len(raw.set_annotations(annotations).annotations) == len(events)
