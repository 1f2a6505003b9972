//! Template warped to the bones of a person, with joint weights of its vertices.

use std::collections::HashMap;

use glam::{Mat3, Quat, Vec3};
use reenact::Pose;
use reenact::hand::{Joint, Side, WebXrJoint};

use super::rest::{Rest, SAMPLED_POSES};
use super::surface::Surface;
use super::template::{JOINTS, Template};
use crate::joints::{JointNode, index_of};

/// Skinned hand mesh at rest.
pub(crate) struct Skin {
    pub(crate) surface: Surface,
    /// For each vertex the indices of the joints that move it, and their weights, which add up to 255.
    pub(crate) joints: Vec<[u8; 4]>,
    pub(crate) weights: Vec<[u8; 4]>,
    /// For each vertex the light that reaches it (baked ambient occlusion) and its opacity: the forearm fades out.
    pub(crate) light: Vec<u8>,
    #[cfg_attr(not(feature = "gltf"), expect(dead_code, reason = "for the page"))]
    pub(crate) opacity: Vec<u8>,
    /// Pose of each joint for the rest mesh (bind pose), with the wrist at the origin.
    pub(crate) rest: Vec<Pose>,
}

/// Limits of the stretch of a bone, relative to the size of the hand.
const STRETCH: [f32; 2] = [0.4, 2.5];

impl Skin {
    /// Warps the template to sampled world poses of the joints. `None` if too few joints were observed.
    pub(crate) fn of(joints: &[JointNode], seen: &[&[Pose]], side: Side) -> Option<Self> {
        let every = seen.len().div_ceil(SAMPLED_POSES).max(1);
        let rows: Vec<&[Pose]> = seen.iter().step_by(every).copied().collect();
        let template = Template::get();
        let rest = Rest::of(joints, &rows, side)?;
        let warps = warps(joints, &rest, template)?;
        let is_mirrored = rest.palm.determinant() < 0.0;

        let mut surface = Surface::default();
        let mut skin = (Vec::new(), Vec::new());
        for vertex in &template.vertices {
            let moved = vertex.weights.iter().map(|&(joint, weight)| {
                warps
                    .get(usize::from(joint))
                    .map_or(Vec3::ZERO, |warp| warp.apply(vertex.at) * weight)
            });
            surface.points.push(moved.sum());
            let mut shares = vec![0.0_f32; joints.len()];
            for &(joint, weight) in &vertex.weights {
                let mover = warps.get(usize::from(joint)).map_or(0, |warp| warp.mover);
                if let Some(share) = shares.get_mut(mover) {
                    *share += weight;
                }
            }
            let (joints, weights) = quantized(&shares);
            skin.0.push(joints);
            skin.1.push(weights);
        }
        for &[a, b, c] in &template.triangles {
            surface.triangles.extend(if is_mirrored { [a, c, b] } else { [a, b, c] });
        }
        surface.normals = normals(&surface);
        let part = |part: f32| quantized_part(part);
        Some(Self {
            surface,
            joints: skin.0,
            weights: skin.1,
            light: template.vertices.iter().map(|vertex| part(vertex.light)).collect(),
            opacity: template.vertices.iter().map(|vertex| part(vertex.opacity)).collect(),
            rest: rest.poses,
        })
    }
}

/// Transform of the surroundings of a template joint to the rest pose of a person.
struct Warp {
    linear: Mat3,
    from: Vec3,
    to: Vec3,
    /// Index of the joint that moves them, in the person's list.
    mover: usize,
}

impl Warp {
    fn apply(&self, at: Vec3) -> Vec3 {
        self.to + self.linear * (at - self.from)
    }
}

/// Warp for each joint of the template. A missing joint of a person moves with its predecessor.
fn warps(joints: &[JointNode], rest: &Rest, template: &Template) -> Option<Vec<Warp>> {
    let size = rest.length_m / template.joint(Joint::MiddleTip)?.length();
    let at = |joint: Joint| {
        let place = index_of(joints, joint)?;
        Some((place, template.joint(joint)?, rest.poses.get(place)?.position))
    };
    let next: HashMap<Joint, Joint> = WebXrJoint::ALL
        .into_iter()
        .map(WebXrJoint::to_joint)
        .filter(|&joint| joint.finger().is_some())
        .filter_map(|joint| Some((joint.parent()?, joint)))
        .filter(|(parent, joint)| parent.finger() == joint.finger())
        .collect();
    let mut warps: Vec<Warp> = Vec::with_capacity(JOINTS);
    for joint in WebXrJoint::ALL.map(WebXrJoint::to_joint) {
        let towards =
            if joint == Joint::Wrist { Some(&Joint::MiddleKnuckle) } else { next.get(&joint) };
        let bone = at(joint).zip(towards.and_then(|&next| at(next)));
        let warp = if let Some(((mover, from, to), (_, far_from, far_to))) = bone {
            let [was, is] = [far_from - from, far_to - to];
            let along = was.normalize_or(Vec3::Y);
            let [least, most] = STRETCH.map(|part| part * size);
            let stretch = (is.length() / was.length().max(f32::MIN_POSITIVE)).clamp(least, most);
            let turn = Quat::from_rotation_arc(
                (rest.palm * along).normalize_or(Vec3::Y),
                is.normalize_or(Vec3::Y),
            );
            // Thickness is scaled by the size of the hand, length by the bone.
            let stretched =
                Mat3::from_diagonal(Vec3::splat(size)) + outer(along) * (stretch - size);
            Warp { linear: Mat3::from_quat(turn) * rest.palm * stretched, from, to, mover }
        } else {
            // A fingertip, or a missing joint.
            let before = joint.parent().and_then(Joint::to_webxr).map_or(0, WebXrJoint::index);
            let before = warps.get(before)?;
            let mover = index_of(joints, joint).unwrap_or(before.mover);
            Warp { linear: before.linear, from: before.from, to: before.to, mover }
        };
        warps.push(warp);
    }
    Some(warps)
}

/// Outer product of a vector with itself.
fn outer(v: Vec3) -> Mat3 {
    Mat3::from_cols(v * v.x, v * v.y, v * v.z)
}

/// Unit normals: area-weighted means of the triangles around each vertex.
fn normals(surface: &Surface) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; surface.points.len()];
    for triangle in surface.triangles.as_chunks::<3>().0 {
        let at = triangle.map(|n| surface.points.get(usize::from(n)).copied().unwrap_or_default());
        let [a, b, c] = at;
        for &n in triangle {
            if let Some(normal) = normals.get_mut(usize::from(n)) {
                *normal += (b - a).cross(c - a);
            }
        }
    }
    normals.into_iter().map(|normal| normal.normalize_or(Vec3::Y)).collect()
}

/// Converts a fraction from 0 to 1 to 255ths.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to 255"
)]
fn quantized_part(part: f32) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// The four largest weights in 255ths, which add up to 255.
fn quantized(shares: &[f32]) -> ([u8; 4], [u8; 4]) {
    let mut largest: Vec<(usize, f32)> = shares.iter().copied().enumerate().collect();
    largest.sort_by(|a, b| b.1.total_cmp(&a.1));
    largest.truncate(4);
    let first = largest.first().map_or(0, |&(n, _)| n);
    let sum: f32 = largest.iter().map(|(_, share)| share).sum();
    let (mut joints, mut weights) = ([0; 4], [0_u8; 4]);
    let mut left = 255_u8;
    for ((joint, weight), (n, share)) in joints.iter_mut().zip(&mut weights).zip(largest).skip(1) {
        *weight = quantized_part(share / sum).min(left);
        left -= *weight;
        *joint = if *weight > 0 { u8::try_from(n).unwrap_or(0) } else { 0 };
    }
    let ([joint, ..], [weight, ..]) = (&mut joints, &mut weights);
    (*joint, *weight) = (u8::try_from(first).unwrap_or(0), left);
    (joints, weights)
}
