//! Profile `skeleton`: a joint hierarchy with a skinned mesh.

use glam::{Mat4, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{CurveId, Pose, PoseId, Recording};
use serde_json::{Value, json};

use super::animation::{Channel, states};
use super::motion::Motion;
use super::options::Options;
use super::scene::Scene;
use super::shapes::{ball, head, ray, visor};
use crate::hand_mesh::{Skin, Surface, colour};
use crate::joints::{JointNode, index_of};
use crate::nodes::hand_name;
use crate::spans::visibility;
use crate::{Axes, Result};

const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
const BYTE: u32 = 5121;
const SHORT: u32 = 5123;
const FLOAT: u32 = 5126;

/// Builds the scene of a recording.
pub(super) fn skeleton(recording: &Recording, options: Options) -> Result<Scene<'_>> {
    let mut scene = Scene::new(recording, options);
    let tracks = recording.tracks();
    if tracks.camera {
        camera(&mut scene)?;
    }
    for side in Side::ALL.into_iter().filter(|_| tracks.hands) {
        hand(&mut scene, side)?;
    }
    if tracks.gaze {
        let (node, is_there) = scene.gaze()?;
        if is_there {
            let look = material(&mut scene, "Gaze", [0.95, 0.35, 0.15], true);
            let parts = [(ray(forward(options.axes)), look)];
            let mesh = mesh(&mut scene, "Gaze.Ray", &parts);
            let part = scene.node("Gaze.Ray", json!({"mesh": mesh}));
            scene.hang(part, Some(node));
        }
    }
    Ok(scene)
}

/// Viewing direction in the axes of a file.
fn forward(axes: Axes) -> Vec3 {
    Vec3::from_array(axes.vector([0.0, 0.0, 1.0]))
}

fn camera(scene: &mut Scene<'_>) -> Result<()> {
    let node = scene.node("Camera", json!({}));
    scene.hang(node, None);
    if !scene.pose(node, PoseId::Camera)? {
        return Ok(());
    }
    scene.cameras.push(json!({
        "name": "Camera",
        "type": "perspective",
        "perspective": {"yfov": 1.0, "znear": 0.01, "zfar": 1000.0},
    }));
    let forward = forward(scene.options.axes);
    if forward.z < 0.0 {
        scene.set(node, "camera", json!(0));
    } else {
        // A glTF camera always looks along −z.
        let lens =
            scene.node("Camera.Lens", json!({"camera": 0, "rotation": [0.0, 1.0, 0.0, 0.0]}));
        scene.hang(lens, Some(node));
    }
    let looks = [("Head", [0.62, 0.62, 0.6]), ("Visor", [0.05, 0.05, 0.06])]
        .map(|(name, colour)| material(scene, name, colour, false));
    let [skin, glass] = looks;
    let parts = [(head(forward), skin), (visor(forward), glass)];
    let mesh = mesh(scene, "Camera.Head", &parts);
    let head = scene.node("Camera.Head", json!({"mesh": mesh}));
    scene.hang(head, Some(node));
    Ok(())
}

fn hand(scene: &mut Scene<'_>, side: Side) -> Result<()> {
    let name = hand_name(side);
    let root = scene.node(name, json!({}));
    scene.hang(root, None);
    scene.losses.leave_out_slot_none(scene.recording, side);
    let mut motion = Motion::new(scene.recording, side, scene.options, &mut scene.losses)?;
    if let Some(channel) = visible(scene.recording, side) {
        scene.animate(root, "scale", "STEP", &channel);
        // The rest scale is not 0, because Blender's importer divides by it.
        scene.set(root, "scale", json!([1.0, 1.0, 1.0]));
    }
    let end_secs = scene.recording.end_secs();
    let tracked = scene.recording.tracked_spans(side).into_iter().map(|span| {
        // A hand that is tracked at the end is not lost there.
        let to = (span.end_secs < end_secs).then_some(span.end_secs);
        json!([span.start_secs, to])
    });
    let tracked: Vec<Value> = tracked.collect();
    scene.set(root, "extras", json!({"tracked_secs": tracked}));
    let mut nodes = Vec::with_capacity(motion.joints.len());
    let locals = motion.take_locals();
    for (JointNode { joint, parent }, locals) in motion.joints.iter().zip(locals) {
        let node = scene.node(&format!("{name}.Joint.{joint}"), json!({}));
        let parent = parent.and_then(|parent| nodes.get(parent).copied());
        scene.hang(node, parent.or(Some(root)));
        nodes.push(node);
        let (place, turn) = motion.channels(&locals);
        scene.animate(node, "translation", "LINEAR", &place);
        scene.animate(node, "rotation", "LINEAR", &turn);
    }
    pinching(scene, side, &motion, &nodes, root)?;
    skin(scene, side, &motion, &nodes);
    Ok(())
}

/// Scale 1 while a hand was observed and 0 otherwise; `None` without a tracked curve.
fn visible(recording: &Recording, side: Side) -> Option<Channel<3>> {
    let curve = visibility(recording, side)?;
    let size = |value: f32| [value; 3];
    Some(Channel {
        times: curve.iter().map(|key| key.time_secs).collect(),
        values: curve.iter().map(|key| size(key.value)).collect(),
    })
}

/// Scale 1 or 0 by a boolean curve; `None` if it has no keys.
fn sizes(scene: &mut Scene<'_>, id: CurveId) -> Result<Option<Channel<3>>> {
    let Some(curve) = scene.recording.curve(id) else { return Ok(None) };
    let Some(Channel { times, values }) = states(curve, &mut scene.losses)? else {
        return Ok(None);
    };
    Ok(Some(Channel { times, values: values.into_iter().map(|[on, ..]| [on; 3]).collect() }))
}

/// Adds a sphere at the index fingertip that is visible while the hand pinches.
fn pinching(
    scene: &mut Scene<'_>,
    side: Side,
    motion: &Motion,
    nodes: &[usize],
    root: usize,
) -> Result<()> {
    let tip = index_of(&motion.joints, Joint::IndexTip);
    let parent = tip.and_then(|tip| nodes.get(tip).copied());
    let name = format!("{}.Pinching", hand_name(side));
    let node = scene.node(&name, json!({}));
    scene.hang(node, parent.or(Some(root)));
    let Some(channel) = sizes(scene, CurveId::Pinching(side))? else { return Ok(()) };
    scene.animate(node, "scale", "STEP", &channel);
    if parent.is_some() {
        let look = material(scene, "Pinching", [1.0, 0.8, 0.1], true);
        let mesh = mesh(scene, "Pinching", &[(ball(0.012), look)]);
        scene.set(node, "mesh", json!(mesh));
    }
    Ok(())
}

/// Adds the skinned mesh of a hand.
fn skin(scene: &mut Scene<'_>, side: Side, motion: &Motion, nodes: &[usize]) {
    let seen: Vec<&[Pose]> = motion.seen.iter().map(Vec::as_slice).collect();
    let Some(skin) = Skin::of(&motion.joints, &seen, side) else { return };
    let name = format!("{}.Mesh", hand_name(side));
    let look = material(scene, hand_name(side), colour(side), false);
    let mut primitive = primitive(scene, &skin.surface, look);
    let count = skin.joints.len();
    let joints = scene.buffer.add(
        skin.joints.as_flattened(),
        Some(ARRAY_BUFFER),
        json!({"componentType": BYTE, "count": count, "type": "VEC4"}),
    );
    let weights = scene.buffer.add(
        skin.weights.as_flattened(),
        Some(ARRAY_BUFFER),
        json!({"componentType": BYTE, "normalized": true, "count": count, "type": "VEC4"}),
    );
    let colours: Vec<u8> =
        skin.light.iter().flat_map(|&light| [light, light, light, 255]).collect();
    let colours = scene.buffer.add(
        &colours,
        Some(ARRAY_BUFFER),
        json!({"componentType": BYTE, "normalized": true, "count": count, "type": "VEC4"}),
    );
    if let Some(attributes) = primitive.pointer_mut("/attributes").and_then(Value::as_object_mut) {
        attributes.insert("COLOR_0".to_owned(), json!(colours));
        attributes.insert("JOINTS_0".to_owned(), json!(joints));
        attributes.insert("WEIGHTS_0".to_owned(), json!(weights));
    }
    scene.meshes.push(json!({"name": name, "primitives": [primitive]}));
    let matrices: Vec<u8> = skin
        .rest
        .iter()
        .map(|pose| Mat4::from_rotation_translation(pose.rotation, pose.position).inverse())
        .flat_map(affine)
        .flat_map(f32::to_le_bytes)
        .collect();
    let matrices = scene.buffer.add(
        &matrices,
        None,
        json!({"componentType": FLOAT, "count": skin.rest.len(), "type": "MAT4"}),
    );
    let wrist = nodes.first();
    scene.skins.push(json!({
        "name": name, "joints": nodes, "inverseBindMatrices": matrices, "skeleton": wrist,
    }));
    let mesh = scene.meshes.len() - 1;
    // At the root, because the parent of a skinned node has no effect.
    let node = scene.node(&name, json!({"mesh": mesh, "skin": scene.skins.len() - 1}));
    scene.hang(node, None);
}

/// Matrix columns with an exact affine last row.
fn affine(matrix: Mat4) -> [f32; 16] {
    let mut numbers = matrix.to_cols_array();
    for (at, exact) in [(3, 0.0), (7, 0.0), (11, 0.0), (15, 1.0)] {
        if let Some(number) = numbers.get_mut(at) {
            *number = exact;
        }
    }
    numbers
}

/// Adds a material with a colour, emissive or not; one per name.
fn material(scene: &mut Scene<'_>, name: &str, [r, g, b]: [f32; 3], is_bright: bool) -> usize {
    let known = scene.materials.iter().position(|material| material["name"] == name);
    known.unwrap_or_else(|| {
        let mut material = json!({
            "name": name,
            "pbrMetallicRoughness": {"baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.65},
        });
        if let (Some(fields), true) = (material.as_object_mut(), is_bright) {
            fields.insert("emissiveFactor".to_owned(), json!([r * 0.6, g * 0.6, b * 0.6]));
        }
        scene.materials.push(material);
        scene.materials.len() - 1
    })
}

/// Adds a mesh of several surfaces with their materials; one per name.
fn mesh(scene: &mut Scene<'_>, name: &str, parts: &[(Surface, usize)]) -> usize {
    let known = scene.meshes.iter().position(|mesh| mesh["name"] == name);
    known.unwrap_or_else(|| {
        let primitives: Vec<Value> =
            parts.iter().map(|(surface, material)| primitive(scene, surface, *material)).collect();
        scene.meshes.push(json!({"name": name, "primitives": primitives}));
        scene.meshes.len() - 1
    })
}

fn primitive(scene: &mut Scene<'_>, surface: &Surface, material: usize) -> Value {
    let bytes = |list: &[Vec3]| -> Vec<u8> {
        list.iter().flat_map(Vec3::to_array).flat_map(f32::to_le_bytes).collect()
    };
    let [low, high] = surface.extent();
    let count = surface.points.len();
    let places = scene.buffer.add(
        &bytes(&surface.points),
        Some(ARRAY_BUFFER),
        json!({
            "componentType": FLOAT, "count": count, "type": "VEC3", "min": low.to_array(), "max": high.to_array(),
        }),
    );
    let normals = scene.buffer.add(
        &bytes(&surface.normals),
        Some(ARRAY_BUFFER),
        json!({"componentType": FLOAT, "count": count, "type": "VEC3"}),
    );
    let corners: Vec<u8> = surface.triangles.iter().flat_map(|n| n.to_le_bytes()).collect();
    let corners = scene.buffer.add(
        &corners,
        Some(ELEMENT_ARRAY_BUFFER),
        json!({"componentType": SHORT, "count": surface.triangles.len(), "type": "SCALAR"}),
    );
    json!({
        "attributes": {"POSITION": places, "NORMAL": normals}, "indices": corners, "material": material,
    })
}
