"""Reports of edits."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Note:
    """A note on an edit.

    Attributes
    ----------
    code : str
        A stable name for it, such as ``"curves-baked"``.
    is_loss : bool
        True if data of the original was lost.
    message : str
        One sentence.
    """

    code: str
    is_loss: bool
    message: str


@dataclass(frozen=True)
class Change:
    """A repair of one curve, list or header, done or possible.

    Attributes
    ----------
    fix : str
        Which fix, such as ``"rotation-w"``.
    target : str
        Which curve or part.
    keys : int
        How many keys.
    largest_mm, largest_degrees : float or None
        How far something was moved at most.
    keys_in_doubt : int
        Number of keys whose original value is uncertain.
    is_exact, is_loss : bool
        Whether the original was restored, and whether data was lost.
    message : str
        One sentence.
    """

    fix: str
    target: str
    keys: int
    largest_mm: float | None
    largest_degrees: float | None
    keys_in_doubt: int
    is_exact: bool
    is_loss: bool
    message: str


@dataclass(frozen=True)
class Repair:
    """Report of a repair.

    Attributes
    ----------
    changes : tuple of Change
        Changes that were made.
    left : tuple of Change
        Changes that fixes not selected would make.
    unrepaired : tuple of Change
        Defects that the selected fixes could not repair.
    salvage : dict or None
        Data recovered from a damaged file.
    """

    changes: tuple[Change, ...]
    left: tuple[Change, ...]
    unrepaired: tuple[Change, ...]
    salvage: dict[str, Any] | None

    @property
    def notes(self) -> tuple[Note, ...]:
        """The repairs as notes of an edit."""
        return tuple(Note(one.fix, one.is_loss, one.message) for one in self.changes)

    @classmethod
    def _of(cls, text: str) -> Repair:
        """Of JSON."""
        report = json.loads(text)
        changes = tuple(Change(**change) for change in report.pop("changes"))
        left = tuple(Change(**change) for change in report.pop("left"))
        unrepaired = tuple(Change(**change) for change in report.pop("unrepaired"))
        return cls(changes=changes, left=left, unrepaired=unrepaired, **report)


@dataclass(frozen=True)
class TrackProof:
    """Number of keys of a track before and after `Recording.optimize`, and the largest error at the old keys.

    Attributes
    ----------
    track : str
        ``camera``, ``left``, ``right`` or ``gaze``.
    keys_before, keys_after : int
        How many keys.
    max_position_m, rms_position_m : float
        How far positions are off, in metres.
    max_angle_deg, rms_angle_deg : float
        How far rotations or directions are off.
    """

    track: str
    keys_before: int
    keys_after: int
    max_position_m: float
    rms_position_m: float
    max_angle_deg: float
    rms_angle_deg: float
