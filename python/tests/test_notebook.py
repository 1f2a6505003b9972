"""The notebook does what it shows."""

from __future__ import annotations

import json
from typing import Any

from conftest import ROOT

NOTEBOOK = ROOT / "docs/notebooks/pinch_durations.ipynb"


def test_the_notebook_runs_and_shows_what_it_gives(monkeypatch: Any) -> None:
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    shown = []
    monkeypatch.setattr(plt, "show", lambda: shown.append(plt.gcf()))
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] or "import" in "".join(cell["source"]), "not executed"
            exec("".join(cell["source"]), names)
    assert len(shown) == 1
    # What is stored is what comes out: the table's first lines are in the page.
    table = names["table"]
    stored = json.dumps(cells)
    assert len(table) == 40
    for duration in table.duration_secs.head(3):
        assert f"{duration:.6f}" in stored
    plt.close("all")
