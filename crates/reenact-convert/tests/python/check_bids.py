"""Compares a BIDS dataset with its recordings, and checks it with the official validator."""

import json
import math
import shutil
import subprocess
import sys
from pathlib import Path

from poses import f32, number, web


def validate(folder):
    """The official validator finds no error; what it warns of."""
    validator = shutil.which("bids-validator-deno", path=str(Path(sys.executable).parent))
    run = subprocess.run([validator, str(folder), "--format", "json"], capture_output=True, text=True, check=False)
    report = json.loads(run.stdout)
    issues = report["issues"]["issues"]
    errors = [issue for issue in issues if issue.get("severity") == "error"]
    assert not errors, errors[:5]
    assert report["summary"]["modalities"], report["summary"]
    return sorted({f"{issue['code']} {issue.get('subCode', '')}".strip() for issue in issues})


def cells(values, count):
    """Numbers as they should stand in a row: n/a where there are none."""
    if values is None:
        return [None] * count
    return [value if math.isfinite(value) else None for value in map(number, values)]


def expected_row(frame, channels):
    """A row by the names of its columns."""
    row = []
    for channel in channels:
        point, what = channel["tracked_point"], channel["name"].removeprefix(channel["tracked_point"] + "_")
        if what in ("tracked", "pinching"):
            row.append(float(frame[point][what]))
            continue
        part, axis = what.split("_")
        if point == "gaze":
            vector = frame["gaze"] and frame["gaze"][part]
            row.append(cells(vector, 3)["xyz".index(axis)] if axis != "z" or not vector else -number(vector[2]))
            continue
        pose = frame["camera"] if point == "camera" else frame[point.split("_")[0]]["joints"][point.split("_")[1]]
        if pose is None:
            row.append(None)
            continue
        place, rotation = web((list(map(number, pose["position"])), list(map(number, pose["rotation"]))))
        value = place["xyz".index(axis)] if part == "position" else rotation["xyzw".index(axis)]
        row.append(value if math.isfinite(value) else None)
    return row


def check(folder, name, recording):
    """The files of one recording; how many cells were compared."""
    subject = "".join(character for character in name if character.isalnum() and character.isascii())
    start = folder / f"sub-{subject}" / "motion" / f"sub-{subject}_task-corpus_tracksys-MRTK"

    def table(ending):
        return [line.split("\t") for line in Path(f"{start}_{ending}").read_text().split("\n")[:-1]]

    head, *rows = table("channels.tsv")
    assert head == ["name", "component", "type", "tracked_point", "units", "reference_frame"]
    channels = [dict(zip(head, row)) for row in rows]
    about = json.loads(Path(f"{start}_motion.json").read_text())
    assert about["TrackingSystemName"] == "MRTK" and about["TaskName"] == "corpus"
    assert about["MotionChannelCount"] == len(channels) == len({channel["name"] for channel in channels})
    for kind in ("POS", "ORNT", "MISC"):
        assert about[f"{kind}ChannelCount"] == sum(channel["type"] == kind for channel in channels), kind
    assert about["SamplingFrequency"] == 30 and about["SpatialAxes"] == "RSP"
    motion = table("motion.tsv")
    checked = 0
    assert len(motion) == len(recording.frames)
    for row, frame in zip(motion, recording.frames):
        if not channels:
            assert row == [""]
            continue
        found = [None if cell == "n/a" else f32(float(cell)) for cell in row]
        expected = expected_row(frame, channels)
        assert found == expected, [pair for pair in zip(channels, found, expected) if pair[1] != pair[2]][:3]
        checked += len(found)
    markers = sorted((time, text) for time, text in recording.markers if math.isfinite(time))
    if markers:
        head, *rows = table("events.tsv")
        assert head == ["onset", "duration", "marker"]
        assert [f32(float(row[0])) for row in rows] == [time for time, _ in markers]
        assert all(len(row) == 3 and row[1] == "0" and row[2] for row in rows)
    else:
        assert not Path(f"{start}_events.tsv").exists()
    return checked
