#!/usr/bin/env python3
"""Checks the tables that reenact writes with pyarrow, DuckDB, Polars and pandas.

    check_tables.py FOLDER TESTDATA

FOLDER is what the example `tables` of reenact-convert made of recordings in TESTDATA. Keys must be those that the
independent reader finds, to the bit; poses those that numpy makes of the keys; all tools must agree, and CSV with Parquet.
"""

import glob
import json
import os
import sys
import zlib

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow
import pyarrow.dataset as ds
import pyarrow.parquet as pq

POSE = ["position_x_m", "position_y_m", "position_z_m", "rotation_x", "rotation_y", "rotation_z", "rotation_w"]
checks = 0


def same(found, expected, what):
    global checks
    checks += 1
    if found != expected:
        sys.exit(f"{what}: {found!r}, expected {expected!r}")


def same_bits(found, expected, what):
    """Two columns of f32, null as NaN, to the bit (any NaN is as good as another)."""
    global checks
    checks += 1
    found, expected = (np.asarray(x, dtype=np.float32) for x in (found, expected))
    if found.shape != expected.shape:
        sys.exit(f"{what}: {found.shape} values, expected {expected.shape}")
    both_nan = np.isnan(found) & np.isnan(expected)
    differ = (found.view(np.uint32) != expected.view(np.uint32)) & ~both_nan
    if differ.any():
        i = int(np.argmax(differ))
        sys.exit(f"{what}: row {i} is {found[i]!r}, expected {expected[i]!r}")


def close(found, expected, what):
    global checks
    checks += 1
    if not np.allclose(found, expected, rtol=2e-6, atol=2e-6, equal_nan=True):
        i = int(np.argmax(~np.isclose(found, expected, rtol=2e-6, atol=2e-6, equal_nan=True)))
        sys.exit(f"{what}: row {i} is {found[i]!r}, expected {expected[i]!r}")


def key_bytes(table, kind_full):
    """The bytes of a curve's keys in a file, from the columns of the table."""
    words = [table.column(c).to_numpy().astype("<f4") for c in ("time_secs", "value")]
    if kind_full:
        for c in ("in_tangent", "out_tangent", "in_weight", "out_weight"):
            words.append(table.column(c).to_numpy(zero_copy_only=False).astype("<f4"))
        words.append(table.column("weighted_mode").to_numpy(zero_copy_only=False).astype("<i4").view("<f4"))
    return np.stack([w.view("<u4") for w in words], axis=1).tobytes() if len(table) else b""


def check_keys(folder, reader, data):
    """Every key, by three tools, against the independent reader."""
    expected = reader.read_file(data)
    path = f"{folder}/keys.parquet"
    table = pq.read_table(path)
    same(len(table), expected["total_keys"], f"{path}: rows")
    is_full = expected["version"] < [1, 1] or expected["layout"] == "published"
    names = table.column("curve").to_pylist()
    starts = {}
    for i, name in enumerate(names):
        starts.setdefault(name, i)
    for curve in expected["curves"]:
        rows = table.slice(starts.get(curve["name"], 0), curve["count"])
        same(set(rows.column("curve").to_pylist()) <= {curve["name"]}, True, f"{path}: {curve['name']} in one piece")
        found = zlib.crc32(key_bytes(rows, is_full and not curve["bool"]))
        same(found, curve["crc32_keys"], f"{path}: keys of {curve['name']}")
        same(rows.column("index").to_pylist(), list(range(curve["count"])), f"{path}: indices of {curve['name']}")
    metadata = {k.decode(): v.decode() for k, v in pq.read_metadata(path).metadata.items()}
    same(metadata["recording.version"], ".".join(map(str, expected["version"])), f"{path}: version")
    import hashlib

    same(metadata["recording.sha256"], hashlib.sha256(data).hexdigest(), f"{path}: hash")

    by_duckdb = duckdb.sql(f"SELECT * FROM '{path}'").fetchnumpy()
    by_polars = pl.read_parquet(path)
    by_csv = pl.read_csv(f"{folder}/keys.csv", infer_schema_length=None, schema_overrides={"time_secs": pl.String, "value": pl.String})
    for column in ("time_secs", "value"):
        ours = table.column(column).to_numpy()
        same_bits(np.ma.filled(by_duckdb[column], np.nan), ours, f"{path}: {column} by DuckDB")
        same_bits(by_polars[column].to_numpy(), ours, f"{path}: {column} by Polars")
        same_bits(np.array(by_csv[column].to_list(), dtype=np.float32), ours, f"{path}: {column} in CSV")
    same(by_polars["curve"].to_list(), names, f"{path}: curves by Polars")
    markers = pq.read_table(f"{folder}/markers.parquet")
    same(markers.column("name").to_pylist(), [m["name"] for m in expected["markers"]], f"{folder}: markers")
    return expected, table, starts


def struct_field(table, column, field):
    """A number of a struct, NaN where the struct is null."""
    array = table.column(column).combine_chunks()
    valid = array.is_valid().to_numpy(zero_copy_only=False)
    values = array.field(field).to_numpy(zero_copy_only=False).astype(np.float32).copy()
    values[~valid] = np.nan
    return values


def check_mrtk_frames(folder, expected, keys, starts):
    """Raw components at each time are straight lines between keys, which numpy can draw, too."""
    table = pq.read_table(f"{folder}/mrtk.parquet")
    times = table.column("time_secs").to_numpy().astype(np.float64)
    same(len(times) > 1, True, f"{folder}: frames")
    close(times, np.arange(len(times)) / 30.0, f"{folder}: times")
    for curve in expected["curves"]:
        if curve["bool"] or curve["count"] == 0 or curve["name"].startswith("gaze"):
            continue
        rows = keys.slice(starts[curve["name"]], curve["count"])
        key_times = rows.column("time_secs").to_numpy().astype(np.float64)
        if np.any(np.diff(key_times) <= 0):
            continue
        *of, part, axis = curve["name"].split(".")
        field = f"{part}_{axis}" + ("_m" if part == "position" else "")
        found = struct_field(table, "_".join(of), field)
        close(found, np.interp(times, key_times, rows.column("value").to_numpy()), f"{folder}: {curve['name']} in mrtk mode")


def check_clean_frames(folder, tracks):
    """Parquet and CSV, by several tools, wide and long: all the same."""
    frames = pq.read_table(f"{folder}/frames.parquet")
    csv = pd.read_csv(f"{folder}/frames.csv", dtype=str, keep_default_na=False)
    same(len(csv), len(frames), f"{folder}: rows of CSV")

    def of_csv(column):
        return np.array([np.float32(x) if x else np.float32("nan") for x in csv[column]], dtype=np.float32)

    same_bits(frames.column("time_secs").to_numpy(), of_csv("time_secs"), f"{folder}: time_secs")
    polars = pl.read_parquet(f"{folder}/frames.parquet")
    columns = [name for name in frames.column_names if name not in ("recording", "time_secs")]
    for column in columns:
        track = "camera" if column == "camera" else "gaze" if column == "gaze" else "hands"
        if not tracks[track]:
            same(frames.column(column).null_count, len(frames), f"{folder}: {column} of a track that is not there")
            continue
        if column.endswith(("_tracked", "_observed", "_pinching")):
            same([str(x).lower() for x in frames.column(column).to_pylist()], list(csv[column]), f"{folder}: {column}")
            continue
        fields = [f.name for f in frames.schema.field(column).type]
        for field in fields:
            found = struct_field(frames, column, field)
            same_bits(found, of_csv(f"{column}_{field}"), f"{folder}: {column}.{field} and CSV")
        by_polars = polars[column].struct.field(fields[-1]).cast(pl.Float32).fill_null(float("nan")).to_numpy()
        same_bits(by_polars, found, f"{folder}: {column} by Polars")
    if not tracks["hands"]:
        return
    joints = pq.read_table(f"{folder}/joints.parquet")
    same(len(joints), len(frames) * 52, f"{folder}: rows of joints")
    query = f"SELECT position_y_m FROM '{folder}/joints.parquet' WHERE hand = 'right' AND joint = 'IndexTip' ORDER BY time_secs"
    tips = np.ma.filled(duckdb.sql(query).fetchnumpy()["position_y_m"].astype(np.float32), np.nan)
    same_bits(tips, struct_field(frames, "right_IndexTip", "position_y_m"), f"{folder}: the right fingertip by DuckDB")
    query = f"SELECT right_IndexTip.position_y_m AS y FROM '{folder}/frames.parquet' ORDER BY time_secs"
    same_bits(np.ma.filled(duckdb.sql(query).fetchnumpy()["y"].astype(np.float32), np.nan), tips, f"{folder}: structs by DuckDB")
    long_csv = duckdb.sql(f"SELECT * FROM read_csv('{folder}/joints.csv', all_varchar = true)").df()
    same(list(long_csv["joint"]), joints.column("joint").to_pylist(), f"{folder}: joints in CSV")
    for part in POSE:
        values = np.array([np.float32(x) if isinstance(x, str) and x else np.float32("nan") for x in long_csv[part]], dtype=np.float32)
        same_bits(joints.column(part).to_numpy(zero_copy_only=False).astype(np.float32), values, f"{folder}: {part} in long CSV")
    # Null while not observed, and only then: in clean mode nothing is made up.
    tracked = np.array(joints.column("tracked").to_pylist())
    observed = np.array(joints.column("observed").to_pylist())
    same([str(x).lower() for x in observed], list(long_csv["observed"]), f"{folder}: observed in long CSV")
    same(bool((observed & ~tracked).any()), False, f"{folder}: observed though untracked")
    is_null = joints.column("rotation_w").is_null().to_numpy()
    same(bool((is_null & observed).any()) and not missing_joints(joints), False, f"{folder}: null though observed")
    same(bool((~is_null & ~observed).any()), False, f"{folder}: a pose though not observed")


def missing_joints(joints):
    """Whether some joint never has a pose: its curves are empty in the file."""
    frame = joints.to_pandas()
    return bool(frame.groupby(["hand", "joint"])["rotation_w"].apply(lambda x: x.isna().all()).any())


def check_study(folder):
    """200 recordings as one table, by four tools."""
    pattern = f"{folder}/study/joints/*/*.parquet"
    same(len(glob.glob(pattern)), 200, "files of the study")
    query = f"""SELECT recording, count(*) AS n, max(position_y_m) AS top
                FROM read_parquet('{pattern}', hive_partitioning = true)
                WHERE joint = 'IndexTip' GROUP BY recording ORDER BY recording"""
    by_duckdb = duckdb.sql(query).fetchall()
    same(len(by_duckdb), 200, "recordings by DuckDB")
    same(by_duckdb[7][0], "person 007/a", "a name with a slash by DuckDB")
    same({row[1] for row in by_duckdb}, {62}, "rows of a joint in each")
    polars = (
        pl.scan_parquet(pattern, hive_partitioning=True)
        .filter(pl.col("joint") == "IndexTip")
        .group_by("recording")
        .agg(pl.len().alias("n"), pl.col("position_y_m").max().alias("top"))
        .sort("recording")
        .collect()
    )
    same([tuple(row) for row in polars.rows()], by_duckdb, "the study by Polars")
    table = ds.dataset(f"{folder}/study/joints", partitioning="hive").to_table()
    pandas = table.to_pandas()
    pandas = pandas[pandas["joint"] == "IndexTip"].groupby("recording", observed=True)
    rows = [(str(name), len(rows), rows["position_y_m"].max()) for name, rows in pandas]
    same([(n, c) for n, c, _ in rows], [(n, c) for n, c, _ in by_duckdb], "the study by pyarrow and pandas")
    same_bits([np.nan if t is None else t for *_, t in rows], [np.nan if t is None else t for *_, t in by_duckdb], "the study's heights")
    for table in ("frames", "keys", "markers"):
        count = duckdb.sql(f"SELECT count(DISTINCT recording) FROM read_parquet('{folder}/study/{table}/*/*.parquet', hive_partitioning = true)").fetchall()[0][0]
        same(count == 200 or table == "markers", True, f"recordings in {table}")


def main(folder, testdata):
    sys.path.insert(0, testdata)
    import independent_reader as reader

    files = 0
    for path in sorted(glob.glob(f"{testdata}/recordings/*.bin") + glob.glob(f"{testdata}/published/*.bin")):
        tables = f"{folder}/{os.path.splitext(os.path.basename(path))[0]}"
        if not os.path.isdir(tables):
            continue
        files += 1
        with open(path, "rb") as file:
            data = file.read()
        expected, keys, starts = check_keys(tables, reader, data)
        is_linear = expected["version"] == [1, 1] and expected["layout"] == "mrtk" and expected["total_keys"]
        if is_linear and expected["duration"] > 0:
            check_mrtk_frames(tables, expected, keys, starts)
        check_clean_frames(tables, expected["flags"])
    check_study(folder)
    if files < 5:
        sys.exit(f"only {files} recordings in {folder}")
    versions = {m.__name__: m.__version__ for m in (duckdb, pd, pl, pyarrow)}
    print(json.dumps({"recordings": files, "checks": checks, **versions}))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
