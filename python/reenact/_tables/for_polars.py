"""Tables for Polars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._needs import needs
from .columns import Ask, request, table_of

if TYPE_CHECKING:
    import polars

    from .._recording.storage import _Storage


def polars_table(
    recording: _Storage, ask: Ask, rows: tuple[int, int] | None = None
) -> polars.DataFrame:
    """A table for Polars, or a part of it."""
    with needs("to_polars", "polars"):
        import polars as pl

    return pl.DataFrame(table_of(recording, ask, rows).collect())


def empty_polars(ask: Ask) -> polars.DataFrame:
    """A table with its columns and no rows."""
    with needs("to_polars", "polars"):
        import polars as pl

    return pl.DataFrame(request([], ask))


def names_left(names: list[str], predicate: polars.Expr | None) -> list[str]:
    """The names of recordings that a filter may leave: those that its conditions on ``recording`` alone are true of."""
    if predicate is None:
        return names
    import polars as pl

    conditions = [
        one for one in _conditions(predicate) if set(one.meta.root_names()) == {"recording"}
    ]
    if not conditions:
        return names
    left = pl.DataFrame({"recording": names}, {"recording": pl.String}).filter(*conditions)
    return left["recording"].to_list()


def _conditions(predicate: polars.Expr) -> list[polars.Expr]:
    """The conditions that are all true where a filter is."""
    parts = predicate.meta.pop()
    if len(parts) == 2 and (parts[1] & parts[0]).meta.eq(predicate):
        return [*_conditions(parts[1]), *_conditions(parts[0])]
    return [predicate]
