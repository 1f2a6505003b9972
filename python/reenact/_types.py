"""Names that are used in several places."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, Union

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from typing import TypeAlias

    FloatArray: TypeAlias = npt.NDArray[np.float32]
    BoolArray: TypeAlias = npt.NDArray[np.bool_]

    #: One number, Python's or numpy's.
    Number: TypeAlias = "float | np.floating[Any] | np.integer[Any]"

#: Anything that names a file.
PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

#: Whose truth: what the person did, or what MRTK would play.
Mode = Literal["clean", "mrtk"]

#: How a 1.1 file stores its keys.
Layout = Literal["mrtk", "published"]

#: How a recording is stored.
Version = Literal["1.1", "1.0", "1.1-published", "1.0-published"]

#: The tables of a recording.
Table = Literal["joints", "frames", "keys", "markers", "stats"]

Side = Literal["left", "right"]

#: How bad a finding is.
Severity = Literal["error", "warning", "note"]

#: Which tracks: camera, hands, gaze.
Tracks = tuple[bool, bool, bool]

TrackName = Literal["camera", "hands", "gaze"]

#: Which tracks, by name.
TrackNames = TrackName | Iterable[TrackName]

#: What a player tells of.
PlayerEventKind = Literal[
    "marker",
    "hand-appeared",
    "hand-lost",
    "pinch-began",
    "pinch-ended",
    "looped",
    "end-reached",
    "start-reached",
]
