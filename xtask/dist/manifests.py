"""Writes checksums of the archives in a folder, and the manifests for winget and scoop: ``manifests.py FOLDER VERSION REPOSITORY HOMEPAGE``."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

ID = "Reenact.Reenact"
PUBLISHER = "The Reenact authors"
DESCRIPTION = "Opens, checks, repairs, edits, views, measures and converts MRTK input animations"
LICENSE = "MIT OR Apache-2.0"
WINGET = "1.6.0"


def main(folder: Path, version: str, repository: str, homepage: str) -> None:
    """Write all of them."""
    archives = sorted([*folder.glob("*.zip"), *folder.glob("*.tar.gz"), *folder.glob("*.cdx.json")])
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in archives}
    lines = "".join(f"{sha256}  {name}\n" for name, sha256 in sums.items())
    (folder / "SHA256SUMS").write_text(lines)
    for name, sha256 in sums.items():
        if name.endswith("-windows-gnu.zip"):
            url = f"{repository}/releases/download/v{version}/{name}"
            inner = name.removesuffix(".zip")
            scoop(folder, version, repository, homepage, url, sha256, inner)
            winget(folder / "winget", version, homepage, url, sha256, inner)


def scoop(
    folder: Path, version: str, repository: str, homepage: str, url: str, sha256: str, inner: str
) -> None:
    """Write the manifest for scoop."""
    manifest = {
        "version": version,
        "description": DESCRIPTION,
        "homepage": homepage,
        "license": "MIT|Apache-2.0",
        "architecture": {"64bit": {"url": url, "hash": sha256, "extract_dir": inner}},
        "bin": "reenact.exe",
        "checkver": {"github": repository},
        "autoupdate": {
            "architecture": {
                "64bit": {
                    "url": url.replace(version, "$version"),
                    "extract_dir": inner.replace(version, "$version"),
                }
            },
            "hash": {"url": "$baseurl/SHA256SUMS"},
        },
    }
    (folder / "reenact.scoop.json").write_text(json.dumps(manifest, indent=4) + "\n")


def winget(
    folder: Path, version: str, homepage: str, url: str, sha256: str, inner: str
) -> None:
    """Write the three manifests for winget."""
    folder.mkdir(exist_ok=True)
    files = {
        "": ("version", "DefaultLocale: en-US\n"),
        ".installer": (
            "installer",
            "InstallerType: zip\nNestedInstallerType: portable\nNestedInstallerFiles:\n"
            f"  - RelativeFilePath: {inner}\\reenact.exe\n    PortableCommandAlias: reenact\n"
            f"Installers:\n  - Architecture: x64\n    InstallerUrl: {url}\n"
            f"    InstallerSha256: {sha256.upper()}\n",
        ),
        ".locale.en-US": (
            "defaultLocale",
            f"PackageLocale: en-US\nPublisher: {PUBLISHER}\nPackageName: Reenact\n"
            f"PackageUrl: {homepage}\nLicense: {LICENSE}\nShortDescription: {DESCRIPTION}\n",
        ),
    }
    for ending, (kind, body) in files.items():
        text = f"PackageIdentifier: {ID}\nPackageVersion: {version}\n{body}"
        text += f"ManifestType: {kind}\nManifestVersion: {WINGET}\n"
        (folder / f"{ID}{ending}.yaml").write_text(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:5])
