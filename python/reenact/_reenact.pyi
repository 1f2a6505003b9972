"""The extension module. People use the package above it."""

from os import PathLike
from typing import Any, BinaryIO, Final, Literal, TypeAlias, final

import numpy as np
import numpy.typing as npt

from ._types import PlayerEventKind, Side

__all__ = [
    "JOINTS",
    "NAMES",
    "Batches",
    "Keys",
    "Player",
    "Recorder",
    "Recording",
    "Table",
    "__version__",
    "compare",
    "concat",
    "convert",
    "convert_files",
    "dataset_add",
    "demo",
    "doctor",
    "doctor_file",
    "edit_markers",
    "events",
    "fill",
    "format_of",
    "formats",
    "frame_times",
    "frames_at",
    "from_bytes",
    "info",
    "is_recording_file",
    "make",
    "make_script",
    "mark_events",
    "mirror",
    "nearest",
    "observed_at",
    "open",
    "optimize",
    "other_kind",
    "plot_svg",
    "reanchor",
    "recording_name",
    "repair",
    "repair_file",
    "resample",
    "retime",
    "sample",
    "series",
    "series_names",
    "smooth",
    "stats",
    "strip",
    "table_rows",
    "trim",
    "value_at",
    "version",
    "write",
]

__version__: Final[str]
JOINTS: Final[tuple[str, ...]]
NAMES: Final[dict[str, tuple[str, ...]]]

_Floats: TypeAlias = npt.NDArray[np.float32]
_Doubles: TypeAlias = npt.NDArray[np.float64]
_Path: TypeAlias = str | PathLike[str]
_Tracks: TypeAlias = tuple[bool, bool, bool]
_Notes: TypeAlias = list[tuple[str, bool, str]]
_Edited: TypeAlias = tuple[Recording, _Notes]
_TrackProof: TypeAlias = tuple[str, int, int, tuple[float, float], tuple[float, float]]
_Told: TypeAlias = tuple[float, PlayerEventKind, Side | None, int | None, str | None, int | None]
_Which: TypeAlias = int | str | tuple[float, float]
_MarkerEdit: TypeAlias = tuple[str, _Which | None, float, str]
_Kind: TypeAlias = Literal["simple", "full", "boolean"]

@final
class Keys:
    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    def __len__(self, /) -> int: ...

@final
class Recording:
    @property
    def tracks(self) -> _Tracks: ...
    @property
    def layout(self) -> str: ...
    @property
    def duration_secs(self) -> float: ...
    @property
    def start_secs(self) -> float: ...
    @property
    def end_secs(self) -> float: ...
    def curve_names(self) -> list[str]: ...
    def markers(self) -> list[tuple[float, str]]: ...
    def curve(self, name: str) -> tuple[Keys, _Kind, int, int]: ...
    def write_into(self, out: BinaryIO, check: bool) -> None: ...
    def foreign_bytes(self) -> bytes | None: ...
    def notes_of_output(self) -> list[tuple[str, bool, str]]: ...
    def same_as(self, other: Recording) -> bool: ...
    def check(self) -> None: ...

@final
class Player:
    def __new__(cls, recording: Recording, mode: str) -> Player: ...
    def play(self) -> None: ...
    def pause(self) -> None: ...
    def stop(self) -> None: ...
    def seek(self, position_secs: float) -> None: ...
    def set_speed(self, speed: float) -> None: ...
    def set_loop(self, range_secs: tuple[float, float] | None) -> None: ...
    def tick(self, dt_secs: float) -> list[_Told]: ...
    def step(self, frames: int, rate_hz: float) -> list[_Told]: ...
    @property
    def position_secs(self) -> float: ...
    @property
    def end_secs(self) -> float: ...
    @property
    def speed(self) -> float: ...
    @property
    def loop_secs(self) -> tuple[float, float] | None: ...
    @property
    def is_playing(self) -> bool: ...
    def frame(self) -> tuple[float, _Floats]: ...

@final
class Recorder:
    def __new__(
        cls,
        max_rate_hz: float | None,
        keep_secs: float | None,
        cut_pauses: bool,
        tracks: _Tracks,
        version: str,
    ) -> Recorder: ...
    def record(
        self, times_secs: npt.NDArray[np.float64], values: _Floats, tracks: _Tracks
    ) -> list[Literal["kept", "over-rate", "paused", "refused", "full"]]: ...
    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def mark(self, name: str) -> None: ...
    def discard(self) -> None: ...
    @property
    def is_paused(self) -> bool: ...
    @property
    def frames(self) -> int: ...
    @property
    def duration_secs(self) -> float: ...
    @property
    def dropped_frames(self) -> int: ...
    def recording(self) -> Recording: ...

def open(path: _Path, layout: str | None) -> Recording: ...
def from_bytes(bytes: bytes, layout: str | None) -> Recording: ...
def make(
    seconds: float, rate_hz: float | None, seed: str, version: str | None, device: str
) -> Recording: ...
def demo() -> Recording: ...
def make_script(script: str, version: str) -> Recording: ...
def frame_times(
    recording: Recording,
    rate_hz: float,
    start_secs: float | None,
    end_secs: float | None,
    max_frames: int | None,
) -> _Doubles: ...
def sample(
    recording: Recording,
    rate_hz: float,
    mode: str,
    start_secs: float | None,
    end_secs: float | None,
    curves: list[int] | None,
    axes: str,
    max_frames: int | None,
) -> tuple[_Doubles, _Floats, npt.NDArray[np.bool_]]: ...
def frames_at(
    recording: Recording, times_secs: _Floats, mode: str, axes: str
) -> tuple[_Floats, npt.NDArray[np.bool_]]: ...
def observed_at(recording: Recording, times_secs: _Floats) -> npt.NDArray[np.bool_]: ...
def value_at(recording: Recording, curve: str, times_secs: _Floats) -> _Floats: ...
def nearest(name: str, names: list[str]) -> str | None: ...
def is_recording_file(path: _Path) -> bool: ...
def recording_name(path: _Path) -> str: ...
def info(recording: Recording) -> dict[str, Any]: ...
def doctor(recording: Recording, ignore: list[str], fail_on: str) -> str: ...
def doctor_file(path: _Path, ignore: list[str], fail_on: str) -> str: ...
def stats(recording: Recording, wanted: dict[str, Any]) -> str: ...
def events(recording: Recording, kinds: list[str] | None, wanted: dict[str, Any]) -> str: ...
def series(
    recording: Recording, names: list[str], wanted: dict[str, Any]
) -> tuple[_Doubles, list[_Doubles]]: ...
def series_names() -> list[tuple[str, str, str]]: ...
def compare(
    a: Recording,
    b: Recording,
    rate_hz: float,
    mode: str,
    align: str,
    align_secs: float,
    reference: str,
    key_times: bool,
    markers: bool,
    range_secs: tuple[float, float] | None,
    tolerances: dict[str, Any],
) -> str: ...
def plot_svg(
    recording: Recording,
    label: str,
    curves: list[str],
    mode: str,
    width_px: int,
    height_px: int | None,
    dark: bool,
    max_frames: int | None,
) -> str: ...
def formats() -> list[tuple[str, list[str]]]: ...
def format_of(path: _Path) -> str: ...
def other_kind(path: _Path) -> tuple[bool, str] | None: ...
def convert_files(
    recording: Recording, format: str, name: str, file_stem: str, options: dict[str, Any]
) -> list[tuple[str, str, bool]]: ...
def convert(
    recording: Recording,
    path: _Path,
    format: str,
    place: int,
    name: str,
    file_stem: str,
    options: dict[str, Any],
) -> list[tuple[str, bool, str]]: ...
def write(recording: Recording, path: _Path) -> list[tuple[str, bool, str]]: ...
def table_rows(
    recording: Recording, table: str, rate_hz: float, max_frames: int | None
) -> tuple[int, int]: ...
def dataset_add(
    recording: Recording,
    folder: _Path,
    tables: list[str],
    name: str,
    axes: str,
    wanted: dict[str, Any],
) -> list[_Path]: ...

@final
class Table:
    def __new__(
        cls,
        sources: list[tuple[str, Recording | _Path]],
        table: str,
        axes: str,
        columns: list[str] | None,
        wanted: dict[str, Any],
        kinds: list[str] | None,
        rows: tuple[int, int] | None,
    ) -> Table: ...
    def fields(self) -> list[tuple[str, str, bool, str | None]]: ...
    def collect(self) -> Batches: ...
    def columns(self) -> list[Any]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Batches:
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def trim(
    recording: Recording, start_secs: float | None, end_secs: float | None, keep_times: bool
) -> _Edited: ...
def concat(
    recordings: list[Recording],
    gap_secs: float | None,
    cross_fade_secs: float | None,
    align: str,
) -> _Edited: ...
def retime(recording: Recording, speed: float | None, duration_secs: float | None) -> _Edited: ...
def resample(
    recording: Recording, rate_hz: float, mode: str, max_frames: int | None
) -> _Edited: ...
def mirror(recording: Recording, plane: str) -> _Edited: ...
def reanchor(
    recording: Recording,
    anchor: str,
    pose: tuple[float, ...] | None,
    rotation: tuple[float, ...],
    scale: float,
    pivot: tuple[float, ...],
    translation: tuple[float, ...],
    tolerance_m: float,
    tolerance_deg: float,
) -> _Edited: ...
def smooth(
    recording: Recording,
    filter: str,
    tracks: _Tracks,
    half_window: int,
    order: int,
    min_cutoff_hz: float,
    position_beta: float,
    rotation_beta: float,
    derivative_cutoff_hz: float,
) -> _Edited: ...
def fill(
    recording: Recording, max_gap_secs: float, method: str, rate_hz: float, mark: bool
) -> _Edited: ...
def strip(
    recording: Recording,
    camera: bool,
    left: bool,
    right: bool,
    gaze: bool,
    markers: bool,
    trailing: bool,
    joints: list[str],
    head_height_m: float | None,
) -> _Edited: ...
def edit_markers(recording: Recording, edits: list[_MarkerEdit]) -> _Edited: ...
def mark_events(
    recording: Recording,
    kinds: list[str],
    ends: bool,
    name: str,
    end_name: str,
    wanted: dict[str, Any],
) -> _Edited: ...
def version(recording: Recording, version: str, max_error: float, allow_loss: bool) -> _Edited: ...
def optimize(
    recording: Recording, preset: str, bounds: dict[str, Any]
) -> tuple[Recording, _Notes, list[_TrackProof]]: ...
def repair(recording: Recording, fixes_wanted: list[str] | None) -> tuple[Recording, str]: ...
def repair_file(
    path: _Path, fixes_wanted: list[str] | None, layout: str | None
) -> tuple[Recording, str]: ...
