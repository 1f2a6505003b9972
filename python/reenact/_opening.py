"""Functions that open, repair, concatenate and generate recordings."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from . import _reenact
from ._errors import ReenactError
from ._find import as_path, name_of
from ._recording import Recording
from ._recording.storage import inner_of, listed
from ._reports import Repair

if TYPE_CHECKING:
    from ._types import Layout, PathLike, Version


def open(path: PathLike, *, layout: Layout | None = None) -> Recording:
    """Opens a recording by memory-mapping it, or reads one from another format.

    A large file is memory-mapped: opening takes the same time for 20 MB and 10 GB, and only the pages in use are read. If another
    program truncates or writes to it meanwhile, using the recording raises ``OSError``, and views of its keys show zeros or
    what was written; to be safe from that, use ``from_bytes(path.read_bytes())``.

    Parameters
    ----------
    path : path-like
        A ``.bin`` file of MRTK; or a recording in another format, detected from its contents: JSON, JSON lines, glTF, a Parquet
        table of keys, a Unity XR Hands recording, a WebXR recording of IWER, a journal, or a ``head_hand_eye.csv`` of HoloLens2ForCV. Any of
        them may be compressed with gzip or Zstandard (up to 2 GB uncompressed). ``~`` is the home folder.
    layout : {"mrtk", "published"}, optional
        Forces how a 1.1 file is read instead of working it out.

    Raises
    ------
    FileNotFoundError
        If the file does not exist.
    OSError
        If it cannot be read.
    ReenactError
        If it is no recording, or damaged. See `reenact.doctor` and `reenact.repair`.

    Examples
    --------
    >>> import reenact
    >>> reenact.open("testdata/recordings/v11_real_2s_asset.bin")
    <reenact.Recording 'v11_real_2s_asset': 1.60 s, camera, left, right, gaze, 395 curves, 11398 keys, 0 markers>
    """
    file = as_path(path)
    return Recording(_reenact.open(file, layout), name=name_of(Path(file.name)), path=file)


def from_bytes(
    data: bytes | bytearray | memoryview, *, layout: Layout | None = None, name: str = ""
) -> Recording:
    """Reads the bytes of a file, in any format that `open` reads.

    Examples
    --------
    >>> import reenact
    >>> recording = reenact.demo()
    >>> reenact.from_bytes(recording.to_bytes()) == recording
    True
    """
    # Not `bytes(data)` alone, which turns a number into that many zeros.
    return Recording(_reenact.from_bytes(bytes(memoryview(data)), layout), name=name)


def repair(
    path: PathLike, fixes: str | Iterable[str] | None = None, *, layout: Layout | None = None
) -> tuple[Recording, Repair]:
    """Repairs a file, even one that cannot be opened: recovers the intact part of a truncated file.

    Parameters
    ----------
    path : path-like
        The file, which is not changed.
    fixes : iterable of str, optional
        Only these, by the names of ``docs/reference/repair.md``; by default all that throw nothing away.
    layout : {"mrtk", "published"}, optional
        Forces how a 1.1 file is read.

    Returns
    -------
    Recording, Repair
        The recording, to be saved elsewhere, and what was changed.

    Examples
    --------
    >>> import pathlib, tempfile, reenact
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     cut = pathlib.Path(folder) / "cut.bin"
    ...     _ = cut.write_bytes(reenact.make(seconds=1).to_bytes()[:100_000])
    ...     repaired, report = reenact.repair(cut)
    >>> repaired.tracks, [change.fix for change in report.changes]
    (('camera', 'left', 'right', 'gaze'), ['salvage'])
    """
    file = as_path(path)
    wanted = None if fixes is None else listed(fixes)
    inner, text = _reenact.repair_file(file, wanted, layout)
    report = Repair._of(text)
    return Recording(inner, name=name_of(Path(file.name)), notes=report.notes), report


def concat(
    recordings: Iterable[Recording],
    *,
    gap_secs: float | None = None,
    cross_fade_secs: float | None = None,
    align: Literal["none", "camera", "left-wrist", "right-wrist"] = "camera",
) -> Recording:
    """Concatenates recordings. Parameters as in `Recording.concat`.

    Examples
    --------
    >>> import reenact
    >>> parts = [reenact.make(seconds=1, seed=seed) for seed in range(3)]
    >>> round(reenact.concat(parts, gap_secs=0.5).duration_secs, 2)
    4.0
    """
    all_of_them = list(recordings)
    if not all_of_them:
        raise ReenactError("no recordings to concatenate: give at least one recording")
    first, *others = all_of_them
    inner_of(first)
    return first.concat(*others, gap_secs=gap_secs, cross_fade_secs=cross_fade_secs, align=align)


def make(
    seconds: float = 10.0,
    *,
    rate_hz: float | None = None,
    seed: int = 1,
    version: Version | None = None,
    device: Literal["ideal", "hololens2"] = "ideal",
    script: str | None = None,
) -> Recording:
    """Generates a lifelike synthetic recording. The same seed gives the same bytes on every machine.

    Parameters
    ----------
    seconds : float
        How long it is; at most a day.
    rate_hz : float, optional
        Frame rate in Hz, from 1 to 1,000. The default is the device's own: 60, or 25 for ``"hololens2"``.
    seed : int
        Random seed; the same seed gives the same bytes.
    version : {"1.1", "1.0", "1.1-published", "1.0-published"}, optional
        Format version. The default is 1.1, or 1.0 for ``"hololens2"``.
    device : {"ideal", "hololens2"}
        Device profile. ``"hololens2"`` has the rate, noise, elastic bones, sign flips and start times of a worn HoloLens 2.
    script : str, optional
        Script in TOML, described in ``docs/reference/scripts.md``. It sets length, sample rate and seed itself.

    Examples
    --------
    >>> import reenact
    >>> reenact.make(seconds=2, seed=7).duration_secs
    2.0
    """
    if script is not None:
        return Recording(_reenact.make_script(script, version or "1.1"), name="script")
    return Recording(
        _reenact.make(seconds, rate_hz, str(operator.index(seed)), version, device),
        name=f"made-{seed}",
    )


def demo() -> Recording:
    """Generates a synthetic recording of about 20 seconds with every kind of event.

    Examples
    --------
    >>> import reenact
    >>> reenact.demo().markers[0]
    Marker(time_secs=0.0, name='start')
    """
    return Recording(_reenact.demo(), name="demo")
