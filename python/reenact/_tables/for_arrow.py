"""Tables for Arrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .._needs import needs
from .columns import Ask, request, table_of

if TYPE_CHECKING:
    import pyarrow

    from .._recording.storage import _Storage


def arrow_schema(ask: Ask) -> pyarrow.Schema:
    """The schema of a table: the same for every recording."""
    with needs("a table for Arrow", "pyarrow"):
        import pyarrow as pa

    return pa.schema(request([], ask))


def arrow_table(recording: _Storage, ask: Ask) -> pyarrow.Table:
    """A table for Arrow."""
    with needs("to_arrow", "pyarrow"):
        import pyarrow as pa

    return pa.table(table_of(recording, ask).collect())


def arrow_batches(
    recording: _Storage, ask: Ask, rows: tuple[int, int] | None = None
) -> Iterator[pyarrow.RecordBatch]:
    """A table, or some of its rows, in batches."""
    with needs("a table for Arrow", "pyarrow"):
        import pyarrow as pa

    yield from pa.RecordBatchReader.from_stream(table_of(recording, ask, rows))
