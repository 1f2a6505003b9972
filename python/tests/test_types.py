"""Types: the programs of the docs pass mypy, and everything public has a type."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT


def programs(page: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"```python\n(.*?)```", text, re.S)
    return [part for part in found if "spark" not in part and "torch" not in part]


@pytest.mark.parametrize("page", ["README.md", "docs/reference/python.md"])
def test_the_programs_of_the_pages_pass_mypy(page: str, tmp_path: Path) -> None:
    for number, program in enumerate(programs(page)):
        text = program if "import reenact" in program else f"import reenact\n\n{program}"
        (tmp_path / f"program_{number}.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file",
            str(ROOT / "pyproject.toml"),
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
        env={"MYPYPATH": str(ROOT / "python"), "PATH": ""},
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_everything_public_has_a_type() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pyright",
            "--verifytypes",
            "reenact",
            "--ignoreexternal",
            "--outputjson",
        ],
        capture_output=True,
        text=True,
        cwd=ROOT / "python",
    )
    found = json.loads(done.stdout)["typeCompleteness"]
    unknown = [one["name"] for one in found["symbols"] if not one["isTypeKnown"]]
    # What Spark and PyTorch have of their own is not installed here.
    assert [
        name for name in unknown if not name.startswith(("reenact.spark.", "reenact.torch."))
    ] == []
