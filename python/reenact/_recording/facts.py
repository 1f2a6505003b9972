"""Name, times, tracks, markers and curves of a recording."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .. import _reenact
from .._curve import Curve
from .._reports import Info, Marker, Note
from .storage import _Storage

if TYPE_CHECKING:
    from typing_extensions import Self

    from .._types import TrackName


class _Facts(_Storage):
    """Contents of a recording."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Name in tables: that of the file without the extension."""
        return self._name

    def with_name(self, name: str) -> Self:
        """The same recording under another name.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().with_name("P01/t0").name
        'P01/t0'
        """
        return type(self)(self._inner, name=name, path=self._path, notes=self._notes)

    @property
    def saved_at(self) -> datetime | None:
        """When MRTK saved it, in UTC, by the default file name ``InputAnimation-yyyyMMdd-HHmmss.bin``; None for other names.

        This is not when recording started: see `started_at`.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().with_name("InputAnimation-20190607-120309").saved_at
        datetime.datetime(2019, 6, 7, 12, 3, 9, tzinfo=datetime.timezone.utc)
        """
        found = re.search(r"-(\d{8}-\d{6})(?!\d)", self._name.rpartition("/")[2])
        if found is None:
            return None
        try:
            time = datetime.strptime(found[1], "%Y%m%d-%H%M%S")
        except ValueError:
            return None
        return time.replace(tzinfo=timezone.utc)

    @property
    def started_at(self) -> datetime | None:
        """Wall-clock time of its time 0 in UTC, estimated as `saved_at` less `end_secs`; None where `saved_at` is.

        The file has no date. This is right to a second or so if MRTK saved the recording as soon as it ended, and too late by the time
        that passed in between. Edits keep the name, so ask before `trim`.

        Examples
        --------
        >>> import reenact
        >>> reenact.make(10).with_name("InputAnimation-20190607-120309").started_at
        datetime.datetime(2019, 6, 7, 12, 2, 59, tzinfo=datetime.timezone.utc)
        """
        saved = self.saved_at
        return None if saved is None else saved - timedelta(seconds=self.end_secs)

    @property
    def path(self) -> Path | None:
        """The file that it was opened from, if it was."""
        return self._path

    @property
    def notes(self) -> tuple[Note, ...]:
        """Notes of all edits that led to it."""
        return self._notes

    @property
    def info(self) -> Info:
        """Summary of its contents.

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
            self._info = Info._of(_reenact.info(self._inner))
        return self._info

    @property
    def duration_secs(self) -> float:
        """Its length in seconds, from start to end."""
        return self._inner.duration_secs

    @property
    def start_secs(self) -> float:
        """The time at which it starts: that of its first key, but not before 0."""
        return self._inner.start_secs

    @property
    def end_secs(self) -> float:
        """The time at which it ends: that of its last key, at least 0."""
        return self._inner.end_secs

    @property
    def tracks(self) -> tuple[TrackName, ...]:
        """Which of ``camera``, ``left``, ``right`` and ``gaze`` it has."""
        camera, hands, gaze = self._inner.tracks
        there: tuple[tuple[TrackName, bool], ...] = (
            ("camera", camera),
            ("left", hands),
            ("right", hands),
            ("gaze", gaze),
        )
        return tuple(name for name, is_there in there if is_there)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """Markers, in the order of the file."""
        return tuple(Marker(time_secs, name) for time_secs, name in self._inner.markers())

    @property
    def curve_names(self) -> list[str]:
        """The names of all curves, in the order of the file."""
        return self._inner.curve_names()

    def curve(self, name: str) -> Curve:
        """One curve, with a view of its keys.

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
