"""Long calls: other threads run meanwhile, and an interruption ends the wait."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import reenact


def busy(recording: reenact.Recording) -> None:
    recording.optimize(free_values=True)


def test_other_threads_run_during_long_work() -> None:
    recording = reenact.make(30)
    turns = 0
    is_done = threading.Event()

    def work() -> None:
        busy(recording)
        is_done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not is_done.wait(0.001):
        turns += 1
    thread.join()
    # With the lock held, not one turn would come in between.
    assert turns > 20


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core is no faster than one core")
def test_two_threads_are_faster_than_one() -> None:
    # Small enough that the library itself does not start threads.
    recordings = [reenact.make(2, seed=seed) for seed in range(24)]

    def one(recording: reenact.Recording) -> None:
        recording.smooth().to_bytes()
        recording.stats()

    def secs(threads: int) -> float:
        with ThreadPoolExecutor(threads) as pool:
            start = time.perf_counter()
            list(pool.map(one, recordings))
            return time.perf_counter() - start

    # Others use the machine, too: one quiet moment is enough to show that it can be.
    ratios = []
    for _ in range(12):
        ratios.append(secs(1) / secs(2))
        if ratios[-1] > 1.3:
            return
    pytest.fail(f"two threads were {max(ratios):.2f} times as fast as one at best")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_ends_a_long_call() -> None:
    program = """
        import signal

        import reenact
        # Who runs tests in the background may have switched it off, and we would inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        print("ready", flush=True)
        try:
            reenact.make(seconds=86_000, rate_hz=60)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    start = time.perf_counter()
    out, _ = process.communicate(timeout=60)
    assert out == "interrupted\n"
    assert process.returncode == 0
    assert time.perf_counter() - start < 10


@pytest.mark.skipif(sys.platform == "win32", reason="there are no alarms there")
def test_an_interruption_of_many_files_waits_for_none(tmp_path: Path) -> None:
    for seed in range(6):
        reenact.make(0.5, seed=seed).save(tmp_path / f"{seed}.bin")
    begun: list[str] = []
    is_over = threading.Event()

    def slow(recording: reenact.Recording) -> None:
        begun.append(recording.name)
        is_over.wait(20)

    start = time.perf_counter()
    with pytest.raises(Interrupted), alarm(0.3):
        reenact.dataset(tmp_path).map(slow, threads=2)
    assert time.perf_counter() - start < 10
    is_over.set()
    assert len(begun) == 2, "more was begun afterwards"


@pytest.fixture(scope="module")
def long() -> reenact.Recording:
    return reenact.make(180)


class Interrupted(BaseException):
    """What an alarm raises."""


@contextmanager
def alarm(secs: float) -> Iterator[None]:
    """Interrupts what takes longer."""

    def interrupt(*_: object) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, secs)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no alarms there")
@pytest.mark.parametrize("read", [reenact.open, lambda path: reenact.from_bytes(path.read_bytes())])
def test_reading_another_format_hears_an_interruption(read: object, tmp_path: Path) -> None:
    path = reenact.make(120).convert(tmp_path / "long.json")

    def secs(until: float) -> float:
        start = time.perf_counter()
        with contextlib.suppress(Interrupted), alarm(until):
            read(path)
        return time.perf_counter() - start

    # Others use the machine, too: one quiet moment is enough.
    ratios = []
    for _ in range(8):
        ratios.append(secs(0.01) / secs(600))
        if ratios[-1] < 0.5:
            return
    pytest.fail(f"an interruption was heard after {min(ratios):.2f} of the time at best")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no alarms there")
@pytest.mark.parametrize(
    "ask",
    [
        lambda r, _: r.sample(rate_hz=500),
        lambda r, _: r.at(np.linspace(0, 180, 60_000)),
        lambda r, _: r.smooth(),
        lambda r, _: r.optimize(free_values=True),
        lambda r, _: r.stats(rate_hz=240),
        lambda r, _: r.doctor(),
        lambda r, _: reenact.compare(r, r.mirror()),
        lambda r, _: r.to_arrow("keys"),
        lambda r, folder: r.convert(folder / "a.json"),
    ],
    ids=[
        "sample",
        "at",
        "smooth",
        "optimize",
        "stats",
        "doctor",
        "compare",
        "table",
        "convert",
    ],
)
def test_every_long_call_hears_an_interruption(
    ask: object, long: reenact.Recording, tmp_path: Path
) -> None:
    start = time.perf_counter()
    with pytest.raises(Interrupted), alarm(0.01):
        ask(long, tmp_path)
    assert time.perf_counter() - start < 2
    # Nothing half-written is left.
    assert not list(tmp_path.glob("a.json"))
