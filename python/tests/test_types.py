"""Types: the programs of the docs pass mypy, and everything public has a type."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
import reenact
from conftest import ROOT
from reenact import _reenact, _types


def program(page: str) -> str:
    """The programs of a page that use the package, one after the other, as they run."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"```python\n(.*?)```", text, re.S)
    parts = [part for part in found if "spark" not in part and "torch" not in part]
    return "\n".join(parts) if "reenact" in "".join(parts) else ""


PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    if program(str(path.relative_to(ROOT)))
)


@pytest.mark.parametrize("page", PAGES)
def test_the_programs_of_the_pages_pass_mypy(page: str, tmp_path: Path) -> None:
    text = program(page)
    text = text if "import reenact" in text else f"import reenact\n\n{text}"
    (tmp_path / "program.py").write_text(text, encoding="utf-8")
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


@pytest.mark.parametrize("name", sorted(_reenact.NAMES))
def test_types_have_the_names_that_the_library_has(name: str) -> None:
    if name in ("PinchBy", "FixationBy"):
        option = {"PinchBy": "pinch_by", "FixationBy": "fixation_by"}[name]
        found = get_args(get_type_hints(reenact.Thresholds)[option])
    elif hasattr(_types, name):
        found = get_args(getattr(_types, name))
    else:
        found = tuple(getattr(reenact, name).__annotations__)
    assert sorted(found) == sorted(_reenact.NAMES[name])


def test_options_of_a_dataset_are_those_of_measures_but_for_sampling() -> None:
    thresholds = set(reenact.Thresholds.__annotations__)
    assert set(reenact.Measuring.__annotations__) - thresholds == {"mode", "rate_hz", "max_frames"}
