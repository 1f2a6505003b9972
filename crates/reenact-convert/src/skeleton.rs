//! A hand as a tree of joints.

use reenact::hand::{Joint, Side};
use reenact::{Frame, Pose, PoseComponent, PoseId, Recording};

use crate::Axes;
use crate::joints::{Hanging, hung, turned};

/// The joints of a hand that have keys, parents first, and what they hang on.
pub(crate) struct Skeleton {
    pub(crate) side: Side,
    pub(crate) joints: Vec<Hanging>,
}

impl Skeleton {
    /// The skeleton of a hand; `None` where even the wrist has no keys.
    pub(crate) fn of(recording: &Recording, side: Side) -> Option<Self> {
        let has_keys = |joint| {
            let pose = PoseId::Joint(side, joint);
            let mut ids = PoseComponent::ALL.into_iter().map(|component| pose.curve(component));
            ids.all(|id| recording.curve(id).is_some_and(|curve| !curve.is_empty()))
        };
        let joints = hung(Joint::TRACKED.into_iter().filter(|&joint| has_keys(joint)));
        let is_on_wrist =
            |hanging: &Hanging| hanging.parent.is_some() || hanging.joint == Joint::Wrist;
        (!joints.is_empty() && joints.iter().all(is_on_wrist)).then_some(Self { side, joints })
    }

    /// All joints in the world, in their order and in other axes; `None` if one of them has nothing to say.
    pub(crate) fn poses(&self, frame: &Frame, axes: Axes) -> Option<Vec<Pose>> {
        let hand = frame.hand(self.side)?;
        self.joints.iter().map(|hanging| turned(&hand.joint(hanging.joint)?, axes)).collect()
    }

    /// Each joint as seen from what it hangs on, of joints in the world.
    #[cfg(any(feature = "bvh", feature = "usd"))]
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

/// `Left` or `Right`.
#[cfg(any(feature = "bvh", feature = "usd"))]
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Left => "Left",
        Side::Right => "Right",
    }
}
