//! Finger curl, splay and apertures from joint positions.
//!
//! Uses positions only, so the result does not depend on the pose of the hand, on mirroring, or on lost rotations.

use glam::{DVec3, Vec3};
use reenact::angle::between_directions_deg;
use reenact::hand::{Finger, JOINT_SLOTS, Joint};

/// Shortest bone with a direction: trackers can report two joints at the same position.
const SHORTEST_BONE_M: f64 = 1e-4;

/// Smallest share of a finger's length in the plane of the palm for its direction there to be defined.
const LEAST_IN_PLANE: f64 = 0.5;

/// Joint positions of a hand in one frame, by slot; NaN if absent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Joints(pub(crate) [Vec3; JOINT_SLOTS]);

impl Joints {
    /// Position of a joint; `None` unless it is finite.
    pub(crate) fn position(&self, joint: Joint) -> Option<DVec3> {
        let position = self.0.get(joint.index()).copied().filter(|position| position.is_finite());
        position.map(Vec3::as_dvec3)
    }
}

/// Angle in degrees below which directions count as equal: the components of an `f32` direction are off by up
/// to 3e-8, which is 3e-6°.
const SAME_DIRECTION_DEG: f64 = 1e-5;

/// Angle between two directions that were rounded to `f32`, in degrees; 0 if it is rounding noise.
pub(crate) fn direction_angle_deg(a: DVec3, b: DVec3) -> f64 {
    let angle = between_directions_deg(a, b);
    if angle < SAME_DIRECTION_DEG { 0.0 } else { angle }
}

/// Total flexion of a finger: sum of the angles between consecutive bones.
pub(crate) fn curl_deg(hand: &Joints, finger: Finger) -> Option<f64> {
    let mut sum = 0.0;
    let mut before: Option<DVec3> = None;
    for pair in finger.joints().windows(2) {
        let &[near, far] = pair else { return None };
        let bone = bone(hand, near, far)?;
        sum += before.map_or(0.0, |before| between_directions_deg(before, bone));
        before = Some(bone);
    }
    Some(sum)
}

fn bone(hand: &Joints, near: Joint, far: Joint) -> Option<DVec3> {
    let bone = hand.position(far)? - hand.position(near)?;
    (bone.length() > SHORTEST_BONE_M).then_some(bone)
}

/// Angle between the first bones of index and pinky in the plane of the palm: positive when they spread.
pub(crate) fn splay_deg(hand: &Joints) -> Option<f64> {
    let to_index = bone(hand, Joint::Wrist, Joint::IndexKnuckle)?;
    let to_pinky = bone(hand, Joint::Wrist, Joint::PinkyKnuckle)?;
    let normal = to_index.cross(to_pinky).try_normalize()?;
    let in_palm = |near, far| {
        let bone = bone(hand, near, far)?;
        let flat = bone.reject_from_normalized(normal);
        (flat.length() >= LEAST_IN_PLANE * bone.length()).then_some(flat)
    };
    let index = in_palm(Joint::IndexKnuckle, Joint::IndexMiddleJoint)?;
    let pinky = in_palm(Joint::PinkyKnuckle, Joint::PinkyMiddleJoint)?;
    Some(index.cross(pinky).dot(normal).atan2(index.dot(pinky)).to_degrees())
}

/// Distance of the thumb's tip from the centre of the other four tips.
pub(crate) fn grasp_aperture_m(hand: &Joints) -> Option<f64> {
    let [thumb, others @ ..] = Finger::ALL.map(|finger| hand.position(finger.tip()));
    let [a, b, c, d] = others;
    Some(thumb?.distance((a? + b? + c? + d?) / 4.0))
}
