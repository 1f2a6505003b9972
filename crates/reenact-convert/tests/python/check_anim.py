"""Compares Unity clips with their recordings: read by a YAML parser, at every key and between keys."""

import bisect
import math
import re
import zlib

import yaml
from poses import add, angle_deg, f32, mul, normalized, number, pose_of, turn


class Unity(yaml.CBaseLoader):
    """Knows Unity's tags; everything stays text until asked for, because YAML 1.1 takes 1e-05 for a word."""


Unity.add_multi_constructor("tag:unity3d.com,2011:", lambda loader, _, node: loader.construct_mapping(node, deep=True))


def load(path):
    text = path.read_text()
    assert text.startswith("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!74 &7400000\n"), path
    return yaml.load(text, Loader=Unity)["AnimationClip"]


def numbers(value):
    """A number or a vector as a list of 32-bit numbers."""
    parts = value.values() if isinstance(value, dict) else [value]
    return [f32(float(part)) for part in parts]


class Curve:
    """A clip's curve, evaluated as Unity's documentation says."""

    FIELDS = ("value", "inSlope", "outSlope", "inWeight", "outWeight")

    def __init__(self, curve):
        self.path = curve["path"]
        self.keys = []
        for key in curve["curve"]["m_Curve"]:
            fields = {name: numbers(key[name]) for name in self.FIELDS}
            self.keys.append((f32(float(key["time"])), int(key["weightedMode"]), int(key["tangentMode"]), fields))
        self.times = [key[0] for key in self.keys]
        assert self.times == sorted(set(self.times)) and self.times[0] >= 0, (self.path, self.times)

    def at(self, time):
        after = bisect.bisect_right(self.times, time)
        if after in (0, len(self.keys)):
            return self.keys[max(after - 1, 0)][3]["value"]
        a, b = self.keys[after - 1], self.keys[after]
        return [self.between(a, b, part, time) for part in range(len(a[3]["value"]))]

    @staticmethod
    def between(a, b, part, time):
        dx = b[0] - a[0]
        va, vb = a[3]["value"][part], b[3]["value"][part]
        out, into = a[3]["outSlope"][part], b[3]["inSlope"][part]
        if math.isinf(out) or math.isinf(into):
            return va
        wl = a[3]["outWeight"][part] if a[1] & 2 else 1 / 3
        wr = b[3]["inWeight"][part] if b[1] & 1 else 1 / 3
        s = (time - a[0]) / dx

        def bezier(p1, p2, p3, u):
            return 3 * (1 - u) ** 2 * u * p1 + 3 * (1 - u) * u * u * p2 + u**3 * p3

        low, high = (s, s) if wl == wr == 1 / 3 else (0.0, 1.0)
        while high - low > 1e-12:
            middle = (low + high) / 2
            low, high = (middle, high) if bezier(wl, 1 - wr, 1, middle) < s else (low, middle)
        u = (low + high) / 2
        return va + bezier(wl * out * dx, vb - va - wr * into * dx, vb - va, u)


def groups(recording):
    """Node paths with the names of the curves that move them."""
    for name in {name.rsplit(".", 2)[0] for name in recording.curves if ".position." in name}:
        if name == "camera":
            yield "Camera", name
        elif not name.endswith(".None"):
            side, joint = name.split(".")
            hand = f"Hand.{side.capitalize()}"
            yield f"{hand}/{hand}.Joints/{hand}.Joint.{joint}", name


def finite(key):
    return math.isfinite(key[0]) and math.isfinite(key[1])


def is_regular(keys):
    """Whether a curve is one that everybody would draw alike."""
    return all(map(finite, keys)) and all(a[0] < b[0] for a, b in zip(keys, keys[1:]))


def check_keys(clip, recording):
    """Every key of ours is there to the bit (a rotation up to its sign), and no other time."""
    checked = 0
    positions = {curve["path"]: Curve(curve) for curve in clip["m_PositionCurves"]}
    rotations = {curve["path"]: Curve(curve) for curve in clip["m_RotationCurves"]}
    for path, name in groups(recording):
        for curves, what, axes in ((positions, "position", "xyz"), (rotations, "rotation", "xyzw")):
            ours = [recording.curves[f"{name}.{what}.{axis}"] for axis in axes]
            bad = {key[0] for keys in ours for key in keys if math.isfinite(key[0]) and not finite(key)}
            times = {key[0] + 0.0 for keys in ours for key in keys if finite(key) and key[0] not in bad}
            if any(time < 0 for time in times):
                times = {time for time in times if time >= 0} | {0.0}
            if not all(ours) or not times:
                assert path not in curves, path
                continue
            # The last of several at one time counts.
            at = [{key[0] + 0.0: key[1] for key in keys if finite(key)} for keys in ours]
            if what == "rotation" and path not in curves:
                assert all(math.hypot(*(part.get(time, 0) for part in at)) < 1e-5 for time in times), path
                continue
            found = {key[0]: key[3]["value"] for key in curves[path].keys}
            if what == "position":
                assert set(found) == times, (path, set(found) ^ times)
            assert set(found) <= times, (path, set(found) - times)
            before = None
            for time, value in sorted(found.items()):
                expected = [part.get(time) for part in at]
                known = [index for index, part in enumerate(expected) if part is not None]
                signs = (1, -1) if what == "rotation" else (1,)
                fits = [all(value[index] == sign * expected[index] for index in known) for sign in signs]
                assert any(fits), (path, what, time, value, expected)
                if what == "rotation":
                    assert before is None or sum(p * q for p, q in zip(before, value)) >= 0, (path, time)
                    before = value
                checked += len(known)
    return checked, positions, rotations


def sides(ours):
    """The times of keys, and for each whether the way on from it is one that everybody would draw alike; None without shared times.

    Where a rotation flips, the way that is bent is anybody's.
    """
    if len({tuple(key[0] for key in keys) for keys in ours}) > 1 or ours[0][0][0] < 0:
        return None
    rows = list(zip(*ours))
    alike = []
    for a, b in zip(rows, rows[1:]):
        is_bent = any(len(key) > 2 and any(key[2:6]) for key in a + b)
        alike.append(not is_bent or sum(p[1] * q[1] for p, q in zip(a, b)) > 0)
    return [row[0][0] for row in rows], [*alike, True]


def check_between(recording, positions, rotations):
    """In every frame the clip is where the recording is."""
    checked = 0
    joints = {name: path for path, name in groups(recording)}
    known = {}
    regular = {name: is_regular(keys) for name, keys in recording.curves.items()}
    for frame in recording.frames:
        time = number(frame["time_secs"])
        poses = {"camera": pose_of(frame["camera"])} if frame["camera"] else {}
        for side in ("left", "right"):
            for joint, pose in (recording.hand(frame, side) or {}).items():
                poses[f"{side}.{joint}"] = pose
        for name, pose in poses.items():
            wraps = {recording.wraps[f"{name}.{what}"] for what in ("position.x", "position.y", "rotation.x")}
            parts = [f"position.{axis}" for axis in "xyz"] + [f"rotation.{axis}" for axis in "xyzw"]
            if pose is None or wraps != {(8, 8)} or not all(regular[f"{name}.{part}"] for part in parts):
                continue
            path = joints[name]
            found = positions[path].at(time)
            scale = max(1, *map(abs, pose[0]))
            assert math.dist(found, pose[0]) < 2e-5 * scale, (path, time, found, pose)
            if name not in known:
                known[name] = sides([recording.curves[f"{name}.rotation.{axis}"] for axis in "xyzw"])
            if known[name] and known[name][1][max(bisect.bisect_right(known[name][0], time) - 1, 0)]:
                error = angle_deg(rotations[path].at(time), pose[1])
                assert error < 0.05, (path, time, error)
            checked += 1
    return checked


def check_states(clip, recording):
    shown = {curve["path"]: Curve(curve) for curve in clip["m_FloatCurves"]}
    for curve in clip["m_FloatCurves"]:
        assert curve["attribute"] == "m_IsActive" and curve["classID"] == "1", curve["path"]
    for frame in recording.frames:
        for side in ("left", "right"):
            hand = f"Hand.{side.capitalize()}"
            for path, curve, what in ((hand, "tracked", "observed"), (f"{hand}/{hand}.Pinching", "pinching", "pinching")):
                keys = recording.curves.get(f"{side}.{curve}")
                if keys and recording.wraps[f"{side}.{curve}"] == (8, 8) and all(map(finite, keys)):
                    (value,) = shown[path].at(number(frame["time_secs"]))
                    assert value == float(frame[side][what]), (path, frame["time_secs"])
    events = [(f32(float(event["time"])), event["data"], event["functionName"]) for event in clip["m_Events"]]
    expected = sorted((time, name) for time, name in recording.markers if math.isfinite(time) and time >= 0)
    assert sorted(event[:2] for event in events) == expected, (events, expected)
    assert all(event[2] == "OnMarker" for event in events)


def check_bindings(clip):
    curves = [(curve["path"], 2, 4) for curve in clip["m_RotationCurves"]]
    curves += [(curve["path"], 1, 4) for curve in clip["m_PositionCurves"]]
    curves += [(curve["path"], zlib.crc32(b"m_IsActive"), 1) for curve in clip["m_FloatCurves"]]
    found = [
        tuple(int(binding[part]) for part in ("path", "attribute", "typeID"))
        for binding in clip["m_ClipBindingConstant"]["genericBindings"]
    ]
    assert found == [(zlib.crc32(path.encode()), attribute, kind) for path, attribute, kind in curves]
    ends = [
        f32(float(curve["curve"]["m_Curve"][-1]["time"]))
        for section in ("m_RotationCurves", "m_PositionCurves", "m_FloatCurves")
        for curve in clip[section]
    ]
    stop = f32(float(clip["m_AnimationClipSettings"]["m_StopTime"]))
    assert stop == max(ends, default=0), (stop, max(ends, default=0))


# `Quaternion.LookRotation((0, -1, 0), (1, 0, 0))`, turned round: x, y, z of the joint are −z, x and −y of the model.
REORIENTATION = normalized([-0.5, -0.5, 0.5, 0.5])
RIG = {
    "Thumb": ["ThumbMetacarpalJoint", "ThumbProximalJoint", "ThumbDistalJoint"],
    "Point": ["IndexKnuckle", "IndexMiddleJoint", "IndexDistalJoint"],
    "Middle": ["MiddleKnuckle", "MiddleMiddleJoint", "MiddleDistalJoint"],
    "Ring": ["RingKnuckle", "RingMiddleJoint", "RingDistalJoint"],
    "Pinky": ["PinkyKnuckle", "PinkyMiddleJoint", "PinkyDistalJoint"],
}


def check_mrtk(clip, recording):
    """Down the tree every node of MRTK's hand is turned as MRTK turns it."""
    for axis, expected in (((1, 0, 0), (0, 1, 0)), ((0, -1, 0), (0, 0, 1)), ((0, 0, -1), (1, 0, 0))):
        # The model's x is the joint's y, its −y the joint's z.
        assert math.dist(turn(REORIENTATION, axis), expected) < 1e-9, (axis, turn(REORIENTATION, axis))
    rotations = {curve["path"]: Curve(curve) for curve in clip["m_RotationCurves"]}
    positions = {curve["path"]: Curve(curve) for curve in clip["m_PositionCurves"]}
    checked = 0
    for frame in recording.frames:
        time = number(frame["time_secs"])
        for side in ("left", "right"):
            joints = recording.hand(frame, side) or {}
            if len(joints) < 26:
                continue
            wrist = f"{side[0].upper()}_Hand/MainL_JNT/WristL_JNT"
            nodes = {wrist: "Palm"}
            for name, chain in RIG.items():
                path = wrist if name == "Thumb" else f"{wrist}/{name}L_JNT"
                for index, joint in enumerate(chain, 1):
                    path += f"/{'Middel' if (name, index) == ('Middle', 2) else name}L_JNT{index}"
                    nodes[path] = joint
            for path, joint in nodes.items():
                rotation = [0.0, 0.0, 0.0, 1.0]
                parts = path.split("/")
                for end in range(1, len(parts) + 1):
                    node = "/".join(parts[:end])
                    if node in rotations:
                        rotation = mul(rotation, rotations[node].at(time))
                expected = mul(joints[joint][1], REORIENTATION)
                assert angle_deg(rotation, expected) < 0.05, (path, time, angle_deg(rotation, expected))
                checked += 1
            place = add(positions[wrist.rsplit("/", 1)[0]].at(time), positions[wrist].at(time))
            assert math.dist(place, joints["Wrist"][0]) < 1e-5, (side, time)
    return checked


def check(folder, name, recording):
    """Both clips of a recording; how many keys, frames and nodes were compared."""
    clip = load(folder / f"{name}.anim")
    assert clip["m_Name"] == name
    keys, positions, rotations = check_keys(clip, recording)
    frames = check_between(recording, positions, rotations)
    check_states(clip, recording)
    check_bindings(clip)
    mrtk = load(folder / f"{name}.mrtk.anim")
    check_bindings(mrtk)
    nodes = check_mrtk(mrtk, recording)
    metas = [(folder / f"{name}{rig}.anim.meta").read_text() for rig in ("", ".mrtk")]
    guids = [re.search(r"^guid: ([0-9a-f]{32})$", meta, re.M)[1] for meta in metas]
    assert guids[0] != guids[1]
    assert all(yaml.safe_load(meta)["NativeFormatImporter"]["mainObjectFileID"] == 7400000 for meta in metas)
    return keys, frames, nodes
