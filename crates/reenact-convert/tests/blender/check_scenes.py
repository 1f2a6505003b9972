"""Compares the glTF files that reenact writes with their recordings, in Blender.

    python check_scenes.py FOLDER [--picture OUT.png]

FOLDER is what the example `scenes` of reenact-convert made: NAME.PROFILE.FOR.glb and NAME.ndjson with frames. Blender must put every joint
where the frames say (in its own axes, z up), move the hands' skins with them, show nothing of a hand that is not tracked, and, in a
file made for it, lay bones along the fingers. A picture is rendered of the demo, and must show both hands.
"""

import json
import sys
import tempfile
from pathlib import Path

import bpy
from mathutils import Matrix, Vector

POSITION_M = 1e-4
FPS = 60
SIDES = {"left": "Hand.Left", "right": "Hand.Right"}
counts = {"files": 0, "joints": 0, "hidden": 0, "skins": 0}
worst = 0.0


def fail(message):
    sys.exit(message)


def load(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FPS
    bpy.ops.import_scene.gltf(filepath=str(path), loglevel=40)


def show(time_secs):
    frame = time_secs * FPS
    bpy.context.scene.frame_set(int(frame), subframe=frame % 1)


def in_blender(position):
    """From Unity's axes (x right, y up, z forward) to Blender's (x right, y forward, z up)."""
    x, y, z = position
    return Vector((x, z, y))


def skin(name):
    """The points of a mesh as they are shown."""
    mesh = bpy.data.objects[name].evaluated_get(bpy.context.evaluated_depsgraph_get())
    return [mesh.matrix_world @ vertex.co for vertex in mesh.data.vertices]


def size(points):
    sides = [max(at[n] for at in points) - min(at[n] for at in points) for n in range(3)]
    return Vector(sides).length


def near(what, found, expected, most=POSITION_M):
    global worst
    away = (found - expected).length
    worst = max(worst, away)
    if not away <= most:
        fail(f"{what} is at {tuple(found)}, expected {tuple(expected)}")
    counts["joints"] += 1


def check_flat(name, line):
    for side, prefix in SIDES.items():
        for joint, pose in line[side]["joints"].items():
            if pose:
                found = bpy.data.objects[f"{prefix}.Joint.{joint}"].matrix_world.translation
                near(f"{name}: {prefix} {joint} at {line['time_secs']} s", found, in_blender(pose["position"]))


def check_skeleton(name, line):
    for side, prefix in SIDES.items():
        hand, armature = line[side], bpy.data.objects.get(prefix)
        if armature is None or armature.type != "ARMATURE":
            if hand["tracked"]:
                fail(f"{name}: {prefix} is no armature")
            continue
        mesh = f"{prefix}.Mesh"
        if not hand["tracked"]:
            if mesh in bpy.data.objects and not size(skin(mesh)) < 1e-6:
                fail(f"{name}: {prefix} is shown at {line['time_secs']} s, when it is not tracked")
            counts["hidden"] += 1
            continue
        points = skin(mesh)
        for joint, pose in hand["joints"].items():
            if not pose:
                continue
            bone = armature.pose.bones[f"{prefix}.Joint.{joint}"]
            expected = in_blender(pose["position"])
            near(f"{name}: {prefix} {joint} at {line['time_secs']} s", (armature.matrix_world @ bone.matrix).translation, expected)
            if joint.endswith("Tip"):
                away = min((at - expected).length for at in points)
                if not away < 0.015:
                    fail(f"{name}: the skin is {away} m from {prefix} {joint} at {line['time_secs']} s")
                counts["skins"] += 1
    if line["camera"]:
        camera = bpy.data.objects["Camera"]
        if camera.type != "CAMERA":
            fail(f"{name}: the camera is of type {camera.type}")
        near(f"{name}: the camera at {line['time_secs']} s", camera.matrix_world.translation, in_blender(line["camera"]["position"]))


def along_fingers():
    """How well bones point to the next joint of their finger: 1 is right to it."""
    for prefix in SIDES.values():
        armature = bpy.data.objects.get(prefix)
        for bone in armature.pose.bones if armature and armature.type == "ARMATURE" else []:
            following = next((child for child in bone.children if "Tip" in child.name or "Distal" in child.name), None)
            if following:
                yield bone.vector.normalized().dot((following.head - bone.head).normalized())


def check(path, lines):
    load(path)
    name, profile, whom = path.name.rsplit(".", 3)[0], path.name.split(".")[-3], path.name.split(".")[-2]
    moved, along = set(), []
    for line in lines:
        show(line["time_secs"])
        (check_flat if profile == "flat" else check_skeleton)(path.name, line)
        if profile == "skeleton" and line["right"]["tracked"]:
            wrist = bpy.data.objects["Hand.Right"].pose.bones["Hand.Right.Joint.Wrist"]
            moved.add(tuple(round(x, 4) for x in wrist.head))
        if profile == "skeleton" and whom == "blender":
            along.extend(along_fingers())
    if profile == "skeleton" and len(moved) < 5:
        fail(f"{path.name}: the right hand does not move: {moved}")
    # Trackers do not turn joints quite along their bones.
    if along and not sum(along) / len(along) > 0.85:
        fail(f"{path.name}: bones do not lie along the fingers: {sum(along) / len(along)}")
    counts["files"] += 1


def render(path, line, out, samples, width):
    """A picture of both hands at a moment, from the front and above."""
    load(path)
    show(line["time_secs"])
    scene = bpy.context.scene
    hands = skin("Hand.Left.Mesh") + skin("Hand.Right.Mesh")
    middle = sum(hands, Vector()) / len(hands)
    spread = max((at - middle).length for at in hands)
    away = (Vector((0.25, -0.55, 0.8))).normalized()
    eye = middle + away * spread * 3.6

    def look(thing, at):
        z = (at - middle).normalized()
        x = Vector((0, 0, 1)).cross(z).normalized()
        thing.matrix_world = Matrix.Translation(at) @ Matrix((x, z.cross(x), z)).transposed().to_4x4()
        scene.collection.objects.link(thing)

    camera = bpy.data.objects.new("Eye", bpy.data.cameras.new("Eye"))
    camera.data.clip_start = 0.01
    look(camera, eye)
    scene.camera = camera
    light = bpy.data.objects.new("Light", bpy.data.lights.new("Light", "AREA"))
    light.data.energy, light.data.size = 25 * spread, 3 * spread
    look(light, middle + Vector((-1.2, -0.8, 2.2)) * spread * 1.5)
    scene.world = bpy.data.worlds.new("World")
    scene.world.use_nodes = True
    background = scene.world.node_tree.nodes["Background"].inputs
    background[0].default_value, background[1].default_value = (0.82, 0.84, 0.88, 1), 0.55
    for thing in bpy.data.objects:
        # What the importer draws bones with; the head would stand before the hands.
        thing.hide_render = thing.name.startswith(("Icosphere", "Camera", "Gaze"))
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples, scene.cycles.use_denoising = "CPU", samples, samples > 16
    scene.render.resolution_x, scene.render.resolution_y = width, width * 9 // 16
    scene.view_settings.view_transform = "Standard"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.filepath = str(out)
    bpy.ops.render.render(write_still=True)


def check_picture(out):
    """Both hands are in it, each in its colour."""
    picture = bpy.data.images.load(str(out))
    numbers = list(picture.pixels)
    pixels = list(zip(numbers[0::4], numbers[1::4], numbers[2::4]))
    blue = sum(1 for r, g, b in pixels if b > r + 0.15)
    orange = sum(1 for r, g, b in pixels if r > b + 0.15)
    if not min(blue, orange) > 0.01 * len(pixels):
        fail(f"of {len(pixels)} pixels {blue} are of the left hand and {orange} of the right one")


def main():
    folder, picture = Path(sys.argv[1]), None
    if "--picture" in sys.argv:
        picture = Path(sys.argv[sys.argv.index("--picture") + 1])
    both = None
    for path in sorted(folder.glob("*.glb")):
        name = path.name.rsplit(".", 3)[0]
        if path.name.endswith(".unity.glb"):
            continue  # Mirrored, for programs that mirror it back.
        lines = [json.loads(line) for line in (folder / f"{name}.ndjson").read_text().splitlines()]
        # The demo is long: a few moments will do.
        lines = lines[:: max(1, len(lines) // 12)]
        check(path, lines)
        if path.name == "demo.skeleton.blender.glb":
            def apart(line):
                wrists = [Vector(line[side]["joints"]["Wrist"]["position"]) for side in SIDES]
                return (wrists[0] - wrists[1]).length
            both = path, min((line for line in lines if line["left"]["tracked"] and line["right"]["tracked"]), key=apart)
    if picture:
        render(*both, picture, 96, 960)
    else:
        with tempfile.TemporaryDirectory() as there:
            out = Path(there) / "hands.png"
            render(*both, out, 8, 240)
            check_picture(out)
    if counts["files"] < 8 or counts["joints"] < 4000 or counts["hidden"] < 5 or counts["skins"] < 100:
        fail(f"too little was checked: {counts}")
    print(
        f"{counts['files']} files, {counts['joints']} joints within {worst * 1000:.3f} mm in Blender {bpy.app.version_string}, "
        f"{counts['hidden']} hidden hands, a picture of both"
    )


main()
