"""Windows of recordings as a dataset of PyTorch.

Examples
--------
>>> import reenact.torch  # doctest: +SKIP
>>> windows = reenact.torch.Windows(reenact.dataset("study"), secs=1.0)  # doctest: +SKIP
>>> loader = torch.utils.data.DataLoader(windows, batch_size=32, shuffle=True)  # doctest: +SKIP
"""

from __future__ import annotations

import bisect
import itertools
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _reenact
from ._errors import ReenactError
from ._needs import needs

with needs("reenact.torch", "torch"):
    import torch
    from torch.utils.data import Dataset as TorchDataset

if TYPE_CHECKING:
    from ._recording import Recording
    from ._types import Axes, FloatArray, JointName, Mode, Reference

__all__ = ["Windows"]


class Windows(TorchDataset[Any]):
    """Windows of equal length over recordings: a tensor of shape (frames, features) each, and a label if there are labels.

    Parameters
    ----------
    recordings : Dataset or sequence of Recording
        The recordings. Each is sampled when one of its windows is asked for, and the last ones are kept.
    secs : float
        Length of a window.
    step_secs : float, optional
        From the start of one window to that of the next; the length by default, so that windows do not overlap.
    rate_hz, mode, axes, max_frames
        As in `Recording.sample`.
    joints, relative_to, rotations
        As in `Samples.to_numpy`.
    label : callable, optional
        Called with a recording, and the start and end of a window in seconds; its result is the label.
    fill : float
        Value that replaces missing poses.
    keep : int
        How many recordings are kept in memory.
    """

    def __init__(
        self,
        recordings: Sequence[Recording],
        *,
        secs: float = 1.0,
        step_secs: float | None = None,
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        axes: Axes = "unity",
        max_frames: int | None = None,
        joints: JointName | Sequence[JointName] | None = None,
        relative_to: Reference | None = None,
        rotations: bool = False,
        label: Callable[[Recording, float, float], Any] | None = None,
        fill: float = 0.0,
        keep: int = 4,
    ) -> None:
        self._frames = round(secs * rate_hz)
        self._step = round((secs if step_secs is None else step_secs) * rate_hz)
        if self._frames < 1 or self._step < 1:
            raise ReenactError(f"windows of {secs} s at {rate_hz} Hz have no frames")
        self._recordings = recordings
        self._sampling: dict[str, Any] = {
            "rate_hz": rate_hz,
            "mode": mode,
            "axes": axes,
            "max_frames": max_frames,
        }
        self._features: dict[str, Any] = {
            "joints": joints,
            "relative_to": relative_to,
            "rotations": rotations,
        }
        self._label, self._fill, self._keep = label, fill, keep
        self._kept: OrderedDict[int, tuple[Any, FloatArray]] = OrderedDict()
        counts = [self._count(recording, rate_hz, max_frames) for recording in recordings]
        self._ends = list(itertools.accumulate(counts))

    def _count(self, recording: Recording, rate_hz: float, max_frames: int | None) -> int:
        frames = len(_reenact.frame_times(recording._inner, rate_hz, None, None, max_frames))
        return max(0, (frames - self._frames) // self._step + 1)

    def __len__(self) -> int:
        """Number of windows."""
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, index: int) -> Any:
        """One window, with its label if there are labels."""
        place = int(index) + (len(self) if index < 0 else 0)
        if not 0 <= place < len(self):
            raise IndexError(f"no window {index}: there are {len(self)}")
        number = bisect.bisect_right(self._ends, place)
        start = self._step * (place - (self._ends[number - 1] if number else 0))
        times, values = self._sampled(number)
        window = torch.from_numpy(values[start : start + self._frames].copy())
        if self._label is None:
            return window
        span = float(times[start]), float(times[start + self._frames - 1])
        return window, self._label(self._recordings[number], *span)

    def _sampled(self, number: int) -> tuple[Any, FloatArray]:
        if number not in self._kept:
            samples = self._recordings[number].sample(**self._sampling)
            values = samples.to_numpy(**self._features)
            self._kept[number] = samples.time_secs, np.nan_to_num(values, nan=self._fill)
        self._kept.move_to_end(number)
        while len(self._kept) > self._keep:
            self._kept.popitem(last=False)
        return self._kept[number]
