"""What is in a recording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Marker:
    """A named moment."""

    time_secs: float
    name: str


@dataclass(frozen=True)
class HandInfo:
    """When a hand was there, and when it pinched.

    Attributes
    ----------
    tracked, pinching : tuple of (float, float)
        The spans, from and to, in seconds. One span of `pinching` is one pinch.
    tracked_secs, pinching_secs : float
        For how long in all.
    keys : int
        Keys of all its curves.
    """

    tracked: tuple[tuple[float, float], ...]
    pinching: tuple[tuple[float, float], ...]
    tracked_secs: float
    pinching_secs: float
    keys: int


@dataclass(frozen=True)
class Info:
    """What is in a recording.

    Attributes
    ----------
    bytes : int
        The size of the file that it is, or would be.
    version, layout : str
        How it is stored, such as ``"1.1"`` and ``"mrtk"``.
    marker_list : bool
        Whether it has a list of markers, empty or not. Files that MRTK loads do.
    trailing_bytes : int
        Bytes after all that.
    duration_secs, start_secs : float
        The times of its last and first key.
    curves, keys, camera_keys, gaze_keys : int
        How many there are.
    left, right : HandInfo or None
        The hands, if they were recorded.
    """

    bytes: int
    version: str
    layout: str
    marker_list: bool
    trailing_bytes: int
    duration_secs: float
    start_secs: float
    curves: int
    keys: int
    camera_keys: int
    gaze_keys: int
    left: HandInfo | None
    right: HandInfo | None

    @classmethod
    def _of(cls, info: dict[str, Any]) -> Info:
        """Of what the extension module says."""

        def hand(hand: dict[str, Any] | None) -> HandInfo | None:
            if hand is None:
                return None
            tracked, pinching = tuple(hand.pop("tracked")), tuple(hand.pop("pinching"))
            return HandInfo(tracked=tracked, pinching=pinching, **hand)

        left, right = hand(info.pop("left")), hand(info.pop("right"))
        return cls(left=left, right=right, **info)
