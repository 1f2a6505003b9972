"""Compares what a headless application saw (headless.py) with the library's own poses (reenact sample --json).

python check_headless.py SEEN SAMPLED STEP: prints the largest differences in its last line; exit code 1 if they are too large.
"""

import json
import math
import sys

# Joints in the order of XrHandJointEXT, by their names in MRTK.
JOINTS = """Palm Wrist
ThumbMetacarpalJoint ThumbProximalJoint ThumbDistalJoint ThumbTip
IndexMetacarpal IndexKnuckle IndexMiddleJoint IndexDistalJoint IndexTip
MiddleMetacarpal MiddleKnuckle MiddleMiddleJoint MiddleDistalJoint MiddleTip
RingMetacarpal RingKnuckle RingMiddleJoint RingDistalJoint RingTip
PinkyMetacarpal PinkyKnuckle PinkyMiddleJoint PinkyDistalJoint PinkyTip""".split()

MOST_M = 1e-6
MOST_DEG = 1e-3


def in_openxr(pose):
    """From Unity's left-handed axes: z is reversed."""
    (x, y, z), (i, j, k, w) = pose["position"], pose["rotation"]
    return {"position": [x, y, -z], "rotation": [-i, -j, k, w]}


def degrees(a, b):
    """Angle between two rotations, exact for small ones: from the length of the difference, not from a cosine."""
    scale = [math.hypot(*q) for q in (a, b)]
    a, b = ([x / s for x in q] for q, s in zip((a, b), scale))
    apart = min(math.dist(a, b), math.dist(a, [-x for x in b]))
    return math.degrees(4 * math.asin(min(apart / 2, 1)))


def main(seen_path, sampled_path):
    with open(seen_path) as file:
        seen = [json.loads(line) for line in file]
    with open(sampled_path) as file:
        sampled = [json.loads(line) for line in file]
    assert len(seen) == len(sampled) >= 200, (len(seen), len(sampled))
    worst_m = worst_deg = 0.0
    counts = {"camera": 0, "joints": 0, "gaze": 0, "pinches": 0, "velocities": 0, "untracked": 0}

    def compare(found, wanted, where):
        nonlocal worst_m, worst_deg
        wanted = in_openxr(wanted)
        worst_m = max(worst_m, math.dist(found["position"], wanted["position"]))
        worst_deg = max(worst_deg, degrees(found["rotation"], wanted["rotation"]))
        assert worst_m <= MOST_M and worst_deg <= MOST_DEG, (where, found, wanted, worst_m, worst_deg)

    for n, (frame, truth) in enumerate(zip(seen, sampled, strict=True)):
        if truth["camera"]:
            counts["camera"] += 1
            compare(frame["camera"], truth["camera"], (n, "camera"))
        for side in ("left", "right"):
            hand, wanted = frame[side], truth[side]
            joints = (wanted or {}).get("joints") or {}
            is_there = any(joints.get(name) for name in JOINTS)
            assert hand["active"] == hand["pinch_active"] == is_there, (n, side)
            if not is_there:
                counts["untracked"] += 1
                assert all(joint["flags"] == 0 for joint in hand["joints"]), (n, side)
                continue
            assert hand["pinching"] == wanted["pinching"], (n, side)
            counts["pinches"] += hand["pinching"]
            for name, joint in zip(JOINTS, hand["joints"], strict=True):
                assert joint["flags"] == 15 and joint["radius"] > 0, (n, side, name)
                compare(joint, joints[name], (n, side, name))
                counts["joints"] += 1
                counts["velocities"] += joint["velocity"] is not None
        assert (frame["gaze"] is None) == (truth["gaze"] is None), n
        if truth["gaze"]:
            counts["gaze"] += 1
            x, y, z = truth["gaze"]["origin"]
            worst_m = max(worst_m, math.dist(frame["gaze"]["position"], [x, y, -z]))
            assert worst_m <= MOST_M, n
            # Forward is -z, rotated.
            i, j, k, w = frame["gaze"]["rotation"]
            ahead = [-2 * (i * k + w * j), -2 * (j * k - w * i), -(1 - 2 * (i * i + j * j))]
            x, y, z = truth["gaze"]["direction"]
            assert math.dist(ahead, [x, y, -z]) < 1e-5, n
    assert all(counts.values()), f"nothing to compare: {counts}"
    print(f"{len(seen)} frames, {counts['joints']} joints within {worst_m * 1e6:.2f} µm and {worst_deg:.5f}°")


if __name__ == "__main__":
    main(*sys.argv[1:3])
