//! OpenXR's names and order (`XR_EXT_hand_tracking`): 26 joints, the palm first, the pinky called little.

use super::Joint;

/// One of the 26 joints of `XR_EXT_hand_tracking`, in the order of `XrHandJointEXT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "OpenXR's own names")]
#[repr(u8)]
pub enum OpenXrJoint {
    Palm,
    Wrist,
    ThumbMetacarpal,
    ThumbProximal,
    ThumbDistal,
    ThumbTip,
    IndexMetacarpal,
    IndexProximal,
    IndexIntermediate,
    IndexDistal,
    IndexTip,
    MiddleMetacarpal,
    MiddleProximal,
    MiddleIntermediate,
    MiddleDistal,
    MiddleTip,
    RingMetacarpal,
    RingProximal,
    RingIntermediate,
    RingDistal,
    RingTip,
    LittleMetacarpal,
    LittleProximal,
    LittleIntermediate,
    LittleDistal,
    LittleTip,
}

impl OpenXrJoint {
    /// All 26, in their own order.
    pub const ALL: [Self; 26] = [
        Self::Palm,
        Self::Wrist,
        Self::ThumbMetacarpal,
        Self::ThumbProximal,
        Self::ThumbDistal,
        Self::ThumbTip,
        Self::IndexMetacarpal,
        Self::IndexProximal,
        Self::IndexIntermediate,
        Self::IndexDistal,
        Self::IndexTip,
        Self::MiddleMetacarpal,
        Self::MiddleProximal,
        Self::MiddleIntermediate,
        Self::MiddleDistal,
        Self::MiddleTip,
        Self::RingMetacarpal,
        Self::RingProximal,
        Self::RingIntermediate,
        Self::RingDistal,
        Self::RingTip,
        Self::LittleMetacarpal,
        Self::LittleProximal,
        Self::LittleIntermediate,
        Self::LittleDistal,
        Self::LittleTip,
    ];

    /// Its number there.
    #[expect(clippy::as_conversions, reason = "a fieldless enum's own number")]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name there, such as `XR_HAND_JOINT_INDEX_METACARPAL_EXT`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Palm => "XR_HAND_JOINT_PALM_EXT",
            Self::Wrist => "XR_HAND_JOINT_WRIST_EXT",
            Self::ThumbMetacarpal => "XR_HAND_JOINT_THUMB_METACARPAL_EXT",
            Self::ThumbProximal => "XR_HAND_JOINT_THUMB_PROXIMAL_EXT",
            Self::ThumbDistal => "XR_HAND_JOINT_THUMB_DISTAL_EXT",
            Self::ThumbTip => "XR_HAND_JOINT_THUMB_TIP_EXT",
            Self::IndexMetacarpal => "XR_HAND_JOINT_INDEX_METACARPAL_EXT",
            Self::IndexProximal => "XR_HAND_JOINT_INDEX_PROXIMAL_EXT",
            Self::IndexIntermediate => "XR_HAND_JOINT_INDEX_INTERMEDIATE_EXT",
            Self::IndexDistal => "XR_HAND_JOINT_INDEX_DISTAL_EXT",
            Self::IndexTip => "XR_HAND_JOINT_INDEX_TIP_EXT",
            Self::MiddleMetacarpal => "XR_HAND_JOINT_MIDDLE_METACARPAL_EXT",
            Self::MiddleProximal => "XR_HAND_JOINT_MIDDLE_PROXIMAL_EXT",
            Self::MiddleIntermediate => "XR_HAND_JOINT_MIDDLE_INTERMEDIATE_EXT",
            Self::MiddleDistal => "XR_HAND_JOINT_MIDDLE_DISTAL_EXT",
            Self::MiddleTip => "XR_HAND_JOINT_MIDDLE_TIP_EXT",
            Self::RingMetacarpal => "XR_HAND_JOINT_RING_METACARPAL_EXT",
            Self::RingProximal => "XR_HAND_JOINT_RING_PROXIMAL_EXT",
            Self::RingIntermediate => "XR_HAND_JOINT_RING_INTERMEDIATE_EXT",
            Self::RingDistal => "XR_HAND_JOINT_RING_DISTAL_EXT",
            Self::RingTip => "XR_HAND_JOINT_RING_TIP_EXT",
            Self::LittleMetacarpal => "XR_HAND_JOINT_LITTLE_METACARPAL_EXT",
            Self::LittleProximal => "XR_HAND_JOINT_LITTLE_PROXIMAL_EXT",
            Self::LittleIntermediate => "XR_HAND_JOINT_LITTLE_INTERMEDIATE_EXT",
            Self::LittleDistal => "XR_HAND_JOINT_LITTLE_DISTAL_EXT",
            Self::LittleTip => "XR_HAND_JOINT_LITTLE_TIP_EXT",
        }
    }

    /// The same joint as MRTK calls it.
    pub const fn to_joint(self) -> Joint {
        match self {
            Self::Palm => Joint::Palm,
            Self::Wrist => Joint::Wrist,
            Self::ThumbMetacarpal => Joint::ThumbMetacarpalJoint,
            Self::ThumbProximal => Joint::ThumbProximalJoint,
            Self::ThumbDistal => Joint::ThumbDistalJoint,
            Self::ThumbTip => Joint::ThumbTip,
            Self::IndexMetacarpal => Joint::IndexMetacarpal,
            Self::IndexProximal => Joint::IndexKnuckle,
            Self::IndexIntermediate => Joint::IndexMiddleJoint,
            Self::IndexDistal => Joint::IndexDistalJoint,
            Self::IndexTip => Joint::IndexTip,
            Self::MiddleMetacarpal => Joint::MiddleMetacarpal,
            Self::MiddleProximal => Joint::MiddleKnuckle,
            Self::MiddleIntermediate => Joint::MiddleMiddleJoint,
            Self::MiddleDistal => Joint::MiddleDistalJoint,
            Self::MiddleTip => Joint::MiddleTip,
            Self::RingMetacarpal => Joint::RingMetacarpal,
            Self::RingProximal => Joint::RingKnuckle,
            Self::RingIntermediate => Joint::RingMiddleJoint,
            Self::RingDistal => Joint::RingDistalJoint,
            Self::RingTip => Joint::RingTip,
            Self::LittleMetacarpal => Joint::PinkyMetacarpal,
            Self::LittleProximal => Joint::PinkyKnuckle,
            Self::LittleIntermediate => Joint::PinkyMiddleJoint,
            Self::LittleDistal => Joint::PinkyDistalJoint,
            Self::LittleTip => Joint::PinkyTip,
        }
    }
}

impl Joint {
    /// The same joint as OpenXR calls it; slot `None` has none.
    pub fn to_openxr(self) -> Option<OpenXrJoint> {
        OpenXrJoint::ALL.into_iter().find(|joint| joint.to_joint() == self)
    }
}
