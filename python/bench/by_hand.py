"""A 1.1 file of MRTK as one would read it by hand, from Microsoft's page and a hex editor."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import Any

import numpy as np


def headers(data: Any) -> list[tuple[int, int]]:
    """Where the keys of each curve are, and how many."""
    camera, hands, gaze = data[16], data[17], data[18]
    count = 7 * camera + (4 + 2 * 27 * 7) * hands + 6 * gaze
    offset, found = 19, []
    for _ in range(count):
        _, _, keys = struct.unpack_from("<3i", data, offset)
        found.append((offset + 12, keys))
        offset += 12 + 8 * keys
    return found


def views_by_hand(path: Path) -> list[np.ndarray]:
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    dtype = np.dtype([("time_secs", "<f4"), ("value", "<f4")])
    return [np.frombuffer(data, dtype, keys, offset) for offset, keys in headers(data)]


def keys_by_struct(path: Path) -> list[list[tuple[float, float]]]:
    data = path.read_bytes()
    curves = []
    for offset, keys in headers(data):
        curve = []
        for key in range(keys):
            curve.append(struct.unpack_from("<2f", data, offset + 8 * key))
        curves.append(curve)
    return curves


#: In the file: seven curves of the camera, four states, then 27 slots of seven curves a hand, the first of which is no joint.
TRACKED, JOINTS = 7, 7 + 4 + 7


def curves_by_interp(views: list[np.ndarray], times: np.ndarray) -> np.ndarray:
    """Both hands, curve by curve: as the keys are, wherever a hand was lost or a rotation has another length than 1."""
    out = np.empty((2, 26, 7, len(times)), np.float32)
    for hand in range(2):
        for joint in range(26):
            for part in range(7):
                view = views[JOINTS + (hand * 27 + joint) * 7 + part]
                out[hand, joint, part] = np.interp(times, view["time_secs"], view["value"])
    return out


def hands_by_interp(views: list[np.ndarray], times: np.ndarray) -> np.ndarray:
    """The same as `sample`: rotations of length 1, NaN where a hand was not tracked."""
    out = curves_by_interp(views, times)
    for hand in range(2):
        rotation = out[hand, :, 3:]
        rotation /= np.sqrt(np.einsum("jct,jct->jt", rotation, rotation))[:, None]
        states = views[TRACKED + hand]
        last = np.searchsorted(states["time_secs"], times, "right") - 1
        out[hand][..., states["value"][np.maximum(last, 0)] < 0.5] = np.nan
    return out


def hands_by_python(
    curves: list[list[tuple[float, float]]], times: list[float]
) -> list[list[float]]:
    """The curves alone, in plain Python: a walk along each."""
    out = []
    for hand in range(2):
        for joint in range(26):
            for part in range(7):
                keys = curves[JOINTS + (hand * 27 + joint) * 7 + part]
                at, values = 0, []
                for now in times:
                    while at + 1 < len(keys) and keys[at + 1][0] <= now:
                        at += 1
                    (t0, v0), (t1, v1) = keys[at], keys[min(at + 1, len(keys) - 1)]
                    part_of = (now - t0) / (t1 - t0) if t1 > t0 and now > t0 else 0.0
                    values.append(v0 + (v1 - v0) * part_of)
                out.append(values)
    return out


def hands_by_pandas(path: Path, times: np.ndarray) -> np.ndarray:
    """From a CSV of keys: pivot, reindex, interpolate."""
    import pandas as pd

    table = pd.read_csv(path, usecols=["curve", "time_secs", "value"])
    is_joint = table["curve"].str.match(r"(left|right)\.(?!None)\w+\.(position|rotation)")
    wide = table[is_joint].pivot_table(index="time_secs", columns="curve", values="value")
    union = wide.index.union(times)
    return wide.reindex(union).interpolate("index").reindex(times).to_numpy(np.float32)
