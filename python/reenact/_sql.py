"""DuckDB queries over tables that are computed on demand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary, ref

from ._needs import needs
from ._tables import TABLES

if TYPE_CHECKING:
    import duckdb
    import pyarrow

    from ._types import TableName

_MISSING = re.compile(r'Table with name "?(\w+)"? does not exist')

#: By connection: the tables that were registered in it, and the dataset that they are of.
_REGISTERED: WeakKeyDictionary[Any, dict[str, ref[Any]]] = WeakKeyDictionary()


def ask_duckdb(
    query: str,
    connection: duckdb.DuckDBPyConnection | None,
    table: Callable[[TableName], pyarrow.Table],
    owner: object,
) -> duckdb.DuckDBPyRelation:
    """Runs a query. A table that DuckDB does not find is registered, and the statement tried again: binding has no effect."""
    with needs("sql", "duckdb", "pyarrow"):
        import duckdb
        import pyarrow  # noqa: F401 - the library of the tables

    asked = connection if connection is not None else duckdb.connect()
    registered = _REGISTERED.setdefault(asked, {})
    for name, of in list(registered.items()):
        # Those of another dataset would answer for this one.
        if of() is not owner:
            asked.unregister(name)
            del registered[name]
    relation: Any = None
    for statement in asked.extract_statements(query):
        while True:
            try:
                relation = asked.sql(statement)
                break
            except duckdb.CatalogException as error:
                missing = _asked_for(str(error))
                if missing is None or missing in registered:
                    raise
                asked.register(missing, table(missing))
                registered[missing] = ref(owner)
    return cast("duckdb.DuckDBPyRelation", relation)


def _asked_for(message: str) -> TableName | None:
    """The table of ours that DuckDB did not find."""
    found = _MISSING.search(message)
    name = found[1].lower() if found else ""
    return cast("TableName", name) if name in TABLES else None
