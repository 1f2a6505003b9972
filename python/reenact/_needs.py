"""Optional packages."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(what: str, *packages: str) -> Iterator[None]:
    """Context of optional imports: raises an error with the command that installs a missing package.

    Examples
    --------
    >>> with needs("to_abacus", "abacus", "beads"):
    ...     import abacus
    Traceback (most recent call last):
        ...
    ModuleNotFoundError: to_abacus needs the package 'abacus': pip install abacus beads
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in {package.partition(">")[0] for package in packages}:
            raise
        how = f"pip install {shlex.join(packages)}"
        text = f"{what} needs the package {missing!r}: {how}"
        raise ModuleNotFoundError(text, name=error.name, path=error.path) from None
