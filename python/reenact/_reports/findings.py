"""Defects and anomalies of a file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from .. import _html


@dataclass(frozen=True)
class Finding:
    """A defect or anomaly of a file. ``docs/reference/doctor.md`` explains every code.

    Attributes
    ----------
    code : str
        Code, such as ``"rotation-w-lost"``.
    title : str
        Short sentence that names the defect, such as ``"Rotations have lost their w component"``.
    severity : {"error", "warning", "note"}
        Severity.
    where : str
        Curve, track or part of the file.
    count : int
        Number of occurrences.
    offset : int or None
        Byte offset of the first occurrence.
    start_secs, end_secs : float or None
        Time span.
    message : str
        One sentence with the details.
    repair : {"exact", "partial", "none"}
        Whether `Recording.repair` can fix it.
    """

    code: str
    title: str
    severity: Literal["error", "warning", "note"]
    where: str
    count: int
    offset: int | None
    start_secs: float | None
    end_secs: float | None
    message: str
    repair: Literal["exact", "partial", "none"]


@dataclass(frozen=True, repr=False)
class Diagnosis:
    """Defects and anomalies of a file, and the MRTK release that probably wrote it.

    Attributes
    ----------
    writer : str or None
        Such as ``"MRTK 2.6.0 – 2.7.2"``.
    evidence : tuple of str
        The evidence for the writer.
    findings : tuple of Finding
        Findings, most severe first.
    ignored : tuple of Finding
        Findings whose codes were ignored.
    fail_on : {"error", "warning", "note"}
        Lowest severity that fails.
    passed : bool
        True if no finding, apart from the ignored ones, is at or above `fail_on`.
    """

    writer: str | None
    evidence: tuple[str, ...]
    findings: tuple[Finding, ...]
    ignored: tuple[Finding, ...]
    fail_on: Literal["error", "warning", "note"]
    passed: bool

    @property
    def is_healthy(self) -> bool:
        """True if there are no errors and no warnings, apart from the ignored ones."""
        return all(finding.severity == "note" for finding in self.findings)

    @classmethod
    def _of(cls, text: str) -> Diagnosis:
        """Parses the JSON report."""
        report = json.loads(text)
        findings = tuple(map(_finding, report["findings"]))
        ignored = tuple(map(_finding, report["ignored"]))
        writer = report["writer"] or {"name": None, "evidence": []}
        evidence = tuple(writer["evidence"])
        return cls(writer["name"], evidence, findings, ignored, report["fail_on"], report["passed"])

    def __repr__(self) -> str:
        counts = [
            _html.plural(sum(one.severity == severity for one in self.findings), severity)
            for severity in ("error", "warning", "note")
        ]
        there = [count for count in counts if not count.startswith("0 ")]
        state = "passed" if self.passed else "not passed"
        return f"<reenact.Diagnosis: {state}, {', '.join(there) or 'no findings'}, by {self.writer or 'unknown'}>"

    def _repr_html_(self) -> str:
        rows = (
            (f"{one.severity}: {one.title} ({one.code})", f"{one.where}: {one.message}")
            for one in self.findings
        )
        title = (
            f"{'passed' if self.passed else 'not passed'}, written by {self.writer or 'unknown'}"
        )
        return _html.table(title, rows)


def _finding(finding: dict[str, Any]) -> Finding:
    start_secs, end_secs = finding.pop("from_secs"), finding.pop("to_secs")
    return Finding(start_secs=start_secs, end_secs=end_secs, **finding)
