"""Poses at times, as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

from ._reenact import JOINTS

if TYPE_CHECKING:
    from ._types import BoolArray, FloatArray, Mode, Side, Tracks

_INDEX_OF: dict[str, int] = {name: index for index, name in enumerate(JOINTS)}


def joint_index(name: str) -> int:
    """The place of a joint in arrays of joints.

    >>> import reenact
    >>> reenact.joint_index("IndexTip")
    10
    """
    try:
        return _INDEX_OF[name]
    except KeyError:
        raise KeyError(f"no joint {name!r}: reenact.JOINTS has them all") from None


@dataclass(frozen=True, eq=False)
class Poses:
    """Where something was, and how it was turned.

    Attributes
    ----------
    position : ndarray of float32, shape (…, 3)
        Metres. NaN where it was not observed.
    rotation : ndarray of float32, shape (…, 4)
        Quaternions x, y, z, w. NaN where it was not observed, and where a recording has positions alone.
    """

    position: FloatArray
    rotation: FloatArray


@dataclass(frozen=True, eq=False)
class Rays:
    """Where something was, and which way it pointed.

    Attributes
    ----------
    origin : ndarray of float32, shape (…, 3)
        Metres. NaN where there is nothing to say.
    direction : ndarray of float32, shape (…, 3)
        Of unit length. NaN where there is nothing to say.
    """

    origin: FloatArray
    direction: FloatArray


@dataclass(frozen=True, eq=False)
class Hand:
    """One hand.

    Attributes
    ----------
    tracked, pinching : ndarray of bool, shape (frames,)
        Its states. In a single frame they are plain numbers of shape ().
    observed : ndarray of bool, shape (frames,), or None
        Whether its pose was observed: it was tracked, and the time lies between keys of its joints. In ``clean`` mode
        there are poses only then; in ``mrtk`` mode others are held or interpolated. None in hands that were not sampled
        from a recording.
    position : ndarray of float32, shape (frames, 26, 3)
        Metres, in the order of `reenact.JOINTS`. NaN where there is nothing to say.
    rotation : ndarray of float32, shape (frames, 26, 4)
        Quaternions x, y, z, w. NaN where there is nothing to say.
    """

    tracked: BoolArray
    pinching: BoolArray
    position: FloatArray
    rotation: FloatArray
    observed: BoolArray | None = None

    def joint(self, name: str) -> Poses:
        """One joint's poses, without a copy.

        >>> import reenact
        >>> reenact.demo().sample(rate_hz=30).right.joint("IndexTip").position.shape
        (578, 3)
        """
        index = joint_index(name)
        return Poses(self.position[..., index, :], self.rotation[..., index, :])

    @property
    def _states(self) -> str:
        """Its states in words."""
        tracked, pinching = np.asarray(self.tracked), np.asarray(self.pinching)
        if tracked.ndim:
            return (
                f"{tracked.size} frames, tracked in {tracked.sum()}, pinching in {pinching.sum()}"
            )
        return ("pinching" if pinching else "tracked") if tracked else "not tracked"

    def __repr__(self) -> str:
        return f"<reenact.Hand: {self._states}>"


@dataclass(frozen=True, eq=False)
class Samples:
    """A recording at some times.

    The arrays are views of one block of memory in which each curve lies by itself: an array of one number over time
    is contiguous, and nothing was copied. `numpy.ascontiguousarray` turns one around if a library needs that.

    Attributes
    ----------
    time_secs : ndarray of float32, shape (frames,)
        The times.
    camera : Poses or None
        The head, arrays of shape (frames, 3) and (frames, 4); None if it was not recorded.
    left, right : Hand or None
        The hands; None if they were not recorded.
    gaze : Rays or None
        The gaze; None if it was not recorded.
    mode : {"clean", "mrtk"}
        How it was evaluated.

    Examples
    --------
    >>> import reenact
    >>> samples = reenact.demo().sample(rate_hz=30)
    >>> samples[30]
    <reenact.Frame at 1 s: camera, left (not tracked), right (tracked), gaze>
    >>> samples[30:60]
    <reenact.Samples: 30 frames, 1 s to 1.96667 s, camera, left, right, gaze>
    """

    time_secs: FloatArray
    camera: Poses | None
    left: Hand | None
    right: Hand | None
    gaze: Rays | None
    mode: Mode

    def __len__(self) -> int:
        return len(self.time_secs)

    def hand(self, side: Side) -> Hand | None:
        """The left or the right hand.

        >>> import reenact
        >>> samples = reenact.demo().sample(rate_hz=30)
        >>> [int(samples.hand(side).pinching.any()) for side in ("left", "right")]
        [1, 1]
        """
        return _of_side(side, self.left, self.right)

    @overload
    def __getitem__(self, index: int) -> Frame: ...
    @overload
    def __getitem__(self, index: slice) -> Samples: ...
    def __getitem__(self, index: int | slice) -> Frame | Samples:
        """One of the frames, or some of them as samples: views all."""
        parts = (
            self.camera and Poses(self.camera.position[index], self.camera.rotation[index]),
            _hand_at(self.left, index),
            _hand_at(self.right, index),
            self.gaze and Rays(self.gaze.origin[index], self.gaze.direction[index]),
        )
        if isinstance(index, slice):
            return Samples(self.time_secs[index], *parts, self.mode)
        return Frame(float(self.time_secs[index]), *parts)

    def __iter__(self) -> Iterator[Frame]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        there = [name for name in ("camera", "left", "right", "gaze") if getattr(self, name)]
        span = f"{self.time_secs[0]:g} s to {self.time_secs[-1]:g} s" if len(self) else "none"
        return f"<reenact.Samples: {len(self)} frames, {span}, {', '.join(there) or 'no tracks'}>"


@dataclass(frozen=True, eq=False)
class Frame:
    """Everything at one time. The same parts as `Samples`, without the axis of frames.

    Attributes
    ----------
    time_secs : float
        The time.
    camera : Poses or None
        The head: position of shape (3,), rotation of shape (4,).
    left, right : Hand or None
        The hands: position of shape (26, 3), rotation of shape (26, 4).
    gaze : Rays or None
        The gaze: origin and direction of shape (3,).
    """

    time_secs: float
    camera: Poses | None = None
    left: Hand | None = None
    right: Hand | None = None
    gaze: Rays | None = None

    def hand(self, side: Side) -> Hand | None:
        """The left or the right hand.

        >>> import reenact
        >>> reenact.demo().at(1.0).hand("left").position.shape
        (26, 3)
        """
        return _of_side(side, self.left, self.right)

    def __repr__(self) -> str:
        hands = [
            f"{side} ({hand._states})"
            for side, hand in (("left", self.left), ("right", self.right))
            if hand is not None
        ]
        there = ["camera"] * bool(self.camera) + hands + ["gaze"] * bool(self.gaze)
        return f"<reenact.Frame at {self.time_secs:g} s: {', '.join(there) or 'no tracks'}>"

    @property
    def tracks(self) -> Tracks:
        """Which tracks there are: camera, hands, gaze."""
        has_hands = self.left is not None or self.right is not None
        return (self.camera is not None, has_hands, self.gaze is not None)


def _of_side(side: Side, left: Hand | None, right: Hand | None) -> Hand | None:
    if side not in ("left", "right"):
        raise KeyError(f"no hand {side!r}: there are left and right")
    return left if side == "left" else right


def _hand_at(hand: Hand | None, index: int | slice) -> Hand | None:
    if hand is None:
        return None
    tracked, pinching = np.asarray(hand.tracked[index]), np.asarray(hand.pinching[index])
    observed = None if hand.observed is None else np.asarray(hand.observed[index])
    return Hand(tracked, pinching, hand.position[index], hand.rotation[index], observed)
