"""The recordings of a folder."""

from __future__ import annotations

import glob
import itertools
import os
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from . import _reenact
from ._errors import ReenactError
from ._types import PathLike

#: A folder, a pattern, a file, or several of those.
Where = PathLike | Iterable[PathLike]


#: ``s3://…``, and what `Path` makes of it; a drive of Windows has one letter.
_SCHEME = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]+):/(/?)")


def as_path(path: PathLike) -> Path:
    """A local path, however it is given; ``~`` is the home folder. Addresses of stores are refused."""
    text = os.fsdecode(path)
    if not text:
        # `Path` would take it for the folder that we are in.
        raise FileNotFoundError(2, "No such file or directory", text)
    scheme = _SCHEME.match(text)
    if scheme is not None and (scheme[2] or not os.path.isdir(f"{scheme[1]}:")):
        raise ReenactError(
            f"{text!r} is not a local path: {scheme[1]}: is not supported, so copy the files here or mount the store"
        )
    return Path(os.path.expanduser(text))


def name_of(path: Path) -> str:
    """The name of a recording by the path of its file: without the ending, and without that of a compression."""
    name = _reenact.recording_name(path)
    return name if os.sep == "/" else name.replace(os.sep, "/")


def as_text(name: str) -> str:
    """A name of a file as text for anybody: what is no text in it is shown as \ufffd, as by the command."""
    return os.fsencode(name).decode("utf-8", "replace")


def find(where: Where) -> list[tuple[Path, str]]:
    """The recordings of a folder, a pattern, a file or several of those, each once, with what they are called.

    In a folder, and the folders in it, they are the ``.bin``, ``.bin.gz`` and ``.bin.zst`` files that start with MRTK's magic number or as its drafts of
    2019 do, or that are cut short before the number's end: MRTK leaves empty ones, and nobody should miss those without a word. Files that are named, by a pattern
    too, are taken as they are.

    They are called by their path from the folder on, or from what is certain of a pattern, without the ending: that of one does
    not depend on which others there are, unless they differ in the ending alone.
    """
    places = [where] if isinstance(where, (str, bytes, os.PathLike)) else list(where)
    looked = [_find_in(as_path(place)) for place in places]
    if not looked:
        return []
    base = os.path.commonpath([os.path.abspath(base) for base, _ in looked])
    paths = {os.path.abspath(path): path for _, found in looked for path in found}
    parts = [Path(os.path.relpath(path, base)) for path in paths]
    short = [name_of(part) for part in parts]
    times = Counter(short)
    names = [
        as_text(part.as_posix()) if times[name] > 1 else name
        for part, name in zip(parts, short, strict=True)
    ]
    return list(zip(paths.values(), names, strict=True))


def _find_in(path: Path) -> tuple[Path, list[Path]]:
    """Where names begin, and the recordings in order of their paths."""
    if path.is_dir():
        files = _in_folder(path)
        if not files:
            # As the command: an empty result would look like an answer.
            raise FileNotFoundError(
                2,
                "No recordings in this folder (searched for .bin, .bin.gz and .bin.zst files)",
                os.fspath(path),
            )
        return path, files
    if path.exists():
        return path.parent, [path]
    found = sorted(Path(name) for name in glob.glob(os.fspath(path), recursive=True))
    if not found:
        raise FileNotFoundError(2, "No such file, folder or pattern", os.fspath(path))
    # A pattern may name folders: they are searched as any other, unless it names files as well.
    files = [file for file in found if file.is_file()]
    if not files:
        files = sorted(file for folder in found for file in _in_folder(folder))
    certain = itertools.takewhile(lambda part: not glob.has_magic(part), path.parent.parts)
    return Path(*certain), files


def _in_folder(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if _reenact.is_recording_file(file))
