"""Samples as the library has them: a row of values for each curve in file order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._errors import ReenactError
from ._samples import Frame, Hand, Poses, Rays, Samples

if TYPE_CHECKING:
    from ._types import BoolArray, FloatArray, Mode, Tracks

#: Curves of one hand's joints: 27 slots of 7, the first of which is nobody's.
_SLOTS, _PARTS = 27, 7


def curve_count(tracks: Tracks) -> int:
    """How many curves a recording with these tracks has."""
    camera, hands, gaze = tracks
    return 7 * camera + (4 + 2 * _SLOTS * _PARTS) * hands + 6 * gaze


def room(tracks: Tracks, frames: int) -> FloatArray:
    """Memory for a row of values for each curve, with anything in it."""
    shape = (curve_count(tracks), frames)
    try:
        # numpy asks the system for large pages, which are quicker to get than many small ones.
        return np.empty(shape, np.float32)
    except MemoryError:
        raise ReenactError(f"no memory for {frames} frames of {shape[0]} curves") from None


def from_values(
    times: FloatArray, values: FloatArray, tracks: Tracks, mode: Mode, observed: BoolArray
) -> Samples:
    """Samples of a row of values for each curve in file order: views, but for the few states.

    `observed` has a row for camera, left hand, right hand and gaze.
    """
    camera, hands, gaze = tracks
    frames = values.shape[1]
    row = 0

    def take(rows: int) -> FloatArray:
        nonlocal row
        row += rows
        return values[row - rows : row]

    def turned(rows: FloatArray) -> FloatArray:
        return np.moveaxis(rows, -1, 0)

    head = take(7) if camera else None
    left = right = None
    if hands:
        states = take(4) > 0.5

        def joints() -> FloatArray:
            # Slot 0 is no joint.
            return take(_SLOTS * _PARTS).reshape(_SLOTS, _PARTS, frames)[1:]

        def hand(number: int, joint: FloatArray) -> Hand:
            position, rotation = turned(joint[:, :3]), turned(joint[:, 3:])
            return Hand(
                states[number], states[number + 2], position, rotation, observed[number + 1]
            )

        left = hand(0, joints())
        right = hand(1, joints())
    ray = take(6) if gaze else None
    return Samples(
        time_secs=times,
        camera=None if head is None else Poses(turned(head[:3]), turned(head[3:])),
        left=left,
        right=right,
        gaze=None if ray is None else Rays(turned(ray[:3]), turned(ray[3:])),
        mode=mode,
    )


def to_values(samples: Samples, tracks: Tracks) -> FloatArray:
    """A row of values for each curve in file order; NaN where there is nothing to say."""
    camera, hands, gaze = tracks
    frames = len(samples)
    values = np.full((curve_count(tracks), frames), np.nan, np.float32)
    row = 0
    if camera:
        if samples.camera is not None:
            values[0:3] = samples.camera.position.T
            values[3:7] = samples.camera.rotation.T
        row = 7
    if hands:
        for number, hand in enumerate((samples.left, samples.right)):
            if hand is None:
                # A hand that was never there.
                values[row + number] = values[row + number + 2] = 0
                continue
            values[row + number] = hand.tracked
            values[row + number + 2] = hand.pinching
            start = row + 4 + number * _SLOTS * _PARTS
            joints = values[start : start + _SLOTS * _PARTS].reshape(_SLOTS, _PARTS, frames)
            joints[1:, :3] = np.moveaxis(hand.position, 0, -1)
            joints[1:, 3:] = np.moveaxis(hand.rotation, 0, -1)
        row += 4 + 2 * _SLOTS * _PARTS
    if gaze and samples.gaze is not None:
        values[row : row + 3] = samples.gaze.origin.T
        values[row + 3 : row + 6] = samples.gaze.direction.T
    return values


def of_frame(frame: Frame) -> Samples:
    """The samples that have this frame alone."""

    def hand(hand: Hand | None) -> Hand | None:
        if hand is None:
            return None
        states = np.asarray([hand.tracked], bool), np.asarray([hand.pinching], bool)
        return Hand(*states, np.asarray(hand.position)[None], np.asarray(hand.rotation)[None])

    camera, gaze = frame.camera, frame.gaze
    return Samples(
        time_secs=np.asarray([frame.time_secs], np.float32),
        camera=camera
        and Poses(np.asarray(camera.position)[None], np.asarray(camera.rotation)[None]),
        left=hand(frame.left),
        right=hand(frame.right),
        gaze=gaze and Rays(np.asarray(gaze.origin)[None], np.asarray(gaze.direction)[None]),
        mode="clean",
    )
