"""Curves: one number over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NoReturn, overload

import numpy as np
import numpy.typing as npt

from . import _reenact
from ._errors import ReenactError

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._types import DoubleArray, FloatArray, Number

#: What Unity calls the wrap modes.
WRAP_MODES = {0: "default", 1: "once", 2: "loop", 4: "ping-pong", 8: "clamp-forever"}


@dataclass(frozen=True, eq=False)
class Curve:
    """One curve of a recording, with a view of its keys in the file.

    Attributes
    ----------
    name : str
        Such as ``"left.Wrist.position.x"``.
    kind : {"simple", "full", "boolean"}
        How its keys are stored.
    keys : structured ndarray
        The keys: fields ``time_secs`` and ``value``, and in full keys ``in_tangent``, ``out_tangent``, ``in_weight``,
        ``out_weight`` and ``weighted_mode``. A read-only view of the recording's own memory, for a file that is mapped
        of the file itself: nothing is copied, and what is not looked at is not read.
    pre_wrap, post_wrap : int
        Wrap modes before the first and after the last key, with Unity's numbers (8: the value is held).

    Examples
    --------
    >>> import reenact
    >>> curve = reenact.demo().curve("right.IndexTip.position.y")
    >>> curve.keys.dtype.names
    ('time_secs', 'value')
    >>> curve.keys.flags.writeable
    False
    >>> curve.time_secs[:3]
    array([0.        , 0.01666667, 0.03333334], dtype=float32)
    """

    name: str
    kind: Literal["simple", "full", "boolean"]
    keys: npt.NDArray[np.void]
    pre_wrap: int
    post_wrap: int
    _recording: _reenact.Recording

    @property
    def time_secs(self) -> FloatArray:
        """The times of the keys, as a view."""
        return _field(self.keys, "time_secs")

    @property
    def value(self) -> FloatArray:
        """The values of the keys, as a view."""
        return _field(self.keys, "value")

    def __len__(self) -> int:
        return len(self.keys)

    @overload
    def at(self, time_secs: Number) -> float: ...
    @overload
    def at(self, time_secs: npt.NDArray[Any] | Sequence[float]) -> FloatArray: ...
    def at(self, time_secs: Number | npt.NDArray[Any] | Sequence[float]) -> float | FloatArray:
        """Evaluates the curve as Unity does, at one time or several.

        Any time will do; one array of them in order is quickest.

        Examples
        --------
        >>> import reenact
        >>> curve = reenact.demo().curve("camera.position.y")
        >>> 1.5 < curve.at(1.0) < 1.9
        True
        """
        times = as_times(time_secs)
        flat = np.atleast_1d(times).ravel().astype(np.float32)
        values = _reenact.value_at(self._recording, self.name, flat)
        return values.reshape(times.shape) if times.ndim else float(values[0])

    # It never changes, so it is as good as a copy.
    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a curve cannot be pickled: pickle its recording, or a copy of its keys")

    def __repr__(self) -> str:
        return f"<reenact.Curve {self.name}: {len(self)} {self.kind} keys>"


def as_times(time_secs: Number | npt.NDArray[Any] | Sequence[float]) -> DoubleArray:
    """A time or several in seconds as an array."""
    if time_secs is None:
        # Which numpy would take for NaN.
        raise TypeError("expected a time or several times, not None")
    times = np.asarray(time_secs)
    if times.dtype.kind == "M":
        raise ReenactError("times are seconds from the start of the recording, not dates")
    return in_seconds(times)


def in_seconds(times: npt.NDArray[Any]) -> DoubleArray:
    """Numbers, durations or dates as seconds; dates from the first of them on."""
    if times.dtype.kind == "M":
        times = times - times.flat[0] if times.size else times.astype("m8[s]")
    if times.dtype.kind == "m":
        seconds: DoubleArray = times / np.timedelta64(1, "s")
        return seconds
    if times.dtype.kind not in "biuf":
        # Numpy would read text as numbers.
        raise TypeError(f"times must be numbers or durations, not {times.dtype}")
    return times.astype(np.float64)


def _field(keys: npt.NDArray[np.void], name: str) -> FloatArray:
    field: FloatArray = keys[name]
    return field
