"""Files of forms that are only read: MRTK's drafts of 2019, and forks."""

from __future__ import annotations

import pickle
import shutil
import warnings
from pathlib import Path

import numpy as np
import pytest
import reenact
from conftest import TESTDATA

#: The file, what its version is called, what it is written as, and whether something is lost by that.
FORMS = [
    ("drafts/a0", "draft-a0", "1.0", False),
    ("drafts/a_markers", "draft-a", "1.0", False),
    ("drafts/b", "draft-b", "1.0", False),
    ("drafts/b_other_markers", "draft-b", "1.0", True),
    ("drafts/c", "draft-c", "1.0", False),
    ("fork/f1", "fork-f1", "1.1", True),
    ("fork/f2", "fork-f2", "1.1", True),
    ("fork/f3_hands", "fork-f3", "1.1", True),
]
each_form = pytest.mark.parametrize(
    ("file", "name", "version", "is_lossy"), FORMS, ids=[file for file, *_ in FORMS]
)


def path_of(file: str) -> Path:
    return TESTDATA / f"{file}.bin"


@each_form
def test_opens_and_is_sampled_like_any_recording(
    file: str, name: str, version: str, is_lossy: bool
) -> None:
    recording = reenact.open(path_of(file))
    assert recording.info.version == name
    assert recording == reenact.from_bytes(path_of(file).read_bytes())
    samples = recording.sample(rate_hz=60)
    poses = 0
    if "camera" in samples.tracks:
        poses += int(np.isfinite(samples.camera.position).all(axis=1).sum())
    for hand in (samples.left, samples.right):
        seen = np.asarray(hand.observed)
        poses += int(np.isfinite(hand.position[seen]).all(axis=2).sum())
        if name == "draft-a0":
            assert np.isnan(hand.rotation[seen]).all(), "this draft has no rotations"
    assert poses > 0


@each_form
def test_is_saved_as_a_version_that_mrtk_loads_with_a_warning(
    file: str, name: str, version: str, is_lossy: bool, tmp_path: Path
) -> None:
    recording = reenact.open(path_of(file))
    ways = {
        "saved.bin": recording.save,
        "converted.bin": recording.convert,
        "bytes.bin": lambda path: path.write_bytes(recording.to_bytes()),
    }
    for way, write in ways.items():
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            write(tmp_path / way)
        kinds = {warning.category for warning in told}
        expected = {reenact.FormWarning, reenact.LossWarning} if is_lossy else {reenact.FormWarning}
        assert kinds == expected, way
        said = [str(w.message) for w in told if w.category is reenact.FormWarning]
        assert len(said) == 1 and f"{name} is a form that is only read" in said[0]
        assert said[0].endswith(f"written as version {version}")
        assert all(Path(warning.filename) == Path(__file__) for warning in told)
        again = reenact.open(tmp_path / way)
        assert again == recording
        assert again.info.version == version
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            again.save(tmp_path / way, overwrite=True)


@each_form
def test_other_formats_warn_of_what_was_not_read_and_of_no_version(
    file: str, name: str, version: str, is_lossy: bool, tmp_path: Path
) -> None:
    recording = reenact.open(path_of(file))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        recording.convert(tmp_path / "a.json")
    assert [w.category for w in told] == [reenact.LossWarning] * is_lossy


@each_form
@pytest.mark.filterwarnings("ignore::reenact.LossWarning", "ignore::reenact.FormWarning")
def test_a_pickle_stays_what_it_was_and_that_of_an_edit_has_the_notes(
    file: str, name: str, version: str, is_lossy: bool
) -> None:
    recording = reenact.open(path_of(file))
    again = pickle.loads(pickle.dumps(recording))
    assert again == recording and again.info == recording.info and again.notes == recording.notes
    edited = recording.mirror()
    codes = [note.code for note in pickle.loads(pickle.dumps(edited)).notes]
    assert codes.count("form-changed") == 1
    assert ("not-read" in codes) == is_lossy


@pytest.mark.filterwarnings("ignore::reenact.LossWarning", "ignore::reenact.FormWarning")
def test_an_edit_that_makes_a_new_recording_says_what_was_not_read() -> None:
    fork = reenact.open(path_of("fork/f2"))
    for edited in (fork.to_version("1.1"), reenact.concat([fork, fork])):
        assert "not-read" in [note.code for note in edited.notes] or (
            edited.info.version == "fork-f2"
        )


def test_a_folder_is_searched_for_them(tmp_path: Path) -> None:
    for file, *_ in FORMS:
        shutil.copy(path_of(file), tmp_path)
    assert len(reenact.dataset(tmp_path)) == len(FORMS)


def test_bytes_that_would_be_read_as_another_recording_are_refused() -> None:
    # Keys of the published layout whose tangents are a marker list in MRTK's: what it is, only the caller knows.
    start = bytes.fromhex("c6429e0f6eaf8f6a 01000000 01000000 010000")
    empty = bytes.fromhex("0800000008000000 00000000")
    key = bytes.fromhex("00000000 0000803f 01000000 00000000 0b000000 00000000 03000000")
    data = start + 6 * empty + bytes.fromhex("0800000008000000 01000000") + key
    assert [len(marker.name) for marker in reenact.from_bytes(data).markers] == [11]
    forced = reenact.from_bytes(data, layout="published")
    with pytest.raises(reenact.ReenactError, match="be read as mrtk"):
        forced.to_bytes()
    assert pickle.loads(pickle.dumps(forced)) == forced
