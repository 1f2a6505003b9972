"""Base class of the parts of a recording."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from .. import _reenact
from .._errors import ReenactError, warn_of_loss
from .._reports import Info, Note

if TYPE_CHECKING:
    from typing_extensions import Self

    from .._types import TrackGroups, Tracks


class _Storage:
    """A recording of the extension module, with its name, path and notes.

    Parameters
    ----------
    inner : _reenact.Recording
        The recording itself.
    name, path, notes
        Its name, its file, and the notes of the edits that led to it.
    """

    __slots__ = ("__weakref__", "_info", "_name", "_notes", "_path", "_unchecked")

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
        self._unchecked = inner
        self._name = name
        self._path = path
        self._notes = notes
        self._info: Info | None = None

    @property
    def _inner(self) -> _reenact.Recording:
        """The recording of the extension module, if its file is still what it was when it was mapped."""
        self._unchecked.check()
        return self._unchecked

    def _edited(
        self, edited: tuple[_reenact.Recording, list[tuple[str, bool, str]]], *others: _Storage
    ) -> Self:
        """The result of an edit of this recording and others, with the notes of all; losses are warnings, too."""
        inner, told = edited
        sources: tuple[_Storage, ...] = (self, *others)
        before = tuple(note for one in sources for note in one._notes)
        notes = tuple(Note(*note) for note in told)
        for note in notes:
            if note.is_loss:
                warn_of_loss(note.message)
        return type(self)(inner, name=self._name, notes=before + notes)


def inner_of(recording: _Storage) -> _reenact.Recording:
    """The recording of the extension module; raises `TypeError` for anything else."""
    if not isinstance(recording, _Storage):
        kind = type(recording).__name__
        raise TypeError(f"expected a reenact.Recording, not {kind}: use reenact.open(path)")
    return recording._inner


def listed(names: str | Iterable[str]) -> list[str]:
    """Names as a list; a single string is one name."""
    return [names] if isinstance(names, str) else list(names)


def as_head(name: str) -> str:
    """Maps ``camera`` to ``head``, the name of the reference in the library."""
    return name.replace("camera", "head")


def which_tracks(names: TrackGroups) -> Tracks:
    """Camera, hands, gaze: whether each is among the names."""
    wanted = set(listed(names))
    if unknown := wanted - {"camera", "hands", "gaze"}:
        raise ReenactError(f"no track is named {min(unknown)!r}: there are camera, hands and gaze")
    return ("camera" in wanted, "hands" in wanted, "gaze" in wanted)
