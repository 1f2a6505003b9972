"""Tables by the Arrow PyCapsule interface: pyarrow, Polars, DuckDB and pandas read them as they are."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
import reenact
from conftest import TESTDATA

TABLES: list[Any] = ["joints", "frames", "keys", "markers", "events", "stats"]
REAL = TESTDATA / "recordings/v11_real_2s_asset.bin"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    for seed in range(5):
        reenact.make(1, seed=seed).save(folder / f"p{seed}.bin")
    return folder


@pytest.mark.parametrize("table", TABLES)
def test_every_library_reads_a_table_as_it_is(table: Any) -> None:
    import duckdb

    recording = reenact.open(REAL)
    ours = recording.table(table, rate_hz=30)
    arrow = pa.table(ours)
    assert arrow.equals(recording.to_arrow(table, rate_hz=30))
    assert pl.DataFrame(ours).equals(pl.DataFrame(arrow), null_equal=True)
    assert duckdb.sql("SELECT count(*) FROM ours").fetchall() == [(arrow.num_rows,)]
    first = duckdb.sql(f'SELECT "{arrow.column_names[1]}" FROM ours').fetchall()
    assert len(first) == arrow.num_rows
    import pandas as pd

    if hasattr(pd.DataFrame, "from_arrow"):
        assert len(pd.DataFrame.from_arrow(ours)) == arrow.num_rows


@pytest.mark.parametrize("table", TABLES)
def test_types_are_those_of_the_definition(table: Any) -> None:
    ours = reenact.demo().table(table)
    schema = pa.schema(ours)
    assert schema.names == ours.column_names
    for field in schema:
        if field.name.endswith("_secs"):
            # Keys keep the bits of the file.
            wanted = pa.float32() if table == "keys" else pa.float64()
            assert field.type == wanted, field
            assert field.metadata == {b"unit": b"s"}
        elif field.name.endswith("_m") and table != "stats":
            assert field.metadata == {b"unit": b"m"}, field
    assert ("pinching" in schema.names) == (table == "joints")


def test_times_are_exact_after_hours() -> None:
    recording = reenact.make(1).retime(duration_secs=7200)
    part = recording.to_arrow("frames", rate_hz=60, columns=["time_secs"], max_frames=500_000)
    times = part["time_secs"].to_numpy()
    assert times[-1] > 7199
    np.testing.assert_allclose(np.diff(times), 1 / 60, rtol=1e-9)


def test_a_table_is_read_any_number_of_times_and_in_pieces() -> None:
    recording = reenact.make(100)
    ours = recording.table("joints", rate_hz=60, columns=["time_secs", "joint"])
    reader = pa.RecordBatchReader.from_stream(ours)
    sizes = [batch.num_rows for batch in reader]
    assert len(sizes) > 1
    assert sum(sizes) == pa.table(ours).num_rows == 6001 * 52


def test_a_dataset_streams_one_recording_after_the_other(study: Path) -> None:
    corpus = reenact.dataset(study, rate_hz=30)
    for table in TABLES:
        stream = pa.table(corpus.table(table))
        assert stream.combine_chunks().equals(corpus.to_arrow(table).combine_chunks()), table
    batches = list(pa.RecordBatchReader.from_stream(corpus.table("joints")))
    assert [batch["recording"][0].as_py() for batch in batches] == corpus.names


def test_an_empty_dataset_has_its_columns() -> None:
    empty = reenact.dataset([])
    for table in TABLES:
        assert pa.table(empty.table(table)).num_rows == 0
        assert pl.DataFrame(empty.table(table)).columns == empty.table(table).column_names


def test_errors_are_ours_where_they_can_be(study: Path, tmp_path: Path) -> None:
    with pytest.raises(reenact.ReenactError, match='the table joints: no column is named "nose"'):
        reenact.demo().table("joints", columns=["nose"])
    with pytest.raises(reenact.ReenactError, match="aperture that begins a pinch"):
        pa.table(reenact.demo().table("events", pinch_close_m=-1.0))
    (tmp_path / "a.bin").write_bytes(REAL.read_bytes())
    (tmp_path / "b.bin").write_bytes(REAL.read_bytes()[:5000])
    corpus = reenact.dataset(tmp_path)
    # The first piece is made at once; what comes later is the reader's to raise, with our message.
    with pytest.raises(Exception, match=r"b\.bin"):
        pa.table(corpus.table("joints"))


def test_axes_turn_poses_and_events_alike() -> None:
    recording = reenact.demo()
    for table, columns in (
        ("joints", ["position_x_m", "position_y_m", "position_z_m"]),
        ("events", ["position_x_m", "position_y_m", "position_z_m"]),
    ):
        x, y, z = (recording.to_arrow(table)[name].to_numpy() for name in columns)  # type: ignore[arg-type]
        turned = recording.to_arrow(table, axes="ros")  # type: ignore[arg-type]
        for name, wanted in zip(columns, (z, -x, y), strict=True):
            np.testing.assert_array_equal(turned[name].to_numpy(), wanted)
    samples = recording.sample(30, axes="opengl")
    frames = recording.to_pandas("frames", rate_hz=30, axes="opengl")
    for part, letter in enumerate("xyzw"):
        np.testing.assert_array_equal(
            frames[f"right_Wrist_rotation_{letter}"], samples.right.joint("Wrist").rotation[:, part]
        )
    for part, letter in enumerate("xyz"):
        np.testing.assert_array_equal(
            frames[f"gaze_direction_{letter}"], samples.gaze.direction[:, part]
        )


def _memory() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
@pytest.mark.parametrize("way", ["unread", "begun", "read", "polars"])
def test_nothing_is_left_of_a_stream(way: str) -> None:
    recording = reenact.make(40)
    ours = recording.table("joints", rate_hz=60)
    size = pa.table(ours).nbytes

    def once() -> None:
        if way == "unread":
            ours.__arrow_c_stream__()
        elif way == "begun":
            pa.RecordBatchReader.from_stream(ours).read_next_batch()
        elif way == "read":
            pa.table(ours)
        else:
            pl.DataFrame(ours)

    for _ in range(3):
        once()
    gc.collect()
    before = _memory()
    for _ in range(20):
        once()
    gc.collect()
    # One table is some 12 MB, and one piece a third of it: twenty of either would show.
    assert _memory() - before < 3 * size
