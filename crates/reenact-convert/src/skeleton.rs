//! Joint hierarchy of a hand with local poses.

use reenact::hand::{Joint, Side};
use reenact::{Frame, Pose, PoseComponent, PoseId, Recording};

use crate::Axes;
use crate::joints::{JointNode, joint_hierarchy, turned};

/// Joints of a hand that have keys, parents first, with their hierarchy.
pub(crate) struct Skeleton {
    pub(crate) side: Side,
    pub(crate) joints: Vec<JointNode>,
}

impl Skeleton {
    /// Skeleton of a hand; `None` if even the wrist has no keys.
    pub(crate) fn of(recording: &Recording, side: Side) -> Option<Self> {
        let has_keys = |joint| {
            let pose = PoseId::Joint(side, joint);
            let mut ids = PoseComponent::ALL.into_iter().map(|component| pose.curve(component));
            ids.all(|id| recording.curve(id).is_some_and(|curve| !curve.is_empty()))
        };
        let joints = joint_hierarchy(Joint::TRACKED.into_iter().filter(|&joint| has_keys(joint)));
        let is_on_wrist = |node: &JointNode| node.parent.is_some() || node.joint == Joint::Wrist;
        (!joints.is_empty() && joints.iter().all(is_on_wrist)).then_some(Self { side, joints })
    }

    /// Poses of all joints in world space, converted to other axes; `None` if one of them has no pose.
    pub(crate) fn poses(&self, frame: &Frame, axes: Axes) -> Option<Vec<Pose>> {
        let hand = frame.hand(self.side)?;
        self.joints.iter().map(|node| turned(&hand.joint(node.joint)?, axes)).collect()
    }

    /// Pose of each joint relative to its parent.
    #[cfg(any(feature = "bvh", feature = "usd"))]
    pub(crate) fn in_parents(&self, in_world: &[Pose]) -> Vec<Pose> {
        let local = |(node, pose): (&JointNode, &Pose)| {
            let parent = node.parent.and_then(|parent| in_world.get(parent));
            parent.map_or(*pose, |parent| pose.relative_to(parent))
        };
        self.joints.iter().zip(in_world).map(local).collect()
    }

    /// Children of a joint.
    #[cfg(feature = "bvh")]
    pub(crate) fn children(&self, place: usize) -> impl Iterator<Item = usize> {
        let is_child = move |(_, node): &(usize, &JointNode)| node.parent == Some(place);
        self.joints.iter().enumerate().filter(is_child).map(|(child, _)| child)
    }
}

/// `Left` or `Right`.
#[cfg(any(feature = "bvh", feature = "usd"))]
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Left => "Left",
        Side::Right => "Right",
    }
}
