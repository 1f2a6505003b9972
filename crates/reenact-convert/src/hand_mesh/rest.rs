//! Rest pose of a hand: open, fingers spread, with the recorded bone lengths. The mesh is generated around
//! it.

use glam::{Quat, Vec3};
use reenact::Pose;
use reenact::hand::{Finger, Joint};

use crate::joints::{JointNode, index_of};

/// Number of sampled poses from which the hand is measured.
pub(crate) const MOMENTS: usize = 240;
/// Range of plausible hand lengths, from wrist to fingertip. Others get no mesh.
const SHORTEST_M: f32 = 0.02;
const LONGEST_M: f32 = 2.0;

/// Joint poses of a hand at rest, with the wrist at the origin.
pub(super) struct Rest {
    pub(super) poses: Vec<Pose>,
    /// Distance from the wrist to the middle fingertip.
    pub(super) length_m: f32,
    /// Direction from the little finger to the thumb.
    pub(super) across: Vec3,
}

impl Rest {
    /// Computes the rest pose from sampled world poses of the joints. `None` if the hand was never observed,
    /// or has too few joints.
    pub(super) fn of(joints: &[JointNode], rows: &[&[Pose]]) -> Option<Self> {
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
        let up = forward.cross(across);
        // The thumb's tip is on the palmar side, to which the fingers bend.
        let thumb_side = place(Joint::ThumbTip).and_then(|tip| at(open, tip));
        let below = thumb_side.map_or(0.0, |tip| (tip - origin).dot(up)).signum() * up;

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
            let wanted = direction(joint, joints.get(parent)?.joint).map(|part| {
                let knuckle = poses.get(place(part.fan).unwrap_or(middle));
                let fan = knuckle.and_then(|pose| pose.position.try_normalize());
                (fan.unwrap_or(forward) + across * part.across + below * part.below).normalize()
            });
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
        is_hand.then_some(Self { poses, length_m, across })
    }
}

/// Direction of a bone at rest.
struct Direction {
    /// Direction from the wrist to the knuckle of this finger, so that fingers fan out…
    fan: Joint,
    /// … plus these fractions towards the thumb's side and the palm.
    across: f32,
    below: f32,
}

/// Rest directions of fingers only: bones from the knuckle on, and of the thumb all but the first.
fn direction(joint: Joint, parent: Joint) -> Option<Direction> {
    let finger = joint.finger().filter(|&finger| parent.finger() == Some(finger))?;
    let knuckle = finger.joints().get(1).copied()?;
    if finger == Finger::Thumb {
        let (across, below) = if joint == knuckle { (0.95, 0.3) } else { (0.62, 0.2) };
        return Some(Direction { fan: Joint::IndexKnuckle, across, below });
    }
    (joint != knuckle).then_some(Direction { fan: knuckle, across: 0.0, below: 0.0 })
}

fn median_length(rows: &[&[Pose]], from: usize, to: usize) -> f32 {
    let mut lengths: Vec<f32> = rows
        .iter()
        .filter_map(|row| Some(row.get(from)?.position.distance(row.get(to)?.position)))
        .collect();
    lengths.sort_by(f32::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(0.0)
}
