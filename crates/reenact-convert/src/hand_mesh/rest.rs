//! A hand at rest: open, fingers apart, with the bones of the one that was recorded. Its skin is made around it.

use glam::{Quat, Vec3};
use reenact::Pose;
use reenact::hand::{Finger, Joint};

use crate::joints::{Hanging, place_of};

/// So many moments are enough to know a hand.
pub(crate) const MOMENTS: usize = 240;
/// Hands whose longest way from wrist to fingertip is not between these are not drawn.
const SHORTEST_M: f32 = 0.02;
const LONGEST_M: f32 = 2.0;

/// Each joint of a hand at rest, the wrist in the middle of the world.
pub(super) struct Rest {
    pub(super) poses: Vec<Pose>,
    /// From the wrist to the middle fingertip.
    pub(super) length_m: f32,
    /// From the little finger's side to the thumb's.
    pub(super) across: Vec3,
}

impl Rest {
    /// Of joints, and where they were in the world at some moments. Nothing if the hand was never seen, or has not enough joints to
    /// be one.
    pub(super) fn of(joints: &[Hanging], rows: &[&[Pose]]) -> Option<Self> {
        let place = |joint| place_of(joints, joint);
        let wrist = place(Joint::Wrist)?;
        let middle = place(Finger::Middle.joints().get(1).copied()?)?;
        let [index, pinky] = [place(Joint::IndexKnuckle)?, place(Joint::PinkyKnuckle)?];
        let at = |row: &[Pose], joint: usize| row.get(joint).map(|pose| pose.position);

        // The most open of those moments.
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
        // The thumb's tip is on the side of the palm that the fingers bend to.
        let thumb_side = place(Joint::ThumbTip).and_then(|tip| at(open, tip));
        let below = thumb_side.map_or(0.0, |tip| (tip - origin).dot(up)).signum() * up;

        let mut poses: Vec<Pose> = Vec::with_capacity(joints.len());
        for (n, &Hanging { joint, parent }) in joints.iter().enumerate() {
            let recorded = open.get(n)?;
            let Some(parent) = parent else {
                let position = if n == wrist { Vec3::ZERO } else { recorded.position - origin };
                poses.push(Pose { position, rotation: recorded.rotation });
                continue;
            };
            let length = median_length(rows, parent, n);
            let bone = (recorded.position - at(open, parent)?).try_normalize();
            let base = poses.get(parent)?.position;
            // Where the bone that ends here points at rest; the palm's are left as they are.
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
            // A joint is turned as the bone from it, and a tip, which has none, as the bone to it.
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

/// Where a bone points at rest.
struct Direction {
    /// As the knuckle of this finger lies from the wrist, so that fingers fan out…
    fan: Joint,
    /// … and so much to the thumb's side, and to the palm's.
    across: f32,
    below: f32,
}

/// Of fingers only: bones from the knuckle on, and of the thumb all but the first.
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
