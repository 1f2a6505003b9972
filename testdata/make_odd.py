#!/usr/bin/env python3
"""Writes the small made-up files in published/, drafts/, fork/ and odd/, each with the .json it must read as.

    python3 make_odd.py [FOLDER]     FOLDER is where this script lies unless given

The writer is independent: it shares no code with the Rust crates nor with independent_reader.py, and
states what it wrote from its own model rather than by reading the file back. It uses exact arithmetic
only, so every run gives the same bytes. README.md lists the files.
"""

import hashlib
import json
import math
import struct
import sys
import zlib
from pathlib import Path

MAGIC = 0x6A8FAF6E0F9E42C6
FINGERS = ("Index", "Middle", "Ring", "Pinky")
BONES = ("Metacarpal", "Knuckle", "MiddleJoint", "DistalJoint", "Tip")
JOINTS = (
    "None Wrist Palm ThumbMetacarpalJoint ThumbProximalJoint ThumbDistalJoint ThumbTip".split()
    + [f + b for f in FINGERS for b in BONES]
)
POSITION = ["position.x", "position.y", "position.z"]
ROTATION = ["rotation.x", "rotation.y", "rotation.z", "rotation.w"]
SCALE = ["scale.x", "scale.y", "scale.z"]
RAY = ["origin.x", "origin.y", "origin.z", "direction.x", "direction.y", "direction.z"]


def i32(number):
    return struct.pack("<i", number)


def f32(number):
    return struct.pack("<f", number)


def rounded(number):
    """The f32 nearest to a number."""
    return struct.unpack("<f", f32(number))[0]


def dotnet_string(text, length_bytes=None):
    """A string as .NET's BinaryWriter has it; `length_bytes` asks for a longer length than needed."""
    data = text.encode("utf-8")
    rest, groups = len(data), []
    while rest or not groups:
        groups.append(rest & 0x7F)
        rest >>= 7
    groups += [0] * ((length_bytes or 0) - len(groups))
    return bytes([g | 0x80 for g in groups[:-1]] + [groups[-1]]) + data


# A key is (time, value) or (time, value, in-tangent, out-tangent, in-weight, out-weight, mode).
LINEAR = (0.0, 0.0, 0.0, 0.0, 3)
BOOLEAN = (0.0, 0.0, 0.0, 1.0e6, 3)


class Curve:
    def __init__(self, name, keys=(), boolean=False, pre=8, post=8):
        self.name, self.keys, self.boolean, self.pre, self.post = name, list(keys), boolean, pre, post

    def to_bytes(self, full, full_booleans=False):
        out = i32(self.pre) + i32(self.post) + i32(len(self.keys))
        for key in self.keys:
            out += f32(key[0]) + f32(key[1])
            if full_booleans if self.boolean else full:
                rest = key[2:] or (BOOLEAN if self.boolean else LINEAR)
                out += b"".join(f32(x) for x in rest[:4]) + i32(rest[4])
        return out

    def expected(self, full):
        def stated(key):
            rest = BOOLEAN if self.boolean else (key[2:] or LINEAR) if full else LINEAR
            return [number(x) for x in key[:2] + rest[:4]] + [rest[4]]

        crc = zlib.crc32(b"".join(f32(k[0]) + f32(k[1]) for k in self.keys))
        result = {"name": self.name, "bool": self.boolean, "pre": self.pre, "post": self.post}
        keys = self.to_bytes(full)[12:]
        result.update(count=len(self.keys), crc32_time_value=crc, crc32_keys=zlib.crc32(keys))
        if self.keys:
            result.update(first=stated(self.keys[0]), last=stated(self.keys[-1]))
        return result


def number(x):
    """An f32 for JSON: nine digits give it back exactly; NaN and infinities are strings."""
    if math.isnan(x):
        return "NaN"
    if math.isinf(x):
        return "Infinity" if x > 0 else "-Infinity"
    return float(f"{rounded(x):.9g}")


def ramp(seed, count, step=0.25):
    """Some keys that rise and fall; every number is a short binary fraction."""
    return [(i * step, ((seed * 37 + i * i * 11) % 64) / 64 - 0.5) for i in range(count)]


def eased(seed, count):
    """The same with tangents, weights and all four weighted modes."""
    return [
        (t, v, (seed % 5 - 2) / 4, (i % 7 - 3) / 8, 0.25 + (i % 3) / 8, 0.5 - (seed % 3) / 8, (seed + i) % 4)
        for i, (t, v) in enumerate(ramp(seed, count))
    ]


def track(prefix, parts, make):
    """One curve for each part; `make(i)` gives the keys of the i-th."""
    return [Curve(f"{prefix}.{part}", make(i)) for i, part in enumerate(parts)]


def camera(make=lambda i: ramp(i, 3)):
    return track("camera", POSITION + ROTATION, make)


def hands(make=lambda side, joint, i: []):
    states = [
        Curve("left.tracked", [(0.0, 1.0), (0.75, 0.0)], True),
        Curve("right.tracked", [(0.0, 0.0)], True),
        Curve("left.pinching", [(0.0, 0.0), (0.25, 1.0), (0.5, 0.0)], True),
        Curve("right.pinching", [(0.0, 0.0)], True),
    ]
    joints = []
    for side in ("left", "right"):
        for joint in JOINTS:
            joints += track(f"{side}.{joint}", POSITION + ROTATION, lambda i: make(side, joint, i))
    return states + joints


def gaze(make=lambda i: ramp(i + 7, 3)):
    return track("gaze", RAY, make)


class Files:
    """Writes the files and what they must read as."""

    def __init__(self, root):
        self.root = root

    def write(self, name, how, data, expected):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".bin").write_bytes(data)
        head = {"file": path.name + ".bin", "made_by": "testdata/make_odd.py", "how": how}
        head.update(size=len(data), sha256=hashlib.sha256(data).hexdigest())
        text = json.dumps({**head, **expected}, ensure_ascii=False, allow_nan=False)
        text = text.replace('"curves": [{', '"curves": [\n{').replace('}, {"name": ', '},\n{"name": ')
        path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")

    def refused(self, name, how, data, reason):
        self.write(name, how, data, {"refused": reason})

    def recording(
        self, name, how, version=(1, 1), flags=(1, 0, 0), curves=(), full=None, markers=(), trailing=b"", reads_as=None
    ):
        """`markers` is None for no list at all, else (time, name) or (time, name, length bytes) each."""
        if full is None:
            full = version < (1, 1)
        flag_bytes = bytes(flags) if version == (1, 1) else b""
        data = struct.pack("<qii", MAGIC, *version) + flag_bytes
        data += b"".join(c.to_bytes(full) for c in curves)
        if markers is not None:
            data += i32(len(markers))
            data += b"".join(f32(m[0]) + dotnet_string(*m[1:]) for m in markers)
        layout = "published" if full and version == (1, 1) else "mrtk"
        expected = {
            "version": list(version),
            "flags": dict(zip(("camera", "hands", "gaze"), (f != 0 for f in flag_bytes or (1, 1, 0)))),
            "flag_bytes": list(flag_bytes),
            "duration": number(max([0.0] + [c.keys[-1][0] for c in curves if c.keys])),
            "total_keys": sum(len(c.keys) for c in curves),
            "layout": reads_as or layout,
            "marker_list": markers is not None,
            "trailing_bytes": len(trailing),
            "markers": [{"time": number(m[0]), "name": m[1]} for m in markers or ()],
            "curves": [c.expected(full) for c in curves],
        }
        self.write(name, how, data + trailing, expected)


def published(files):
    """Version 1.1 by the letter of the published page: 28-byte float keys, nothing after the curves."""

    def one(name, how, **options):
        files.recording(f"published/{name}", how, full=True, **{"markers": None, **options})

    one("camera_eased", "camera with tangents, weights and every weighted mode", curves=camera(lambda i: eased(i, 5)))
    one(
        "all_tracks",
        "camera, hands and gaze; the right hand was never seen",
        flags=(1, 1, 1),
        curves=camera(lambda i: eased(i, 2))
        + hands(lambda side, joint, i: eased(i + len(joint), 2) if side == "left" and joint != "None" else [])
        + gaze(lambda i: eased(i + 3, 2)),
    )
    one("linear", "camera and gaze, keys as straight lines (0, 0, 0, 0, 3)", flags=(1, 0, 1), curves=camera() + gaze())
    flat = (0.0, 0.0, 0.0, 0.0, 0)
    one("one_key", "one key per curve, all tangents and modes 0", curves=camera(lambda i: [(0.0, i / 8) + flat]))
    one(
        "last_key",
        "one key, in the last curve: in mrtk layout an empty marker list and 16 bytes over",
        curves=camera(lambda i: [(0.0, 1.0)] if i == 6 else []),
    )
    steps = (math.inf, math.inf, 1 / 3, 1 / 3, 0)
    one("steps", "infinite tangents: each value is held", curves=camera(lambda i: [k + steps for k in ramp(i, 4)]))
    one("markers", "28-byte keys, yet with a marker list", curves=camera(), markers=[(0.5, "half"), (0.75, "later")])
    one("no_keys", "no keys, so it fits both layouts and counts as mrtk", curves=camera(lambda i: []), reads_as="mrtk")
    one("none", "all flags off, no marker list: 19 bytes, fits both layouts", flags=(0, 0, 0), reads_as="mrtk")


def odd(files):
    """Files that are unusual, yet valid."""

    def one(name, how, **options):
        files.recording(f"odd/{name}", how, **{"curves": camera(), **options})

    one("flag_2", "camera flag 2", flags=(2, 0, 0))
    one("flag_255", "camera and gaze flags 255", flags=(255, 0, 255), curves=camera() + gaze())
    one("trailing_1", "one byte after the marker list", trailing=b"\xff")
    one("trailing_4_zeros", "four zero bytes after an empty list: another empty list, if read on", trailing=bytes(4))
    one("trailing_100", "100 bytes after two markers", markers=[(0.0, "a"), (0.5, "b")], trailing=bytes(range(100)))
    def named(names):
        return [(i / 8, name) for i, name in enumerate(names)]

    names = ["", "x", "a" * 127, "b" * 128, "c" * 16383, "d" * 16384]
    one("marker_lengths", "names of 0, 1, 127, 128, 16383 and 16384 bytes", markers=named(names))
    names = ["é", "Ωμέγα", "手", "🙂", "e\u0301", "tab\tline\nnul\0end", "\ufeffbom", "“quoted”\\"]
    one("marker_text", "names beyond ASCII, with control characters", markers=named(names))
    longer = [(0.0, "", 2), (0.25, "x", 2), (0.5, "hello", 5), (0.75, "y" * 128, 3)]
    one("marker_long_lengths", "name lengths in more bytes than they need, up to 5", markers=longer)
    mixed = [(2.0, "c"), (-1.0, "a"), (2.0, "b")]
    one("marker_order", "markers out of order, two at one time, one before 0", markers=mixed)
    one("marker_beyond", "a marker after the last key does not make it longer", markers=[(100.0, "late")])
    values = [math.nan, math.inf, -math.inf, -0.0, 2.0**-149, 3.4028234663852886e38]
    strange = [[(t / 4, v) for t, v in enumerate(values)]] + [[(0.0, v), (0.5, 1.0)] for v in values]
    one("values", "NaN, infinities, -0, the smallest and the largest f32", curves=camera(lambda i: strange[i]))
    twice = [(-0.5, 0.0), (0.0, 0.25), (0.0, 0.75), (0.5, 0.5), (0.5, 1.0)]
    one("times", "a time before 0, and two keys at one time", curves=camera(lambda i: twice))
    one("before_zero", "every key before 0: duration 0", curves=camera(lambda i: [(-2.0, 0.5), (-1.0, 0.25)]))
    wraps = camera()
    for curve, (pre, post) in zip(wraps, [(0, 0), (1, 1), (2, 2), (4, 4), (8, 8), (2, 4), (0, 8)]):
        curve.pre, curve.post = pre, post
    one("wrap_modes", "every wrap mode, in 1.1", curves=wraps)
    old = camera(lambda i: eased(i, 2)) + hands()
    one("v1_0_no_marker_list", "1.0 that ends with its last curve", version=(1, 0), curves=old, markers=None)
    mark = [(0.5, "m")]
    one("v1_0_trailing", "1.0, a marker, 3 bytes after it", version=(1, 0), curves=old, markers=mark, trailing=b"end")
    one("v0_9", "version 0.9, which reads as 1.0", version=(0, 9), curves=old)
    one("v_minus_1_7", "version -1.7, which reads as 1.0", version=(-1, 7), curves=old)

    files.refused("odd/empty", "0 bytes: MRTK 2.6 and later when nothing was recorded", b"", "empty")
    later = bytes(3) + i32(0)
    files.refused("odd/v1_2", "version 1.2", struct.pack("<qii", MAGIC, 1, 2) + later, "version")
    files.refused("odd/v2_0", "version 2.0", struct.pack("<qii", MAGIC, 2, 0) + later, "version")


def formatter_blob(markers, marker="Microsoft.MixedReality.Toolkit.Input.InputAnimationMarker"):
    """What .NET's BinaryFormatter makes of a List<InputAnimationMarker>: the records of MS-NRBF."""
    assembly = "Microsoft.MixedReality.Toolkit.Services.InputSystem"
    assembly += ", Version=0.0.0.0, Culture=neutral, PublicKeyToken=null"
    out = b"\0" + i32(1) + i32(-1) + i32(1) + i32(0)  # stream header: root object 1
    out += b"\x0c" + i32(2) + dotnet_string(assembly)  # library 2
    out += b"\x04" + i32(1) + dotnet_string(f"System.Collections.Generic.List`1[[{marker}, {assembly}]]")
    out += i32(3) + b"".join(map(dotnet_string, ("_items", "_size", "_version")))
    out += bytes((4, 0, 0)) + dotnet_string(marker + "[]") + i32(2) + bytes((8, 8))
    out += b"\x09" + i32(3) + i32(len(markers)) + i32(len(markers))
    room = 0 if not markers else max(4, 1 << (len(markers) - 1).bit_length())
    out += b"\x07" + i32(3) + b"\0" + i32(1) + i32(room) + b"\x04" + dotnet_string(marker) + i32(2)
    out += b"".join(b"\x09" + i32(4 + n) for n in range(len(markers)))
    nulls = room - len(markers)
    out += b"\x0a" if nulls == 1 else bytes((13, nulls)) if nulls else b""
    for n, (time, name) in enumerate(markers):
        if n == 0:
            out += b"\x05" + i32(4) + dotnet_string(marker) + i32(2) + dotnet_string("time") + dotnet_string("name")
            out += bytes((0, 1, 11)) + i32(2)
        else:
            out += b"\x01" + i32(4 + n) + i32(4)
        out += f32(time) + b"\x06" + i32(4 + len(markers) + n) + dotnet_string(name)
    return out + b"\x0b"


def drafts(files):
    """What MRTK wrote before version 1.0: no header, and in A and B another order."""

    def one(name, how, origin, curves, markers=(), end=None, lost=()):
        pose, states, joints = curves[:7], curves[7:11], curves[11:]
        if origin == "draft-c":
            ordered = curves
        elif origin == "draft-a0":
            spare = [Curve("unused") for _ in range(108)]
            ordered = list(states)
            for hand in (joints[:189], joints[189:]):
                ordered += [c for c in hand if ".position." in c.name] + spare
            ordered += pose
        else:
            ordered = states + joints + pose
        data = b"".join(c.to_bytes(True, origin in ("draft-a0", "draft-a")) for c in ordered)
        if end is None:
            end = formatter_blob(markers)
            if origin == "draft-c":
                end = i32(len(markers)) + b"".join(f32(m[0]) + dotnet_string(m[1]) for m in markers)
        expected = {
            "version": origin,
            "flags": {"camera": True, "hands": True, "gaze": False},
            "flag_bytes": [],
            "duration": number(max([0.0] + [c.keys[-1][0] for c in curves if c.keys])),
            "total_keys": sum(len(c.keys) for c in curves),
            "layout": "mrtk",
            "marker_list": True,
            "trailing_bytes": 0,
            "markers": [{"time": number(m[0]), "name": m[1]} for m in markers],
            "not_read": list(lost),
            "curves": [c.expected(True) for c in curves],
        }
        files.write(f"drafts/{name}", how, data + end, expected)

    def body(rotations=True):
        def make(side, joint, i):
            if side == "right" and (joint in ("Palm", "IndexTip") or i > 2):
                return []
            return [(t + 10, v) for t, v in ramp(i + len(joint), 2)] if rotations or i < 3 else []

        return camera(lambda i: [(t + 10, v) for t, v in ramp(i, 3)]) + hands(make)

    said = [(10.5, "grab"), (11.0, ""), (11.25, "naïve café")]
    one("a0", "positions only, three curves a joint", "draft-a0", body(False))
    one("a", "camera last, full keys in boolean curves, no markers", "draft-a", body())
    one("a_markers", "the same with three markers", "draft-a", body(), said)
    one("b", "camera last, simple keys in boolean curves", "draft-b", body(), said[:1])
    other = formatter_blob(said, "SomeApp.Marker")
    one("b_other_markers", "markers of a class that is not MRTK's", "draft-b", body(), end=other, lost=["markers"])
    one("c", "version 1.0 without its header", "draft-c", body(), said)
    empty = camera(lambda i: []) + hands()
    for curve in empty:
        curve.keys = []
    one("c_empty", "no keys and no markers: 4,672 bytes", "draft-c", empty)


def fork(files):
    """The 4D Holographic Tutorials forms: no version, the gaze a pose, then object tracks, then poses with scale."""

    # Rotations and the directions to which they turn forward (0, 0, 1), all exact.
    turns = [((0, 0, 0, 1), (0, 0, 1)), ((0.5, 0.5, 0.5, 0.5), (1, 0, 0)), ((0, 1, 0, 0), (0, 0, -1))]

    def pose(name, seed, scale, make=None):
        curves = track(name, POSITION + ROTATION, make or (lambda i: ramp(i + seed, 3)))
        return curves + (track(name, SCALE, lambda i: [(0.0, 1.0)]) if scale else [])

    def one(name, how, form, flags, objects=(), markers=((0.5, "step 1"),)):
        scale = form == "fork-f3"
        written, kept = [], []
        lost = []
        if flags[0]:
            written += pose("camera", 0, scale)
            kept += pose("camera", 0, False)
        if flags[1]:
            states = hands()[:4]
            written, kept = written + states, kept + states
            for side in ("left", "right"):
                for joint in JOINTS:
                    make = lambda i: ramp(i + len(joint), 2) if side == "left" and joint != "None" else []
                    written += pose(f"{side}.{joint}", 0, scale, make)
                    kept += pose(f"{side}.{joint}", 0, False, make)
        if flags[2]:
            turned = lambda i: ramp(i + 7, 3) if i < 3 else [(n / 4, float(q[i - 3])) for n, (q, _) in enumerate(turns)]
            written += pose("gaze", 7, scale, turned)
            for i, part in enumerate(RAY):
                keys = ramp(i + 7, 3) if i < 3 else [(n / 4, float(d[i - 3])) for n, (_, d) in enumerate(turns)]
                kept.append(Curve(f"gaze.{part}", keys))
        data = struct.pack("<q", MAGIC) + bytes(flags) + b"".join(c.to_bytes(False) for c in written)
        if scale:
            lost.append("scale")
        if form != "fork-f1":
            data += i32(len(objects))
            for object_name in objects:
                data += dotnet_string(object_name)
                data += b"".join(c.to_bytes(False) for c in pose(object_name, len(object_name), scale))
            lost += ["objects"] if objects else []
        if flags[2]:
            lost.append("gaze rotation")
        data += i32(len(markers)) + b"".join(f32(time) + dotnet_string(name) for time, name in markers)
        expected = {
            "version": form,
            "flags": dict(zip(("camera", "hands", "gaze"), (f != 0 for f in flags))),
            "flag_bytes": list(flags),
            "duration": number(max([0.0] + [c.keys[-1][0] for c in kept if c.keys])),
            "total_keys": sum(len(c.keys) for c in kept),
            "layout": "mrtk",
            "marker_list": True,
            "trailing_bytes": 0,
            "markers": [{"time": number(m[0]), "name": m[1]} for m in markers],
            "not_read": lost,
            "curves": [c.expected(False) for c in kept],
        }
        files.write(f"fork/{name}", how, data, expected)
        return data

    two = ("Cube", "Würfel")
    one("f1", "camera, hands and gaze, one marker", "fork-f1", (1, 1, 1))
    one("f2", "hands and two objects, as the recorder sets its flags", "fork-f2", (0, 1, 0), two)
    one("f2_empty", "camera, no objects, no markers", "fork-f2", (1, 0, 0), (), ())
    data = one("tutorial", "camera, gaze, two objects and a marker, poses with scale", "fork-f3", (1, 0, 1), two)
    one("f3_hands", "hands and an object, poses with scale", "fork-f3", (0, 1, 0), two[:1])
    files.refused("fork/cut", "the first 600 bytes of `tutorial`", data[:600], "fork")
    text = "7678548776933278406\nFalse\nTrue\nFalse\nREFERENCE_COORDINATE_SYSTEM\n" + ", ".join(["0.5"] * 10)
    files.refused("fork/text_t10", "the start of a text file, ten numbers a pose", text.encode() + b"\nHEAD_POSES\n0\n", "text")


def main():
    files = Files(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
    published(files)
    odd(files)
    drafts(files)
    fork(files)


if __name__ == "__main__":
    main()
