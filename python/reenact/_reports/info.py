"""Summary of a recording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .. import _html


@dataclass(frozen=True)
class Marker:
    """Marker: a named time."""

    time_secs: float
    name: str


@dataclass(frozen=True)
class HandInfo:
    """Spans in which a hand was tracked and pinching.

    Attributes
    ----------
    tracked, observed, pinching : tuple of (float, float)
        The spans, from and to, in seconds. A hand is observed while it is tracked and between
        keys of its joints. One span of `pinching` is one pinch.
    tracked_secs, observed_secs, pinching_secs : float
        For how long in all.
    keys : int
        Keys of all its curves.
    """

    tracked: tuple[tuple[float, float], ...]
    observed: tuple[tuple[float, float], ...]
    pinching: tuple[tuple[float, float], ...]
    tracked_secs: float
    observed_secs: float
    pinching_secs: float
    keys: int


_SAME_IN_REPORT = (
    "bytes",
    "version",
    "layout",
    "marker_list",
    "trailing_bytes",
    "curves",
    "keys",
    "camera_keys",
    "gaze_keys",
)


def _spans(spans: list[list[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((float(start), float(end)) for start, end in spans)


@dataclass(frozen=True, repr=False)
class Info:
    """Summary of a recording.

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
    start_secs, end_secs : float
        When it starts and ends: at its first key, but not before 0, and at its last key.
    duration_secs : float
        From start to end.
    first_key_secs : float or None
        The time of its first key; negative where a rolling buffer kept one from before its window.
    camera_observed, gaze_observed : tuple of (float, float)
        The spans in which head and gaze were observed, from and to, in seconds.
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
    start_secs: float
    end_secs: float
    duration_secs: float
    first_key_secs: float | None
    curves: int
    keys: int
    camera_keys: int
    gaze_keys: int
    camera_observed: tuple[tuple[float, float], ...]
    gaze_observed: tuple[tuple[float, float], ...]
    left: HandInfo | None
    right: HandInfo | None

    @classmethod
    def _of(cls, report: dict[str, Any]) -> Info:
        """Of the library's report."""
        observed = {track: _spans(spans) for track, spans in report["observed"].items()}

        def hand(side: str) -> HandInfo | None:
            hand = report["hands"] and report["hands"][side]
            if hand is None:
                return None
            spans = {name: _spans(hand[name]) for name in ("tracked", "pinching")}
            return HandInfo(**{**hand, **spans}, observed=observed[side])

        first = report["first_key_secs"]
        return cls(
            camera_observed=observed["camera"],
            gaze_observed=observed["gaze"],
            left=hand("left"),
            right=hand("right"),
            first_key_secs=None if first is None else float(first),
            # Numbers that JSON lacks are text.
            start_secs=float(report["start_secs"]),
            end_secs=float(report["end_secs"]),
            duration_secs=float(report["duration_secs"]),
            **{name: report[name] for name in _SAME_IN_REPORT},
        )

    def __repr__(self) -> str:
        return (
            f"<reenact.Info: {_html.secs(self.duration_secs)}, version {self.version} ({self.layout}), "
            f"{_html.plural(self.curves, 'curve')}, {_html.plural(self.keys, 'key')}>"
        )

    def _repr_html_(self) -> str:
        rows = [
            ("length", _html.secs(self.duration_secs)),
            ("version", f"{self.version} ({self.layout})"),
            ("size", f"{self.bytes:,} bytes"),
            ("keys", f"{self.keys:,} in {self.curves} curves"),
        ]
        for side, hand in (("left", self.left), ("right", self.right)):
            if hand is not None:
                rows.append(
                    (
                        f"{side} hand",
                        f"tracked {_html.secs(hand.tracked_secs)}, observed {_html.secs(hand.observed_secs)}, "
                        f"{len(hand.pinching)} pinches",
                    )
                )
        return _html.table("", rows)
