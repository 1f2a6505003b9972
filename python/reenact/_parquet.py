"""Parquet files of a recording in the folder of a dataset."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from . import _reenact

if TYPE_CHECKING:
    from ._recording import Recording
    from ._tables import Ask


def write(recording: Recording, folder: Path, asks: Sequence[Ask]) -> list[Path]:
    """Writes tables of a recording that are made alike, and says which files that made."""
    if not asks:
        return []
    tables: list[str] = [ask.table for ask in asks]
    measured = next((ask for ask in asks if ask.measuring), asks[0])
    made = _reenact.dataset_add(
        recording._inner, folder, tables, recording.name, measured.axes, measured.options
    )
    return [Path(path) for path in made]
