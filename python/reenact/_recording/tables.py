"""A recording as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .. import _tables
from .._tables import Ask
from .held import Held

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from .._types import Mode, Table


class Tabled(Held):
    """The part of a recording that is for those who work with tables."""

    __slots__ = ()

    def to_arrow(
        self,
        table: Table = "joints",
        *,
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        columns: Sequence[str] | None = None,
    ) -> pyarrow.Table:
        """A table for Arrow, with the schema of the Parquet files that `convert` writes.

        Parameters
        ----------
        table : {"joints", "frames", "keys", "markers", "stats"}
            A row for each joint in a frame, frame, key, marker, or one row of measures.
        rate_hz, mode
            As in `sample`; of consequence for poses and measures.
        columns : sequence of str, optional
            Only these.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().to_arrow("joints", rate_hz=30).num_rows
        30056
        """
        return _tables.arrow_table(self, Ask(table, rate_hz, mode, columns))

    def to_pandas(
        self,
        table: Table = "joints",
        *,
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        columns: Sequence[str] | None = None,
    ) -> pandas.DataFrame:
        """A table for pandas.

        What is not there is NaN. Names are categories. The poses of ``frames`` are flat columns, such as
        ``left_Wrist_position_x_m``, as in CSV. Otherwise as `to_arrow`.

        Examples
        --------
        >>> import reenact
        >>> table = reenact.demo().to_pandas("joints", rate_hz=30)
        >>> bool(table.groupby("hand", observed=True).tracked.mean()["right"] > 0.5)
        True
        """
        return _tables.pandas_table(self, Ask(table, rate_hz, mode, columns))

    def to_polars(
        self,
        table: Table = "joints",
        *,
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        columns: Sequence[str] | None = None,
    ) -> polars.DataFrame:
        """A table for Polars. Otherwise as `to_arrow`.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().to_polars("markers").columns
        ['recording', 'index', 'time_secs', 'name']
        """
        return _tables.polars_table(self, Ask(table, rate_hz, mode, columns))
