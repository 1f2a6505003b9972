"""Tables for pandas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._needs import needs
from .columns import Ask, Column, columns

if TYPE_CHECKING:
    import pandas

    from .._recording.storage import _Storage


def pandas_table(recording: _Storage, ask: Ask) -> pandas.DataFrame:
    """A table for pandas, flat."""
    return pandas_frame(columns(recording, ask))


def pandas_frame(made: Sequence[Column]) -> pandas.DataFrame:
    """Columns as a table for pandas, flat."""
    with needs("to_pandas", "pandas"):
        import pandas as pd

    flat: dict[str, Any] = {}
    for column in made:
        if column.kind == "group":
            flat.update({f"{column.name}_{part.name}": part.values for part in column.parts})
        elif column.kind == "name":
            # Names may repeat, as those of markers do; categories must not.
            names, numbers = np.unique(np.array(column.names, object), return_inverse=True)
            codes = numbers[column.values] if len(column.names) else column.values
            if column.present is not None:
                codes = np.where(column.present, codes, -1)
            flat[column.name] = pd.Categorical.from_codes(codes, names)
        elif column.kind in ("flag", "integer") and column.present is not None:
            # pandas has room for what is missing in types of its own only.
            kinds = {"flag": "boolean", "integer": "Int32"}
            values = pd.array(column.values, dtype=kinds[column.kind])
            values[~column.present] = pd.NA
            flat[column.name] = values
        else:
            flat[column.name] = column.values
    return pd.DataFrame(flat)
