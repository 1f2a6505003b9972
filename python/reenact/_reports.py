"""What is found in recordings: small records, with the names that the command's JSON has."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal

_WORDS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


def _number(value: Any) -> float:
    """A number of JSON; what it has no number for is a word."""
    return _WORDS[value] if isinstance(value, str) else float(value)


@dataclass(frozen=True)
class Marker:
    """A named moment."""

    time_secs: float
    name: str


@dataclass(frozen=True)
class Note:
    """What has to be said of an edit.

    Attributes
    ----------
    code : str
        A stable name for it, such as ``"curves-baked"``.
    is_loss : bool
        Whether something of the original is gone.
    message : str
        One sentence.
    """

    code: str
    is_loss: bool
    message: str


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
    def of(cls, info: dict[str, Any]) -> Info:
        """Of what the extension module says."""

        def hand(hand: dict[str, Any] | None) -> HandInfo | None:
            if hand is None:
                return None
            tracked, pinching = tuple(hand.pop("tracked")), tuple(hand.pop("pinching"))
            return HandInfo(tracked=tracked, pinching=pinching, **hand)

        left, right = hand(info.pop("left")), hand(info.pop("right"))
        return cls(left=left, right=right, **info)


@dataclass(frozen=True)
class Finding:
    """Something wrong or odd with a file. ``docs/doctor.md`` explains every code.

    Attributes
    ----------
    code : str
        What it is, such as ``"rotation-w-lost"``.
    severity : {"error", "warning", "note"}
        How bad it is.
    where : str
        Which curve, track or part.
    count : int
        How often.
    offset : int or None
        The byte at which it starts.
    from_secs, to_secs : float or None
        The time that it spans.
    message : str
        One sentence.
    repair : {"exact", "partial", "none"}
        Whether `Recording.repair` can mend it.
    """

    code: str
    severity: Literal["error", "warning", "note"]
    where: str
    count: int
    offset: int | None
    from_secs: float | None
    to_secs: float | None
    message: str
    repair: Literal["exact", "partial", "none"]


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong or odd with a file, and which MRTK probably wrote it.

    Attributes
    ----------
    writer : str or None
        Such as ``"MRTK 2.6.0 – 2.7.2"``.
    evidence : tuple of str
        What speaks for it.
    findings : tuple of Finding
        What was found.
    """

    writer: str | None
    evidence: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def is_healthy(self) -> bool:
        """Whether there is nothing worse than a note."""
        return all(finding.severity == "note" for finding in self.findings)

    @classmethod
    def of(cls, text: str) -> Diagnosis:
        """Of JSON."""
        report = json.loads(text)
        findings = tuple(Finding(**finding) for finding in report["findings"])
        return cls(report["writer"], tuple(report["evidence"]), findings)


@dataclass(frozen=True)
class Event:
    """Something that happened. ``docs/measures.md`` says how each kind is found.

    Attributes
    ----------
    kind : {"tracked", "pinch", "grab", "poke", "pause", "fixation", "saccade"}
        What.
    hand : {"left", "right"} or None
        Which hand did it.
    from_secs, to_secs : float
        From when to when.
    place_m : (float, float, float) or None
        Where.
    direction : (float, float, float) or None
        Which way the gaze went.
    value : float or None
        The measure of the kind: least aperture of a pinch in metres, most curl of a grab in degrees, depth of a poke in
        metres, mean speed of a pause in m/s, radius of a fixation and amplitude of a saccade in degrees.
    """

    kind: Literal["tracked", "pinch", "grab", "poke", "pause", "fixation", "saccade"]
    hand: Literal["left", "right"] | None
    from_secs: float
    to_secs: float
    place_m: tuple[float, float, float] | None
    direction: tuple[float, float, float] | None
    value: float | None

    @property
    def duration_secs(self) -> float:
        """How long it took."""
        return self.to_secs - self.from_secs

    @classmethod
    def list_of(cls, text: str) -> list[Event]:
        """Of JSON."""

        def event(event: dict[str, Any]) -> Event:
            for name in ("place_m", "direction"):
                event[name] = event[name] and tuple(event[name])
            return cls(**event)

        return [event(one) for one in json.loads(text)]


@dataclass(frozen=True)
class Stats:
    """Measures of a recording. ``docs/measures.md`` defines them all.

    Attributes
    ----------
    values : dict of str to float or None
        Every measure by its name with the unit at the end, such as ``"right_path_length_m"``, always the same ones in the
        same order; None where a recording does not have it.
    labels : dict of str to str
        The same in words, such as ``"right path length"``.
    units : dict of str to str
        Their units.

    Examples
    --------
    >>> import reenact
    >>> stats = reenact.demo().stats()
    >>> stats["right_pinches"] > 0
    True
    >>> stats.units["right_path_length_m"]
    'm'
    """

    values: dict[str, float | None]
    labels: dict[str, str] = field(repr=False)
    units: dict[str, str] = field(repr=False)

    def __getitem__(self, name: str) -> float | None:
        return self.values[name]

    @classmethod
    def of(cls, text: str) -> Stats:
        """Of JSON."""
        rows = json.loads(text)
        return cls(
            {row["name"]: row["value"] for row in rows},
            {row["name"]: row["label"] for row in rows},
            {row["name"]: row["unit"] for row in rows},
        )


@dataclass(frozen=True)
class TrackComparison:
    """How far a track of two recordings is apart.

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
        For how long a hand is tracked, pinching or known in one alone; the next three say which.
    tracked_mismatch_secs, pinching_mismatch_secs : float or None
        The parts of it; None for camera and gaze.
    known_mismatch_secs : float
        For how long there is something to say in one alone.
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
    known_mismatch_secs: float
    distance_over_time: dict[str, list[Any]] = field(repr=False)
    tracked_mismatch_secs: float | None = None
    pinching_mismatch_secs: float | None = None


@dataclass(frozen=True)
class Comparison:
    """How far apart two recordings are, and from when on. ``docs/compare.md`` explains it.

    Attributes
    ----------
    same : bool
        Whether they are the same within the tolerances.
    identical : bool
        Whether they are the same to the bit.
    first_difference_secs : float or None
        From when on they are not the same.
    first_difference : dict or None
        What it is, with a ``message`` in words.
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
    def of(cls, text: str) -> Comparison:
        """Of JSON."""
        report = json.loads(text)
        first = report["first_difference_secs"]
        report["first_difference_secs"] = None if first is None else _number(first)
        report["duration_secs"] = tuple(map(_number, report["duration_secs"]))
        report["compared_secs"] = report["compared_secs"] and tuple(report["compared_secs"])
        tracks = report["tracks"].items()
        report["tracks"] = {name: TrackComparison(**track) for name, track in tracks}
        return cls(**report)


@dataclass(frozen=True)
class Change:
    """What was mended in one place, or could be.

    Attributes
    ----------
    mend : str
        Which mend, such as ``"rotation-w"``.
    place : str
        Which curve or part.
    keys : int
        How many keys.
    largest_mm, largest_degrees : float or None
        How far something was moved at most.
    keys_in_doubt : int
        Keys of which nobody can know what they were.
    is_exact, is_loss : bool
        Whether it is as it was meant, and whether something is gone.
    message : str
        One sentence.
    """

    mend: str
    place: str
    keys: int
    largest_mm: float | None
    largest_degrees: float | None
    keys_in_doubt: int
    is_exact: bool
    is_loss: bool
    message: str


@dataclass(frozen=True)
class Repair:
    """What was changed, and what could be.

    Attributes
    ----------
    changes : tuple of Change
        What was mended.
    left : tuple of Change
        What other mends would do.
    salvage : dict or None
        What was saved of a file that is cut short.
    read_as : str or None
        Said where the result will be read as another layout.
    """

    changes: tuple[Change, ...]
    left: tuple[Change, ...]
    salvage: dict[str, Any] | None
    read_as: str | None

    @classmethod
    def of(cls, text: str) -> Repair:
        """Of JSON."""
        report = json.loads(text)
        changes = tuple(Change(**change) for change in report.pop("changes"))
        left = tuple(Change(**change) for change in report.pop("left"))
        return cls(changes=changes, left=left, **report)


@dataclass(frozen=True)
class TrackProof:
    """How many keys a track had and has, and how far off it is at any of the old ones.

    Attributes
    ----------
    track : str
        ``camera``, ``left``, ``right`` or ``gaze``.
    keys_before, keys_after : int
        How many keys.
    max_position_mm, rms_position_mm : float
        How far positions are off.
    max_angle_deg, rms_angle_deg : float
        How far rotations or directions are off.
    """

    track: str
    keys_before: int
    keys_after: int
    max_position_mm: float
    rms_position_mm: float
    max_angle_deg: float
    rms_angle_deg: float
