//! A hand as a tree of joints.

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{CurveId, Frame, Pose, PoseComponent, Recording};

use crate::Axes;

/// The joints of a hand that have keys, parents first, and what they hang on.
pub(crate) struct Skeleton {
    pub(crate) side: Side,
    pub(crate) joints: Vec<Hanging>,
}

/// A joint and the place of the one that it hangs on: the nearest that has keys.
#[derive(Clone, Copy)]
pub(crate) struct Hanging {
    pub(crate) joint: Joint,
    pub(crate) parent: Option<usize>,
}

impl Skeleton {
    /// The skeleton of a hand; `None` where even the wrist has no keys.
    pub(crate) fn of(recording: &Recording<'_>, side: Side) -> Option<Self> {
        let has_keys = |joint| {
            PoseComponent::ALL.into_iter().all(|component| {
                let curve = recording.curve(CurveId::Joint(side, joint, component));
                curve.is_some_and(|curve| !curve.is_empty())
            })
        };
        let mut joints: Vec<Hanging> = Vec::new();
        for joint in Joint::TRACKED.into_iter().filter(|&joint| has_keys(joint)) {
            let mut above = joint.parent();
            let place = |joint| joints.iter().position(|hanging: &Hanging| hanging.joint == joint);
            let mut parent = above.and_then(place);
            while let (None, Some(missing)) = (parent, above) {
                above = missing.parent();
                parent = above.and_then(place);
            }
            if parent.is_none() && joint != Joint::Wrist {
                return None;
            }
            joints.push(Hanging { joint, parent });
        }
        (!joints.is_empty()).then_some(Self { side, joints })
    }

    /// All joints in the world, in their order and in other axes; `None` if one of them has nothing to say.
    pub(crate) fn poses(&self, frame: &Frame, axes: Axes) -> Option<Vec<Pose>> {
        let hand = frame.hand(self.side)?;
        self.joints.iter().map(|hanging| turned(&hand.joint(hanging.joint)?, axes)).collect()
    }

    /// Each joint as seen from what it hangs on, of joints in the world.
    pub(crate) fn in_parents(&self, in_world: &[Pose]) -> Vec<Pose> {
        let local = |(hanging, pose): (&Hanging, &Pose)| {
            let parent = hanging.parent.and_then(|parent| in_world.get(parent));
            parent.map_or(*pose, |parent| pose.relative_to(parent))
        };
        self.joints.iter().zip(in_world).map(local).collect()
    }

    /// The joints that hang on one.
    #[cfg(feature = "bvh")]
    pub(crate) fn children(&self, place: usize) -> impl Iterator<Item = usize> {
        let hangs_here = move |(_, hanging): &(usize, &Hanging)| hanging.parent == Some(place);
        self.joints.iter().enumerate().filter(hangs_here).map(|(child, _)| child)
    }
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

/// `Left` or `Right`.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Left => "Left",
        Side::Right => "Right",
    }
}
