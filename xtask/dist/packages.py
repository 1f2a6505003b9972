"""The packages that a program for one target is built from, by ``cargo metadata`` and ``Cargo.lock``."""

from __future__ import annotations

import json
import subprocess
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Package:
    """A package, where its files are, and the packages that it needs."""

    name: str
    version: str
    license: str
    repository: str
    description: str
    folder: Path
    is_ours: bool
    sha256: str = ""
    needs: list[str] = field(default_factory=list)

    @property
    def purl(self) -> str:
        """Package URL: its name in lists of parts."""
        return f"pkg:cargo/{self.name}@{self.version}"


def of_crate(crate: str, target: str) -> list[Package]:
    """All packages that are part of a crate's program for a target, the crate first; tools of the build are not."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    data: dict[str, Any] = json.loads(subprocess.check_output(command))
    by_id = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    features = enabled(data, crate)
    root = next(id for id, package in by_id.items() if package["name"] == crate)
    lock = tomllib.loads(Path("Cargo.lock").read_text())
    sums = {(p["name"], p["version"]): p.get("checksum", "") for p in lock["package"]}
    found: dict[str, Package] = {}
    waiting = [root]
    while waiting:
        id = waiting.pop()
        if id in found:
            continue
        package = by_id[id]
        needs = [
            dependency["pkg"]
            for dependency in nodes[id]["deps"]
            if any(kind["kind"] is None for kind in dependency["dep_kinds"])
            and (package["name"], by_id[dependency["pkg"]]["name"]) in features
        ]
        found[id] = Package(
            name=package["name"],
            version=package["version"],
            license=package["license"] or f"file {package['license_file']}",
            repository=package["repository"] or "",
            description=package["description"] or "",
            folder=Path(package["manifest_path"]).parent,
            is_ours=package["source"] is None,
            sha256=sums.get((package["name"], package["version"]), ""),
            needs=needs,
        )
        waiting += needs
    for package in found.values():
        package.needs = sorted(found[id].purl for id in package.needs)
    first = found.pop(root)
    return [first, *sorted(found.values(), key=lambda package: (package.name, package.version))]


def enabled(data: dict[str, Any], crate: str) -> set[tuple[str, str]]:
    """Pairs of packages of which the first uses the second in a build of this crate alone, by ``cargo tree``."""
    command = ["cargo", "tree", "--locked", "--package", crate, "--target", "all"]
    command += ["--edges", "normal", "--prefix", "depth", "--format", " {p}", "--no-dedupe"]
    pairs: set[tuple[str, str]] = set()
    parents: list[str] = []
    for line in subprocess.check_output(command, text=True).splitlines():
        depth, name = line.split()[:2]
        del parents[int(depth) :]
        if parents:
            pairs.add((parents[-1], name))
        parents.append(name)
    return pairs
