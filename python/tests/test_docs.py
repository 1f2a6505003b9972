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

PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    if "```python\n" in path.read_text(encoding="utf-8")
)

PUBLIC = {name: getattr(reenact, name) for name in reenact.__all__}
CLASSES = [thing for thing in PUBLIC.values() if inspect.isclass(thing)]


def programs(page: str) -> list[tuple[str, str | None]]:
    """The programs of a page, each with the output that the page shows for it. Spark has a step of its own."""
    text = (ROOT / page).read_text(encoding="utf-8")
    block = r"```python\n(.*?)```(?:\n\n```text title=\"Output\"\n(.*?)```)?"
    found = [(part[1], part[2]) for part in re.finditer(block, text, re.S)]
    assert found
    return [(program, output) for program, output in found if "spark" not in program]


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


@pytest.mark.parametrize("page", PAGES)
def test_the_programs_of_the_pages_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("session.bin", "recordings/one.bin", "study/one.bin"):
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        # As long as the programs take recordings to be.
        reenact.demo().save(place)
    if "participant" in (ROOT / page).read_text(encoding="utf-8") and "reference" not in page:
        (tmp_path / "study/one.bin").unlink()
        for number, name in enumerate(("P01/reach", "P01/grasp", "P02/reach", "P02/grasp")):
            place = tmp_path / f"study/{name}.bin"
            place.parent.mkdir(exist_ok=True)
            reenact.make(seconds=6, seed=number + 1).save(place)
    (tmp_path / "testdata").symlink_to(ROOT / "testdata")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {"reenact": reenact}
    for program, output in programs(page):
        exec(compile(program, page, "exec"), namespace)
        printed = capsys.readouterr().out
        assert output is None or printed == output, printed
