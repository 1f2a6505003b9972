"""Runs the cases of the conformance matrix with the Python package: ``driver.py CASES FOLDER``."""

from __future__ import annotations

import inspect
import json
import math
import sys
import warnings
from pathlib import Path
from typing import Any

import reenact
from reenact._recording import conversion

Note = tuple[str, bool, str]

#: Notes on the file that was written last: the package warns of losses alone.
notes_of_output: list[Note] = []

#: The last report, as the extension module returned it.
reports: list[Any] = []


def intercept() -> None:
    """Records notes and reports before the package turns them into warnings and classes."""
    warn = conversion._warn_of_output

    def warn_and_record(target: Any, notes: list[Note]) -> None:
        notes_of_output.extend(dict.fromkeys(notes))
        warn(target, notes)

    conversion._warn_of_output = warn_and_record
    for kind in (reenact.Comparison, reenact.Diagnosis, reenact.Info, reenact.Repair, reenact.Stats):

        def parse_and_record(report: Any, parse: Any = kind._of) -> Any:
            reports.append(json.loads(report) if isinstance(report, str) else report)
            return parse(report)

        kind._of = parse_and_record


def number(value: float) -> float | str:
    """A number as the library's JSON has it."""
    return value if math.isfinite(value) else "NaN"


def run(case: dict[str, Any], folder: Path) -> list[Note]:
    """Calls the package; returns the notes of the edit."""
    call, path = case["call"], case.get("input")
    options = {n: tuple(v) if isinstance(v, list) else v for n, v in case["options"].items()}
    if call == "doctor":
        reenact.doctor(path, **options)
        return []
    if call == "repair":
        result, _ = reenact.repair(path, **options)
    elif path is None:
        result = getattr(reenact, call)(**options)
    else:
        recording = reenact.open(path)
        if call == "convert":
            recording.convert(folder / case["output"], format=case["format"], **options)
            return []
        if call == "info":
            _ = recording.info
            return []
        if call == "markers":
            reports.append([{**vars(one), "time_secs": number(one.time_secs)} for one in recording.markers])
            return []
        if call == "compare":
            reenact.compare(recording, reenact.open(case["other"]), **options)
            return []
        others = [reenact.open(case["other"])] if call == "concat" else []
        result = getattr(recording, call)(*others, **options)
        if call == "stats":
            damage = " ".join(one.code for one in result.damage)
            row = {row["name"]: row["value"] for row in reports[-1]["rows"]}
            reports.append({**row, "damage": damage or None})
            return []
        if call == "optimize_with_proof":
            result, _ = result
    result.save(folder / case["output"])
    return [(note.code, note.is_loss, note.message) for note in result.notes]


def outcome(case: dict[str, Any], folder: Path) -> dict[str, Any]:
    notes_of_output.clear()
    reports.clear()
    folder.mkdir(parents=True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            notes = run(case, folder) + notes_of_output
        except reenact.ReenactError as error:
            return {"error": str(error)}
    warned = "\n".join(str(one.message) for one in caught)
    silent = [note for note in notes_of_output if note[1] and note[2] not in warned]
    notes += [("not-warned", True, message) for _, _, message in silent]
    return {"notes": notes, "report": reports[-1] if reports else None}


def surface() -> dict[str, list[str]]:
    """Parameters of every method and function that a case may call."""
    found = {}
    for name, one in [*inspect.getmembers(reenact.Recording), *inspect.getmembers(reenact)]:
        if callable(one) and not name.startswith("_") and not inspect.isclass(one):
            kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
            parameters = inspect.signature(one).parameters.values()
            found[name] = [one.name for one in parameters if one.kind in kinds]
    for name, more in [
        ("convert", reenact.Writing),
        ("optimize_with_proof", reenact.Bounds),
        ("compare", reenact.Tolerances),
    ]:
        found[name] += more.__annotations__
    return found


def main() -> None:
    cases, folder = json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2])
    intercept()
    results = {case["id"]: outcome(case, folder / case["id"]) for case in cases}
    document = {"formats": list(reenact.formats()), "surface": surface(), "results": results}
    (folder / "results.json").write_text(json.dumps(document))


main()
