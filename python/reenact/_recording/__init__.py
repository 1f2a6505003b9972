"""The class `Recording`, assembled from a module for each group of methods."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from .. import _reenact, _view
from .._reports import Note
from .conversion import _Conversion
from .edits import _Edits
from .facts import _Facts
from .markers import _Markers
from .repair import _Repair
from .reports import _Reports
from .sampling import _Sampling
from .tables import _Tables

if TYPE_CHECKING:
    from typing_extensions import Self


class Recording(_Facts, _Sampling, _Tables, _Reports, _Edits, _Markers, _Repair, _Conversion):
    """A recording of head, hands and gaze.

    Made by `open`, `from_bytes`, `make`, `demo`, `from_arrays`, or by an edit of another one. A recording never changes: an
    edit returns a new one, which shares the unchanged curves with the old one. It can be pickled, compared with ``==``, and used
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

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recording):
            return NotImplemented
        return self._inner is other._inner or self._inner.same_as(other._inner)

    # The same bytes are the same recording, but nobody wants to read them all for a dictionary.
    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        # A layout that was worked out once need not be worked out again, and one that was forced must not be.
        layout = self._inner.layout if self.info.version != "1.0" else None
        # A draft stays a draft as long as there are its bytes; one that was edited becomes a recording that says so.
        data, notes = self._inner.foreign_bytes(), self._notes
        if data is None:
            data = self._bytes(check=False)
            notes += tuple(Note(*note) for note in self._inner.notes_of_output())
        state = (data, layout, self._name, self._path, notes)
        return (_from_pickle, state)

    # It never changes, so it is as good as a copy.
    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __repr__(self) -> str:
        return _view.text(self)

    def _repr_html_(self) -> str:
        return _view.html(self)


def _name_by_class() -> None:
    """Makes errors and tracebacks name `Recording` and not the part of it that a method is in."""
    for part in Recording.__mro__[1:-1]:
        for name, member in vars(part).items():
            if hasattr(member, "__code__"):
                member.__qualname__ = f"Recording.{name}"


_name_by_class()


def _from_pickle(
    data: bytes, layout: str | None, name: str, path: Path | None, notes: tuple[Note, ...]
) -> Recording:
    return Recording(_reenact.from_bytes(data, layout), name=name, path=path, notes=notes)
