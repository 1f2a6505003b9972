"""Measures against an implementation that was written from docs/reference/measures.md alone and shares no code with the package."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
import reenact
from conftest import TESTDATA


@pytest.fixture(scope="module")
def independent() -> ModuleType:
    path = TESTDATA / "independent_measures.py"
    spec = importlib.util.spec_from_file_location("independent_measures", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_measures_are_those_of_an_independent_implementation(
    independent: ModuleType, tmp_path: Path
) -> None:
    made = reenact.make(8, seed=7).save(tmp_path / "made.bin")
    paths = [made, *sorted((TESTDATA / "recordings").glob("v11_real_2s_*.bin"))]
    table = reenact.dataset(paths).to_arrow("stats").to_pylist()
    agreed = 0
    for path, row in zip(paths, table, strict=True):
        wanted = independent.measure(str(path))
        stats = reenact.open(path).stats()
        assert list(stats) == [name for name in row if name not in ("recording", "damage")]
        assert set(stats) == set(wanted)
        for name, theirs in wanted.items():
            ours = stats[name]
            assert ours == row[name] or (ours is None and row[name] is None), name
            if theirs is None or ours is None:
                assert ours is theirs, (path.stem, name, ours, theirs)
                continue
            limit = 1e-3 * max(abs(ours), abs(theirs)) + 1e-12
            assert abs(ours - theirs) <= limit, (path.stem, name, ours, theirs)
            agreed += 1
    assert agreed > 374
