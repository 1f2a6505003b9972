"""What is wrong or odd with a file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Finding:
    """Something wrong or odd with a file. ``docs/doctor.md`` explains every code.

    Attributes
    ----------
    code : str
        What it is, such as ``"rotation-w-lost"``.
    severity : {"error", "warning", "note"}
        How bad it is.
    where : str
        Which curve, track or part.
    count : int
        How often.
    offset : int or None
        The byte at which it starts.
    from_secs, to_secs : float or None
        The time that it spans.
    message : str
        One sentence.
    repair : {"exact", "partial", "none"}
        Whether `Recording.repair` can mend it.
    """

    code: str
    severity: Literal["error", "warning", "note"]
    where: str
    count: int
    offset: int | None
    from_secs: float | None
    to_secs: float | None
    message: str
    repair: Literal["exact", "partial", "none"]


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong or odd with a file, and which MRTK probably wrote it.

    Attributes
    ----------
    writer : str or None
        Such as ``"MRTK 2.6.0 – 2.7.2"``.
    evidence : tuple of str
        What speaks for it.
    findings : tuple of Finding
        What was found.
    """

    writer: str | None
    evidence: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def is_healthy(self) -> bool:
        """Whether there is nothing worse than a note."""
        return all(finding.severity == "note" for finding in self.findings)

    @classmethod
    def _of(cls, text: str) -> Diagnosis:
        """Of JSON."""
        report = json.loads(text)
        findings = tuple(Finding(**finding) for finding in report["findings"])
        return cls(report["writer"], tuple(report["evidence"]), findings)
