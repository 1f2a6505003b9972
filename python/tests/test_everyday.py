"""Everyday uses that need no thought: copies, pickles, processes, short recordings, folders without recordings, notebooks."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import reenact


def described(recording: reenact.Recording) -> tuple[str, float]:
    """Runs in another process."""
    end = float(recording.sample(30).time_secs[-1])
    return recording.name, end


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_recordings_go_to_other_processes(method: str) -> None:
    study = reenact.dataset([reenact.make(2, seed=n).with_name(f"P{n}") for n in range(3)])
    study.map(described)  # Threads are running before the process is forked.
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(described, study)) == [(f"P{n}", 2.0) for n in range(3)]


@pytest.mark.parametrize(
    "make",
    [
        lambda r: r,
        lambda r: r.sample(10),
        lambda r: r.at(1),
        lambda r: r.stats(),
        lambda r: r.info,
        lambda r: r.doctor(),
        lambda r: reenact.compare(r, r),
        lambda r: r.events(),
        lambda r: r.series("left_speed_m_s"),
        lambda r: r.plot(),
        lambda r: reenact.dataset(r),
        lambda r: reenact.ReenactError("message", "field", 3),
    ],
)
def test_results_are_copied_and_pickled(make: Any) -> None:
    made = make(reenact.make(2))
    for other in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert type(other) is type(made) and repr(other) == repr(made)


def test_views_are_copied_and_say_what_to_pickle_instead() -> None:
    recording = reenact.make(1)
    for made in (recording.table(), recording.curve("left.tracked")):
        assert copy.copy(made) is made and copy.deepcopy(made) is made
        with pytest.raises(TypeError, match="cannot be pickled: pickle"):
            pickle.dumps(made)


def test_series_are_compared_by_value() -> None:
    recording = reenact.make(2)
    series = recording.series("left_speed_m_s")
    assert series == recording.series("left_speed_m_s")
    assert series != recording.series("right_speed_m_s")
    assert series != recording.series("left_speed_m_s", rate_hz=30)
    assert recording.stats() == recording.stats() and recording.info == recording.info


def test_a_dataset_knows_names_and_recordings() -> None:
    recording = reenact.make(1).with_name("P0")
    study = reenact.dataset(recording)
    assert "P0" in study and "P1" not in study
    assert recording in study and reenact.make(1, seed=5).with_name("P0") not in study


def test_a_folder_without_recordings_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no recording")
    with pytest.raises(FileNotFoundError, match="No recordings in this folder"):
        reenact.dataset(tmp_path)


@pytest.mark.parametrize(
    "use",
    [
        lambda r: r.sample().to_xarray(),
        lambda r: r.sample().to_numpy(relative_to="wrist"),
        lambda r: [r.stats(), r.events(), r.doctor(), r.info._repr_html_(), r._repr_html_()],
        lambda r: [r.to_pandas(table) for table in ("joints", "frames", "keys", "stats")],
        lambda r: [r.plot(), r.series("left_speed_m_s"), r.to_mne(), reenact.compare(r, r)],
        lambda r: [r.trim(0, 0), r.concat(r), r.optimize(), r.smooth(), r.mirror()],
    ],
)
@pytest.mark.parametrize(
    "short", [reenact.make(0, rate_hz=60), reenact.from_arrays([])], ids=["one frame", "no tracks"]
)
def test_the_shortest_recordings_have_all_results(use: Any, short: reenact.Recording) -> None:
    use(short)


def test_samples_are_not_one_array() -> None:
    with pytest.raises(TypeError, match=r"use samples.right.position or to_numpy\(\)"):
        np.asarray(reenact.make(1).sample(5))


def test_text_is_no_time() -> None:
    with pytest.raises(TypeError, match="times must be numbers or durations, not <U1"):
        reenact.demo().at("3")  # type: ignore[call-overload]


def test_a_notebook_completes_names() -> None:
    recording = reenact.make(1)
    assert "right_pinches" in recording.stats()._ipython_key_completions_()
    assert recording.series("left_speed_m_s")._ipython_key_completions_() == ["left_speed_m_s"]
    assert repr(recording.sample(5).right.joint("IndexTip")) == (
        "<reenact.Poses: position (6, 3), rotation (6, 4)>"
    )
    assert repr(recording.at(0).gaze) == "<reenact.Rays: origin (3,), direction (3,)>"


def test_a_hand_of_arrays_is_observed_where_it_is_tracked_and_placed() -> None:
    place = np.zeros((3, 26, 3), np.float32)
    place[1] = np.nan
    turn = np.zeros((3, 26, 4), np.float32)
    hand = reenact.Hand(np.array([True, True, False]), np.zeros(3, bool), place, turn)
    assert hand.observed.tolist() == [True, False, False]
