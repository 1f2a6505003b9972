#!/usr/bin/env python3
"""A reader of Unity XR Hands recordings (.handsbin, versions 1 and 2) in plain Python.

Written from the description of the format, with nothing of the Rust code, so that the two can be compared with each other.
Needs Python 3.9 and nothing else.

    independent_handsbin.py FILE.handsbin ...        print what is in each file, as JSON
    independent_handsbin.py --check FILE.json ...    compare each FILE.handsbin with what Unity's reader read, FILE.json
    independent_handsbin.py --poses FILE.handsbin    a line for each hand of each frame: time, side, flags, CRC-32 of its joints
"""

import json
import math
import struct
import sys
import zlib
from pathlib import Path


class Refused(Exception):
    pass


class Bytes:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if count < 0 or self.at + count > len(self.data):
            raise Refused(f"byte {self.at}: {count} bytes are not there")
        taken = self.data[self.at : self.at + count]
        self.at += count
        return taken

    def int(self):
        return struct.unpack("<i", self.take(4))[0]

    def float(self):
        return struct.unpack("<f", self.take(4))[0]

    def bool(self):
        return self.take(1) != b"\0"

    def pose(self):
        return list(struct.unpack("<7f", self.take(28)))

    def string(self):
        length = 0
        for shift in range(0, 35, 7):
            byte = self.take(1)[0]
            length |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
        else:
            raise Refused("the length of a string has more than five bytes")
        length &= 0xFFFFFFFF
        if length >= 1 << 31:
            raise Refused("negative length of a string")
        return self.take(length).decode("utf-8", "replace")


def read(data):
    source = Bytes(data)
    version = source.int()
    if version == 1:
        return read_1(source)
    if version == 2:
        return read_2(source)
    raise Refused(f"version {version}")


def read_1(source):
    name = source.string()
    duration = source.float()
    count = max(source.int(), 0)
    frames = []
    for _ in range(count):
        time = source.float()
        tracked = [source.bool(), source.bool()]
        valid = [source.bool(), source.bool()]
        joints = [[source.pose() for _ in range(26)] if is_valid else None for is_valid in valid]
        hands = [
            {"isTracked": tracked[i], "allJointsValid": valid[i], "joints": joints[i]} for i in (0, 1)
        ]
        frames.append({"timestamp": time, "left": hands[0], "right": hands[1]})
    return {
        "version": 1,
        "name": name,
        "durationInSeconds": duration,
        "frameCount": count,
        "frames": frames,
    }


def read_2(source):
    found = {"version": 2}
    found["sequenceFlags"] = source.int()
    found["recordingOptions"] = options = source.int()
    found["name"] = source.string()
    found["durationInSeconds"] = source.float()
    layout = max(source.int(), 0)
    bits = source.take((layout + 7) // 8)
    found["jointsInLayout"] = layout_of(bits)
    found["detectedHandMeshLayout"] = source.int()
    found["fingerShapeConfigurations"] = [[source.float() for _ in range(16)] for _ in range(5)]
    found["frameCount"] = count = max(source.int(), 0)
    found["frames"] = [read_frame(source, options & 1) for _ in range(count)]
    return found


def layout_of(bits):
    """26 joints: eight a byte from the highest bit on; the last two are the lowest of their byte."""
    flags = []
    for place, byte in enumerate(bits[:4]):
        here = 8 if place < 3 else 2
        flags += [bool(byte >> (here - 1 - i) & 1) for i in range(here)]
    return flags


def read_frame(source, has_before_render):
    frame = {"frameFlags": source.int(), "timestamp": source.float()}
    frame["headTrackingState"] = state = source.int()
    frame["headPose"] = source.pose() if state else None
    frame["updateSuccessFlags"] = [source.int() for _ in range(2 if has_before_render else 1)]
    for first, side in enumerate(("left", "right")):
        has = [frame["frameFlags"] >> (first + step) & 1 for step in (0, 2, 4)]
        frame[side] = {
            "snapshot": read_snapshot(source, has_before_render) if has[0] else None,
            "commonGestures": read_gestures(source) if has[1] else None,
            "aimState": read_aim(source) if has[2] else None,
        }
    return frame


def read_snapshot(source, has_before_render):
    flags = source.int()
    return {
        "snapshotFlags": flags,
        "dynamic": read_hand(source) if flags & 1 else None,
        "beforeRender": read_hand(source) if flags & 2 and has_before_render else None,
    }


def read_hand(source):
    flags = source.int()
    root = source.pose()
    joints = None
    if flags & 1:
        count = max(source.int(), 0)
        if count > 26:
            raise Refused(f"{count} joints")
        joints = [source.pose() for _ in range(count)]
    return {"handFlags": flags, "rootPose": root, "joints": joints}


def read_gestures(source):
    found = {"handedness": source.int()}
    found["flags"] = flags = source.int()
    fields = (
        ("aimPose", source.pose),
        ("aimActivateValue", source.float),
        ("graspValue", source.float),
        ("gripPose", source.pose),
        ("pinchPose", source.pose),
        ("pinchValue", source.float),
        ("pokePose", source.pose),
        ("isAimActivated", source.bool),
        ("isGraspFirm", source.bool),
        ("isPinchTouched", source.bool),
    )
    for bit, (name, take) in enumerate(fields):
        found[name] = take() if flags >> bit & 1 else None
    return found


def read_aim(source):
    found = {"handedness": source.int()}
    found["flags"] = flags = source.int()
    found["trackingState"] = source.int()
    found["metaFlags"] = [source.int(), source.int()]
    found["pinchStrengths"] = [source.float() for _ in range(4)]
    found["aimPose"] = source.pose() if flags & 32 else None
    return found


def bits_of(number):
    return struct.pack("<f", number)


def differences(ours, theirs, place=""):
    """Places at which what was read is not what Unity read, floats to the bit."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for name in ours:
            yield from differences(ours[name], theirs.get(name), f"{place}.{name}")
    elif isinstance(theirs, list) and isinstance(ours, list):
        if len(ours) != len(theirs):
            yield f"{place}: {len(ours)} are here, and Unity read {len(theirs)}"
        for i, (a, b) in enumerate(zip(ours, theirs)):
            yield from differences(a, b, f"{place}[{i}]")
    elif isinstance(ours, float):
        number = float(theirs) if theirs is not None else None
        same = number is not None and (
            bits_of(ours) == bits_of(number) or math.isnan(ours) and math.isnan(number)
        )
        if not same:
            yield f"{place}: {ours}, and Unity read {theirs}"
    elif ours != theirs:
        yield f"{place}: {ours!r}, and Unity read {theirs!r}"


def check(path):
    theirs = json.loads(path.read_text(encoding="utf-8"))
    data = path.with_suffix(".handsbin").read_bytes()
    try:
        ours = read(data)
    except Refused as refusal:
        return [] if theirs.get("accepted") is False else [f"refused: {refusal}"]
    if theirs.get("accepted") is False:
        return ["read, and Unity refuses it"]
    return list(differences(ours, theirs))


def poses(data):
    found = read(data)
    for frame in found["frames"]:
        for side in ("left", "right"):
            hand = frame[side]
            if found["version"] == 2:
                hand = (hand["snapshot"] or {}).get("dynamic")
                flags = hand["handFlags"] if hand else 0
            else:
                flags = hand["allJointsValid"] + 2 * hand["isTracked"]
            joints = (hand or {}).get("joints") or []
            crc = zlib.crc32(b"".join(struct.pack("<7f", *joint) for joint in joints))
            time = struct.unpack("<I", bits_of(frame["timestamp"]))[0]
            print(f"{time:08x} {side} {flags} {crc:08x}")


def main(arguments):
    if arguments[:1] == ["--check"]:
        failed = 0
        for path in map(Path, arguments[1:]):
            wrong = check(path)
            failed += bool(wrong)
            for line in wrong[:10]:
                print(f"{path}: {line}")
        print(f"{len(arguments) - 1 - failed} passed, {failed} failed")
        return 1 if failed else 0
    if arguments[:1] == ["--poses"]:
        for path in arguments[1:]:
            poses(Path(path).read_bytes())
        return 0
    for path in arguments:
        print(json.dumps(read(Path(path).read_bytes())))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
