"""Lists the parts of a program (CycloneDX 1.6, JSON): ``sbom.py CRATE TARGET OUT``.

The same sources give the same bytes: the time is that of ``SOURCE_DATE_EPOCH``, and the serial number is made from the content.
"""

from __future__ import annotations

import datetime
import json
import os
import sys
import uuid
from pathlib import Path
from typing import Any

import page
from packages import Package, of_crate


def component(package: Package) -> dict[str, Any]:
    """A part of the program."""
    part: dict[str, Any] = {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "description": package.description,
        "purl": package.purl,
        "licenses": [{"expression": package.license.replace("/", " OR ")}],
    }
    if package.sha256:
        part["hashes"] = [{"alg": "SHA-256", "content": package.sha256}]
    if package.repository:
        part["externalReferences"] = [{"type": "vcs", "url": package.repository}]
    return part


def main(crate: str, target: str, out: Path) -> None:
    """Write the list."""
    program, *parts = of_crate(crate, target)
    made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.UTC)
    of_page = page.packages()
    document: dict[str, Any] = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": made.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {**component(program), "type": "application"},
            "properties": [{"name": "rust:target", "value": target}],
        },
        "components": [component(part) for part in parts]
        + [
            {
                "type": "library",
                "bom-ref": f"pkg:npm/{name}@{version}",
                "name": name,
                "version": version,
                "purl": f"pkg:npm/{name}@{version}",
                "licenses": [{"expression": license}],
            }
            for name, version, license, _ in of_page
        ],
        "dependencies": [
            {"ref": package.purl, "dependsOn": package.needs} for package in [program, *parts]
        ],
    }
    content = json.dumps(document, sort_keys=True)
    document["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}"
    out.write_text(json.dumps(document, indent=1) + "\n")
    check(out)
    print(f"{out}: {len(parts) + len(of_page)} parts")


def check(path: Path) -> None:
    """Hold a list against the schema of CycloneDX."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(path.read_text()):
        sys.exit(f"{path} is not CycloneDX 1.6: {error}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
