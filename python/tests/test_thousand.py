"""The roads of `python/bench/thousand.py` give the same answers: here on a small study."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT


@pytest.mark.skipif(sys.platform == "win32", reason="processes are measured otherwise there")
def test_every_road_through_a_study_gives_the_same_answer(tmp_path: Path) -> None:
    program = str(ROOT / "python/bench/thousand.py")
    done = subprocess.run(
        [sys.executable, program, "--recordings", "12", "--seconds", "1", "--folder", tmp_path],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "24 answers, the same by every road" in done.stdout
    for road in ("map", "pandas", "polars", "duckdb", "arrow-stream", "parquet"):
        assert f"\n| {road} |" in done.stdout
