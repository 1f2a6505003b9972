//! Hand surface around the bones, and joint weights of its vertices.

use glam::Vec3;
use reenact::hand::{Finger, Joint};

use reenact::Pose;

use super::rest::{MOMENTS, Rest};
use super::surface::{Surface, surface};
use crate::joints::JointNode;

/// Skinned hand mesh at rest.
pub(crate) struct Skin {
    pub(crate) surface: Surface,
    /// For each vertex the indices of the joints that move it, and their weights, which add up to 255.
    pub(crate) joints: Vec<[u8; 4]>,
    pub(crate) weights: Vec<[u8; 4]>,
    /// Pose of each joint for the rest mesh (bind pose), with the wrist at the origin.
    pub(crate) rest: Vec<Pose>,
}

/// Capsule around a bone, from one joint to the next.
struct Bone {
    near: usize,
    far: usize,
    /// Parent of the near joint, if it bends there.
    before: Option<usize>,
    ends: [Vec3; 2],
    radii_m: [f32; 2],
    /// Finger of the bone; `None` for the palm.
    finger: Option<Finger>,
    is_last: bool,
}

/// Length of an adult's hand in metres, to which the lengths below refer. Other hands are scaled.
const ADULT_M: f32 = 0.19;
/// Distance between vertices.
const CELL_M: f32 = 0.005;
/// Blend radius between bones of the palm, between a finger and the palm, and at the joints of a finger.
const PALM_FILL_M: f32 = 0.014;
const ROOT_FILL_M: f32 = 0.008;
const FINGER_FILL_M: f32 = 0.003;

impl Skin {
    /// Generates the mesh from sampled world poses of the joints. `None` if too few joints were observed.
    pub(crate) fn of(joints: &[JointNode], seen: &[&[Pose]]) -> Option<Self> {
        let every = seen.len().div_ceil(MOMENTS).max(1);
        let rows: Vec<&[Pose]> = seen.iter().step_by(every).copied().collect();
        let rest = Rest::of(joints, &rows)?;
        let scale = rest.length_m / ADULT_M;
        let bones = bones(joints, &rest, scale);
        let palm: Vec<&Bone> = bones.iter().filter(|bone| bone.finger.is_none()).collect();
        let fingers = Finger::ALL.map(|finger| {
            bones.iter().filter(|bone| bone.finger == Some(finger)).collect::<Vec<_>>()
        });
        let wrist = wrist(&rest, scale);
        let filled = |bones: &[&Bone], at: Vec3, fill_m: f32| {
            let far = f32::INFINITY;
            bones.iter().fold(far, |near, bone| blend(near, bone.distance(at).0, fill_m * scale))
        };
        let distance = |at: Vec3| {
            let palm =
                blend(filled(&palm, at, PALM_FILL_M), wrist.distance(at).0, PALM_FILL_M * scale);
            // Fingers blend with the palm, and not with each other.
            fingers.iter().fold(palm, |nearest, finger| {
                nearest.min(blend(palm, filled(finger, at, FINGER_FILL_M), ROOT_FILL_M * scale))
            })
        };
        let points = bones.iter().flat_map(|bone| bone.ends).chain(wrist.ends);
        let (low, high) = points.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), at| {
            (low.min(at), high.max(at))
        });
        let margin = Vec3::splat(0.03 * scale);
        let surface = surface(low - margin, high + margin, CELL_M * scale, distance)?;
        let (joints, weights) =
            surface.points.iter().map(|&at| weights(&bones, &wrist, at, scale)).unzip();
        Some(Self { surface, joints, weights, rest: rest.poses })
    }
}

impl Bone {
    /// Distance of a point from the capsule, and the fraction along the bone, from 0 to 1.
    fn distance(&self, at: Vec3) -> (f32, f32) {
        let [near, far] = self.ends;
        let along = far - near;
        let part = (at - near).dot(along) / along.length_squared().max(f32::MIN_POSITIVE);
        let part = part.clamp(0.0, 1.0);
        let [near_m, far_m] = self.radii_m;
        (at.distance(near + along * part) - (near_m + (far_m - near_m) * part), part)
    }
}

/// Smooth minimum of two distances.
fn blend(a: f32, b: f32, fill_m: f32) -> f32 {
    if !(a.is_finite() && b.is_finite()) {
        return a.min(b);
    }
    let over = (fill_m - (a - b).abs()).max(0.0);
    a.min(b) - over * over / (4.0 * fill_m)
}

fn bones(joints: &[JointNode], rest: &Rest, scale: f32) -> Vec<Bone> {
    let mut bones = Vec::new();
    for (far, &JointNode { joint, parent }) in joints.iter().enumerate() {
        // The joint Palm is inside the other capsules.
        let (Some(near), false) = (parent, joint == Joint::Palm) else { continue };
        let (Some(from), Some(a), Some(b)) =
            (joints.get(near), rest.poses.get(near), rest.poses.get(far))
        else {
            continue;
        };
        let radii_m = [from.joint, joint].map(|joint| radius_m(joint) * scale);
        let is_last = joint.finger().is_some_and(|finger| finger.tip() == joint);
        // The capsule ends slightly beyond the tip.
        let [.., last_m] = radii_m;
        let back = if is_last {
            (b.position - a.position).normalize_or_zero() * last_m * 0.6
        } else {
            Vec3::ZERO
        };
        let is_palm = |joint: Joint| joint == Joint::Wrist || is_metacarpal(joint);
        let is_in_palm = is_palm(from.joint)
            && !(is_metacarpal(from.joint) && from.joint.finger() == Some(Finger::Thumb));
        bones.push(Bone {
            near,
            far,
            before: from.parent.filter(|_| !is_in_palm),
            ends: [a.position, b.position - back],
            radii_m,
            finger: joint.finger().filter(|_| !is_in_palm),
            is_last,
        });
    }
    bones
}

/// The wrist is wider than thick.
fn wrist(rest: &Rest, scale: f32) -> Bone {
    let half = rest.across * 0.011 * scale;
    Bone {
        near: 0,
        far: 0,
        before: None,
        ends: [half, -half],
        radii_m: [0.0175 * scale; 2],
        finger: None,
        is_last: false,
    }
}

/// Whether a joint is the first of a finger.
fn is_metacarpal(joint: Joint) -> bool {
    joint.finger().is_some_and(|finger| finger.joints().first() == Some(&joint))
}

/// Radius of an adult's hand at a joint.
fn radius_m(joint: Joint) -> f32 {
    let Some(finger) = joint.finger() else { return 0.016 };
    let place = finger.joints().iter().position(|&other| other == joint).unwrap_or(0);
    let (radii_m, slim) = match finger {
        Finger::Thumb => ([0.0150, 0.0118, 0.0100, 0.0078, 0.0], 1.0),
        Finger::Index => ([0.0135, 0.0108, 0.0090, 0.0080, 0.0066], 1.0),
        Finger::Middle => ([0.0135, 0.0108, 0.0090, 0.0080, 0.0066], 1.03),
        Finger::Ring => ([0.0132, 0.0105, 0.0090, 0.0080, 0.0066], 0.97),
        Finger::Pinky => ([0.0130, 0.0108, 0.0090, 0.0080, 0.0066], 0.87),
    };
    radii_m.get(place).copied().unwrap_or(0.008) * slim
}

/// Fraction of a bone near its end in which the next bone has weight.
const BEND: f32 = 0.3;
/// Bones that are farther by up to this than the nearest one have weight.
const REACH_M: f32 = 0.010;

/// Joints and weights of a vertex.
fn weights(bones: &[Bone], wrist: &Bone, at: Vec3, scale: f32) -> ([u8; 4], [u8; 4]) {
    let away: Vec<(f32, f32)> = bones.iter().map(|bone| bone.distance(at)).collect();
    let nearest = bones.iter().zip(&away).min_by(|(_, a), (_, b)| a.0.total_cmp(&b.0));
    let Some((nearest, &(least_m, _))) = nearest else { return ([0; 4], [255, 0, 0, 0]) };
    let mut shares = vec![0.0_f32; bones.iter().map(|bone| bone.far + 1).max().unwrap_or(1)];
    let mut give = |joint: usize, share: f32| {
        if let Some(sum) = shares.get_mut(joint) {
            *sum += share;
        }
    };
    let least_m = least_m.min(wrist.distance(at).0);
    let share_of = |distance_m: f32| {
        let part = 1.0 - (distance_m - least_m) / (REACH_M * scale);
        part.max(0.0) * part.max(0.0)
    };
    give(wrist.near, share_of(wrist.distance(at).0));
    for (bone, &(distance_m, part)) in bones.iter().zip(&away) {
        // A finger is moved by itself and the palm, not by its neighbours.
        let belongs =
            bone.finger.is_none() || nearest.finger.is_none() || bone.finger == nearest.finger;
        let share = share_of(distance_m);
        if !belongs || share == 0.0 {
            continue;
        }
        let near_end = ((BEND - part) / BEND).max(0.0) * 0.5;
        let far_end = ((part - 1.0 + BEND) / BEND).max(0.0) * if bone.is_last { 1.0 } else { 0.5 };
        let before = if bone.before.is_some() { near_end } else { 0.0 };
        if let Some(joint) = bone.before {
            give(joint, share * before);
        }
        give(bone.near, share * (1.0 - before - far_end));
        give(bone.far, share * far_end);
    }
    quantized(&shares)
}

/// The four largest weights, in 255ths that add up.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to 255"
)]
fn quantized(shares: &[f32]) -> ([u8; 4], [u8; 4]) {
    let mut largest: Vec<(usize, f32)> = shares.iter().copied().enumerate().collect();
    largest.sort_by(|a, b| b.1.total_cmp(&a.1));
    largest.truncate(4);
    let first = largest.first().map_or(0, |&(n, _)| n);
    let sum: f32 = largest.iter().map(|(_, share)| share).sum();
    let (mut joints, mut weights) = ([0; 4], [0_u8; 4]);
    let mut left = 255_u8;
    for ((joint, weight), (n, share)) in joints.iter_mut().zip(&mut weights).zip(largest).skip(1) {
        *weight = ((share / sum * 255.0).round() as u8).min(left);
        left -= *weight;
        *joint = if *weight > 0 { u8::try_from(n).unwrap_or(0) } else { 0 };
    }
    let ([joint, ..], [weight, ..]) = (&mut joints, &mut weights);
    (*joint, *weight) = (u8::try_from(first).unwrap_or(0), left);
    (joints, weights)
}
