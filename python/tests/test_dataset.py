"""Datasets: one view of many recordings."""

from __future__ import annotations

import time
import traceback
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import reenact


def held(count: int = 3, trials: int = 2, secs: float = 1) -> list[reenact.Recording]:
    return [
        reenact.make(secs, seed=10 * person + trial).with_name(f"P{person:02}/t{trial}")
        for person in range(count)
        for trial in range(trials)
    ]


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    for person in range(4):
        reenact.make(1 + person).save(tmp_path / f"p{person}.bin")
    data = (tmp_path / "p1.bin").read_bytes()
    (tmp_path / "p1.bin").write_bytes(data[: len(data) // 2])
    return tmp_path


def test_a_skipped_file_is_in_no_view(damaged: Path) -> None:
    study = reenact.dataset(damaged, on_error="skip")
    assert study.names == ["p0", "p2", "p3"] and len(study) == len(study.paths) == 3
    assert list(study.skipped) == [damaged / "p1.bin"]
    labelled = dict(zip(study.names, study.map(lambda r: r.duration_secs), strict=True))
    assert labelled == {"p0": 1, "p2": 3, "p3": 4}
    assert labelled == study.map(lambda r: r.duration_secs, by_name=True)
    assert [recording.name for recording in study] == study.names
    assert study.to_pandas("stats").recording.tolist() == study.names
    assert "1 skipped" in repr(study)


def test_the_error_of_a_function_names_the_recording(tmp_path: Path) -> None:
    path = reenact.make(1).save(tmp_path / "p0.bin")

    def fails(recording: reenact.Recording) -> None:
        raise RuntimeError("no hands")

    with pytest.raises(RuntimeError, match="no hands") as caught:
        reenact.dataset(tmp_path).map(fails)
    shown = "".join(traceback.format_exception(caught.value))
    assert "of the recording 'p0'" in shown and str(path) in shown


def test_a_dataset_is_a_sequence() -> None:
    study = reenact.dataset(held())
    assert study[3].name == study[-3].name == "P01/t1"
    assert study["P00/t1"].name == "P00/t1" and "P00/t1" in study and "P9" not in study
    assert study[1:4].names == ["P00/t1", "P01/t0", "P01/t1"]
    assert study[np.array([True, False] * 3)].names == [f"P{p:02}/t0" for p in range(3)]
    assert study[[2, 0]].names == ["P01/t0", "P00/t0"]
    for wrong, error in ((99, IndexError), ("P99", KeyError)):
        with pytest.raises(error, match="no recording"):
            study[wrong]
    assert [one.name for one in reversed(study)] == study.names[::-1]


def test_recordings_in_memory_have_the_tables_of_files(tmp_path: Path) -> None:
    made = held()
    for one in made:
        (tmp_path / one.name).parent.mkdir(exist_ok=True)
        one.save(tmp_path / f"{one.name}.bin")
    memory, files = reenact.dataset(made, rate_hz=10), reenact.dataset(tmp_path, rate_hz=10)
    assert memory.names == files.names and memory.paths == [None] * 6
    assert memory.to_arrow("joints").equals(files.to_arrow("joints"))
    with pytest.raises(reenact.ReenactError, match="several recordings have the name 'demo'"):
        reenact.dataset([reenact.demo(), reenact.demo()])
    assert reenact.dataset(reenact.demo()).names == ["demo"]


def test_names_are_taken_apart_and_filtered_by() -> None:
    study = reenact.dataset(held(), names_as="{participant}/t{trial}")
    assert study.metadata["P01/t1"] == {"participant": "P01", "trial": "1"}
    assert study.filter(participant="P01").names == ["P01/t0", "P01/t1"]
    assert study.filter(participant=["P00", "P02"], trial="0").names == ["P00/t0", "P02/t0"]
    assert (
        study.filter(lambda r: r.name.endswith("t1")).filter(trial="1").names
        == study.filter(trial="1").names
    )
    with pytest.raises(
        reenact.ReenactError, match="no field 'person': there are participant, trial"
    ):
        study.filter(person="P01")
    with pytest.raises(reenact.ReenactError, match=r"'P00/t0' does not match names_as='{a}_{b}'"):
        reenact.dataset(held(), names_as="{a}_{b}")


def test_sql_makes_the_tables_that_duckdb_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import duckdb
    import pandas as pd

    study, made = reenact.dataset(held(), rate_hz=10), []
    real = reenact.Dataset.to_arrow
    monkeypatch.setattr(
        reenact.Dataset, "to_arrow", lambda self, table: made.append(table) or real(self, table)
    )
    assert study.sql("SELECT count(*) AS keys FROM stats -- markers").fetchall() == [(6,)]
    assert made == ["stats"]
    study.sql("WITH frames AS (SELECT 1 AS one) SELECT * FROM frames, Joints, main.stats").limit(
        1
    ).fetchall()
    assert made == ["stats", "joints"]
    # A table of one's own is used.
    connection = duckdb.connect()
    connection.execute("CREATE TABLE markers AS SELECT 7 AS mine")
    connection.register("events", pd.DataFrame({"mine": [8]}))
    assert study.sql(
        "SELECT markers.mine, events.mine FROM markers, events", connection=connection
    ).fetchall() == [(7, 8)]
    assert made == ["stats", "joints"]
    # Two datasets may share a connection.
    query = "SELECT count(DISTINCT recording) FROM stats"
    assert study.sql(query, connection=connection).fetchall() == [(6,)]
    assert study[:2].sql(query, connection=connection).fetchall() == [(2,)]
    assert study.sql(
        f"CREATE TABLE n AS {query}; SELECT * FROM n", connection=connection
    ).fetchall() == [(6,)]
    with pytest.raises(duckdb.CatalogException, match="bones"):
        study.sql("SELECT * FROM bones")


def test_a_lazy_frame_opens_only_the_recordings_that_a_filter_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import polars as pl
    from reenact import _tables

    study, asked = reenact.dataset(held(), rate_hz=10), []
    lazy = study.scan("joints")
    real = _tables.polars_table
    monkeypatch.setattr(
        _tables, "polars_table", lambda *words: asked.append(words[0].name) or real(*words)
    )
    found = lazy.filter((pl.col("recording") == "P01/t0") & (pl.col("time_secs") < 0.5)).collect()
    assert asked == ["P01/t0"] and found["recording"].unique().to_list() == ["P01/t0"]
    asked.clear()
    either = lazy.filter((pl.col("recording") == "P01/t0") | (pl.col("time_secs") > 0.85)).collect()
    assert len(asked) == 6 and either["recording"].n_unique() == 6
    asked.clear()
    assert (
        lazy.filter(pl.col("recording").is_in(["P00/t0", "P02/t1"]))
        .select(pl.len())
        .collect()
        .item()
        > 0
    )
    assert asked == ["P00/t0", "P02/t1"]


def test_a_table_of_measures_costs_little_more_than_the_measures() -> None:
    study = reenact.dataset(held(20, 1, 1))

    def secs(ask: Any) -> float:
        best = 1e9
        for _ in range(3):
            start = time.process_time()
            ask()
            best = min(best, time.process_time() - start)
        return best

    assert (
        secs(lambda: study.to_pandas("stats"))
        < 1.7 * secs(lambda: study.map(lambda r: r.stats())) + 0.02
    )


def test_one_table_is_not_its_letters(tmp_path: Path) -> None:
    study = reenact.dataset(held(1, 1))
    assert [path.name for path in study.write_parquet(tmp_path, tables="markers")] == [
        "markers.parquet"
    ]
    with pytest.raises(
        reenact.ReenactError, match='no table is named "bones": there are keys, frames'
    ):
        study.write_parquet(tmp_path, tables=["bones"])


def test_events_are_a_table_everywhere(tmp_path: Path) -> None:
    import pyarrow.dataset as ds

    study = reenact.dataset(
        held(2, 1, 8), pinch_by="aperture", pinch_close_m=0.03, pinch_open_m=0.04
    )
    events = [
        event
        for recording in study
        for event in recording.events(pinch_by="aperture", pinch_close_m=0.03, pinch_open_m=0.04)
    ]
    assert {event.kind for event in events} >= {"tracked", "pinch", "fixation"}
    pandas = study.to_pandas("events")
    assert pandas.kind.tolist() == [event.kind for event in events]
    assert pandas.hand.astype(object).where(pandas.hand.notna(), None).tolist() == [
        event.hand for event in events
    ]
    assert pandas.start_secs.dtype == np.float64
    assert pandas.start_secs.tolist() == [event.start_secs for event in events]
    arrow, polars = study.to_arrow("events"), study.to_polars("events")
    assert arrow.num_rows == polars.height == study.scan("events").collect().height == len(events)
    assert arrow["hand"].to_pylist() == polars["hand"].to_list() == [event.hand for event in events]
    assert study.sql("SELECT count(*) FROM events WHERE kind = 'pinch'").fetchall() == [
        (sum(event.kind == "pinch" for event in events),)
    ]
    study.write_parquet(tmp_path, tables=["events", "stats"])
    for table in ("events", "stats"):
        read = ds.dataset(tmp_path / table, partitioning="hive").to_table()
        assert read.num_rows == study.to_arrow(table).num_rows
        assert set(read["recording"].to_pylist()) <= {
            name.replace("/", "%2F") for name in study.names
        } | set(study.names)
    one = study[0]
    assert set(one.to_pandas("events", kinds=["pinch", "saccade"]).kind) <= {"pinch", "saccade"}
    assert one.to_pandas("events", kinds=[]).empty
    with pytest.raises(
        reenact.ReenactError, match='the table joints has no option "pinch_close_m"'
    ):
        one.to_pandas("joints", pinch_close_m=0.02)
    empty = reenact.dataset([])
    assert list(empty.to_pandas("events").columns) == list(pandas.columns)


def test_tables_of_a_dataset_have_a_budget_of_frames(tmp_path: Path) -> None:
    made = held(2, 1)
    tight, wide = reenact.dataset(made, max_frames=10), reenact.dataset(made, max_frames=10_000)
    for read in (
        lambda study: study.to_pandas("joints"),
        lambda study: study.to_polars("frames"),
        lambda study: study.to_arrow("events"),
        lambda study: study.sql("SELECT count(*) FROM stats").fetchall(),
        lambda study: study.scan("joints").collect(),
        lambda study: study.write_parquet(tmp_path, tables="joints"),
        lambda study: study.features(),
    ):
        with pytest.raises(Exception, match="frames are more than the limit of 10"):
            read(tight)
        read(wide)
    # Keys have no frames.
    assert len(tight.to_pandas("keys")) == len(wide.to_pandas("keys"))


def test_a_notebook_lists_the_recordings_and_completes_their_names() -> None:
    study = reenact.dataset(held(12, 1))
    assert study._ipython_key_completions_() == study.names
    html = study._repr_html_()
    assert "12 recordings" in html and "P00/t0" in html and "and 2 more" in html
    assert "<b>" not in reenact.dataset(reenact.demo().with_name("<b>"))._repr_html_()


def test_a_table_of_features_is_one_for_scikit_learn() -> None:
    from sklearn.impute import SimpleImputer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    features = reenact.dataset(held(6, 1)).features()
    model = make_pipeline(
        SimpleImputer(keep_empty_features=True), StandardScaler(), LogisticRegression()
    )
    labels = [0, 1, 0, 1, 0, 1]
    assert model.fit(features, labels).predict(features).shape == (6,)
    assert list(features.index) == [f"P{n:02}/t0" for n in range(6)]


def test_nothing_goes_on_after_an_error() -> None:
    import threading
    import time

    running = threading.Semaphore(0)
    ended = []

    def work(recording: reenact.Recording) -> None:
        if recording.name == "P00/t0":
            running.acquire(timeout=10)
            raise ZeroDivisionError
        running.release()
        time.sleep(0.2)
        ended.append(recording.name)

    with pytest.raises(ZeroDivisionError):
        reenact.dataset(held(2, 1)).map(work, threads=2)
    assert ended == ["P01/t0"]
