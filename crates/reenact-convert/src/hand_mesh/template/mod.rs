//! Template of the hand mesh: a sculpted left hand, made by `make.mjs` from the generic hand of the WebXR Input
//! Profiles (MIT, `LICENSE-generic-hand.md`).

mod subdivide;

use std::sync::OnceLock;

use glam::Vec3;
use reenact::hand::{Joint, WebXrJoint};

/// `make.mjs` documents the layout.
static BYTES: &[u8] = include_bytes!("hand.bin");

/// Metres per unit of the file.
const UNIT_M: f32 = 1e-5;

/// Number of joints: those of WebXR.
pub(super) const JOINTS: usize = WebXrJoint::ALL.len();

/// A vertex of the template.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Vertex {
    pub(super) at: Vec3,
    /// Joints by their index in WebXR, with weights that add up to 1.
    pub(super) weights: [(u8, f32); 4],
    /// Light that reaches the vertex, from 0 to 1 (baked ambient occlusion).
    pub(super) light: f32,
    /// Opacity from 0 to 1: the forearm fades out.
    pub(super) opacity: f32,
}

/// Mesh of a left hand with the wrist at the origin. Axes: towards the thumb, forward, out of the back of the
/// hand.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) joints: [Vec3; JOINTS],
    pub(super) vertices: Vec<Vertex>,
    /// Counter-clockwise seen from outside.
    pub(super) triangles: Vec<[u16; 3]>,
}

impl Template {
    /// The template, subdivided once. Decoded on first use.
    pub(super) fn get() -> &'static Self {
        static TEMPLATE: OnceLock<Template> = OnceLock::new();
        TEMPLATE.get_or_init(|| Self::read(BYTES).unwrap_or_else(Self::nothing).subdivided())
    }

    /// Position of a joint; `None` for joints that WebXR lacks.
    pub(super) fn joint(&self, joint: Joint) -> Option<Vec3> {
        self.joints.get(joint.to_webxr()?.index()).copied()
    }

    const fn nothing() -> Self {
        Self { joints: [Vec3::ZERO; JOINTS], vertices: Vec::new(), triangles: Vec::new() }
    }

    fn read(mut bytes: &[u8]) -> Option<Self> {
        let from = &mut bytes;
        let [vertices, triangles] =
            [u16::from_le_bytes(take(from)?), u16::from_le_bytes(take(from)?)];
        let mut template = Self::nothing();
        for joint in &mut template.joints {
            *joint = point(from)?;
        }
        for _ in 0..vertices {
            let at = point(from)?;
            let (joints, shares) = (take::<4>(from)?, take::<4>(from)?);
            let mut weights = [(0, 0.0); 4];
            for (weight, (joint, share)) in weights.iter_mut().zip(joints.into_iter().zip(shares)) {
                *weight = (joint, f32::from(share) / 255.0);
            }
            let [light, opacity] = take::<2>(from)?.map(|part| f32::from(part) / 255.0);
            template.vertices.push(Vertex { at, weights, light, opacity });
        }
        for _ in 0..triangles {
            let [a, b, c] = [take(from)?, take(from)?, take(from)?];
            template.triangles.push([a, b, c].map(u16::from_le_bytes));
        }
        bytes.is_empty().then_some(template)
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

fn point(bytes: &mut &[u8]) -> Option<Vec3> {
    let [x, y, z] = [take(bytes)?, take(bytes)?, take(bytes)?];
    Some(Vec3::from_array([x, y, z].map(|part| f32::from(i16::from_le_bytes(part)) * UNIT_M)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_template_is_a_closed_hand_of_an_adults_size() {
        let template = Template::read(BYTES).unwrap();
        let middle = template.joint(Joint::MiddleTip).unwrap();
        assert!((0.17..0.2).contains(&middle.y), "{middle}");
        assert!(template.joint(Joint::ThumbTip).unwrap().x > 0.04, "the thumb is on its side");
        for Template { vertices, triangles, .. } in [&template, Template::get()] {
            let mut edges = HashSet::new();
            for &[a, b, c] in triangles {
                for edge in [[a, b], [b, c], [c, a]] {
                    assert!(edges.insert(edge), "{edge:?} twice");
                }
            }
            assert!(edges.iter().all(|&[a, b]| edges.contains(&[b, a])), "a hole");
            for vertex in vertices {
                let sum: f32 = vertex.weights.iter().map(|(_, weight)| weight).sum();
                assert!((sum - 1.0).abs() < 1e-5, "{vertex:?}");
                assert!(vertex.weights.iter().all(|&(joint, _)| usize::from(joint) < JOINTS));
            }
            let volume: f32 = triangles
                .iter()
                .map(|triangle| {
                    let [a, b, c] = triangle.map(|n| vertices.get(usize::from(n)).unwrap().at);
                    a.dot(b.cross(c)) / 6.0
                })
                .sum();
            // About 350 ml of hand, and a part of the forearm.
            assert!((3e-4..6e-4).contains(&volume), "{volume}");
        }
    }
}
