"""Tables of a recording."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .. import _tables
from .._tables import Ask, Table
from .storage import _Storage, listed

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    from typing_extensions import Unpack

    from .._options import Thresholds
    from .._types import Axes, EventKind, Mode, TableName


class _Tables(_Storage):
    """Tables of a recording."""

    __slots__ = ()

    def table(
        self,
        table: TableName = "joints",
        *,
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        columns: Sequence[str] | None = None,
        axes: Axes = "unity",
        kinds: EventKind | Iterable[EventKind] | None = None,
        max_frames: int | None = None,
        **options: Unpack[Thresholds],
    ) -> Table:
        """A table for any library that reads Arrow data, by the Arrow PyCapsule interface. Parameters as in `to_arrow`.

        It is computed when it is read, piece by piece.

        Examples
        --------
        >>> import duckdb, reenact
        >>> events = reenact.demo().table("events")
        >>> duckdb.sql("SELECT count(*) FROM events WHERE kind = 'pinch'").fetchall()
        [(2,)]
        """
        ask = _ask(table, rate_hz, mode, columns, axes, kinds, max_frames, options)
        return Table(_tables.table_of(self, ask), table)

    def to_arrow(
        self,
        table: TableName = "joints",
        *,
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        columns: Sequence[str] | None = None,
        axes: Axes = "unity",
        kinds: EventKind | Iterable[EventKind] | None = None,
        max_frames: int | None = None,
        **options: Unpack[Thresholds],
    ) -> pyarrow.Table:
        """A table for Arrow, with the schema of the Parquet files that `convert` writes.

        Parameters
        ----------
        table : {"joints", "frames", "keys", "markers", "events", "stats"}
            A row for each joint in a frame, frame, key, marker or event, or one row of measures.
        rate_hz, mode
            As in `sample`; for poses, events and measures.
        columns : sequence of str, optional
            Only these columns.
        axes : {"unity", "opengl", "ros"}
            Coordinate system of poses, as in `sample`.
        kinds : str or iterable of str, optional
            Only events of these kinds.
        max_frames : int, optional
            Most frames, as in `sample`.
        **options
            Thresholds of events and measures, such as ``pinch_close_m=0.02``; see `reenact.Thresholds`.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().to_arrow("joints", rate_hz=30).num_rows
        30056
        >>> reenact.demo().to_arrow("events", kinds="pinch").num_rows
        2
        """
        ask = _ask(table, rate_hz, mode, columns, axes, kinds, max_frames, options)
        return _tables.arrow_table(self, ask)

    def to_pandas(
        self,
        table: TableName = "joints",
        *,
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        columns: Sequence[str] | None = None,
        axes: Axes = "unity",
        kinds: EventKind | Iterable[EventKind] | None = None,
        max_frames: int | None = None,
        **options: Unpack[Thresholds],
    ) -> pandas.DataFrame:
        """A table for pandas.

        Missing values are NaN. Names are categories. The poses of ``frames`` are flat columns, such as
        ``left_Wrist_position_x_m``, as in CSV. Otherwise as `to_arrow`.

        Examples
        --------
        >>> import reenact
        >>> table = reenact.demo().to_pandas("joints", rate_hz=30)
        >>> bool(table.groupby("hand", observed=True).tracked.mean()["right"] > 0.5)
        True
        """
        ask = _ask(table, rate_hz, mode, columns, axes, kinds, max_frames, options)
        return _tables.pandas_table(self, ask)

    def to_polars(
        self,
        table: TableName = "joints",
        *,
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        columns: Sequence[str] | None = None,
        axes: Axes = "unity",
        kinds: EventKind | Iterable[EventKind] | None = None,
        max_frames: int | None = None,
        **options: Unpack[Thresholds],
    ) -> polars.DataFrame:
        """A table for Polars. Otherwise as `to_arrow`.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().to_polars("markers").columns
        ['recording', 'index', 'time_secs', 'name']
        """
        ask = _ask(table, rate_hz, mode, columns, axes, kinds, max_frames, options)
        return _tables.polars_table(self, ask)


def _ask(
    table: TableName,
    rate_hz: float,
    mode: Mode,
    columns: Sequence[str] | None,
    axes: Axes,
    kinds: EventKind | Iterable[EventKind] | None,
    max_frames: int | None,
    options: Thresholds,
) -> Ask:
    measuring: dict[str, Any] = dict(options)
    wanted = None if kinds is None else listed(kinds)
    return Ask(table, rate_hz, mode, columns, axes, measuring, max_frames, wanted)
