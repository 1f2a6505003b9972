//! Joint names and order in OpenXR and WebXR.
//!
//! `XR_EXT_hand_tracking` has 26 joints, the palm first, and calls the pinky little; the `XRHandJoint` of
//! WebXR's Hand Input module has the same 25 without the palm.

use super::Joint;

/// Generates both enums from one table with one joint per line: MRTK's name, then variant and name in OpenXR,
/// then in WebXR.
macro_rules! joints {
    ($($joint:ident $open:ident $open_name:literal $($web:ident $web_name:literal)?;)*) => {
        /// One of the 26 joints of `XR_EXT_hand_tracking`, in the order of `XrHandJointEXT`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "OpenXR's own names")]
        #[repr(u8)]
        pub enum OpenXrJoint { $($open,)* }

        impl OpenXrJoint {
            /// All 26 joints, in OpenXR's order.
            pub const ALL: [Self; 26] = [$(Self::$open,)*];

            /// Number in OpenXR.
            #[expect(clippy::as_conversions, reason = "a fieldless enum's own number")]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Name in OpenXR, such as `XR_HAND_JOINT_INDEX_METACARPAL_EXT`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$open => $open_name,)* }
            }

            /// Corresponding MRTK joint.
            pub const fn to_joint(self) -> Joint {
                match self { $(Self::$open => Joint::$joint,)* }
            }
        }

        /// One of the 25 joints of an `XRHand`, in the order in which it lists them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "WebXR's own names")]
        #[repr(u8)]
        pub enum WebXrJoint { $($($web,)?)* }

        impl WebXrJoint {
            /// All 25 joints, in WebXR's order.
            pub const ALL: [Self; 25] = [$($(Self::$web,)?)*];

            /// Number in WebXR.
            #[expect(clippy::as_conversions, reason = "a fieldless enum's own number")]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Name in WebXR, such as `index-finger-phalanx-proximal`.
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$web => $web_name,)?)* }
            }

            /// Corresponding MRTK joint.
            pub const fn to_joint(self) -> Joint {
                match self { $($(Self::$web => Joint::$joint,)?)* }
            }
        }

        impl Joint {
            /// Corresponding OpenXR joint; `None` for slot `None`.
            pub const fn to_openxr(self) -> Option<OpenXrJoint> {
                match self {
                    $(Self::$joint => Some(OpenXrJoint::$open),)*
                    Self::None => None,
                }
            }

            /// Corresponding WebXR joint; `None` for the palm and slot `None`.
            pub const fn to_webxr(self) -> Option<WebXrJoint> {
                match self {
                    $($(Self::$joint => Some(WebXrJoint::$web),)?)*
                    Self::None | Self::Palm => None,
                }
            }
        }
    };
}

#[rustfmt::skip]
joints! {
    Palm                 Palm               "XR_HAND_JOINT_PALM_EXT";
    Wrist                Wrist              "XR_HAND_JOINT_WRIST_EXT"               Wrist              "wrist";
    ThumbMetacarpalJoint ThumbMetacarpal    "XR_HAND_JOINT_THUMB_METACARPAL_EXT"    ThumbMetacarpal    "thumb-metacarpal";
    ThumbProximalJoint   ThumbProximal      "XR_HAND_JOINT_THUMB_PROXIMAL_EXT"      ThumbProximal      "thumb-phalanx-proximal";
    ThumbDistalJoint     ThumbDistal        "XR_HAND_JOINT_THUMB_DISTAL_EXT"        ThumbDistal        "thumb-phalanx-distal";
    ThumbTip             ThumbTip           "XR_HAND_JOINT_THUMB_TIP_EXT"           ThumbTip           "thumb-tip";
    IndexMetacarpal      IndexMetacarpal    "XR_HAND_JOINT_INDEX_METACARPAL_EXT"    IndexMetacarpal    "index-finger-metacarpal";
    IndexKnuckle         IndexProximal      "XR_HAND_JOINT_INDEX_PROXIMAL_EXT"      IndexProximal      "index-finger-phalanx-proximal";
    IndexMiddleJoint     IndexIntermediate  "XR_HAND_JOINT_INDEX_INTERMEDIATE_EXT"  IndexIntermediate  "index-finger-phalanx-intermediate";
    IndexDistalJoint     IndexDistal        "XR_HAND_JOINT_INDEX_DISTAL_EXT"        IndexDistal        "index-finger-phalanx-distal";
    IndexTip             IndexTip           "XR_HAND_JOINT_INDEX_TIP_EXT"           IndexTip           "index-finger-tip";
    MiddleMetacarpal     MiddleMetacarpal   "XR_HAND_JOINT_MIDDLE_METACARPAL_EXT"   MiddleMetacarpal   "middle-finger-metacarpal";
    MiddleKnuckle        MiddleProximal     "XR_HAND_JOINT_MIDDLE_PROXIMAL_EXT"     MiddleProximal     "middle-finger-phalanx-proximal";
    MiddleMiddleJoint    MiddleIntermediate "XR_HAND_JOINT_MIDDLE_INTERMEDIATE_EXT" MiddleIntermediate "middle-finger-phalanx-intermediate";
    MiddleDistalJoint    MiddleDistal       "XR_HAND_JOINT_MIDDLE_DISTAL_EXT"       MiddleDistal       "middle-finger-phalanx-distal";
    MiddleTip            MiddleTip          "XR_HAND_JOINT_MIDDLE_TIP_EXT"          MiddleTip          "middle-finger-tip";
    RingMetacarpal       RingMetacarpal     "XR_HAND_JOINT_RING_METACARPAL_EXT"     RingMetacarpal     "ring-finger-metacarpal";
    RingKnuckle          RingProximal       "XR_HAND_JOINT_RING_PROXIMAL_EXT"       RingProximal       "ring-finger-phalanx-proximal";
    RingMiddleJoint      RingIntermediate   "XR_HAND_JOINT_RING_INTERMEDIATE_EXT"   RingIntermediate   "ring-finger-phalanx-intermediate";
    RingDistalJoint      RingDistal         "XR_HAND_JOINT_RING_DISTAL_EXT"         RingDistal         "ring-finger-phalanx-distal";
    RingTip              RingTip            "XR_HAND_JOINT_RING_TIP_EXT"            RingTip            "ring-finger-tip";
    PinkyMetacarpal      LittleMetacarpal   "XR_HAND_JOINT_LITTLE_METACARPAL_EXT"   PinkyMetacarpal    "pinky-finger-metacarpal";
    PinkyKnuckle         LittleProximal     "XR_HAND_JOINT_LITTLE_PROXIMAL_EXT"     PinkyProximal      "pinky-finger-phalanx-proximal";
    PinkyMiddleJoint     LittleIntermediate "XR_HAND_JOINT_LITTLE_INTERMEDIATE_EXT" PinkyIntermediate  "pinky-finger-phalanx-intermediate";
    PinkyDistalJoint     LittleDistal       "XR_HAND_JOINT_LITTLE_DISTAL_EXT"       PinkyDistal        "pinky-finger-phalanx-distal";
    PinkyTip             LittleTip          "XR_HAND_JOINT_LITTLE_TIP_EXT"          PinkyTip           "pinky-finger-tip";
}
