"""Joints of both hands in one array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from .._errors import ReenactError
from .._samples import _place_of

if TYPE_CHECKING:
    from .._samples import Hand, Poses, Samples
    from .._types import FloatArray, JointName, Reference, Side

_PARTS = ("position_x_m", "position_y_m", "position_z_m")
_TURNS = ("rotation_x", "rotation_y", "rotation_z", "rotation_w")


def hands_array(
    samples: Samples,
    joints: JointName | Sequence[JointName] | None,
    relative_to: Reference | None,
    rotations: bool,
) -> FloatArray:
    """Positions, and rotations if wanted: (frames, hands, joints, 3 or 7)."""
    if relative_to not in (None, "wrist", "head"):
        raise ReenactError(f"relative_to is {relative_to!r} instead of 'wrist', 'head' or None")
    if relative_to == "head" and "camera" not in samples.tracks:
        raise ReenactError("positions cannot be relative to the head: the camera was not sampled")
    sides, names = hands_of(samples), joints_of(samples, joints)
    made = np.empty((len(samples), len(sides), len(names), 7 if rotations else 3), np.float32)
    for place, side in enumerate(sides):
        hand = samples.hand(side)
        chosen = [_place_of(name, hand.joints) for name in names]
        position, rotation = hand.position[:, chosen], hand.rotation[:, chosen]
        if relative_to is not None:
            frame = _frame(samples, hand, relative_to)
            inverse = frame.rotation[:, None] * np.array([-1, -1, -1, 1], np.float32)
            position = rotated(inverse, position - frame.position[:, None])
            rotation = product(inverse, rotation) if rotations else rotation
        made[:, place, :, :3] = position
        if rotations:
            made[:, place, :, 3:] = rotation
    return made


def _frame(samples: Samples, hand: Hand, relative_to: Reference) -> Poses:
    """The pose of what positions are relative to."""
    if relative_to == "head":
        return samples.camera
    if "Wrist" not in hand.joints:
        raise ReenactError(
            "positions cannot be relative to the wrist: the joint Wrist was not sampled"
        )
    return hand.joint("Wrist")


def feature_names(
    samples: Samples, joints: JointName | Sequence[JointName] | None, rotations: bool
) -> list[str]:
    """Names of the columns of the flat array."""
    parts = (*_PARTS, *_TURNS) if rotations else _PARTS
    return [
        f"{side}_{joint}_{part}"
        for side in hands_of(samples)
        for joint in joints_of(samples, joints)
        for part in parts
    ]


def hands_of(samples: Samples) -> list[Side]:
    """The hands that there are."""
    sides: tuple[Side, ...] = ("left", "right")
    return [side for side in sides if side in samples.tracks]


def joints_of(
    samples: Samples, joints: JointName | Sequence[JointName] | None
) -> tuple[JointName, ...]:
    """The joints that are wanted; all that were sampled if None."""
    if joints is None:
        return samples.left.joints
    return (joints,) if isinstance(joints, str) else tuple(joints)


def rotated(rotation: FloatArray, vector: FloatArray) -> FloatArray:
    """Vectors turned by unit quaternions x, y, z, w."""
    axis, w = rotation[..., :3], rotation[..., 3:]
    turn = 2 * np.cross(axis, vector)
    return (vector + w * turn + np.cross(axis, turn)).astype(np.float32, copy=False)


def product(a: FloatArray, b: FloatArray) -> FloatArray:
    """Products of quaternions x, y, z, w: the turn `b`, then the turn `a`."""
    av, aw, bv, bw = a[..., :3], a[..., 3:], b[..., :3], b[..., 3:]
    vector = aw * bv + bw * av + np.cross(av, bv)
    scalar = aw * bw - np.sum(av * bv, axis=-1, keepdims=True)
    return np.concatenate([vector, scalar], axis=-1, dtype=np.float32)
