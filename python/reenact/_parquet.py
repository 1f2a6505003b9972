"""Parquet files of a recording in the folder of a dataset."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from . import _files, _reenact, _tables
from ._needs import needs

if TYPE_CHECKING:
    from ._recording import Recording
    from ._tables import Ask

#: Tables that the library writes; the others are made here.
_OWN = ("joints", "frames", "keys", "markers")


def write(recording: Recording, folder: Path, asks: Sequence[Ask]) -> list[Path]:
    """Writes tables of a recording, and says which files that made."""
    own = [ask for ask in asks if ask.table in _OWN and ask.axes == "unity"]
    paths: list[Path] = []
    if own:
        tables, mode, rate_hz = [ask.table for ask in own], own[0].mode, own[0].rate_hz
        made = _reenact.dataset_add(
            recording._inner, folder, list(tables), recording.name, mode, rate_hz, own[0].max_frames
        )
        paths = [Path(path) for path in made]
    return paths + [_write_other(recording, folder, ask) for ask in asks if ask not in own]


def _write_other(recording: Recording, folder: Path, ask: Ask) -> Path:
    with needs("write_parquet", "pyarrow"):
        import pyarrow.parquet as pq

    place = folder / ask.table / f"recording={_reenact.partition_name(recording.name)}"
    place.mkdir(parents=True, exist_ok=True)
    target = place / f"{ask.table}.parquet"
    # The folder has the name.
    table = _tables.arrow_table(recording, ask).drop_columns(["recording"])
    _files.write_whole(target, True, lambda file: pq.write_table(table, file, compression="zstd"))
    return target
