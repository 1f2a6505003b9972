"""The budget of frames, and allocations that fail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import reenact

#: Tries something with little address space, and says how it ended.
LIMITED = """
import resource, sys
import numpy, pyarrow, reenact
long = reenact.demo().retime(duration_secs=80_000)
reenact.demo().to_arrow("frames", rate_hz=10)
with open("/proc/self/statm") as statm:
    used = int(statm.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 400_000_000, resource.RLIM_INFINITY))
try:
    {call}
except MemoryError as error:
    print("MemoryError", error)
"""


@pytest.fixture(scope="module")
def long() -> reenact.Recording:
    """A recording of 19 s, slowed down to a day: many frames for its keys."""
    return reenact.demo().retime(duration_secs=80_000)


def test_everything_that_makes_frames_has_the_budget(
    long: reenact.Recording, tmp_path: Path
) -> None:
    for make in (
        long.sample,
        lambda: long.to_arrow("frames"),
        lambda: long.to_arrow("joints"),
        lambda: long.to_arrow("stats"),
        long.stats,
        long.resample,
        lambda: long.plot("left_speed_m_s"),
        lambda: long.convert(tmp_path / "long.bvh"),
    ):
        with pytest.raises(
            reenact.ReenactError, match=r"frames are more than the limit of .* max_frames"
        ):
            make()
    assert list(tmp_path.iterdir()) == []


def test_the_budget_can_be_set(long: reenact.Recording) -> None:
    assert len(long.sample(10, max_frames=1_000_000, joints="Palm").time_secs) > 799_000
    with pytest.raises(reenact.ReenactError, match="limit of 10"):
        reenact.demo().to_arrow("frames", max_frames=10)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
@pytest.mark.parametrize(
    "call",
    [
        "reenact.demo().sample(rate_hz=1e9, max_frames=10**12)",
        "reenact.demo().sample(rate_hz=1e6, max_frames=10**12)",
        'long.to_arrow("frames", max_frames=10**8)',
        'long.to_arrow("joints", max_frames=10**8)',
        "long.at(numpy.zeros(10**8))",
    ],
)
def test_a_failed_allocation_is_a_memory_error(call: str) -> None:
    program = LIMITED.format(call=call)
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("MemoryError"), run.stdout + run.stderr
