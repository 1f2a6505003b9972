"""Edits of markers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Union

from .. import _reenact
from .._errors import ReenactError
from .storage import _Storage, listed

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .._options import Measuring
    from .._types import EventKind

#: Which markers: one by its place (from 0), those of a name, those between two times, or all of them (None).
Which = Union[int, str, "tuple[float, float]", None]


class _Markers(_Storage):
    """Marker edits of a recording."""

    __slots__ = ()

    def add_marker(self, time_secs: float, name: str) -> Self:
        """Adds a marker.

        Examples
        --------
        >>> import reenact
        >>> reenact.make(seconds=2).add_marker(0.5, "go").markers[1]
        Marker(time_secs=0.5, name='go')
        """
        return self._markers(("add", None, time_secs, name))

    def remove_markers(self, which: Which = None) -> Self:
        """Removes markers: one by its index, those of a name, those between two times, or all.

        Examples
        --------
        >>> import reenact
        >>> recording = reenact.demo()
        >>> len(recording.markers), len(recording.remove_markers((0, 5)).markers)
        (13, 9)
        >>> recording.remove_markers().markers
        ()
        """
        return self._markers(("remove", which, 0.0, ""))

    def rename_markers(self, which: Which, name: str) -> Self:
        """Renames markers.

        Examples
        --------
        >>> import reenact
        >>> reenact.demo().rename_markers(0, "hello").markers[0].name
        'hello'
        """
        return self._markers(("rename", which, 0.0, name))

    def move_markers(
        self, which: Which, *, to_secs: float | None = None, by_secs: float | None = None
    ) -> Self:
        """Moves markers to a time, or by an offset.

        Examples
        --------
        >>> import reenact
        >>> recording = reenact.make(seconds=2).remove_markers().add_marker(0.5, "go")
        >>> recording.move_markers("go", to_secs=1).move_markers("go", by_secs=0.25).markers
        (Marker(time_secs=1.25, name='go'),)
        """
        if (to_secs is None) == (by_secs is None):
            raise ReenactError("give either to_secs or by_secs")
        if to_secs is not None:
            return self._markers(("move-to", which, to_secs, ""))
        return self._markers(("move-by", which, by_secs or 0.0, ""))

    def mark_events(
        self,
        kinds: EventKind | Iterable[EventKind] = (),
        *,
        ends: bool = False,
        name: str = "{hand} {kind}",
        end_name: str = "{hand} {kind} end",
        **options: Unpack[Measuring],
    ) -> Self:
        """Adds a marker for each event of some kinds, or of all.

        Parameters
        ----------
        kinds : iterable of str
            Which kinds of events, such as ``"pinch"``; all of them if none.
        ends : bool
            Whether the end of an event gets a marker, too.
        name, end_name : str
            Name pattern; ``{hand}`` and ``{kind}`` are replaced.
        **options
            As in `stats`.

        Examples
        --------
        >>> import reenact
        >>> marked = reenact.demo().remove_markers().mark_events(["pinch"])
        >>> marked.markers[0].name
        'left pinch'
        """
        return self._edited(
            _reenact.mark_events(self._inner, listed(kinds), ends, name, end_name, dict(options))
        )

    def _markers(self, *edits: tuple[str, Which, float, str]) -> Self:
        for _, which, _, _ in edits:
            _check(which)
        return self._edited(_reenact.edit_markers(self._inner, list(edits)))


def _check(which: Which) -> None:
    """Raises an error for an invalid selection of markers."""
    if isinstance(which, int) and not isinstance(which, bool):
        if which >= 0:
            return
    elif (
        which is None
        or isinstance(which, str)
        or (isinstance(which, (tuple, list)) and len(which) == 2)
    ):
        return
    raise ReenactError(
        f"no markers are selected by {which!r}: give an index from 0, a name, two times (start, end), or None for all"
    )
