"""What somebody reads who got it wrong."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import reenact


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (
            lambda r: reenact.compare(r, "a.bin"),
            TypeError,
            "expected a reenact.Recording, not str",
        ),
        (lambda r: r.concat([r, r]), TypeError, "expected a reenact.Recording, not list"),
        (lambda r: reenact.concat(["a.bin"]), TypeError, "reenact.open"),
        (lambda r: reenact.Player("a.bin"), TypeError, "reenact.open"),
        (lambda r: reenact.Recording("a.bin"), TypeError, "reenact.open"),
        (lambda r: reenact.from_bytes(8), TypeError, "bytes-like"),
        (lambda r: r.at(None), TypeError, "expected a time or several times"),
        (
            lambda r: r.curve("camera.position.x").at(None),
            TypeError,
            "expected a time or several times",
        ),
        (
            lambda r: r.events("pinchh"),
            ValueError,
            r'no kind of event is named "pinchh": did you mean pinch\?',
        ),
        (lambda r: r.mark_events("pinchh"), ValueError, 'no kind of event is named "pinchh"'),
        (
            lambda r: r.remove_markers(-1),
            ValueError,
            "no markers are selected by -1: give an index from 0",
        ),
        (lambda r: r.remove_markers(1.5), ValueError, "no markers are selected by 1.5"),
        (lambda r: r.strip(joints="Elbow"), ValueError, 'no joint is named "Elbow"'),
        (lambda r: r.smooth(tracks="head"), ValueError, "no track is named 'head'"),
        (lambda r: r.repair("everything"), ValueError, "everything"),
        (lambda r: reenact.Recorder(tracks=["left"]), ValueError, "no track is named 'left'"),
        (
            lambda r: r.at(1.0).hand("rigth"),
            KeyError,
            r"no hand is named 'rigth': did you mean right\?",
        ),
        (lambda r: r.sample(30).hand("rigth"), KeyError, "no hand is named 'rigth'"),
        (lambda r: reenact.make(1, seed=-1), ValueError, "the seed must be a whole number from 0"),
        (lambda r: reenact.make(900_000), ValueError, "seconds must be from 0 to 86400"),
        (lambda r: reenact.make(1, rate_hz=5e3), ValueError, "must be from 1 to 1000 Hz, not 5000"),
        (
            lambda r: r.stats(joints="Palm"),
            ValueError,
            r'no option is named "joints": did you mean joint\? \(reenact.Measuring has them all\)',
        ),
        (lambda r: r.stats(rate_hz="fast"), ValueError, "rate_hz is 'fast': must be real number"),
        (lambda r: r.optimize(position_mm=1), ValueError, "did you mean position_m\\?"),
        (lambda r: r.trim(foo=1), TypeError, r"^Recording\.trim\(\) got an unexpected keyword"),
        (lambda r: reenact.Recording(), TypeError, r"^Recording\.__init__\(\) missing"),
        (
            lambda r: r.sample(tracks="head"),
            ValueError,
            "no track is named 'head': there are camera, left",
        ),
        (lambda r: r.sample(joints="Elbow"), KeyError, "no joint is named 'Elbow'"),
        (lambda r: r.sample(joints="IndexTp"), KeyError, r"did you mean IndexTip\?"),
        (lambda r: r.stats()["right_pinch"], KeyError, r"did you mean right_pinches\?"),
        (lambda r: r.series("left_speed_m_s")["left"], KeyError, "did you mean left_speed_m_s"),
        (lambda r: reenact.dataset(r)["dem"], KeyError, r"did you mean demo\? \(names has them"),
        (lambda r: r.to_arrow(columns=["time"]), ValueError, r"did you mean time_secs\?"),
        (lambda r: r.to_pandas("markers", kinds="pinch"), ValueError, "markers has no kinds"),
        (lambda r: r.plot("speed"), ValueError, "speed"),
        (
            lambda r: reenact.from_arrays([0], camera_position=[[0, 0, 0]], markers=[(1,)]),
            ValueError,
            r"a marker is \(seconds, name\), not \(1,\)",
        ),
        (
            lambda r: reenact.dataset("testdata", rate_hz=0),
            ValueError,
            "the rate must be positive",
        ),
        (lambda r: reenact.dataset("testdata", mode="both"), ValueError, 'no mode is named "both"'),
    ],
)
def test_the_message_says_what_was_wrong_and_what_would_be_right(
    ask: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ask(reenact.demo())


def test_one_name_is_not_its_letters() -> None:
    recording = reenact.demo()
    assert recording.mark_events("pinch") == recording.mark_events(["pinch"])
    assert recording.strip(joints="Palm") == recording.strip(joints=["Palm"])
    assert recording.smooth(tracks="gaze") == recording.smooth(tracks=["gaze"])
    assert recording.repair("rotation-w") == recording.repair(["rotation-w"])
    assert recording.to_arrow("keys", columns="value").column_names == ["value"]
    gaze = reenact.Recorder(tracks="gaze")
    gaze.record(recording.at(1.0))
    assert gaze.recording().tracks == ("gaze",)


@pytest.mark.parametrize(
    ("missing", "ask", "how"),
    [
        ("pandas", "reenact.demo().to_pandas()", "pip install pandas"),
        ("polars", "reenact.demo().to_polars()", "pip install polars"),
        ("pyarrow", "reenact.demo().to_arrow()", "pip install pyarrow"),
        ("pandas", "reenact.dataset(HERE).to_pandas()", "pip install pandas"),
        ("polars", "reenact.dataset(HERE).to_polars()", "pip install polars"),
        ("polars", "reenact.dataset(HERE).scan()", "pip install polars"),
        ("pyarrow", "reenact.dataset(HERE).to_arrow()", "pip install pyarrow"),
        ("duckdb", "reenact.dataset(HERE).sql('SELECT 1')", "pip install duckdb pyarrow"),
        ("pyarrow", "reenact.dataset(HERE).sql('SELECT 1')", "pip install duckdb pyarrow"),
        ("pyspark", "__import__('reenact.spark')", "pip install 'pyspark>=4' pyarrow"),
        ("torch", "__import__('reenact.torch')", "pip install torch"),
        ("xarray", "reenact.demo().sample(5).to_xarray()", "pip install xarray"),
        ("zarr", "reenact.demo().sample(5).to_zarr('a.zarr')", "pip install xarray zarr"),
        ("h5py", "reenact.demo().sample(5).to_hdf5('a.h5')", "pip install h5py"),
        ("mne", "reenact.demo().to_mne()", "pip install mne"),
    ],
)
def test_a_package_that_is_missing_is_named_with_the_way_to_it(
    missing: str, ask: str, how: str
) -> None:
    program = (
        f"import sys; sys.modules[{missing!r}] = None; import reenact; "
        f"HERE = 'testdata/recordings/v11_real_2s_asset.bin'; {ask}"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: ") and f"needs the package {missing!r}" in last
    assert last.endswith(how)
