"""The columns of a table, for every library of tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from .. import _reenact
from .._axes import check_axes, components
from .._errors import ReenactError
from .._reports import Stats
from .._types import EventKind, TableName

if TYPE_CHECKING:
    from .._recording.storage import _Storage
    from .._reports import Event
    from .._types import Axes, BoolArray, Mode

TABLES: tuple[TableName, ...] = get_args(TableName)

#: Frames or keys that are made at a time, so that memory stays small: some 100,000 rows of joints, or as many numbers.
_PIECES = {"joints": 1 << 11, "frames": 1 << 11, "keys": 1 << 18, "markers": 1 << 31}

Kind = Literal["float", "double", "integer", "flag", "name", "group"]


@dataclass(frozen=True)
class Ask:
    """Which table, how it is made, and which of its columns: all of them if None."""

    table: TableName
    rate_hz: float
    mode: Mode
    columns: Sequence[str] | None = None
    axes: Axes = "unity"
    #: Thresholds and the like, of measures and events.
    measuring: dict[str, Any] = field(default_factory=dict)
    max_frames: int | None = None

    def __post_init__(self) -> None:
        if isinstance(self.columns, str):
            # One name is not its letters.
            object.__setattr__(self, "columns", [self.columns])
        if self.table not in TABLES:
            raise ReenactError(f"no table {self.table!r}: there are {', '.join(TABLES)}")
        if self.mode not in ("clean", "mrtk"):
            raise ReenactError(f"no mode {self.mode!r}: there are clean and mrtk")
        if not 0 < self.rate_hz < math.inf:
            raise ReenactError(f"rate_hz is {self.rate_hz!r} instead of a positive number")
        check_axes(self.axes)
        if self.measuring and self.table not in ("events", "stats"):
            name = min(self.measuring)
            raise ReenactError(
                f"the table {self.table} has no option {name!r}: events and stats do"
            )

    @property
    def options(self) -> dict[str, Any]:
        """Options of measures."""
        options = {"mode": self.mode, "rate_hz": self.rate_hz, "max_frames": self.max_frames}
        return {**options, **self.measuring}


@dataclass(frozen=True, eq=False)
class Column:
    """One column: values for every row, and where there is something."""

    name: str
    kind: Kind
    values: npt.NDArray[Any]
    #: The names that numbers stand for, or the columns of a group.
    more: list[str] | list[Column] | None
    present: BoolArray | None

    @classmethod
    def of(cls, column: Any) -> Column:
        """Of what the extension module says."""
        name, kind, values, more, present = column
        if kind == "group":
            more = [cls.of(one) for one in more]
        return cls(name, kind, values, more, present)

    @property
    def parts(self) -> list[Column]:
        """The columns of a group."""
        return [part for part in self.more or [] if isinstance(part, Column)]

    @property
    def names(self) -> list[str]:
        """The names that numbers stand for."""
        return [name for name in self.more or [] if isinstance(name, str)]

    def signed(self, name: str, sign: int) -> Column:
        """The same numbers under another name, with a sign."""
        values = self.values if sign > 0 else -self.values
        return Column(name, self.kind, values, self.more, self.present)


def row_count(recording: _Storage, ask: Ask) -> int:
    """Number of frames, keys or markers, by which a table can be cut into pieces."""
    if ask.table in ("stats", "events"):
        return 1
    return _reenact.table_rows(recording._inner, ask.table, ask.rate_hz, ask.max_frames)


def pieces(
    recording: _Storage, ask: Ask, rows: tuple[int, int] | None = None
) -> Iterator[tuple[int, int]]:
    """The rows of a table in pieces that are small enough; at least one, which may be empty."""
    start, end = rows or (0, row_count(recording, ask))
    step = _PIECES.get(ask.table, 1)
    yield from ((at, min(at + step, end)) for at in range(start, max(end, start + 1), step))


def columns(recording: _Storage, ask: Ask, rows: tuple[int, int] | None = None) -> list[Column]:
    """The columns that are asked for, of some rows: `recording` first, as in Parquet."""
    names = None if ask.columns is None else list(ask.columns)
    if ask.table == "stats":
        made, count = _stats(recording, ask), 1
    elif ask.table == "events":
        made = _events(recording, ask) if rows is None or rows[0] < rows[1] else _event_columns([])
        count = len(made[0].values)
    else:
        # The first column is wanted for how long it is, if for nothing else.
        first = {"keys": "index", "markers": "index"}.get(ask.table, "time_secs")
        asked = None if names is None else [components(ask.axes, name)[0] for name in names]
        if asked is not None and first not in asked:
            asked.append(first)
        start, end = rows or (0, row_count(recording, ask))
        found = _reenact.table(
            recording._inner, ask.table, ask.mode, ask.rate_hz, start, end, asked, ask.max_frames
        )
        made = [Column.of(column) for column in found]
        count = next(len(column.values) for column in made if column.name == first)
        made = _turned(made, ask, names)
    numbers = np.zeros(count, np.int32)
    made.insert(0, Column("recording", "name", numbers, [recording._name], None))
    if names is None:
        return made
    by_name = {column.name: column for column in made}
    if unknown := set(names) - set(by_name):
        raise ReenactError(f"the table {ask.table} has no column {min(unknown)!r}")
    # In the order in which they are wanted.
    return [by_name[name] for name in names]


def _turned(made: list[Column], ask: Ask, names: list[str] | None) -> list[Column]:
    """Columns in the axes that are asked for; those that were made for others only are left out."""
    if ask.axes == "unity" or ask.table not in ("joints", "frames"):
        return made
    by_name = {column.name: column for column in made}
    wanted = names if names is not None else [column.name for column in made]
    turned: list[Column] = []
    for name in dict.fromkeys([*wanted, *by_name]):
        source, sign = components(ask.axes, name)
        if source not in by_name or (name not in wanted and name in by_name and source != name):
            continue
        column = by_name[source]
        if column.kind == "group":
            parts = {part.name: part for part in column.parts}
            turned_parts = [
                parts[source].signed(part, sign)
                for part in parts
                for source, sign in [components(ask.axes, part)]
            ]
            turned.append(Column(name, "group", column.values, turned_parts, column.present))
        else:
            turned.append(column.signed(name, sign))
    return turned


def concatenated(tables: Sequence[list[Column]]) -> list[Column]:
    """The rows of several tables of the same columns, one after the other."""
    return [_joined(same) for same in zip(*tables, strict=True)]


def _joined(columns: Sequence[Column]) -> Column:
    first = columns[0]
    present = None
    if first.present is not None:
        there = [
            np.ones(len(one.values), bool) if one.present is None else one.present
            for one in columns
        ]
        present = np.concatenate(there)
    if first.kind == "group":
        parts = concatenated([column.parts for column in columns])
        return Column(first.name, "group", first.values, parts, present)
    if first.kind == "name":
        starts = np.cumsum([0, *(len(column.names) for column in columns)])
        numbers = [
            column.values + np.int32(start)
            for column, start in zip(columns, starts[:-1], strict=True)
        ]
        names = [name for column in columns for name in column.names]
        return Column(first.name, "name", np.concatenate(numbers), names, present)
    values = np.concatenate([column.values for column in columns])
    return Column(first.name, first.kind, values, None, present)


def _stats(recording: _Storage, ask: Ask) -> list[Column]:
    stats = Stats._of(_reenact.stats(recording._inner, ask.options))

    def column(name: str, value: float | None) -> Column:
        number = np.array([np.nan if value is None else float(value)])
        return Column(name, "double", number, None, np.array([value is not None]))

    # The codes of the defects that affect measures, as in `reenact stats --csv`.
    codes = " ".join(damage.code for damage in stats.damage)
    damage = Column("damage", "name", np.zeros(1, np.int32), [codes], None)
    return [*(column(name, value) for name, value in stats.items()), damage]


def _events(recording: _Storage, ask: Ask) -> list[Column]:
    from .._reports import Event

    options = dict(ask.options)
    kinds = options.pop("kinds", None)
    found = Event._list_of(_reenact.events(recording._inner, options))
    if kinds is not None:
        from .._recording.reports import event_kinds

        wanted = event_kinds(kinds)
        found = [event for event in found if event.kind in wanted]
    return _event_columns(found)


def _event_columns(found: Sequence[Event]) -> list[Column]:
    def doubles(name: str, values: Sequence[float | None]) -> Column:
        present = np.array([value is not None for value in values], bool)
        numbers = np.array([np.nan if value is None else value for value in values], np.float64)
        return Column(name, "double", numbers, None, present)

    def times(name: str, values: Sequence[float]) -> Column:
        return Column(name, "double", np.array(values, np.float64), None, None)

    def names(name: str, known: Sequence[str], values: Sequence[str | None]) -> Column:
        present = np.array([value is not None for value in values], bool)
        numbers = [0 if value is None else known.index(value) for value in values]
        shown = None if name == "kind" else present
        return Column(name, "name", np.array(numbers, np.int32), list(known), shown)

    def vector(event: Event, name: str, axis: int) -> float | None:
        given = event.place_m if name == "place" else event.direction
        return None if given is None else given[axis]

    made = [
        names("kind", get_args(EventKind), [event.kind for event in found]),
        names("hand", ("left", "right"), [event.hand for event in found]),
        times("start_secs", [event.start_secs for event in found]),
        times("end_secs", [event.end_secs for event in found]),
        times("duration_secs", [event.duration_secs for event in found]),
    ]
    for name, unit in (("place", "_m"), ("direction", "")):
        made += [
            doubles(f"{name}_{letter}{unit}", [vector(event, name, axis) for event in found])
            for axis, letter in enumerate("xyz")
        ]
    return [*made, doubles("value", [event.value for event in found])]


def nothing() -> _Storage:
    """A recording with every column and next to nothing in it: to know the types."""
    from .._opening import make

    return make(0, rate_hz=1)
