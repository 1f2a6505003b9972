"""A good citizen of Python: errors, pickles, files, and how things show themselves."""

from __future__ import annotations

import contextlib
import os
import pickle
import random
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
import reenact
from conftest import ALL, TESTDATA


def test_a_missing_file_is_said_as_python_says_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        reenact.open(tmp_path / "none.bin")
    assert caught.value.filename == str(tmp_path / "none.bin")


def test_an_error_points_to_the_field_and_the_byte(real: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.bin"
    cut.write_bytes(real.read_bytes()[:5000])
    with pytest.raises(reenact.ReenactError) as caught:
        reenact.open(cut)
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.field == "post-wrap mode of left.ThumbMetacarpalJoint.rotation.w"
    assert error.offset == 4999
    assert str(error).endswith(f": {cut}")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.field, again.offset) == (str(error), error.field, error.offset)


@pytest.mark.parametrize(
    "ask",
    [
        lambda r: r.curve("left.Elbow.position.x"),
        lambda r: r.sample(mode="both"),
        lambda r: r.sample(rate_hz=0),
        lambda r: r.sample(rate_hz=float("nan")),
        lambda r: r.sample(rate_hz=1e9),
        lambda r: r.trim(float("nan")),
        lambda r: r.mirror(plane="left"),
        lambda r: r.retime(),
        lambda r: r.retime(speed=-1),
        lambda r: r.repair(["everything"]),
        lambda r: r.stats(pinch_close=1.0),
        lambda r: r.convert("a.xyz"),
        lambda r: r.to_arrow("bones"),
        lambda r: r.to_arrow("joints", columns=["elbow"]),
        lambda r: r.plot("elbow"),
        lambda r: r.at([[0.0]]),
        lambda r: r.smooth(tracks=["head"]),
        lambda r: r.reanchor("elbow"),
        lambda r: reenact.make(seconds=-1),
        lambda r: reenact.make(script="[[act]]\ndo = 'fly'"),
        lambda r: reenact.compare(r, r, elbow_m=1.0),
        lambda r: reenact.concat([]),
    ],
)
def test_what_cannot_be_done_is_an_error_that_says_so(ask: object) -> None:
    with pytest.raises(reenact.ReenactError) as caught:
        ask(reenact.demo())
    assert str(caught.value)


def test_a_loss_is_a_warning_and_a_note() -> None:
    recording = reenact.demo()
    with pytest.raises(reenact.ReenactError):
        recording.to_version("1.0")
    with pytest.warns(reenact.LossWarning) as told:
        old = recording.to_version("1.0", allow_loss=True)
    assert old.notes and old.notes[0].is_loss
    assert Path(told[0].filename) == Path(__file__), "the warning points to who asked"
    assert old.trim(1, keep_times=True).notes[: len(old.notes)] == old.notes


@pytest.mark.parametrize("path", ALL[::3], ids=lambda path: path.stem)
def test_a_pickle_gives_back_the_same_recording(path: Path) -> None:
    recording = reenact.open(path)
    again = pickle.loads(pickle.dumps(recording))
    assert again == recording
    assert again.to_bytes() == recording.to_bytes()
    assert (again.name, again.path, again.info) == (recording.name, path, recording.info)


def test_a_pickle_keeps_a_layout_that_was_forced() -> None:
    empty = TESTDATA / "recordings/v11_sub_none.bin"
    forced = reenact.open(empty, layout="published")
    assert pickle.loads(pickle.dumps(forced)).info.layout == "published"


def test_other_recordings_are_not_equal() -> None:
    assert reenact.make(1, seed=1) != reenact.make(1, seed=2)
    assert reenact.make(1, seed=1) == reenact.make(1, seed=1)
    assert reenact.make(1) != "made-1"
    with pytest.raises(TypeError, match="unhashable"):
        hash(reenact.make(1))


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    recording, path = reenact.make(1), tmp_path / "a.bin"
    assert recording.save(path) == path
    with pytest.raises(FileExistsError):
        reenact.make(1, seed=2).save(path)
    assert reenact.open(path) == recording
    opened = reenact.open(path)
    # Over the very file that is open.
    opened.mirror().save(path, overwrite=True)
    assert opened == recording
    assert reenact.open(path) == recording.mirror()
    with pytest.raises(reenact.ReenactError):
        recording.convert(tmp_path / "b.parquet", table="frames", rate_hz=-1)
    with pytest.raises(FileNotFoundError):
        recording.save(tmp_path / "no folder" / "a.bin")
    assert [file.name for file in tmp_path.iterdir()] == ["a.bin"]
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_one(tmp_path: Path) -> None:
    target, link = tmp_path / "target.bin", tmp_path / "link.bin"
    reenact.make(1).save(target)
    link.symlink_to(target)
    reenact.make(1, seed=2).save(link, overwrite=True)
    assert link.is_symlink()
    assert reenact.open(target) == reenact.make(1, seed=2)


@pytest.mark.filterwarnings("ignore::reenact.LossWarning")
def test_any_bytes_give_a_recording_or_an_error(real: Path, tmp_path: Path) -> None:
    """Damage of every kind: what can still be read is taken through everything there is."""
    chance = random.Random(9)
    good = (TESTDATA / "recordings/v11_edge_frames_033.bin").read_bytes()
    read = 0
    for round_ in range(24):
        data = bytearray(good)
        if round_ % 3 == 0:
            del data[chance.randrange(len(data)) :]
        for _ in range(chance.choice([1, 10, 1000])):
            if data:
                data[chance.randrange(len(data))] = chance.choice([0, 1, 127, 128, 255])
        path = tmp_path / "damaged.bin"
        path.write_bytes(data)
        reenact.doctor(path)
        try:
            recording, _ = reenact.repair(path)
        except reenact.ReenactError:
            continue
        read += 1
        for ask in (
            lambda r: r.sample(rate_hz=5),
            lambda r: r.at([0.0, np.nan, -np.inf, 1e30]),
            lambda r: r._repr_html_(),
            lambda r: r.stats(),
            lambda r: r.events(),
            lambda r: r.mirror().trim(0.1),
            lambda r: r.to_pandas("keys"),
            lambda r: r.to_polars("frames", rate_hz=5),
            lambda r: pickle.loads(pickle.dumps(r)),
            repr,
        ):
            with contextlib.suppress(reenact.ReenactError):
                ask(recording)
    assert read > 6


def test_a_recording_shows_itself(real: Path) -> None:
    recording = reenact.open(real).add_marker(0.5, "<b>&")
    assert repr(reenact.open(real)) == (
        "<reenact.Recording 'v11_real_2s_asset': 1.60 s, camera, left, right, gaze, 395 curves, "
        "11398 keys, 0 markers>"
    )
    page = recording._repr_html_()
    assert page.count("<svg") == 2
    assert "&lt;b&gt;&amp;" in page and "<b>" not in page
    assert "11,398 in 395 curves" in page
    for path in ALL:
        reenact.open(path)._repr_html_()
    for curve in ("camera.position", "left.Wrist.position", "right.Wrist.position"):
        assert curve in recording.plot().text


def test_a_player_tells_what_the_curves_say() -> None:
    recording = reenact.demo()
    player = reenact.Player(recording)
    assert player.tick(1) == []
    player.play()
    events = [event for _ in range(2000) for event in player.tick(1 / 60)]
    assert [e.name for e in events if e.kind == "marker"] == [m.name for m in recording.markers]
    began = [e.time_secs for e in events if e.kind == "pinch-began" and e.hand == "right"]
    assert began == [start for start, _ in recording.info.right.pinching]
    assert events[-1].kind == "end-reached" and not player.is_playing
    player.seek(2.5)
    frame, wanted = player.frame(), recording.at(2.5)
    np.testing.assert_array_equal(frame.right.position, wanted.right.position)
    player.loop_secs, player.speed = (1, 2), 2
    assert (player.loop_secs, player.speed) == ((1, 2), 2)


def test_a_recorder_keeps_what_it_is_told() -> None:
    recording = reenact.make(3, seed=4)
    recorder = reenact.Recorder(keep_secs=1)
    recorder.mark("first")
    fates = {recorder.record(frame) for frame in recording.sample(60)}
    assert fates == {"kept"}
    assert recorder.record(recording.at(0.5)) == "refused"
    assert (recorder.dropped_frames, round(recorder.duration_secs, 3)) == (1, 1.0)
    recorder.pause()
    assert recorder.record(recording.at(3.0), time_secs=9) == "paused"
    np.testing.assert_allclose(
        recorder.recording().at(1.0).camera.position, recording.at(3.0).camera.position, rtol=1e-6
    )


def test_nothing_optional_is_imported_before_it_is_used() -> None:
    program = (
        "import sys, reenact; reenact.demo().sample(); "
        "print([n for n in ('pandas', 'polars', 'pyarrow', 'duckdb', 'pyspark', 'torch', 'xarray', 'h5py', 'mne') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_warnings_are_off_where_nothing_is_lost() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reenact.make(1).mirror().trim(0.2).to_bytes()
