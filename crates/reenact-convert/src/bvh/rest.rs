//! Constant bone offsets of a hand: median of the recorded ones.

use glam::{Quat, Vec3};
use reenact::{CurveId, FrameTimes, Pose, Sampler, Track};

use crate::Axes;
use crate::skeleton::Skeleton;

/// Frames to sample, whatever the length of the recording; at most twice as many.
const FRAMES: usize = 2048;

/// Rest pose of a hand.
pub(super) struct Rest {
    pub(super) skeleton: Skeleton,
    /// Offset of each joint from its parent; 0 for the wrist.
    pub(super) offsets: Vec<Vec3>,
    /// First observed pose of each joint, in the world.
    pub(super) first: Vec<Pose>,
}

impl Rest {
    /// Samples a recording; `None` if the hand has no pose in any frame.
    pub(super) fn of(
        sampler: &Sampler,
        skeleton: Skeleton,
        times: FrameTimes,
        axes: Axes,
    ) -> Option<Self> {
        let mut first = None;
        let mut seen: Vec<Vec<Vec3>> = Vec::new();
        let (mut stride, mut count) = (1, 0_usize);
        let is_of_hand = |id: CurveId| id.track() == Track::Hand(skeleton.side);
        for frame in sampler.frames_of(times.iter(), is_of_hand) {
            let Some(poses) = skeleton.poses(&frame, axes) else { continue };
            if count % stride == 0 {
                let local = skeleton.in_parents(&poses);
                seen.push(local.iter().map(|pose| pose.position).collect());
                if seen.len() >= 2 * FRAMES {
                    let mut is_kept = false;
                    seen.retain(|_| {
                        is_kept = !is_kept;
                        is_kept
                    });
                    stride *= 2;
                }
            }
            count += 1;
            first.get_or_insert(poses);
        }
        let offset = |(place, node): (usize, &crate::joints::JointNode)| {
            if node.parent.is_none() {
                return Vec3::ZERO;
            }
            typical(seen.iter().filter_map(|frame| frame.get(place).copied()))
        };
        let offsets = skeleton.joints.iter().enumerate().map(offset).collect();
        Some(Self { offsets, first: first?, skeleton })
    }

    /// Joint positions of the rest skeleton with the rotations of a recorded hand.
    pub(super) fn posed(&self, recorded: &[Pose]) -> Vec<Vec3> {
        let mut places: Vec<Vec3> = Vec::with_capacity(recorded.len());
        for ((node, offset), pose) in self.skeleton.joints.iter().zip(&self.offsets).zip(recorded) {
            let above = node.parent.and_then(|parent| {
                let rotation: Quat = recorded.get(parent)?.rotation;
                Some(*places.get(parent)? + rotation * *offset)
            });
            places.push(above.unwrap_or(pose.position));
        }
        places
    }
}

/// Direction of the median, scaled to the median distance.
fn typical(places: impl Iterator<Item = Vec3> + Clone) -> Vec3 {
    let middle = Vec3::new(
        median(places.clone().map(|place| place.x)),
        median(places.clone().map(|place| place.y)),
        median(places.clone().map(|place| place.z)),
    );
    middle.normalize_or_zero() * median(places.map(Vec3::length))
}

/// Median of numbers, or 0.
fn median(numbers: impl Iterator<Item = f32>) -> f32 {
    let mut numbers: Vec<f32> = numbers.collect();
    numbers.sort_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}
