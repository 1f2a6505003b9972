"""Tables: one schema in Arrow, Parquet, DuckDB, Polars and pandas."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import reenact
from conftest import ALL, TESTDATA, Command

TABLES = ["joints", "frames", "keys", "markers"]
SOME = [path for path in ALL if path.stat().st_size < 1_000_000]
ids = {"ids": lambda path: path.stem}


def same(ours: pa.Table, theirs: pa.Table) -> None:
    """The same names, types and values; NaN is NaN, and null is null."""
    assert ours.schema.remove_metadata() == theirs.schema.remove_metadata()
    assert ours.num_rows == theirs.num_rows
    for name, one, other in zip(ours.column_names, ours.columns, theirs.columns, strict=True):
        for left, right in zip(flat(one), flat(other), strict=True):
            np.testing.assert_array_equal(left[0], right[0], err_msg=name)
            there = left[0]
            if left[1].dtype.kind == "f":
                assert np.array_equal(left[1][there], right[1][there], equal_nan=True), name
            else:
                assert (left[1][there] == right[1][there]).all(), name


def flat(column: pa.ChunkedArray) -> list[tuple[np.ndarray, np.ndarray]]:
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    valid = np.asarray(array.is_valid())
    if pa.types.is_struct(array.type):
        parts = [array.field(index) for index in range(array.type.num_fields)]
        return [
            (valid, np.asarray(part.fill_null(0) if part.null_count else part)) for part in parts
        ]
    return [(valid, array.to_numpy(zero_copy_only=False))]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("path", SOME, **ids)
def test_arrow_is_what_parquet_is(path: Path, table: Any, tmp_path: Path) -> None:
    recording = reenact.open(path)
    file = recording.convert(tmp_path / "a.parquet", table=table, rate_hz=15)
    same(recording.to_arrow(table, rate_hz=15), pq.read_table(file, partitioning=None))


@pytest.mark.parametrize("table", [*TABLES, "stats"])
@pytest.mark.parametrize("mode", ["clean", "mrtk"])
def test_polars_and_pandas_have_the_values_of_arrow(table: Any, mode: Any) -> None:
    recording = reenact.open(TESTDATA / "recordings/v11_edge_left_never.bin")
    arrow = recording.to_arrow(table, rate_hz=5, mode=mode)
    polars = recording.to_polars(table, rate_hz=5, mode=mode)
    assert polars.columns == arrow.column_names
    for name in polars.columns:
        ours, theirs = polars[name].to_list(), arrow[name].to_pylist()
        assert str(ours) == str(theirs), name  # NaN is not equal to itself
    pandas = recording.to_pandas(table, rate_hz=5, mode=mode)
    assert len(pandas) == arrow.num_rows
    for name in arrow.column_names:
        if pa.types.is_struct(arrow[name].type):
            rows = arrow[name].to_pylist()
            for part in (field.name for field in arrow[name].type):
                wanted = [math.nan if row is None else row[part] for row in rows]
                values = pandas[f"{name}_{part}"].to_numpy()
                assert np.array_equal(values, np.array(wanted, np.float32), equal_nan=True)
        else:
            wanted = arrow[name].to_pylist()
            values = pandas[name].tolist()
            assert all(
                a == b or (b is None and (str(a) in ("None", "nan", "<NA>")))
                for a, b in zip(values, wanted, strict=True)
            ), name


def test_a_column_alone_is_the_column_of_all() -> None:
    recording = reenact.demo()
    for table, column in (
        ("joints", "position_y_m"),
        ("frames", "right_IndexTip"),
        ("keys", "value"),
        ("markers", "name"),
        ("stats", "right_path_length_m"),
    ):
        alone = recording.to_arrow(table, columns=[column, "recording"])
        assert alone.column_names == [column, "recording"]
        assert (
            alone[column]
            .combine_chunks()
            .equals(recording.to_arrow(table)[column].combine_chunks())
        )


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    for person in range(4):
        (folder / f"p{person}").mkdir()
        for take in range(2):
            made = reenact.make(2, seed=10 * person + take)
            made.save(folder / f"p{person}" / f"take{take}.bin")
    (folder / "notes.bin").write_text("no recording")
    return folder


QUERY = """
    SELECT recording, hand, joint, count(*) AS n, avg(position_y_m) AS height, count(position_y_m) AS known
    FROM {} GROUP BY ALL ORDER BY ALL
"""


def test_duckdb_gives_the_same_answer_over_parquet_and_over_recordings(
    study: Path, tmp_path: Path
) -> None:
    import duckdb

    dataset = reenact.dataset(study, rate_hz=30)
    assert dataset.names == [f"p{p}/take{t}" for p in range(4) for t in range(2)]
    files = dataset.write_parquet(tmp_path / "tables", tables=["joints"])
    assert len(files) == 8
    parquet = f"read_parquet('{tmp_path}/tables/joints/*/*.parquet', hive_partitioning = true)"
    theirs = duckdb.sql(QUERY.format(parquet)).fetchall()
    ours = dataset.sql(QUERY.format("joints")).fetchall()
    assert len(ours) == 8 * 2 * 26
    for mine, other in zip(ours, theirs, strict=True):
        assert mine[:4] == other[:4] and mine[5] == other[5]
        assert (mine[4] or 0) == pytest.approx(other[4] or 0, rel=1e-6)


def test_a_lazy_frame_makes_only_what_is_needed(study: Path, monkeypatch: Any) -> None:
    import polars as pl
    from reenact import _tables

    asked: list[Any] = []
    real = _tables.polars_table
    monkeypatch.setattr(
        _tables, "polars_table", lambda *words: asked.append(words[1].columns) or real(*words)
    )
    dataset = reenact.dataset(study, rate_hz=30)
    lazy = dataset.scan("joints")
    asked.clear()
    found = (
        lazy.filter(pl.col("joint") == "IndexTip").select(pl.col("position_y_m").max()).collect()
    )
    assert all(set(columns) <= {"joint", "position_y_m"} for columns in asked) and len(asked) == 8
    whole = dataset.to_polars("joints").filter(pl.col("joint") == "IndexTip")
    assert found.item() == whole["position_y_m"].max()
    assert lazy.head(3).collect().height == 3


@pytest.mark.parametrize("table", [*TABLES, "stats"])
def test_all_ways_to_a_table_of_a_dataset_agree(study: Path, table: Any) -> None:
    dataset = reenact.dataset(study, rate_hz=10)
    arrow = dataset.to_arrow(table)
    assert dataset.to_polars(table).equals(dataset.scan(table).collect(), null_equal=True)
    assert arrow.column_names == dataset.to_polars(table).columns
    assert arrow.num_rows == len(dataset.to_pandas(table)) == dataset.to_polars(table).height


def test_a_damaged_file_is_named_or_skipped_and_counted(tmp_path: Path) -> None:
    reenact.make(1).save(tmp_path / "good.bin")
    data = reenact.make(1).to_bytes()
    (tmp_path / "bad.bin").write_bytes(data[: len(data) // 2])
    with pytest.raises(reenact.ReenactError, match=r"bad\.bin$"):
        reenact.dataset(tmp_path).to_arrow("markers")
    skipping = reenact.dataset(tmp_path, on_error="skip")
    assert skipping.to_arrow("markers")["recording"].unique().to_pylist() == ["good"]
    assert list(skipping.skipped) == [tmp_path / "bad.bin"]
    assert "1 skipped" in repr(skipping)
    with pytest.raises(FileNotFoundError):
        reenact.dataset(tmp_path / "none*.bin")


def test_an_empty_dataset_has_the_columns_all_the_same() -> None:
    empty, some = reenact.dataset([]), reenact.demo()
    for table in (*TABLES, "stats"):
        assert empty.to_arrow(table).schema == some.to_arrow(table).schema
        assert empty.to_polars(table).schema == some.to_polars(table).schema
        assert list(empty.to_pandas(table).columns) == list(some.to_pandas(table).columns)


def test_the_stats_table_is_that_of_the_command(study: Path, command: Command) -> None:
    import csv
    import io

    rows = list(csv.DictReader(io.StringIO(command.text("stats", study, "--csv"))))
    table = reenact.dataset(study).to_arrow("stats").to_pylist()
    assert len(rows) == len(table) == 8
    for row, ours in zip(rows, table, strict=True):
        for name, value in ours.items():
            if name == "damage":
                assert value == row[name]
            elif name != "recording" and value is not None:
                assert np.float32(value) == np.float32(row[name])


def test_each_recording_is_there_once_and_has_a_name_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = reenact.make(1, seed=1).save(tmp_path / "p.bin")
    two = reenact.make(1, seed=2).convert(tmp_path / "p.json")
    three = reenact.make(1, seed=3).save(tmp_path / "q.bin")
    dataset = reenact.dataset([one, two, three, one, tmp_path])
    assert dataset.paths == [one, two, three]
    assert dataset.names == ["p.bin", "p.json", "q"]
    # None takes the place of another.
    files = dataset.write_parquet(tmp_path / "tables", tables=["keys"])
    assert len({*files}) == 3 and all(file.exists() for file in files)
    monkeypatch.chdir(tmp_path)
    assert reenact.dataset(["p.bin", three]).names == ["p", "q"]


def test_what_a_recording_is_called_does_not_depend_on_others(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "study" / "P1").mkdir(parents=True)
    reenact.make(1).save(tmp_path / "study" / "P1" / "take1.bin")
    monkeypatch.chdir(tmp_path)
    for where in ("study", "study/*/*.bin", "study/P*/take1.bin", "study/**/*.bin", ["study"]):
        dataset = reenact.dataset(where)
        assert dataset.names == ["P1/take1"], where
    ours = {*dataset.write_parquet("ours", tables=["markers"])}
    command.text("convert", "study", "theirs/", "--to", "parquet", "--table", "markers")
    theirs = {path for path in Path("theirs").rglob("*.parquet")}
    assert {path.relative_to("ours") for path in ours} == {
        path.relative_to("theirs") for path in theirs
    }
    assert reenact.dataset("study/P1").names == ["take1"]


def test_a_file_that_mrtk_left_empty_is_not_left_out_without_a_word(tmp_path: Path) -> None:
    reenact.make(1).save(tmp_path / "p1.bin")
    (tmp_path / "p2.bin").write_bytes(b"")
    (tmp_path / "p3.bin").write_bytes(reenact.make(1).to_bytes()[:5])
    (tmp_path / "unity.bin").write_bytes(b"something else")
    with pytest.raises(reenact.ReenactError, match=r"is empty .*p2\.bin"):
        reenact.dataset(tmp_path).to_arrow("markers")
    dataset = reenact.dataset(tmp_path, on_error="skip")
    assert len(dataset.to_arrow("stats")) == 1
    assert sorted(path.name for path in dataset.skipped) == ["p2.bin", "p3.bin"]
