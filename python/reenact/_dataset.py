"""A folder of recordings as one."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    TypeVar,
)

from . import _reenact, _tables
from ._errors import ReenactError
from ._find import Where, as_path, find
from ._needs import needs
from ._opening import open as open_recording
from ._recording import Recording
from ._tables import Ask

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars
    import pyarrow

    from ._types import Mode, PathLike, Table

T = TypeVar("T")

#: What to do with a file that is no recording, or damaged.
OnError = Literal["raise", "skip"]


class Dataset:
    """Recordings that are read as one. Made by `dataset`.

    Files are opened when they are needed and worked on in several threads.

    Attributes
    ----------
    paths : list of Path
        The files.
    names : list of str
        What they are called in the column ``recording``.
    skipped : dict of Path to str
        Files that were left out, and why; only with ``on_error="skip"``, and as far as they have been read.
    """

    def __init__(
        self, found: Sequence[tuple[Path, str]], rate_hz: float, mode: Mode, on_error: OnError
    ) -> None:
        if on_error not in ("raise", "skip"):
            raise ReenactError(f"on_error is {on_error!r} instead of 'raise' or 'skip'")
        self.paths: list[Path] = [path for path, _ in found]
        self.names: list[str] = [name for _, name in found]
        self.skipped: dict[Path, str] = {}
        self._rate_hz = rate_hz
        self._mode: Mode = mode
        self._on_error = on_error
        self._kept: dict[str, Any] = {}
        # What could not be is said now, and not when a table is asked for.
        self._ask("joints")

    def __len__(self) -> int:
        return len(self.paths)

    def __iter__(self) -> Iterator[Recording]:
        for path, name in zip(self.paths, self.names, strict=True):
            recording = self._open(path, name)
            if recording is not None:
                yield recording

    def __repr__(self) -> str:
        left_out = f", {len(self.skipped)} skipped" if self.skipped else ""
        return f"<reenact.Dataset: {len(self)} recordings{left_out}>"

    def _ask(self, table: Table, columns: Sequence[str] | None = None) -> Ask:
        return Ask(table, self._rate_hz, self._mode, columns)

    def _open(self, path: Path, name: str) -> Recording | None:
        try:
            opened = open_recording(path)
        except ReenactError as error:
            if self._on_error == "raise":
                raise
            self.skipped[path] = str(error)
            return None
        return Recording(opened._inner, name=name, path=path)

    def map(self, function: Callable[[Recording], T], *, threads: int | None = None) -> list[T]:
        """Calls a function with every recording, in several threads; the results are in order.

        Examples
        --------
        >>> import pathlib, tempfile, reenact
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     for seed in range(3):
        ...         _ = reenact.make(seconds=1, seed=seed).save(pathlib.Path(folder) / f"{seed}.bin")
        ...     reenact.dataset(folder).map(lambda recording: recording.duration_secs)
        [1.0, 1.0, 1.0]
        """

        def work(job: tuple[Path, str]) -> list[T]:
            recording = self._open(*job)
            return [] if recording is None else [function(recording)]

        pool = ThreadPoolExecutor(threads or os.cpu_count())
        try:
            done = pool.map(work, zip(self.paths, self.names, strict=True))
            return [one for some in done for one in some]
        finally:
            # After Ctrl-C or an error nobody waits for what was begun, nor is anything else begun.
            pool.shutdown(wait=False, cancel_futures=True)

    def to_arrow(
        self, table: Table = "joints", *, columns: Sequence[str] | None = None
    ) -> pyarrow.Table:
        """One table of all recordings for Arrow, in memory.

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
        self, table: Table = "joints", *, columns: Sequence[str] | None = None
    ) -> pandas.DataFrame:
        """One table of all recordings for pandas, in memory.

        >>> import reenact
        >>> corpus = reenact.dataset("testdata/recordings/v11_real_2s_*.bin", rate_hz=30)
        >>> len(corpus.to_pandas("stats")) == len(corpus)
        True
        """
        with needs("to_pandas", "pandas"):
            import pandas as pd
        from pandas.api.types import union_categoricals

        ask = self._ask(table, columns)
        frames = self.map(lambda recording: _tables.pandas_table(recording, ask))
        if not frames:
            return _tables.pandas_table(_tables.nothing(), ask).iloc[:0]
        # Categories that differ would become text.
        for name in frames[0].columns:
            if isinstance(frames[0][name].dtype, pd.CategoricalDtype):
                every = union_categoricals([frame[name] for frame in frames]).categories
                for frame in frames:
                    frame[name] = frame[name].cat.set_categories(every)
        return pd.concat(frames, ignore_index=True)

    def to_polars(
        self, table: Table = "joints", *, columns: Sequence[str] | None = None
    ) -> polars.DataFrame:
        """One table of all recordings for Polars, in memory.

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

    def scan(self, table: Table = "joints") -> polars.LazyFrame:
        """One table of all recordings for Polars, made as it is needed.

        Only the columns that a query needs are made, and rows come piece by piece, so that the whole need not fit in
        memory.

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
            for recording in self:
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
        """Asks DuckDB. The tables are ``joints``, ``frames``, ``keys``, ``markers`` and ``stats``.

        Those that the query names are made, and kept for the next query. For more than fits in memory, write them with
        `write_parquet`; the query stays the same.

        Parameters
        ----------
        query : str
            The question.
        connection : DuckDBPyConnection, optional
            Where to ask it; a new one by default.

        >>> import reenact
        >>> corpus = reenact.dataset("testdata/recordings/v11_real_2s_*.bin", rate_hz=30)
        >>> corpus.sql("SELECT count(DISTINCT recording) FROM joints").fetchall() == [(len(corpus),)]
        True
        """
        with needs("sql", "duckdb", "pyarrow"):
            import duckdb
            import pyarrow  # noqa: F401 - of which the tables are

        asked = connection if connection is not None else duckdb.connect()
        for table in _tables.TABLES:
            if re.search(rf"\b{table}\b", query, re.IGNORECASE):
                if table not in self._kept:
                    self._kept[table] = self.to_arrow(table)
                asked.register(table, self._kept[table])
        return asked.sql(query)

    def write_parquet(
        self,
        folder: PathLike,
        *,
        tables: Iterable[Literal["joints", "frames", "keys", "markers"]] = (
            "joints",
            "frames",
            "keys",
            "markers",
        ),
    ) -> list[Path]:
        """Writes the tables as Parquet, each cut into one file a recording; a file that is there is replaced.

        ``folder/joints/recording=NAME/joints.parquet``: readers that know Hive's way of naming folders take
        ``folder/joints`` for one table.

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
        wanted: list[str] = list(tables)
        where = as_path(folder)

        def add(recording: Recording) -> list[Any]:
            return _reenact.dataset_add(
                recording._inner, where, wanted, recording.name, self._mode, self._rate_hz
            )

        return [Path(path) for paths in self.map(add) for path in paths]


def dataset(
    where: Where,
    *,
    rate_hz: float = 60.0,
    mode: Mode = "clean",
    on_error: OnError = "raise",
) -> Dataset:
    """Recordings that are read as one: a folder, a pattern, or a list of files.

    Parameters
    ----------
    where : path-like, or iterable of path-like
        A folder, which is searched for recordings with the folders in it; a pattern such as ``"study/*.bin"``; files.
    rate_hz : float
        How many frames a second the tables of poses have.
    mode : {"clean", "mrtk"}
        What people did, or what MRTK would play.
    on_error : {"raise", "skip"}
        What to do with a file that is damaged: an error that names it, or an entry in `Dataset.skipped`.

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
    return Dataset(find(where), rate_hz, mode, on_error)
