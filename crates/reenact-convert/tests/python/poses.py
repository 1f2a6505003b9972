"""What a recording is, from the files that `cargo run --example clips` writes beside its clips; and a little arithmetic."""

import json
import math
import statistics
import struct


def f32(number):
    """The nearest 32-bit number."""
    return struct.unpack("<f", struct.pack("<f", number))[0]


def number(value):
    """A number of our JSON, where three of them are words: the 32-bit one that it stands for."""
    return f32(float(value))


class Recording:
    """Keys and frames."""

    def __init__(self, folder, name):
        document = json.loads((folder / f"{name}.json").read_text())
        self.curves = {
            curve["name"]: [[number(part) for part in key] for key in curve["keys"]] for curve in document["curves"]
        }
        self.kinds = {curve["name"]: curve["kind"] for curve in document["curves"]}
        self.wraps = {curve["name"]: (curve["pre_wrap"], curve["post_wrap"]) for curve in document["curves"]}
        self.markers = [(number(marker["time_secs"]), marker["name"]) for marker in document["markers"] or []]
        self.frames = [json.loads(line) for line in (folder / f"{name}.ndjson").read_text().splitlines()]
        self.losses = {}
        for line in (folder / f"{name}.losses.txt").read_text().splitlines():
            ending, *rest = line.split("\t")
            self.losses[ending] = rest

    def hand(self, frame, side):
        """The joints of a hand in a frame as name: (position, rotation), or None."""
        hand = frame[side]
        if hand is None or not hand["tracked"]:
            return None
        joints = {name: pose_of(pose) for name, pose in hand["joints"].items()}
        return {name: pose for name, pose in joints.items() if pose}

    def has_hand(self, side):
        """Whether there is a hand, whole and mostly as large as people's are: numbers that are none have no skin."""
        hands = [hand for frame in self.frames if len(hand := self.hand(frame, side) or {}) == 26]
        lengths = [math.dist(hand["Wrist"][0], hand["MiddleTip"][0]) for hand in hands]
        return bool(lengths) and 0.05 < statistics.median(lengths) < 0.4


def pose_of(pose):
    """A pose of our JSON; None if it is not there or no pose."""
    if pose is None:
        return None
    numbers = [number(value) for value in pose["position"] + pose["rotation"]]
    return (numbers[:3], numbers[3:]) if all(map(math.isfinite, numbers)) else None


def web(pose):
    """The same pose in right-handed axes, z turned round."""
    (x, y, z), (qx, qy, qz, qw) = pose
    return [x, y, -z], [-qx, -qy, qz, qw]


def mul(a, b):
    """The product of two quaternions x y z w."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]


def conj(q):
    x, y, z, w = q
    return [-x, -y, -z, w]


def turn(q, v):
    """A vector, turned."""
    x, y, z, _ = mul(mul(q, [*v, 0.0]), conj(q))
    return [x, y, z]


def axis_angle(axis, degrees):
    half = math.radians(degrees) / 2
    return [*(part * math.sin(half) for part in axis), math.cos(half)]


def normalized(q):
    length = math.sqrt(sum(part * part for part in q))
    return [part / length for part in q]


def angle_deg(a, b):
    """The angle between two rotations."""
    x, y, z, w = mul(conj(normalized(a)), normalized(b))
    return math.degrees(2 * math.atan2(math.hypot(x, y, z), abs(w)))


def add(a, b):
    return [p + q for p, q in zip(a, b)]


def sub(a, b):
    return [p - q for p, q in zip(a, b)]
