"""Compares USD files with their recordings: opened, validated and posed by USD's own library."""

import math
from collections import Counter

from poses import angle_deg, pose_of, web
from pxr import Gf, Usd, UsdGeom, UsdShade, UsdSkel, UsdValidation, Vt


def validate(stage, path):
    """No error from any validator."""
    registry = UsdValidation.ValidationRegistry()
    context = UsdValidation.ValidationContext(registry.GetOrLoadAllValidators())
    for error in context.Validate(stage):
        kind = error.GetType()
        assert kind != UsdValidation.ValidationErrorType.Error, (path, error.GetErrorAsString())


def quaternion(rotation):
    return [*rotation.GetImaginary(), rotation.GetReal()]


def matrix_pose(matrix):
    rotation = matrix.ExtractRotationQuat()
    return list(matrix.ExtractTranslation()), quaternion(rotation)


def check_moving(prim, code, expected, what):
    place, rotation = matrix_pose(UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(code))
    assert math.dist(place, expected[0]) < 1e-4 * max(1, *map(abs, expected[0])), (what, code, place, expected)
    if expected[1]:
        assert angle_deg(rotation, expected[1]) < 0.05, (what, code)


def check_hand(stage, recording, side, times_per_second):
    name = side.capitalize()
    root = stage.GetPrimAtPath(f"/Recording/Hand{name}")
    tracked = [(frame, recording.hand(frame, side)) for frame in recording.frames]
    whole = [(frame, hand) for frame, hand in tracked if hand and "Wrist" in hand]
    if not root:
        assert not whole, side
        return 0
    skel_root = UsdSkel.Root(root)
    cache = UsdSkel.Cache()
    cache.Populate(skel_root, Usd.TraverseInstanceProxies())
    query = cache.GetSkelQuery(UsdSkel.Skeleton(root.GetChild("Skeleton")))
    joints = [str(path).rsplit("/", 1)[-1].removeprefix(name) for path in query.GetJointOrder()]
    skin = Skin(cache, query, root.GetChild("Skin"), joints) if root.GetChild("Skin") else None
    assert bool(skin) == recording.has_hand(side), side
    visible = UsdGeom.Imageable(root)
    checked = 0
    for frame, hand in tracked:
        code = Usd.TimeCode(round(float(frame["time_secs"]) * times_per_second, 6))
        is_visible = visible.ComputeVisibility(code) != UsdGeom.Tokens.invisible
        hand_json = frame[side]
        assert is_visible == hand_json["observed"], (side, frame["time_secs"])
        assert root.GetAttribute("reenact:pinching").Get(code) == hand_json["pinching"] or not recording.curves[f"{side}.pinching"]
        if not hand or any(joint not in hand for joint in joints):
            continue
        transforms = query.ComputeJointSkelTransforms(code)
        for joint, transform in zip(joints, transforms):
            place, rotation = matrix_pose(transform)
            expected = web(hand[joint])
            assert math.dist(place, expected[0]) < 1e-4, (side, joint, frame["time_secs"], place, expected)
            assert angle_deg(rotation, expected[1]) < 0.05, (side, joint, frame["time_secs"])
            checked += 1
        if skin:
            skin.check(code, {joint: web(hand[joint]) for joint in joints}, (side, frame["time_secs"]))
    return checked


class Skin:
    """Compares the mesh of a hand with the recorded joints."""

    def __init__(self, cache, query, prim, joints):
        self.query, self.joints = query, joints
        self.skinning = cache.GetSkinningQuery(prim)
        mesh, binding = UsdGeom.Mesh(prim), UsdSkel.BindingAPI(prim)
        material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()
        assert material.ComputeSurfaceSource()[0].GetIdAttr().Get() == "UsdPreviewSurface"
        self.points = mesh.GetPointsAttr().Get()
        assert len(self.points) > 1000 and len(mesh.GetNormalsAttr().Get()) == len(self.points)
        assert mesh.GetNormalsInterpolation() == "vertex"
        self.indices = binding.GetJointIndicesAttr().Get()
        self.weights = binding.GetJointWeightsAttr().Get()
        assert len(self.indices) == len(self.weights) == 4 * len(self.points)
        # Closed: every edge is there as often in one direction as in the other.
        corners = list(mesh.GetFaceVertexIndicesAttr().Get())
        triangles = [corners[n : n + 3] for n in range(0, len(corners), 3)]
        edges = Counter((a, b) for t in triangles for a, b in zip(t, t[1:] + t[:1]))
        assert all(edges[b, a] == count for (a, b), count in edges.items())
        self.inverse = [matrix.GetInverse() for matrix in query.GetJointWorldBindTransforms()]

    def check(self, code, poses, what):
        """What is seen moves along with the joints of the recording."""
        moved = Vt.Vec3fArray(self.points)
        assert self.skinning.ComputeSkinnedPoints(self.query.ComputeSkinningTransforms(code), moved, code)
        turns = []
        for joint, inverse in zip(self.joints, self.inverse):
            place, (x, y, z, w) = poses[joint]
            turn = Gf.Matrix4d().SetRotate(Gf.Quatd(w, x, y, z).GetNormalized())
            turns.append(inverse * turn.SetTranslateOnly(Gf.Vec3d(*place)))
        for n in range(0, len(moved), 101):
            at = Gf.Vec3d(0)
            for index, weight in zip(self.indices[4 * n : 4 * n + 4], self.weights[4 * n : 4 * n + 4]):
                at += turns[index].TransformAffine(Gf.Vec3d(self.points[n])) * weight
            assert math.dist(moved[n], at) < 1e-4 * max(1, *map(abs, at)), (*what, n, moved[n], at)


def check(folder, name, recording):
    """One file; how many joints were compared."""
    path = folder / f"{name}.usda"
    stage = Usd.Stage.Open(str(path))
    validate(stage, path)
    assert UsdGeom.GetStageMetersPerUnit(stage) == 1 and UsdGeom.GetStageUpAxis(stage) == "Y"
    assert stage.GetDefaultPrim().GetPath() == "/Recording"
    rate = stage.GetTimeCodesPerSecond()
    assert stage.GetEndTimeCode() == len(recording.frames) - 1
    about = stage.GetRootLayer().customLayerData["reenact"]
    markers = [(time, text) for time, text in recording.markers if math.isfinite(time)]
    assert len(about["markerTimesSecs"]) == len(about["markerNames"]) == len(markers)
    for time, text, (our_time, our_text) in zip(about["markerTimesSecs"], about["markerNames"], markers):
        plain = "".join("\ufffd" if ord(c) < 32 and c not in "\n\r\t" or 127 <= ord(c) < 160 else c for c in our_text)
        assert text == plain and math.isclose(time, our_time, rel_tol=1e-6), (text, our_text)
    checked = sum(check_hand(stage, recording, side, rate) for side in ("left", "right"))
    for frame in recording.frames:
        code = Usd.TimeCode(round(float(frame["time_secs"]) * rate, 6))
        camera = pose_of(frame["camera"])
        # What is beyond all measure is left out.
        if camera and max(map(abs, camera[0])) < 1e11:
            check_moving(stage.GetPrimAtPath("/Recording/Camera"), code, web(camera), "camera")
        gaze = frame["gaze"]
        if gaze and all(map(math.isfinite, map(float, gaze["origin"]))):
            prim = stage.GetPrimAtPath("/Recording/Gaze")
            place, _ = web((gaze["origin"], [0, 0, 0, 1]))
            check_moving(prim, code, (place, None), "gaze")
            matrix = UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(code)
            x, y, z = gaze["direction"]
            assert math.dist(matrix.TransformDir((0, 0, -1)), (x, y, -z)) < 1e-3, (name, frame["time_secs"])
    return checked
