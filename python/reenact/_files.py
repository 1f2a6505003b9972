"""Files that are there whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ._types import PathLike

T = TypeVar("T")


def write_whole(path: PathLike, overwrite: bool, write: Callable[[Path], T]) -> T:
    """Calls `write` with the name of a file beside `path`, and renames that once it is done.

    Whoever reads `path` meanwhile sees what was there before. If `write` fails, nothing has changed.
    """
    # A link stays one: what it leads to is replaced.
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(21, "Is a directory", str(path))
    if target.exists() and not overwrite:
        raise FileExistsError(17, "File exists (overwrite=True replaces it)", str(path))
    handle, name = tempfile.mkstemp(prefix=".reenact-", suffix=".tmp", dir=target.parent)
    os.close(handle)
    unfinished = Path(name)
    try:
        done = write(unfinished)
        # As any new file, and as the one that it replaces.
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        unfinished.chmod(mode)
        if overwrite:
            os.replace(unfinished, target)
        else:
            _move_to_free(unfinished, target)
        _sync_folder(target.parent)
    except BaseException:
        # Ctrl-C included: what is unfinished is of no use.
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise
    return done


def _move_to_free(unfinished: Path, target: Path) -> None:
    """Renames, unless somebody has made the target in the meantime."""
    try:
        os.link(unfinished, target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links: the check has been made, and this is the best there is.
        os.replace(unfinished, target)
    else:
        unfinished.unlink()


def _umask() -> int:
    # There is no other way to ask for it.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
