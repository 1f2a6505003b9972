"""Spark on a real cluster of two workers, each a process of its own."""

from __future__ import annotations

import csv
import io
import itertools
import math
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
    spark.read.parquet(f"{tmp_path}/cli/joints").createOrReplaceTempView("written")
    read_back = rows(spark.sql(QUERY.format("written")))
    for others in (theirs, stored, commands, read_back):
        for mine, other in zip(ours, others, strict=True):
            assert mine[:4] == other[:4]
            # Sums of few numbers, in an order that nobody promises.
            assert (mine[4] or 0) == pytest.approx(other[4] or 0, rel=1e-12)


def test_measures_add_up_to_what_duckdb_and_the_command_say(
    spark: Any, study: Path, command: Any
) -> None:
    query = """
        SELECT count(*) AS n, sum(right_tracked_secs) AS tracked, sum(right_path_length_m) AS path
        FROM stats
    """
    frame = spark.read.format("reenact").option("table", "stats").load(str(study))
    frame.createOrReplaceTempView("stats")
    (ours,) = rows(spark.sql(query))
    (theirs,) = reenact.dataset(study).sql(query).fetchall()
    table = list(csv.DictReader(io.StringIO(command.text("stats", study, "--csv"))))

    def total(name: str) -> float:
        return math.fsum(float(row[name] or 0) for row in table)

    says = (len(table), total("right_tracked_secs"), total("right_path_length_m"))
    assert ours[0] == RECORDINGS and says[2] > 0
    assert ours == pytest.approx(theirs, rel=1e-12)
    # The command prints as many digits as a float has.
    assert ours == pytest.approx(says, rel=1e-6)


def test_two_workers_share_the_files(spark: Any, study: Path) -> None:
    def where(batches: Any) -> Any:
        import pyarrow as pa

        rows = sum(batch.num_rows for batch in batches)
        yield pa.RecordBatch.from_pydict({"place": [os.getcwd()], "rows": [rows]})

    read = spark.read.format("reenact").option("table", "markers").load(str(study))
    assert read.rdd.getNumPartitions() == RECORDINGS
    shares: dict[str, int] = {}
    for row in read.mapInArrow(where, "place string, rows long").collect():
        shares[row.place] = shares.get(row.place, 0) + row.rows
    # Each worker has a folder of its own, and neither is ours.
    assert len(shares) == 2 and os.getcwd() not in shares
    assert min(shares.values()) > 0
    assert sum(shares.values()) == reenact.dataset(study).to_arrow("markers").num_rows


def test_the_driver_opens_no_recording(study: Path, monkeypatch: Any) -> None:
    from reenact import _reenact
    from reenact import spark as module

    def refuse(*_: object) -> None:
        raise AssertionError("a recording was opened")

    monkeypatch.setattr(_reenact, "open", refuse)
    for where in (f"{study}/*.bin", str(study)):
        source = module.ReenactDataSource({"path": where, "split_mb": "0.05"})
        pieces = source.reader(source.schema()).partitions()
        assert len(pieces) > RECORDINGS


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
    from pyspark.sql.functions import max as greatest
    from pyspark.sql.functions import min as least
    from pyspark.sql.functions import spark_partition_id

    reenact.make(10).save(tmp_path / "long.bin")
    read = spark.read.format("reenact").option("rate_hz", 20)
    whole, cut = read.load(str(tmp_path)), read.option("split_mb", 0.3).load(str(tmp_path))
    assert whole.rdd.getNumPartitions() == 1
    assert cut.rdd.getNumPartitions() > 3
    key = ["time_secs", "hand", "joint"]
    assert rows(cut.orderBy(key)) == rows(whole.orderBy(key))
    # Each piece is a range of time of its own.
    spans = rows(
        cut.groupBy(spark_partition_id().alias("piece"))
        .agg(least("time_secs"), greatest("time_secs"))
        .orderBy("piece")
    )
    assert all(before[2] < after[1] for before, after in itertools.pairwise(spans))


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
    for wanted, files in {
        "recording IN ('p007', 'p008')": 2,
        "recording LIKE 'p00%'": 10,
        "recording LIKE '%99' AND recording <> 'p099'": 2,
        "recording LIKE '%19%'": 12,
    }.items():
        part = frame.where(wanted)
        assert part.rdd.getNumPartitions() == files, wanted
        assert part.select("recording").distinct().count() == files - ("<>" in wanted)

    from pyspark.sql.datasource import EqualTo, GreaterThanOrEqual, LessThan
    from pyspark.sql.types import DoubleType, StructField, StructType

    options = module._Options.of({"path": str(study / "p007.bin"), "rate_hz": "30"})
    reader = module._Reader(options, StructType([StructField("time_secs", DoubleType())]))
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
    with pytest.raises(Exception, match=r"the file is truncated[^\n]*: \S*p1\.bin"):
        read.load(str(tmp_path)).count()
    found = read.option("on_error", "skip").load(str(tmp_path))
    assert {row.recording for row in found.collect()} == {"p0", "p2"}
    skipped = reenact.spark.skipped(spark, str(tmp_path))
    assert skipped.count() == 1
    (bad,) = skipped.collect()
    assert bad.path == str(tmp_path / "p1.bin")
    assert "truncated" in bad.error
    # Who does not ask finds it in the log of the worker that skipped it.
    logs = Path(os.environ["SPARK_HOME"], "work", spark.sparkContext.applicationId)
    told = "".join(log.read_text() for log in logs.glob("*/stderr"))
    assert "reenact: skipped: " in told and str(tmp_path / "p1.bin") in told


def test_several_places_are_one_table(spark: Any, study: Path) -> None:
    places = [f"{study}/p00*.bin", str(study / "p111.bin"), str(study / "p111.bin")]
    read = spark.read.format("reenact").option("table", "markers").load(places)
    assert read.rdd.getNumPartitions() == 11
    assert read.select("recording").distinct().count() == 11


def test_a_process_looks_through_a_large_file_once(tmp_path: Path, monkeypatch: Any) -> None:
    from reenact import spark as module

    path = reenact.make(5).save(tmp_path / "long.bin")
    opened: list[object] = []
    real = module.open_recording
    monkeypatch.setattr(module, "open_recording", lambda path: opened.append(path) or real(path))
    source = module.ReenactDataSource({"path": str(path), "split_mb": "0.05", "rate_hz": "10"})

    def count() -> int:
        reader = source.reader(source.schema())
        pieces = reader.partitions()
        assert len(pieces) > 5
        return sum(batch.num_rows for piece in pieces for batch in reader.read(piece))

    assert count() == 51 * 52
    assert len(opened) == 1
    # Another recording of the same name is another recording.
    reenact.make(3).save(path, overwrite=True)
    assert count() == 31 * 52
    assert len(opened) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"table": "bones"}, 'no table is named "bones"'),
        ({"rate": "30"}, 'no option is named "rate": did you mean rate_hz'),
        ({"rate_hz": "fast"}, "rate_hz is 'fast'"),
        ({"on_error": "ignore"}, "on_error is 'ignore'"),
        ({"axes": "web"}, 'no axes is named "web"'),
        ({"pinch_close_m": "0.02"}, 'the table joints has no option "pinch_close_m"'),
        ({"max_frames": "10"}, "31 frames are more than the limit of 10"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    spark: Any, study: Path, options: dict[str, str], message: str
) -> None:
    with pytest.raises(Exception, match=message):
        spark.read.format("reenact").options(**options).load(str(study)).count()


def test_axes_kinds_and_thresholds_are_options(spark: Any, study: Path) -> None:
    one = study / "p003.bin"
    options = {"table": "events", "kinds": "pinch, saccade", "pinch_by": "aperture", "axes": "ros"}
    found = spark.read.format("reenact").options(**options, pinch_open_m=0.05).load(str(one))
    wanted = reenact.open(one).to_arrow(
        "events", kinds=["pinch", "saccade"], pinch_by="aperture", pinch_open_m=0.05, axes="ros"
    )
    assert [row.asDict() for row in found.orderBy("start_secs", "kind").collect()] == sorted(
        wanted.to_pylist(), key=lambda event: (event["start_secs"], event["kind"])
    )
