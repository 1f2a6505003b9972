"""Samples as labelled arrays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _files
from .._find import as_path
from .._needs import needs
from .._series import series_names
from .numpy import hands_of

if TYPE_CHECKING:
    import xarray

    from .._samples import Samples
    from .._types import PathLike

_AXES = {
    "unity": "left-handed: x right, y up, z forward",
    "opengl": "right-handed: x right, y up, z backward",
    "ros": "right-handed: x forward, y left, z up",
}


def to_xarray(samples: Samples) -> xarray.Dataset:
    """A dataset with dimensions, coordinates, units and attributes."""
    with needs("to_xarray", "xarray"):
        import xarray as xr

    metres, unit, turn = {"units": "m"}, {"units": "1"}, {"units": "1", "order": "x y z w"}
    data: dict[str, Any] = {}
    coords: dict[str, Any] = {"time": ("time", samples.time_secs, {"units": "s"})}
    tracks = samples.tracks
    if tracks:
        coords["axis"] = ["x", "y", "z"]
    if "camera" in tracks:
        data["camera_position"] = (("time", "axis"), samples.camera.position, metres)
        data["camera_rotation"] = (("time", "quaternion"), samples.camera.rotation, turn)
    if sides := hands_of(samples):
        hands = [samples.hand(side) for side in sides]
        coords["hand"], coords["joint"] = list(sides), list(hands[0].joints)
        dims = ("time", "hand", "joint")
        position = np.stack([hand.position for hand in hands], axis=1)
        rotation = np.stack([hand.rotation for hand in hands], axis=1)
        data["hand_position"] = ((*dims, "axis"), position, metres)
        data["hand_rotation"] = ((*dims, "quaternion"), rotation, turn)
        for state in ("tracked", "pinching", "observed"):
            states = np.stack([getattr(hand, state) for hand in hands], axis=1)
            data[state] = (("time", "hand"), states)
    if "camera" in tracks or sides:
        coords["quaternion"] = ["x", "y", "z", "w"]
    if "gaze" in tracks:
        data["gaze_origin"] = (("time", "axis"), samples.gaze.origin, metres)
        data["gaze_direction"] = (("time", "axis"), samples.gaze.direction, unit)
    units = series_names()
    for name, values in samples.measures.items():
        data[name] = (("time",), values, {"units": units[name] or "1"})
    return xr.Dataset(data, coords, attrs_of(samples))


def attrs_of(samples: Samples) -> dict[str, Any]:
    """Attributes of the samples."""
    attrs: dict[str, Any] = {
        "mode": samples.mode,
        "axes": samples.axes,
        "coordinate_system": _AXES[samples.axes],
    }
    if samples.rate_hz is not None:
        attrs["rate_hz"] = samples.rate_hz
    return attrs


def to_zarr(samples: Samples, path: PathLike, overwrite: bool) -> Path:
    """The dataset as a Zarr store."""
    with needs("to_zarr", "xarray", "zarr"):
        import zarr  # noqa: F401 - which xarray writes with

    target = as_path(path)
    if not overwrite:
        _files.refuse_existing(target)
    # Zarr 3 has no stable form for names yet.
    to_xarray(samples).to_zarr(
        target, mode="w" if overwrite else "w-", zarr_format=2, consolidated=True
    )
    return target
