"""Sampling of poses and measures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from .. import _reenact, _rows
from .._curve import as_times
from .._errors import ReenactError
from .._series import Series
from .storage import _Storage, listed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import Measuring
    from .._samples import Frame, Samples
    from .._types import Axes, DoubleArray, JointName, Mode, Number, TrackName


class _Sampling(_Storage):
    """Sampling of a recording."""

    __slots__ = ()

    def sample(
        self,
        rate_hz: float = 60.0,
        *,
        mode: Mode = "clean",
        start_secs: float | None = None,
        end_secs: float | None = None,
        tracks: TrackName | Iterable[TrackName] | None = None,
        joints: JointName | Iterable[JointName] | None = None,
        measures: str | Iterable[str] = (),
        axes: Axes = "unity",
        max_frames: int | None = None,
    ) -> Samples:
        """Poses at evenly spaced times, as arrays.

        Parameters
        ----------
        rate_hz : float
            Sample rate in Hz.
        mode : {"clean", "mrtk"}
            Evaluation mode: observed motion, with NaN where nothing was observed; or what MRTK would play.
        start_secs, end_secs : float, optional
            The part to sample; by default all of it. A part that reaches beyond the recording is cut to it.
        tracks : str or iterable of {"camera", "left", "right", "gaze"}, optional
            Sample only these tracks. The others are NaN and take no memory.
        joints : str or iterable of str, optional
            Sample only these joints, such as ``["IndexTip", "ThumbTip"]``. The others take no memory.
        measures : str or iterable of str
            Measures over time to sample as well, such as ``["right_speed_m_s"]``; see `series_names`.
        axes : {"unity", "opengl", "ros"}
            Coordinate system. Unity's is left-handed: x right, y up, z forward. OpenGL's, which WebXR and glTF share, is
            right-handed: x right, y up, z backward. That of ROS is right-handed: x forward, y left, z up.
        max_frames : int, optional
            Most frames; by default 65,536, or as many as the recording has keys. One stray key can make millions of frames.

        Returns
        -------
        Samples
            Arrays of shape (frames, joints, 3) and (frames, joints, 4) for each hand, (frames, 3) and (frames, 4) for the head.

        Examples
        --------
        >>> import reenact
        >>> samples = reenact.demo().sample(rate_hz=90)
        >>> tip = samples.right.joint("IndexTip")
        >>> tip.position.shape
        (1732, 3)
        >>> samples = reenact.demo().sample(joints=["IndexTip"], measures=["right_speed_m_s"])
        >>> samples.right.position.shape, samples.measures["right_speed_m_s"].shape
        ((1155, 1, 3), (1155,))
        """
        recorded = self._inner.tracks
        choice = _rows.Choice.of(recorded, tracks, joints)
        rows = None if choice.is_all_of(recorded) else choice.rows(recorded)
        times, values, observed = _reenact.sample(
            self._inner, rate_hz, mode, start_secs, end_secs, rows, axes, max_frames
        )
        samples = _rows.from_values(
            times,
            values,
            recorded,
            mode,
            observed,
            rate_hz=rate_hz,
            choice=None if rows is None else choice,
            axes=axes,
        )
        samples.measures = self._measured(times, listed(measures), rate_hz, mode, max_frames)
        return samples

    def _measured(
        self,
        times: DoubleArray,
        names: list[str],
        rate_hz: float,
        mode: Mode,
        max_frames: int | None,
    ) -> dict[str, DoubleArray]:
        """Measures at the frames of samples: those of the whole recording, so that derivatives do not end where a part does."""
        if not names:
            return {}
        options = {"rate_hz": rate_hz, "mode": mode, "max_frames": max_frames}
        whole, found = _reenact.series(self._inner, names, options)
        # A part may start between two frames of the whole; the nearest one is at most half a frame away.
        start = whole[0] if len(whole) else 0.0
        places = np.rint((times - start) * rate_hz).astype(np.intp)
        there = (places >= 0) & (places < len(whole))
        measured = {}
        for name, values in zip(names, found, strict=True):
            made = np.full(len(times), np.nan)
            made[there] = values[places[there]]
            measured[name] = made
        return measured

    def series(self, *names: str, **options: Unpack[Measuring]) -> Series:
        """Measures over time. ``docs/reference/measures.md`` defines them.

        Parameters
        ----------
        *names : str
            Such as ``"left_speed_m_s"``; see `series_names`.
        **options
            As in `stats`: ``rate_hz``, ``start_secs``, ``joint`` and so on.

        Returns
        -------
        Series
            The times, and the values of each measure by its name; NaN where there is none, as while a hand was not tracked.

        Examples
        --------
        >>> import reenact
        >>> series = reenact.demo().series("left_speed_m_s", "hands_distance_m")
        >>> series["left_speed_m_s"].shape == series.time_secs.shape
        True
        """
        if not names:
            raise ReenactError(
                "no measure given: use names such as left_speed_m_s; see reenact.series_names()"
            )
        times, values = _reenact.series(self._inner, list(names), dict(options))
        return Series(times, dict(zip(names, values, strict=True)))

    @overload
    def at(self, time_secs: Number, *, mode: Mode = "clean", axes: Axes = "unity") -> Frame: ...
    @overload
    def at(
        self,
        time_secs: npt.NDArray[Any] | Sequence[float],
        *,
        mode: Mode = "clean",
        axes: Axes = "unity",
    ) -> Samples: ...
    def at(
        self,
        time_secs: Number | npt.NDArray[Any] | Sequence[float],
        *,
        mode: Mode = "clean",
        axes: Axes = "unity",
    ) -> Frame | Samples:
        """Poses at one time or several.

        Parameters
        ----------
        time_secs : float, or sequence of float
            Times in any order. In ``clean`` mode there is NaN before the start and after the end.
        mode : {"clean", "mrtk"}
            Evaluation mode: observed motion, or what MRTK would play.
        axes : {"unity", "opengl", "ros"}
            Coordinate system, as in `sample`.

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
        rounded = flat.astype(np.float32)
        values, observed = _reenact.frames_at(self._inner, rounded, mode, axes)
        samples = _rows.from_values(flat, values, self._inner.tracks, mode, observed, axes=axes)
        return samples if times.ndim else samples[0]
