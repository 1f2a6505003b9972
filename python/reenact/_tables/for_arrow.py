"""Tables for Arrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .._needs import needs
from .columns import Ask, Column, columns, nothing, pieces

if TYPE_CHECKING:
    import pyarrow

    from .._recording.storage import _Storage


def arrow_schema(ask: Ask) -> pyarrow.Schema:
    """The schema of a table: the same for every recording."""
    return arrow_batch(columns(nothing(), ask)).schema


def arrow_table(recording: _Storage, ask: Ask) -> pyarrow.Table:
    """A table for Arrow."""
    with needs("to_arrow", "pyarrow"):
        import pyarrow as pa

    return pa.Table.from_batches([arrow_batch(columns(recording, ask))])


def arrow_batches(
    recording: _Storage, ask: Ask, rows: tuple[int, int] | None = None
) -> Iterator[pyarrow.RecordBatch]:
    """A table, or some of its rows, in batches."""
    for piece in pieces(recording, ask, rows):
        yield arrow_batch(columns(recording, ask, piece))


def arrow_batch(made: Sequence[Column]) -> pyarrow.RecordBatch:
    """Columns as a batch for Arrow."""
    with needs("a table for Arrow", "pyarrow"):
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
        numbers = pa.array(column.values, mask=missing)
        return pa.DictionaryArray.from_arrays(numbers, names).cast(pa.string())
    return pa.array(column.values, mask=missing, from_pandas=False)
