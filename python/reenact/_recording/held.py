"""What every part of a recording stands on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .. import _reenact
from .._errors import warn_of_loss
from .._reports import Info, Note

if TYPE_CHECKING:
    from typing_extensions import Self


class Held:
    """A recording of the extension module, and what is known of it besides.

    Parameters
    ----------
    inner : _reenact.Recording
        The recording itself.
    name, path, notes
        What it is called, where it is from, and what has to be said of the edits that led to it.
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

    def _edited(
        self, edited: tuple[_reenact.Recording, list[tuple[str, bool, str]]], *others: Held
    ) -> Self:
        """What an edit of this one and others gave, with the notes of all; losses are warnings, too."""
        inner, told = edited
        sources: tuple[Held, ...] = (self, *others)
        before = tuple(note for one in sources for note in one._notes)
        notes = tuple(Note(*note) for note in told)
        for note in notes:
            if note.is_loss:
                warn_of_loss(note.message)
        return type(self)(inner, name=self._name, notes=before + notes)
