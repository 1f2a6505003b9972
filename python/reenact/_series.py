"""Measures over time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from . import _reenact
from ._errors import unknown
from ._needs import needs

if TYPE_CHECKING:
    import pandas

    from ._types import DoubleArray


class Series(Mapping[str, "DoubleArray"]):
    """Measures over time, by name.

    Attributes
    ----------
    time_secs : ndarray of float64, shape (frames,)
        The times.

    Examples
    --------
    >>> import numpy as np, reenact
    >>> series = reenact.demo().series("right_speed_m_s")
    >>> series
    <reenact.Series: 1155 frames, right_speed_m_s>
    >>> bool(np.nanmax(series["right_speed_m_s"]) > 0.5)
    True
    """

    __slots__ = ("_values", "time_secs")

    def __init__(self, time_secs: DoubleArray, values: dict[str, DoubleArray]) -> None:
        self.time_secs: DoubleArray = time_secs
        self._values = values

    def __getitem__(self, name: str) -> DoubleArray:
        try:
            return self._values[name]
        except KeyError:
            raise KeyError(unknown("measure", name, self._values)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Series):
            return NotImplemented
        return (
            list(self) == list(other)
            and np.array_equal(self.time_secs, other.time_secs)
            and all(np.array_equal(self[name], other[name], equal_nan=True) for name in self)
        )

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def to_pandas(self) -> pandas.DataFrame:
        """A column for each measure, by time.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().series("left_speed_m_s").to_pandas().index.name
        'time_secs'
        """
        with needs("to_pandas", "pandas"):
            import pandas as pd

        return pd.DataFrame(self._values, index=pd.Index(self.time_secs, name="time_secs"))

    def __repr__(self) -> str:
        return f"<reenact.Series: {len(self.time_secs)} frames, {', '.join(self)}>"


def series_names() -> dict[str, str]:
    """Names of all measures over time, with their units.

    Examples
    --------
    >>> import reenact
    >>> reenact.series_names()["left_speed_m_s"]
    'm/s'
    """
    return {name: unit for name, _, unit in _reenact.series_names()}
