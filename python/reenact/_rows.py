"""Samples as the library has them: a row of values for each curve in file order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from ._errors import ReenactError
from ._samples import JOINTS, Frame, Hand, Poses, Rays, Samples, joint_index

if TYPE_CHECKING:
    from ._types import Axes, BoolArray, DoubleArray, FloatArray, JointName, Mode, Tracks

#: Curves of one hand's joints: 27 slots of 7, the first of which is nobody's.
_SLOTS, _PARTS = 27, 7

_HAND_ROWS = _SLOTS * _PARTS


def curve_count(tracks: Tracks) -> int:
    """Number of curves of a recording with these tracks."""
    camera, hands, gaze = tracks
    return 7 * camera + (4 + 2 * _HAND_ROWS) * hands + 6 * gaze


@dataclass(frozen=True)
class Choice:
    """Which of a recording's tracks and joints are sampled."""

    camera: bool
    left: bool
    right: bool
    gaze: bool
    joints: tuple[JointName, ...]

    @classmethod
    def of(
        cls,
        recorded: Tracks,
        tracks: str | Iterable[str] | None,
        joints: str | Iterable[str] | None,
    ) -> Choice:
        """Those that are wanted and recorded; all of them if None."""
        has_camera, has_hands, has_gaze = recorded
        wanted = {"camera", "left", "right", "gaze"} if tracks is None else _names(tracks)
        if "hands" in wanted:
            wanted = wanted - {"hands"} | {"left", "right"}
        if unknown := wanted - {"camera", "left", "right", "gaze"}:
            raise ReenactError(
                f"no track is named {min(unknown)!r}: there are camera, left, right, gaze, and hands for left and right"
            )
        names = JOINTS if joints is None else tuple(_in_order(joints))
        return cls(
            "camera" in wanted and has_camera,
            "left" in wanted and has_hands,
            "right" in wanted and has_hands,
            "gaze" in wanted and has_gaze,
            cast("tuple[JointName, ...]", names),
        )

    def is_all_of(self, recorded: Tracks) -> bool:
        """True if every curve is wanted."""
        has_camera, has_hands, has_gaze = recorded
        all_tracks = (has_camera, has_hands, has_hands, has_gaze)
        wanted = (self.camera, self.left, self.right, self.gaze)
        return wanted == all_tracks and (self.joints == JOINTS or not has_hands)

    def rows(self, recorded: Tracks) -> list[int]:
        """The places of their curves, in the order in which `from_values` takes them."""
        has_camera, has_hands, has_gaze = recorded
        states = 7 * has_camera
        left = states + 4
        rows: list[int] = list(range(7)) if self.camera else []
        if self.left or self.right:
            rows += range(states, left)
        for start, is_wanted in ((left, self.left), (left + _HAND_ROWS, self.right)):
            for joint in self.joints if is_wanted else ():
                first = start + (1 + joint_index(joint)) * _PARTS
                rows += range(first, first + _PARTS)
        if self.gaze:
            count = curve_count((has_camera, has_hands, has_gaze))
            rows += range(count - 6, count)
        return rows


def _names(names: str | Iterable[str]) -> set[str]:
    return {names} if isinstance(names, str) else set(names)


def _in_order(joints: str | Iterable[str]) -> list[str]:
    """Joints as they are asked for, each once."""
    names = [joints] if isinstance(joints, str) else list(dict.fromkeys(joints))
    for name in names:
        joint_index(cast("JointName", name))
    return names


def from_values(
    times: DoubleArray,
    values: FloatArray,
    tracks: Tracks,
    mode: Mode,
    observed: BoolArray,
    *,
    rate_hz: float | None = None,
    choice: Choice | None = None,
    axes: Axes = "unity",
) -> Samples:
    """Samples of a row of values for each curve in file order, or for those of a choice: views, but for the few states.

    `observed` has a row for camera, left hand, right hand and gaze.
    """
    frames = values.shape[1]
    row = 0
    wanted = choice or Choice.of(tracks, None, None)

    def take(rows: int) -> FloatArray:
        nonlocal row
        row += rows
        return values[row - rows : row]

    def turned(rows: FloatArray) -> FloatArray:
        return np.moveaxis(rows, -1, 0)

    head = take(7) if wanted.camera else None
    left = right = None
    if wanted.left or wanted.right:
        states = take(4) > 0.5

        def joints() -> FloatArray:
            if choice is not None:
                count = len(choice.joints)
                return take(count * _PARTS).reshape(count, _PARTS, frames)
            # Slot 0 is no joint.
            return take(_HAND_ROWS).reshape(_SLOTS, _PARTS, frames)[1:]

        def hand(number: int, joint: FloatArray) -> Hand:
            position, rotation = turned(joint[:, :3]), turned(joint[:, 3:])
            seen = observed[number + 1]
            tracked, pinching = states[number], states[number + 2]
            return Hand(tracked, pinching, position, rotation, seen, wanted.joints)

        left = hand(0, joints()) if wanted.left else None
        right = hand(1, joints()) if wanted.right else None
    ray = take(6) if wanted.gaze else None
    return Samples(
        time_secs=times,
        camera=None if head is None else Poses(turned(head[:3]), turned(head[3:])),
        left=left,
        right=right,
        gaze=None if ray is None else Rays(turned(ray[:3]), turned(ray[3:])),
        mode=mode,
        rate_hz=rate_hz,
        axes=axes,
    )


def tracks_of(samples: Samples | Frame) -> Tracks:
    """Camera, hands, gaze: whether there is one."""
    there = samples.tracks
    return ("camera" in there, "left" in there or "right" in there, "gaze" in there)


def to_values(samples: Samples, tracks: Tracks) -> FloatArray:
    """A row of values for each curve in file order; NaN where there is no value."""
    camera, hands, gaze = tracks
    if samples.axes != "unity":
        raise ReenactError(
            f"recordings have Unity's axes, but these samples have those of {samples.axes}: "
            'sample with axes="unity"'
        )
    frames = len(samples)
    values = np.full((curve_count(tracks), frames), np.nan, np.float32)
    row = 0
    if camera:
        values[0:3] = samples.camera.position.T
        values[3:7] = samples.camera.rotation.T
        row = 7
    if hands:
        for number, hand in enumerate((samples.left, samples.right)):
            values[row + number] = hand.tracked
            values[row + number + 2] = hand.pinching
            start = row + 4 + number * _HAND_ROWS
            joints = values[start : start + _HAND_ROWS].reshape(_SLOTS, _PARTS, frames)
            slots = [1 + joint_index(joint) for joint in hand.joints]
            joints[slots, :3] = np.moveaxis(hand.position, 0, -1)
            joints[slots, 3:] = np.moveaxis(hand.rotation, 0, -1)
        row += 4 + 2 * _HAND_ROWS
    if gaze:
        values[row : row + 3] = samples.gaze.origin.T
        values[row + 3 : row + 6] = samples.gaze.direction.T
    return values


def of_frame(frame: Frame) -> Samples:
    """Samples with this one frame."""

    def hand(hand: Hand) -> Hand:
        states = np.asarray([hand.tracked], bool), np.asarray([hand.pinching], bool)
        position, rotation = np.asarray(hand.position)[None], np.asarray(hand.rotation)[None]
        observed = np.asarray([hand.observed], bool)
        return Hand(*states, position, rotation, observed, hand.joints)

    camera, gaze = frame.camera, frame.gaze
    return Samples(
        time_secs=[frame.time_secs],
        camera=Poses(np.asarray(camera.position)[None], np.asarray(camera.rotation)[None]),
        left=hand(frame.left),
        right=hand(frame.right),
        gaze=Rays(np.asarray(gaze.origin)[None], np.asarray(gaze.direction)[None]),
    )
