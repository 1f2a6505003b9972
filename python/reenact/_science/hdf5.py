"""Samples as HDF5 files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import _files
from .._find import as_path
from .._needs import needs
from .._series import series_names
from .numpy import hands_of
from .xarray import attrs_of

if TYPE_CHECKING:
    from .._samples import Samples
    from .._types import PathLike


def to_hdf5(samples: Samples, path: PathLike, overwrite: bool) -> Path:
    """Arrays in a group for each track, with units."""
    with needs("to_hdf5", "h5py"):
        import h5py

    def write(file: Path) -> None:
        with h5py.File(file, "w") as out:
            out.attrs.update(attrs_of(samples))
            for name, (values, units) in _arrays(samples).items():
                made = out.create_dataset(name, data=values)
                if units:
                    made.attrs["units"] = units
            for side in hands_of(samples):
                out[side].attrs["joints"] = list(samples.hand(side).joints)

    target = as_path(path)
    _files.write_whole(target, overwrite, write)
    return target


def _arrays(samples: Samples) -> dict[str, tuple[Any, str]]:
    """By path: the values, and their unit."""
    arrays: dict[str, tuple[Any, str]] = {"time_secs": (samples.time_secs, "s")}
    if "camera" in samples.tracks:
        arrays["camera/position"] = (samples.camera.position, "m")
        arrays["camera/rotation"] = (samples.camera.rotation, "")
    for side in hands_of(samples):
        hand = samples.hand(side)
        arrays[f"{side}/position"] = (hand.position, "m")
        arrays[f"{side}/rotation"] = (hand.rotation, "")
        arrays[f"{side}/tracked"] = (hand.tracked, "")
        arrays[f"{side}/pinching"] = (hand.pinching, "")
        arrays[f"{side}/observed"] = (hand.observed, "")
    if "gaze" in samples.tracks:
        arrays["gaze/origin"] = (samples.gaze.origin, "m")
        arrays["gaze/direction"] = (samples.gaze.direction, "")
    units = series_names()
    arrays.update({f"measures/{name}": (v, units[name]) for name, v in samples.measures.items()})
    return arrays
