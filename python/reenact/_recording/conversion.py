"""A recording as bytes and files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import _files, _reenact
from .._errors import ReenactError, warn_of_form, warn_of_loss
from .._find import as_path, as_text
from .storage import _Storage

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import Writing
    from .._types import PathLike


#: Notes on a written file: a code, whether something is lost, and a message.
_Remarks = list[tuple[str, bool, str]]


def _warn_of_output(target: Path | str, remarks: _Remarks) -> None:
    """Warns of what is not in a file that was written, and of the version if it was read as another form.

    The library decides what is a loss; other notes are for who reads the documentation of the format.
    """
    # Files of one BIDS dataset share remarks.
    unique = list(dict.fromkeys(remarks))
    if lost := "; ".join(message for _, is_loss, message in unique if is_loss):
        warn_of_loss(f"{target}: {lost}")
    for code, _, message in unique:
        if code == "form-changed":
            warn_of_form(f"{target}: {message}")


class _Conversion(_Storage):
    """Conversion of a recording to bytes and files."""

    __slots__ = ()

    def to_bytes(self) -> bytes:
        """Bytes of its file: those that it was read from, if it was not edited.

        A draft of 2019 or a file of a fork becomes one of version 1.0 or 1.1, as by `save`.

        Warns
        -----
        LossWarning
            If that version cannot hold something in the draft or the fork's file.
        FormWarning
            If it was read from such a file.

        Examples
        --------
        >>> import reenact
        >>> reenact.make(seconds=1).to_bytes()[:8].hex()
        'c6429e0f6eaf8f6a'
        """
        data = self._bytes(check=True)
        _warn_of_output("to_bytes", self._inner.notes_of_output())
        return data

    def _bytes(self, *, check: bool) -> bytes:
        """The bytes; with `check`, only if they are read as this recording when nobody names the layout."""
        # It hands over what was written without a copy.
        out = io.BytesIO()
        self._inner.write_into(out, check)
        return out.getvalue()

    def save(self, path: PathLike, *, overwrite: bool = False) -> Path:
        """Writes a ``.bin`` file atomically.

        Parameters
        ----------
        path : path-like
            Where to.
        overwrite : bool
            Replace an existing file; otherwise `FileExistsError` is raised.

        Returns
        -------
        Path
            Where it is.

        Warns
        -----
        LossWarning
            If it was read from a draft of 2019 or from a file of a fork, and version 1.0 or 1.1 cannot store all of it.
        FormWarning
            If it was read from such a file: it is written as version 1.0 or 1.1.

        Examples
        --------
        >>> import pathlib, tempfile, reenact
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = reenact.demo().trim(2, 8).save(pathlib.Path(folder) / "part.bin")
        ...     round(reenact.open(path).duration_secs, 2)
        6.0
        """
        target = as_path(path)
        if target.suffix.lower() in (".gz", ".zst"):
            raise ReenactError(
                f"save does not compress: save {target.with_suffix('').name!r}, then compress it"
            )
        if other := _reenact.other_kind(target):
            is_format, kind = other
            raise ReenactError(
                f"save writes .bin files: use .convert({target.name!r}) for {kind}"
                if is_format
                else f"save writes recordings, and .{kind} is the extension of another format: use .bin, not {target.name!r}"
            )
        remarks = _files.write_whole(
            target, overwrite, lambda file: _reenact.write(self._inner, file)
        )
        _warn_of_output(target, remarks)
        return target

    def convert(
        self,
        path: PathLike,
        *,
        format: str | None = None,
        overwrite: bool = False,
        **options: Unpack[Writing],
    ) -> Path:
        """Converts to another format, selected by the extension of the path.

        Parameters
        ----------
        path : path-like
            Output file: ``.json``, ``.csv``, ``.parquet``, ``.glb`` and so on; see `reenact.formats`. A ``.anim`` gets the
            ``.meta`` file for Unity, unless it exists.
        format : str, optional
            The format, if it does not follow from the extension: ``"hand-pose"`` is JSON of one hand at one time for MRTK's input
            simulation, ``"bids"`` a folder with the files of a BIDS Motion dataset, ``"frames"`` JSON lines, one line per frame.
        overwrite : bool
            Replace an existing file.
        **options
            ``table``, ``rate_hz``, ``mode`` and further options of single formats: see `reenact.Writing`.

        Returns
        -------
        Path
            Where it is.

        Warns
        -----
        LossWarning
            If recorded data is missing in the file. ``docs/reference/formats.md`` lists the losses of each format.
        FormWarning
            If a draft of 2019 or a file of a fork is written as a ``.bin`` of version 1.0 or 1.1.

        Examples
        --------
        >>> import pathlib, tempfile, reenact
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = reenact.make(seconds=1).convert(pathlib.Path(folder) / "a.json")
        ...     path.stat().st_size > 100_000
        True

        The right hand in the middle of a pinch, for MRTK's input simulation:

        >>> recording = reenact.demo()
        >>> pinch = recording.info.right.pinching[0]
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "pinch.json"
        ...     path = recording.convert(path, format="hand-pose", hand="right", at_secs=pinch[0])
        ...     path.read_text().count("joint")
        26
        """
        target = as_path(path)
        wanted, given = format or _reenact.format_of(target), dict(options)
        remarks = self._write_files(target, wanted, overwrite, given)
        _warn_of_output(target, remarks)
        return target

    def _write_files(
        self, target: Path, format: str, overwrite: bool, options: dict[str, Any]
    ) -> _Remarks:
        """The files that it becomes as a format; what is not in them."""
        named = (self._name, as_text(target.stem))
        files = _reenact.convert_files(self._inner, format, *named, options)
        # A path that is given is taken as it is: a link to a device stays one.
        places = [
            target / within
            if within
            else target.with_name(target.name + beside)
            if beside
            else target
            for beside, within, _ in files
        ]
        if not overwrite:
            # Nothing is begun that cannot be finished.
            for place, (_, within, stays) in zip(places, files, strict=True):
                if within and not stays:
                    _files.refuse_existing(place)
        remarks: _Remarks = []
        for number, (place, (beside, within, stays)) in enumerate(zip(places, files, strict=True)):
            # A pipe or device has nothing beside it.
            if (stays and place.exists()) or (beside and not target.is_file()):
                continue
            if within:
                place.parent.mkdir(parents=True, exist_ok=True)

            def write(file: Path, number: int = number) -> _Remarks:
                return _reenact.convert(self._inner, file, format, number, *named, options)

            try:
                remarks += _files.write_whole(place, overwrite and not stays, write)
            except FileExistsError:
                # That of a dataset may be somebody else's who was first.
                if not stays:
                    raise
        return remarks


def formats() -> dict[str, tuple[str, ...]]:
    """The formats that `Recording.convert` writes, with their file extensions.

    Formats without an extension are selected by name.

    Examples
    --------
    >>> import reenact
    >>> reenact.formats()["parquet"]
    ('parquet',)
    >>> [name for name, endings in reenact.formats().items() if not endings]
    ['frames', 'hand-pose', 'bids']
    """
    return {name: tuple(endings) for name, endings in _reenact.formats()}
