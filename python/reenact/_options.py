"""Keyword options as typed dictionaries, for editors and type checkers."""

from __future__ import annotations

from typing import Literal, TypedDict

from ._types import JointName, Mode, Side


class Thresholds(TypedDict, total=False):
    """Options of events and measures. ``docs/reference/measures.md`` explains each; the defaults are those of the command.

    Attributes
    ----------
    joint : str or None
        The joint that stands for the hand; the wrist by default.
    pinch_by : {"curve", "aperture"}
        Whether pinches are those of the recording, or found by the distance between the tips of thumb and index.
    fixation_by : {"velocity", "dispersion"}
        Method that distinguishes fixations from saccades, in events. Measures have both.
    start_secs, end_secs : float
        The part that is measured.
    smoothing_secs : float
        Half the window that derivatives are taken over.
    rest_speed_m_s, min_pause_secs, min_movement_secs : float
        Slower is at rest; shorter rests are part of a movement; shorter movements are none.
    pinch_close_m, pinch_open_m : float
        The distance between the tips at which a pinch begins and ends, by aperture.
    grab_close_deg, grab_open_deg : float
        The bend of the fingers at which a grab begins and ends.
    saccade_deg_s, min_saccade_deg : float
        The speed and the least amplitude of a saccade.
    merge_secs, merge_deg, min_fixation_secs, dispersion_deg : float
        Which fixations are one, which are none, and the dispersion of one.
    """

    joint: JointName | None
    pinch_by: Literal["curve", "aperture"]
    fixation_by: Literal["velocity", "dispersion"]
    start_secs: float
    end_secs: float
    smoothing_secs: float
    rest_speed_m_s: float
    min_pause_secs: float
    min_movement_secs: float
    pinch_close_m: float
    pinch_open_m: float
    grab_close_deg: float
    grab_open_deg: float
    saccade_deg_s: float
    min_saccade_deg: float
    merge_secs: float
    merge_deg: float
    min_fixation_secs: float
    dispersion_deg: float


class Measuring(Thresholds, total=False):
    """Options of measures: those of `Thresholds`, mode and rate.

    Attributes
    ----------
    mode : {"clean", "mrtk"}
        Evaluation mode: observed motion, or what MRTK would play.
    rate_hz : float
        Sample rate in Hz.
    max_frames : int or None
        Most frames, as in `Recording.sample`.
    """

    mode: Mode
    rate_hz: float
    max_frames: int | None


class Tolerances(TypedDict, total=False):
    """Tolerances within which two recordings count as the same. ``docs/reference/compare.md`` explains it.

    Attributes
    ----------
    position_m, rotation_deg, gaze_deg : float
        Of poses.
    state_secs, duration_secs, marker_secs : float
        Of times.
    """

    position_m: float
    rotation_deg: float
    gaze_deg: float
    state_secs: float
    duration_secs: float
    marker_secs: float


class Bounds(TypedDict, total=False):
    """Error bounds of `Recording.optimize`.

    Attributes
    ----------
    position_m, rotation_deg, gaze_deg : float or None
        How far off something may be at any key of the original; the preset's if not given.
    free_values : bool
        Whether keys may have values that the original has not, which saves more of them.
    thorough : bool
        Whether to take longer for fewer keys.
    """

    position_m: float | None
    rotation_deg: float | None
    gaze_deg: float | None
    free_values: bool
    thorough: bool


class Writing(TypedDict, total=False):
    """Options of single formats of `Recording.convert`. The defaults are those of the command.

    Attributes
    ----------
    table : {"keys", "frames", "joints", "markers"}
        Of CSV and Parquet: which table. Markers are one of Parquet alone.
    mode : {"clean", "mrtk"}
        Evaluation mode of tables of poses: observed motion, or what MRTK would play.
    rate_hz : float
        Sample rate in Hz, for formats with frames and for curves with tangents; 60 by default.
    max_frames : int or None
        Of formats of frames: most frames, as in `Recording.sample`.
    axes : {"web", "blender", "unity"}
        Of glTF, BVH, USD and BIDS: the target application, which decides the axes.
    profile : {"skeleton", "flat"}
        Of glTF: skinned hand meshes, or joints in world space with the original keys.
    rig : {"reenact", "mrtk"}
        Of Unity's clips: which nodes move, those of our glTF files or of MRTK's own hands.
    unit : {"m", "cm"}
        BVH: unit of length.
    hand : {"right", "left"}
        Of hand poses: which hand.
    at_secs : float
        Of hand poses: at which time. These need it.
    reference : str
        Of hand poses: which joint is at the origin; ``"IndexTip"`` by default.
    subject, session : str
        BIDS: labels of subject and session, letters and digits only. The default subject is the name of the recording.
    task : str
        BIDS: label of the task; ``"recording"`` by default.
    handsbin_version : {"2", "1"}
        Of Unity XR Hands recordings: format version, 2 for XR Hands 1.8 and later, 1 for 1.7.
    key_times : bool
        Unity XR Hands recordings: a frame at each key time instead of at `rate_hz`.
    origin : {"world", "head", "floor"}
        Unity XR Hands recordings: origin of positions: that of the recording, the first head pose, or 1.6 m below it.
    """

    table: Literal["keys", "frames", "joints", "markers"]
    mode: Mode
    rate_hz: float
    max_frames: int | None
    axes: Literal["web", "blender", "unity"]
    profile: Literal["skeleton", "flat"]
    rig: Literal["reenact", "mrtk"]
    unit: Literal["m", "cm"]
    hand: Side
    at_secs: float
    reference: JointName
    subject: str
    session: str
    task: str
    handsbin_version: Literal["1", "2"]
    key_times: bool
    origin: Literal["world", "head", "floor"]
