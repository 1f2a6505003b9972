"""Opens the BVH and USD files of a folder, written by `cargo run --example clips`, in Blender, and compares bones with the recordings.

Usage: check_bvh_blender.py FOLDER, with a Python that has `bpy`.
"""

import math
import sys
from pathlib import Path

import bpy
from check_bvh import Bvh
from poses import Recording


def empty():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def to_blender(place):
    """Blender's importers turn y up to z up."""
    x, y, z = place
    return [x, -z, y]


def heads(armature):
    """Every bone's near end and far end in the world."""
    bones = armature.pose.bones
    return {bone.name: (list(armature.matrix_world @ bone.head), list(armature.matrix_world @ bone.tail)) for bone in bones}


def check_bvh(path):
    """Blender poses the skeleton as our reader of the format does; how many joints were compared."""
    empty()
    bpy.ops.import_anim.bvh(filepath=str(path), use_fps_scale=False, update_scene_duration=True)
    armature = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    bvh = Bvh(path.read_text())
    checked = 0
    moved = set()
    for index in range(0, len(bvh.frames), max(1, len(bvh.frames) // 7)):
        # Blender's first frame is 1.
        bpy.context.scene.frame_set(index + 1)
        expected = bvh.posed(bvh.frames[index])
        found = heads(armature)
        for joint in bvh.joints:
            if joint["parent"] is None:
                continue
            name = joint["name"]
            place = to_blender(expected[name][0])
            error = math.dist(found[name][0], place)
            assert error < 1e-4, (path.name, index, name, found[name][0], place)
            end = expected.get(f"{name}.end")
            if end and math.hypot(*bvh.ends[name]) > 0.002:
                error = math.dist(found[name][1], to_blender(end[0]))
                assert error < 1e-4, (path.name, index, name, "end", error)
            moved.add((name, tuple(round(number, 5) for number in place)))
            checked += 1
    return checked, len(moved)


def check_usd(path, recording):
    """Blender imports the skeleton, the mesh moves, and hands hide; how many joints were compared."""
    empty()
    bpy.ops.wm.usd_import(filepath=str(path), set_frame_range=True)
    armatures = [thing for thing in bpy.data.objects if thing.type == "ARMATURE"]
    meshes = [thing for thing in bpy.data.objects if thing.type == "MESH" and thing.name.startswith("Skin")]
    assert len(meshes) == sum(recording.has_hand(side) for side in ("left", "right")), path.name
    sides = [side for side in ("left", "right") if any(recording.hand(frame, side) for frame in recording.frames)]
    assert len(armatures) == len(sides), (path.name, len(armatures), sides)
    checked = 0
    for index in range(0, len(recording.frames), max(1, len(recording.frames) // 7)):
        bpy.context.scene.frame_set(index)
        for armature in armatures:
            found = heads(armature)
            side = "left" if any("Left" in name for name in found) else "right"
            hand = recording.hand(recording.frames[index], side)
            for joint, pose in (hand or {}).items():
                x, y, z = pose[0]
                place = to_blender([x, y, -z])
                error = math.dist(found[f"{side.capitalize()}{joint}"][0], place)
                assert error < 1e-4, (path.name, index, side, joint, found, place)
                checked += 1
    return checked


def main():
    folder = Path(sys.argv[1])
    bones = joints = 0
    for path in sorted(folder.glob("*.bvh")):
        count, places = check_bvh(path)
        assert places > count / 4 or count < 100, (path.name, "nothing moves")
        bones += count
        recording = Recording(folder, path.stem)
        joints += check_usd(folder / f"{path.stem}.usda", recording)
    assert bones > 0 and joints > 0
    print(f"Blender {bpy.app.version_string}: {bones} joints of BVH, {joints} of USD")


main()
