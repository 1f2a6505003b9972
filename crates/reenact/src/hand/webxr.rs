//! WebXR's names and order (the `XRHandJoint` of its Hand Input module): 25 joints, no palm.

use super::Joint;

/// One of the 25 joints of an `XRHand`, in the order in which it lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "WebXR's own names")]
#[repr(u8)]
pub enum WebXrJoint {
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
    PinkyMetacarpal,
    PinkyProximal,
    PinkyIntermediate,
    PinkyDistal,
    PinkyTip,
}

impl WebXrJoint {
    /// All 25, in their own order.
    pub const ALL: [Self; 25] = [
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
        Self::PinkyMetacarpal,
        Self::PinkyProximal,
        Self::PinkyIntermediate,
        Self::PinkyDistal,
        Self::PinkyTip,
    ];

    /// Its number there.
    #[expect(clippy::as_conversions, reason = "a fieldless enum's own number")]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name there, such as `index-finger-phalanx-proximal`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wrist => "wrist",
            Self::ThumbMetacarpal => "thumb-metacarpal",
            Self::ThumbProximal => "thumb-phalanx-proximal",
            Self::ThumbDistal => "thumb-phalanx-distal",
            Self::ThumbTip => "thumb-tip",
            Self::IndexMetacarpal => "index-finger-metacarpal",
            Self::IndexProximal => "index-finger-phalanx-proximal",
            Self::IndexIntermediate => "index-finger-phalanx-intermediate",
            Self::IndexDistal => "index-finger-phalanx-distal",
            Self::IndexTip => "index-finger-tip",
            Self::MiddleMetacarpal => "middle-finger-metacarpal",
            Self::MiddleProximal => "middle-finger-phalanx-proximal",
            Self::MiddleIntermediate => "middle-finger-phalanx-intermediate",
            Self::MiddleDistal => "middle-finger-phalanx-distal",
            Self::MiddleTip => "middle-finger-tip",
            Self::RingMetacarpal => "ring-finger-metacarpal",
            Self::RingProximal => "ring-finger-phalanx-proximal",
            Self::RingIntermediate => "ring-finger-phalanx-intermediate",
            Self::RingDistal => "ring-finger-phalanx-distal",
            Self::RingTip => "ring-finger-tip",
            Self::PinkyMetacarpal => "pinky-finger-metacarpal",
            Self::PinkyProximal => "pinky-finger-phalanx-proximal",
            Self::PinkyIntermediate => "pinky-finger-phalanx-intermediate",
            Self::PinkyDistal => "pinky-finger-phalanx-distal",
            Self::PinkyTip => "pinky-finger-tip",
        }
    }

    /// The same joint as MRTK calls it.
    pub const fn to_joint(self) -> Joint {
        match self {
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
            Self::PinkyMetacarpal => Joint::PinkyMetacarpal,
            Self::PinkyProximal => Joint::PinkyKnuckle,
            Self::PinkyIntermediate => Joint::PinkyMiddleJoint,
            Self::PinkyDistal => Joint::PinkyDistalJoint,
            Self::PinkyTip => Joint::PinkyTip,
        }
    }
}

impl Joint {
    /// The same joint as WebXR calls it; the palm and slot `None` have none.
    pub fn to_webxr(self) -> Option<WebXrJoint> {
        WebXrJoint::ALL.into_iter().find(|joint| joint.to_joint() == self)
    }
}
