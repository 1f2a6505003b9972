"""What happened in a recording, and the measures of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

EventKind = Literal["tracked", "pinch", "grab", "poke", "pause", "fixation", "saccade"]
EVENT_KINDS: tuple[str, ...] = get_args(EventKind)


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

    kind: EventKind
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
    def _list_of(cls, text: str) -> list[Event]:
        """Of JSON."""

        def event(event: dict[str, Any]) -> Event:
            for name in ("place_m", "direction"):
                event[name] = event[name] and tuple(event[name])
            return cls(**event)

        return [event(one) for one in json.loads(text)]


@dataclass(frozen=True)
class Damage:
    """A defect of a recording that makes measures wrong or takes them away.

    Attributes
    ----------
    code : str
        What `reenact.Recording.doctor` calls it, such as ``"rotation-w-lost"``.
    severity : {"error", "warning", "note"}
        How bad it is.
    affects : tuple of str
        Groups of measures, such as ``"head_rotation"``.
    measures : tuple of str
        The names of these measures.
    """

    code: str
    severity: Literal["error", "warning", "note"]
    affects: tuple[str, ...]
    measures: tuple[str, ...] = field(repr=False)


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
    damage : tuple of Damage
        Defects of the recording that make measures wrong or take them away, the worst first; empty for a sound one.

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
    damage: tuple[Damage, ...] = ()

    def __getitem__(self, name: str) -> float | None:
        return self.values[name]

    @classmethod
    def _of(cls, text: str) -> Stats:
        """Of JSON."""
        measured = json.loads(text)
        rows, found = measured["rows"], measured["damage"]
        return cls(
            {row["name"]: row["value"] for row in rows},
            {row["name"]: row["label"] for row in rows},
            {row["name"]: row["unit"] for row in rows},
            tuple(
                Damage(one["code"], one["severity"], tuple(one["affects"]), tuple(one["measures"]))
                for one in found
            ),
        )
