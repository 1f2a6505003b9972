"""The recordings of a folder."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from ._types import PathLike

_MAGIC = bytes.fromhex("c6429e0f6eaf8f6a")

#: A folder, a pattern, a file, or several of those.
Where = PathLike | Iterable[PathLike]


def find(where: Where) -> list[Path]:
    """The recordings of a folder, a pattern, a file or a list of those, in order of their names.

    In a folder, and the folders in it, they are the ``.bin`` files that start with MRTK's magic number. Files that are
    named, by a pattern too, are taken as they are.
    """
    if isinstance(where, (str, os.PathLike)):
        path = Path(where)
        if path.is_dir():
            return sorted(file for file in path.rglob("*.bin") if _is_recording(file))
        if path.exists():
            return [path]
        found = sorted(Path(name) for name in glob.glob(os.fspath(where), recursive=True))
        files = [file for file in found if file.is_file()]
        if not files:
            raise FileNotFoundError(2, "No such file, folder or pattern", os.fspath(where))
        return files
    return [file for one in where for file in find(one)]


def _is_recording(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def names_of(paths: Sequence[Path]) -> list[str]:
    """What recordings are called: their path without the ending, as far as they differ."""
    if not paths:
        return []
    parents = [path.parent.as_posix() for path in paths]
    base = Path(os.path.commonpath(parents)) if len(set(parents)) > 1 else paths[0].parent
    return [path.relative_to(base).with_suffix("").as_posix() for path in paths]
