//! Profile `flat`: one node per pose, all in world space.

use reenact::hand::{Joint, Side};
use reenact::{CurveId, PoseId, Recording};
use serde_json::json;

use super::animation::states;
use super::options::Options;
use super::scene::Scene;
use crate::Result;
use crate::nodes::hand_name;

/// Builds the scene of a recording.
pub(super) fn flat(recording: &Recording, options: Options) -> Result<Scene<'_>> {
    let mut scene = Scene::new(recording, options);
    let tracks = recording.tracks();
    if tracks.camera {
        let node = scene.node("Camera", json!({}));
        scene.hang(node, None);
        scene.pose(node, PoseId::Camera)?;
    }
    for side in Side::ALL.into_iter().filter(|_| tracks.hands) {
        hand(&mut scene, side)?;
    }
    if tracks.gaze {
        scene.gaze()?;
    }
    Ok(scene)
}

fn hand(scene: &mut Scene<'_>, side: Side) -> Result<()> {
    let name = hand_name(side);
    let hand = scene.node(name, json!({}));
    scene.hang(hand, None);
    for (id, what) in [(CurveId::Tracked(side), "Tracking"), (CurveId::Pinching(side), "Pinching")]
    {
        let node = scene.node(&format!("{name}.{what}"), json!({}));
        scene.hang(node, Some(hand));
        let Some(curve) = scene.recording.curve(id) else { continue };
        if let Some(channel) = states(curve, &mut scene.losses)? {
            scene.animate(node, "translation", "STEP", &channel);
        }
    }
    let joints = scene.node(&format!("{name}.Joints"), json!({}));
    scene.hang(joints, Some(hand));
    for joint in Joint::TRACKED {
        let node = scene.node(&format!("{name}.Joint.{joint}"), json!({}));
        scene.hang(node, Some(joints));
        scene.pose(node, PoseId::Joint(side, joint))?;
    }
    scene.losses.leave_out_slot_none(scene.recording, side);
    Ok(())
}
