"""Pages that are generated when the site is built: command, Python API, JSON schemas, the notebook, files of the project."""

from __future__ import annotations

import ast
import base64
import json
import os
import subprocess
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent

PROJECT = {
    "project/architecture.md": "ARCHITECTURE.md",
    "project/changelog.md": "CHANGELOG.md",
    "project/contributing.md": "CONTRIBUTING.md",
    "project/security.md": "SECURITY.md",
}


def on_files(files: Files, config: Any) -> Files:
    """Add the generated pages to those in ``docs``."""
    pages = {
        "reference/command.md": command(),
        "reference/python-api.md": python_api(),
        "reference/schemas.md": schemas(),
    }
    pages |= {page: (ROOT / source).read_text("utf-8") for page, source in PROJECT.items()}
    text, pictures = notebook(ROOT / "docs/notebooks/pinch_durations.ipynb")
    pages["how-to/pinch-durations.md"] = text
    for path, content in pages.items():
        files.append(File.generated(config, path, content=content))
    for path, picture in pictures.items():
        files.append(File.generated(config, path, content=picture))
    return files


def command() -> str:
    """Options of every subcommand, from the command itself."""
    reenact = os.environ["REENACT"]
    return subprocess.run(
        [reenact, "man", "--markdown"], check=True, capture_output=True, encoding="utf-8"
    ).stdout


def python_api() -> str:
    """One mkdocstrings entry for each public name, functions first."""
    tree = ast.parse((ROOT / "python/reenact/__init__.py").read_text("utf-8"))
    names: list[str] = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    functions = [name for name in names if name[0].islower()]
    classes = [name for name in names if name[0].isupper() and not name.isupper()]
    head = (
        "# Python API\n\nGenerated from the docstrings of the package. "
        "[Recordings in Python](python.md) explains how the parts fit together.\n"
    )
    entries = [f"\n::: reenact.{name}\n" for name in functions + classes]
    return head + "".join(entries)


def schemas() -> str:
    """Fields of every JSON report, from the schemas."""
    parts = [
        "# JSON schemas\n\nWhat the command prints with `--json`, as JSON Schema (draft 2020-12). "
        "The tests validate the command's output against these files.\n"
    ]
    for path in sorted((ROOT / "docs/schemas").glob("*.json")):
        schema = json.loads(path.read_text("utf-8"))
        name = path.name.removesuffix(".schema.json")
        parts.append(f"\n## {name}\n\n`{schema.get('title', name)}`: {schema.get('description', '')} ")
        parts.append(f"[{path.name}](../schemas/{path.name})\n")
        top = {"properties": schema["properties"]} if "properties" in schema else {}
        for title, part in {"": top, **schema.get("$defs", {})}.items():
            if properties := part.get("properties"):
                heading = f"\n**`{title}`**. {part.get('description', '')}\n" if title else ""
                rows = [
                    f"| `{field}` | {kind(value)} | {value.get('description', '')} |\n"
                    for field, value in properties.items()
                ]
                parts.append(f"{heading}\n| field | type | meaning |\n|---|---|---|\n{''.join(rows)}")
    return "".join(parts)


def kind(schema: dict[str, Any]) -> str:
    """The type of a field in a few words."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rsplit('/', 1)[-1]}`"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(kind(part) for part in schema[key])
    types = schema.get("type", "any")
    types = [types] if isinstance(types, str) else types
    words = [f"array of {kind(schema['items'])}" if t == "array" and "items" in schema else t for t in types]
    return " or ".join(words)


def notebook(path: Path) -> tuple[str, dict[str, bytes]]:
    """A notebook as Markdown, with its outputs; and its pictures."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    parts: list[str] = []
    pictures: dict[str, bytes] = {}
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "image/png" in data:
                name = f"pinch-durations-{len(pictures) + 1}.png"
                pictures[f"how-to/{name}"] = base64.b64decode("".join(data["image/png"]))
                parts.append(f"![Output of the cell above]({name})")
            else:
                text = output.get("text") or data.get("text/plain", "")
                parts.append(f"```text\n{''.join(text).rstrip()}\n```")
    parts.append("Download it as a Jupyter notebook: [pinch_durations.ipynb](../notebooks/pinch_durations.ipynb).")
    return "\n\n".join(parts) + "\n", pictures
