"""The recording."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Union, overload

import numpy as np
import numpy.typing as npt

from . import _files, _reenact, _samples, _tables, _view
from ._curve import Curve
from ._errors import LossWarning, ReenactError
from ._reports import Comparison, Diagnosis, Event, Info, Marker, Note, Repair, Stats, TrackProof

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from ._samples import Frame, Samples
    from ._types import Layout, Mode, PathLike, Table, Version

#: Which markers: one by its place (from 0), those of a name, those between two times, or all of them (None).
Which = Union[int, str, "tuple[float, float]", None]

EventKind = Literal["tracked", "pinch", "grab", "poke", "pause", "fixation", "saccade"]


class Recording:
    """A recording of head, hands and gaze.

    Made by `open`, `from_bytes`, `make`, `demo`, `from_arrays`, or by an edit of another one. A recording never changes: an
    edit returns a new one, which shares with the old one what both have. It can be pickled, compared with ``==``, and used
    from several threads at once.

    Examples
    --------
    >>> import reenact
    >>> recording = reenact.demo()
    >>> recording
    <reenact.Recording: 19.23 s, camera, left, right, gaze, 395 curves, 388678 keys, 13 markers>
    >>> recording.sample(rate_hz=60).right.position.shape
    (1155, 26, 3)
    """

    __slots__ = ("__weakref__", "_info", "_inner", "_name", "_notes", "_path")

    def __init__(
        self,
        inner: _reenact.Recording,
        *,
        name: str = "",
        path: Path | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        if not isinstance(inner, _reenact.Recording):
            raise TypeError("use reenact.open(path) to open a recording")
        self._inner = inner
        self._name = name
        self._path = path
        self._notes = notes
        self._info: Info | None = None

    # What it is

    @property
    def name(self) -> str:
        """What it is called in tables: its file's name without the ending."""
        return self._name

    @property
    def path(self) -> Path | None:
        """The file that it was opened from, if it was."""
        return self._path

    @property
    def notes(self) -> tuple[Note, ...]:
        """What there is to say of all edits that led to it."""
        return self._notes

    @property
    def info(self) -> Info:
        """What is in it.

        Looks at the ends of each curve and at the states of the hands, so a file of many gigabytes costs no more than a
        small one.

        Examples
        --------
        >>> import reenact
        >>> info = reenact.demo().info
        >>> info.version, info.layout, info.curves
        ('1.1', 'mrtk', 395)
        >>> len(info.right.pinching)
        1
        """
        if self._info is None:
            self._info = Info.of(_reenact.info(self._inner))
        return self._info

    @property
    def duration_secs(self) -> float:
        """The time of its last key, at least 0."""
        return self._inner.duration_secs

    @property
    def tracks(self) -> tuple[str, ...]:
        """Which of ``camera``, ``left``, ``right`` and ``gaze`` it has."""
        camera, hands, gaze = self._inner.tracks
        there = (("camera", camera), ("left", hands), ("right", hands), ("gaze", gaze))
        return tuple(name for name, is_there in there if is_there)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The named moments, in the order of the file."""
        return tuple(Marker(time_secs, name) for time_secs, name in self._inner.markers())

    @property
    def curve_names(self) -> list[str]:
        """The names of all curves, in the order of the file."""
        return self._inner.curve_names()

    def curve(self, name: str) -> Curve:
        """One curve, with its keys where they lie.

        Parameters
        ----------
        name : str
            Such as ``"left.Wrist.position.x"``, ``"camera.rotation.w"``, ``"right.pinching"`` or ``"gaze.origin.y"``.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().curve("left.tracked")
        <reenact.Curve left.tracked: 6 boolean keys>
        """
        keys, kind, pre_wrap, post_wrap = self._inner.curve(name)
        return Curve(name, kind, np.asarray(keys), pre_wrap, post_wrap, self._inner)

    # Poses

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
        arrays = _reenact.sample(self._inner, rate_hz, mode, start_secs, end_secs)
        return _samples.from_values(*arrays, self._inner.tracks, mode)

    @overload
    def at(self, time_secs: float, *, mode: Mode = "clean") -> Frame: ...
    @overload
    def at(
        self, time_secs: npt.NDArray[Any] | Sequence[float], *, mode: Mode = "clean"
    ) -> Samples: ...
    def at(
        self,
        time_secs: float | npt.NDArray[Any] | Sequence[float],
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
        times = np.asarray(time_secs, np.float32)
        if times.ndim > 1:
            raise ReenactError("times must be one number or a list of them")
        flat = np.atleast_1d(times)
        values = _reenact.frames_at(self._inner, flat, mode)
        samples = _samples.from_values(flat, values, self._inner.tracks, mode)
        return samples if times.ndim else samples[0]

    # Tables

    def to_arrow(
        self,
        table: Table = "joints",
        *,
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        columns: Sequence[str] | None = None,
    ) -> pyarrow.Table:
        """A table for Arrow, with the schema of the Parquet files that `convert` writes.

        Parameters
        ----------
        table : {"joints", "frames", "keys", "markers", "stats"}
            A row for each joint in a frame, frame, key, marker, or one row of measures.
        rate_hz, mode
            As in `sample`; of consequence for poses and measures.
        columns : sequence of str, optional
            Only these.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().to_arrow("joints", rate_hz=30).num_rows
        30056
        """
        return _tables.arrow_table(self, table, rate_hz, mode, columns)

    def to_pandas(
        self,
        table: Table = "joints",
        *,
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        columns: Sequence[str] | None = None,
    ) -> pandas.DataFrame:
        """A table for pandas.

        What is not there is NaN. Names are categories. The poses of ``frames`` are flat columns, such as
        ``left_Wrist_position_x_m``, as in CSV. Otherwise as `to_arrow`.

        Examples
        --------
        >>> import reenact
        >>> table = reenact.demo().to_pandas("joints", rate_hz=30)
        >>> bool(table.groupby("hand", observed=True).tracked.mean()["right"] > 0.5)
        True
        """
        return _tables.pandas_table(self, table, rate_hz, mode, columns)

    def to_polars(
        self,
        table: Table = "joints",
        *,
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        columns: Sequence[str] | None = None,
    ) -> polars.DataFrame:
        """A table for Polars. Otherwise as `to_arrow`.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().to_polars("markers").columns
        ['recording', 'index', 'time_secs', 'name']
        """
        return _tables.polars_table(self, table, rate_hz, mode, columns)

    # Reports

    def doctor(self) -> Diagnosis:
        """What is wrong or odd with it, and which MRTK probably wrote it.

        `reenact.doctor` does the same for a file that cannot be opened.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().doctor().is_healthy
        True
        """
        return Diagnosis.of(_reenact.doctor(self._inner))

    def stats(
        self,
        *,
        mode: Mode = "clean",
        joint: str | None = None,
        pinch_by: Literal["curve", "aperture"] = "curve",
        fixation_by: Literal["velocity", "dispersion"] = "velocity",
        **options: float,
    ) -> Stats:
        """Measures for people who study movement. ``docs/measures.md`` defines them.

        Parameters
        ----------
        mode : {"clean", "mrtk"}
            What the person did, or what MRTK would play.
        joint : str, optional
            The joint that stands for the hand; the wrist by default.
        pinch_by : {"curve", "aperture"}
            Who says when a hand pinches: the recording, or the distance of the tips.
        fixation_by : {"velocity", "dispersion"}
            How fixations are told from saccades, in events. Measures have both.
        **options : float
            ``rate_hz``, ``start_secs``, ``end_secs``, and the thresholds of ``docs/measures.md``, such as
            ``pinch_close_m=0.02``.

        Examples
        --------
        >>> import reenact
        >>> stats = reenact.demo().stats(start_secs=1.0)
        >>> round(stats["duration_secs"], 2)
        18.23
        """
        return Stats.of(_reenact.stats(self._inner, mode, joint, pinch_by, fixation_by, options))

    def events(
        self,
        kind: EventKind | None = None,
        *,
        mode: Mode = "clean",
        joint: str | None = None,
        pinch_by: Literal["curve", "aperture"] = "curve",
        fixation_by: Literal["velocity", "dispersion"] = "velocity",
        **options: float,
    ) -> list[Event]:
        """What happened, from when to when, in order of time.

        Parameters
        ----------
        kind : str, optional
            Only events of this kind, such as ``"pinch"``.
        mode, joint, pinch_by, fixation_by, **options
            As in `stats`.

        Examples
        --------
        >>> import reenact
        >>> pinch = reenact.demo().events("pinch")[0]
        >>> pinch.hand
        'left'
        """
        found = Event.list_of(
            _reenact.events(self._inner, mode, joint, pinch_by, fixation_by, options)
        )
        return [event for event in found if kind is None or event.kind == kind]

    # Edits

    def _edited(self, edited: tuple[_reenact.Recording, list[tuple[str, bool, str]]]) -> Recording:
        return _after_edit(edited, self._name, self._notes)

    def trim(
        self,
        start_secs: float | None = None,
        end_secs: float | None = None,
        *,
        keep_times: bool = False,
    ) -> Recording:
        """A part of it, which starts at 0 unless times are kept.

        Examples
        --------
        >>> import reenact
        >>> round(reenact.demo().trim(2, 5).duration_secs, 2)
        3.0
        """
        return self._edited(_reenact.trim(self._inner, start_secs, end_secs, keep_times))

    def concat(
        self,
        *others: Recording,
        gap_secs: float | None = None,
        cross_fade_secs: float | None = None,
        align: Literal["none", "head", "left-wrist", "right-wrist"] = "head",
    ) -> Recording:
        """With others after it. The same as `reenact.concat`."""
        return concat(
            [self, *others], gap_secs=gap_secs, cross_fade_secs=cross_fade_secs, align=align
        )

    def retime(
        self, *, speed: float | None = None, duration_secs: float | None = None
    ) -> Recording:
        """Faster or slower: by a factor, or so that it takes a time.

        Examples
        --------
        >>> import reenact
        >>> round(reenact.demo().retime(duration_secs=10).duration_secs, 3)
        10.0
        """
        return self._edited(_reenact.retime(self._inner, speed, duration_secs))

    def resample(self, rate_hz: float = 60.0, *, mode: Mode = "clean") -> Recording:
        """With keys at a rate. To get arrays, see `sample`."""
        return self._edited(_reenact.resample(self._inner, rate_hz, mode))

    def mirror(self, *, plane: Literal["world", "head"] = "world") -> Recording:
        """Left and right exchanged: about the world's middle, or about where the head starts.

        Examples
        --------
        >>> import reenact
        >>> recording = reenact.demo()
        >>> recording.mirror().mirror() == recording
        True
        """
        return self._edited(_reenact.mirror(self._inner, plane))

    def reanchor(
        self,
        anchor: Literal["world", "head", "first-head", "left-wrist", "right-wrist"] = "world",
        *,
        pose: Sequence[float] | None = None,
        rotation: Sequence[float] = (0, 0, 0, 1),
        scale: float = 1.0,
        pivot: Sequence[float] = (0, 0, 0),
        translation: Sequence[float] = (0, 0, 0),
        tolerance_m: float = 1e-4,
        tolerance_deg: float = 0.05,
    ) -> Recording:
        """Seen from somewhere else: first the anchor, then turn and scale about the pivot, then move.

        Parameters
        ----------
        anchor : {"world", "head", "first-head", "left-wrist", "right-wrist"}
            From where it is seen.
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
        """
        edited = _reenact.reanchor(
            self._inner,
            anchor,
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
        tracks: Iterable[str] = ("camera", "hands", "gaze"),
        half_window: int = 4,
        order: int = 2,
        min_cutoff_hz: float = 1.0,
        position_beta: float = 10.0,
        rotation_beta: float = 2.5,
        derivative_cutoff_hz: float = 1.0,
    ) -> Recording:
        """Less trembling.

        Parameters
        ----------
        filter : {"savitzky-golay", "one-euro"}
            What one uses afterwards, which does not lag; or what one would use live.
        tracks : iterable of {"camera", "hands", "gaze"}
            Which tracks.
        half_window, order : int
            Of Savitzky–Golay: keys to either side, and the polynomial's order.
        min_cutoff_hz, position_beta, rotation_beta, derivative_cutoff_hz : float
            Of One Euro.
        """
        names = set(tracks)
        if unknown := names - {"camera", "hands", "gaze"}:
            raise ReenactError(f"no track {min(unknown)!r}: camera, hands and gaze can be smoothed")
        edited = _reenact.smooth(
            self._inner,
            filter,
            ("camera" in names, "hands" in names, "gaze" in names),
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
    ) -> Recording:
        """Short losses of tracking bridged, with a marker where something was made up."""
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
        joints: Iterable[str] = (),
        head_height_m: float | None = None,
    ) -> Recording:
        """Without some of it: tracks, joints, markers, the bytes at the end, or the person's height.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().strip(gaze=True).tracks
        ('camera', 'left', 'right')
        """
        edited = _reenact.strip(
            self._inner, camera, left, right, gaze, markers, trailing, list(joints), head_height_m
        )
        return self._edited(edited)

    def add_marker(self, time_secs: float, name: str) -> Recording:
        """With one more named moment.

        Examples
        --------
        >>> import reenact
        >>> reenact.make(seconds=2).add_marker(0.5, "go").markers[1]
        Marker(time_secs=0.5, name='go')
        """
        return self._markers(("add", None, time_secs, name))

    def remove_markers(self, which: Which = None) -> Recording:
        """Without some markers: one by its place, those of a name, those between two times, or all."""
        return self._markers(("remove", which, 0.0, ""))

    def rename_markers(self, which: Which, name: str) -> Recording:
        """With another name for some markers."""
        return self._markers(("rename", which, 0.0, name))

    def move_markers(
        self, which: Which, *, to_secs: float | None = None, by_secs: float | None = None
    ) -> Recording:
        """With some markers at another time, or later by some time."""
        if (to_secs is None) == (by_secs is None):
            raise ReenactError("give either to_secs or by_secs")
        if to_secs is not None:
            return self._markers(("move-to", which, to_secs, ""))
        return self._markers(("move-by", which, by_secs or 0.0, ""))

    def mark_events(
        self,
        kinds: Iterable[EventKind] = (),
        *,
        ends: bool = False,
        name: str = "{hand} {kind}",
        end_name: str = "{hand} {kind} end",
        mode: Mode = "clean",
    ) -> Recording:
        """With a marker for each event of some kinds, or of all.

        Examples
        --------
        >>> import reenact
        >>> marked = reenact.demo().remove_markers().mark_events(["pinch"])
        >>> marked.markers[0].name
        'left pinch'
        """
        found = _reenact.event_markers(self._inner, list(kinds), ends, name, end_name, mode)
        return self._markers(*(("add", None, time_secs, text) for time_secs, text in found))

    def _markers(self, *edits: tuple[str, Which, float, str]) -> Recording:
        return self._edited(_reenact.edit_markers(self._inner, list(edits)))

    def to_version(
        self, version: Version, *, max_error: float = 1e-4, allow_loss: bool = False
    ) -> Recording:
        """Stored in another form.

        Parameters
        ----------
        version : {"1.1", "1.0", "1.1-published", "1.0-published"}
            Which form; "1.1" is what MRTK 2.6 and later write.
        max_error : float
            How far a bent curve may be from the lines that take its place.
        allow_loss : bool
            Whether it is fine to lose what the form has no room for; an error otherwise.

        Examples
        --------
        >>> import reenact
        >>> reenact.make(seconds=1).strip(gaze=True).to_version("1.0").info.version
        '1.0'
        """
        return self._edited(_reenact.version(self._inner, version, max_error, allow_loss))

    def optimize(
        self,
        preset: Literal["mrtk", "lossless"] = "mrtk",
        *,
        position_mm: float | None = None,
        rotation_deg: float | None = None,
        gaze_deg: float | None = None,
        free_values: bool = False,
        thorough: bool = False,
    ) -> Recording:
        """With fewer keys, within a bound that holds: by default MRTK's own, 1 mm and 0.2°.

        Examples
        --------
        >>> import reenact
        >>> recording = reenact.make(seconds=5)
        >>> recording.optimize().info.keys < recording.info.keys / 2
        True
        """
        optimized, _ = self.optimize_with_proof(
            preset,
            position_mm=position_mm,
            rotation_deg=rotation_deg,
            gaze_deg=gaze_deg,
            free_values=free_values,
            thorough=thorough,
        )
        return optimized

    def optimize_with_proof(
        self,
        preset: Literal["mrtk", "lossless"] = "mrtk",
        *,
        position_mm: float | None = None,
        rotation_deg: float | None = None,
        gaze_deg: float | None = None,
        free_values: bool = False,
        thorough: bool = False,
    ) -> tuple[Recording, tuple[TrackProof, ...]]:
        """The same as `optimize`, and how far off each track is."""
        inner, notes, proofs = _reenact.optimize(
            self._inner, preset, position_mm, rotation_deg, gaze_deg, free_values, thorough
        )
        proof = tuple(
            TrackProof(track, before, after, *position, *angle)
            for track, before, after, position, angle in proofs
        )
        return self._edited((inner, notes)), proof

    def repair(self, mends: Iterable[str] | None = None) -> Recording:
        """Mended: what MRTK's releases are known to break, keys out of order, rotations that are none.

        Parameters
        ----------
        mends : iterable of str, optional
            Only these, by the names of ``docs/repair.md``; by default all that throw nothing away.

        See Also
        --------
        reenact.repair : the same for a file that cannot be opened, and with a report.
        """
        return self.repair_with_report(mends)[0]

    def repair_with_report(self, mends: Iterable[str] | None = None) -> tuple[Recording, Repair]:
        """The same as `repair`, and what was changed.

        Examples
        --------
        >>> import reenact
        >>> _, report = reenact.make(seconds=1).repair_with_report()
        >>> report.changes
        ()
        """
        wanted = None if mends is None else list(mends)
        return repaired(_reenact.repair(self._inner, wanted), self._name, self._notes)

    # Files

    def to_bytes(self) -> bytes:
        """The bytes of its file: those that it was read from, if it was not edited."""
        return self._inner.to_bytes()

    def save(self, path: PathLike, *, overwrite: bool = False) -> Path:
        """Writes it to a ``.bin`` file, which is there whole or not at all.

        Parameters
        ----------
        path : path-like
            Where to.
        overwrite : bool
            Whether a file that is there may be replaced; a `FileExistsError` otherwise.

        Returns
        -------
        Path
            Where it is.
        """
        _files.write_whole(path, overwrite, lambda file: _reenact.write(self._inner, file))
        return Path(path)

    def convert(
        self,
        path: PathLike,
        *,
        format: str | None = None,
        table: Literal["keys", "frames", "joints", "markers"] = "keys",
        rate_hz: float = 60.0,
        mode: Mode = "clean",
        overwrite: bool = False,
    ) -> Path:
        """Writes it as another format, by the ending of the path.

        Parameters
        ----------
        path : path-like
            Where to; ``.json``, ``.csv``, ``.parquet``, ``.glb`` and so on: `reenact.formats` has them all.
        format : str, optional
            The format, if the ending does not say it.
        table : {"keys", "frames", "joints", "markers"}
            Which table, in formats of tables.
        rate_hz, mode
            As in `sample`, in formats of poses.
        overwrite : bool
            Whether a file that is there may be replaced.

        Warns
        -----
        LossWarning
            If the format has no room for something.

        Examples
        --------
        >>> import pathlib, tempfile, reenact
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = reenact.make(seconds=1).convert(pathlib.Path(folder) / "a.json")
        ...     path.stat().st_size > 100_000
        True
        """
        wanted = format or _format_of(path)

        def write(file: Path) -> str:
            return _reenact.convert(self._inner, file, wanted, self._name, table, mode, rate_hz)

        lost = _files.write_whole(path, overwrite, write)
        if lost:
            warnings.warn(f"{os.fspath(path)}: {lost}", LossWarning, stacklevel=2)
        return Path(path)

    # Python

    def plot(
        self,
        *curves: str,
        mode: Mode = "clean",
        width_px: int = 900,
        height_px: int | None = None,
        dark: bool = False,
    ) -> _view.Svg:
        """A picture of some curves, for a notebook or a paper.

        Parameters
        ----------
        *curves : str
            Names of curves, or how they begin, such as ``"right.IndexTip.position"``.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().plot("right.IndexTip.position").text[:4]
        '<svg'
        """
        svg = _reenact.plot_svg(
            self._inner, self._name, list(curves), mode, width_px, height_px, dark
        )
        return _view.Svg(svg)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recording):
            return NotImplemented
        return self._inner is other._inner or self._inner.same_as(other._inner)

    # The same bytes are the same recording, but nobody wants to read them all for a dictionary.
    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        # A layout that was worked out once need not be worked out again, and one that was forced must not be.
        layout = self._inner.layout if self.info.version != "1.0" else None
        state = (self.to_bytes(), layout, self._name, self._path, self._notes)
        return (_from_pickle, state)

    def __repr__(self) -> str:
        return _view.text(self)

    def _repr_html_(self) -> str:
        return _view.html(self)


def _from_pickle(
    data: bytes, layout: str | None, name: str, path: Path | None, notes: tuple[Note, ...]
) -> Recording:
    return Recording(_reenact.from_bytes(data, layout), name=name, path=path, notes=notes)


def _after_edit(
    edited: tuple[_reenact.Recording, list[tuple[str, bool, str]]],
    name: str,
    before: tuple[Note, ...],
) -> Recording:
    inner, told = edited
    notes = tuple(Note(*note) for note in told)
    _warn(note.message for note in notes if note.is_loss)
    return Recording(inner, name=name, notes=before + notes)


def _warn(losses: Iterable[str]) -> None:
    for loss in losses:
        # Whoever called the edit, not what is between.
        warnings.warn(loss, LossWarning, stacklevel=5)


def repaired(
    mended: tuple[_reenact.Recording, str], name: str, before: tuple[Note, ...] = ()
) -> tuple[Recording, Repair]:
    """A recording that was mended, and the report."""
    inner, text = mended
    report = Repair.of(text)
    notes = tuple(Note(change.mend, change.is_loss, change.message) for change in report.changes)
    return Recording(inner, name=name, notes=before + notes), report


def _format_of(path: PathLike) -> str:
    ending = Path(path).suffix.lower().lstrip(".")
    for name, endings in _reenact.formats():
        if ending in endings:
            return name
    known = ", ".join(f".{ending}" for _, endings in _reenact.formats() for ending in endings)
    raise ReenactError(f"no format for .{ending}: end the path in {known}, or give a format")


def open(path: PathLike, *, layout: Layout | None = None) -> Recording:
    """Opens a recording without reading it.

    A large file is mapped: opening costs the same for 20 MB and 10 GB, and only what is looked at is read. Nobody should
    shorten or rewrite the file meanwhile; to be safe from that, use ``from_bytes(path.read_bytes())``.

    Parameters
    ----------
    path : path-like
        A ``.bin`` file of MRTK.
    layout : {"mrtk", "published"}, optional
        Forces how a 1.1 file is read instead of working it out.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ReenactError
        If it is no recording, or damaged. See `reenact.doctor` and `reenact.repair`.
    """
    file = Path(path)
    return Recording(_reenact.open(file, layout), name=file.stem, path=file)


def from_bytes(
    data: bytes | bytearray | memoryview, *, layout: Layout | None = None, name: str = ""
) -> Recording:
    """Reads the bytes of a file.

    Examples
    --------
    >>> import reenact
    >>> recording = reenact.demo()
    >>> reenact.from_bytes(recording.to_bytes()) == recording
    True
    """
    return Recording(_reenact.from_bytes(bytes(data), layout), name=name)


def concat(
    recordings: Iterable[Recording],
    *,
    gap_secs: float | None = None,
    cross_fade_secs: float | None = None,
    align: Literal["none", "head", "left-wrist", "right-wrist"] = "head",
) -> Recording:
    """Recordings one after the other.

    Parameters
    ----------
    recordings : iterable of Recording
        Which ones.
    gap_secs : float, optional
        How much time lies between two; a frame of 60 Hz by default.
    cross_fade_secs : float, optional
        Over how much time one is blended into the next, instead of a gap.
    align : {"head", "none", "left-wrist", "right-wrist"}
        What must not jump.

    Examples
    --------
    >>> import reenact
    >>> twice = reenact.concat([reenact.demo()] * 2, gap_secs=1)
    >>> round(twice.duration_secs, 2)
    39.47
    """
    all_of_them = list(recordings)
    edited = _reenact.concat(
        [recording._inner for recording in all_of_them], gap_secs, cross_fade_secs, align
    )
    name = all_of_them[0].name if all_of_them else ""
    return _after_edit(edited, name, tuple(note for one in all_of_them for note in one.notes))


def compare(
    a: Recording,
    b: Recording,
    *,
    rate_hz: float = 60.0,
    mode: Mode = "clean",
    align: Literal["none", "offset", "find-offset", "warp"] = "none",
    align_secs: float = 1.0,
    reference: Literal["as-recorded", "head", "wrist", "first-frame"] = "as-recorded",
    key_times: bool = True,
    markers: bool = True,
    range_secs: tuple[float, float] | None = None,
    **tolerances: float,
) -> Comparison:
    """How far apart two recordings are, and from when on.

    Parameters
    ----------
    a, b : Recording
        The two.
    rate_hz : float
        How often both are looked at.
    mode : {"clean", "mrtk"}
        What the person did, or what MRTK would play.
    align : {"none", "offset", "find-offset", "warp"}
        How the times of the second are laid onto those of the first.
    align_secs : float
        The offset, or how far to look for it or bend.
    reference : {"as-recorded", "head", "wrist", "first-frame"}
        From where poses are seen.
    key_times : bool
        Whether both are also looked at wherever one has a key.
    markers : bool
        Whether markers are compared.
    range_secs : (float, float), optional
        Only this time of the first.
    **tolerances : float
        How far apart still counts as the same: ``position_m``, ``rotation_deg``, ``gaze_deg``, ``state_secs``,
        ``duration_secs``, ``marker_secs``.

    Examples
    --------
    >>> import reenact
    >>> recording = reenact.demo()
    >>> reenact.compare(recording, recording).identical
    True
    >>> moved = recording.reanchor(translation=(0.01, 0, 0))
    >>> round(reenact.compare(recording, moved).tracks["left"].max_position_m, 3)
    0.01
    """
    text = _reenact.compare(
        a._inner,
        b._inner,
        rate_hz,
        mode,
        align,
        align_secs,
        reference,
        key_times,
        markers,
        range_secs,
        tolerances,
    )
    return Comparison.of(text)


def doctor(path: PathLike) -> Diagnosis:
    """What is wrong with a file, even one that cannot be opened.

    Examples
    --------
    >>> import reenact
    >>> reenact.doctor("python/reenact/py.typed").findings[0].code
    'empty-file'
    """
    return Diagnosis.of(_reenact.doctor_bytes(Path(path).read_bytes()))


def repair(
    path: PathLike, mends: Iterable[str] | None = None, *, layout: Layout | None = None
) -> tuple[Recording, Repair]:
    """Mends a file, even one that cannot be opened: what is whole of a file that is cut short is saved.

    Parameters
    ----------
    path : path-like
        The file, which is not changed.
    mends : iterable of str, optional
        Only these, by the names of ``docs/repair.md``; by default all that throw nothing away.
    layout : {"mrtk", "published"}, optional
        Forces how a 1.1 file is read.

    Returns
    -------
    Recording, Repair
        The recording, to be saved elsewhere, and what was changed.
    """
    file = Path(path)
    wanted = None if mends is None else list(mends)
    return repaired(_reenact.repair_bytes(file.read_bytes(), wanted, layout), file.stem)


def make(
    seconds: float = 10.0,
    *,
    rate_hz: float = 60.0,
    seed: int = 1,
    version: Version = "1.1",
    script: str | None = None,
) -> Recording:
    """Makes up a lifelike recording: the same one for the same seed, on every machine.

    Parameters
    ----------
    seconds : float
        How long it is; at most a day.
    rate_hz : float
        Frames a second, from 1 to 1,000.
    seed : int
        Who the person is and what they do.
    version : {"1.1", "1.0", "1.1-published", "1.0-published"}
        How it is stored.
    script : str, optional
        A script that says to the letter what happens, as in ``docs/guide.md``; it says length, rate and seed, too.

    Examples
    --------
    >>> import reenact
    >>> reenact.make(seconds=2, seed=7).duration_secs
    2.0
    """
    if script is not None:
        return Recording(_reenact.make_script(script, version), name="script")
    return Recording(_reenact.make(seconds, rate_hz, seed, version), name=f"made-{seed}")


def demo() -> Recording:
    """A made-up recording in which everything happens at least once, in some twenty seconds."""
    return Recording(_reenact.demo(), name="demo")


def formats() -> dict[str, tuple[str, ...]]:
    """The formats that `Recording.convert` writes, with the endings of their files.

    Examples
    --------
    >>> import reenact
    >>> reenact.formats()["parquet"]
    ('parquet',)
    """
    return {name: tuple(endings) for name, endings in _reenact.formats()}
