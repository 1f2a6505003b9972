"""Paths: local ones, compressed ones, and what is neither."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
import reenact


@pytest.mark.parametrize(
    "ask",
    [
        lambda p: reenact.open(p),
        lambda p: reenact.demo().save(p),
        lambda p: reenact.demo().convert(p),
        lambda p: reenact.dataset(p),
        lambda p: reenact.dataset([reenact.demo()]).write_parquet(p),
        lambda p: reenact.repair(p),
        lambda p: reenact.doctor(p),
        lambda p: reenact.demo().plot().save(p),
        lambda p: reenact.demo().sample(5).to_hdf5(p),
        lambda p: reenact.demo().sample(5).to_zarr(p),
    ],
)
@pytest.mark.parametrize(
    "address",
    ["s3://bucket/a.bin", "abfss://c@a.dfs/a.json", "file:///tmp/a.svg", Path("gs://b/a.bin")],
)
def test_an_address_is_refused_and_makes_no_folder(
    ask: Any, address: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(reenact.ReenactError, match="is not a local path"):
        ask(address)
    assert list(tmp_path.iterdir()) == []


def test_a_tilde_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    reenact.demo().save("~/a.bin")
    assert (tmp_path / "a.bin").exists()
    assert reenact.open("~/a.bin") == reenact.demo()
    assert reenact.dataset("~").names == ["a"]


def test_a_folder_with_a_colon_is_still_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "day1:").mkdir()
    reenact.demo().save("day1:/a.bin")
    assert reenact.open("day1:/a.bin").name == "a"


def zstd(data: bytes) -> bytes:
    import pyarrow as pa

    return pa.Codec("zstd").compress(data, asbytes=True)


@pytest.mark.parametrize(("ending", "pack"), [("gz", gzip.compress), ("zst", zstd)])
def test_compressed_files_open_as_in_the_command(ending: str, pack: Any, tmp_path: Path) -> None:
    recording = reenact.make(2)
    path = tmp_path / f"p1.bin.{ending}"
    path.write_bytes(pack(recording.to_bytes()))
    opened = reenact.open(path)
    assert opened == recording and opened.name == "p1"
    assert reenact.from_bytes(path.read_bytes()) == recording
    assert reenact.doctor(path).passed
    assert reenact.repair(path)[0] == recording
    study = reenact.dataset(tmp_path)
    assert study.names == ["p1"] and study[0] == recording
    text = recording.convert(tmp_path / "a.json").read_bytes()
    (tmp_path / f"a.json.{ending}").write_bytes(pack(text))
    assert reenact.open(tmp_path / f"a.json.{ending}") == recording
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(reenact.ReenactError, match="cannot decompress"):
        reenact.open(path)


def test_a_pattern_may_name_folders(tmp_path: Path) -> None:
    for person in ("P00", "P01", "Q00"):
        (tmp_path / person).mkdir()
        reenact.make(1).save(tmp_path / person / "t0.bin")
    assert reenact.dataset(tmp_path / "P0*").names == ["P00/t0", "P01/t0"]
