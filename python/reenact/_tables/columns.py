"""Columns of tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
import numpy.typing as npt

from .. import _reenact

if TYPE_CHECKING:
    from pathlib import Path

    from .._recording.storage import _Storage
    from .._types import Axes, BoolArray, Mode, TableName

TABLES = cast("tuple[TableName, ...]", _reenact.NAMES["TableName"])

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
    #: Only events of these kinds.
    kinds: Sequence[str] | None = None

    def __post_init__(self) -> None:
        if isinstance(self.columns, str):
            # One name is not its letters.
            object.__setattr__(self, "columns", [self.columns])
        # Invalid names and numbers raise an error now, and not when the table is read.
        request([], self)

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
        """From the tuple of the extension module."""
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


def request(
    sources: Sequence[tuple[str, _reenact.Recording | Path]],
    ask: Ask,
    rows: tuple[int, int] | None = None,
) -> _reenact.Table:
    """The table of some recordings, or of some of their frames, keys or markers."""
    columns = None if ask.columns is None else list(ask.columns)
    kinds = None if ask.kinds is None else list(ask.kinds)
    return _reenact.Table(list(sources), ask.table, ask.axes, columns, ask.options, kinds, rows)


def table_of(recording: _Storage, ask: Ask, rows: tuple[int, int] | None = None) -> _reenact.Table:
    """The table of one recording."""
    return request([(recording._name, recording._inner)], ask, rows)


def row_count(recording: _Storage, ask: Ask) -> int:
    """Number of frames, keys or markers, by which a table can be cut into pieces."""
    return _row_counts(recording, ask)[0]


def _row_counts(recording: _Storage, ask: Ask) -> tuple[int, int]:
    return _reenact.table_rows(recording._inner, ask.table, ask.rate_hz, ask.max_frames)


def pieces(recording: _Storage, ask: Ask) -> Iterator[tuple[int, int]]:
    """The rows of a table in pieces that are small enough."""
    count, step = _row_counts(recording, ask)
    yield from ((at, min(at + step, count)) for at in range(0, count, step))


def columns(recording: _Storage, ask: Ask) -> list[Column]:
    """The columns that are asked for, as arrays: `recording` first, as in Parquet."""
    return [Column.of(column) for column in table_of(recording, ask).columns()]


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


def nothing() -> _Storage:
    """A recording with every column and next to nothing in it: to know the types."""
    from .._opening import make

    return make(0, rate_hz=1)
