"""Collects the licence texts of everything in a program: ``notices.py CRATE TARGET OUT``.

Texts are those that the packages have in them. A package without one is listed with the standard text of a licence that it offers.
"""

from __future__ import annotations

import sys
from pathlib import Path

import page
from packages import of_crate

NAMES = ("licence", "license", "copying", "notice", "unlicense")
# Parts that are files of the repository, with the files that name their owners.
FILES = {
    "Inter, the font of plots (SIL Open Font License 1.1)": "crates/reenact-plot/fonts/OFL.txt",
}
# Licences of which this repository has the text.
OWN = {"Apache-2.0": "LICENSE-APACHE", "MIT": "xtask/dist/MIT.txt"}
# What the module of the page is built from besides what the command has.
MODULE = "reenact-wasm"


def texts(folder: Path) -> list[str]:
    """The licence texts in a package, without double ones."""
    found = [path for path in folder.iterdir() if path.name.lower().startswith(NAMES)]
    found += [inner for path in found if path.is_dir() for inner in path.iterdir()]
    read = [path.read_text(errors="replace").strip() for path in sorted(found) if path.is_file()]
    return list(dict.fromkeys(read))


def main(crate: str, target: str, out: Path) -> None:
    """Write the collection."""
    packages = {package.purl: package for package in of_crate(crate, target)}
    for package in of_crate(MODULE, "wasm32-unknown-unknown"):
        packages.setdefault(package.purl, package)
    parts = [(p.name, p.version, p.license, p.folder) for p in packages.values() if not p.is_ours]
    users: dict[str, list[str]] = {}
    for name, version, license, folder in sorted([*parts, *page.packages()]):
        own = texts(folder) or [
            Path(file).read_text().strip() for id, file in OWN.items() if id in license
        ][:1]
        if not own:
            sys.exit(f"{name} {version} has no licence text, and {license} is none that is known here")
        for text in own:
            users.setdefault(text, []).append(f"{name} {version} ({license})")
    for title, file in FILES.items():
        users.setdefault(Path(file).read_text().strip(), []).append(title)
    lines = [
        "Reenact contains the works below, under these licences. Its own licence is MIT or Apache-2.0: LICENSE-MIT, LICENSE-APACHE.",
        "Rust's standard library is part of every program in Rust; it is licensed under MIT or Apache-2.0: https://www.rust-lang.org/policies/licenses",
        "The mesh of the hand is made from that of the WebXR Input Profiles, https://github.com/immersive-web/webxr-input-profiles (MIT).",
    ]
    for text, names in users.items():
        lines += ["", "=" * 100, *names, "-" * 100, "", text]
    out.write_text("\n".join(lines) + "\n")
    print(f"{out}: {len(users)} texts")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
