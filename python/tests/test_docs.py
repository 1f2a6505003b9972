"""The docs say how to use everything, and the page of docs shows what is there."""

from __future__ import annotations

import dataclasses
import inspect
import re
from pathlib import Path
from typing import Any

import pytest
import reenact
from conftest import ROOT

PUBLIC = {name: getattr(reenact, name) for name in reenact.__all__}
CLASSES = [thing for thing in PUBLIC.values() if inspect.isclass(thing)]


def callables() -> list[tuple[str, Any]]:
    """Every function, and every method that somebody might look up."""
    found = [(name, thing) for name, thing in PUBLIC.items() if inspect.isfunction(thing)]
    for made in CLASSES:
        methods = inspect.getmembers(made, inspect.isfunction)
        found += [
            (f"{made.__name__}.{name}", method)
            for name, method in methods
            if not name.startswith("_") and (method.__module__ or "").startswith("reenact")
        ]
    return found


@pytest.mark.parametrize(("name", "thing"), callables(), ids=lambda value: str(value))
def test_what_can_be_called_has_an_example(name: str, thing: Any) -> None:
    # pytest runs all of them.
    assert ">>> " in (inspect.getdoc(thing) or ""), name


@pytest.mark.parametrize("made", CLASSES, ids=lambda made: made.__name__)
def test_a_class_says_what_its_parts_are(made: Any) -> None:
    doc = inspect.getdoc(made) or ""
    assert doc.splitlines()[0].endswith(".")
    if dataclasses.is_dataclass(made) and made is not reenact.Marker:
        for field in dataclasses.fields(made):
            if not field.name.startswith("_"):
                assert re.search(rf"^[\w, ]*\b{field.name}\b[\w, ]* : ", doc, re.M), field.name
    for name, part in inspect.getmembers(made, lambda part: isinstance(part, property)):
        assert inspect.getdoc(part), name


def test_the_page_names_what_there_is() -> None:
    page = (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")
    for name, method in inspect.getmembers(reenact.Recording, inspect.isfunction):
        if not name.startswith("_") and not name.endswith(("_with_proof", "_with_report")):
            assert f".{name}" in page, name
            assert method


@pytest.mark.parametrize("page", ["README.md", "docs/reference/python.md"])
def test_the_programs_of_the_pages_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("session.bin", "recordings/one.bin", "study/one.bin"):
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        # As long as the programs take recordings to be.
        reenact.demo().save(place)
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    # Spark has a step of its own.
    programs = [
        part for part in re.findall(r"```python\n(.*?)```", text, re.S) if "spark" not in part
    ]
    assert programs
    for program in programs:
        exec(compile(program, page, "exec"), {"reenact": reenact})
