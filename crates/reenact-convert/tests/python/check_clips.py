"""Compares the files of a folder, written by `cargo run --example clips`, with their recordings.

Usage: check_clips.py FOLDER
"""

import json
import math
import sys
from pathlib import Path

import check_anim
import check_bids
import check_bvh
import check_usd
from poses import Recording, angle_deg, conj, mul, sub, turn


def check_hand_pose(folder, name, recording, side):
    """A hand pose is what MRTK's own recorder would make of that moment."""
    path = folder / f"{name}.{side}.json"
    if not path.exists():
        return 0
    time = float(recording.losses[f"{side}.json"][0])
    frame = next(frame for frame in recording.frames if math.isclose(float(frame["time_secs"]), time, abs_tol=1e-6))
    hand = recording.hand(frame, side)
    camera = frame["camera"]["rotation"] if frame["camera"] else [0.0, 0.0, 0.0, 1.0]
    items = json.loads(path.read_text())["items"]
    assert {item["joint"] for item in items} == set(hand), (name, side)
    for item in items:
        place, rotation = hand[item["joint"]]
        place = turn(conj(camera), sub(place, hand["IndexTip"][0]))
        rotation = mul(conj(camera), rotation)
        if side == "left":
            place = [-place[0], place[1], place[2]]
            rotation = [rotation[0], -rotation[1], -rotation[2], rotation[3]]
        pose = item["pose"]
        assert math.dist([pose["position"][axis] for axis in "xyz"], place) < 1e-5, (name, item["joint"])
        assert angle_deg([pose["rotation"][axis] for axis in "xyzw"], rotation) < 0.01, (name, item["joint"])
    return 1


def main():
    folder = Path(sys.argv[1])
    names = sorted(path.name.removesuffix(".ndjson") for path in folder.glob("*.ndjson"))
    assert names, folder
    keys = frames = nodes = bones = joints = poses = cells = 0
    guids = set()
    for name in names:
        recording = Recording(folder, name)
        counts = check_anim.check(folder, name, recording)
        keys, frames, nodes = keys + counts[0], frames + counts[1], nodes + counts[2]
        bones += check_bvh.check(folder, name, recording)[0]
        joints += check_usd.check(folder, name, recording)
        poses += sum(check_hand_pose(folder, name, recording, side) for side in ("left", "right"))
        cells += check_bids.check(folder / "bids", name, recording)
        guids |= {path.read_text().split()[3] for path in folder.glob(f"{name}*.meta")}
    assert len(guids) == 2 * len(names), "every clip has a guid of its own"
    warnings = check_bids.validate(folder / "bids")
    assert min(keys, frames, nodes, bones, joints, poses, cells) > 0
    print(
        f"{len(names)} recordings: {keys} keys and {frames} poses of clips, {nodes} nodes of MRTK's hand, {bones} joints of BVH, "
        f"{joints} of USD, {poses} hand poses, {cells} cells of BIDS"
    )
    if "--warnings" in sys.argv:
        print("\n".join(warnings))


main()
