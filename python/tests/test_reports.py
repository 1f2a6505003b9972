"""Reports: mappings, short lines, and tables in notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import reenact
from conftest import TESTDATA


def test_stats_are_a_mapping_with_whole_counts() -> None:
    stats = reenact.demo().stats()
    assert isinstance(stats, Mapping) and len(dict(stats)) == len(stats) == len(stats.units)
    for name in (
        "left_pinches",
        "right_gaps",
        "right_movements",
        "gaze_ivt_fixations",
        "gaze_idt_saccades",
    ):
        assert type(stats[name]) is int, name
    for name in ("right_sparc", "left_log_dimensionless_jerk", "duration_secs"):
        assert type(stats[name]) is float, name
    assert {
        name for name, unit in stats.units.items() if not unit and type(stats[name]) is float
    } == {
        f"{side}_{name}"
        for side in ("left", "right")
        for name in ("sparc", "log_dimensionless_jerk")
    }
    assert "right_pinches" in stats and stats.get("elbows") is None
    missing = reenact.demo().strip(gaze=True).stats()
    assert missing["gaze_ivt_fixations"] is None


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (lambda r: r.stats(), "<reenact.Stats: 108 of 108 measures, 19.23 s>"),
        (lambda r: r.info, "<reenact.Info: 19.23 s, version 1.1 (mrtk), 395 curves, 388,678 keys>"),
        (lambda r: reenact.compare(r, r), "<reenact.Comparison: identical>"),
        (
            lambda r: reenact.compare(r, r.reanchor(translation=(0.5, 0, 0))),
            "<reenact.Comparison: different from 0 s on, at most camera 0.5 m, left 0.5 m, right 0.5 m, gaze 0.5 m>",
        ),
        (
            lambda r: r.sample(60),
            "<reenact.Samples: 1155 frames, 0 s to 19.2333 s, camera, left, right, gaze>",
        ),
    ],
)
def test_a_report_shows_itself_in_a_line(ask: Any, line: str) -> None:
    assert repr(ask(reenact.demo())) == line


@pytest.mark.parametrize(
    "path",
    [TESTDATA / "recordings/v11_real_2s_asset.bin", TESTDATA / "recordings/v11_sub_none.bin"],
)
def test_a_report_is_a_table_in_a_notebook(path: Path) -> None:
    recording = reenact.open(path)
    for report in (
        recording.stats(),
        recording.info,
        recording.doctor(),
        reenact.compare(recording, recording),
    ):
        page = report._repr_html_()
        assert page.count("<table") == page.count("</table>") == 1
        assert len(repr(report)) < 300 and repr(report).startswith(
            f"<reenact.{type(report).__name__}: "
        )
    damaged = reenact.open(TESTDATA / "recordings/v11_real_2s_asset.bin").doctor()
    assert "not passed, " in repr(damaged) and all(
        f.code in damaged._repr_html_() for f in damaged.findings
    )
