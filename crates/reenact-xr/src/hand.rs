//! A hand as `XR_EXT_hand_tracking` gives it.

use reenact::hand::{Joint, OpenXrJoint, Side};
use reenact::{HandFrame, Pose};

use crate::headset::Location;

/// Number of joints.
const JOINTS: usize = OpenXrJoint::ALL.len();

/// Location of a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointLocation {
    /// Position and orientation: −z along the bone to the tip, y to the back of the hand.
    pub location: Location,
    /// Assumed radius in metres.
    pub radius_m: f32,
}

impl JointLocation {
    /// The pose alone.
    pub const fn pose(&self) -> Pose {
        self.location.pose
    }
}

/// All 26 joints of a tracked hand, in the order of `XrHandJointEXT`.
///
/// Every joint is valid, as the extension demands of an active hand. One that was not recorded is where its parent is, one without
/// a rotation has that of its parent, and neither counts as tracked.
#[derive(Debug, Clone, PartialEq)]
pub struct HandLocations {
    side: Side,
    is_pinching: bool,
    joints: [JointLocation; JOINTS],
}

impl HandLocations {
    /// `None` if the hand was not observed or has no joints.
    pub(crate) fn new(
        side: Side,
        hand: &HandFrame,
        in_space: impl Fn(&Pose) -> Pose,
    ) -> Option<Self> {
        if !hand.observed {
            return None;
        }
        let recorded = |joint| hand.joint(joint).filter(|pose: &Pose| pose.position.is_finite());
        // What the wrist has if it was not recorded.
        let mut root = Joint::TRACKED.into_iter().find_map(recorded)?;
        if !root.rotation.is_finite() {
            let known = Joint::TRACKED.into_iter().filter_map(recorded);
            let known = known.map(|pose| pose.rotation).find(|rotation| rotation.is_finite());
            root.rotation = known.unwrap_or_default();
        }
        let nothing = JointLocation { location: Location::UNKNOWN, radius_m: 0.0 };
        let mut joints = [nothing; JOINTS];
        let mut poses = [root; reenact::hand::JOINT_SLOTS];
        // Parents come first in the order of MRTK's joints.
        for joint in Joint::TRACKED {
            let parent = joint.parent().and_then(|parent| poses.get(parent.index()));
            let mut pose = parent.copied().unwrap_or(root);
            let (mut has_position, mut has_rotation) = (false, false);
            if let Some(Pose { position, rotation }) = recorded(joint) {
                (pose.position, has_position) = (position, true);
                if rotation.is_finite() {
                    (pose.rotation, has_rotation) = (rotation, true);
                }
            }
            if let Some(slot) = poses.get_mut(joint.index()) {
                *slot = pose;
            }
            if let Some(slot) = joint.to_openxr().and_then(|joint| joints.get_mut(joint.index())) {
                let location = Location {
                    is_position_tracked: has_position,
                    is_orientation_tracked: has_rotation,
                    ..Location::valid(in_space(&pose), true)
                };
                *slot = JointLocation { location, radius_m: joint.radius_m() };
            }
        }
        Some(Self { side, is_pinching: hand.pinching, joints })
    }

    /// Which hand.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Whether it pinches.
    pub const fn is_pinching(&self) -> bool {
        self.is_pinching
    }

    /// All joints.
    pub const fn joints(&self) -> &[JointLocation; JOINTS] {
        &self.joints
    }

    pub(crate) const fn joints_mut(&mut self) -> &mut [JointLocation; JOINTS] {
        &mut self.joints
    }

    /// One joint.
    pub fn joint(&self, joint: OpenXrJoint) -> JointLocation {
        let [palm, ..] = self.joints;
        self.joints.get(joint.index()).copied().unwrap_or(palm)
    }

    /// The palm, the first joint.
    pub const fn palm(&self) -> JointLocation {
        let [palm, ..] = self.joints;
        palm
    }
}

/// Distances between the tips of thumb and index finger below which a pinch starts and above which it ends: the press and release
/// points of Unity's Input System on the pinch value of Unity's XR Hands.
const PINCH_M: [f32; 2] = [0.027_5, 0.031_875];

/// Whether fingertips at this distance pinch, given whether they did before: for hands whose system says nothing about pinches.
pub fn is_pinch_distance(distance_m: f32, was_pinching: bool) -> bool {
    let [start_m, end_m] = PINCH_M;
    distance_m <= if was_pinching { end_m } else { start_m }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reenact::glam::{Quat, Vec3};

    use super::*;

    fn pose(joint: Joint) -> Pose {
        let n = u8::try_from(joint.index()).unwrap();
        Pose { position: Vec3::X * f32::from(n), rotation: Quat::from_rotation_z(f32::from(n)) }
    }

    #[test]
    fn joints_are_in_openxr_s_order() {
        let hand = HandFrame::new(true, true, |joint| Some(pose(joint)));
        let hand = HandLocations::new(Side::Left, &hand, |pose| *pose).unwrap();
        assert!(hand.is_pinching());
        for (joint, located) in OpenXrJoint::ALL.into_iter().zip(hand.joints()) {
            assert_eq!(located.pose(), pose(joint.to_joint()));
            assert!(
                located.location.is_position_tracked && located.location.is_orientation_tracked
            );
            assert_eq!(located.radius_m, joint.to_joint().radius_m());
        }
    }

    #[test]
    fn a_hand_that_is_not_observed_or_empty_is_not_active() {
        let hand = HandFrame::new(false, false, |joint| Some(pose(joint)));
        assert_eq!(HandLocations::new(Side::Left, &hand, |pose| *pose), None);
        let hand = HandFrame::new(true, false, |_| None);
        assert_eq!(HandLocations::new(Side::Left, &hand, |pose| *pose), None);
    }

    #[test]
    fn a_pinch_ends_further_apart_than_it_starts() {
        assert!(is_pinch_distance(0.02, false) && is_pinch_distance(0.03, true));
        assert!(!is_pinch_distance(0.03, false) && !is_pinch_distance(0.04, true));
        assert!(!is_pinch_distance(f32::NAN, true));
    }

    proptest! {
        #[test]
        fn every_joint_is_valid_whichever_were_recorded(
            recorded in 1_u32..1 << 27, rotated: u32,
        ) {
            let has = |bits: u32, joint: Joint| bits >> joint.index() & 1 != 0;
            let hand = HandFrame::new(true, false, |joint| {
                let rotation = if has(rotated, joint) { pose(joint).rotation } else { Quat::NAN };
                (joint != Joint::None && has(recorded, joint))
                    .then_some(Pose { rotation, ..pose(joint) })
            });
            let located = HandLocations::new(Side::Right, &hand, |pose| *pose);
            prop_assert_eq!(located.is_some(), recorded > 1);
            for (joint, located) in OpenXrJoint::ALL.iter().zip(located.iter().flat_map(HandLocations::joints)) {
                let joint = joint.to_joint();
                prop_assert!(located.location.is_valid() && located.pose().is_finite());
                prop_assert_eq!(located.location.is_position_tracked, has(recorded, joint));
                prop_assert_eq!(located.location.is_orientation_tracked, has(recorded & rotated, joint));
            }
        }
    }
}
