#!/usr/bin/env python3
"""A second, independent implementation of the measures of `reenact stats`.

It is written from docs/reference/measures.md, docs/reference/format.md and docs/reference/curves.md alone and shares nothing with the Rust
code, so that the two can be compared with each other, and so that those pages are known to be complete.
Python 3.9 or later, standard library only.

    independent_measures.py FILE.bin ...       print the measures of each file, as JSON
    independent_measures.py --check TABLE.csv  compare a table of `reenact stats --csv` with its recordings,
                                               in the folder that all of them share

Values agree if they differ by at most 0.1 %. Exit code: 0 fine, 1 something differs, 2 wrong usage.
"""

import bisect
import cmath
import csv
import json
import math
import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import independent_reader as reader

RATE_HZ = 60.0
TOLERANCE = 1e-3
NEVER = math.inf


def f32(value):
    """The nearest float of 32 bits."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


# Vectors and quaternions are lists; quaternions are x, y, z, w.


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def scaled(a, factor):
    return [x * factor for x in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def norm(a):
    return math.hypot(*a)


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def total(vectors):
    return [math.fsum(parts) for parts in zip(*vectors)]


def mean(values):
    return math.fsum(values) / len(values) if values else None


def median(values):
    values, half = sorted(values), len(values) // 2
    return mean(values[half - 1 : half + 1] if len(values) % 2 == 0 else values[half : half + 1]) if values else None


def angle_deg(a, b):
    return math.degrees(math.atan2(norm(cross(a, b)), dot(a, b)))


def gaze_angle_deg(a, b):
    angle = angle_deg(a, b)
    return 0.0 if angle < 1e-5 else angle


def rotated(q, v):
    """q v q⁻¹ for a unit quaternion."""
    twice = scaled(cross(q[:3], v), 2)
    return [a + q[3] * b + c for a, b, c in zip(v, twice, cross(q[:3], twice))]


def is_finite(numbers):
    return all(math.isfinite(x) for x in numbers)


# docs/reference/curves.md


class Curve:
    """An animation curve: keys as [time, value, in-tangent, out-tangent, in-weight, out-weight, weighted mode]."""

    def __init__(self, pre=8, post=8, keys=()):
        self.pre, self.post, self.keys = pre, post, list(keys)
        self.times = [key[0] for key in self.keys]
        self.is_sorted = all(a <= b for a, b in zip(self.times, self.times[1:]))

    def is_straight(self):
        """Whether it is straight lines between keys in order."""
        lines = all(key[4:] == [0.0, 0.0, 3] and is_finite(key[2:4]) for key in self.keys)
        return lines and self.is_sorted

    def can_share_times(self):
        """Whether keys may be added on its lines: two or more, finite, no two at one time, and the ends are held."""
        rises = all(a < b for a, b in zip(self.times, self.times[1:]))
        is_held = self.pre in (1, 8) and self.post in (1, 8)
        return len(self.keys) > 1 and rises and is_held and all(is_finite(key[:2]) for key in self.keys)

    def at(self, time):
        keys, times = self.keys, self.times
        if not keys:
            return 0.0
        if len(keys) == 1:
            return keys[0][1]
        if not times[0] <= time < times[-1]:
            mode = self.pre if time < times[0] else self.post
            if mode in (1, 8):
                return keys[0][1] if time < times[0] else keys[-1][1]
            length, since = times[-1] - times[0], time - times[0]
            if mode == 4:
                since = length - abs(since - math.floor(since / (2 * length)) * 2 * length - length)
            else:
                since -= math.floor(since / length) * length
            time = times[0] + since
            if time >= times[-1]:
                return keys[-1][1]
        right = bisect.bisect_right(times, time)
        return between(keys[right - 1], keys[right], time)


def between(a, b, time):
    """The value between two keys."""
    (a_time, a_value, _, slope_a, _, weight_a, mode_a), (b_time, b_value, slope_b, _, weight_b, _, mode_b) = a, b
    if time == a_time or math.isinf(slope_a) or math.isinf(slope_b):
        return a_value
    dx, dy, u = b_time - a_time, b_value - a_value, time - a_time
    if not (mode_a & 2 or mode_b & 1):
        dx = max(dx, 1e-4)
        cubic = (slope_a + slope_b - 2 * dy / dx) / dx**2
        square = (3 * dy / dx - 2 * slope_a - slope_b) / dx
        return u * (u * (u * cubic + square) + slope_a) + a_value
    weight_a, weight_b = weight_a if mode_a & 2 else 1 / 3, weight_b if mode_b & 1 else 1 / 3
    if weight_a == weight_b == 0:
        return a_value + dy * (u / dx)
    if weight_a == 1e6:
        return a_value  # a boolean key: held
    xs = [0, weight_a, 1 - weight_b, 1]
    ys = [a_value, a_value + weight_a * slope_a * dx, b_value - weight_b * slope_b * dx, b_value]
    steps = 64
    last = max(k for k in range(steps) if bezier(xs, k / steps) <= u / dx)
    low, high = last / steps, (last + 1) / steps
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if bezier(xs, middle) <= u / dx else (low, middle)
    return bezier(ys, low)


def bezier(points, s):
    a, b, c, d = points
    return (1 - s) ** 3 * a + 3 * (1 - s) ** 2 * s * b + 3 * (1 - s) * s**2 * c + s**3 * d


class Rotation:
    """Four curves, their signs made continuous where that is possible."""

    def __init__(self, curves):
        self.curves = curves
        same = all((c.times, c.pre, c.post) == (curves[0].times, curves[0].pre, curves[0].post) for c in curves)
        if not all(curve.is_straight() for curve in curves):
            return
        if not same:
            if not all(curve.can_share_times() for curve in curves):
                return
            times = sorted({time for curve in curves for time in curve.times})
            curves = [Curve(8, 8, [[t, f32(c.at(t)), 0.0, 0.0, 0.0, 0.0, 3] for t in times]) for c in curves]
        before, aligned = [0.0] * 4, []
        for keys in zip(*(curve.keys for curve in curves)):
            q = [key[1] for key in keys]
            sign = -1.0 if dot(before, q) < 0 else 1.0
            aligned.append([[key[0], sign * key[1], *key[2:]] for key in keys])
            if dot(q, q) > 0:
                before = scaled(q, sign)
        self.curves = [Curve(c.pre, c.post, keys) for c, keys in zip(curves, zip(*aligned))]

    def at(self, time):
        """Of unit length, or None."""
        q = [curve.at(time) for curve in self.curves]
        return scaled(q, 1 / norm(q)) if is_finite(q) and norm(q) > 1e-5 else None


# docs/reference/format.md and "Frames", "Observed frames and runs"


def load(path):
    """All curves of a file by name."""
    with open(path, "rb") as file:
        data = file.read()
    found = reader.read_file(data)
    is_1_1 = found["version"] == [1, 1]
    cursor, curves = reader.Cursor(data, 19 if is_1_1 else 16), {}
    for name, is_boolean in reader.curve_list(*(found["flags"][track] for track in ("camera", "hands", "gaze"))):
        pre, post, count = (cursor.i32(name) for _ in range(3))
        size = 8 if is_boolean or (is_1_1 and found["layout"] == "mrtk") else 28
        raw = cursor.take(count * size, name)
        keys = [reader.read_key(raw[at : at + size], is_boolean) for at in range(0, len(raw), size)]
        curves[name] = Curve(pre, post, keys)
    return curves


class Recording:
    def __init__(self, path):
        self.curves = load(path)
        firsts = [c.times[0] for c in self.curves.values() if c.keys and math.isfinite(c.times[0])]
        lasts = [c.times[-1] for c in self.curves.values() if c.keys and math.isfinite(c.times[-1])]
        self.end = max([0.0, *lasts])
        self.start = min(max(min(firsts, default=0.0), 0.0), self.end)
        count = math.floor((self.end - self.start) * RATE_HZ + 0.001) + 1
        self.times = [f32(self.start + i / RATE_HZ) for i in range(count)]

    def group(self, prefix, names):
        return [self.curves.get(f"{prefix}.{name}", Curve()) for name in names]

    def spans_on(self, name):
        """[from, to) in which a boolean curve is on; infinite where it is on before its first or after its last key."""
        curve = self.curves.get(name, Curve())
        edges = sorted({time for time in curve.times if math.isfinite(time)})
        edges = [-NEVER, *edges, NEVER]
        spans = []
        for a, b in zip(edges, edges[1:]):
            inside = a if a > -NEVER else (b if b == NEVER else b - 1)
            if curve.at(0.0 if math.isinf(inside) else inside) > 0.5:
                if spans and spans[-1][1] == a:
                    spans[-1][1] = b
                else:
                    spans.append([a, b])
        return spans

    def cut(self, spans):
        """Spans cut to the recording; one that is on at the end includes it."""
        cut = [(max(a, self.start), min(b, self.end), a <= self.end < b) for a, b in spans]
        return [(a, b) for a, b, is_at_end in cut if a < b or (a == b and is_at_end)]

    def observed(self, curves, tracked):
        """The frames that are observed of a track, a list for each tracked span, and the reason why: the keys."""
        frames = []
        for a, b in tracked:
            keys = [time for curve in curves for time in curve.times if a <= time < b and math.isfinite(time)]
            if keys:
                first, last = min(keys) - 0.001, max(keys) + 0.001
                frames.append([i for i, t in enumerate(self.times) if a <= t < b and first <= t <= last])
        return frames


def runs(spans, has_value):
    """Longest sequences of consecutive frames of one span in which something has a value."""
    found = []
    for span in spans:
        previous = None
        for i in span:
            if has_value(i):
                if previous == i - 1:
                    found[-1].append(i)
                else:
                    found.append([i])
                previous = i
    return found


# "Derivatives"


def solve(matrix, right):
    """Gauss and Jordan."""
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(len(rows)):
            if r != i:
                rows[r] = [x - rows[r][i] * y for x, y in zip(rows[r], rows[i])]
    return [row[-1] for row in rows]


WEIGHTS = {}


def weights(width, at):
    """What each frame of a window contributes to the fitted cubic and its derivatives at one of its frames."""
    if (width, at) not in WEIGHTS:
        xs = [float(k - at) for k in range(width)]
        normal = [[math.fsum(x ** (r + c) for x in xs) for c in range(4)] for r in range(4)]
        WEIGHTS[width, at] = [
            [math.factorial(order) * math.fsum(c * x**n for n, c in enumerate(coefficients)) for x in xs]
            for order in range(4)
            for coefficients in [solve(normal, [float(n == order) for n in range(4)])]
        ]
    return WEIGHTS[width, at]


def derivatives(values):
    """Value, velocity, acceleration and jerk in each frame of a run; nothing for a short one."""
    n = len(values)
    half = max(2, math.floor(0.12 * RATE_HZ + 1e-6))
    width = min(2 * half + 1, n)
    found = []
    for i in range(n if n >= 5 else 0):
        first = min(max(i - width // 2, 0), n - width)
        # Differences from the first one, which is added again: what stands still has derivatives of 0.
        window = [sub(value, values[first]) for value in values[first : first + width]]
        orders = [
            [RATE_HZ**order * dot(row, parts) for parts in zip(*window)]
            for order, row in enumerate(weights(width, i - first))
        ]
        found.append([[a + b for a, b in zip(orders[0], values[first])], *orders[1:]])
    return found


def integral(values):
    return math.fsum((a + b) / 2 for a, b in zip(values, values[1:])) / RATE_HZ


# "Movements"


def at_least(secs):
    return math.ceil(secs * RATE_HZ - 0.001)


def at_most(secs):
    return math.floor(secs * RATE_HZ + 0.001)


def movements(speeds):
    """First and last frame of each."""
    found = []
    for i in (i for i, speed in enumerate(speeds) if speed >= 0.05):
        slow = i - found[-1][1] - 1 if found else 0
        if found and slow - 1 < at_least(0.3):
            found[-1][1] = i
        else:
            found.append([i, i])
    return [(a, b) for a, b in found if b - a >= at_least(0.2)]


def log_dimensionless_jerk(speeds, jerks):
    secs = (len(speeds) - 1) / RATE_HZ
    squared = integral([jerk**2 for jerk in jerks])
    return -math.log(secs**3 / max(speeds) ** 2 * squared) if squared > 0 else None


def fourier(values):
    """The discrete Fourier transform of as many values as a power of two."""
    if len(values) == 1:
        return values
    even, odd = fourier(values[::2]), fourier(values[1::2])
    turned = [cmath.exp(-2j * math.pi * k / len(values)) * value for k, value in enumerate(odd)]
    return [a + b for a, b in zip(even, turned)] + [a - b for a, b in zip(even, turned)]


def sparc(speeds):
    size = 16 * 2 ** math.ceil(math.log2(len(speeds)))
    spectrum = [abs(z) for z in fourier(speeds + [0.0] * (size - len(speeds)))][: size // 2 + 1]
    m = [value / max(spectrum) for value in spectrum]
    kept = [k for k in range(len(m)) if k * RATE_HZ / size <= 10 and m[k] >= 0.05]
    first, last = kept[0], kept[-1]
    if first == last:
        return None
    return -math.fsum(math.hypot(1 / (last - first), m[k + 1] - m[k]) for k in range(first, last))


# "Fixations and saccades"


def step_speeds(directions):
    return [gaze_angle_deg(a, b) * RATE_HZ for a, b in zip(directions, directions[1:])]


def sequences(flags):
    """First and one past the last index of each longest sequence of equal flags, and the flag."""
    start = 0
    for i in range(1, len(flags) + 1):
        if i == len(flags) or flags[i] != flags[start]:
            yield start, i, flags[start]
            start = i


def by_velocity(d):
    """Fixations as (first, last); saccades as (first, last, amplitude, peak)."""
    speeds = step_speeds(d)
    fast = [speed >= 30 for speed in speeds]
    for a, b, is_fast in list(sequences(fast)):
        if is_fast and angle_deg(d[a], d[b]) < 1:
            fast[a:b] = [False] * (b - a)
    fixations, saccades = [], []
    for a, b, is_fast in sequences(fast):
        if is_fast:
            saccades.append((a, b, angle_deg(d[a], d[b]), max(speeds[a:b])))
            continue
        direction = total(d[a : b + 1])
        if fixations:
            first, last, before = fixations[-1]
            if a - last <= at_most(0.075) and angle_deg(before, direction) <= 0.5:
                saccades = [saccade for saccade in saccades if saccade[0] < last]
                fixations[-1] = (first, b, total([before, direction]))
                continue
        fixations.append((a, b, direction))
    return [(a, b) for a, b, _ in fixations if b - a >= at_least(0.1)], saccades


def by_dispersion(d):
    speeds, least, start = step_speeds(d), max(1, at_least(0.1)), 0
    fixations, saccades = [], []
    while start + least < len(d):
        end = start + least
        direction = total(d[start : end + 1])
        if any(angle_deg(one, direction) > 1 for one in d[start : end + 1]):
            start += 1
            continue
        while end + 1 < len(d) and angle_deg(d[end + 1], direction) <= 1:
            end += 1
            direction = total([direction, d[end]])
        if fixations:
            last, before = fixations[-1][1:]
            saccades.append((last, start, angle_deg(before, direction), max(speeds[last:start])))
        fixations.append((start, end, direction))
        start = end + 1
    return [(a, b) for a, b, _ in fixations], saccades


# "For each hand"

FINGERS = {"index": "Index", "middle": "Middle", "ring": "Ring", "pinky": "Pinky"}
BONES = {name: [finger + part for part in ("Metacarpal", "Knuckle", "MiddleJoint", "DistalJoint", "Tip")]
         for name, finger in FINGERS.items()}
BONES["thumb"] = ["ThumbMetacarpalJoint", "ThumbProximalJoint", "ThumbDistalJoint", "ThumbTip"]
LEAST_BONE_M = 1e-4


def curl_deg(joints):
    bones = [sub(b, a) for a, b in zip(joints, joints[1:])]
    if min(norm(bone) for bone in bones) <= LEAST_BONE_M:
        return None
    return math.fsum(angle_deg(a, b) for a, b in zip(bones, bones[1:]))


def splay_deg(wrist, index_knuckle, index_middle, pinky_knuckle, pinky_middle):
    to_index, to_pinky = sub(index_knuckle, wrist), sub(pinky_knuckle, wrist)
    bones = [sub(index_middle, index_knuckle), sub(pinky_middle, pinky_knuckle)]
    normal = cross(to_index, to_pinky)
    if min(norm(vector) for vector in (to_index, to_pinky, *bones)) <= LEAST_BONE_M or norm(normal) == 0:
        return None
    normal = scaled(normal, 1 / norm(normal))
    x, y = flat = [sub(bone, scaled(normal, dot(bone, normal))) for bone in bones]
    if any(norm(projected) < norm(bone) / 2 for projected, bone in zip(flat, bones)):
        return None
    return math.degrees(math.atan2(dot(normal, cross(x, y)), dot(x, y)))


class Measures(dict):
    """Measures by name; what is missing is None."""

    def spread(self, name, unit, values, kinds):
        values = [value for value in values if value is not None]
        for kind in kinds:
            how = {"mean": mean, "median": median, "min": min, "max": max, "peak": max}[kind]
            self[f"{name}_{kind}_{unit}"] = how(values) if values else None


def hand_measures(recording, side, head):
    """The measures of a hand by their names without the side, and its position in each frame."""
    names, measures = reader.JOINTS[1:], Measures()
    tracked = recording.spans_on(f"{side}.tracked")
    every_curve = [curve for name in names for curve in recording.group(f"{side}.{name}", reader.POSE)]
    spans = recording.observed(every_curve, tracked)
    frames = [{} for _ in recording.times]
    for name in names:
        pose = recording.group(f"{side}.{name}", reader.POSE)
        if not all(curve.keys for curve in pose[:3]):
            continue
        rotation = Rotation(pose[3:]) if all(curve.keys for curve in pose[3:]) else None
        for i in (i for span in spans for i in span):
            position = [curve.at(recording.times[i]) for curve in pose[:3]]
            if is_finite(position) and (rotation is None or rotation.at(recording.times[i])):
                frames[i][name] = position

    cut = recording.cut(tracked)
    measures["tracked_secs"] = math.fsum(b - a for a, b in cut)
    measures["observed_secs"] = math.fsum(len(span) - 1 for span in spans if span) / RATE_HZ
    measures["gaps"] = max(len(cut) - 1, 0)
    measures["gap_longest_secs"] = max((b[0] - a[1] for a, b in zip(cut, cut[1:])), default=None)
    pinching = recording.spans_on(f"{side}.pinching")
    both = [[max(a, c), min(b, d)] for a, b in tracked for c, d in pinching if max(a, c) < min(b, d)]
    pinches = recording.cut(both)
    measures["pinches"] = len(pinches)
    measures.spread("pinch", "secs", [b - a for a, b in pinches], ["mean", "median", "min", "max"])

    def each(how, *joints):
        known = [[frame[joint] for joint in joints] if all(j in frame for j in joints) else None for frame in frames]
        return [how(*places) if places else None for places in known]

    def grasp(thumb, *others):
        return norm(sub(thumb, scaled(total(others), 1 / 4)))

    aperture = each(lambda a, b: norm(sub(a, b)), "ThumbTip", "IndexTip")
    slack = 0.001 / RATE_HZ
    is_in_pinch = [any(a - slack <= t < b - slack for a, b in pinches) for t in recording.times]
    pinched = [value for value, is_in in zip(aperture, is_in_pinch) if is_in]
    measures.spread("pinched_aperture", "m", pinched, ["mean"])
    measures.spread("pinch_aperture", "m", aperture, ["mean", "min", "max"])
    tips = ["ThumbTip", *(f"{finger}Tip" for finger in FINGERS.values())]
    measures.spread("grasp_aperture", "m", each(grasp, *tips), ["mean", "min", "max"])

    speeds, accelerations, jerks, lengths, paths, smooth, arcs = [], [], [], [], [], [], []
    for run in runs(spans, lambda i: "Wrist" in frames[i]):
        motion = derivatives([frames[i]["Wrist"] for i in run])
        v, a, j = ([norm(frame[order]) for frame in motion] for order in (1, 2, 3))
        speeds, accelerations, jerks = speeds + v, accelerations + a, jerks + j
        paths.append(integral(v))
        for first, last in movements(v):
            own = slice(first, last + 1)
            lengths.append((last - first) / RATE_HZ)
            smooth.append(log_dimensionless_jerk(v[own], j[own]))
            arcs.append(sparc(v[own]))
    measures["path_length_m"] = math.fsum(paths) if speeds else None
    measures.spread("speed", "m_s", speeds, ["mean", "peak"])
    measures.spread("acceleration", "m_s2", accelerations, ["mean", "peak"])
    measures.spread("jerk", "m_s3", jerks, ["mean", "peak"])
    measures["movements"] = len(lengths)
    measures["movement_mean_secs"] = mean(lengths)
    measures["log_dimensionless_jerk"] = mean([value for value in smooth if value is not None])
    measures["sparc"] = mean([value for value in arcs if value is not None])

    curls = {name: each(lambda *joints: curl_deg(joints), *joints) for name, joints in BONES.items()}
    fingers = zip(*(curls[name] for name in FINGERS))
    mean_curls = [None if None in values else mean(values) for values in fingers]
    measures.spread("curl", "deg", mean_curls, ["mean", "max"])
    for name in BONES:
        measures.spread(f"{name}_curl", "deg", curls[name], ["mean"])
    plane = ["Wrist", "IndexKnuckle", "IndexMiddleJoint", "PinkyKnuckle", "PinkyMiddleJoint"]
    measures.spread("splay", "deg", each(splay_deg, *plane), ["mean", "max"])

    seen, distances = [], []
    for frame, (position, rotation) in zip(frames, head):
        if "Wrist" in frame and position:
            away = sub(frame["Wrist"], position)
            distances.append(norm(away))
            if rotation:
                seen.append(rotated([*scaled(rotation[:3], -1), rotation[3]], away))
    sides = [max(axis) - min(axis) for axis in zip(*seen)] if seen else [None] * 3
    for name, size in zip(("width", "height", "depth"), sides):
        measures[f"reach_{name}_m"] = size
    measures["reach_volume_m3"] = math.prod(sides) if seen else None
    measures.spread("head_distance", "m", distances, ["mean", "min", "max"])
    return measures, [frame.get("Wrist") for frame in frames]


# "For the recording"


def head_poses(recording):
    """Position and rotation of the head in each frame, None for what is not there; and its observed frames."""
    pose = recording.group("camera", reader.POSE)
    times = {time for curve in pose for time in curve.times if math.isfinite(time)}
    if len(times) == 1:
        spans = [list(range(len(recording.times)))]
    else:
        spans = recording.observed(pose, [(-NEVER, NEVER)])
    poses = [(None, None)] * len(recording.times)
    if all(curve.keys for curve in pose[:3]):
        rotation = Rotation(pose[3:]) if all(curve.keys for curve in pose[3:]) else None
        for i in (i for span in spans for i in span):
            position = [curve.at(recording.times[i]) for curve in pose[:3]]
            turn = rotation.at(recording.times[i]) if rotation else None
            if is_finite(position) and (turn or not rotation):
                poses[i] = (position, turn)
    return poses, spans


def head_measures(head, spans):
    measures, speeds, paths, turns, turned = Measures(), [], [], [], []
    for run in runs(spans, lambda i: head[i][0]):
        v = [norm(motion[1]) for motion in derivatives([head[i][0] for i in run])]
        speeds += v
        paths.append(integral(v))
    for run in runs(spans, lambda i: head[i][1]):
        rotations = []
        for q in (head[i][1] for i in run):
            rotations.append(scaled(q, -1) if rotations and dot(q, rotations[-1]) < 0 else q)
        omega = []
        for q, rate, *_ in derivatives(rotations):
            across = sub(rate, scaled(q, dot(q, rate) / dot(q, q)))
            omega.append(math.degrees(2 * norm(across) / norm(q)))
        turns += omega
        turned.append(integral(omega))
    measures["head_path_length_m"] = math.fsum(paths) if speeds else None
    measures.spread("head_speed", "m_s", speeds, ["mean", "peak"])
    measures["head_rotation_deg"] = math.fsum(turned) if turns else None
    measures.spread("head_turn", "deg_s", turns, ["mean", "peak"])
    return measures


def gaze_measures(recording, head):
    measures = Measures()
    ray = recording.group("gaze", reader.RAY)
    spans = recording.observed(ray, [(-NEVER, NEVER)]) if all(curve.keys for curve in ray) else []
    directions = [None] * len(recording.times)
    for i in (i for span in spans for i in span):
        direction = [curve.at(recording.times[i]) for curve in ray[3:]]
        if is_finite(direction) and norm(direction) > 1e-5:
            directions[i] = scaled(direction, 1 / norm(direction))
    both = [(d, rotation) for d, (_, rotation) in zip(directions, head) if d and rotation]
    angles = [gaze_angle_deg(d, rotated(rotation, [0.0, 0.0, 1.0])) for d, rotation in both]
    measures.spread("gaze_head", "deg", angles, ["mean", "max"])
    is_there = "gaze.origin.x" in recording.curves
    for name, method in (("gaze_ivt", by_velocity), ("gaze_idt", by_dispersion)):
        fixations, saccades = [], []
        for run in runs(spans, lambda i: directions[i]):
            found = method([directions[i] for i in run])
            fixations, saccades = fixations + found[0], saccades + found[1]
        measures[f"{name}_fixations"] = len(fixations) if is_there else None
        measures[f"{name}_fixation_mean_secs"] = mean([(b - a) / RATE_HZ for a, b in fixations])
        measures[f"{name}_saccades"] = len(saccades) if is_there else None
        measures[f"{name}_saccade_mean_deg"] = mean([amplitude for _, _, amplitude, _ in saccades])
        measures[f"{name}_saccade_peak_deg_s"] = max((peak for *_, peak in saccades), default=None)
    return measures


def measure(path):
    """Every measure of a recording by its name."""
    recording = Recording(path)
    measures = Measures(duration_secs=recording.end - recording.start)
    head, head_spans = head_poses(recording)
    places = {}
    for side in ("left", "right"):
        found, places[side] = hand_measures(recording, side, head)
        is_there = f"{side}.tracked" in recording.curves
        measures.update({f"{side}_{name}": value if is_there else None for name, value in found.items()})
    distances = [norm(sub(a, b)) for a, b in zip(places["left"], places["right"]) if a and b]
    measures.spread("hands_distance", "m", distances, ["mean", "min", "max"])
    measures.update(head_measures(head, head_spans))
    measures.update(gaze_measures(recording, head))
    return measures


def differences(row):
    """Yields (name, theirs, ours, whether they agree) for each measure that one of the two has."""
    ours = measure(row["recording"] + ".bin")
    theirs = {name: value for name, value in row.items() if name not in ("recording", "damage")}
    if set(ours) != set(theirs):
        raise ValueError(f"other measures: {sorted(set(ours) ^ set(theirs))}")
    for name, value in ours.items():
        other = float(theirs[name]) if theirs[name] else None
        if value is None or other is None:
            if value is not other:
                yield name, other, value, False
            continue
        yield name, other, value, abs(value - other) <= TOLERANCE * max(abs(value), abs(other)) + 1e-12


def check(table_path):
    """Compares a table with its recordings; returns how many measures differ."""
    with open(table_path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    agreed = differ = 0
    for row in rows:
        for name, theirs, ours, is_same in differences(row):
            agreed, differ = agreed + is_same, differ + (not is_same)
            if not is_same:
                print(f"{row['recording']}: {name} {theirs}, here {ours}")
    print(f"{len(rows)} recordings, {agreed} measures agree to {TOLERANCE:.1%}, {differ} differ")
    return differ + (agreed == 0)


def main(args):
    if args and args[0] == "--check" and len(args) == 2:
        return 1 if check(args[1]) else 0
    if not args or args[0].startswith("--"):
        print(__doc__, file=sys.stderr)
        return 2
    for path in args:
        print(json.dumps({"file": path, **measure(path)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
