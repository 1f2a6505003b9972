"""Recording of frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from . import _reenact, _rows
from ._recording import Recording
from ._recording.storage import which_tracks
from ._samples import Frame, Samples

if TYPE_CHECKING:
    from ._types import TrackGroups, Tracks, Version

Fate = Literal["kept", "over-rate", "paused", "refused", "full"]


class Recorder:
    """Records frames, as MRTK's recorder does.

    Parameters
    ----------
    max_rate_hz : float or None
        Maximum number of frames per second; None keeps all.
    keep_secs : float or None
        The length of the rolling buffer; everything is kept if None.
    cut_pauses : bool
        Whether pauses are left out.
    tracks : iterable of {"camera", "hands", "gaze"}
        Which are recorded.
    version : {"1.1", "1.0", "1.1-published", "1.0-published"}
        How it is stored.

    Examples
    --------
    >>> import reenact
    >>> recorder = reenact.Recorder(max_rate_hz=30)
    >>> for frame in reenact.demo().sample(rate_hz=60, end_secs=2):
    ...     fate = recorder.record(frame)
    >>> recorder.frames
    61
    >>> recorder.recording().duration_secs
    2.0
    """

    __slots__ = ("_inner",)

    def __init__(
        self,
        *,
        max_rate_hz: float | None = 60.0,
        keep_secs: float | None = 30.0,
        cut_pauses: bool = True,
        tracks: TrackGroups = ("camera", "hands", "gaze"),
        version: Version = "1.1",
    ) -> None:
        self._inner = _reenact.Recorder(
            max_rate_hz, keep_secs, cut_pauses, which_tracks(tracks), version
        )

    def record(self, frame: Frame, time_secs: float | None = None) -> Fate:
        """Records a frame, and returns its outcome.

        Parameters
        ----------
        frame : Frame
            Everything at one time. A pose with a NaN in it is not there.
        time_secs : float, optional
            The time, if the frame's own is too coarse: for clocks that run for hours.

        Returns
        -------
        {"kept", "over-rate", "paused", "refused", "full"}
            "refused" if its time is not later than that of the frame before.

        Examples
        --------
        >>> import reenact
        >>> recorder, frame = reenact.Recorder(), reenact.demo().at(1.0)
        >>> recorder.record(frame), recorder.record(frame)
        ('kept', 'refused')
        """
        time = frame.time_secs if time_secs is None else time_secs
        tracks = _rows.tracks_of(frame)
        return self._record(np.array([time], np.float64), _rows.of_frame(frame), tracks)[0]

    def record_samples(self, samples: Samples) -> list[Fate]:
        """Records many frames at once.

        Examples
        --------
        >>> import reenact
        >>> recorder = reenact.Recorder()
        >>> fates = recorder.record_samples(reenact.demo().sample(rate_hz=30))
        >>> len(fates), set(fates)
        (578, {'kept'})
        """
        return self._record(samples.time_secs, samples, _rows.tracks_of(samples))

    def _record(
        self, times: npt.NDArray[np.float64], samples: Samples, tracks: Tracks
    ) -> list[Fate]:
        return self._inner.record(times, _rows.to_values(samples, tracks), tracks)

    def mark(self, name: str) -> None:
        """Adds a marker at the last frame that was kept.

        Examples
        --------
        >>> import reenact
        >>> recorder = reenact.Recorder()
        >>> _ = recorder.record_samples(reenact.demo().sample(rate_hz=30, end_secs=1))
        >>> recorder.mark("here")
        >>> recorder.recording().markers
        (Marker(time_secs=1.0, name='here'),)
        """
        self._inner.mark(name)

    def pause(self) -> None:
        """Ignores frames until `resume`.

        Examples
        --------
        >>> import reenact
        >>> recorder = reenact.Recorder()
        >>> recorder.pause()
        >>> recorder.record(reenact.demo().at(1.0))
        'paused'
        """
        self._inner.pause()

    def resume(self) -> None:
        """Continues after `pause`.

        Examples
        --------
        >>> import reenact
        >>> recorder = reenact.Recorder()
        >>> recorder.pause(), recorder.resume(), recorder.is_paused
        (None, None, False)
        """
        self._inner.resume()

    def discard(self) -> None:
        """Discards all frames.

        Examples
        --------
        >>> import reenact
        >>> recorder = reenact.Recorder()
        >>> recorder.record(reenact.demo().at(1.0)), recorder.discard(), recorder.frames
        ('kept', None, 0)
        """
        self._inner.discard()

    @property
    def is_paused(self) -> bool:
        """True while recording is paused."""
        return self._inner.is_paused

    @property
    def frames(self) -> int:
        """Number of frames that are kept."""
        return self._inner.frames

    @property
    def duration_secs(self) -> float:
        """Time from the first kept frame to the last."""
        return self._inner.duration_secs

    @property
    def dropped_frames(self) -> int:
        """Number of frames that were refused because of their times."""
        return self._inner.dropped_frames

    def recording(self, *, name: str = "recorded") -> Recording:
        """Recording of the kept frames. The recorder continues.

        Examples
        --------
        >>> import reenact
        >>> recorder = reenact.Recorder()
        >>> _ = recorder.record_samples(reenact.demo().sample(rate_hz=30, end_secs=1))
        >>> recorder.recording(name="first").duration_secs
        1.0
        """
        return Recording(self._inner.recording(), name=name)

    def __repr__(self) -> str:
        return f"<reenact.Recorder: {self.frames} frames, {self.duration_secs:g} s>"
