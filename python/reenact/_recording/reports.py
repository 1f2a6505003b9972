"""Findings, measures, events and plots of a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from .. import _reenact
from .._find import as_path
from .._needs import needs
from .._reports import Comparison, Diagnosis, Event, Stats
from .._view import Svg
from .storage import _Storage, as_head, inner_of, listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    import mne
    from typing_extensions import Unpack

    from .._options import Measuring, Tolerances
    from .._types import EventKind, Mode, PathLike, Severity
    from . import Recording


class _Reports(_Storage):
    """Reports on a recording."""

    __slots__ = ()

    def doctor(self, *, ignore: Iterable[str] = (), fail_on: Severity = "warning") -> Diagnosis:
        """Checks for defects, and names the MRTK release that probably wrote the file.

        `reenact.doctor` does the same for a file that cannot be opened.

        Parameters
        ----------
        ignore : iterable of str
            Codes of findings to set aside, such as ``["tail-lost"]``.
        fail_on : {"error", "warning", "note"}
            The least severe finding for which `Diagnosis.passed` is False.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().doctor().is_healthy
        True
        """
        return Diagnosis._of(_reenact.doctor(self._inner, as_codes(ignore), fail_on))

    def stats(self, **options: Unpack[Measuring]) -> Stats:
        """Measures of movement: path, speed, smoothness, reach, pinches, gaze. ``docs/reference/measures.md`` defines them.

        Parameters
        ----------
        **options
            ``mode``, ``joint``, ``pinch_by``, ``fixation_by``, ``rate_hz``, ``start_secs``, ``end_secs`` and the thresholds
            of ``docs/reference/measures.md``, such as ``pinch_close_m=0.02``: see `reenact.Measuring`.

        Examples
        --------
        >>> import reenact
        >>> stats = reenact.demo().stats(start_secs=1.0)
        >>> round(stats["duration_secs"], 2)
        18.23
        """
        return Stats._of(_reenact.stats(self._inner, dict(options)))

    def events(
        self,
        kinds: EventKind | Iterable[EventKind] | None = None,
        **options: Unpack[Measuring],
    ) -> list[Event]:
        """Events in order of time. `to_pandas` has them as a table: ``recording.to_pandas("events")``.

        Parameters
        ----------
        kinds : str or iterable of str, optional
            Only events of these kinds, such as ``"pinch"`` or ``["fixation", "saccade"]``.
        **options
            As in `stats`.

        Examples
        --------
        >>> import reenact
        >>> pinch = reenact.demo().events("pinch")[0]
        >>> pinch.hand
        'left'
        >>> {event.kind for event in reenact.demo().events(["pinch", "poke"])} == {"pinch", "poke"}
        True
        """
        wanted = None if kinds is None else listed(kinds)
        return Event._list_of(_reenact.events(self._inner, wanted, dict(options)))

    def to_mne(
        self,
        kinds: EventKind | Iterable[EventKind] | None = None,
        **options: Unpack[Measuring],
    ) -> mne.Annotations:
        """Events as annotations for MNE: onset and duration in seconds, with descriptions such as ``"left/pinch"``.

        Parameters
        ----------
        kinds, **options
            As in `events`.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().to_mne("pinch").description.tolist()
        ['left/pinch', 'right/pinch']
        """
        with needs("to_mne", "mne"):
            import mne

        found = self.events(kinds, **options)
        return mne.Annotations(
            [event.start_secs for event in found],
            [event.duration_secs for event in found],
            [f"{event.hand}/{event.kind}" if event.hand else event.kind for event in found],
        )

    def plot(
        self,
        *curves: str,
        mode: Mode = "clean",
        width_px: int = 900,
        height_px: int | None = None,
        dark: bool = False,
        max_frames: int | None = None,
    ) -> Svg:
        """A plot of curves and measures over time as SVG, for a notebook or a paper.

        Parameters
        ----------
        *curves : str
            Names of curves or how they begin, such as ``"right.IndexTip.position"``, and of measures over time, such as
            ``"right_speed_m_s"``. By default the positions of head and wrists.
        mode : {"clean", "mrtk"}
            Evaluation mode: observed motion, or what MRTK would play.
        width_px, height_px : int
            Size in pixels; as high as its panels need by default.
        dark : bool
            Whether it is for a dark page.
        max_frames : int, optional
            Most frames of a measure, as in `sample`.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().plot("right.IndexTip.position", "right_speed_m_s").text[:4]
        '<svg'
        """
        wanted = list(curves) or ["camera.position", "left.Wrist.position", "right.Wrist.position"]
        svg = _reenact.plot_svg(
            self._inner, self._name, wanted, mode, width_px, height_px, dark, max_frames
        )
        return Svg(svg)


def compare(
    a: Recording,
    b: Recording,
    *,
    rate_hz: float = 60.0,
    mode: Mode = "clean",
    align: Literal["none", "offset", "find-offset", "warp"] = "none",
    align_secs: float = 1.0,
    reference: Literal["as-recorded", "camera", "wrist", "first-frame"] = "as-recorded",
    key_times: bool = True,
    markers: bool = True,
    range_secs: tuple[float, float] | None = None,
    **tolerances: Unpack[Tolerances],
) -> Comparison:
    """Compares two recordings.

    Parameters
    ----------
    a, b : Recording
        The recordings.
    rate_hz : float
        Sample rate in Hz.
    mode : {"clean", "mrtk"}
        Evaluation mode: observed motion, or what MRTK would play.
    align : {"none", "offset", "find-offset", "warp"}
        Alignment of the times of the second to those of the first.
    align_secs : float
        The offset, or the largest offset or warp to search for.
    reference : {"as-recorded", "camera", "wrist", "first-frame"}
        The frame of reference in which poses are compared.
    key_times : bool
        Whether both are also compared at the times of all keys.
    markers : bool
        Whether markers are compared.
    range_secs : (float, float), optional
        Time range of the first to compare.
    **tolerances : float
        Largest difference that counts as equal: ``position_m``, ``rotation_deg``, ``gaze_deg``, ``state_secs``,
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
        inner_of(a),
        inner_of(b),
        rate_hz,
        mode,
        align,
        align_secs,
        as_head(reference),
        key_times,
        markers,
        range_secs,
        dict(tolerances),
    )
    return Comparison._of(text)


def doctor(
    path: PathLike, *, ignore: Iterable[str] = (), fail_on: Severity = "warning"
) -> Diagnosis:
    """Checks a file for defects, even one that cannot be opened.

    Parameters
    ----------
    path : path
        The file.
    ignore : iterable of str
        Codes of findings to set aside, such as ``["tail-lost"]``.
    fail_on : {"error", "warning", "note"}
        The least severe finding for which `Diagnosis.passed` is False.

    Examples
    --------
    >>> import reenact
    >>> reenact.doctor("python/reenact/py.typed").findings[0].code
    'empty-file'
    >>> path = "testdata/recordings/v11_real_2s_asset.bin"
    >>> reenact.doctor(path).passed
    False
    >>> found = reenact.doctor(path, ignore=["tail-lost"])
    >>> found.passed, len(found.ignored)
    (True, 2)
    """
    return Diagnosis._of(_reenact.doctor_file(as_path(path), as_codes(ignore), fail_on))


def as_codes(codes: Iterable[str]) -> list[str]:
    """Codes of findings; one alone is a list of one."""
    return [codes] if isinstance(codes, str) else list(codes)
