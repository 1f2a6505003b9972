"""What people do with recordings in Python now, and what the package does instead: times, ratios and goals.

    python python/bench/against_hand.py [--seconds 300] [--repeat 7] [--skip-slow]

Needs a release build of the package (`pip install .`), numpy and pandas. Each time is the best of several runs after one to
warm up; what takes seconds is run once.
"""

from __future__ import annotations

import argparse
import gc
import mmap
import struct
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import reenact

RATE_HZ = 60


def best(work: Callable[[], Any], repeat: int) -> float:
    """Seconds of the best run."""
    if repeat > 1:
        work()
    times = []
    for _ in range(repeat):
        gc.collect()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


# By hand: a 1.1 file of MRTK, as one would read it from Microsoft's page and a hex editor


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


def hands_by_interp(views: list[np.ndarray], times: np.ndarray) -> np.ndarray:
    """Both hands, curve by curve; without NaN where a hand was lost, and without a care for signs and lengths."""
    start = 7 + 4
    out = np.empty((2, 26, 7, len(times)), np.float32)
    for hand in range(2):
        for joint in range(26):
            for part in range(7):
                view = views[start + (hand * 27 + joint + 1) * 7 + part]
                out[hand, joint, part] = np.interp(times, view["time_secs"], view["value"])
    return out


def hands_by_python(
    curves: list[list[tuple[float, float]]], times: list[float]
) -> list[list[float]]:
    """The same in plain Python: a walk along each curve."""
    start, out = 7 + 4, []
    for hand in range(2):
        for joint in range(26):
            for part in range(7):
                keys = curves[start + (hand * 27 + joint + 1) * 7 + part]
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--skip-slow", action="store_true", help="leave out what takes minutes")
    args = parser.parse_args()
    rows: list[tuple[str, str, float]] = []
    goals: list[tuple[str, float, float]] = []

    def measure(what: str, how: str, work: Callable[[], Any], repeat: int = args.repeat) -> float:
        took = best(work, repeat)
        rows.append((what, how, took))
        print(f"{what:<28} {how:<34} {took * 1e3:12.3f} ms", flush=True)
        return took

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.bin"
        recording = reenact.make(args.seconds, rate_hz=RATE_HZ)
        recording.save(path)
        info = recording.info
        print(f"{info.duration_secs:g} s, {info.keys} keys, {info.bytes / 1e6:.0f} MB\n")

        hand = measure("open", "numpy.frombuffer views by hand", lambda: views_by_hand(path))
        ours = measure("open", "reenact.open", lambda: reenact.open(path))
        goals.append(("opening, against views by hand", 1, hand / ours))

        name = "right.IndexTip.position.{}"
        opened, views = reenact.open(path), views_by_hand(path)
        at = opened.curve_names.index(name.format("x"))

        def joint_by_hand() -> np.ndarray:
            return np.stack([view["value"] for view in views_by_hand(path)[at : at + 3]], axis=1)

        def joint_by_reenact() -> np.ndarray:
            one = reenact.open(path)
            return np.stack([one.curve(name.format(part)).value for part in "xyz"], axis=1)

        assert np.array_equal(joint_by_hand(), joint_by_reenact())
        measure("one joint", "numpy.frombuffer views by hand", joint_by_hand)
        measure("one joint", "reenact", joint_by_reenact)

        def all_by_reenact() -> list[tuple[np.ndarray, np.ndarray]]:
            one = reenact.open(path)
            curves = map(one.curve, one.curve_names)
            # Copied out of the file, so that all of it is read.
            return [(curve.time_secs.copy(), curve.value.copy()) for curve in curves]

        slow = measure("every key", "a struct loop", lambda: keys_by_struct(path), 1)
        fast = measure("every key", "reenact, copied", all_by_reenact)
        goals.append(("every key, against a struct loop", 25, slow / fast))

        times = np.arange(int(info.duration_secs * RATE_HZ) + 1) / RATE_HZ
        ours_at = opened.sample(RATE_HZ)
        by_hand = hands_by_interp(views, times)
        there = ours_at.right.tracked
        apart = np.abs(ours_at.right.position[there, 0, 0] - by_hand[1, 0, 0][: len(there)][there])
        # Times of the file are float32, those of numpy.interp float64.
        assert apart.max() < 1e-4, apart.max()
        interp = measure(
            "both hands at 60 Hz",
            "numpy.interp, curve by curve",
            lambda: hands_by_interp(views, times),
        )
        sampled = measure("both hands at 60 Hz", "reenact", lambda: opened.sample(RATE_HZ))
        measure(
            "both hands at 60 Hz",
            "reenact, file not open yet",
            lambda: reenact.open(path).sample(RATE_HZ),
        )
        goals.append(("resampling, against numpy.interp", 10, interp / sampled))
        if not args.skip_slow:
            curves, instants = keys_by_struct(path), times.tolist()
            plain = measure(
                "both hands at 60 Hz", "plain Python", lambda: hands_by_python(curves, instants), 1
            )
            goals.append(("resampling, against plain Python", 100, plain / sampled))
            table = recording.convert(Path(folder) / "keys.csv")
            measure(
                "both hands at 60 Hz", "pandas from CSV", lambda: hands_by_pandas(table, times), 1
            )

    print("\n| what | how | time |\n|---|---|---:|")
    for what, how, took in rows:
        print(f"| {what} | {how} | {took * 1e3:.2f} ms |")
    print("\n| goal | wanted | measured | met |\n|---|---:|---:|---|")
    for what, wanted, measured in goals:
        met = "yes" if measured >= wanted else "**no**"
        print(f"| {what} | at least {wanted} × | {measured:.1f} × | {met} |")


if __name__ == "__main__":
    main()
