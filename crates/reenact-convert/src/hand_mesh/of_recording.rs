//! Hand mesh of a recording, for applications that pose it themselves.

use glam::Vec3;
use reenact::hand::{Joint, Side};
use reenact::{ObservedSpans, Pose, Recording, Sampler, Track};

use super::skin::Skin;
use crate::Axes;
use crate::skeleton::Skeleton;

/// Number of times at which the hand is measured.
const TIMES: u16 = 48;

/// Skinned hand mesh with the bone lengths of a recording, at rest: open, with the wrist at the origin. glTF and USD files
/// contain the same mesh.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HandMesh {
    /// Position of each vertex, in metres.
    pub positions: Vec<[f32; 3]>,
    /// Unit normal of each vertex.
    pub normals: Vec<[f32; 3]>,
    /// Three vertices for each triangle, counter-clockwise seen from outside.
    pub triangles: Vec<u16>,
    /// Four joints for each vertex, as indices in [`Joint::TRACKED`].
    pub joints: Vec<[u8; 4]>,
    /// Their weights, which add up to 255.
    pub weights: Vec<[u8; 4]>,
    /// Light that reaches each vertex, from 0 to 255 (baked ambient occlusion).
    pub light: Vec<u8>,
    /// Opacity of each vertex: the forearm fades out.
    pub opacity: Vec<u8>,
    /// Position of each of [`Joint::TRACKED`] at rest; NaN for those without keys.
    pub rest: Vec<[f32; 3]>,
}

impl HandMesh {
    /// Mesh of a hand of a recording; `None` if the hand was never observed, or has too few joints.
    pub fn of(recording: &Recording, sampler: &Sampler, side: Side, axes: Axes) -> Option<Self> {
        let skeleton = Skeleton::of(recording, side)?;
        let spans = ObservedSpans::of(recording).spans(Track::Hand(side)).to_vec();
        let observed_secs: f32 = spans.iter().map(|span| span.end_secs - span.start_secs).sum();
        let mut cursor = sampler.cursor();
        let seen: Vec<Vec<Pose>> = (0..TIMES)
            .filter_map(|number| {
                let part = (f32::from(number) + 0.5) / f32::from(TIMES);
                let mut left = part * observed_secs;
                let time_secs = spans.iter().find_map(|span| {
                    let length = span.end_secs - span.start_secs;
                    let time_secs = (left <= length).then_some(span.start_secs + left);
                    left -= length;
                    time_secs
                });
                skeleton.poses(&cursor.frame_at(time_secs?), axes)
            })
            .collect();
        let seen: Vec<&[Pose]> = seen.iter().map(Vec::as_slice).collect();
        let skin = Skin::of(&skeleton.joints, &seen, side)?;
        let mut rest = vec![[f32::NAN; 3]; Joint::TRACKED.len()];
        let tracked: Vec<u8> = (skeleton.joints.iter().zip(&skin.rest))
            .map(|(hanging, pose)| {
                let place = Joint::TRACKED.iter().position(|&joint| joint == hanging.joint);
                if let Some(position) = place.and_then(|place| rest.get_mut(place)) {
                    *position = pose.position.to_array();
                }
                place.and_then(|place| u8::try_from(place).ok()).unwrap_or(0)
            })
            .collect();
        let named = |joint: u8| tracked.get(usize::from(joint)).copied().unwrap_or(0);
        Some(Self {
            positions: skin.surface.points.iter().map(Vec3::to_array).collect(),
            normals: skin.surface.normals.iter().map(Vec3::to_array).collect(),
            triangles: skin.surface.triangles,
            joints: skin.joints.iter().map(|joints| joints.map(named)).collect(),
            weights: skin.weights,
            light: skin.light,
            opacity: skin.opacity,
            rest,
        })
    }
}
