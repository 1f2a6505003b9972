"""Spark data source for tables of recordings.

Examples
--------
>>> import reenact.spark
>>> reenact.spark.register(spark)  # doctest: +SKIP
>>> joints = spark.read.format("reenact").option("rate_hz", 30).load("study/*.bin")  # doctest: +SKIP

The tables and their columns are those of the Parquet files and of `reenact.dataset`, so that a query moves from one
machine to many unchanged. The executors read the files, in Arrow batches: the driver finds the files, looks at
their size and opens none. So the files must lie where all of them see them, and the package must be installed there.

Needs Spark 4 with Java 17 or later, and pyarrow.

Options
-------
table : {"joints", "frames", "keys", "markers", "events", "stats"}
    Which table; ``joints`` by default.
rate_hz : float
    Sample rate in Hz of tables of poses; 60 by default.
mode : {"clean", "mrtk"}
    Evaluation mode: observed motion, or what MRTK would play.
axes : {"unity", "opengl", "ros"}
    Coordinate system of poses.
max_frames : int
    Most frames of a recording, as in `reenact.Recording.sample`.
kinds : str
    Kinds of events, such as ``"pinch,poke"``; all by default.
pinch_close_m, joint and so on
    Thresholds of the tables ``events`` and ``stats``, by the names of `reenact.Thresholds`.
on_error : {"raise", "skip"}
    Handling of damaged files. By default the query fails with the name of the file. If it is to be skipped, the
    executor's log names it, and `skipped` lists all of a path with their number and reasons.
split_mb : float
    Files larger than this are split by time into partitions of this size, in MB; 64 by default.

Which columns are made
----------------------
Spark does not tell a Python data source which columns a query needs. To compute only those, give a schema:
``.schema("recording string, time_secs double, position_y_m float")``. Filters on ``time_secs`` and ``recording`` are told
from Spark 4.1 on if ``spark.sql.python.filterPushdown.enabled`` is set, and then only those rows and files are read.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import _reenact, _tables
from ._errors import ReenactError
from ._find import Where, find
from ._needs import needs
from ._opening import open as open_recording
from ._recording import Recording
from ._tables import Ask

with needs("reenact.spark", "pyspark>=4", "pyarrow"):
    import pyarrow as pa
    from pyspark.sql import datasource as source
    from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
    from pyspark.sql.types import StructType

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from ._types import Axes, TableName

__all__ = ["ReenactDataSource", "register", "skipped"]


def register(spark: SparkSession) -> None:
    """Registers the data source ``reenact`` in a session, and enables filter pushdown."""
    spark.dataSource.register(ReenactDataSource)
    if hasattr(DataSourceReader, "pushFilters"):
        spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")


@dataclass(frozen=True)
class _Options:
    """Options of a query."""

    paths: list[str]
    ask: Ask
    on_error: str
    split_bytes: float

    @classmethod
    def of(cls, options: Mapping[str, str]) -> _Options:
        own = {"path", "paths", "table", "axes", "kinds", "on_error", "split_mb"}
        # The library knows the others, and refuses what it does not know.
        others = {
            name.lower(): _value(text) for name, text in options.items() if name.lower() not in own
        }
        # Spark gives one as it is and several as JSON.
        paths = [options["path"]] if options.get("path") else json.loads(options.get("paths", "[]"))
        if not paths:
            raise ReenactError('no recordings given: use .load("folder") or .load("folder/*.bin")')
        on_error = options.get("on_error", "raise")
        if on_error not in ("raise", "skip"):
            raise ReenactError(f"on_error is {on_error!r} instead of 'raise' or 'skip'")
        kinds = options.get("kinds")
        ask = Ask(
            cast("TableName", options.get("table", "joints")),
            others.pop("rate_hz", 60.0),
            others.pop("mode", "clean"),
            axes=cast("Axes", options.get("axes", "unity")),
            max_frames=others.pop("max_frames", None),
            measuring=others,
            kinds=None if kinds is None else [kind.strip() for kind in kinds.split(",")],
        )
        return cls(
            paths=paths,
            ask=ask,
            on_error=on_error,
            split_bytes=_positive("split_mb", options.get("split_mb", "64")) * 1e6,
        )


def _value(text: str) -> Any:
    """The value of an option: a number if it is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _positive(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not (number > 0 and math.isfinite(number)):
        raise ReenactError(f"{name} is {text!r} instead of a positive number")
    return number


@dataclass
class _Piece(InputPartition):
    """One file, or some of its rows."""

    path: str
    name: str
    #: From which to which part of all, as a fraction: the rows are counted by who reads them.
    part: tuple[float, float]


class ReenactDataSource(DataSource):
    """The data source ``reenact``. See the module for its options."""

    @classmethod
    def name(cls) -> str:
        """Name of the format."""
        return "reenact"

    def schema(self) -> StructType:
        """The columns of the table that was asked for."""
        from pyspark.sql.pandas.types import from_arrow_schema

        return from_arrow_schema(_tables.arrow_schema(_Options.of(self.options).ask))

    def reader(self, schema: StructType) -> DataSourceReader:
        """The reader of the table."""
        return _Reader(_Options.of(self.options), schema)


class _Reader(DataSourceReader):
    """Splits recordings into partitions and reads them."""

    def __init__(self, options: _Options, schema: StructType) -> None:
        self._options = options
        # The schema given to Spark: a user's own schema seldom declares what is never null, and may have times as float.
        self._schema = schema
        self._ask = replace(options.ask, columns=list(schema.names))
        self._times = (-math.inf, math.inf)
        #: What a recording must be called, as far as Spark has told.
        self._names: list[Callable[[str], bool]] = []

    def pushFilters(self, filters: list[Any]) -> Iterable[Any]:
        """Uses filters on time and recording. Spark applies all filters again."""
        for told in filters:
            self._note(told)
            yield told

    def _note(self, told: Any) -> None:
        column: Any = getattr(told, "attribute", ())
        value: Any = getattr(told, "value", None)
        if column == ("recording",):
            tests: dict[type, Callable[[str], bool]] = {
                source.EqualTo: lambda name: name == value,
                source.EqualNullSafe: lambda name: name == value,
                source.In: lambda name: name in value,
                source.StringStartsWith: lambda name: name.startswith(value),
                source.StringEndsWith: lambda name: name.endswith(value),
                source.StringContains: lambda name: value in name,
            }
            if type(told) in tests:
                self._names.append(tests[type(told)])
        elif column == ("time_secs",) and isinstance(value, (int, float)):
            start, end = self._times
            if isinstance(told, (source.GreaterThan, source.GreaterThanOrEqual, source.EqualTo)):
                start = max(start, value)
            if isinstance(told, (source.LessThan, source.LessThanOrEqual, source.EqualTo)):
                end = min(end, value)
            self._times = (start, end)

    def partitions(self) -> Sequence[InputPartition]:
        """One piece a file, or several of a large one. No file is opened."""
        pieces: list[InputPartition] = []
        for path, name in find(self._options.paths):
            if not all(is_wanted(name) for is_wanted in self._names):
                continue
            count = 1
            if self._ask.table in ("joints", "frames", "keys"):
                count = max(1, math.ceil(path.stat().st_size / self._options.split_bytes))
            cuts = [number / count for number in range(count + 1)]
            pieces.extend(
                _Piece(str(path.resolve()), name, part) for part in itertools.pairwise(cuts)
            )
        # Spark wants at least one.
        return pieces or [_Piece("", "", (0, 0))]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of a piece, in batches."""
        piece = cast("_Piece", partition)
        if not piece.path:
            return
        try:
            opened = _opened(piece.path, Path(piece.path).stat().st_mtime_ns)
        except ReenactError as error:
            if self._options.on_error == "raise":
                raise
            print(f"reenact: skipped: {error}", file=sys.stderr, flush=True)
            return
        recording = Recording(opened._inner, name=piece.name, path=Path(piece.path))
        from pyspark.sql.pandas.types import to_arrow_schema

        rows, wanted = self._rows(recording, piece.part), to_arrow_schema(self._schema)
        for batch in _tables.arrow_batches(recording, self._ask, rows):
            columns = [
                column.cast(field.type) for column, field in zip(batch.columns, wanted, strict=True)
            ]
            yield pa.RecordBatch.from_arrays(columns, schema=wanted)

    def _rows(self, recording: Recording, part: tuple[float, float]) -> tuple[int, int]:
        """Which rows: the part, as far as its times are wanted."""
        count = _tables.row_count(recording, self._ask)
        # The end of one part is the start of the next, to the row.
        start, end = (round(count * fraction) for fraction in part)
        if self._ask.table in ("joints", "frames") and self._times != (-math.inf, math.inf):
            times = _reenact.frame_times(
                recording._inner, self._ask.rate_hz, None, None, self._ask.max_frames
            )
            low, high = self._times
            start = max(start, int(np.searchsorted(times, low, "left")))
            end = min(end, int(np.searchsorted(times, high, "right")))
        return start, max(start, end)


@functools.lru_cache(maxsize=1)
def _opened(path: str, mtime_ns: int) -> Recording:
    """Cache of one recording: a process often reads the next partition of the same file."""
    return open_recording(path)


def skipped(spark: SparkSession, path: Where) -> DataFrame:
    """Table of the recordings that cannot be read: columns ``path`` and ``error``. Executors open the files.

    Examples
    --------
    >>> reenact.spark.skipped(spark, "study").count()  # doctest: +SKIP
    3
    """
    files = [str(file.resolve()) for file, _ in find(path)]

    def look(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            bad: list[tuple[str, str]] = []
            for file in batch.column(0).to_pylist():
                try:
                    open_recording(file)
                except ReenactError as error:
                    bad.append((file, str(error)))
            columns = [pa.array([row[index] for row in bad], pa.string()) for index in (0, 1)]
            yield pa.RecordBatch.from_arrays(columns, ["path", "error"])

    listed = spark.createDataFrame([(file,) for file in files], "path string")
    return listed.repartition(max(1, min(len(files), 64))).mapInArrow(
        look, "path string, error string"
    )
