//! Rest pose of a hand: open, fingers as in the template, with the recorded bone lengths.

use glam::{Mat3, Quat, Vec3};
use reenact::Pose;
use reenact::hand::{Finger, Joint, Side};

use super::template::Template;
use crate::joints::{JointNode, index_of};

/// Number of sampled poses from which the hand is measured.
pub(crate) const SAMPLED_POSES: usize = 240;
/// Range of plausible hand lengths, from wrist to fingertip. Others get no mesh.
const SHORTEST_M: f32 = 0.02;
const LONGEST_M: f32 = 2.0;

/// Joint poses of a hand at rest, with the wrist at the origin.
pub(super) struct Rest {
    pub(super) poses: Vec<Pose>,
    /// Distance from the wrist to the middle fingertip.
    pub(super) length_m: f32,
    /// Axes of the palm: towards the thumb, forward, out of the back of the hand. Mirrored for a right hand.
    pub(super) palm: Mat3,
}

impl Rest {
    /// Computes the rest pose from sampled world poses of the joints. `None` if the hand was never observed,
    /// or has too few joints.
    pub(super) fn of(joints: &[JointNode], rows: &[&[Pose]], side: Side) -> Option<Self> {
        let place = |joint| index_of(joints, joint);
        let wrist = place(Joint::Wrist)?;
        let middle = place(Finger::Middle.joints().get(1).copied()?)?;
        let [index, pinky] = [place(Joint::IndexKnuckle)?, place(Joint::PinkyKnuckle)?];
        let at = |row: &[Pose], joint: usize| row.get(joint).map(|pose| pose.position);

        // The most open of the samples.
        let openness = |row: &[Pose]| -> f32 {
            let tips = Finger::ALL.into_iter().filter_map(|finger| at(row, place(finger.tip())?));
            tips.map(|tip| at(row, wrist).map_or(0.0, |wrist| wrist.distance(tip))).sum()
        };
        let open: &[Pose] = rows.iter().max_by(|a, b| openness(a).total_cmp(&openness(b)))?;

        let origin = at(open, wrist)?;
        let forward = (at(open, middle)? - origin).try_normalize()?;
        let across = at(open, index)? - at(open, pinky)?;
        let across = across.reject_from_normalized(forward).try_normalize()?;
        let back = match side {
            Side::Left => across.cross(forward),
            Side::Right => forward.cross(across),
        };
        let palm = Mat3::from_cols(across, forward, back);
        let template = Template::get();

        let mut poses: Vec<Pose> = Vec::with_capacity(joints.len());
        for (n, &JointNode { joint, parent }) in joints.iter().enumerate() {
            let recorded = open.get(n)?;
            let Some(parent) = parent else {
                let position = if n == wrist { Vec3::ZERO } else { recorded.position - origin };
                poses.push(Pose { position, rotation: recorded.rotation });
                continue;
            };
            let length = median_length(rows, parent, n);
            let bone = (recorded.position - at(open, parent)?).try_normalize();
            let base = poses.get(parent)?.position;
            // Rest direction of the bone that ends here. Bones of the palm keep theirs.
            let above = joints.get(parent)?.joint;
            let bends = does_bend(joint, above);
            let wanted = bends.then(|| template.joint(joint).zip(template.joint(above))).flatten();
            let wanted = wanted.and_then(|(to, from)| (palm * (to - from)).try_normalize());
            let turn = match (bone, wanted) {
                (Some(bone), Some(wanted)) => Quat::from_rotation_arc(bone, wanted),
                _ => Quat::IDENTITY,
            };
            let along = wanted.or(bone).unwrap_or(Vec3::ZERO);
            // A joint is rotated with the bone that starts there, and a tip with the bone that ends there.
            if wanted.is_some() {
                let recorded = open.get(parent)?.rotation;
                poses.get_mut(parent)?.rotation = (turn * recorded).normalize();
            }
            poses.push(Pose {
                position: base + along * length,
                rotation: (turn * recorded.rotation).normalize(),
            });
        }
        let tip = place(Joint::MiddleTip).unwrap_or(middle);
        let length_m = poses.get(tip)?.position.length();
        let is_hand = (SHORTEST_M..=LONGEST_M).contains(&length_m)
            && poses.iter().all(|pose| pose.position.length() <= 1.5 * length_m);
        is_hand.then_some(Self { poses, length_m, palm })
    }
}

/// Whether the bone between two joints can bend: bones of fingers from the knuckle on, and all bones of the thumb except the
/// first. These have the directions of the template at rest; the palm keeps its recorded shape.
fn does_bend(joint: Joint, parent: Joint) -> bool {
    let finger = joint.finger().filter(|&finger| parent.finger() == Some(finger));
    finger.is_some_and(|finger| {
        finger == Finger::Thumb || finger.joints().get(1).is_some_and(|&knuckle| joint != knuckle)
    })
}

fn median_length(rows: &[&[Pose]], from: usize, to: usize) -> f32 {
    let mut lengths: Vec<f32> = rows
        .iter()
        .filter_map(|row| Some(row.get(from)?.position.distance(row.get(to)?.position)))
        .collect();
    lengths.sort_by(f32::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(0.0)
}
