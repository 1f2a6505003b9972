"""Packs a folder: ``archive.py FOLDER OUT``, OUT ends in ``.tar.gz`` or ``.zip``. The same files give the same bytes.

Times are that of ``SOURCE_DATE_EPOCH``; owners are left out.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

PROGRAMS = ("reenact", "reenact.exe")


def main(folder: Path, out: Path) -> None:
    """Pack a folder."""
    made = int(os.environ["SOURCE_DATE_EPOCH"])
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    names = {path: path.relative_to(folder.parent).as_posix() for path in files}
    modes = {path: 0o755 if path.name in PROGRAMS else 0o644 for path in files}
    if out.suffix == ".zip":
        with zipfile.ZipFile(out, "w") as archive:
            for path, name in names.items():
                entry = zipfile.ZipInfo(name, time.gmtime(made)[:6])
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.create_system = 3
                entry.external_attr = (0o100000 | modes[path]) << 16
                archive.writestr(entry, path.read_bytes(), compresslevel=9)
        return
    with (
        out.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=made) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path, name in names.items():
            content = path.read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), made, modes[path]
            archive.addfile(entry, io.BytesIO(content))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
