"""Tables of recordings for pandas, Polars, Arrow and Spark."""

from .columns import (
    TABLES,
    Ask,
    columns,
    concatenated,
    nothing,
    pieces,
    request,
    row_count,
    table_of,
)
from .for_arrow import arrow_batches, arrow_schema, arrow_table
from .for_pandas import pandas_frame, pandas_table
from .for_polars import empty_polars, names_left, polars_table
from .table import Table

__all__ = [
    "TABLES",
    "Ask",
    "Table",
    "arrow_batches",
    "arrow_schema",
    "arrow_table",
    "columns",
    "concatenated",
    "empty_polars",
    "names_left",
    "nothing",
    "pandas_frame",
    "pandas_table",
    "pieces",
    "polars_table",
    "request",
    "row_count",
    "table_of",
]
