"""Recordings from arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Union

import numpy as np
import numpy.typing as npt

from . import _reenact
from ._curve import in_seconds
from ._errors import ReenactError
from ._recorder import Recorder
from ._recording import Recording
from ._reports import Marker
from ._samples import Hand, Poses, Rays, Samples

if TYPE_CHECKING:
    from ._types import DoubleArray, FloatArray, Version


def from_samples(
    samples: Samples,
    *,
    markers: Iterable[MarkerLike] = (),
    version: Version = "1.1",
    name: str = "",
) -> Recording:
    """Creates a recording with a key at every frame of samples.

    NaN samples get no keys, and a hand without a pose is not tracked.

    Parameters
    ----------
    samples : Samples
        Poses at increasing times. The first becomes 0.
    markers : iterable of Marker or (float, str)
        Names and times of markers, on the same clock as the times of the samples.
    version : {"1.1", "1.0", "1.1-published", "1.0-published"}
        Format version.
    name : str
        Its name in tables.

    Examples
    --------
    >>> import reenact
    >>> samples = reenact.demo().sample(rate_hz=60)
    >>> samples.right.position[:, :, 1] += 0.1  # 10 cm higher
    >>> higher = reenact.from_samples(samples, markers=reenact.demo().markers)
    >>> round(reenact.compare(reenact.demo(), higher).tracks["right"].max_position_m, 3)
    0.1
    """
    recorder = Recorder(max_rate_hz=None, keep_secs=None, version=version)
    fates = recorder.record_samples(samples)
    lost = [index for index, fate in enumerate(fates) if fate != "kept"]
    if lost:
        at = samples.time_secs[lost[0]]
        raise ReenactError(
            f"frame {lost[0]} at {at:g} s is not after the previous frame: times must increase"
        )
    recording = recorder.recording(name=name)
    # The recorder's time starts at its first frame.
    start = float(samples.time_secs[0]) if len(samples) else 0.0
    added = [("add", None, secs - start, text) for secs, text in map(_marker, markers)]
    return recording._markers(*added) if added else recording


#: A marker of another recording, or a time and a name.
MarkerLike = Union[Marker, "tuple[Any, str]"]


def _marker(marker: MarkerLike) -> tuple[float, str]:
    """Time and name of a marker."""
    try:
        time, name = (marker.time_secs, marker.name) if isinstance(marker, Marker) else marker
        return float(in_seconds(np.asarray(time))), str(name)
    except (TypeError, ValueError):
        raise ReenactError(f"a marker is (seconds, name), not {marker!r}") from None


def from_arrays(
    time_secs: npt.ArrayLike,
    *,
    camera_position: npt.ArrayLike | None = None,
    camera_rotation: npt.ArrayLike | None = None,
    left_position: npt.ArrayLike | None = None,
    left_rotation: npt.ArrayLike | None = None,
    left_tracked: npt.ArrayLike | None = None,
    left_pinching: npt.ArrayLike | None = None,
    right_position: npt.ArrayLike | None = None,
    right_rotation: npt.ArrayLike | None = None,
    right_tracked: npt.ArrayLike | None = None,
    right_pinching: npt.ArrayLike | None = None,
    gaze_origin: npt.ArrayLike | None = None,
    gaze_direction: npt.ArrayLike | None = None,
    markers: Iterable[MarkerLike] = (),
    version: Version = "1.1",
    name: str = "",
) -> Recording:
    """Creates a recording from arrays.

    Parameters
    ----------
    time_secs : array-like, shape (frames,)
        The times, increasing: seconds, ``timedelta64``, ``datetime64``, or dates of Python or pandas, with a time zone or without. The
        first becomes 0.
    camera_position, camera_rotation : array-like, shape (frames, 3) and (frames, 4)
        The head, in metres and as quaternions x y z w. A rotation that is not given is none at all (0, 0, 0, 1).
    left_position, right_position : array-like, shape (frames, 26, 3)
        The joints of a hand in the order of `reenact.JOINTS`, in metres. NaN where unknown.
    left_rotation, right_rotation : array-like, shape (frames, 26, 4)
        Their rotations.
    left_tracked, right_tracked : array-like of bool, shape (frames,)
        When a hand was tracked; by default whenever its positions have a number.
    left_pinching, right_pinching : array-like of bool, shape (frames,)
        When it pinched; never by default.
    gaze_origin, gaze_direction : array-like, shape (frames, 3)
        The gaze.
    markers : iterable of Marker or (float, str)
        Names and times of markers, on the same clock as `time_secs`: if times start at 100 s, a marker at 101 s is at 1 s of the recording.
    version : {"1.1", "1.0", "1.1-published", "1.0-published"}
        Format version.
    name : str
        Its name in tables.

    Examples
    --------
    >>> import numpy as np, reenact
    >>> time = np.arange(61) / 60
    >>> head = np.stack([0 * time, 1.6 + 0 * time, time], axis=1)
    >>> walk = reenact.from_arrays(time, camera_position=head, markers=[(0.5, "half")])
    >>> walk.at(0.5).camera.position
    array([0. , 1.6, 0.5], dtype=float32)
    """
    given = np.asarray(time_secs)
    if given.ndim != 1:
        raise ReenactError("time_secs must be a list of numbers")
    try:
        times = _since_first(given) if given.dtype.kind == "O" else in_seconds(given)
    except (TypeError, ValueError, AttributeError):
        raise ReenactError(
            f"time_secs must be numbers, timedelta64 or datetime64, not {given.dtype}"
        ) from None
    marked = [_on_clock(marker, given) for marker in markers]
    frames = len(times)

    def array(what: str, given: npt.ArrayLike, *shape: int) -> FloatArray:
        made = np.asarray(given, np.float32)
        if made.shape != (frames, *shape):
            wanted = ", ".join(map(str, (frames, *shape)))
            raise ReenactError(f"{what} has the shape {made.shape} instead of ({wanted})")
        return made

    def poses(
        what: str, position: npt.ArrayLike | None, rotation: npt.ArrayLike | None, *shape: int
    ) -> Poses | None:
        if position is None:
            if rotation is not None:
                raise ReenactError(f"{what}_rotation needs {what}_position")
            return None
        where = array(f"{what}_position", position, *shape, 3)
        if rotation is None:
            turned = np.zeros((frames, *shape, 4), np.float32)
            turned[..., 3] = 1
        else:
            turned = array(f"{what}_rotation", rotation, *shape, 4)
        return Poses(where, turned)

    def states(what: str, given: npt.ArrayLike | None, default: Any) -> npt.NDArray[np.bool_]:
        made = np.asarray(default if given is None else given, bool)
        if made.shape != (frames,):
            raise ReenactError(f"{what} has the shape {made.shape} instead of ({frames},)")
        return made

    def hand(
        side: str,
        joints: Poses | None,
        tracked: npt.ArrayLike | None,
        pinching: npt.ArrayLike | None,
    ) -> Hand | None:
        if joints is None:
            if tracked is not None or pinching is not None:
                raise ReenactError(f"the {side} hand needs {side}_position")
            return None
        seen = np.any(np.all(np.isfinite(joints.position), axis=2), axis=1)
        return Hand(
            states(f"{side}_tracked", tracked, seen),
            states(f"{side}_pinching", pinching, np.zeros(frames, bool)),
            joints.position,
            joints.rotation,
        )

    gaze = None
    if gaze_origin is not None and gaze_direction is not None:
        gaze = Rays(
            array("gaze_origin", gaze_origin, 3), array("gaze_direction", gaze_direction, 3)
        )
    elif gaze_origin is not None or gaze_direction is not None:
        raise ReenactError("the gaze needs both gaze_origin and gaze_direction")
    joints = len(_reenact.JOINTS)
    left = poses("left", left_position, left_rotation, joints)
    right = poses("right", right_position, right_rotation, joints)
    samples = Samples(
        time_secs=times,
        camera=poses("camera", camera_position, camera_rotation),
        left=hand("left", left, left_tracked, left_pinching),
        right=hand("right", right, right_tracked, right_pinching),
        gaze=gaze,
        mode="clean",
    )
    return from_samples(samples, markers=marked, version=version, name=name)


def _since_first(times: npt.NDArray[Any]) -> DoubleArray:
    """Seconds since the first of some dates or durations of Python or pandas."""
    return np.array([(time - times[0]).total_seconds() for time in times])


def _on_clock(marker: MarkerLike, times: npt.NDArray[Any]) -> MarkerLike:
    """Shifts the time of a marker to the clock of the frames."""
    if times.dtype.kind not in "MO" or isinstance(marker, Marker) or not len(times):
        return marker
    try:
        time, name = marker
        if times.dtype.kind == "O":
            return ((time - times[0]).total_seconds(), name)
        since = np.asarray(time, "M8[ns]") - times[0].astype("M8[ns]")
    except (TypeError, ValueError, AttributeError):
        raise ReenactError(
            f"if times are dates, a marker is (date, name), not {marker!r}"
        ) from None
    return (since / np.timedelta64(1, "s"), name)
