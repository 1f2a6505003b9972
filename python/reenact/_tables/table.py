"""A table for any library that reads Arrow data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from .._html import table as html_table

if TYPE_CHECKING:
    from typing_extensions import Self

    from .. import _reenact
    from .._types import TableName


class Table:
    """A table of recordings that is computed when it is read, in pieces that fit in memory.

    Implements the Arrow PyCapsule interface, so every library that reads Arrow data takes it as it is: ``pyarrow.table(table)``,
    ``polars.DataFrame(table)``, ``pandas.DataFrame.from_arrow(table)`` (pandas 3), DuckDB's ``FROM table``, GeoPandas, Ibis and so on. It can be read
    any number of times.

    Made by `Recording.table` and `Dataset.table`.

    Attributes
    ----------
    name : str
        Which table it is, such as ``"joints"``.
    column_names : list of str
        The names of its columns.
    units : dict of str to str
        The units of the columns that have one. They are in the metadata of the Arrow schema, too.

    Examples
    --------
    >>> import polars, reenact
    >>> table = reenact.demo().table("joints", rate_hz=30)
    >>> table
    <reenact.Table joints: 14 columns>
    >>> table.units["position_x_m"]
    'm'
    >>> polars.DataFrame(table).height
    30056
    """

    __slots__ = ("_inner", "column_names", "name", "units")

    def __init__(self, inner: _reenact.Table, name: TableName) -> None:
        self._inner = inner
        self.name: TableName = name
        fields = inner.fields()
        self.column_names: list[str] = [column for column, *_ in fields]
        self.units: dict[str, str] = {column: unit for column, _, _, unit in fields if unit}

    def __arrow_c_schema__(self) -> object:
        return self._inner.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._inner.__arrow_c_stream__(requested_schema)

    # It never changes, so it is as good as a copy.
    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a table cannot be pickled: pickle the recording or dataset that it is of")

    def __repr__(self) -> str:
        return f"<reenact.Table {self.name}: {len(self.column_names)} columns>"

    def _repr_html_(self) -> str:
        rows = (
            (column, f"{kind}{f', {unit}' if unit else ''}{', may be null' if nullable else ''}")
            for column, kind, nullable, unit in self._inner.fields()
        )
        return html_table(self.name, rows)
