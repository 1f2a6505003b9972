"""The recordings of a folder."""

from __future__ import annotations

import glob
import itertools
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ._types import PathLike

_MAGIC = bytes.fromhex("c6429e0f6eaf8f6a")
#: The wrap modes of the first curve: MRTK's drafts of 2019 have no magic number.
_DRAFT = bytes.fromhex("0800000008000000")

#: A folder, a pattern, a file, or several of those.
Where = PathLike | Iterable[PathLike]


def as_path(path: PathLike) -> Path:
    """The path that names a file, however it is given."""
    text = os.fsdecode(path)
    if not text:
        # `Path` would take it for the folder that we are in.
        raise FileNotFoundError(2, "No such file or directory", text)
    return Path(text)


def as_text(name: str) -> str:
    """A name of a file as text for anybody: what is no text in it is shown as \ufffd, as by the command."""
    return os.fsencode(name).decode("utf-8", "replace")


def find(where: Where) -> list[tuple[Path, str]]:
    """The recordings of a folder, a pattern, a file or several of those, each once, with what they are called.

    In a folder, and the folders in it, they are the ``.bin`` files that start with MRTK's magic number or as its drafts of
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
    plain = Counter(part.with_suffix("") for part in parts)
    called = [part if plain[part.with_suffix("")] > 1 else part.with_suffix("") for part in parts]
    names = [as_text(part.as_posix()) for part in called]
    return list(zip(paths.values(), names, strict=True))


def _find_in(path: Path) -> tuple[Path, list[Path]]:
    """Where names begin, and the recordings in order of their paths."""
    if path.is_dir():
        return path, sorted(file for file in path.rglob("*.bin") if _is_recording(file))
    if path.exists():
        return path.parent, [path]
    found = sorted(Path(name) for name in glob.glob(os.fspath(path), recursive=True))
    files = [file for file in found if file.is_file()]
    if not files:
        raise FileNotFoundError(2, "No such file, folder or pattern", os.fspath(path))
    certain = itertools.takewhile(lambda part: not glob.has_magic(part), path.parent.parts)
    return Path(*certain), files


def _is_recording(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        start = file.read(12)
    return start.startswith(_MAGIC) or _MAGIC.startswith(start) or start.startswith(_DRAFT)
