//! Finger curl, splay and apertures from the positions of the joints.
//!
//! Positions alone, so that it is the same however the hand is turned and moved, in a mirror, and in recordings
//! that lost a part of their rotations.

use glam::{DVec3, Vec3};
use reenact::hand::{Finger, JOINT_SLOTS, Joint};

/// A bone shorter than this has no direction: two joints that a tracker reports in one place.
const SHORTEST_BONE_M: f64 = 1e-4;

/// Of a finger that is bent so far that less of it than this lies in the palm's plane, there is no saying which way it
/// points there.
const LEAST_IN_PLANE: f64 = 0.5;

/// Positions of the joints of a hand in one frame, by slot; NaN where there is none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Joints(pub(crate) [Vec3; JOINT_SLOTS]);

impl Joints {
    /// The position of a joint; `None` unless it is finite.
    pub(crate) fn position(&self, joint: Joint) -> Option<DVec3> {
        let position = self.0.get(joint.index()).copied().filter(|position| position.is_finite());
        position.map(Vec3::as_dvec3)
    }
}

/// The angle between two directions, in degrees.
pub(crate) fn angle_deg(a: DVec3, b: DVec3) -> f64 {
    // Exact for small angles, where the inverse cosine is not.
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
}

/// Directions closer than this are one, in degrees: the components of an `f32` direction are off by up to 3e-8, which
/// makes 3e-6°.
const SAME_DIRECTION_DEG: f64 = 1e-5;

/// The angle between two directions that were rounded to `f32`, in degrees; 0 where it is rounding noise.
pub(crate) fn direction_angle_deg(a: DVec3, b: DVec3) -> f64 {
    let angle = angle_deg(a, b);
    if angle < SAME_DIRECTION_DEG { 0.0 } else { angle }
}

/// How far a finger is bent in all: the angles between each of its bones and the next, added up.
pub(crate) fn curl_deg(hand: &Joints, finger: Finger) -> Option<f64> {
    let mut sum = 0.0;
    let mut before: Option<DVec3> = None;
    for pair in finger.joints().windows(2) {
        let &[near, far] = pair else { return None };
        let bone = bone(hand, near, far)?;
        sum += before.map_or(0.0, |before| angle_deg(before, bone));
        before = Some(bone);
    }
    Some(sum)
}

fn bone(hand: &Joints, near: Joint, far: Joint) -> Option<DVec3> {
    let bone = hand.position(far)? - hand.position(near)?;
    (bone.length() > SHORTEST_BONE_M).then_some(bone)
}

/// The angle from index to pinky as their first bones lie in the plane of the palm: positive when they spread.
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

/// How far the tip of the thumb is from the middle of the other four tips.
pub(crate) fn grasp_aperture_m(hand: &Joints) -> Option<f64> {
    let [thumb, others @ ..] = Finger::ALL.map(|finger| hand.position(finger.tip()));
    let [a, b, c, d] = others;
    Some(thumb?.distance((a? + b? + c? + d?) / 4.0))
}
