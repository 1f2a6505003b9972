"""Conversion from Unity's axes to other coordinate systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from ._errors import ReenactError
from ._samples import Hand, Poses, Rays, Samples

if TYPE_CHECKING:
    from ._types import Axes, FloatArray

#: For each component of a vector, and of the vector part of a quaternion: which of Unity's it is, and its sign.
#: The vector part of a rotation gets the sign of the mirror that turns left-handed axes into right-handed ones.
_VECTOR = {"opengl": ((0, 1), (1, 1), (2, -1)), "ros": ((2, 1), (0, -1), (1, 1))}
_ROTATION = {"opengl": ((0, -1), (1, -1), (2, 1)), "ros": ((2, -1), (0, 1), (1, -1))}


def check_axes(axes: str) -> Axes:
    """Raises an error for an unknown coordinate system."""
    if axes != "unity" and axes not in _VECTOR:
        raise ReenactError(f"no axes {axes!r}: there are unity, opengl and ros")
    return cast("Axes", axes)


def components(axes: Axes, name: str) -> tuple[str, int]:
    """Of which component in Unity's axes a component is made, and its sign, by names that have ``_x`` and so on in them."""
    for kind, table in (
        ("rotation_", _ROTATION),
        ("position_", _VECTOR),
        ("origin_", _VECTOR),
        ("direction_", _VECTOR),
    ):
        start = name.find(kind)
        if start < 0 or axes == "unity":
            continue
        letter = start + len(kind)
        if name[letter] in "xyz":
            source, sign = table[axes]["xyz".index(name[letter])]
            return f"{name[:letter]}{'xyz'[source]}{name[letter + 1 :]}", sign
    return name, 1


def turned(samples: Samples, axes: Axes) -> Samples:
    """Converts samples to other axes; new arrays, unless they have these axes already."""
    if axes == samples.axes:
        return samples

    def hand(hand: Hand | None) -> Hand | None:
        return hand and Hand(
            hand.tracked,
            hand.pinching,
            _vector(hand.position, axes),
            _rotation(hand.rotation, axes),
            hand.observed,
            hand.joints,
        )

    camera, gaze = samples._camera, samples._gaze
    return Samples(
        samples.time_secs,
        camera and Poses(_vector(camera.position, axes), _rotation(camera.rotation, axes)),
        hand(samples._left),
        hand(samples._right),
        gaze and Rays(_vector(gaze.origin, axes), _vector(gaze.direction, axes)),
        samples.mode,
        rate_hz=samples.rate_hz,
        measures=samples.measures,
        axes=axes,
    )


def _vector(array: FloatArray, axes: Axes) -> FloatArray:
    made = np.empty(array.shape, np.float32)
    for place, (source, sign) in enumerate(_VECTOR[axes]):
        np.multiply(array[..., source], np.float32(sign), out=made[..., place])
    return made


def _rotation(array: FloatArray, axes: Axes) -> FloatArray:
    made = np.empty(array.shape, np.float32)
    for place, (source, sign) in enumerate(_ROTATION[axes]):
        np.multiply(array[..., source], np.float32(sign), out=made[..., place])
    made[..., 3] = array[..., 3]
    return made
