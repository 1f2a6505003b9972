#!/usr/bin/env python3
"""A second, independent reader for MRTK input animations.

It is written from docs/reference/format.md alone and shares nothing with the Rust code, so that the two can be
compared with each other. It also serves as a reference for anyone who reads the format in another
language. Python 3.9 or later, standard library only.

    independent_reader.py FILE.bin ...           print what is in each file, as JSON
    independent_reader.py --check FILE.json ...  compare each FILE.bin with its FILE.json
    independent_reader.py --curves FILE.bin ...  one line a curve: name pre post count crc32

The CRC-32 that --curves prints covers the raw key bytes as they lie in the file, in hexadecimal.
Exit code: 0 fine, 1 a file was refused or differs, 2 wrong usage.
"""

import json
import math
import struct
import sys
import zlib

MAGIC = bytes.fromhex("c6429e0f6eaf8f6a")
WRAP_MODES = {0, 1, 2, 4, 8}
JOINTS = ["None", "Wrist", "Palm", "ThumbMetacarpalJoint", "ThumbProximalJoint", "ThumbDistalJoint", "ThumbTip"] + [
    finger + part
    for finger in ("Index", "Middle", "Ring", "Pinky")
    for part in ("Metacarpal", "Knuckle", "MiddleJoint", "DistalJoint", "Tip")
]
POSE = ["position.x", "position.y", "position.z", "rotation.x", "rotation.y", "rotation.z", "rotation.w"]
RAY = ["origin.x", "origin.y", "origin.z", "direction.x", "direction.y", "direction.z"]

# Bytes of a float key in each layout. Boolean keys have 8 bytes in both.
KEY_SIZE = {"mrtk": 8, "published": 28}


class Refused(Exception):
    """The file cannot be read. `reason` is one stable word, the message is for people.

    `is_cut`: it may be because the file ends too early."""

    def __init__(self, reason, message, is_cut=False):
        super().__init__(message)
        self.reason, self.is_cut = reason, is_cut


class Cursor:
    """Takes little-endian values off the front of a file and never runs past its end."""

    def __init__(self, data, at):
        self.data, self.at, self.implausible = data, at, 0

    def left(self):
        return len(self.data) - self.at

    def take(self, size, field):
        if not 0 <= size <= self.left():
            is_cut = size < 8 * 2**23  # this many keys are the bits of a float, not a count
            raise Refused("malformed", f"{field} at byte {self.at} needs {size} bytes, {self.left()} left", is_cut)
        self.at += size
        return self.data[self.at - size : self.at]

    def i32(self, field):
        return struct.unpack("<i", self.take(4, field))[0]

    def f32(self, field):
        return struct.unpack("<f", self.take(4, field))[0]

    def string(self, field):
        """A .NET string: a length in groups of 7 bits, lowest first, then that many bytes of UTF-8."""
        start, length = self.at, 0
        for shift in range(0, 35, 7):
            byte = self.take(1, field)[0]
            length |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
        else:
            raise Refused("malformed", f"length of {field} at byte {start} takes more than 5 bytes")
        try:
            return self.take(length, field).decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("malformed", f"{field} at byte {start} is not UTF-8") from None


def curve_list(camera, hands, gaze):
    """Names the curves of a file in file order, each with whether it is a boolean curve."""
    curves = []
    if camera:
        curves += [(f"camera.{c}", False) for c in POSE]
    if hands:
        curves += [(f"{side}.{state}", True) for state in ("tracked", "pinching") for side in ("left", "right")]
        curves += [(f"{side}.{j}.{c}", False) for side in ("left", "right") for j in JOINTS for c in POSE]
    if gaze:
        curves += [(f"gaze.{c}", False) for c in RAY]
    return curves


def read_key(raw, is_boolean):
    """[time, value, in-tangent, out-tangent, in-weight, out-weight, weighted mode], as MRTK loads it."""
    if len(raw) == 28:
        return list(struct.unpack("<6fi", raw))
    # Only time and value are stored. A boolean key holds its value until the next key; a float key
    # starts a straight line.
    return [*struct.unpack("<2f", raw), 0.0, 0.0, 0.0, 1e6 if is_boolean else 0.0, 3]


def read_curve(cursor, name, is_boolean, layout):
    start = cursor.at
    pre, post, count = (cursor.i32(f"header of {name}") for _ in range(3))
    if not {pre, post} <= WRAP_MODES:
        cursor.implausible += 1
    if count < 0:
        raise Refused("malformed", f"{name} at byte {start} cannot have {count} keys")
    size = 8 if is_boolean else KEY_SIZE[layout]
    raw = cursor.take(count * size, f"keys of {name}")
    keys = [raw[i : i + size] for i in range(0, len(raw), size)]
    if keys and {pre, post} <= WRAP_MODES:
        first, last = (struct.unpack_from("<f", key)[0] for key in (keys[0], keys[-1]))
        cursor.implausible += last < first
    curve = {"name": name, "bool": is_boolean, "pre": pre, "post": post, "count": count}
    curve["crc32_time_value"] = zlib.crc32(b"".join(key[:8] for key in keys))
    curve["crc32_keys"] = zlib.crc32(raw)
    if keys:
        curve["first"], curve["last"] = read_key(keys[0], is_boolean), read_key(keys[-1], is_boolean)
    return curve


def read_body(cursor, curves, layout):
    """Walks everything after the header in one layout."""
    read = [read_curve(cursor, name, is_boolean, layout) for name, is_boolean in curves]
    has_list = cursor.left() > 0  # the published form ends with its last curve
    markers = []
    if has_list:
        start, count = cursor.at, cursor.i32("marker count")
        if not 0 <= count * 5 <= cursor.left():  # a marker has at least 5 bytes
            raise Refused("malformed", f"marker list at byte {start} cannot have {count} markers")
        for i in range(count):
            markers.append({"time": cursor.f32(f"time of marker {i}"), "name": cursor.string(f"name of marker {i}")})
    ends = [c["last"][0] for c in read if c["count"]]
    return {
        "duration": max([0.0] + [t for t in ends if not math.isnan(t)]),
        "total_keys": sum(c["count"] for c in read),
        "layout": layout,
        "marker_list": has_list,
        "trailing_bytes": cursor.left(),
        "markers": markers,
        "curves": read,
    }


class Formatter:
    """The markers of drafts A and B: a List<InputAnimationMarker> in the records of .NET's BinaryFormatter.

    Only plain values are read (MS-NRBF 2.3 - 2.6); any other record, and the markers are not read."""

    START = bytes.fromhex("0001000000ffffffff")
    MARKER = "Microsoft.MixedReality.Toolkit.Input.InputAnimationMarker"
    PRIMITIVES = {1: "?", 2: "B", 6: "d", 7: "h", 8: "i", 9: "q", 10: "b", 11: "f", 14: "H", 15: "I", 16: "Q"}

    def __init__(self, cursor):
        self.cursor, self.objects, self.classes = cursor, {}, {}

    def byte(self):
        return self.cursor.take(1, "record")[0]

    def int(self):
        return self.cursor.i32("record")

    def text(self):
        return self.cursor.string("text of a record")

    def markers(self):
        """The markers, or None if this is not a list of MRTK's markers."""
        try:
            self.cursor.take(1, "record")
            root = [self.int() for _ in range(4)][0]
            while self.record() != "end":
                pass
            name, members = self.objects[root]
            if not name.startswith(f"System.Collections.Generic.List`1[[{self.MARKER},"):
                return None
            items = [self.objects[item[0]] for item in self.objects[members["_items"][0]] if item]
            if len(items) != members["_size"] or any(name != self.MARKER for name, _ in items):
                return None
            return [{"time": m["time"], "name": self.resolve(m["name"])} for _, m in items]
        except (Refused, KeyError, TypeError, ValueError, RecursionError):
            return None

    def resolve(self, value):
        """A string, or what a reference to one leads to."""
        return self.objects[value[0]] if isinstance(value, tuple) else value or ""

    def record(self):
        kind = self.byte()
        if kind == 12:  # a library
            self.int(), self.text()
            return "aside"
        if kind == 11:
            return "end"
        if kind == 13:
            return [None] * self.byte()
        if kind == 10:
            return None
        if kind == 9:
            return (self.int(),)
        if kind == 6:
            number = self.int()
            self.objects[number] = self.text()
            return self.objects[number]
        if kind in (4, 5):
            number, name = self.int(), self.text()
            names = [self.text() for _ in range(self.int())]
            types = [self.byte() for _ in names]
            self.classes[number] = (name, names, [self.more(t) for t in types])
            if kind == 5:
                self.int()
            return self.instance(number, number)
        if kind == 1:
            return self.instance(self.int(), self.int())
        if kind == 7:
            number, shape, rank, length = self.int(), self.byte(), self.int(), self.int()
            self.more(self.byte())
            if (shape, rank) != (0, 1):
                raise ValueError("an array that no list has")
            elements = []
            while len(elements) < length:
                element = self.record()
                elements.extend(element if isinstance(element, list) else [element])
            self.objects[number] = elements
            return (number,)
        raise ValueError(f"record {kind}")

    def more(self, kind):
        """What follows a type: for a primitive which one, for a class its name."""
        if kind == 0:
            return self.PRIMITIVES[self.byte()]
        if kind in (3, 4):
            self.text()
        if kind == 4:
            self.int()
        if kind > 4:
            raise ValueError(f"type {kind}")
        return None

    def instance(self, number, of):
        name, names, forms = self.classes[of]
        values = {}
        for member, form in zip(names, forms):
            if form is None:
                values[member] = self.record()
            else:
                values[member] = struct.unpack("<" + form, self.cursor.take(struct.calcsize("<" + form), member))[0]
        self.objects[number] = (name, values)
        return (number,)


def read_draft(data):
    """What MRTK wrote before version 1.0; None if it is not that.

    No magic number: 389 curves, every wrap mode 8. Draft C is version 1.0 from its byte 16 on. In A and B the
    camera comes last and a BinaryFormatter stream follows; boolean keys are full in A. In A0 only the first
    81 curves of a hand are used, three a joint."""
    curves = curve_list(True, True, False)
    for draft in ("draft-c", "draft-a", "draft-b"):
        cursor = Cursor(data, 0)
        order = curves if draft == "draft-c" else curves[7:] + curves[:7]
        try:
            read = []
            for name, is_boolean in order:
                if data[cursor.at : cursor.at + 8] != bytes((8, 0, 0, 0, 8, 0, 0, 0)):
                    raise Refused("magic", "no curve of a draft")
                as_float = draft == "draft-a" and is_boolean
                read.append(read_curve(cursor, name, is_boolean and not as_float, "published"))
                if as_float:
                    read[-1]["bool"] = True
            has_blob = data[cursor.at : cursor.at + 9] == Formatter.START
            if has_blob == (draft == "draft-c"):
                raise Refused("magic", "other markers than this draft has")
            not_read = []
            if has_blob:
                markers = Formatter(cursor).markers()
                if markers is None:
                    cursor.at, markers, not_read = len(data), [], ["markers"]
                has_list = True
            else:
                body = read_body(cursor, [], "mrtk")
                markers, has_list = body["markers"], body["marker_list"]
        except Refused:
            continue
        if draft != "draft-c":
            read = read[-7:] + read[:-7]
        if draft == "draft-a":
            hands = [read[11:200], read[200:389]]
            counts = [[c["count"] for c in hand] for hand in hands]
            if not any(any(c[81:]) for c in counts) and any(all(c[78:81]) for c in counts):
                draft, names = "draft-a0", [c["name"] for c in read]
                empty = {k: v for k, v in hands[0][-1].items() if k not in ("first", "last")}
                read = read[:11] + [
                    curve for hand in hands for j in range(27) for curve in hand[3 * j : 3 * j + 3] + [empty] * 4
                ]
                read = [{**curve, "name": name} for curve, name in zip(read, names)]
        for curve in read:
            if curve["bool"] and draft in ("draft-a", "draft-a0"):  # kept as time and value
                curve["crc32_keys"] = curve["crc32_time_value"]
        ends = [c["last"][0] for c in read if c["count"]]
        return {
            "version": draft,
            "flags": {"camera": True, "hands": True, "gaze": False},
            "flag_bytes": [],
            "duration": max([0.0] + [t for t in ends if not math.isnan(t)]),
            "total_keys": sum(c["count"] for c in read),
            "layout": "mrtk",
            "marker_list": has_list,
            "trailing_bytes": cursor.left(),
            "markers": markers,
            "not_read": not_read,
            "curves": read,
        }
    return None


def looks_like_fork(data):
    """Same magic, no version: three flag bytes, then at once the header of the first curve."""
    if len(data) < 23 or max(data[8:11]) > 1:
        return False
    pre, post, count = struct.unpack_from("<3i", data, 11)
    return {pre, post} <= WRAP_MODES and count >= 0


def skip_curve(cursor):
    """The number of keys of a curve of time and value that is not kept."""
    return read_curve(cursor, "", False, "mrtk")["count"]


def read_fork(data):
    """The forms F1, F2 and F3: the one that ends with the file, then the one with fewer implausible headers.

    Flags at byte 8 and no version. The gaze is a pose; its direction is the forward axis turned by its rotation.
    From F2 on object tracks stand before the markers, from F3 on a pose has three more curves, its scale."""
    camera, hands, gaze = (byte != 0 for byte in data[8:11])
    found = []
    for form, scale, objects in (("fork-f1", False, False), ("fork-f2", False, True), ("fork-f3", True, True)):
        cursor, read, lost = Cursor(data, 11), [], {}
        try:
            for name, is_boolean in curve_list(camera, hands, False):
                read.append(read_curve(cursor, name, is_boolean, "mrtk"))
                if scale and name.endswith("rotation.w"):
                    lost["scale"] = lost.get("scale", 0) + sum(skip_curve(cursor) for _ in range(3))
            if gaze:
                read += [read_curve(cursor, "gaze." + part, False, "mrtk") for part in RAY[:3]]
                rotation = []
                for _ in range(4):
                    pre, post, count = (cursor.i32("gaze") for _ in range(3))
                    rotation.append([struct.unpack("<2f", cursor.take(8, "gaze")) for _ in range(max(count, 0))])
                if scale:
                    lost["scale"] = lost.get("scale", 0) + sum(skip_curve(cursor) for _ in range(3))
            if objects:
                for _ in range(cursor.i32("object count")):
                    cursor.string("name of an object")
                    lost["objects"] = lost.get("objects", 0) + 1
                    for _ in range(10 if scale else 7):
                        skip_curve(cursor)
            body = read_body(cursor, [], "mrtk")
        except Refused:
            continue
        if gaze:
            if any(rotation):
                lost["gaze rotation"] = 1
            read += gaze_direction(rotation)
        if body["marker_list"] and not cursor.left():
            found.append((cursor.implausible, form, read, body["markers"], [k for k, n in lost.items() if n]))
    if not found:
        raise Refused("fork", "a file of the 4D Holographic Tutorials fork in no form that is known")
    _, form, read, markers, lost = min(found, key=lambda rated: rated[0])
    ends = [c["last"][0] for c in read if c["count"]]
    return {
        "version": form,
        "flags": {"camera": camera, "hands": hands, "gaze": gaze},
        "flag_bytes": list(data[8:11]),
        "duration": max([0.0] + [t for t in ends if not math.isnan(t)]),
        "total_keys": sum(c["count"] for c in read),
        "layout": "mrtk",
        "marker_list": True,
        "trailing_bytes": 0,
        "markers": markers,
        "not_read": lost,
        "curves": read,
    }


def gaze_direction(rotation):
    """The curves of a direction, where the four of the rotation share their times; else empty ones."""
    times = [[time for time, _ in curve] for curve in rotation]
    keys = [[], [], []]
    if all(t == times[0] for t in times):
        for time, *q in zip(times[0], *[[value for _, value in curve] for curve in rotation]):
            x, y, z, w = q
            square = x * x + y * y + z * z + w * w
            turned = (2 * (x * z + w * y), 2 * (y * z - w * x), square - 2 * (x * x + y * y))
            for curve, component in zip(keys, turned):
                curve.append(struct.pack("<2f", time, component / square if square else math.nan))
    curves = []
    for part, own in zip(RAY[3:], keys):
        raw = struct.pack("<3i", 8, 8, len(own)) + b"".join(own)
        curves.append(read_curve(Cursor(raw, 0), "gaze." + part, False, "mrtk"))
    return curves


def read_file(data):
    if not data:
        raise Refused("empty", "the file is empty: MRTK leaves this behind when nothing was recorded")
    if data.removeprefix(b"\xef\xbb\xbf").startswith(b"7678548776933278406"):
        raise Refused("text", "a text file of the 4D Holographic Tutorials fork")
    if data[:8] != MAGIC:
        draft = read_draft(data)
        if draft:
            return draft
        raise Refused("magic", "not an input animation: it does not start with the magic number")
    cursor = Cursor(data, 8)
    version = (cursor.i32("major version"), cursor.i32("minor version"))
    if version > (1, 1):
        if looks_like_fork(data):
            return read_fork(data)
        raise Refused("version", f"version {version[0]}.{version[1]} is later than 1.1")
    if version == (1, 1):
        flag_bytes = list(cursor.take(3, "flags"))
        camera, hands, gaze = (byte != 0 for byte in flag_bytes)
        layouts = ["mrtk", "published"]
    else:  # anything below 1.1 is read as 1.0, where float keys are always full
        flag_bytes = []
        camera, hands, gaze = True, True, False
        layouts = ["published"]
    # Nothing in the header says which layout a 1.1 file has, so try both. A reading that ends with the
    # file goes before one that does not; then the one with fewer implausible headers; then MRTK's. But
    # where a reading leaves bytes over and met implausible headers, and the other met none before it
    # ran out of bytes, the file is one of the other layout, cut short.
    curves, found, stopped = curve_list(camera, hands, gaze), [], []
    for layout in layouts:
        walk = Cursor(data, cursor.at)
        try:
            body = read_body(walk, curves, layout)
            found.append(((body["trailing_bytes"] > 0, walk.implausible), body))
        except Refused as error:
            stopped.append((walk.implausible, error))
    cut = [error for implausible, error in stopped if implausible == 0 and error.is_cut]
    if not found or (found[0][0] > (True, 0) and cut):
        raise (cut or [error for _, error in stopped])[0]
    body = min(found, key=lambda rated: rated[0])[1]  # the first of equals
    if version < (1, 1):
        body["layout"] = "mrtk"  # the two sources agree on 1.0
    flags = {"camera": camera, "hands": hands, "gaze": gaze}
    return {"version": list(version), "flags": flags, "flag_bytes": flag_bytes, **body}


def plain(value):
    """For JSON: an f32 with 9 digits, which give it back exactly; what JSON lacks as a string."""
    if isinstance(value, float):
        if math.isfinite(value):
            return float(f"{value:.9g}")
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    return [plain(v) for v in value] if isinstance(value, list) else value


def bits(value):
    """Numbers compare as the 32 bits they stand for; NaN and infinities are strings here."""
    if isinstance(value, list):
        return [bits(v) for v in value]
    return struct.pack("<f", value) if isinstance(value, (int, float)) else value


def differences(found, expected):
    """Yields one line for each thing that `expected` (a .json) states otherwise than `found`."""
    if found["version"] != expected["version"]:
        yield f"version {found['version']}, expected {expected['version']}"
    # The recordings that MRTK wrote do not state these: they are all alike.
    usual = {"layout": "mrtk", "marker_list": True, "trailing_bytes": 0, "flag_bytes": found["flag_bytes"]}
    for key in ("flags", "flag_bytes", "total_keys", "layout", "marker_list", "trailing_bytes", "not_read"):
        want = expected.get(key, usual.get(key))
        if found.get(key) != want:
            yield f"{key} {found.get(key)}, expected {want}"
    if bits(plain(found["duration"])) != bits(expected["duration"]):
        yield f"duration {found['duration']}, expected {expected['duration']}"
    for what in ("markers", "curves"):
        if len(found[what]) != len(expected[what]):
            yield f"{len(found[what])} {what}, expected {len(expected[what])}"
        for i, (f, e) in enumerate(zip(found[what], expected[what])):
            for key in sorted(set(f) | set(e)):
                if key == "crc32_keys" and key not in e:
                    continue  # the recordings that MRTK wrote do not state it
                a, b = f.get(key), e.get(key)
                if (bits(plain(a)) != bits(b)) if key in ("time", "first", "last") else (a != b):
                    yield f"{what}[{i}] {e.get('name', '')[:40]!r} {key} {a}, expected {b}"


def check(json_path):
    """Compares FILE.bin with FILE.json and returns what differs."""
    with open(json_path, encoding="utf-8") as file:
        expected = json.load(file)
    with open(json_path[: -len(".json")] + ".bin", "rb") as file:
        data = file.read()
    if len(data) != expected["size"]:
        return [f"{len(data)} bytes, expected {expected['size']}"]
    refused = expected.get("refused")
    try:
        found = read_file(data)
    except Refused as error:
        return [] if error.reason == refused else [f"refused ({error.reason}): {error}"]
    if refused:
        return [f"was read, expected to be refused ({refused})"]
    return list(differences(found, expected))


def main(args):
    mode = args.pop(0) if args and args[0].startswith("--") else ""
    if not args or mode not in ("", "--check", "--curves"):
        print(__doc__, file=sys.stderr)
        return 2
    failed = 0
    for path in args:
        if mode == "--check":
            wrong = check(path)
            failed += bool(wrong)
            for line in wrong:
                print(f"{path}: {line}")
            continue
        try:
            with open(path, "rb") as file:
                found = read_file(file.read())
        except Refused as error:
            print(f"{error}: {path}", file=sys.stderr)
            failed += 1
            continue
        if mode == "--curves":
            for c in found["curves"]:
                print(c["name"], c["pre"], c["post"], c["count"], f"{c['crc32_keys']:08x}")
        else:
            print(json.dumps(plain({"file": path, **found}), ensure_ascii=False, allow_nan=False))
    if mode == "--check":
        print(f"{len(args) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
