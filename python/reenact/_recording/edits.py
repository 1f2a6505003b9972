"""Edits, each of which returns a new recording."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from .. import _reenact
from .storage import _Storage, as_head, inner_of, listed, which_tracks

if TYPE_CHECKING:
    from typing_extensions import Self

    from .._types import JointName, Mode, TrackGroups, Version


class _Edits(_Storage):
    """Edits of a recording."""

    __slots__ = ()

    def trim(
        self,
        start_secs: float | None = None,
        end_secs: float | None = None,
        *,
        keep_times: bool = False,
    ) -> Self:
        """Cuts to a time range. The result starts at 0 unless times are kept.

        Examples
        --------
        >>> import reenact
        >>> round(reenact.demo().trim(2, 5).duration_secs, 2)
        3.0
        """
        return self._edited(_reenact.trim(self._inner, start_secs, end_secs, keep_times))

    def concat(
        self,
        *others: _Storage,
        gap_secs: float | None = None,
        cross_fade_secs: float | None = None,
        align: Literal["none", "camera", "left-wrist", "right-wrist"] = "camera",
    ) -> Self:
        """Appends other recordings.

        Parameters
        ----------
        *others : Recording
            Which ones.
        gap_secs : float, optional
            Time between two recordings; 1/60 s by default.
        cross_fade_secs : float, optional
            Over how much time one is blended into the next, instead of a gap.
        align : {"camera", "none", "left-wrist", "right-wrist"}
            Pose that is kept continuous across the cut.

        Examples
        --------
        >>> import reenact
        >>> twice = reenact.demo().concat(reenact.demo(), gap_secs=1)
        >>> round(twice.duration_secs, 2)
        39.47
        """
        inners = [self._inner, *map(inner_of, others)]
        joined = _reenact.concat(inners, gap_secs, cross_fade_secs, as_head(align))
        return self._edited(joined, *others)

    def retime(self, *, speed: float | None = None, duration_secs: float | None = None) -> Self:
        """Changes the speed: by a factor, or to a given duration.

        Examples
        --------
        >>> import reenact
        >>> round(reenact.demo().retime(duration_secs=10).duration_secs, 3)
        10.0
        """
        return self._edited(_reenact.retime(self._inner, speed, duration_secs))

    def resample(
        self, rate_hz: float = 60.0, *, mode: Mode = "clean", max_frames: int | None = None
    ) -> Self:
        """Resamples to evenly spaced keys. To get arrays, see `sample`.

        Examples
        --------
        >>> import reenact
        >>> len(reenact.make(seconds=2).resample(30).curve("camera.position.x"))
        61
        """
        return self._edited(_reenact.resample(self._inner, rate_hz, mode, max_frames))

    def mirror(self, *, plane: Literal["world", "camera"] = "world") -> Self:
        """Mirrors left and right: about the world origin, or about the first pose of the camera.

        Examples
        --------
        >>> import reenact
        >>> recording = reenact.demo()
        >>> recording.mirror().mirror() == recording
        True
        """
        return self._edited(_reenact.mirror(self._inner, as_head(plane)))

    def reanchor(
        self,
        anchor: Literal["world", "camera", "first-camera", "left-wrist", "right-wrist"] = "world",
        *,
        pose: Sequence[float] | None = None,
        rotation: Sequence[float] = (0, 0, 0, 1),
        scale: float = 1.0,
        pivot: Sequence[float] = (0, 0, 0),
        translation: Sequence[float] = (0, 0, 0),
        tolerance_m: float = 1e-4,
        tolerance_deg: float = 0.05,
    ) -> Self:
        """Changes the reference frame: first the anchor, then rotation and scale about the pivot, then translation.

        Parameters
        ----------
        anchor : {"world", "camera", "first-camera", "left-wrist", "right-wrist"}
            The new frame of reference.
        pose : 7 floats, optional
            From this pose of the world instead: position x y z, rotation x y z w.
        rotation : 4 floats
            How it is turned, x y z w.
        scale : float
            By how much it is scaled.
        pivot, translation : 3 floats
            About which point, and how far it is moved, in metres.
        tolerance_m, tolerance_deg : float
            How far the result may stray between keys where keys have to be made.

        Examples
        --------
        >>> import reenact
        >>> higher = reenact.demo().reanchor(translation=(0, 0.5, 0))
        >>> round(reenact.compare(reenact.demo(), higher).tracks["camera"].max_position_m, 3)
        0.5
        >>> seen_from_camera = reenact.demo().reanchor("camera")
        """
        edited = _reenact.reanchor(
            self._inner,
            as_head(anchor),
            None if pose is None else tuple(pose),
            tuple(rotation),
            scale,
            tuple(pivot),
            tuple(translation),
            tolerance_m,
            tolerance_deg,
        )
        return self._edited(edited)

    def smooth(
        self,
        filter: Literal["savitzky-golay", "one-euro"] = "savitzky-golay",
        *,
        tracks: TrackGroups = ("camera", "hands", "gaze"),
        half_window: int = 4,
        order: int = 2,
        min_cutoff_hz: float = 1.0,
        position_beta: float = 10.0,
        rotation_beta: float = 2.5,
        derivative_cutoff_hz: float = 1.0,
    ) -> Self:
        """Smooths positions, rotations and gaze.

        Parameters
        ----------
        filter : {"savitzky-golay", "one-euro"}
            Savitzky–Golay is symmetric and has no lag; One Euro is causal, as used in live applications.
        tracks : iterable of {"camera", "hands", "gaze"}
            Which tracks.
        half_window, order : int
            Of Savitzky–Golay: keys to either side, and the polynomial's order.
        min_cutoff_hz, position_beta, rotation_beta, derivative_cutoff_hz : float
            Of One Euro.

        Examples
        --------
        >>> import reenact
        >>> recording = reenact.demo()
        >>> smooth = recording.smooth(half_window=6)
        >>> reenact.compare(recording, smooth).tracks["right"].rms_position_m < 0.01
        True
        """
        edited = _reenact.smooth(
            self._inner,
            filter,
            which_tracks(tracks),
            half_window,
            order,
            min_cutoff_hz,
            position_beta,
            rotation_beta,
            derivative_cutoff_hz,
        )
        return self._edited(edited)

    def fill(
        self,
        max_gap_secs: float = 0.2,
        *,
        method: Literal["hermite", "linear"] = "hermite",
        rate_hz: float = 60.0,
        mark: bool = True,
    ) -> Self:
        """Interpolates short tracking gaps, with a marker at each.

        Parameters
        ----------
        max_gap_secs : float
            Longer losses stay.
        method : {"hermite", "linear"}
            A bend that goes on as the hand went, or a straight line.
        rate_hz : float
            Key rate in filled gaps, in Hz.
        mark : bool
            Whether a marker is set where something was made up.

        Examples
        --------
        >>> import reenact
        >>> time = [0.0, 0.1, 0.2, 0.3]
        >>> seen = [[[x, 1.2, 0.4]] * 26 for x in (0.0, 0.1, float("nan"), 0.3)]
        >>> recording = reenact.from_arrays(time, right_position=seen)
        >>> bool(recording.at(0.2).right.tracked), bool(recording.fill().at(0.2).right.tracked)
        (False, True)
        """
        return self._edited(_reenact.fill(self._inner, max_gap_secs, method, rate_hz, mark))

    def strip(
        self,
        *,
        camera: bool = False,
        left: bool = False,
        right: bool = False,
        gaze: bool = False,
        markers: bool = False,
        trailing: bool = False,
        joints: JointName | Iterable[JointName] = (),
        head_height_m: float | None = None,
    ) -> Self:
        """Removes tracks, joints, markers, trailing bytes, or the person's height.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().strip(gaze=True).tracks
        ('camera', 'left', 'right')
        """
        edited = _reenact.strip(
            self._inner, camera, left, right, gaze, markers, trailing, listed(joints), head_height_m
        )
        return self._edited(edited)

    def to_version(
        self, version: Version, *, max_error: float = 1e-4, allow_loss: bool = False
    ) -> Self:
        """Converts to another format version.

        Parameters
        ----------
        version : {"1.1", "1.0", "1.1-published", "1.0-published"}
            Format version; MRTK 2.6 and later write "1.1".
        max_error : float
            Error bound for converting curves with tangents to linear ones.
        allow_loss : bool
            Accept the loss of data that the version cannot store; otherwise an error is raised.

        Examples
        --------
        >>> import reenact
        >>> reenact.make(seconds=1).strip(gaze=True).to_version("1.0").info.version
        '1.0'
        """
        return self._edited(_reenact.version(self._inner, version, max_error, allow_loss))
