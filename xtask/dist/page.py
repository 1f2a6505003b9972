"""The npm packages that are part of the viewer's page."""

from __future__ import annotations

import json
from pathlib import Path

VIEWER = Path("viewer")


def packages() -> list[tuple[str, str, str, Path]]:
    """Name, version, licence and folder of each: the dependencies, without tools of the build."""
    wanted = sorted(json.loads((VIEWER / "package.json").read_text())["dependencies"])
    found = []
    for name in wanted:
        folder = VIEWER / "node_modules" / name
        manifest = json.loads((folder / "package.json").read_text())
        if manifest.get("dependencies"):
            raise SystemExit(f"{name} has dependencies: page.py must name them, too")
        found.append((name, manifest["version"], manifest["license"], folder))
    return found
