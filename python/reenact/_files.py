"""Atomic writing of files."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def refuse_existing(path: Path) -> None:
    """Fails if there is something."""
    if path.exists():
        raise FileExistsError(17, "File exists (overwrite=True replaces it)", str(path))


def write_whole(path: Path, overwrite: bool, write: Callable[[Path], T]) -> T:
    """Calls `write` with the name of a file beside `path`, and renames that once it is done.

    Programs that read `path` meanwhile see the old contents. If `write` fails, nothing has changed. A pipe or a device
    takes what it is given.
    """
    # A link stays one: what it leads to is replaced.
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(21, "Is a directory", str(path))
    if target.exists() and not target.is_file():
        return write(target)
    if not overwrite:
        refuse_existing(path)
    unfinished = _make_beside(target, path)
    try:
        done = write(unfinished)
        if target.exists():
            # As the one that it replaces.
            unfinished.chmod(target.stat().st_mode & 0o777)
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


def _make_beside(target: Path, asked: Path) -> Path:
    """An empty file of a name that nobody has, with the rights that any new file has."""
    while True:
        # Not `tempfile`: its files are for their owner alone, and what others may do can be asked of the system in no way
        # that is safe when several threads write.
        unfinished = target.with_name(f".reenact-{secrets.token_hex(8)}.tmp")
        try:
            os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        except FileExistsError:
            continue
        except OSError as error:
            # Nobody knows the file that could not be made.
            raise type(error)(error.errno, error.strerror, str(asked)) from None
        return unfinished


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


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
