"""Spark on a real cluster of two workers, each a process of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import reenact

pytest.importorskip("pyspark")
pytestmark = pytest.mark.spark

RECORDINGS = 200

QUERY = """
    SELECT recording, hand, count(*) AS n, count(position_y_m) AS known,
        sum(CAST(position_y_m AS DOUBLE)) AS total
    FROM {} WHERE joint = 'IndexTip' GROUP BY recording, hand ORDER BY recording, hand
"""


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    import pyspark
    import reenact.spark
    from pyspark.sql import SparkSession

    # The workers of a local cluster are found by these.
    os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("reenact")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "4",
        "spark.driver.host": "127.0.0.1",
        "spark.executorEnv.PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    reenact.spark.register(session)
    yield session
    session.stop()


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    for seed in range(RECORDINGS):
        reenact.make(0.5, seed=seed).save(folder / f"p{seed:03}.bin")
    return folder


def rows(frame: Any) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in frame.collect()]


def test_the_answer_is_that_of_duckdb_of_parquet_and_of_the_command(
    spark: Any, study: Path, tmp_path: Path, command: Any
) -> None:
    import duckdb

    spark.read.format("reenact").option("rate_hz", 30).load(
        f"{study}/*.bin"
    ).createOrReplaceTempView("joints")
    ours = rows(spark.sql(QUERY.format("joints")))
    assert len(ours) == RECORDINGS * 2

    dataset = reenact.dataset(study, rate_hz=30)
    theirs = dataset.sql(QUERY.format("joints")).fetchall()
    dataset.write_parquet(tmp_path / "tables", tables=["joints"])
    parquet = f"read_parquet('{tmp_path}/tables/joints/*/*.parquet', hive_partitioning = true)"
    stored = duckdb.sql(QUERY.format(parquet)).fetchall()
    command.text(
        "convert", study, f"{tmp_path}/cli/", "--to", "parquet", "--table", "joints", "--rate", 30
    )
    written = f"read_parquet('{tmp_path}/cli/joints/*/*.parquet', hive_partitioning = true)"
    commands = duckdb.sql(QUERY.format(written)).fetchall()
    for others in (theirs, stored, commands):
        for mine, other in zip(ours, others, strict=True):
            assert mine[:4] == other[:4]
            # Sums of few numbers, in an order that nobody promises.
            assert (mine[4] or 0) == pytest.approx(other[4] or 0, rel=1e-12)


@pytest.mark.parametrize("table", ["joints", "frames", "keys", "markers", "stats"])
def test_every_table_has_the_rows_and_columns_of_the_dataset(
    spark: Any, study: Path, table: Any
) -> None:
    where = f"{study}/p00*.bin"
    frame = spark.read.format("reenact").option("table", table).option("rate_hz", 10).load(where)
    arrow = reenact.dataset(where, rate_hz=10).to_arrow(table)
    assert frame.columns == arrow.column_names
    assert frame.count() == arrow.num_rows
    first = frame.columns[-1]
    ours = sorted(map(str, (row[0] for row in frame.select(first).collect())))
    if table in ("keys", "markers", "stats"):
        assert ours == sorted(map(str, arrow[first].to_pylist()))


def test_a_large_file_is_read_in_pieces_that_make_the_whole(spark: Any, tmp_path: Path) -> None:
    reenact.make(10).save(tmp_path / "long.bin")
    read = spark.read.format("reenact").option("rate_hz", 20)
    whole, cut = read.load(str(tmp_path)), read.option("split_mb", 0.3).load(str(tmp_path))
    assert whole.rdd.getNumPartitions() == 1
    assert cut.rdd.getNumPartitions() > 3
    key = ["time_secs", "hand", "joint"]
    assert rows(cut.orderBy(key)) == rows(whole.orderBy(key))


def test_columns_of_the_schema_are_the_only_ones_made(spark: Any, study: Path) -> None:
    where = f"{study}/p00*.bin"
    schema = "recording string, position_y_m float"
    frame = spark.read.format("reenact").schema(schema).load(where)
    assert frame.columns == ["recording", "position_y_m"]
    wanted = reenact.dataset(where).to_arrow("joints").num_rows
    assert frame.count() == wanted


def test_filters_on_time_and_recording_are_told_to_the_source(spark: Any, study: Path) -> None:
    from reenact import spark as module

    frame = spark.read.format("reenact").option("rate_hz", 30).load(str(study))
    part = frame.where("recording = 'p007' AND time_secs >= 0.2 AND time_secs < 0.4")
    whole = reenact.dataset(study / "p007.bin", rate_hz=30).to_pandas("joints")
    assert part.count() == ((whole.time_secs >= 0.2) & (whole.time_secs < 0.4)).sum()
    # One file is left to be read, instead of 200.
    assert part.rdd.getNumPartitions() == 1

    from pyspark.sql.datasource import EqualTo, GreaterThanOrEqual, LessThan
    from pyspark.sql.types import FloatType, StructField, StructType

    options = module._Options.of({"path": str(study / "p007.bin"), "rate_hz": "30"})
    reader = module._Reader(options, StructType([StructField("time_secs", FloatType())]))
    told = [GreaterThanOrEqual(("time_secs",), 0.2), LessThan(("time_secs",), 0.4)]
    assert list(reader.pushFilters(told)) == told
    (piece,) = reader.partitions()
    times = [time for batch in reader.read(piece) for time in batch.column(0).to_pylist()]
    # Both ends included, and as near to them as a float comes: Spark looks again.
    assert len(times) == 7 * 52 and min(times) > 0.199 and max(times) < 0.401
    list(reader.pushFilters([EqualTo(("recording",), "somebody else")]))
    assert [list(reader.read(piece)) for piece in reader.partitions()] == [[]]


def test_a_damaged_file_is_named_or_skipped_and_counted(spark: Any, tmp_path: Path) -> None:
    import reenact.spark

    for seed in range(3):
        reenact.make(0.5, seed=seed).save(tmp_path / f"p{seed}.bin")
    data = (tmp_path / "p1.bin").read_bytes()
    (tmp_path / "p1.bin").write_bytes(data[: len(data) // 2])
    read = spark.read.format("reenact").option("table", "markers")
    with pytest.raises(Exception, match=r"the file is cut short[^\n]*: \S*p1\.bin"):
        read.load(str(tmp_path)).count()
    found = read.option("on_error", "skip").load(str(tmp_path))
    assert {row.recording for row in found.collect()} == {"p0", "p2"}
    bad = reenact.spark.skipped(spark, str(tmp_path)).collect()
    assert [Path(row.path).name for row in bad] == ["p1.bin"]
    assert "cut short" in bad[0].error


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"table": "bones"}, "no table 'bones'"),
        ({"rate": "30"}, "no option 'rate'"),
        ({"rate_hz": "fast"}, "rate_hz is 'fast'"),
        ({"on_error": "ignore"}, "on_error is 'ignore'"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    spark: Any, study: Path, options: dict[str, str], message: str
) -> None:
    with pytest.raises(Exception, match=message):
        spark.read.format("reenact").options(**options).load(str(study)).count()
