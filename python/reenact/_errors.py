"""Errors and warnings."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable

from . import _reenact


class ReenactError(ValueError):
    """Invalid recording or invalid argument.

    A missing file raises `FileNotFoundError`.

    Attributes
    ----------
    message : str
        The message, in one line.
    field : str or None
        The field of the file in which it is wrong, such as ``"key count of left.tracked"``.
    offset : int or None
        The byte of the file at which that field starts.

    Examples
    --------
    >>> import reenact
    >>> try:
    ...     reenact.from_bytes(bytes.fromhex("c6429e0f6eaf8f6a 01000000"))
    ... except reenact.ReenactError as error:
    ...     print(error, "|", error.field, "|", error.offset)
    minor version at byte 12: 4 bytes needed, 0 left (4 missing): the file is truncated | minor version | 12
    """

    # As people know it, in tracebacks too.
    __module__ = "reenact"

    def __init__(self, message: str, field: str | None = None, offset: int | None = None) -> None:
        super().__init__(message, field, offset)
        self.message = message
        self.field = field
        self.offset = offset

    def __str__(self) -> str:
        return self.message


def unknown(what: str, name: object, names: Iterable[str]) -> str:
    """Message for an unknown name: the most similar one, or all if they are few."""
    there = list(names)
    near = _reenact.nearest(str(name), there)
    if near is not None:
        return f"no {what} is named {name!r}: did you mean {near}?"
    if 0 < len(there) <= 12:
        return f"no {what} is named {name!r}: there {'is only' if len(there) == 1 else 'are'} {', '.join(there)}"
    return f"no {what} is named {name!r}"


class LossWarning(UserWarning):
    """Data of a recording could not be kept.

    Issued by edits and conversions that lose data. To turn it into an error:
    ``warnings.simplefilter("error", reenact.LossWarning)``.
    """

    __module__ = "reenact"


class FormWarning(UserWarning):
    """A recording is written in another format version than it was read in, without loss.

    Drafts of MRTK from 2019 and files of forks are read, and are written as version 1.0 or 1.1. To silence it:
    ``warnings.simplefilter("ignore", reenact.FormWarning)``.
    """

    __module__ = "reenact"


def warn_of_loss(message: str) -> None:
    """Warns of a loss, and points to the caller of the package."""
    _warn(message, LossWarning)


def warn_of_form(message: str) -> None:
    """Warns of a change of form, and points to the caller of the package."""
    _warn(message, FormWarning)


def _warn(message: str, category: type[UserWarning]) -> None:
    package = __name__.partition(".")[0]
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and _is_of(package, frame.f_globals.get("__name__", "")):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)


def _is_of(package: str, module: str) -> bool:
    return module == package or module.startswith(f"{package}.")
