"""The recordings of a folder."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from ._types import PathLike

_MAGIC = bytes.fromhex("c6429e0f6eaf8f6a")

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


def find(where: Where) -> list[Path]:
    """The recordings of a folder, a pattern, a file or a list of those, in order of their names.

    In a folder, and the folders in it, they are the ``.bin`` files that start with MRTK's magic number, or that are cut short
    before its end: MRTK leaves empty ones, and nobody should miss those without a word. Files that are named, by a pattern
    too, are taken as they are.
    """
    if isinstance(where, (str, bytes, os.PathLike)):
        path = as_path(where)
        if path.is_dir():
            return sorted(file for file in path.rglob("*.bin") if _is_recording(file))
        if path.exists():
            return [path]
        found = sorted(Path(name) for name in glob.glob(os.fspath(path), recursive=True))
        files = [file for file in found if file.is_file()]
        if not files:
            raise FileNotFoundError(2, "No such file, folder or pattern", os.fspath(path))
        return files
    every = {os.path.abspath(file): file for one in where for file in find(one)}
    # Each once, however often it is named.
    return list(every.values())


def _is_recording(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return _MAGIC.startswith(file.read(len(_MAGIC)))


def names_of(paths: Sequence[Path]) -> list[str]:
    """What recordings are called: their path without the ending, as far as they differ; no two the same."""
    if not paths:
        return []
    whole = [Path(os.path.abspath(path)) for path in paths]
    base = os.path.commonpath([path.parent for path in whole])
    parts = [path.relative_to(base) for path in whole]
    plain = Counter(part.with_suffix("") for part in parts)
    # What differs in the ending alone keeps it.
    called = [part if plain[part.with_suffix("")] > 1 else part.with_suffix("") for part in parts]
    return [as_text(part.as_posix()) for part in called]
