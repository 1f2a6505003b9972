"""Comparison of two recordings."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from .. import _html

_WORDS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


def _number(value: Any) -> float:
    """A number of JSON; what it has no number for is a word."""
    return _WORDS[value] if isinstance(value, str) else float(value)


@dataclass(frozen=True)
class TrackComparison:
    """Differences of a track between two recordings.

    Attributes
    ----------
    max_position_m, rms_position_m : float or None
        Of positions, over all joints and times.
    max_rotation_deg, rms_rotation_deg : float or None
        Of rotations, or of the gaze's direction.
    worst_joint, worst_time_secs : str or None, float or None
        Where and when positions are farthest apart.
    worst_rotation_joint, worst_rotation_time_secs : str or None, float or None
        Where and when rotations are.
    state_mismatch_secs : float
        Time in which a hand is tracked, pinching or known in one recording only; the next three list these separately.
    tracked_mismatch_secs, pinching_mismatch_secs : float
        The parts of it; 0 for camera and gaze.
    known_mismatch_secs : float
        Time in which a pose is known in one recording only.
    distance_over_time : dict of str to list
        Columns ``position_m``, ``rotation_deg`` and ``mismatch`` over as many even pieces of the time.
    """

    max_position_m: float | None
    rms_position_m: float | None
    max_rotation_deg: float | None
    rms_rotation_deg: float | None
    worst_joint: str | None
    worst_time_secs: float | None
    worst_rotation_joint: str | None
    worst_rotation_time_secs: float | None
    state_mismatch_secs: float
    tracked_mismatch_secs: float
    pinching_mismatch_secs: float
    known_mismatch_secs: float
    distance_over_time: dict[str, list[Any]] = field(repr=False)


def _track(report: dict[str, Any]) -> TrackComparison:
    """Of the JSON of a track."""
    position, rotation = report.pop("position_m") or {}, report.pop("rotation_deg") or {}
    return TrackComparison(
        max_position_m=position.get("max"),
        rms_position_m=position.get("rms"),
        max_rotation_deg=rotation.get("max"),
        rms_rotation_deg=rotation.get("rms"),
        worst_joint=position.get("joint"),
        worst_time_secs=position.get("time_secs"),
        worst_rotation_joint=rotation.get("joint"),
        worst_rotation_time_secs=rotation.get("time_secs"),
        **report,
    )


@dataclass(frozen=True, repr=False)
class Comparison:
    """Differences between two recordings. ``docs/reference/compare.md`` explains it.

    Attributes
    ----------
    same : bool
        Whether they are the same within the tolerances.
    identical : bool
        Whether they are the same to the bit.
    first_difference_secs : float or None
        From when on they are not the same.
    first_difference : dict or None
        The first difference, with a ``message``.
    duration_secs : (float, float)
        How long each is.
    compared_secs : (float, float) or None
        Which time was compared.
    frames : int
        At how many times.
    offset_secs : float
        How much later things happen in the second, as given or found.
    warp : dict or None
        How far times were bent.
    tracks : dict of str to TrackComparison
        By ``camera``, ``left``, ``right``, ``gaze``.
    only_in_one : list of dict
        Tracks that only one of them has.
    markers : list of dict
        Markers that only one of them has.
    """

    same: bool
    identical: bool
    first_difference_secs: float | None
    first_difference: dict[str, Any] | None
    duration_secs: tuple[float, float]
    compared_secs: tuple[float, float] | None
    frames: int
    offset_secs: float
    warp: dict[str, float] | None
    tracks: dict[str, TrackComparison]
    only_in_one: list[dict[str, str]]
    markers: list[dict[str, Any]]

    @classmethod
    def _of(cls, text: str) -> Comparison:
        """Of JSON."""
        report = json.loads(text)
        first = report["first_difference"]
        report["first_difference_secs"] = None if first is None else _number(first["time_secs"])
        report["duration_secs"] = tuple(map(_number, report["duration_secs"]))
        report["compared_secs"] = report["compared_secs"] and tuple(report["compared_secs"])
        tracks = report["tracks"].items()
        report["tracks"] = {name: _track(track) for name, track in tracks}
        return cls(**report)

    def __repr__(self) -> str:
        if self.identical:
            state = "identical"
        elif self.same:
            state = "the same within the tolerances"
        else:
            state = f"different from {_html.number(self.first_difference_secs, 's')} on"
        apart = [
            f"{name} {_html.number(track.max_position_m, 'm')}"
            for name, track in self.tracks.items()
            if track.max_position_m is not None and not self.identical
        ]
        return f"<reenact.Comparison: {state}{', at most ' if apart else ''}{', '.join(apart)}>"

    def _repr_html_(self) -> str:
        rows = [
            (
                name,
                f"at most {_html.number(track.max_position_m, 'm')}, {_html.number(track.max_rotation_deg, '°')}; "
                f"rms {_html.number(track.rms_position_m, 'm')}, {_html.number(track.rms_rotation_deg, '°')}",
            )
            for name, track in self.tracks.items()
        ]
        first = self.first_difference
        note = "" if first is None else str(first.get("message", ""))
        title = "identical" if self.identical else "same" if self.same else "different"
        return _html.table(title, rows, note=note)
