"""What somebody does first with the package, as it was installed: opens, samples, edits, saves.

Run by `cargo xtask test --only wheel` in a fresh environment of every Python that is found.
"""

from __future__ import annotations

import pickle
import platform
import sys
from pathlib import Path

import numpy as np
import reenact


def main(path: Path, folder: Path) -> None:
    assert "site-packages" in reenact.__file__, f"{reenact.__file__} was not installed"
    recording = reenact.open(path)
    samples = recording.sample(rate_hz=60)
    assert samples.right.position.shape == (97, 26, 3)
    assert np.isnan(samples.left.position[~samples.left.observed]).all()
    keys = recording.curve("camera.position.x").keys
    assert np.shares_memory(keys, recording.curve("camera.position.x").keys)

    same = recording.save(folder / "same.bin")
    assert same.read_bytes() == path.read_bytes()
    part = recording.trim(0.5, 1.0)
    assert reenact.open(part.save(folder / "part.bin")) == part
    assert pickle.loads(pickle.dumps(part)) == part
    assert recording.convert(folder / "hands.glb").read_bytes()[:4] == b"glTF"

    try:
        reenact.open(folder / "none.bin")
    except FileNotFoundError:
        pass
    else:
        raise AssertionError("a file that is not there was opened")
    print(f"CPython {platform.python_version()}, numpy {np.__version__}: {recording!r}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
