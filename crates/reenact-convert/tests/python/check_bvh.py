"""Compares BVH files with their recordings, by a reader written from the format specification."""

import math
import re

from poses import add, angle_deg, axis_angle, mul, pose_of, turn, web

AXES = {"X": (1, 0, 0), "Y": (0, 1, 0), "Z": (0, 0, 1)}


class Bvh:
    """The joints of a file, parents first, and its frames."""

    def __init__(self, text):
        head, motion = text.split("MOTION\n")
        self.joints, self.ends = [], {}
        stack = []
        words = iter(head.split())
        assert next(words) == "HIERARCHY"
        for word in words:
            if word in ("ROOT", "JOINT"):
                name = next(words)
                assert next(words) == "{"
                stack.append(len(self.joints))
                parent = stack[-2] if len(stack) > 1 else None
                self.joints.append({"name": name, "parent": parent, "offset": None, "channels": []})
            elif word == "End":
                assert next(words) == "Site" and next(words) == "{" and next(words) == "OFFSET"
                self.ends[self.joints[stack[-1]]["name"]] = [float(next(words)) for _ in range(3)]
                assert next(words) == "}"
            elif word == "OFFSET":
                self.joints[stack[-1]]["offset"] = [float(next(words)) for _ in range(3)]
            elif word == "CHANNELS":
                self.joints[stack[-1]]["channels"] = [next(words) for _ in range(int(next(words)))]
            else:
                assert word == "}", word
                stack.pop()
        assert not stack
        lines = motion.splitlines()
        count = int(re.fullmatch(r"Frames: (\d+)", lines[0])[1])
        self.frame_secs = float(re.fullmatch(r"Frame Time: (\S+)", lines[1])[1])
        self.frames = [[float(word) for word in line.split()] for line in lines[2:]]
        width = sum(len(joint["channels"]) for joint in self.joints)
        assert len(self.frames) == count >= 1 and all(len(frame) == width for frame in self.frames)

    def posed(self, frame):
        """Every joint and end site in the world: place and rotation."""
        poses, values = [], iter(frame)
        by_name = {}
        for joint in self.joints:
            place, rotation = list(joint["offset"]), [0.0, 0.0, 0.0, 1.0]
            for channel in joint["channels"]:
                value = next(values)
                if channel.endswith("position"):
                    place["XYZ".index(channel[0])] += value
                else:
                    rotation = mul(rotation, axis_angle(AXES[channel[0]], value))
            if joint["parent"] is not None:
                above = poses[joint["parent"]]
                place, rotation = add(above[0], turn(above[1], place)), mul(above[1], rotation)
            poses.append((place, rotation))
            by_name[joint["name"]] = (place, rotation)
        for name, offset in self.ends.items():
            place, rotation = by_name[name]
            by_name[f"{name}.end"] = (add(place, turn(rotation, offset)), None)
        return by_name


def median(numbers):
    return sorted(numbers)[len(numbers) // 2]


def check_lengths(bvh, recording, side):
    """Bones are as long as they mostly were."""
    name = side.capitalize()
    hands = [hand for hand in (recording.hand(frame, side) for frame in recording.frames) if hand]
    places = {joint["name"]: joint for joint in bvh.joints}
    for joint in places.values():
        if joint["name"].startswith(name) and joint["name"] != f"{name}Wrist":
            above = bvh.joints[joint["parent"]]["name"]
            pair = [joint["name"].removeprefix(name), above.removeprefix(name)]
            full = [hand for hand in hands if all(part in hand for part in pair)]
            expected = median([math.dist(hand[pair[0]][0], hand[pair[1]][0]) for hand in full])
            assert abs(math.hypot(*joint["offset"]) - expected) < 2e-5, (joint["name"], expected)


def check(folder, name, recording):
    """One file; how many joints were compared, and by how much they are off in the mean."""
    bvh = Bvh((folder / f"{name}.bvh").read_text())
    assert len(bvh.frames) == len(recording.frames) or not recording.frames
    names = {joint["name"] for joint in bvh.joints}
    errors, checked = [], 0
    before = None
    for row, frame in zip(bvh.frames, recording.frames):
        poses = bvh.posed(row)
        if before:
            jump = max(abs(p - q) for p, q in zip(before, row))
            assert jump < 181 or "tangents" in name or "m272" in name, (name, frame["time_secs"], jump)
        for side in ("left", "right"):
            side_name = side.capitalize()
            hand = recording.hand(frame, side)
            if f"{side_name}Wrist" not in names:
                continue
            shown = [joint["name"] for joint in bvh.joints if joint["name"].startswith(side_name)]
            if hand is None or any(joint.removeprefix(side_name) not in hand for joint in shown):
                continue
            for joint in shown:
                place, rotation = web(hand[joint.removeprefix(side_name)])
                assert angle_deg(poses[joint][1], rotation) < 0.01, (joint, frame["time_secs"])
                if joint.endswith("Wrist"):
                    assert math.dist(poses[joint][0], place) < 2e-6 * max(1, *map(abs, place)), (joint, frame["time_secs"])
                errors.append(math.dist(poses[joint][0], place))
                checked += 1
            for finger in ("Thumb", "Index", "Middle", "Ring", "Pinky"):
                end = poses.get(f"{side_name}{finger}DistalJoint.end")
                if end and f"{finger}Tip" in hand and f"{side_name}{finger}Tip" not in names:
                    errors.append(math.dist(end[0], web(hand[f"{finger}Tip"])[0]))
        camera = pose_of(frame["camera"])
        # What is beyond all measure is left out.
        if camera and "Camera" in names and max(map(abs, camera[0])) < 1e11:
            place, rotation = web(camera)
            assert math.dist(poses["Camera"][0], place) < 1e-5 and angle_deg(poses["Camera"][1], rotation) < 0.01
        before = row
    for side in ("left", "right"):
        if f"{side.capitalize()}Wrist" in names:
            check_lengths(bvh, recording, side)
    # What we said of how far joints are off is so.
    (said,) = recording.losses["bvh"]
    stated = re.search(r"moves joints by ([\d.]+) mm on average and ([\d.]+) mm at most", said)
    mean = sum(errors) / len(errors) if errors else 0.0
    if stated:
        assert abs(float(stated[1]) - mean * 1000) < 0.051 + 0.01 * mean * 1000, (said, mean)
        assert abs(float(stated[2]) - max(errors) * 1000) < 0.1, (said, max(errors))
    else:
        assert mean < 1e-5, mean
    return checked, mean
