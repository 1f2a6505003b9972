//! Joint hierarchy of the joints that have keys.

use glam::{Quat, Vec3};
use reenact::Pose;
use reenact::hand::Joint;

use crate::Axes;

/// A joint, and the index of its nearest ancestor that has keys.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JointNode {
    pub(crate) joint: Joint,
    pub(crate) parent: Option<usize>,
}

/// Builds the hierarchy, parents first.
pub(crate) fn joint_hierarchy(joints: impl IntoIterator<Item = Joint>) -> Vec<JointNode> {
    let mut nodes: Vec<JointNode> = Vec::new();
    for joint in joints {
        let mut above = std::iter::successors(joint.parent(), |joint| joint.parent());
        let parent = above.find_map(|above| index_of(&nodes, above));
        nodes.push(JointNode { joint, parent });
    }
    nodes
}

/// Index of a joint in a list.
pub(crate) fn index_of(joints: &[JointNode], joint: Joint) -> Option<usize> {
    joints.iter().position(|node| node.joint == joint)
}

/// Largest coordinate: beyond the distance of the sun, and well below the overflow of `f32` sums.
const FARTHEST_M: f32 = 1e11;

/// Converts a pose to other axes; `None` if a number is not finite or too large.
pub(crate) fn turned(pose: &Pose, axes: Axes) -> Option<Pose> {
    let is_there = pose.position.abs().max_element() < FARTHEST_M && pose.position.is_finite();
    (is_there && pose.rotation.is_finite()).then(|| Pose {
        position: Vec3::from_array(axes.vector(pose.position.to_array())),
        rotation: Quat::from_array(axes.rotation(pose.rotation.to_array())),
    })
}
