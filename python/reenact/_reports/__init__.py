"""Reports on recordings as typed records."""

from .changes import Change, Note, Repair, TrackProof
from .comparison import Comparison, TrackComparison
from .findings import Diagnosis, Finding
from .info import HandInfo, Info, Marker
from .measures import Damage, Event, Stats

__all__ = [
    "Change",
    "Comparison",
    "Damage",
    "Diagnosis",
    "Event",
    "Finding",
    "HandInfo",
    "Info",
    "Marker",
    "Note",
    "Repair",
    "Stats",
    "TrackComparison",
    "TrackProof",
]
