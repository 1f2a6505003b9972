"""Prose linter: spelling (codespell), usage (proselint) and the project's own list of phrases to avoid (phrases.txt).

Run by `cargo xtask test --only prose`, from the root of the repository. Prints `file:line:column: message` for each finding.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
TEXT = ("*.md", "*.rs", "*.py", "*.pyi", "*.ts", "*.html", "*.toml")
# Files that list wrong words on purpose.
EXCEPT = {"site/phrases.txt", "site/prose.py"}
# Tests and data with deliberate typing mistakes, for "did you mean".
MISSPELT = re.compile(r"(^|/)tests/|^testdata/|reenact/src/named\.rs$")
# Typography is a matter of the renderer; repeated words are checked below, across lines and without code; a pinch is no cliché here.
OFF = ("typography", "lexical_illusions", "annotations", "dates_times", "cliches")
CODE_BLOCK = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
CODE_SPAN = re.compile(r"`[^`\n]+`")
REPEATED = re.compile(r"\b([A-Za-z]{2,})[ \n]+(\1)\b")


def tracked() -> list[str]:
    """Text files in the repository."""
    listed = subprocess.run(["git", "ls-files", *TEXT], capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if name not in EXCEPT]


def position(text: str, at: int) -> str:
    """`line:column` of an offset."""
    line = text.count("\n", 0, at) + 1
    return f"{line}:{at - text.rfind(chr(10), 0, at)}"


def phrases(files: list[str]) -> list[str]:
    """Uses of phrases in the project's list."""
    rules = []
    for line in (HERE / "phrases.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            wrong, better = line.split(" => ")
            words = wrong.replace(" ", r"[\s/*#]+")  # a phrase may go on in the next line of a comment
            rules.append((re.compile(rf"\b(?:{words})\b", re.IGNORECASE), better))
    found = []
    for name in files:
        text = Path(name).read_text(encoding="utf-8")
        for rule, better in rules:
            for match in rule.finditer(text):
                words = " ".join(match[0].split())
                found.append(f"{name}:{position(text, match.start())}: {words!r}: write {better!r}")
    return found


def spelling(files: list[str]) -> list[str]:
    """Misspelt words in all files."""
    options = ["--ignore-words", str(HERE / "spelling.txt"), "--builtin", "clear,rare"]
    checked = [name for name in files if not MISSPELT.search(name)]
    run = [sys.executable, "-m", "codespell_lib", *options, *checked]
    return subprocess.run(run, capture_output=True, text=True, check=False).stdout.splitlines()


def without_code(text: str) -> str:
    """Markdown with its code blanked out, each character at its old line."""
    text = CODE_BLOCK.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)
    return CODE_SPAN.sub(lambda code: "§" * len(code[0]), text)


def usage(files: list[str]) -> list[str]:
    """Clichés, redundancy, weasel words and repeated words in pages."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        copies = {}
        for number, name in enumerate(files):
            text = without_code(Path(name).read_text(encoding="utf-8"))
            for match in REPEATED.finditer(text):
                found.append(f"{name}:{position(text, match.start())}: {match[1]!r} twice")
            copy = Path(folder, f"{number}.md")
            copy.write_text(text, encoding="utf-8")
            copies[str(copy)] = name
        config = Path(folder, "config.json")
        config.write_text(json.dumps({"checks": dict.fromkeys(OFF, False)}), encoding="utf-8")
        run = [sys.executable, "-m", "proselint", "check", "--config", str(config), *copies]
        checked = subprocess.run(run, capture_output=True, text=True, check=False)
        if checked.returncode not in (0, 1):
            sys.exit(f"proselint failed: {checked.stderr}")
        for line in checked.stdout.splitlines():
            for copy, name in copies.items():
                line = line.replace(copy, name)
            found.append(line)
    return found


def main() -> None:
    files = tracked()
    pages = [name for name in files if name.endswith(".md") and not name.startswith("testdata/")]
    found = phrases(files) + spelling(files) + usage(pages)
    print("\n".join(found))
    if found:
        sys.exit(f"{len(found)} findings in {len(files)} files")
    print(f"{len(files)} files, {len(pages)} of them pages: no findings")


if __name__ == "__main__":
    main()
