//! Joints that hang on each other.

use glam::{Quat, Vec3};
use reenact::Pose;
use reenact::hand::Joint;

use crate::Axes;

/// A joint and the place of the one that it hangs on: the nearest that has keys.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hanging {
    pub(crate) joint: Joint,
    pub(crate) parent: Option<usize>,
}

/// Joints, parents first, each hung on the nearest that is among them.
pub(crate) fn hung(joints: impl IntoIterator<Item = Joint>) -> Vec<Hanging> {
    let mut hung: Vec<Hanging> = Vec::new();
    for joint in joints {
        let mut above = std::iter::successors(joint.parent(), |joint| joint.parent());
        let parent = above.find_map(|above| place_of(&hung, above));
        hung.push(Hanging { joint, parent });
    }
    hung
}

/// Where a joint is in a list.
pub(crate) fn place_of(joints: &[Hanging], joint: Joint) -> Option<usize> {
    joints.iter().position(|hanging| hanging.joint == joint)
}

/// What is further away than the sun is no place of a hand, and not far from where sums of `f32` have no end.
const FARTHEST_M: f32 = 1e11;

/// A pose in other axes; `None` if one of its numbers is not finite or beyond all measure.
pub(crate) fn turned(pose: &Pose, axes: Axes) -> Option<Pose> {
    let is_there = pose.position.abs().max_element() < FARTHEST_M && pose.position.is_finite();
    (is_there && pose.rotation.is_finite()).then(|| Pose {
        position: Vec3::from_array(axes.vector(pose.position.to_array())),
        rotation: Quat::from_array(axes.rotation(pose.rotation.to_array())),
    })
}
