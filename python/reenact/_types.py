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
    DoubleArray: TypeAlias = npt.NDArray[np.float64]
    BoolArray: TypeAlias = npt.NDArray[np.bool_]

    #: One number, Python's or numpy's.
    Number: TypeAlias = "float | np.floating[Any] | np.integer[Any]"

#: Anything that names a file.
PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

#: Evaluation mode: what was observed, or what MRTK would play.
Mode = Literal["clean", "mrtk"]

#: How a 1.1 file stores its keys.
Layout = Literal["mrtk", "published"]

#: Format version of a recording.
Version = Literal["1.1", "1.0", "1.1-published", "1.0-published"]

#: Tables of a recording.
TableName = Literal["joints", "frames", "keys", "markers", "events", "stats"]

#: Kinds of events.
EventKind = Literal["tracked", "pinch", "grab", "poke", "pause", "fixation", "saccade"]

Side = Literal["left", "right"]

#: Coordinate systems: Unity's left-handed one, OpenGL's and WebXR's (y up, z backward), ROS's (x forward, z up).
Axes = Literal["unity", "opengl", "ros"]

#: What positions and rotations can be relative to.
Reference = Literal["wrist", "head"]

#: Severity of a finding.
Severity = Literal["error", "warning", "note"]

#: Which tracks: camera, hands, gaze.
Tracks = tuple[bool, bool, bool]

#: A track of a recording.
TrackName = Literal["camera", "left", "right", "gaze"]

#: Tracks that are edited or recorded together.
TrackGroup = Literal["camera", "hands", "gaze"]

#: One or more tracks, by name.
TrackGroups = TrackGroup | Iterable[TrackGroup]

#: A joint of a hand.
JointName = Literal[
    "Wrist",
    "Palm",
    "ThumbMetacarpalJoint",
    "ThumbProximalJoint",
    "ThumbDistalJoint",
    "ThumbTip",
    "IndexMetacarpal",
    "IndexKnuckle",
    "IndexMiddleJoint",
    "IndexDistalJoint",
    "IndexTip",
    "MiddleMetacarpal",
    "MiddleKnuckle",
    "MiddleMiddleJoint",
    "MiddleDistalJoint",
    "MiddleTip",
    "RingMetacarpal",
    "RingKnuckle",
    "RingMiddleJoint",
    "RingDistalJoint",
    "RingTip",
    "PinkyMetacarpal",
    "PinkyKnuckle",
    "PinkyMiddleJoint",
    "PinkyDistalJoint",
    "PinkyTip",
]

#: Events of a player.
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
