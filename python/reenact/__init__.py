"""Recordings of MRTK (HoloLens): head, hands and gaze as arrays, tables and measures.

Examples
--------
>>> import reenact
>>> recording = reenact.demo()  # or reenact.open("session.bin")
>>> samples = recording.sample(rate_hz=60)
>>> samples.right.joint("IndexTip").position.shape
(1155, 3)
>>> [event.hand for event in recording.events("pinch")]
['left', 'right']

* `open` memory-maps a file; the methods of `Recording` sample, measure, edit and convert it.
* `Recording.sample` and `Recording.at` give poses as arrays, `Recording.series` measures over time, `Recording.curve` the keys as they
  are in the file.
* `Recording.to_pandas`, `to_polars` and `to_arrow` give tables, and `Recording.table` one for every library that reads Arrow data; `dataset` gives those
  of a whole folder. `Samples.to_xarray`, `to_numpy`,
  `to_zarr` and `to_hdf5`, `Dataset.features`, `Recording.to_mne` and `reenact.torch` are for scientific libraries.
* `Recording.trim`, `mirror`, `smooth` and so on return new recordings; `save` and `convert` write files.
* `Recording.doctor`, `stats`, `events` and `compare` report.
* `Player` and `Recorder` play and record; `from_arrays` makes recordings of arrays, `make` generates synthetic ones.
* `reenact.spark` reads recordings on a Spark cluster.

Times are in seconds, lengths in metres, angles in degrees; rotations are quaternions x y z w. Axes are those of
Unity, which are left-handed: x right, y up, z forward. `Recording.sample` and tables convert to the right-handed axes of OpenGL and ROS.
"""

from ._arrays import from_arrays, from_samples
from ._curve import Curve
from ._dataset import Dataset, dataset
from ._errors import FormWarning, LossWarning, ReenactError
from ._opening import concat, demo, from_bytes, make, open, repair
from ._options import Bounds, Measuring, Thresholds, Tolerances, Writing
from ._player import Player, PlayerEvent
from ._recorder import Recorder
from ._recording import Recording
from ._recording.conversion import formats
from ._recording.reports import compare, doctor
from ._reenact import __version__
from ._reports import (
    Change,
    Comparison,
    Damage,
    Diagnosis,
    Event,
    Finding,
    HandInfo,
    Info,
    Marker,
    Note,
    Repair,
    Stats,
    TrackComparison,
    TrackProof,
)
from ._samples import JOINTS, Frame, Hand, Poses, Rays, Samples, joint_index
from ._series import Series, series_names
from ._tables import Table
from ._types import Axes, EventKind, JointName, Mode, Side, TableName, TrackName
from ._view import Svg

__all__ = [
    "JOINTS",
    "Axes",
    "Bounds",
    "Change",
    "Comparison",
    "Curve",
    "Damage",
    "Dataset",
    "Diagnosis",
    "Event",
    "EventKind",
    "Finding",
    "FormWarning",
    "Frame",
    "Hand",
    "HandInfo",
    "Info",
    "JointName",
    "LossWarning",
    "Marker",
    "Measuring",
    "Mode",
    "Note",
    "Player",
    "PlayerEvent",
    "Poses",
    "Rays",
    "Recorder",
    "Recording",
    "ReenactError",
    "Repair",
    "Samples",
    "Series",
    "Side",
    "Stats",
    "Svg",
    "Table",
    "TableName",
    "Thresholds",
    "Tolerances",
    "TrackComparison",
    "TrackName",
    "TrackProof",
    "Writing",
    "__version__",
    "compare",
    "concat",
    "dataset",
    "demo",
    "doctor",
    "formats",
    "from_arrays",
    "from_bytes",
    "from_samples",
    "joint_index",
    "make",
    "open",
    "repair",
    "series_names",
]
