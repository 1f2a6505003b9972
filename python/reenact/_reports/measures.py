"""Events and measures of a recording."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .. import _html
from .._errors import unknown

if TYPE_CHECKING:
    from .._types import EventKind


@dataclass(frozen=True)
class Event:
    """Event with a start and an end, such as a pinch or a fixation. ``docs/reference/measures.md`` defines each kind.

    Attributes
    ----------
    kind : {"tracked", "pinch", "grab", "poke", "pause", "fixation", "saccade"}
        Kind of event.
    hand : {"left", "right"} or None
        The hand, if the event is of one.
    start_secs, end_secs : float
        Start and end in seconds.
    position_m : (float, float, float) or None
        Position in metres.
    direction : (float, float, float) or None
        Direction of the gaze.
    value : float or None
        The measure of the kind: least aperture of a pinch in metres, most curl of a grab in degrees, depth of a poke in
        metres, mean speed of a pause in m/s, radius of a fixation and amplitude of a saccade in degrees.
    """

    kind: EventKind
    hand: Literal["left", "right"] | None
    start_secs: float
    end_secs: float
    position_m: tuple[float, float, float] | None
    direction: tuple[float, float, float] | None
    value: float | None

    @property
    def duration_secs(self) -> float:
        """Its length in seconds."""
        return self.end_secs - self.start_secs

    @classmethod
    def _list_of(cls, text: str) -> list[Event]:
        """Of JSON."""

        def event(event: dict[str, Any]) -> Event:
            for name in ("position_m", "direction"):
                event[name] = event[name] and tuple(event[name])
            # To the bit, as the table of events has them: JSON has the shortest decimals.
            start_secs, end_secs = (
                float(np.float32(event.pop(f"{end}_secs"))) for end in ("from", "to")
            )
            return cls(start_secs=start_secs, end_secs=end_secs, **event)

        return [event(one) for one in json.loads(text)]


@dataclass(frozen=True)
class Damage:
    """Defect of a recording that makes measures wrong or missing.

    Attributes
    ----------
    code : str
        The code of the finding of `reenact.Recording.doctor`, such as ``"rotation-w-lost"``.
    severity : {"error", "warning", "note"}
        Severity of the finding.
    affects : tuple of str
        Groups of measures, such as ``"head_rotation"``.
    measures : tuple of str
        The names of these measures.
    """

    code: str
    severity: Literal["error", "warning", "note"]
    affects: tuple[str, ...]
    measures: tuple[str, ...] = field(repr=False)


class Stats(Mapping[str, "float | int | None"]):
    """Measures of a recording, by name. ``docs/reference/measures.md`` defines them all.

    A mapping from names with the unit at the end, such as ``"right_path_length_m"``, to numbers: always the same names in the same
    order. Counts are whole numbers. A measure that a recording does not have is None.

    Attributes
    ----------
    labels : dict of str to str
        The names in words, such as ``"right path length"``.
    units : dict of str to str
        Their units.
    damage : tuple of Damage
        Defects of the recording that make measures wrong or missing, the worst first.

    Examples
    --------
    >>> import reenact
    >>> stats = reenact.demo().stats()
    >>> stats["right_pinches"]
    1
    >>> stats.units["right_path_length_m"]
    'm'
    >>> dict(stats)["right_pinches"]
    1
    """

    __slots__ = ("_measures", "damage", "labels", "units")

    def __init__(
        self,
        measures: dict[str, float | int | None],
        labels: dict[str, str],
        units: dict[str, str],
        damage: tuple[Damage, ...] = (),
    ) -> None:
        self._measures = measures
        self.labels: dict[str, str] = labels
        self.units: dict[str, str] = units
        self.damage: tuple[Damage, ...] = damage

    def __getitem__(self, name: str) -> float | int | None:
        try:
            return self._measures[name]
        except KeyError:
            raise KeyError(unknown("measure", name, self._measures)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._measures)

    def __len__(self) -> int:
        return len(self._measures)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    @classmethod
    def _of(cls, text: str) -> Stats:
        """Of JSON."""
        measured = json.loads(text)
        rows, found = measured["rows"], measured["damage"]
        return cls(
            {row["name"]: _value(row) for row in rows},
            {row["name"]: row["label"] for row in rows},
            {row["name"]: row["unit"] for row in rows},
            tuple(
                Damage(one["code"], one["severity"], tuple(one["affects"]), tuple(one["measures"]))
                for one in found
            ),
        )

    def __repr__(self) -> str:
        known = sum(value is not None for value in self.values())
        damage = f", damage: {' '.join(one.code for one in self.damage)}" if self.damage else ""
        duration = _html.number(self.get("duration_secs"), "s")
        return f"<reenact.Stats: {known} of {len(self)} measures, {duration}{damage}>"

    def _repr_html_(self) -> str:
        rows = (
            (self.labels[name], _html.number(value, self.units[name]))
            for name, value in self.items()
            if value is not None
        )
        note = "; ".join(f"{one.severity}: {one.code}" for one in self.damage)
        return _html.table("measures", rows, note=note)


def _value(row: dict[str, Any]) -> float | int | None:
    """The value of a measure: a whole number if it is a count."""
    value: float | None = row["value"]
    return int(value) if value is not None and row["is_count"] else value
