"""Times: seconds as float64, on one clock."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import numpy as np
import pytest
import reenact

HEAD = np.zeros((4, 3))


@pytest.mark.parametrize(
    "times",
    [
        np.array([0, 500, 1000, 1500], "m8[ms]"),
        np.array([0, 500_000_000, 1_000_000_000, 1_500_000_000], "m8[ns]"),
        np.array(
            [
                "2020-01-01T10:00:00.0",
                "2020-01-01T10:00:00.5",
                "2020-01-01T10:00:01.0",
                "2020-01-01T10:00:01.5",
            ],
            "M8[ms]",
        ),
        [100, 100.5, 101, 101.5],
    ],
    ids=["timedelta64[ms]", "timedelta64[ns]", "datetime64", "seconds"],
)
def test_durations_and_dates_are_read_by_their_unit(times: object) -> None:
    recording = reenact.from_arrays(times, camera_position=HEAD)
    assert recording.curve("camera.position.x").time_secs.tolist() == [0, 0.5, 1, 1.5]


def test_markers_are_on_the_clock_of_the_times() -> None:
    recording = reenact.from_arrays(
        [100, 101, 102, 103], camera_position=HEAD, markers=[(101.5, "a")]
    )
    assert recording.markers == (reenact.Marker(1.5, "a"),)
    start = np.datetime64("2020-01-01T10:00:00")
    dates = start + np.arange(4) * np.timedelta64(1, "s")
    marked = reenact.from_arrays(
        dates, camera_position=HEAD, markers=[(start + np.timedelta64(1500, "ms"), "a")]
    )
    assert marked.markers == (reenact.Marker(1.5, "a"),)


def test_markers_of_a_recording_go_with_its_samples() -> None:
    recording = reenact.demo()
    again = reenact.from_samples(recording.sample(60), markers=recording.markers)
    assert again.markers == recording.markers
    part = reenact.from_samples(
        recording.sample(60, start_secs=2),
        markers=[m for m in recording.markers if m.time_secs >= 2],
    )
    assert part.markers[0].time_secs == pytest.approx(
        recording.markers[-len(part.markers)].time_secs - 2
    )


def test_times_of_samples_are_exact_after_two_hours() -> None:
    hours = reenact.from_arrays([0, 7200], camera_position=HEAD[:2])
    samples = hours.sample(60, start_secs=7190)
    assert samples.time_secs.dtype == np.float64
    np.testing.assert_allclose(np.gradient(samples.time_secs), 1 / 60, rtol=1e-9)
    assert samples.rate_hz == 60
    # The poses are still those at the times as curves have them.
    at = hours.at(samples.time_secs.astype(np.float32))
    np.testing.assert_array_equal(at.camera.position, samples.camera.position)


def test_times_of_keys_keep_their_bits() -> None:
    assert reenact.demo().curve("camera.position.x").time_secs.dtype == np.float32


def test_durations_are_times_to_sample_at_and_dates_are_refused() -> None:
    recording = reenact.demo()
    frame = recording.at(np.array([1500], "m8[ms]"))
    np.testing.assert_array_equal(frame.camera.position, recording.at([1.5]).camera.position)
    with pytest.raises(reenact.ReenactError, match="not dates"):
        recording.at(np.array(["2020-01-01"], "M8[s]"))


def test_the_default_name_of_mrtk_says_when_it_was() -> None:
    named = reenact.demo().with_name("P1/InputAnimation-20190607-120309")
    assert named.saved_at == datetime(2019, 6, 7, 12, 3, 9, tzinfo=timezone.utc)
    for other in ("demo", "InputAnimation-20191307-120309", "take-20190607", ""):
        assert reenact.demo().with_name(other).saved_at is None
        assert reenact.demo().with_name(other).started_at is None
    assert named.started_at == named.saved_at - timedelta(seconds=named.end_secs)


def test_dates_with_a_time_zone_and_of_python_are_times() -> None:
    import pandas as pd

    head, start = np.zeros((3, 3)), datetime(2020, 1, 1, tzinfo=timezone.utc)
    python = [start + timedelta(seconds=n / 2) for n in range(3)]
    for dates in (python, pd.DatetimeIndex(python), pd.Series(python)):
        mark = python[1]
        made = reenact.from_arrays(dates, camera_position=head, markers=[(mark, "half")])
        assert made.end_secs == 1 and made.markers == (reenact.Marker(0.5, "half"),)
    with pytest.raises(reenact.ReenactError, match=r"a marker is \(date, name\)"):
        reenact.from_arrays(python, camera_position=head, markers=[(0.5, "half")])
    with pytest.raises(reenact.ReenactError, match="time_secs must be numbers"):
        reenact.from_arrays([None, None, None], camera_position=head)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda r: r.sample(start_secs=5, end_secs=2),
            "the range is reversed: it starts at 5 s and ends at 2 s",
        ),
        (
            lambda r: r.sample(start_secs=50),
            "the time range is outside the recording, which goes from 0 s to 19.2",
        ),
        (lambda r: r.sample(start_secs=float("nan")), "NaN"),
        (lambda r: r.stats(start_secs=5, end_secs=2), "the range is empty"),
    ],
)
def test_a_range_that_is_none_is_an_error(ask: object, message: str) -> None:
    with pytest.raises(reenact.ReenactError, match=message):
        ask(reenact.demo())


def test_a_range_beyond_the_end_is_cut_to_the_recording() -> None:
    recording = reenact.demo()
    assert recording.sample(60, end_secs=1e6).time_secs[-1] <= recording.end_secs
    assert len(recording.sample(60, start_secs=-5)) == len(recording.sample(60))
