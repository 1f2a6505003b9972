#!/usr/bin/env python3
"""Compares MCAP files and HoloLens2ForCV tables written by reenact with the poses of the recordings.

    check_streams.py FOLDER TESTDATA

FOLDER is what the example `frames_elsewhere` of reenact-convert made: for each NAME a NAME.mcap and a NAME_head_hand_eye.csv with 60 frames
per second, the recording as NAME.bin, and NAME.ndjson with its poses in Unity's axes at 120 Hz. MCAP is read by its own Python reader, and
its schemas are compared with those that Foxglove publishes; the tables are read by a few lines of numpy, written from the format description.
"""

import glob
import importlib
import json
import os
import sys

import numpy as np
from mcap.reader import make_reader
from mcap_protobuf.decoder import DecoderFactory

import mcap_schemas

OPENXR = ["Palm", "Wrist", "ThumbMetacarpalJoint", "ThumbProximalJoint", "ThumbDistalJoint", "ThumbTip"] + [
    finger + part
    for finger in ("Index", "Middle", "Ring", "Pinky")
    for part in ("Metacarpal", "Knuckle", "MiddleJoint", "DistalJoint", "Tip")
]
SIDES = ("left", "right")
checks = 0


def same(found, expected, what):
    global checks
    checks += 1
    if found != expected:
        sys.exit(f"{what}: {found!r}, expected {expected!r}")


def close(found, expected, what, within=1e-6):
    global checks
    checks += 1
    scale = max(1.0, float(np.max(np.abs(expected))))
    if not np.allclose(found, expected, rtol=0, atol=within * scale):
        sys.exit(f"{what}: {found!r}, expected {expected!r}")


def matrix_of(x, y, z, w):
    """The matrix of a unit quaternion, for columns."""
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


class Axes:
    """Other axes: what Unity's x, y and z become, as the columns of a matrix."""

    def __init__(self, x, y, z):
        self.there = np.array([x, y, z], dtype=float).T

    def vector(self, v):
        return self.there @ np.asarray(v)

    def matrix(self, q):
        return self.there @ matrix_of(*q) @ np.linalg.inv(self.there)


# z turned round; and ahead is x, left is y, up is z.
WEB = Axes([1, 0, 0], [0, 1, 0], [0, 0, -1])
ROS = Axes([0, -1, 0], [0, 0, 1], [1, 0, 0])


def is_whole(hand):
    return bool(hand and hand["tracked"] and all(hand["joints"].get(joint) for joint in OPENXR))


def check_matrix(cells, pose, what):
    matrix = cells.reshape(4, 4)
    close(matrix[3], [0, 0, 0, 1], f"{what}: last row")
    close(matrix[:3, 3], WEB.vector(pose["position"]), f"{what}: position")
    close(matrix[:3, :3], WEB.matrix(pose["rotation"]), f"{what}: rotation", 2e-6)


def check_table(path, frames):
    data = np.loadtxt(path, delimiter=",", ndmin=2)
    same(data.shape, (len(frames), 861), f"{path}: rows and cells")
    hands = 0
    for row, frame in zip(data, frames):
        at = f"{path} at {frame['time_secs']} s"
        close(row[0] / 1e7, frame["time_secs"], f"{at}: ticks", 1e-7)
        if frame["camera"]:
            check_matrix(row[1:17], frame["camera"], f"{at}: head")
        else:
            same(np.any(row[1:17]), np.False_, f"{at}: no head")
        for side, start in zip(SIDES, (17, 17 + 1 + 26 * 16)):
            present = is_whole(frame[side])
            same(row[start], float(present), f"{at}: whether there is a {side} hand")
            cells = row[start + 1 : start + 1 + 26 * 16].reshape(26, 16)
            if not present:
                same(np.any(cells), np.False_, f"{at}: no {side} hand")
                continue
            hands += 1
            for joint, matrix in zip(OPENXR, cells):
                check_matrix(matrix, frame[side]["joints"][joint], f"{at}: {side} {joint}")
        gaze = row[851:]
        same(gaze[0], float(frame["gaze"] is not None), f"{at}: whether there is a gaze")
        if frame["gaze"]:
            close(gaze[1:5], [*WEB.vector(frame["gaze"]["origin"]), 1], f"{at}: gaze origin")
            close(gaze[5:9], [*WEB.vector(frame["gaze"]["direction"]), 0], f"{at}: gaze direction")
        else:
            same(np.any(gaze), np.False_, f"{at}: no gaze")
    return hands


def xyz(v):
    return [v.x, v.y, v.z]


def check_pose(position, rotation, pose, what):
    close(xyz(position), ROS.vector(pose["position"]), f"{what}: position")
    q = [rotation.x, rotation.y, rotation.z, rotation.w]
    close(matrix_of(*q), ROS.matrix(pose["rotation"]), f"{what}: rotation", 2e-6)


def check_mcap(path, frames, recording):
    """Every message, against the frames; what viewers show is what was said last of it."""
    topics = {"/tf": {}, "/hands": {}, "/joints": {}, "/gaze": {}, "/state": {}}
    logs = []
    last = 0
    with open(path, "rb") as file:
        reader = make_reader(file, validate_crcs=True, decoder_factories=[DecoderFactory()])
        summary = reader.get_summary()
        schemas = {c.topic: summary.schemas[c.schema_id].name for c in summary.channels.values()}
        messages, differences = mcap_schemas.differences(summary.schemas.values())
        same(differences, [], f"{path}: schemas")
        same(messages > 10, True, f"{path}: schemas of Foxglove's messages")
        for _, channel, message, decoded in reader.iter_decoded_messages(log_time_order=False):
            same(last <= message.log_time, True, f"{path}: messages in order")
            last = message.log_time
            if channel.topic == "/markers":
                logs.append((message.log_time, decoded.message, decoded.level))
            else:
                same(message.log_time in topics[channel.topic], False, f"{path}: {channel.topic} once a frame")
                topics[channel.topic][message.log_time] = decoded
            stamp = decoded.transforms[0].timestamp if channel.topic == "/tf" else None
            if stamp is None and hasattr(decoded, "timestamp"):
                stamp = decoded.timestamp
            if stamp is not None:
                same(stamp.seconds * 10**9 + stamp.nanos, message.log_time, f"{path}: {channel.topic} stamp")
        count = len(logs) + sum(len(topic) for topic in topics.values())
        same(summary.statistics.message_count, count, f"{path}: statistics")
        attachments = list(reader.iter_attachments())
        metadata = list(reader.iter_metadata())
    same([(a.name, a.data) for a in attachments], [("recording.bin", recording)], f"{path}: attachment")
    same(metadata[0].name, "reenact", f"{path}: metadata")
    same(
        schemas,
        {
            "/tf": "foxglove.FrameTransforms",
            "/hands": "foxglove.SceneUpdate",
            "/joints": "foxglove.PointCloud",
            "/gaze": "foxglove.SceneUpdate",
            "/state": "reenact.State",
            "/markers": "foxglove.Log",
        },
        f"{path}: topics",
    )

    shown = {}
    state = None
    cloud = 0
    for frame in frames:
        time = round(float(np.float32(frame["time_secs"])) * 1e9)
        at = f"{path} at {frame['time_secs']} s"
        transforms = topics["/tf"].get(time)
        found = {t.child_frame_id: t for t in transforms.transforms} if transforms else {}
        expected = {"head": frame["camera"]} if frame["camera"] else {}
        joints = {side: {} for side in SIDES}
        for side in SIDES:
            if frame[side] and frame[side]["tracked"]:
                joints[side] = {name: pose for name, pose in frame[side]["joints"].items() if pose}
                expected |= {f"{side}/{name}": pose for name, pose in joints[side].items()}
        same(set(found), set(expected), f"{at}: transforms")
        for name, pose in expected.items():
            same(found[name].parent_frame_id, "world", f"{at}: parent of {name}")
            check_pose(found[name].translation, found[name].rotation, pose, f"{at}: {name}")

        for topic in ("/hands", "/gaze"):
            update = topics[topic].get(time)
            for deletion in update.deletions if update else ():
                same(deletion.type, 0, f"{at}: deletion of one")
                same(shown.pop(deletion.id, None) is not None, True, f"{at}: {deletion.id} was there")
            for entity in update.entities if update else ():
                shown[entity.id] = (time, entity)
        expected = {side for side in SIDES if joints[side]} | ({"gaze"} if frame["gaze"] else set())
        same(set(shown), expected, f"{at}: what is shown")
        for side in SIDES:
            if joints[side]:
                when, entity = shown[side]
                same(when, time, f"{at}: the {side} hand is of now")
                same(len(entity.spheres), len(joints[side]), f"{at}: spheres")
                for sphere, (name, pose) in zip(entity.spheres, joints[side].items()):
                    check_pose(sphere.pose.position, sphere.pose.orientation, pose, f"{at}: sphere {name}")
                if len(joints[side]) == 26:
                    same(len(entity.lines[0].points), 50, f"{at}: bones")
                    wrist = ROS.vector(joints[side]["Wrist"]["position"])
                    close(xyz(entity.lines[0].points[0]), wrist, f"{at}: the first bone starts at the wrist")
        if frame["gaze"]:
            arrow = shown["gaze"][1].arrows[0]
            close(xyz(arrow.pose.position), ROS.vector(frame["gaze"]["origin"]), f"{at}: gaze origin")
            o = arrow.pose.orientation
            ahead = matrix_of(o.x, o.y, o.z, o.w) @ [1, 0, 0]
            close(ahead, ROS.vector(frame["gaze"]["direction"]), f"{at}: gaze direction", 1e-5)

        points = topics["/joints"].get(time)
        if points:
            same((points.point_stride, points.frame_id), (12, "world"), f"{at}: point cloud")
            found = np.frombuffer(points.data, dtype="<f4").reshape(-1, 3)
            cloud = len(found)
            positions = [ROS.vector(pose["position"]) for side in SIDES for pose in joints[side].values()]
            same(len(found), len(positions), f"{at}: points")
            if positions:
                close(found, np.array(positions), f"{at}: points")
        same(cloud, sum(len(joints[side]) for side in SIDES), f"{at}: points that are shown")

        state = topics["/state"].get(time, state)
        for side in SIDES:
            if frame[side]:
                for what in ("tracked", "pinching"):
                    same(getattr(state, f"{side}_{what}"), frame[side][what], f"{at}: {side} {what}")
    return logs


folder = sys.argv[1]
hands = markers = 0
names = sorted(os.path.basename(path)[: -len(".ndjson")] for path in glob.glob(f"{folder}/*.ndjson"))
same(len(names) > 3, True, f"{folder}: recordings")
sys.path.insert(0, sys.argv[2])
reader = importlib.import_module("independent_reader")
for name in names:
    with open(f"{folder}/{name}.ndjson") as lines:
        frames = [json.loads(line) for line in lines][::2]
    with open(f"{folder}/{name}.bin", "rb") as file:
        recording = file.read()
    hands += check_table(f"{folder}/{name}_head_hand_eye.csv", frames)
    logs = check_mcap(f"{folder}/{name}.mcap", frames, recording)
    # There is no time before 0 in MCAP.
    expected = [(m["time"], m["name"]) for m in reader.read_file(recording)["markers"] if m["time"] >= 0]
    times = [time / 1e9 for time, _, _ in logs]
    close(times or [0], [time for time, _ in expected] or [0], f"{name}: times of markers", 1e-7)
    same([name for _, name, _ in logs], [name for _, name in expected], f"{name}: markers")
    markers += len(logs)
same(hands > 100 and markers > 0, True, "there were hands and markers")
print(f"{len(names)} recordings, {checks} checks")
