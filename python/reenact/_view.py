"""Representations of a recording: a line of text, and HTML for notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from . import _files
from ._errors import ReenactError
from ._find import as_path
from ._html import secs as _secs
from ._html import table
from ._samples import JOINTS, Hand, joint_index

if TYPE_CHECKING:
    from ._recording import Recording
    from ._reports import HandInfo, Info
    from ._types import FloatArray, PathLike

#: Okabe and Ito's, which people with any colour vision tell apart, on light and on dark.
_LEFT, _RIGHT, _MARK = "#0072b2", "#d55e00", "#009e73"

#: A sampler looks at every key: more than this is too long for a look.
_MOST_KEYS = 20_000_000

#: The most markers and spans that are drawn.
_MOST_DRAWN = 400

_FINGERS: tuple[tuple[str, ...], ...] = (
    ("Wrist", "ThumbMetacarpalJoint", "ThumbProximalJoint", "ThumbDistalJoint", "ThumbTip"),
    *(
        (
            "Wrist",
            *(
                f"{finger}{part}"
                for part in ("Metacarpal", "Knuckle", "MiddleJoint", "DistalJoint", "Tip")
            ),
        )
        for finger in ("Index", "Middle", "Ring", "Pinky")
    ),
)


@dataclass(frozen=True)
class Svg:
    """A picture as SVG, which a notebook displays.

    Attributes
    ----------
    text : str
        The picture as SVG.
    """

    text: str

    def save(self, path: PathLike, *, overwrite: bool = False) -> Path:
        """Writes the picture to a file.

        Parameters
        ----------
        path : path-like
            The file, which should end in ``.svg``.
        overwrite : bool
            Replace an existing file; otherwise `FileExistsError` is raised.

        Examples
        --------
        >>> import pathlib, tempfile, reenact
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     reenact.demo().plot().save(pathlib.Path(folder) / "a.svg").stat().st_size > 1000
        True
        """
        target = as_path(path)
        if target.suffix.lower() != ".svg":
            raise ReenactError(f"the plot is SVG: the name must end in .svg, not {target.name!r}")
        data = self.text.encode()
        _files.write_whole(target, overwrite, lambda file: file.write_bytes(data))
        return target

    def _repr_svg_(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<reenact.Svg: {len(self.text)} characters>"


def text(recording: Recording) -> str:
    """One-line summary of a recording."""
    name = f" {recording.name!r}" if recording.path else ""
    tracks = ", ".join(recording.tracks) or "no tracks"
    info, markers = recording.info, len(recording.markers)
    return (
        f"<reenact.Recording{name}: {_secs(info.duration_secs)}, {tracks}, {info.curves} curves, "
        f"{info.keys} keys, {markers} marker{'' if markers == 1 else 's'}>"
    )


def html(recording: Recording) -> str:
    """HTML summary of a recording: picture, timeline and numbers."""
    info = recording.info
    title = escape(recording.name or "recording")
    facts = [
        ("length", _secs(info.duration_secs)),
        ("version", f"{info.version} ({info.layout})"),
        ("size", _size(info.bytes)),
        ("keys", f"{info.keys:,} in {info.curves} curves"),
        ("markers", str(len(recording.markers))),
    ]
    for side, hand in (("left", info.left), ("right", info.right)):
        if hand is not None:
            pinches = f"{len(hand.pinching)} pinch{'' if len(hand.pinching) == 1 else 'es'}"
            facts.append((f"{side} hand", f"tracked {_secs(hand.tracked_secs)}, {pinches}"))
    return (
        '<div style="font-family:system-ui,sans-serif;max-width:760px">'
        f'<div style="font-weight:600;margin-bottom:4px">{title}</div>'
        '<div style="display:flex;gap:20px;align-items:center;flex-wrap:wrap">'
        f"{_picture(recording)}{table('', facts)}</div>{_timeline(recording, info)}</div>"
    )


def _size(count: int) -> str:
    size = float(count)
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"


# The spans


def _timeline(recording: Recording, info: Info) -> str:
    """When each hand was there and pinched, and the markers, over time."""
    width, left, right, bar = 740, 44, 18, 14
    start, end = info.start_secs, info.end_secs
    rows = [
        (side, hand, colour)
        for side, hand, colour in (("left", info.left, _LEFT), ("right", info.right, _RIGHT))
        if hand is not None
    ]
    if not (np.isfinite(start) and np.isfinite(end) and end > start):
        return ""
    scale = (width - left - right) / (end - start)

    def x(secs: float) -> float:
        return left + (min(max(secs, start), end) - start) * scale

    height = 26 + len(rows) * (bar + 6)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        'style="max-width:100%;margin-top:6px" font-family="system-ui,sans-serif" font-size="11" '
        'role="img" aria-label="when the hands were tracked and pinched">'
    ]
    for number, (side, hand, colour) in enumerate(rows):
        y = 4 + number * (bar + 6)
        parts.append(f'<text x="0" y="{y + 11}" fill="currentColor">{side}</text>')
        parts.append(
            f'<rect x="{left}" y="{y}" width="{width - left - right}" height="{bar}" rx="3" '
            'fill="currentColor" opacity=".08"/>'
        )
        parts.extend(_spans(hand, x, y, bar, colour))
    axis = 4 + len(rows) * (bar + 6)
    for marker in recording.markers[:_MOST_DRAWN]:
        if not np.isfinite(marker.time_secs):
            continue
        at = x(marker.time_secs)
        label = escape(f"{marker.name} at {marker.time_secs:g} s")
        parts.append(
            f'<line x1="{at:.1f}" x2="{at:.1f}" y1="0" y2="{axis}" stroke="{_MARK}" '
            f'stroke-width="1.5"><title>{label}</title></line>'
        )
    for tick in _ticks(start, end):
        parts.append(
            f'<text x="{x(tick):.1f}" y="{axis + 14}" fill="currentColor" opacity=".65" '
            f'text-anchor="middle">{tick:g} s</text>'
        )
    return "".join([*parts, "</svg>"])


def _spans(
    hand: HandInfo, x: Callable[[float], float], y: int, bar: int, colour: str
) -> Iterator[str]:
    # A span too short to be seen is shown all the same.
    for spans, top, height, opacity, what in (
        (hand.tracked, y, bar, 0.35, "tracked"),
        (hand.pinching, y + 3, bar - 6, 1.0, "pinching"),
    ):
        for start, end in spans[:_MOST_DRAWN]:
            width = max(x(end) - x(start), 1.0)
            yield (
                f'<rect x="{x(start):.1f}" y="{top}" width="{width:.1f}" height="{height}" rx="2" '
                f'fill="{colour}" opacity="{opacity}">'
                f"<title>{what} from {start:g} s to {end:g} s</title></rect>"
            )


def _ticks(start: float, end: float) -> list[float]:
    """Some five round times."""
    rough = (end - start) / 5
    power = 10 ** np.floor(np.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = np.ceil(start / step)
    count = min(int((end - first * step) / step + 1e-6), 10)
    return [float((first + number) * step) for number in range(count + 1)]


# The picture


def _picture(recording: Recording) -> str:
    """Both hands from behind at the frame in which most is visible, with the paths of the index tips."""
    info = recording.info
    if info.left is None or info.keys > _MOST_KEYS:
        return ""
    samples = recording.at(np.linspace(info.start_secs, info.end_secs, 241, dtype=np.float32))
    hands = [(samples.left, _LEFT), (samples.right, _RIGHT)]
    tip = joint_index("IndexTip")
    seen = [np.isfinite(hand.position[:, tip, 0]) for hand, _ in hands]
    score = np.sum(seen, axis=0)
    if not score.any():
        return ""
    # Of the frames with the most hands the middle one.
    best = np.flatnonzero(score == score.max())
    frame = int(best[len(best) // 2])
    points = np.concatenate(
        [hand.position[:, tip, :2] for hand, _ in hands]
        + [hand.position[frame, :, :2] for hand, _ in hands]
    )
    points = points[np.isfinite(points).all(axis=1)]
    low, high = points.min(axis=0), points.max(axis=0)
    if not (np.isfinite(low).all() and np.isfinite(high).all()):
        return ""
    width, height, edge = 260, 190, 8
    room = np.maximum(high - low, 1e-3)
    scale = min((width - 2 * edge) / room[0], (height - 2 * edge) / room[1])
    middle = (low + high) / 2

    def place(point: FloatArray) -> str:
        x, y = (point - middle) * scale
        return f"{width / 2 + x:.1f},{height / 2 - y:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="both hands from behind at '
        f'{samples.time_secs[frame]:.2f} s"><title>the hands at {samples.time_secs[frame]:.2f} s, '
        "and the paths of their index tips</title>"
    ]
    for hand, colour in hands:
        for way in _ways(hand.position[:, tip, :2]):
            line = " ".join(map(place, way))
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" opacity=".3"/>')
        parts.extend(_bones(hand, frame, colour, place))
    return "".join([*parts, "</svg>"])


def _ways(points: FloatArray) -> Iterator[FloatArray]:
    """Parts of a path between losses of tracking."""
    there = np.isfinite(points).all(axis=1)
    cuts = np.flatnonzero(np.diff(there.astype(np.int8))) + 1
    for part in np.split(points, cuts):
        if len(part) > 1 and np.isfinite(part[0]).all():
            yield part


def _bones(
    hand: Hand, frame: int, colour: str, place: Callable[[FloatArray], str]
) -> Iterator[str]:
    joints, names = hand.position[frame, :, :2], tuple[str, ...](JOINTS)
    for finger in _FINGERS:
        chain = joints[[names.index(name) for name in finger]]
        chain = chain[np.isfinite(chain).all(axis=1)]
        if len(chain) > 1:
            line = " ".join(map(place, chain))
            yield (
                f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5" '
                'stroke-linejoin="round" stroke-linecap="round"/>'
            )
