"""A recording as bytes and files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import _files, _reenact
from .._errors import ReenactError, warn_of_loss
from .._find import as_path, as_text
from .held import Held

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import Writing
    from .._types import PathLike


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
        # It hands over what was written without a copy.
        out = io.BytesIO()
        self._inner.write_into(out)
        return out.getvalue()

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
        target = as_path(path)
        try:
            asked_for = _reenact.format_of(target)
        except ReenactError:
            # A recording may be called anything.
            asked_for = "bin"
        if asked_for != "bin":
            raise ReenactError(
                f"save writes .bin files: use .convert({target.name!r}) for {asked_for}"
            )
        _files.write_whole(target, overwrite, lambda file: _reenact.write(self._inner, file))
        return target

    def convert(
        self,
        path: PathLike,
        *,
        format: str | None = None,
        overwrite: bool = False,
        **options: Unpack[Writing],
    ) -> Path:
        """Writes it as another format, by the ending of the path.

        Parameters
        ----------
        path : path-like
            Where to; ``.json``, ``.csv``, ``.parquet``, ``.glb`` and so on: `reenact.formats` has them all. A ``.anim`` gets the
            ``.meta`` that Unity knows it by, unless there is one.
        format : str, optional
            The format, if the ending does not say it: ``"hand-pose"`` is JSON of one hand at one moment for MRTK's input
            simulation, ``"bids"`` a folder with the files of a BIDS Motion dataset, ``"frames"`` JSON with a line a frame.
        overwrite : bool
            Whether a file that is there may be replaced.
        **options
            ``table``, ``rate_hz``, ``mode`` and what else single formats want to know: `reenact.Writing` says what each is.

        Returns
        -------
        Path
            Where it is.

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
        if wanted == "bids":
            lost = self._write_bids(target, overwrite, given)
        else:
            # A clip is called what its file is; whatever else has a name in it, what the recording is.
            name = as_text(target.stem) if wanted == "anim" else self._name

            def write(file: Path) -> str:
                return _reenact.convert(self._inner, file, wanted, name, given)

            lost = _files.write_whole(target, overwrite, write)
            if wanted == "anim":
                self._write_meta(target, name, given)
        if lost:
            warn_of_loss(f"{target}: {lost}")
        return target

    def _write_meta(self, clip: Path, name: str, options: dict[str, Any]) -> None:
        meta = clip.with_name(f"{clip.name}.meta")
        # Unity knows the clip by what is there.
        if not meta.exists() and clip.is_file():
            _files.write_whole(
                meta, False, lambda file: _reenact.convert_meta(self._inner, file, name, options)
            )

    def _write_bids(self, folder: Path, overwrite: bool, options: dict[str, Any]) -> str:
        """The files of a recording in a dataset; what is lost."""
        lost: list[str] = []
        files = _reenact.bids_files(self._inner, self._name, options)
        places = [folder / name for name, _ in files]
        if not overwrite:
            # Nothing is begun that cannot be finished.
            for place, (_, is_shared) in zip(places, files, strict=True):
                if not is_shared:
                    _files.refuse_existing(place)
        for number, (place, (_, is_shared)) in enumerate(zip(places, files, strict=True)):
            if is_shared and place.exists():
                continue
            place.parent.mkdir(parents=True, exist_ok=True)

            def write(file: Path, number: int = number) -> str:
                return _reenact.convert_bids(self._inner, file, number, self._name, options)

            try:
                lost.append(_files.write_whole(place, overwrite, write))
            except FileExistsError:
                # That of the dataset may be somebody else's who was first.
                if not is_shared:
                    raise
        return "; ".join(filter(None, lost))


def formats() -> dict[str, tuple[str, ...]]:
    """The formats that `Recording.convert` writes, with the endings of their files.

    Those without an ending are asked for by name.

    Examples
    --------
    >>> import reenact
    >>> reenact.formats()["parquet"]
    ('parquet',)
    >>> [name for name, endings in reenact.formats().items() if not endings]
    ['frames', 'hand-pose', 'bids']
    """
    return {name: tuple(endings) for name, endings in _reenact.formats()}
