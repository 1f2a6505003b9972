//! Hand joints as MRTK numbers them, with parents and bones.
//!
//! A recording has 27 slots per hand, in [`Joint`]'s order. Slot [`Joint::None`] is not a joint: simulated
//! and Leap hands store a position and an all-zero quaternion there, device hands leave it empty. It is
//! preserved byte for byte and left out of all reports and exports; [`Joint::TRACKED`] lists the other 26.
//!
//! ```
//! use reenact::hand::{Finger, Joint};
//!
//! assert_eq!(Joint::IndexTip.parent(), Some(Joint::IndexDistalJoint));
//! assert_eq!(Joint::IndexKnuckle.finger(), Some(Finger::Index));
//! assert_eq!("PinkyKnuckle".parse(), Ok(Joint::PinkyKnuckle));
//! assert_eq!(Joint::PinkyKnuckle.to_openxr().unwrap().name(), "XR_HAND_JOINT_LITTLE_PROXIMAL_EXT");
//! assert_eq!(Joint::PinkyKnuckle.to_webxr().unwrap().name(), "pinky-finger-phalanx-proximal");
//! ```

mod grip;
mod ray;
mod xr_names;

pub use grip::{grip, grip_in_palm};
pub use ray::target_ray;
pub use xr_names::{OpenXrJoint, WebXrJoint};

/// Side of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The left hand, first in every file.
    Left,
    /// The right hand.
    Right,
}

crate::named!(Side, "hand": Left = "left", Right = "right");

impl Side {
    /// The other hand.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// A finger, thumb included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Finger {
    Thumb,
    Index,
    Middle,
    Ring,
    Pinky,
}

impl Finger {
    /// All five fingers, thumb first.
    pub const ALL: [Self; 5] = [Self::Thumb, Self::Index, Self::Middle, Self::Ring, Self::Pinky];

    /// Joints of the finger from the palm to the tip. The thumb has four, the others five.
    pub const fn joints(self) -> &'static [Joint] {
        use Joint as J;
        match self {
            Self::Thumb => {
                &[J::ThumbMetacarpalJoint, J::ThumbProximalJoint, J::ThumbDistalJoint, J::ThumbTip]
            }
            Self::Index => &[
                J::IndexMetacarpal,
                J::IndexKnuckle,
                J::IndexMiddleJoint,
                J::IndexDistalJoint,
                J::IndexTip,
            ],
            Self::Middle => &[
                J::MiddleMetacarpal,
                J::MiddleKnuckle,
                J::MiddleMiddleJoint,
                J::MiddleDistalJoint,
                J::MiddleTip,
            ],
            Self::Ring => &[
                J::RingMetacarpal,
                J::RingKnuckle,
                J::RingMiddleJoint,
                J::RingDistalJoint,
                J::RingTip,
            ],
            Self::Pinky => &[
                J::PinkyMetacarpal,
                J::PinkyKnuckle,
                J::PinkyMiddleJoint,
                J::PinkyDistalJoint,
                J::PinkyTip,
            ],
        }
    }

    /// The fingertip.
    pub const fn tip(self) -> Joint {
        match self {
            Self::Thumb => Joint::ThumbTip,
            Self::Index => Joint::IndexTip,
            Self::Middle => Joint::MiddleTip,
            Self::Ring => Joint::RingTip,
            Self::Pinky => Joint::PinkyTip,
        }
    }
}

/// One of the 27 slots of a hand, named and numbered as MRTK's `TrackedHandJoint`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "MRTK's own names")]
#[repr(u8)]
pub enum Joint {
    /// Slot 0: not a joint. See the [module](self).
    None,
    Wrist,
    Palm,
    ThumbMetacarpalJoint,
    ThumbProximalJoint,
    ThumbDistalJoint,
    ThumbTip,
    IndexMetacarpal,
    IndexKnuckle,
    IndexMiddleJoint,
    IndexDistalJoint,
    IndexTip,
    MiddleMetacarpal,
    MiddleKnuckle,
    MiddleMiddleJoint,
    MiddleDistalJoint,
    MiddleTip,
    RingMetacarpal,
    RingKnuckle,
    RingMiddleJoint,
    RingDistalJoint,
    RingTip,
    PinkyMetacarpal,
    PinkyKnuckle,
    PinkyMiddleJoint,
    PinkyDistalJoint,
    PinkyTip,
}

/// Number of slots per hand in the file, including [`Joint::None`].
pub const JOINT_SLOTS: usize = 27;

crate::named!(
    Joint, "joint":
    None = "None",
    Wrist = "Wrist",
    Palm = "Palm",
    ThumbMetacarpalJoint = "ThumbMetacarpalJoint",
    ThumbProximalJoint = "ThumbProximalJoint",
    ThumbDistalJoint = "ThumbDistalJoint",
    ThumbTip = "ThumbTip",
    IndexMetacarpal = "IndexMetacarpal",
    IndexKnuckle = "IndexKnuckle",
    IndexMiddleJoint = "IndexMiddleJoint",
    IndexDistalJoint = "IndexDistalJoint",
    IndexTip = "IndexTip",
    MiddleMetacarpal = "MiddleMetacarpal",
    MiddleKnuckle = "MiddleKnuckle",
    MiddleMiddleJoint = "MiddleMiddleJoint",
    MiddleDistalJoint = "MiddleDistalJoint",
    MiddleTip = "MiddleTip",
    RingMetacarpal = "RingMetacarpal",
    RingKnuckle = "RingKnuckle",
    RingMiddleJoint = "RingMiddleJoint",
    RingDistalJoint = "RingDistalJoint",
    RingTip = "RingTip",
    PinkyMetacarpal = "PinkyMetacarpal",
    PinkyKnuckle = "PinkyKnuckle",
    PinkyMiddleJoint = "PinkyMiddleJoint",
    PinkyDistalJoint = "PinkyDistalJoint",
    PinkyTip = "PinkyTip",
);

impl Joint {
    /// The 26 real joints.
    pub const TRACKED: [Self; JOINT_SLOTS - 1] = match Self::ALL.split_first_chunk::<1>() {
        Some((_, tracked)) => *tracked.first_chunk().unwrap(),
        None => unreachable!(),
    };

    /// Slot number in the file, 0 to 26.
    #[expect(clippy::as_conversions, reason = "a fieldless enum's own number")]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Finger of the joint; `None` for the wrist, the palm and slot `None`.
    pub fn finger(self) -> Option<Finger> {
        Finger::ALL.into_iter().find(|finger| finger.joints().contains(&self))
    }

    /// Assumed radius in metres, which a recording does not store: 7 mm at the fingertips, 20 mm at the wrist, 10 mm at all
    /// others.
    pub fn radius_m(self) -> f32 {
        match self {
            Self::Wrist => 0.02,
            _ if Finger::ALL.into_iter().any(|finger| finger.tip() == self) => 0.007,
            _ => 0.01,
        }
    }

    /// Parent: the joint at the near end of the bone that ends here. The wrist is the root; the palm and the five innermost
    /// finger joints are its children. Slot `None` has no parent and no children.
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::None | Self::Wrist => None,
            Self::Palm
            | Self::ThumbMetacarpalJoint
            | Self::IndexMetacarpal
            | Self::MiddleMetacarpal
            | Self::RingMetacarpal
            | Self::PinkyMetacarpal => Some(Self::Wrist),
            Self::ThumbProximalJoint => Some(Self::ThumbMetacarpalJoint),
            Self::ThumbDistalJoint => Some(Self::ThumbProximalJoint),
            Self::ThumbTip => Some(Self::ThumbDistalJoint),
            Self::IndexKnuckle => Some(Self::IndexMetacarpal),
            Self::IndexMiddleJoint => Some(Self::IndexKnuckle),
            Self::IndexDistalJoint => Some(Self::IndexMiddleJoint),
            Self::IndexTip => Some(Self::IndexDistalJoint),
            Self::MiddleKnuckle => Some(Self::MiddleMetacarpal),
            Self::MiddleMiddleJoint => Some(Self::MiddleKnuckle),
            Self::MiddleDistalJoint => Some(Self::MiddleMiddleJoint),
            Self::MiddleTip => Some(Self::MiddleDistalJoint),
            Self::RingKnuckle => Some(Self::RingMetacarpal),
            Self::RingMiddleJoint => Some(Self::RingKnuckle),
            Self::RingDistalJoint => Some(Self::RingMiddleJoint),
            Self::RingTip => Some(Self::RingDistalJoint),
            Self::PinkyKnuckle => Some(Self::PinkyMetacarpal),
            Self::PinkyMiddleJoint => Some(Self::PinkyKnuckle),
            Self::PinkyDistalJoint => Some(Self::PinkyMiddleJoint),
            Self::PinkyTip => Some(Self::PinkyDistalJoint),
        }
    }

    /// The 25 bones of a hand as (near joint, far joint), in parent-first order.
    pub fn bones() -> impl Iterator<Item = (Self, Self)> {
        Self::TRACKED.into_iter().filter_map(|joint| Some((joint.parent()?, joint)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_numbered_in_file_order() {
        for (i, joint) in Joint::ALL.into_iter().enumerate() {
            assert_eq!(joint.index(), i);
            assert_eq!(joint.name().parse(), Ok(joint));
        }
        assert_eq!("Thumb".parse::<Joint>().unwrap_err().name(), "Thumb");
    }

    #[test]
    fn every_tracked_joint_hangs_on_the_wrist() {
        assert_eq!(Joint::bones().count(), 25);
        for joint in Joint::TRACKED {
            let mut root = joint;
            let mut steps = 0;
            while let Some(parent) = root.parent() {
                assert!(parent.index() < root.index(), "{root}: parents come first");
                root = parent;
                steps += 1;
            }
            assert_eq!(root, Joint::Wrist, "{joint}");
            assert!(steps <= 5, "{joint}");
        }
    }

    #[test]
    fn fingers_and_parents_tell_the_same_story() {
        let mut in_fingers = 0;
        for finger in Finger::ALL {
            assert_eq!(finger.joints().last(), Some(&finger.tip()));
            let mut before = Joint::Wrist;
            for &joint in finger.joints() {
                assert_eq!(joint.parent(), Some(before));
                assert_eq!(joint.finger(), Some(finger));
                before = joint;
                in_fingers += 1;
            }
        }
        assert_eq!(in_fingers, 24);
        assert_eq!(Joint::Palm.finger(), None);
    }

    #[test]
    fn a_joint_survives_the_way_to_openxr_and_webxr_and_back() {
        for joint in Joint::TRACKED {
            let openxr = joint.to_openxr().unwrap();
            assert_eq!(openxr.to_joint(), joint);
            match joint.to_webxr() {
                Some(webxr) => assert_eq!(webxr.to_joint(), joint),
                None => assert_eq!(joint, Joint::Palm),
            }
        }
        assert_eq!(Joint::None.to_openxr(), None);
        assert_eq!(Joint::None.to_webxr(), None);
        for (i, joint) in OpenXrJoint::ALL.into_iter().enumerate() {
            assert_eq!(joint.index(), i);
        }
        for (i, joint) in WebXrJoint::ALL.into_iter().enumerate() {
            assert_eq!(joint.index(), i);
        }
    }
}
