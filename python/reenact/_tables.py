"""Recordings as tables: the schema of the Parquet files, whoever asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from . import _reenact
from ._errors import ReenactError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from ._recording import Recording
    from ._types import BoolArray, Mode, Table

TABLES: tuple[Table, ...] = ("joints", "frames", "keys", "markers", "stats")

#: Frames or keys that are made at a time, so that memory stays small: some 100,000 rows of joints, or as many numbers.
_PIECES = {"joints": 1 << 11, "frames": 1 << 11, "keys": 1 << 18, "markers": 1 << 31}

Kind = Literal["float", "double", "integer", "flag", "name", "group"]


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


def row_count(recording: Recording, table: Table, rate_hz: float) -> int:
    """How many pieces a table can be cut into: frames, keys or markers."""
    if table == "stats":
        return 1
    return _reenact.table_rows(recording._inner, table, rate_hz)


def check(table: str) -> None:
    """Complains about a table that there is not."""
    if table not in TABLES:
        raise ReenactError(f"no table {table!r}: there are {', '.join(TABLES)}")


def columns(
    recording: Recording,
    table: Table,
    rate_hz: float,
    mode: Mode,
    wanted: Sequence[str] | None,
    rows: tuple[int, int] | None = None,
) -> list[Column]:
    """Some columns of some rows: `recording` first, as in Parquet."""
    check(table)
    start, end = rows or (0, row_count(recording, table, rate_hz))
    names = None if wanted is None else list(wanted)
    if table == "stats":
        made = _stats(recording, rate_hz, mode, names)
        count = 1
    else:
        # The first column is wanted for how long it is, if for nothing else.
        first = {"keys": "index", "markers": "index"}.get(table, "time_secs")
        asked = names if names is None or first in names else [*names, first]
        found = _reenact.table(recording._inner, table, mode, rate_hz, start, end, asked)
        made = [Column.of(column) for column in found]
        count = next(len(column.values) for column in made if column.name == first)
        made = [column for column in made if names is None or column.name in names]
    if names is None or "recording" in names:
        numbers = np.zeros(count, np.int32)
        made.insert(0, Column("recording", "name", numbers, [recording.name], None))
    if names is not None:
        unknown = set(names) - {column.name for column in made}
        if unknown:
            raise ReenactError(f"the table {table} has no column {min(unknown)!r}")
        # In the order in which they are wanted.
        by_name = {column.name: column for column in made}
        made = [by_name[name] for name in names]
    return made


def _stats(
    recording: Recording, rate_hz: float, mode: Mode, names: list[str] | None
) -> list[Column]:
    values = recording.stats(mode=mode, rate_hz=rate_hz).values

    def column(name: str, value: float | None) -> Column:
        number = np.array([np.nan if value is None else value])
        return Column(name, "double", number, None, np.array([value is not None]))

    wanted = values.items() if names is None else [(n, values[n]) for n in names if n in values]
    return [column(name, value) for name, value in wanted]


def pieces(
    recording: Recording, table: Table, rate_hz: float, rows: tuple[int, int] | None = None
) -> Iterator[tuple[int, int]]:
    """The rows of a table in pieces that are small enough; at least one, which may be empty."""
    start, end = rows or (0, row_count(recording, table, rate_hz))
    step = _PIECES.get(table, 1)
    yield from ((at, min(at + step, end)) for at in range(start, max(end, start + 1), step))


# Arrow


def arrow_schema(table: Table, mode: Mode, wanted: Sequence[str] | None = None) -> pyarrow.Schema:
    """The schema of a table: the same for every recording."""
    check(table)
    return arrow_batch(columns(_nothing(), table, 60.0, mode, wanted)).schema


def _nothing() -> Recording:
    from ._recording import make

    return make(0, rate_hz=1)


def arrow_batch(made: Sequence[Column]) -> pyarrow.RecordBatch:
    """Columns as a batch for Arrow."""
    import pyarrow as pa

    arrays = [_arrow_array(column) for column in made]
    fields = [
        pa.field(column.name, array.type, nullable=column.present is not None)
        for column, array in zip(made, arrays, strict=False)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))


def _arrow_array(column: Column) -> pyarrow.Array:
    import pyarrow as pa

    missing = None if column.present is None else ~column.present
    if column.kind == "group":
        arrays = [_arrow_array(part) for part in column.parts]
        fields = [
            pa.field(part.name, array.type, nullable=False)
            for part, array in zip(column.parts, arrays, strict=False)
        ]
        mask = None if missing is None else pa.array(missing)
        return pa.StructArray.from_arrays(arrays, fields=fields, mask=mask)
    if column.kind == "name":
        names = pa.array(column.names, pa.string())
        return pa.DictionaryArray.from_arrays(pa.array(column.values), names).cast(pa.string())
    return pa.array(column.values, mask=missing, from_pandas=False)


def arrow_batches(
    recording: Recording,
    table: Table,
    rate_hz: float,
    mode: Mode,
    wanted: Sequence[str] | None,
    rows: tuple[int, int] | None = None,
) -> Iterator[pyarrow.RecordBatch]:
    """A table, or a part of it, in batches."""
    for piece in pieces(recording, table, rate_hz, rows):
        yield arrow_batch(columns(recording, table, rate_hz, mode, wanted, piece))


def arrow_table(
    recording: Recording,
    table: Table,
    rate_hz: float,
    mode: Mode,
    wanted: Sequence[str] | None,
) -> pyarrow.Table:
    """A table for Arrow."""
    import pyarrow as pa

    return pa.Table.from_batches([arrow_batch(columns(recording, table, rate_hz, mode, wanted))])


# pandas


def pandas_table(
    recording: Recording,
    table: Table,
    rate_hz: float,
    mode: Mode,
    wanted: Sequence[str] | None,
) -> pandas.DataFrame:
    """A table for pandas, flat."""
    import pandas as pd

    flat: dict[str, Any] = {}
    for column in columns(recording, table, rate_hz, mode, wanted):
        if column.kind == "group":
            flat.update({f"{column.name}_{part.name}": part.values for part in column.parts})
        elif column.kind == "name":
            # Names may repeat, as markers' do; categories must not.
            names, numbers = np.unique(np.array(column.names, object), return_inverse=True)
            codes = numbers[column.values] if len(column.names) else column.values
            flat[column.name] = pd.Categorical.from_codes(codes, names)
        elif column.kind in ("flag", "integer") and column.present is not None:
            # pandas has room for what is missing in types of its own only.
            kinds = {"flag": "boolean", "integer": "Int32"}
            values = pd.array(column.values, dtype=kinds[column.kind])
            values[~column.present] = pd.NA
            flat[column.name] = values
        else:
            flat[column.name] = column.values
    return pd.DataFrame(flat)


# Polars


def polars_table(
    recording: Recording,
    table: Table,
    rate_hz: float,
    mode: Mode,
    wanted: Sequence[str] | None,
    rows: tuple[int, int] | None = None,
) -> polars.DataFrame:
    """A table for Polars, or a part of it."""
    import polars as pl

    made = columns(recording, table, rate_hz, mode, wanted, rows)
    return pl.DataFrame([_polars_series(column) for column in made])


def _polars_series(column: Column) -> polars.Series:
    import polars as pl

    if column.kind == "group":
        series = pl.DataFrame([_polars_series(part) for part in column.parts]).to_struct(
            column.name
        )
    elif column.kind == "name":
        names = pl.Series(column.name, column.names, pl.String)
        series = names.gather(column.values).alias(column.name)
    else:
        series = pl.Series(column.name, column.values)
    if column.present is None or column.present.all():
        return series
    there = pl.when(pl.Series(column.present)).then(series)
    return pl.select(there.alias(column.name)).to_series()
