"""Poses of a recording at times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from .. import _reenact, _rows
from .._curve import as_times
from .._errors import ReenactError
from .held import Held

if TYPE_CHECKING:
    from .._samples import Frame, Samples
    from .._types import Mode, Number


class Posed(Held):
    """The part of a recording that says where everything was."""

    __slots__ = ()

    def sample(
        self,
        rate_hz: float = 60.0,
        *,
        mode: Mode = "clean",
        start_secs: float | None = None,
        end_secs: float | None = None,
    ) -> Samples:
        """Poses at evenly spaced times, as arrays.

        Parameters
        ----------
        rate_hz : float
            How many frames a second.
        mode : {"clean", "mrtk"}
            What the person did, with NaN where nothing is known of it; or what MRTK would play.
        start_secs, end_secs : float, optional
            From when to when; by default from 0 to the end.

        Returns
        -------
        Samples
            Arrays of shape (frames, 26, 3) and (frames, 26, 4) for each hand, (frames, 3) and (frames, 4) for the head.

        Examples
        --------
        >>> import reenact
        >>> samples = reenact.demo().sample(rate_hz=90)
        >>> tip = samples.right.joint("IndexTip")
        >>> tip.position.shape
        (1732, 3)
        """
        times = _reenact.frame_times(self._inner, rate_hz, start_secs, end_secs)
        values = _rows.room(self._inner.tracks, len(times))
        _reenact.sample(self._inner, rate_hz, mode, start_secs, end_secs, values)
        observed = _reenact.observed_at(self._inner, times)
        return _rows.from_values(times, values, self._inner.tracks, mode, observed)

    @overload
    def at(self, time_secs: Number, *, mode: Mode = "clean") -> Frame: ...
    @overload
    def at(
        self, time_secs: npt.NDArray[Any] | Sequence[float], *, mode: Mode = "clean"
    ) -> Samples: ...
    def at(
        self,
        time_secs: Number | npt.NDArray[Any] | Sequence[float],
        *,
        mode: Mode = "clean",
    ) -> Frame | Samples:
        """Everything at a time, or at each of several.

        Parameters
        ----------
        time_secs : float, or sequence of float
            When; any order will do.
        mode : {"clean", "mrtk"}
            What the person did, or what MRTK would play.

        Returns
        -------
        Frame or Samples
            One frame for one time, and samples for several.

        Examples
        --------
        >>> import reenact
        >>> frame = reenact.demo().at(2.5)
        >>> frame.right.position.shape
        (26, 3)
        >>> reenact.demo().at([0.5, 2.5]).right.position.shape
        (2, 26, 3)
        """
        times = as_times(time_secs)
        if times.ndim > 1:
            raise ReenactError("times must be one number or a list of them")
        flat = np.atleast_1d(times)
        values = _reenact.frames_at(self._inner, flat, mode)
        observed = _reenact.observed_at(self._inner, flat)
        samples = _rows.from_values(flat, values, self._inner.tracks, mode, observed)
        return samples if times.ndim else samples[0]
