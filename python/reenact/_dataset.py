"""Datasets: many recordings with common tables."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

import numpy as np

from . import _html, _parquet, _reenact, _tables
from ._errors import ReenactError, unknown
from ._find import as_path, find
from ._needs import needs
from ._opening import open as open_recording
from ._recording import Recording
from ._recording.storage import listed
from ._sql import ask_duckdb
from ._tables import Ask, Table

if TYPE_CHECKING:
    import duckdb
    import numpy.typing as npt
    import pandas
    import polars
    import pyarrow
    from typing_extensions import Unpack

    from ._options import Thresholds
    from ._types import Axes, Mode, PathLike, TableName

T = TypeVar("T")

#: What to do with a file that is no recording, or damaged.
OnError = Literal["raise", "skip"]


#: Most recordings of a dataset that a notebook shows.
_MOST_SHOWN = 10


@dataclass(frozen=True)
class Settings:
    """Settings of the tables of a dataset."""

    rate_hz: float
    mode: Mode
    axes: Axes
    max_frames: int | None
    measuring: dict[str, Any]


@dataclass(frozen=True)
class Item:
    """A recording of a dataset: a file, or one in memory."""

    name: str
    path: Path | None
    recording: Recording | None
    #: What its name says.
    metadata: dict[str, str]

    def open(self) -> Recording:
        """The recording, under the name that it has in the dataset."""
        if self.recording is not None:
            return self.recording
        assert self.path is not None
        return Recording(open_recording(self.path)._inner, name=self.name, path=self.path)

    def source(self) -> tuple[str, _reenact.Recording | Path]:
        """Its name, and what it is read from when a table is."""
        if self.recording is not None:
            return self.name, self.recording._inner
        assert self.path is not None
        return self.name, self.path


class Dataset(Sequence[Recording]):
    """Sequence of recordings with unique names and common tables. Created by `dataset`.

    Files are opened when they are needed and worked on in several threads. ``study[3]`` and ``study["P00/t0"]`` are recordings,
    ``study[2:5]`` is a dataset.

    Attributes
    ----------
    names : list of str
        The names of the recordings, as in the column ``recording``.
    paths : list of Path or None
        Their files; None for a recording in memory.
    metadata : dict of str to dict
        Fields of the names, by name; needs ``names_as`` in `dataset`.
    skipped : dict of Path to str
        Files that were left out, and why; only with ``on_error="skip"``.

    Examples
    --------
    >>> import reenact
    >>> study = reenact.dataset([reenact.make(1, seed=n).with_name(f"P{n}/t0") for n in range(3)])
    >>> study["P1/t0"].duration_secs, len(study[:2])
    (1.0, 2)
    """

    def __init__(
        self, items: Sequence[Item], settings: Settings, skipped: dict[Path, str] | None = None
    ) -> None:
        self._items = list(items)
        self._settings = settings
        self._place_of = {item.name: place for place, item in enumerate(items)}
        self.names: list[str] = [item.name for item in items]
        self.paths: list[Path | None] = [item.path for item in items]
        self.metadata: dict[str, dict[str, str]] = {item.name: item.metadata for item in items}
        self.skipped: dict[Path, str] = skipped or {}
        self._kept: dict[str, Any] = {}
        # What could not be is said now, and not when a table is asked for.
        self._ask("stats")

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Recording]:
        return (item.open() for item in self._items)

    def __contains__(self, item: object) -> bool:
        """Whether there is a recording of this name, or this recording under its name."""
        if isinstance(item, Recording):
            return item.name in self._place_of and self[item.name] == item
        return item in self._place_of

    @overload
    def __getitem__(self, index: int | str) -> Recording: ...
    @overload
    def __getitem__(self, index: slice | Sequence[int] | npt.NDArray[Any]) -> Dataset: ...
    def __getitem__(
        self, index: int | str | slice | Sequence[int] | npt.NDArray[Any]
    ) -> Recording | Dataset:
        """One recording by its index or name, or several as a dataset."""
        if isinstance(index, str):
            place = self._place_of.get(index)
            if place is None:
                raise KeyError(f"{unknown('recording', index, self.names)} (names has them all)")
            return self._items[place].open()
        if isinstance(index, (int, np.integer)):
            if not -len(self) <= index < len(self):
                raise IndexError(f"no recording {index}: there are {len(self)}")
            return self._items[index].open()
        places = (
            range(len(self))[index] if isinstance(index, slice) else np.arange(len(self))[index]
        )
        return self._with([self._items[place] for place in places])

    def _with(self, items: Sequence[Item]) -> Dataset:
        return Dataset(items, self._settings, self.skipped)

    def filter(
        self,
        predicate: Callable[[Recording], bool] | None = None,
        /,
        **metadata: str | Iterable[str],
    ) -> Dataset:
        """Selects recordings by a predicate, or by fields of their names.

        Parameters
        ----------
        predicate : callable, optional
            Called with every recording, in several threads.
        **metadata : str or iterable of str
            Fields of the names and the values that are wanted; needs ``names_as`` in `dataset`.

        Examples
        --------
        >>> import reenact
        >>> made = [reenact.make(1, seed=n).with_name(f"P{n}/t{t}") for n in range(3) for t in range(2)]
        >>> study = reenact.dataset(made, names_as="{participant}/{trial}")
        >>> study.filter(participant="P1").names
        ['P1/t0', 'P1/t1']
        >>> len(study.filter(lambda recording: recording.duration_secs > 5))
        0
        """
        items = self._items
        for field, value in metadata.items():
            wanted = set(listed(value))
            if items and field not in items[0].metadata:
                known = ", ".join(items[0].metadata) or "none: give names_as to dataset"
                raise ReenactError(f"the names have no field {field!r}: there are {known}")
            items = [item for item in items if item.metadata[field] in wanted]
        if predicate is not None:
            keeps = self._with(items).map(predicate)
            items = [item for item, keep in zip(items, keeps, strict=True) if keep]
        return self._with(items)

    def __repr__(self) -> str:
        left_out = f", {len(self.skipped)} skipped" if self.skipped else ""
        return f"<reenact.Dataset: {_html.plural(len(self), 'recording')}{left_out}>"

    def _repr_html_(self) -> str:
        rows = [(item.name, str(item.path or "in memory")) for item in self._items[:_MOST_SHOWN]]
        more = len(self) - len(rows)
        notes = [f"and {more:,} more"] if more else []
        notes += [f"skipped: {path}: {reason}" for path, reason in self.skipped.items()][
            :_MOST_SHOWN
        ]
        return _html.table(_html.plural(len(self), "recording"), rows, note="; ".join(notes))

    def _ipython_key_completions_(self) -> list[str]:
        return self.names

    def _ask(self, table: TableName, columns: Sequence[str] | None = None) -> Ask:
        how = self._settings
        measuring = how.measuring if table in ("events", "stats") else {}
        return Ask(table, how.rate_hz, how.mode, columns, how.axes, measuring, how.max_frames)

    @overload
    def map(
        self,
        function: Callable[[Recording], T],
        *,
        threads: int | None = None,
        by_name: Literal[False] = False,
    ) -> list[T]: ...
    @overload
    def map(
        self,
        function: Callable[[Recording], T],
        *,
        threads: int | None = None,
        by_name: Literal[True],
    ) -> dict[str, T]: ...
    def map(
        self,
        function: Callable[[Recording], T],
        *,
        threads: int | None = None,
        by_name: bool = False,
    ) -> list[T] | dict[str, T]:
        """Calls a function with every recording, in several threads.

        Parameters
        ----------
        function : callable
            Called with a recording. If it raises an error, the name of the recording is added to it.
        threads : int, optional
            How many threads; one for each core by default.
        by_name : bool
            Whether the results are a dict by the names of the recordings; otherwise a list in the order of `names`.

        Examples
        --------
        >>> import reenact
        >>> study = reenact.dataset([reenact.make(1, seed=n).with_name(f"P{n}") for n in range(2)])
        >>> study.map(lambda recording: recording.duration_secs)
        [1.0, 1.0]
        >>> study.map(lambda recording: recording.duration_secs, by_name=True)
        {'P0': 1.0, 'P1': 1.0}
        """

        def work(item: Item) -> T:
            recording = item.open()
            try:
                return function(recording)
            except Exception as error:
                where = f" ({item.path})" if item.path else ""
                _add_note(error, f"of the recording {item.name!r}{where}")
                raise

        done = _in_threads(work, self._items, threads)
        return dict(zip(self.names, done, strict=True)) if by_name else done

    def table(self, table: TableName = "joints", *, columns: Sequence[str] | None = None) -> Table:
        """Table of all recordings for any library that reads Arrow data, by the Arrow PyCapsule interface.

        It is computed when it is read, one recording after the other and piece by piece: the whole need not fit in memory.

        Examples
        --------
        >>> import pyarrow, reenact
        >>> corpus = reenact.dataset("testdata/recordings/v11_real_2s_*.bin", rate_hz=30)
        >>> reader = pyarrow.RecordBatchReader.from_stream(corpus.table("joints"))
        >>> sum(batch.num_rows for batch in reader) == corpus.to_arrow("joints").num_rows
        True
        """
        ask = self._ask(table, columns)
        return Table(_tables.request([item.source() for item in self._items], ask), table)

    def to_arrow(
        self, table: TableName = "joints", *, columns: Sequence[str] | None = None
    ) -> pyarrow.Table:
        """Table of all recordings for pyarrow, in memory.

        Examples
        --------
        >>> import reenact
        >>> corpus = reenact.dataset("testdata/recordings/v11_real_2s_*.bin", rate_hz=30)
        >>> corpus.to_arrow("joints", columns=["recording", "time_secs"]).column_names
        ['recording', 'time_secs']
        """
        with needs("to_arrow", "pyarrow"):
            import pyarrow as pa

        ask = self._ask(table, columns)
        found = self.map(lambda recording: _tables.arrow_table(recording, ask))
        return pa.concat_tables([_tables.arrow_schema(ask).empty_table(), *found])

    def to_pandas(
        self, table: TableName = "joints", *, columns: Sequence[str] | None = None
    ) -> pandas.DataFrame:
        """Table of all recordings for pandas, in memory.

        Examples
        --------
        >>> import reenact
        >>> corpus = reenact.dataset("testdata/recordings/v11_real_2s_*.bin", rate_hz=30)
        >>> len(corpus.to_pandas("stats")) == len(corpus)
        True
        """
        ask = self._ask(table, columns)
        made = self.map(lambda recording: _tables.columns(recording, ask))
        if not made:
            return _tables.pandas_frame(_tables.columns(_tables.nothing(), ask)).iloc[:0]
        return _tables.pandas_frame(_tables.concatenated(made))

    def to_polars(
        self, table: TableName = "joints", *, columns: Sequence[str] | None = None
    ) -> polars.DataFrame:
        """Table of all recordings for Polars, in memory.

        Examples
        --------
        >>> import reenact
        >>> corpus = reenact.dataset("testdata/recordings/v11_real_2s_*.bin", rate_hz=30)
        >>> corpus.to_polars("stats").height == len(corpus)
        True
        """
        with needs("to_polars", "polars"):
            import polars as pl

        ask = self._ask(table, columns)
        found = self.map(lambda recording: _tables.polars_table(recording, ask))
        return pl.concat(found or [_tables.empty_polars(ask)])

    def features(self) -> pandas.DataFrame:
        """Feature table for scikit-learn: one row per recording, one float64 column per measure, NaN where a measure is missing.

        The index has the names of the recordings.

        Examples
        --------
        >>> import reenact
        >>> study = reenact.dataset([reenact.make(2, seed=n).with_name(f"P{n}") for n in range(3)])
        >>> features = study.features()
        >>> list(features.index), {str(dtype) for dtype in features.dtypes}
        (['P0', 'P1', 'P2'], {'float64'})
        """
        return self.to_pandas("stats").set_index("recording").drop(columns="damage")

    def scan(self, table: TableName = "joints") -> polars.LazyFrame:
        """Lazy Polars table of all recordings.

        Only the columns that a query needs are made, only the recordings that a filter on ``recording`` leaves are opened, and rows come
        piece by piece, so that the whole need not fit in memory.

        Examples
        --------
        >>> import reenact
        >>> corpus = reenact.dataset("testdata/recordings/v11_real_2s_*.bin", rate_hz=30)
        >>> import polars as pl
        >>> tips = corpus.scan("joints").filter(pl.col("joint") == "IndexTip")
        >>> tips.select(pl.col("hand").n_unique()).collect().item()
        2
        """
        with needs("scan", "polars"):
            import polars as pl
        from polars.io.plugins import register_io_source

        def source(
            with_columns: list[str] | None,
            predicate: pl.Expr | None,
            n_rows: int | None,
            batch_size: int | None,
        ) -> Iterator[pl.DataFrame]:
            ask, left = self._ask(table, with_columns), n_rows
            names = set(_tables.names_left(self.names, predicate))
            for item in self._items:
                if item.name not in names:
                    continue
                recording = item.open()
                for rows in _tables.pieces(recording, ask):
                    if left is not None and left <= 0:
                        return
                    made = _tables.polars_table(recording, ask, rows)
                    if left is not None:
                        made = made.head(left)
                        left -= made.height
                    yield made if predicate is None else made.filter(predicate)

        schema = _tables.empty_polars(self._ask(table)).schema
        return register_io_source(source, schema=schema, validate_schema=False)

    def sql(
        self, query: str, *, connection: duckdb.DuckDBPyConnection | None = None
    ) -> duckdb.DuckDBPyRelation:
        """Runs an SQL query with DuckDB over the tables ``joints``, ``frames``, ``keys``, ``markers``, ``events`` and ``stats``.

        A table is made when DuckDB asks for it, and kept for the next query. Tables and views of these names that the
        connection has already are used instead. For more than fits in memory, write them with `write_parquet`; the query stays the same.

        Parameters
        ----------
        query : str
            One or more SQL statements.
        connection : DuckDBPyConnection, optional
            A connection to use; a new one by default.

        Examples
        --------
        >>> import reenact
        >>> corpus = reenact.dataset("testdata/recordings/v11_real_2s_*.bin", rate_hz=30)
        >>> corpus.sql("SELECT count(DISTINCT recording) FROM joints").fetchall() == [(len(corpus),)]
        True
        """

        def table(name: TableName) -> pyarrow.Table:
            if name not in self._kept:
                self._kept[name] = self.to_arrow(name)
            return self._kept[name]

        return ask_duckdb(query, connection, table, self)

    def write_parquet(
        self,
        folder: PathLike,
        *,
        tables: TableName | Iterable[TableName] = ("joints", "frames", "keys", "markers"),
    ) -> list[Path]:
        """Writes tables as a Parquet dataset with one file per recording. Existing files are replaced.

        ``folder/joints/recording=NAME/joints.parquet``: readers with Hive partitioning read
        ``folder/joints`` as one table.

        Parameters
        ----------
        folder : path-like
            A local folder.
        tables : str or iterable of str
            Which tables.

        Returns
        -------
        list of Path
            The files that were made.

        Examples
        --------
        >>> import tempfile, reenact
        >>> corpus = reenact.dataset("testdata/recordings/v11_real_2s_*.bin")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     len(corpus.write_parquet(folder, tables=["markers"])) == len(corpus)
        True
        """
        where = as_path(folder)
        asks = [self._ask(table) for table in _table_names(tables)]

        def write(recording: Recording) -> list[Path]:
            return _parquet.write(recording, where, asks)

        return [path for paths in self.map(write) for path in paths]


def _table_names(tables: TableName | Iterable[TableName]) -> list[TableName]:
    """Table names as a list; a single string is one name."""
    return [tables] if isinstance(tables, str) else list(tables)


def _in_threads(
    work: Callable[[Item], T], items: Sequence[Item], threads: int | None = None
) -> list[T]:
    pool = ThreadPoolExecutor(threads or os.cpu_count())
    is_waited_for = True
    try:
        return list(pool.map(work, items))
    except Exception:
        raise
    except BaseException:
        # Ctrl-C: what was begun goes on to its end in the background.
        is_waited_for = False
        raise
    finally:
        # After an error nothing else is begun, and nothing goes on: it could be writing where the caller tries again.
        pool.shutdown(wait=is_waited_for, cancel_futures=True)


def _add_note(error: BaseException, note: str) -> None:
    """Adds a line to an error, as tracebacks of Python 3.11 and later show it."""
    if sys.version_info >= (3, 11):
        error.add_note(note)
    else:
        error.__notes__ = [*getattr(error, "__notes__", []), note]  # type: ignore[attr-defined,unused-ignore]


#: Folders, patterns, files and recordings.
Where = "PathLike | Recording | Iterable[PathLike | Recording]"


def dataset(
    where: PathLike | Recording | Iterable[PathLike | Recording],
    *,
    rate_hz: float = 60.0,
    mode: Mode = "clean",
    axes: Axes = "unity",
    on_error: OnError = "raise",
    names_as: str | None = None,
    max_frames: int | None = None,
    **options: Unpack[Thresholds],
) -> Dataset:
    """Creates a dataset from a folder, a pattern, a list of files, or recordings in memory.

    Parameters
    ----------
    where : path-like or Recording, or iterable of those
        A folder, which is searched for recordings with the folders in it and must have some; a pattern such as ``"study/*.bin"`` or ``"study/P0*"``; files;
        recordings.
    rate_hz : float
        Sample rate in Hz of the tables of poses and measures.
    mode : {"clean", "mrtk"}
        Evaluation mode: observed motion, or what MRTK would play.
    axes : {"unity", "opengl", "ros"}
        Coordinate system of the tables of poses, as in `Recording.sample`.
    on_error : {"raise", "skip"}
        Handling of damaged files: raise an error with the name, or list the file in `Dataset.skipped`. To skip, every file is opened
        at once.
    names_as : str, optional
        Pattern of the names, such as ``"{participant}/{trial}"``: the fields are `Dataset.metadata`, and `Dataset.filter` knows them.
    max_frames : int, optional
        Most frames of each recording, as in `Recording.sample`.
    **options
        Thresholds of the tables ``events`` and ``stats``, such as ``pinch_close_m=0.02``; see `reenact.Thresholds`.

    Examples
    --------
    >>> import pathlib, tempfile, reenact
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for seed in range(2):
    ...         _ = reenact.make(seconds=1, seed=seed).save(pathlib.Path(folder) / f"p{seed}.bin")
    ...     study = reenact.dataset(folder, rate_hz=30)
    ...     print(study)
    ...     study.sql("SELECT recording, count(*) AS rows FROM joints GROUP BY 1 ORDER BY 1").fetchall()
    <reenact.Dataset: 2 recordings>
    [('p0', 1612), ('p1', 1612)]
    """
    if on_error not in ("raise", "skip"):
        raise ReenactError(f"on_error is {on_error!r} instead of 'raise' or 'skip'")
    is_one = isinstance(where, (str, bytes, os.PathLike, Recording))
    places: list[Any] = [where] if is_one else list(where)  # type: ignore[arg-type]
    parse = _parser(names_as)
    files = find([place for place in places if not isinstance(place, Recording)])
    held = [place for place in places if isinstance(place, Recording)]
    items = [Item(name, path, None, parse(name)) for path, name in files]
    items += [Item(one.name, one.path, one, parse(one.name)) for one in held]
    often = [name for name, count in Counter(item.name for item in items).items() if count > 1]
    if often:
        raise ReenactError(
            f"several recordings have the name {often[0]!r}: rename one with recording.with_name"
        )
    settings = Settings(rate_hz, mode, axes, max_frames, dict(options))
    skipped: dict[Path, str] = {}
    if on_error == "skip":
        reasons = _in_threads(_why_not, items)
        skipped = {
            item.path: reason
            for item, reason in zip(items, reasons, strict=True)
            if reason is not None and item.path is not None
        }
        items = [item for item in items if item.path not in skipped]
    return Dataset(items, settings, skipped)


def _why_not(item: Item) -> str | None:
    """Why a file cannot be read; None if it can."""
    try:
        item.open()
    except ReenactError as error:
        return str(error)
    return None


def _parser(names_as: str | None) -> Callable[[str], dict[str, str]]:
    """A function that splits a name into the fields of a pattern."""
    if names_as is None:
        return lambda name: {}
    pieces = re.split(r"\{(\w+)\}", names_as)
    literal = [re.escape(text) for text in pieces[::2]]
    fields = [rf"(?P<{field}>[^/]+?)" for field in pieces[1::2]]
    try:
        pattern = re.compile("".join(a + b for a, b in zip(literal, [*fields, ""], strict=True)))
    except re.error as error:
        raise ReenactError(f"names_as is {names_as!r}: {error}") from None

    def parse(name: str) -> dict[str, str]:
        found = pattern.fullmatch(name)
        if found is None:
            raise ReenactError(f"the name {name!r} does not match names_as={names_as!r}")
        return found.groupdict()

    return parse
