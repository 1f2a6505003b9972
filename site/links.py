"""Links out of ``docs``: to pages of the site where there is one, to the repository's address otherwise.

Links that lead nowhere are warnings, and warnings fail the build.
"""

from __future__ import annotations

import logging
import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LOG = logging.getLogger("mkdocs.hooks.links")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")

PROJECT = {
    "ARCHITECTURE.md": "project/architecture.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "README.md": "index.md",
    "docs/schemas": "reference/schemas.md",
    "docs/notebooks/pinch_durations.ipynb": "notebooks/pinch_durations.ipynb",
}


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """Rewrite the links of one page."""
    here = posixpath.dirname(page.file.src_uri)
    # Where the page's links start from in the repository.
    source = "" if here == "project" else posixpath.join("docs", here)

    def rewrite(match: re.Match[str]) -> str:
        label, link = match.groups()
        if re.match(r"[a-z]+:|#", link):
            return match.group(0)
        path, hash_, anchor = link.partition("#")
        target = posixpath.normpath(posixpath.join(source, path))
        if target in PROJECT:
            target = f"docs/{PROJECT[target]}"
        elif not (ROOT / target).exists() and config["docs_dir"] not in str(ROOT / target):
            LOG.warning("%s: no such file: %s", page.file.src_uri, link)
        if target.startswith("docs/"):
            return f"[{label}]({posixpath.relpath(target, posixpath.join('docs', here))}{hash_}{anchor})"
        if not (ROOT / target).exists():
            LOG.warning("%s: no such file: %s", page.file.src_uri, link)
        if config["repo_url"]:
            return f"[{label}]({config['repo_url'].rstrip('/')}/blob/main/{target}{hash_}{anchor})"
        return label

    outside = re.split(r"(^ *```.*?^ *```)", markdown, flags=re.S | re.M)
    return "".join(part if "```" in part else LINK.sub(rewrite, part) for part in outside)
