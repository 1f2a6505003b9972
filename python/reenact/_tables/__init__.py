"""Recordings as tables: the schema of the Parquet files, whoever asks for it."""

from .columns import TABLES, Ask, nothing, pieces, row_count
from .for_arrow import arrow_batches, arrow_schema, arrow_table
from .for_pandas import pandas_table
from .for_polars import empty_polars, polars_table

__all__ = [
    "TABLES",
    "Ask",
    "arrow_batches",
    "arrow_schema",
    "arrow_table",
    "empty_polars",
    "nothing",
    "pandas_table",
    "pieces",
    "polars_table",
    "row_count",
]
