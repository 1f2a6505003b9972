"""Files of every name and kind, and every way to ask for them."""

from __future__ import annotations

import copy
import os
import sys
import threading
import warnings
from pathlib import Path
from typing import Any

import pytest
import reenact
from conftest import Command

is_linux = pytest.mark.skipif(sys.platform != "linux", reason="names are any bytes there alone")


@pytest.mark.parametrize("name", ["a b.bin", "ünï 手.bin", "-o.bin", "*.bin", "a\nb.bin"])
@pytest.mark.skipif(sys.platform == "win32", reason="not all are names there")
def test_a_file_may_be_called_anything(name: str, tmp_path: Path) -> None:
    recording, path = reenact.make(1), tmp_path / name
    for given in (path, str(path), os.fsencode(path)):
        assert recording.save(given, overwrite=True) == path
        assert reenact.open(given) == recording
        assert reenact.doctor(given).is_healthy
        assert len(reenact.dataset(given)) == 1
    assert reenact.dataset(os.fsencode(tmp_path)).names == [path.stem]


@is_linux
def test_a_name_that_is_no_text_is_shown_as_the_command_shows_it(
    tmp_path: Path, command: Command
) -> None:
    path = os.fsencode(tmp_path) + b"/p\xff1.bin"
    recording = reenact.open(reenact.make(1).save(path))
    assert recording.name == "p\ufffd1"
    assert os.fsencode(recording.path or "") == path
    ours = recording.convert(tmp_path / "ours.csv", table="joints", rate_hz=10)
    theirs = tmp_path / "theirs.csv"
    command.text("convert", os.fsdecode(path), theirs, "--table", "joints", "--rate", 10)
    assert ours.read_bytes() == theirs.read_bytes()
    assert recording.to_arrow("markers")["recording"][0].as_py() == "p\ufffd1"
    assert "p\ufffd1" in recording._repr_html_().encode().decode()
    dataset = reenact.dataset(tmp_path)
    assert dataset.sql("SELECT DISTINCT recording FROM joints").fetchall() == [("p\ufffd1",)]
    assert len(dataset.write_parquet(tmp_path / "tables", tables=["markers"])) == 1


def test_no_name_is_no_file() -> None:
    for ask in (reenact.open, reenact.doctor, reenact.repair, reenact.dataset, reenact.demo().save):
        with pytest.raises(FileNotFoundError):
            ask("")


def test_a_copy_of_what_never_changes_is_itself() -> None:
    recording = reenact.make(1)
    assert copy.copy(recording) is recording
    assert copy.deepcopy([recording])[0] is recording


@pytest.mark.skipif(sys.platform == "win32", reason="there are none there")
def test_a_pipe_takes_what_it_is_given(tmp_path: Path) -> None:
    recording, pipe = reenact.make(1), tmp_path / "pipe.bin"
    os.mkfifo(pipe)
    got: list[bytes] = []
    # It would wait for ever if nobody wrote to the pipe.
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    recording.save(pipe, overwrite=True)
    reader.join(20)
    assert got == [recording.to_bytes()]
    assert pipe.is_fifo(), "it was replaced by a file"


def test_other_threads_keep_their_rights_while_files_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What new files may be read by is the process's: asking for it means changing it for a moment, for everybody."""

    def refuse(_: int) -> int:
        raise AssertionError("the rights of new files were changed")

    monkeypatch.setattr(os, "umask", refuse)
    path = reenact.make(1).save(tmp_path / "a.bin")
    (tmp_path / "b").write_bytes(b"")
    assert path.stat().st_mode == (tmp_path / "b").stat().st_mode
    path.chmod(0o640)
    reenact.make(2).save(path, overwrite=True)
    assert path.stat().st_mode & 0o777 == 0o640


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    wanted = tmp_path / "no folder" / "a.bin"
    with pytest.raises(FileNotFoundError) as caught:
        reenact.make(1).save(wanted)
    assert caught.value.filename == str(wanted)
    if os.geteuid() != 0:
        tmp_path.chmod(0o500)
        with pytest.raises(PermissionError) as refused:
            reenact.make(1).save(tmp_path / "a.bin")
        assert refused.value.filename == str(tmp_path / "a.bin")


@pytest.mark.skipif(sys.platform != "linux", reason="what memory was used is told otherwise there")
def test_bytes_are_written_where_python_has_them() -> None:
    # So much that making room for more of it copies nothing.
    recording = reenact.make(300)
    Path("/proc/self/clear_refs").write_text("5")  # the most that was used, from now on

    def kilobytes(name: str) -> int:
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(name))

    before = kilobytes("VmRSS")
    data = recording.to_bytes()
    grown = (kilobytes("VmHWM") - before) * 1024
    assert len(data) == recording.info.bytes > 50_000_000
    assert grown < 1.5 * len(data), "there was a copy"
    assert reenact.from_bytes(data) == recording


@pytest.mark.parametrize(
    ("name", "words", "options"),
    [
        ("a.glb", ["--rate", 20, "--for", "unity"], {"rate_hz": 20, "axes": "unity"}),
        ("a.gltf", ["--profile", "flat"], {"profile": "flat"}),
        ("a.anim", ["--rig", "mrtk", "--rate", 20], {"rig": "mrtk", "rate_hz": 20}),
        ("a.bvh", ["--unit", "cm", "--for", "blender"], {"unit": "cm", "axes": "blender"}),
        ("a.usda", ["--for", "blender"], {"axes": "blender"}),
        ("a.csv", ["--table", "frames", "--mode", "mrtk"], {"table": "frames", "mode": "mrtk"}),
        ("A.JSONL", [], {}),
        (
            "a.json",
            ["--to", "hand-pose", "--hand", "left", "--at", 4.5, "--reference", "Wrist"],
            {"format": "hand-pose", "hand": "left", "at_secs": 4.5, "reference": "Wrist"},
        ),
        ("a", ["--to", "bids"], {"format": "bids"}),
        (
            "a",
            ["--to", "bids", "--subject", "P1", "--session", 2, "--task", "reach", "--rate", 20],
            {"format": "bids", "subject": "P1", "session": "2", "task": "reach", "rate_hz": 20},
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.filterwarnings("ignore::reenact.LossWarning")
def test_what_is_asked_of_a_format_is_what_the_command_asks(
    name: str, words: list[object], options: dict[str, Any], command: Command, tmp_path: Path
) -> None:
    source = reenact.demo().save(tmp_path / "demo.bin")
    for folder in ("ours", "theirs"):
        (tmp_path / folder).mkdir()
    command.text("convert", source, tmp_path / "theirs" / name, *words, codes=(0, 3))
    made = reenact.open(source).convert(tmp_path / "ours" / name, **options)
    assert made == tmp_path / "ours" / name
    assert files(tmp_path / "ours") == files(tmp_path / "theirs")


def files(folder: Path) -> dict[str, bytes]:
    found = [path for path in folder.rglob("*") if path.is_file()]
    assert found
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.mark.filterwarnings("ignore::reenact.LossWarning")
def test_a_dataset_of_bids_grows_and_nothing_in_it_is_lost(tmp_path: Path) -> None:
    recording = reenact.demo()
    recording.convert(tmp_path, format="bids", subject="1")
    description = tmp_path / "dataset_description.json"
    description.write_text("{}")
    before = files(tmp_path)
    with pytest.raises(FileExistsError):
        reenact.make(1).convert(tmp_path, format="bids", subject="1")
    assert files(tmp_path) == before
    reenact.make(1).convert(tmp_path, format="bids", subject="2")
    reenact.make(1).convert(tmp_path, format="bids", subject="1", overwrite=True)
    assert description.read_text() == "{}"
    assert {path.name for path in tmp_path.iterdir()} >= {"sub-1", "sub-2"}


def test_unity_s_own_file_beside_a_clip_stays(tmp_path: Path) -> None:
    meta = tmp_path / "a.anim.meta"
    meta.write_text("mine")
    reenact.make(1).convert(tmp_path / "a.anim")
    assert meta.read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("a.bvh", {"rate_hz": -5.0}, "rate"),
        ("a.json", {"format": "hand-pose"}, "at_secs: no time given"),
        ("a.json", {"format": "hand-pose", "at_secs": 9.0}, "right hand is not observed at 9 s"),
        ("a.json", {"format": "hand-pose", "at_secs": 1.0, "reference": "Elbow"}, "Elbow"),
        ("a", {"format": "bids", "subject": "P-1"}, "letters and digits only"),
        ("a.txt", {}, r"use one of the extensions \.bin, \.json"),
        ("a.bvh", {"unit": "inch"}, "there are m and cm"),
        ("a.bvh", {"units": "m"}, "reenact.Writing has them all"),
        ("a.bvh", {"format": "fbx"}, 'no format is named "fbx"'),
    ],
)
def test_what_a_format_cannot_do_is_said_and_nothing_is_left(
    name: str, options: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(reenact.ReenactError, match=message):
        reenact.demo().convert(tmp_path / name, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_loss_of_a_format_is_a_warning_and_a_note_is_none(tmp_path: Path) -> None:
    recording = reenact.demo()
    with pytest.warns(reenact.LossWarning, match="markers are left out"):
        recording.convert(tmp_path / "keys.csv")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # That a table of joints has no markers is what the table is.
        recording.convert(tmp_path / "joints.csv", table="joints")
        recording.convert(tmp_path / "markers.csv", table="markers")
        recording.convert(tmp_path / "a.json")
    assert (tmp_path / "markers.csv").read_text().startswith("recording,index,time_secs,name\n")


def test_save_does_not_write_a_plain_file_under_a_compressed_name(tmp_path: Path) -> None:
    for name in ("x.bin.gz", "x.bin.ZST"):
        with pytest.raises(reenact.ReenactError, match="does not compress"):
            reenact.demo().save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_save_leaves_other_formats_to_convert(tmp_path: Path) -> None:
    for name in ("x.json", "X.GLB", "x.iwer.json"):
        with pytest.raises(reenact.ReenactError, match=r"use \.convert\("):
            reenact.demo().save(tmp_path / name)
    with pytest.raises(reenact.ReenactError, match="extension of another format"):
        reenact.demo().save(tmp_path / "x.zip")
    assert not list(tmp_path.iterdir())
    reenact.demo().save(tmp_path / "any.bytes")
