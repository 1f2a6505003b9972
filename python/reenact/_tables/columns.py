"""The columns of a table, whoever they are for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from .. import _reenact
from .._errors import ReenactError
from .._reports import Stats

if TYPE_CHECKING:
    from .._recording.held import Held
    from .._types import BoolArray, Mode, Table

TABLES: tuple[Table, ...] = ("joints", "frames", "keys", "markers", "stats")

#: Frames or keys that are made at a time, so that memory stays small: some 100,000 rows of joints, or as many numbers.
_PIECES = {"joints": 1 << 11, "frames": 1 << 11, "keys": 1 << 18, "markers": 1 << 31}

Kind = Literal["float", "double", "integer", "flag", "name", "group"]


@dataclass(frozen=True)
class Ask:
    """Which table, at which rate and in which mode, and which of its columns: all of them if None."""

    table: Table
    rate_hz: float
    mode: Mode
    columns: Sequence[str] | None = None

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


@dataclass(frozen=True, eq=False)
class Column:
    """One column: values for every row, and where there is something."""

    name: str
    kind: Kind
    values: npt.NDArray[Any]
    #: What the numbers of names stand for, or the columns of a group.
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
        """What the numbers of names stand for."""
        return [name for name in self.more or [] if isinstance(name, str)]


def row_count(recording: Held, ask: Ask) -> int:
    """How many pieces a table can be cut into: frames, keys or markers."""
    if ask.table == "stats":
        return 1
    return _reenact.table_rows(recording._inner, ask.table, ask.rate_hz)


def pieces(
    recording: Held, ask: Ask, rows: tuple[int, int] | None = None
) -> Iterator[tuple[int, int]]:
    """The rows of a table in pieces that are small enough; at least one, which may be empty."""
    start, end = rows or (0, row_count(recording, ask))
    step = _PIECES.get(ask.table, 1)
    yield from ((at, min(at + step, end)) for at in range(start, max(end, start + 1), step))


def columns(recording: Held, ask: Ask, rows: tuple[int, int] | None = None) -> list[Column]:
    """The columns that are asked for, of some rows: `recording` first, as in Parquet."""
    names = None if ask.columns is None else list(ask.columns)
    if ask.table == "stats":
        made, count = _stats(recording, ask), 1
    else:
        # The first column is wanted for how long it is, if for nothing else.
        first = {"keys": "index", "markers": "index"}.get(ask.table, "time_secs")
        asked = names if names is None or first in names else [*names, first]
        start, end = rows or (0, row_count(recording, ask))
        found = _reenact.table(
            recording._inner, ask.table, ask.mode, ask.rate_hz, start, end, asked
        )
        made = [Column.of(column) for column in found]
        count = next(len(column.values) for column in made if column.name == first)
    numbers = np.zeros(count, np.int32)
    made.insert(0, Column("recording", "name", numbers, [recording._name], None))
    if names is None:
        return made
    by_name = {column.name: column for column in made}
    if unknown := set(names) - set(by_name):
        raise ReenactError(f"the table {ask.table} has no column {min(unknown)!r}")
    # In the order in which they are wanted.
    return [by_name[name] for name in names]


def _stats(recording: Held, ask: Ask) -> list[Column]:
    options = {"mode": ask.mode, "rate_hz": ask.rate_hz}
    stats = Stats._of(_reenact.stats(recording._inner, options))

    def column(name: str, value: float | None) -> Column:
        number = np.array([np.nan if value is None else value])
        return Column(name, "double", number, None, np.array([value is not None]))

    # The codes of the defects that affect measures, as in `reenact stats --csv`.
    codes = " ".join(damage.code for damage in stats.damage)
    damage = Column("damage", "name", np.zeros(1, np.int32), [codes], None)
    return [*(column(name, value) for name, value in stats.values.items()), damage]


def nothing() -> Held:
    """A recording with every column and next to nothing in it: to know the types."""
    from .._opening import make

    return make(0, rate_hz=1)
