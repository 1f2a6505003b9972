"""A study of 1,000 recordings by every road: map, pandas, Polars, DuckDB, an Arrow stream, a Parquet dataset, and Spark.

    python python/bench/thousand.py [--recordings 1000] [--seconds 4] [--folder FOLDER] [--spark]

Every road answers the same question: for each recording and hand, how far the index tip went up and down, and in how many frames it was
observed. Each runs in a process of its own, which is measured from outside: time by the clock, time of the processor, how many cores that is,
and the most memory. Spark is several processes, of Java and of Python, which do not end as children of ours: they are sampled at 5 Hz, and their
memory is added up. The answers are compared with each other before anything is printed; a road that answers otherwise fails the program.

Needs the package, numpy, pandas, Polars, pyarrow and DuckDB; Spark with Java for `--spark`.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

RATE_HZ = 30
SQL = """
    SELECT recording, hand, max(position_y_m) - min(position_y_m) AS reach_m, count(position_y_m) AS frames
    FROM {} WHERE joint = 'IndexTip' GROUP BY recording, hand
"""

#: By recording and hand: the reach, and the number of frames. A hand that was never observed has no reach.
Answer = dict[str, tuple[float | None, int]]


def answer(rows: object) -> Answer:
    """An answer of rows of recording, hand, reach and frames."""
    made: Answer = {}
    for recording, hand, reach, frames in rows:  # type: ignore[attr-defined]
        unknown = reach is None or math.isnan(reach)
        made[f"{recording} {hand}"] = (None if unknown else float(reach), int(frames))
    return made


def by_map(folder: Path) -> Answer:
    """Arrays of each recording, in threads."""
    import numpy as np
    import reenact

    def reach(recording: reenact.Recording) -> list[tuple[str, str, float, int]]:
        samples = recording.sample(RATE_HZ, joints="IndexTip", tracks=["left", "right"])
        rows: list[tuple[str, str, float, int]] = []
        for side in ("left", "right"):
            height = samples.hand(side).position[:, 0, 1]
            seen = height[np.isfinite(height)]
            far = np.ptp(seen) if len(seen) else math.nan
            rows.append((recording.name, side, float(far), len(seen)))
        return rows

    return answer(row for rows in reenact.dataset(folder).map(reach) for row in rows)


def by_pandas(folder: Path) -> Answer:
    """One pandas table of the columns that are needed."""
    import reenact

    columns = ["recording", "hand", "joint", "position_y_m"]
    study = reenact.dataset(folder, rate_hz=RATE_HZ)
    table = study.to_pandas("joints", columns=columns)
    heights = table[table.joint == "IndexTip"].groupby(["recording", "hand"], observed=True)
    found = heights.position_y_m.agg(["max", "min", "count"])
    reach = found["max"] - found["min"]
    return answer(
        (*key, far, frames)
        for key, far, frames in zip(found.index, reach, found["count"], strict=True)
    )


def by_polars(folder: Path) -> Answer:
    """A lazy Polars query."""
    import polars as pl
    import reenact

    height = pl.col("position_y_m")
    tips = reenact.dataset(folder, rate_hz=RATE_HZ).scan("joints")
    found = (
        tips.filter(pl.col("joint") == "IndexTip")
        .group_by("recording", "hand")
        .agg((height.max() - height.min()).alias("reach_m"), height.count().alias("frames"))
        .collect()
    )
    return answer(found.iter_rows())


def by_duckdb(folder: Path) -> Answer:
    """SQL over the recordings."""
    import reenact

    return answer(reenact.dataset(folder, rate_hz=RATE_HZ).sql(SQL.format("joints")).fetchall())


def by_arrow_stream(folder: Path) -> Answer:
    """SQL over a stream that is never in memory as a whole, by the Arrow PyCapsule interface."""
    import duckdb
    import reenact

    columns = ["recording", "hand", "joint", "position_y_m"]
    joints = reenact.dataset(folder, rate_hz=RATE_HZ).table("joints", columns=columns)
    connection = duckdb.connect()
    connection.register("joints", joints)
    return answer(connection.sql(SQL.format("joints")).fetchall())


def by_parquet(folder: Path) -> Answer:
    """Tables in files, then SQL over them."""
    import duckdb
    import reenact

    with tempfile.TemporaryDirectory(dir=folder.parent) as tables:
        reenact.dataset(folder, rate_hz=RATE_HZ).write_parquet(tables, tables="joints")
        files = f"read_parquet('{tables}/joints/*/*.parquet', hive_partitioning = true)"
        return answer(duckdb.connect().sql(SQL.format(files)).fetchall())


def by_spark(folder: Path) -> Answer:
    """Spark's data source, two threads in one process."""
    import reenact.spark
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    reenact.spark.register(spark)
    schema = "recording string, hand string, joint string, position_y_m float"
    reader = spark.read.format("reenact").option("rate_hz", RATE_HZ).schema(schema)
    reader.load(str(folder)).createOrReplaceTempView("joints")
    found = answer(spark.sql(SQL.format("joints")).collect())
    spark.stop()
    return found


ROADS: dict[str, Callable[[Path], Answer]] = {
    "map": by_map,
    "pandas": by_pandas,
    "polars": by_polars,
    "duckdb": by_duckdb,
    "arrow-stream": by_arrow_stream,
    "parquet": by_parquet,
    "spark": by_spark,
}


def make_study(folder: Path, recordings: int, seconds: float) -> None:
    """Recordings of participants with ten trials each; those that are there stay."""
    import reenact

    for number in range(recordings):
        path = folder / f"P{number // 10:03}" / f"t{number % 10}.bin"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            reenact.make(seconds, seed=number).save(path)


class Session:
    """Processes of a session: what they used so far, by Linux's ``/proc``."""

    def __init__(self, leader: int) -> None:
        self._leader = str(leader)
        self._worked: dict[str, float] = {}
        self.memory_mb = 0.0

    @property
    def worked(self) -> float:
        """Seconds of the processor."""
        return sum(self._worked.values())

    def look(self) -> None:
        """Adds up what the processes use now."""
        memory = 0
        for process in Path("/proc").glob("[0-9]*"):
            try:
                fields = (process / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                # It has ended.
                continue
            # Counted from the third field on: session, time for itself in programs and in the system, pages of memory.
            session, user, system, pages = (fields[place] for place in (3, 11, 12, 21))
            if session == self._leader:
                self._worked[process.name] = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
                memory += int(pages) * os.sysconf("SC_PAGE_SIZE")
        self.memory_mb = max(self.memory_mb, memory / 1e6)


def measured(road: str, folder: Path) -> tuple[Answer, float, float, float]:
    """The answer of a road, its seconds by the clock and of the processor, and its most memory in MB."""
    program = [sys.executable, __file__, "--road", road, "--folder", str(folder)]
    start = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        running = subprocess.Popen(program, stdout=out, start_new_session=True)
        session, options = Session(running.pid), os.WNOHANG if road == "spark" else 0
        ended, status, usage = os.wait4(running.pid, options)
        while not ended:
            session.look()
            time.sleep(0.2)
            ended, status, usage = os.wait4(running.pid, options)
        running.returncode = os.waitstatus_to_exitcode(status)
        secs = time.perf_counter() - start
        if running.returncode:
            raise SystemExit(f"the road {road} failed")
        out.seek(0)
        lines = out.read().splitlines()
    found = json.loads(lines[-1])
    worked = max(usage.ru_utime + usage.ru_stime, session.worked)
    return (
        {key: (far, frames) for key, (far, frames) in found.items()},
        secs,
        worked,
        max(usage.ru_maxrss / 1e3, session.memory_mb),
    )


def check(road: str, found: Answer, wanted: Answer) -> None:
    """Fails if an answer is another one than that of the first road."""
    if set(found) != set(wanted):
        raise SystemExit(
            f"{road}: other recordings or hands: {sorted(set(found) ^ set(wanted))[:5]}"
        )
    for key, (far, frames) in found.items():
        other, count = wanted[key]
        if frames != count or (far is None) != (other is None):
            raise SystemExit(f"{road}: {key} is {(far, frames)} instead of {(other, count)}")
        if far is not None and other is not None and abs(far - other) > 1e-6:
            raise SystemExit(f"{road}: {key} reaches {far} m instead of {other} m")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recordings", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--folder", type=Path, help="where the study is kept for the next run")
    parser.add_argument("--spark", action="store_true")
    parser.add_argument("--road", choices=list(ROADS), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.road:
        print(json.dumps(ROADS[args.road](args.folder)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = (args.folder or Path(temporary)) / f"study-{args.recordings}-{args.seconds:g}"
        make_study(folder, args.recordings, args.seconds)
        size = sum(path.stat().st_size for path in folder.rglob("*.bin"))
        load = os.getloadavg()[0]
        print(f"{args.recordings} recordings of {args.seconds:g} s, {size / 1e6:.0f} MB")
        print(f"{os.cpu_count()} cores; load average before {load:.2f}\n")
        print("| road | clock | processor | cores | most memory |\n|---|---:|---:|---:|---:|")
        wanted: Answer = {}
        for road in ROADS:
            if road == "spark" and not args.spark:
                continue
            found, secs, worked, memory = measured(road, folder)
            wanted = wanted or found
            check(road, found, wanted)
            print(
                f"| {road} | {secs:.2f} s | {worked:.2f} s | {worked / secs:.1f} | {memory:.0f} MB |",
                flush=True,
            )
    print(f"\n{len(wanted)} answers, the same by every road")


if __name__ == "__main__":
    main()
