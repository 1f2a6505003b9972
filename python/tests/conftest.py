"""What all tests need: the recordings of the repository, and the command to hold values against."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTDATA = ROOT / "testdata"

#: Recordings that MRTK's own code wrote, each with what its reader finds in it.
CORPUS = sorted((TESTDATA / "recordings").glob("*.bin"))

#: The same and all others that can be read.
ALL = CORPUS + sorted((TESTDATA / "published").glob("*.bin"))


class Command:
    """The `reenact` command, which says the same as the package."""

    def __init__(self, path: str) -> None:
        self.path = path

    def text(self, *words: object, codes: tuple[int, ...] = (0,)) -> str:
        done = subprocess.run(
            [self.path, *map(str, words)], capture_output=True, text=True, encoding="utf-8"
        )
        assert done.returncode in codes, done.stderr
        return done.stdout

    def json(self, *words: object, codes: tuple[int, ...] = (0,)) -> Any:
        return json.loads(self.text(*words, codes=codes))

    def lines(self, *words: object) -> list[Any]:
        return [json.loads(line) for line in self.text(*words).splitlines()]


@pytest.fixture(scope="session")
def command() -> Command:
    # The step builds it; by hand, `cargo build -p reenact-cli` does.
    path = os.environ.get("REENACT_COMMAND", str(ROOT / "target/debug/reenact"))
    assert Path(path).exists(), f"no command at {path}: cargo build -p reenact-cli"
    return Command(path)


@pytest.fixture(scope="session")
def real() -> Path:
    return TESTDATA / "recordings/v11_real_2s_asset.bin"
