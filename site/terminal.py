"""Picture of the command in a terminal, docs/images/command.svg, from what the command prints.

    python site/terminal.py [--check]

With --check, nothing is written, and a picture that is not current is an error. The environment variable REENACT is the command
(default: target/debug/reenact).
"""

from __future__ import annotations

import fcntl
import html
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs/images/command.svg"
FILES = {
    "session.bin": "testdata/recordings/v11_real_30s_asset.bin",
    "old.bin": "testdata/recordings/v11_m272_real_2s_asset.bin",
}
COMMANDS = ["reenact info session.bin", "reenact doctor old.bin", "reenact repair old.bin -o repaired.bin"]
COLUMNS, LINES = 100, 60
FONT_PX, ADVANCE_PX, LINE_PX, MARGIN_PX, TITLE_PX = 16, 9.64, 20, 16, 36
FOREGROUND, BACKGROUND = "#c9d1d9", "#0d1117"
COLORS = {31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#76e3ea", 90: "#8b949e"}


def run(words: list[str], folder: Path) -> str:
    """Output of a command in a terminal of fixed size."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    environment |= {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
    process = subprocess.Popen(words, cwd=folder, stdin=inner, stdout=inner, stderr=inner, env=environment)
    os.close(inner)
    printed = b""
    try:
        while part := os.read(outer, 65536):
            printed += part
    except OSError:
        pass  # Linux reports the end of a terminal as an error.
    os.close(outer)
    if process.wait() not in (0, 3):
        sys.exit(f"{' '.join(words)}: exit code {process.returncode}\n{printed.decode()}")
    return printed.decode().replace("\r\n", "\n")


def spans(line: str) -> list[tuple[str, str]]:
    """Text of a line in runs of one style, with the attributes of each for SVG."""
    # A progress line is overwritten from its start.
    line = re.sub(r"\x1b\[[0-9;?]*[A-LN-Za-ln-z]", "", line.rsplit("\r", 1)[-1])
    found, is_bold, is_dim, color = [], False, False, FOREGROUND
    for number, part in enumerate(re.split(r"\x1b\[([0-9;]*)m", line)):
        if number % 2:
            for code in (int(word or 0) for word in part.split(";")):
                if code == 0:
                    is_bold, is_dim, color = False, False, FOREGROUND
                elif code in (1, 2):
                    is_bold, is_dim = is_bold or code == 1, is_dim or code == 2
                elif code == 22:
                    is_bold = is_dim = False
                elif code == 39 or code in COLORS:
                    color = COLORS.get(code, FOREGROUND)
                else:
                    sys.exit(f"unknown style {code} in {line!r}")
        elif part:
            style = f'fill="{color}"' + ' font-weight="bold"' * is_bold + ' opacity="0.6"' * is_dim
            found.append((part, style))
    return found


def draw(lines: list[str]) -> str:
    """The lines as a picture of a terminal window."""
    width = round(COLUMNS * ADVANCE_PX + 2 * MARGIN_PX)
    height = TITLE_PX + len(lines) * LINE_PX + MARGIN_PX
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f"font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"{FONT_PX}\">",
        f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>',
    ]
    for number, color in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        parts.append(f'<circle cx="{MARGIN_PX + 6 + 20 * number}" cy="{TITLE_PX / 2:g}" r="6" fill="{color}"/>')
    for row, line in enumerate(lines):
        column = 0
        y = TITLE_PX + (row + 0.75) * LINE_PX
        for text, style in spans(line):
            if text.strip():
                x, length = MARGIN_PX + column * ADVANCE_PX, len(text) * ADVANCE_PX
                parts.append(
                    f'<text x="{x:.2f}" y="{y:g}" textLength="{length:.2f}" xml:space="preserve" {style}>{html.escape(text)}</text>'
                )
            column += len(text)
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    reenact = os.environ.get("REENACT", str(ROOT / "target/debug/reenact"))
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, source in FILES.items():
            shutil.copy(ROOT / source, folder / file)
        for command in COMMANDS:
            printed = run([reenact, *command.split()[1:]], folder).rstrip("\n").split("\n")
            lines += [f"\x1b[32m$\x1b[0m \x1b[1m{command}\x1b[0m", *printed, ""]
    picture = draw(lines[:-1])
    if "--check" not in sys.argv:
        PICTURE.write_text(picture, "utf-8")
    elif PICTURE.read_text("utf-8") != picture:
        sys.exit("docs/images/command.svg is not what the command prints: run site/terminal.py")


main()
