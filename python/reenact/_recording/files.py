"""A recording as bytes and files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from .. import _files, _reenact
from .._errors import ReenactError, warn_of_loss
from .held import Held

if TYPE_CHECKING:
    from .._types import Mode, PathLike


class Filed(Held):
    """The part of a recording that writes it down."""

    __slots__ = ()

    def to_bytes(self) -> bytes:
        """The bytes of its file: those that it was read from, if it was not edited.

        Examples
        --------
        >>> import reenact
        >>> reenact.make(seconds=1).to_bytes()[:8].hex()
        'c6429e0f6eaf8f6a'
        """
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

        Examples
        --------
        >>> import pathlib, tempfile, reenact
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = reenact.demo().trim(2, 8).save(pathlib.Path(folder) / "part.bin")
        ...     round(reenact.open(path).duration_secs, 2)
        6.0
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
            warn_of_loss(f"{os.fspath(path)}: {lost}")
        return Path(path)


def _format_of(path: PathLike) -> str:
    file = Path(path).name.lower()
    by_ending = {ending: name for name, endings in formats().items() for ending in endings}
    # The longest that fits: `a.iwer.json` is more than JSON.
    for ending in sorted(by_ending, key=len, reverse=True):
        if f".{file}".endswith(f".{ending}") or ("_" in ending and file.endswith(ending)):
            return by_ending[ending]
    known = ", ".join(f".{ending}" for ending in by_ending)
    raise ReenactError(f"no format for {file!r}: end the path in {known}, or give a format")


def formats() -> dict[str, tuple[str, ...]]:
    """The formats that `Recording.convert` writes, with the endings of their files.

    Examples
    --------
    >>> import reenact
    >>> reenact.formats()["parquet"]
    ('parquet',)
    """
    return {name: tuple(endings) for name, endings in _reenact.formats()}
