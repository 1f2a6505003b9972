"""Poses at times, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast, overload

import numpy as np
import numpy.typing as npt

from . import _reenact
from ._errors import ReenactError, unknown

if TYPE_CHECKING:
    from pathlib import Path

    import xarray
    from typing_extensions import Self

    from ._types import (
        Axes,
        BoolArray,
        DoubleArray,
        FloatArray,
        JointName,
        Mode,
        PathLike,
        Reference,
        Side,
        TrackName,
    )

    #: What chooses frames: a number, a slice, or an array of numbers or truth values.
    Index = int | slice | npt.NDArray[Any] | Sequence[int]

JOINTS: tuple[JointName, ...] = cast("tuple[JointName, ...]", _reenact.JOINTS)

_INDEX_OF: dict[str, int] = {name: index for index, name in enumerate(JOINTS)}


def joint_index(name: JointName) -> int:
    """Index of a joint in arrays of all joints.

    Examples
    --------
    >>> import reenact
    >>> reenact.joint_index("IndexTip")
    10
    """
    return _place_of(name, JOINTS)


def _place_of(name: str, joints: tuple[JointName, ...]) -> int:
    if joints is JOINTS:
        place = _INDEX_OF.get(name)
    else:
        place = next((place for place, joint in enumerate(joints) if joint == name), None)
    if place is not None:
        return place
    if name in _INDEX_OF:
        raise KeyError(f"the joint {name!r} was not sampled: {', '.join(joints)}")
    raise KeyError(f"{unknown('joint', name, JOINTS)} (reenact.JOINTS has them all)")


@dataclass(frozen=True, eq=False)
class Poses:
    """Positions and rotations.

    Attributes
    ----------
    position : ndarray of float32, shape (…, 3)
        Metres. NaN where it was not observed.
    rotation : ndarray of float32, shape (…, 4)
        Quaternions x, y, z, w. NaN where it was not observed, and where a recording has positions alone.
    """

    position: FloatArray
    rotation: FloatArray

    def copy(self) -> Poses:
        """A copy that owns its memory, so that the block it was a view of can be freed.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().sample().right.joint("IndexTip").copy().position.flags.owndata
        True
        """
        return Poses(_own(self.position), _own(self.rotation))

    def __repr__(self) -> str:
        return f"<reenact.Poses: position {self.position.shape}, rotation {self.rotation.shape}>"


@dataclass(frozen=True, eq=False)
class Rays:
    """Origins and directions.

    Attributes
    ----------
    origin : ndarray of float32, shape (…, 3)
        Metres. NaN where it was not observed.
    direction : ndarray of float32, shape (…, 3)
        Unit vectors. NaN where it was not observed.
    """

    origin: FloatArray
    direction: FloatArray

    def copy(self) -> Rays:
        """A copy that owns its memory.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().sample().gaze.copy().origin.flags.owndata
        True
        """
        return Rays(_own(self.origin), _own(self.direction))

    def __repr__(self) -> str:
        return f"<reenact.Rays: origin {self.origin.shape}, direction {self.direction.shape}>"


@dataclass(frozen=True, eq=False)
class Hand:
    """One hand.

    Attributes
    ----------
    tracked, pinching : ndarray of bool, shape (frames,)
        Its states. In a single frame they have the shape ().
    position : ndarray of float32, shape (frames, joints, 3)
        Metres, in the order of `joints`. NaN where it was not observed.
    rotation : ndarray of float32, shape (frames, joints, 4)
        Quaternions x, y, z, w. NaN where it was not observed.
    observed : ndarray of bool, shape (frames,)
        Whether its pose was observed: it was tracked, and the time lies between keys of its joints. In ``clean`` mode
        there are poses only then; in ``mrtk`` mode others are held or interpolated. In hands that were not sampled from a recording:
        whether it was tracked and a joint has a position.
    joints : tuple of str
        The names of the joints: all of `reenact.JOINTS`, or those that were asked for.
    """

    tracked: BoolArray
    pinching: BoolArray
    position: FloatArray
    rotation: FloatArray
    observed: BoolArray = None  # type: ignore[assignment]  # computed if it is not given
    joints: tuple[JointName, ...] = JOINTS

    def __post_init__(self) -> None:
        if self.observed is None:
            placed = np.isfinite(self.position).all(axis=-1).any(axis=-1)
            object.__setattr__(self, "observed", np.asarray(self.tracked, bool) & placed)

    def joint(self, name: JointName) -> Poses:
        """One joint's poses, without a copy.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().sample(rate_hz=30).right.joint("IndexTip").position.shape
        (578, 3)
        """
        index = _place_of(name, self.joints)
        return Poses(self.position[..., index, :], self.rotation[..., index, :])

    def copy(self) -> Hand:
        """A copy that owns its memory.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().sample().left.copy().position.flags.owndata
        True
        """
        return Hand(
            self.tracked.copy(),
            self.pinching.copy(),
            _own(self.position),
            _own(self.rotation),
            self.observed.copy(),
            self.joints,
        )

    @property
    def _states(self) -> str:
        """Its states in words."""
        tracked, pinching = np.asarray(self.tracked), np.asarray(self.pinching)
        if tracked.ndim:
            return (
                f"{tracked.size} frames, tracked in {tracked.sum()}, pinching in {pinching.sum()}"
            )
        return ("pinching" if pinching else "tracked") if tracked else "not tracked"

    def __repr__(self) -> str:
        return f"<reenact.Hand: {self._states}>"


class _Tracked:
    """Tracks at one time or at several. A track that was not recorded is all NaN."""

    __slots__ = ("_camera", "_gaze", "_left", "_right")

    def __init__(
        self,
        camera: Poses | None,
        left: Hand | None,
        right: Hand | None,
        gaze: Rays | None,
    ) -> None:
        self._camera, self._left, self._right, self._gaze = camera, left, right, gaze

    @property
    def _shape(self) -> tuple[int, ...]:
        """The axes before joints and components."""
        raise NotImplementedError

    @property
    def tracks(self) -> tuple[TrackName, ...]:
        """Which of ``camera``, ``left``, ``right`` and ``gaze`` there are."""
        there: tuple[tuple[TrackName, object], ...] = (
            ("camera", self._camera),
            ("left", self._left),
            ("right", self._right),
            ("gaze", self._gaze),
        )
        return tuple(name for name, track in there if track is not None)

    @property
    def camera(self) -> Poses:
        """The head; NaN if it was not recorded."""
        return self._camera or Poses(_nothing(*self._shape, 3), _nothing(*self._shape, 4))

    @property
    def left(self) -> Hand:
        """The left hand; NaN and never tracked if it was not recorded."""
        return self.hand("left")

    @property
    def right(self) -> Hand:
        """The right hand; NaN and never tracked if it was not recorded."""
        return self.hand("right")

    @property
    def gaze(self) -> Rays:
        """The gaze; NaN if it was not recorded."""
        return self._gaze or Rays(_nothing(*self._shape, 3), _nothing(*self._shape, 3))

    def hand(self, side: Side) -> Hand:
        """The left or the right hand.

        Examples
        --------
        >>> import reenact
        >>> samples = reenact.demo().sample(rate_hz=30)
        >>> [bool(samples.hand(side).pinching.any()) for side in ("left", "right")]
        [True, True]
        """
        if side not in ("left", "right"):
            raise KeyError(unknown("hand", side, ("left", "right")))
        hand = self._left if side == "left" else self._right
        if hand is not None:
            return hand
        other = self._right if side == "left" else self._left
        joints = JOINTS if other is None else other.joints
        never = np.zeros(self._shape, bool)
        return Hand(
            never,
            never,
            _nothing(*self._shape, len(joints), 3),
            _nothing(*self._shape, len(joints), 4),
            never,
            joints,
        )


class Samples(_Tracked):
    """Poses of a recording at several times.

    The arrays are views of one block of memory in which each curve lies by itself: an array of one number over time
    is contiguous, and nothing was copied. `numpy.ascontiguousarray` turns one around if a library needs that, and `copy`
    gives arrays that own their memory.

    Attributes
    ----------
    time_secs : ndarray of float64, shape (frames,)
        The times.
    rate_hz : float or None
        Sample rate in Hz; None if the times are not evenly spaced.
    tracks : tuple of str
        Which tracks there are. The others are NaN.
    camera : Poses
        The head, arrays of shape (frames, 3) and (frames, 4).
    left, right : Hand
        The hands.
    gaze : Rays
        The gaze.
    measures : dict of str to ndarray of float64, shape (frames,)
        The requested measures over time; NaN where missing.
    mode : {"clean", "mrtk"}
        Evaluation mode.
    axes : {"unity", "opengl", "ros"}
        Coordinate system.

    Examples
    --------
    >>> import reenact
    >>> samples = reenact.demo().sample(rate_hz=30)
    >>> samples[30]
    <reenact.Frame at 1 s: camera, left (not tracked), right (tracked), gaze>
    >>> samples[30:60]
    <reenact.Samples: 30 frames, 1 s to 1.96667 s, camera, left, right, gaze>
    >>> len(samples[samples.right.pinching])  # only frames in which the right hand pinches
    27
    """

    __slots__ = ("axes", "measures", "mode", "rate_hz", "time_secs")

    def __init__(
        self,
        time_secs: npt.ArrayLike,
        camera: Poses | None = None,
        left: Hand | None = None,
        right: Hand | None = None,
        gaze: Rays | None = None,
        mode: Mode = "clean",
        *,
        rate_hz: float | None = None,
        measures: dict[str, DoubleArray] | None = None,
        axes: Axes = "unity",
    ) -> None:
        super().__init__(camera, left, right, gaze)
        self.time_secs: DoubleArray = np.asarray(time_secs, np.float64)
        self.mode: Mode = mode
        self.rate_hz: float | None = rate_hz
        self.measures: dict[str, DoubleArray] = measures or {}
        self.axes: Axes = axes

    @property
    def _shape(self) -> tuple[int, ...]:
        return (len(self),)

    def __len__(self) -> int:
        return len(self.time_secs)

    @overload
    def __getitem__(self, index: int) -> Frame: ...
    @overload
    def __getitem__(self, index: slice | npt.NDArray[Any] | Sequence[int]) -> Samples: ...
    def __getitem__(self, index: Index) -> Frame | Samples:
        """One frame, or several as samples: views for numbers and slices, copies for arrays."""
        if isinstance(index, (int, np.integer)):
            place = int(index)
            if not -len(self) <= place < len(self):
                raise IndexError(f"no frame {place}: there are {len(self)}")
            return Frame(float(self.time_secs[place]), *self._at(place))
        chosen = index if isinstance(index, slice) else _frames(index, len(self))
        rate = None
        if isinstance(chosen, slice) and self.rate_hz is not None:
            rate = self.rate_hz / abs(chosen.step or 1)
        return Samples(
            self.time_secs[chosen],
            *self._at(chosen),
            self.mode,
            rate_hz=rate,
            measures={name: values[chosen] for name, values in self.measures.items()},
            axes=self.axes,
        )

    def _at(
        self, index: int | slice | npt.NDArray[Any]
    ) -> tuple[Poses | None, Hand | None, Hand | None, Rays | None]:
        camera, gaze = self._camera, self._gaze
        return (
            camera and Poses(camera.position[index], camera.rotation[index]),
            _hand_at(self._left, index),
            _hand_at(self._right, index),
            gaze and Rays(gaze.origin[index], gaze.direction[index]),
        )

    def __iter__(self) -> Iterator[Frame]:
        return (self[index] for index in range(len(self)))

    def __array__(self, *_: Any, **__: Any) -> npt.NDArray[Any]:
        """Raises `TypeError`: samples are several arrays. Numpy would make an array of `Frame` objects."""
        raise TypeError("samples are several arrays: use samples.right.position or to_numpy()")

    def copy(self) -> Self:
        """A copy that owns its memory, so that the block it was a view of can be freed.

        Examples
        --------
        >>> import reenact
        >>> part = reenact.demo().sample()[:10].copy()
        >>> part.right.position.flags.owndata
        True
        """
        return type(self)(
            self.time_secs.copy(),
            self._camera and self._camera.copy(),
            self._left and self._left.copy(),
            self._right and self._right.copy(),
            self._gaze and self._gaze.copy(),
            self.mode,
            rate_hz=self.rate_hz,
            measures={name: values.copy() for name, values in self.measures.items()},
            axes=self.axes,
        )

    def to_numpy(
        self,
        joints: JointName | Sequence[JointName] | None = None,
        *,
        relative_to: Reference | None = None,
        rotations: bool = False,
        flat: bool = True,
    ) -> FloatArray:
        """Joints of both hands in one array, for machine learning.

        Parameters
        ----------
        joints : sequence of str, optional
            Which joints; all that were sampled by default.
        relative_to : {"wrist", "head"}, optional
            Express positions and rotations in the frame of the hand's own wrist, or of the head. In world coordinates by default.
        rotations : bool
            Whether quaternions x, y, z, w follow the positions.
        flat : bool
            Whether each frame is one row of features. The columns are named by `feature_names`.

        Returns
        -------
        ndarray of float32
            Shape (frames, features) if flat, else (frames, hands, joints, 3 or 7). Hands are left, then right, as far as they are in `tracks`.
            NaN where something was not observed.

        Examples
        --------
        >>> import reenact
        >>> samples = reenact.demo().sample(rate_hz=30)
        >>> samples.to_numpy(["IndexTip", "ThumbTip"], relative_to="wrist").shape
        (578, 12)
        >>> samples.to_numpy(flat=False).shape
        (578, 2, 26, 3)
        """
        from ._science.numpy import hands_array

        made = hands_array(self, joints, relative_to, rotations)
        return made.reshape(len(self), -1) if flat else made

    def feature_names(
        self, joints: JointName | Sequence[JointName] | None = None, *, rotations: bool = False
    ) -> list[str]:
        """The names of the columns of `to_numpy`.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().sample(rate_hz=30).feature_names("IndexTip")[:3]
        ['left_IndexTip_position_x_m', 'left_IndexTip_position_y_m', 'left_IndexTip_position_z_m']
        """
        from ._science.numpy import feature_names

        return feature_names(self, joints, rotations)

    def to_xarray(self) -> xarray.Dataset:
        """A labelled dataset for xarray, with dimensions, coordinates, units and attributes.

        Dimensions are ``time`` (seconds), ``hand``, ``joint``, ``axis`` (x, y, z) and ``quaternion`` (x, y, z, w). Only tracks that
        were recorded are there.

        Examples
        --------
        >>> import reenact
        >>> data = reenact.demo().sample(rate_hz=30).to_xarray()
        >>> data.hand_position.sel(hand="right", joint="IndexTip", axis="y").attrs["units"]
        'm'
        """
        from ._science.xarray import to_xarray

        return to_xarray(self)

    def to_zarr(self, path: PathLike, *, overwrite: bool = False) -> Path:
        """Writes the dataset of `to_xarray` as a Zarr store.

        Parameters
        ----------
        path : path-like
            The folder of the store.
        overwrite : bool
            Replace an existing store; otherwise `FileExistsError` is raised.

        Examples
        --------
        >>> import pathlib, tempfile, reenact, xarray
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     store = reenact.demo().sample(rate_hz=30).to_zarr(pathlib.Path(folder) / "a.zarr")
        ...     dict(xarray.open_zarr(store).sizes)["time"]
        578
        """
        from ._science.xarray import to_zarr

        return to_zarr(self, path, overwrite)

    def to_hdf5(self, path: PathLike, *, overwrite: bool = False) -> Path:
        """Writes the arrays as an HDF5 file, with a group for each track, by h5py.

        Parameters
        ----------
        path : path-like
            The file.
        overwrite : bool
            Replace an existing file; otherwise `FileExistsError` is raised.

        Examples
        --------
        >>> import pathlib, tempfile, h5py, reenact
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = reenact.demo().sample(rate_hz=30).to_hdf5(pathlib.Path(folder) / "a.h5")
        ...     with h5py.File(path) as file:
        ...         file["right/position"].shape, file["right/position"].attrs["units"]
        ((578, 26, 3), 'm')
        """
        from ._science.hdf5 import to_hdf5

        return to_hdf5(self, path, overwrite)

    def __repr__(self) -> str:
        span = f"{self.time_secs[0]:g} s to {self.time_secs[-1]:g} s" if len(self) else "none"
        there = ", ".join((*self.tracks, *self.measures)) or "no tracks"
        frames = "frame" if len(self) == 1 else "frames"
        return f"<reenact.Samples: {len(self)} {frames}, {span}, {there}>"


class Frame(_Tracked):
    """Poses at one time. Same attributes as `Samples`, without the axis of frames.

    Attributes
    ----------
    time_secs : float
        The time.
    tracks : tuple of str
        Which tracks there are. The others are NaN.
    camera : Poses
        The head: position of shape (3,), rotation of shape (4,).
    left, right : Hand
        The hands: position of shape (26, 3), rotation of shape (26, 4).
    gaze : Rays
        The gaze: origin and direction of shape (3,).
    """

    __slots__ = ("time_secs",)

    def __init__(
        self,
        time_secs: float,
        camera: Poses | None = None,
        left: Hand | None = None,
        right: Hand | None = None,
        gaze: Rays | None = None,
    ) -> None:
        super().__init__(camera, left, right, gaze)
        self.time_secs: float = time_secs

    @property
    def _shape(self) -> tuple[int, ...]:
        return ()

    def __repr__(self) -> str:
        def shown(track: TrackName) -> str:
            if track == "left" or track == "right":
                return f"{track} ({self.hand(track)._states})"
            return track

        there = ", ".join(map(shown, self.tracks))
        return f"<reenact.Frame at {self.time_secs:g} s: {there or 'no tracks'}>"


def _nothing(*shape: int) -> FloatArray:
    """NaN in a shape, which takes no memory and cannot be written to."""
    nothing: FloatArray = np.broadcast_to(np.float32(np.nan), shape)
    return nothing


def _own(array: FloatArray) -> FloatArray:
    """A contiguous copy."""
    return np.array(array, order="C")


def _frames(index: npt.NDArray[Any] | Sequence[int], count: int) -> npt.NDArray[Any]:
    """Which frames an array chooses; raises an error for an invalid index."""
    chosen = np.asarray(index)
    if chosen.size == 0 and chosen.dtype.kind == "f":
        chosen = chosen.astype(np.intp)
    if chosen.ndim != 1 or chosen.dtype.kind not in "iub":
        raise ReenactError(
            f"frames are selected by a one-dimensional array of integers or booleans, not by an array of {chosen.dtype} of shape {chosen.shape}"
        )
    if chosen.dtype.kind == "b":
        if len(chosen) != count:
            raise ReenactError(f"a mask of {len(chosen)} values does not fit {count} frames")
    elif chosen.size and not (-count <= chosen.min() and chosen.max() < count):
        beyond = chosen.max() if chosen.max() >= count else chosen.min()
        raise IndexError(f"no frame {beyond}: there are {count}")
    return chosen


def _hand_at(hand: Hand | None, index: int | slice | npt.NDArray[Any]) -> Hand | None:
    if hand is None:
        return None
    tracked, pinching = np.asarray(hand.tracked[index]), np.asarray(hand.pinching[index])
    observed = np.asarray(hand.observed[index])
    position, rotation = hand.position[index], hand.rotation[index]
    return Hand(tracked, pinching, position, rotation, observed, hand.joints)
