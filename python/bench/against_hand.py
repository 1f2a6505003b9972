"""What people do with recordings in Python now, and what the package does instead: times, ratios and goals.

    python python/bench/against_hand.py [--seconds 300] [--rounds 15] [--skip-slow]

Needs a release build of the package (`pip install .`), numpy and pandas. A time is the median of the rounds, by the clock on
the wall and by the processor, after one to warm up; what takes seconds is run once. One contestant is run after the other, as
`timeit` does. Where the rows say "in turns", each finds the caches as the others left them.

What is compared gives the same: the numbers of `numpy.interp` and plain Python are compared with Reenact before they are timed,
NaN for NaN. Both start from a file that is open (mapped, its pages in memory), as somebody has it who asks for poses a second
time; the rows "file not open yet" start from its name.
"""

from __future__ import annotations

import argparse
import gc
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import reenact
from by_hand import (
    curves_by_interp,
    hands_by_interp,
    hands_by_pandas,
    hands_by_python,
    keys_by_struct,
    views_by_hand,
)

RATE_HZ = 60
#: What a device makes that means to make as many.
OTHER_HZ = 59.7

Work = Callable[[], Any]


class Race:
    """Times of contestants, and how far apart they were meant to be."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, float, float]] = []
        self.goals: list[tuple[str, float, float]] = []

    def run(
        self, what: str, rounds: int, *, in_turns: bool = False, **ways: Work
    ) -> dict[str, list[float]]:
        """Runs contestants; the seconds of each, round by round."""
        walls: dict[str, list[float]] = {how: [] for how in ways}
        works: dict[str, list[float]] = {how: [] for how in ways}
        order = [how for how in ways for _ in range(rounds)]
        if in_turns:
            order = list(ways) * rounds
        for number, how in enumerate(order):
            if rounds > 1 and how not in order[:number]:
                ways[how]()
            gc.collect()
            wall, worked = time.perf_counter(), time.process_time()
            ways[how]()
            works[how].append(time.process_time() - worked)
            walls[how].append(time.perf_counter() - wall)
        for how in ways:
            row = (what, how.replace("_", " "), median(walls[how]), median(works[how]))
            self.rows.append(row)
            print("{:<22} {:<34} {:11.3f} s {:11.3f} s".format(*row), flush=True)
        return walls

    def goal(self, what: str, wanted: float, theirs: list[float], ours: list[float]) -> None:
        """Notes how many times as fast ours was."""
        self.goals.append((what, wanted, median(theirs) / median(ours)))

    def print(self) -> None:
        """The tables of docs/reference/python.md."""
        print("\n| what | how | time | processor |\n|---|---|---:|---:|")
        for what, how, wall, worked in self.rows:
            print(f"| {what} | {how} | {wall * 1e3:.2f} ms | {worked * 1e3:.2f} ms |")
        print("\n| goal | wanted | measured | met |\n|---|---:|---:|---|")
        for what, wanted, ratio in self.goals:
            met = "yes" if ratio >= wanted else "**no**"
            print(f"| {what} | at least {wanted} × | {ratio:.1f} × | {met} |")


def opening(race: Race, path: Path, rounds: int) -> None:
    took = race.run(
        "open",
        rounds,
        numpy_views_by_hand=lambda: views_by_hand(path),
        reenact=lambda: reenact.open(path),
    )
    race.goal("opening, against views by hand", 1, took["numpy_views_by_hand"], took["reenact"])


def one_joint(race: Race, path: Path, rounds: int) -> None:
    name = "right.IndexTip.position.{}"
    at = reenact.open(path).curve_names.index(name.format("x"))

    def by_hand() -> np.ndarray:
        return np.stack([view["value"] for view in views_by_hand(path)[at : at + 3]], axis=1)

    def by_reenact() -> np.ndarray:
        one = reenact.open(path)
        return np.stack([one.curve(name.format(part)).value for part in "xyz"], axis=1)

    assert np.array_equal(by_hand(), by_reenact())
    race.run("one joint", rounds, numpy_views_by_hand=by_hand, reenact=by_reenact)


def every_key(race: Race, path: Path, rounds: int) -> None:
    def by_reenact() -> list[tuple[np.ndarray, np.ndarray]]:
        one = reenact.open(path)
        curves = map(one.curve, one.curve_names)
        # Copied out of the file, so that all of it is read.
        return [(curve.time_secs.copy(), curve.value.copy()) for curve in curves]

    slow = race.run("every key", 1, a_struct_loop=lambda: keys_by_struct(path))
    fast = race.run("every key", rounds, reenact=by_reenact)
    race.goal("every key, against a struct loop", 25, slow["a_struct_loop"], fast["reenact"])


def both_hands(race: Race, path: Path, rounds: int) -> list[float]:
    opened, views = reenact.open(path), views_by_hand(path)
    # Times as the file has them: the same ones for everybody.
    samples = opened.sample(RATE_HZ)
    times = samples.time_secs.astype("f4")
    by_hand = hands_by_interp(views, times)
    for theirs, hand in zip(by_hand, (samples.left, samples.right), strict=True):
        assert hand is not None
        ours = np.concatenate([hand.position, hand.rotation], axis=2)
        # numpy.interp works in float64: the last bits differ.
        np.testing.assert_allclose(ours, np.moveaxis(theirs, -1, 0), rtol=1e-4, atol=1e-5)
    what = f"both hands at {RATE_HZ} Hz"
    took = race.run(
        what,
        rounds,
        numpy_interp_of_the_curves_alone=lambda: curves_by_interp(views, times),
        numpy_interp=lambda: hands_by_interp(views, times),
        reenact=lambda: opened.sample(RATE_HZ),
    )
    race.goal("resampling, against numpy.interp", 10, took["numpy_interp"], took["reenact"])
    race.run(
        f"{what}, in turns",
        rounds,
        in_turns=True,
        numpy_interp=lambda: hands_by_interp(views, times),
        reenact=lambda: opened.sample(RATE_HZ),
    )
    race.run(
        f"{what}, file not open yet",
        rounds,
        numpy_interp=lambda: hands_by_interp(views_by_hand(path), times),
        reenact=lambda: reenact.open(path).sample(RATE_HZ),
    )
    # Where no time is that of a key.
    between = opened.sample(97).time_secs.astype("f4")
    race.run(
        "both hands at 97 Hz",
        rounds,
        numpy_interp=lambda: hands_by_interp(views, between),
        reenact=lambda: opened.sample(97),
    )
    other_path = path.with_name("other.bin")
    reenact.make(opened.duration_secs, rate_hz=OTHER_HZ).save(other_path)
    other, other_views = reenact.open(other_path), views_by_hand(other_path)
    other_times = other.sample(RATE_HZ).time_secs.astype("f4")
    race.run(
        f"both hands at {RATE_HZ} Hz, made at {OTHER_HZ} Hz",
        rounds,
        numpy_interp=lambda: hands_by_interp(other_views, other_times),
        reenact=lambda: other.sample(RATE_HZ),
    )
    return took["reenact"]


def both_hands_slowly(race: Race, path: Path, ours: list[float]) -> None:
    opened, views = reenact.open(path), views_by_hand(path)
    times = opened.sample(RATE_HZ).time_secs.astype("f4")
    curves, instants = keys_by_struct(path), times.tolist()
    walked = np.float32(hands_by_python(curves, instants[:100])).reshape(2, 26, 7, 100)
    np.testing.assert_allclose(walked, curves_by_interp(views, times[:100]), rtol=1e-4, atol=1e-5)
    table = opened.convert(path.with_suffix(".csv"))
    slow = race.run(
        f"both hands at {RATE_HZ} Hz",
        1,
        plain_Python_of_the_curves_alone=lambda: hands_by_python(curves, instants),
        pandas_from_CSV=lambda: hands_by_pandas(table, times),
    )
    plain = slow["plain_Python_of_the_curves_alone"]
    race.goal("resampling, against plain Python", 100, plain, ours)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--skip-slow", action="store_true", help="leave out what takes minutes")
    args = parser.parse_args()
    race = Race()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.bin"
        recording = reenact.make(args.seconds, rate_hz=RATE_HZ)
        recording.save(path)
        info = recording.info
        print(f"{info.duration_secs:g} s, {info.keys} keys, {info.bytes / 1e6:.0f} MB")
        print(f"{os.cpu_count()} cores; load average {os.getloadavg()[0]:.2f}\n")
        opening(race, path, args.rounds)
        one_joint(race, path, args.rounds)
        every_key(race, path, args.rounds)
        ours = both_hands(race, path, args.rounds)
        if not args.skip_slow:
            both_hands_slowly(race, path, ours)
    race.print()


if __name__ == "__main__":
    main()
