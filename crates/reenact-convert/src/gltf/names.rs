//! What nodes are called, in both profiles.

use reenact::CurveId;
use reenact::hand::{Joint, Side};

use crate::nodes::hand_name;

/// What a node is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Thing {
    Camera,
    /// The root of a hand: of a size while it is tracked, in a skeleton.
    Hand(Side),
    /// What only holds others, or is there to be seen.
    Part,
    State(CurveId),
    Joint(Side, Joint),
    Gaze,
}

impl Thing {
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "Camera" => return Some(Self::Camera),
            "Gaze" => return Some(Self::Gaze),
            _ => {}
        }
        let side = Side::ALL.into_iter().find(|&side| name.starts_with(hand_name(side)))?;
        Some(match name.strip_prefix(hand_name(side))? {
            "" => Self::Hand(side),
            ".Joints" | ".Mesh" => Self::Part,
            ".Tracking" => Self::State(CurveId::Tracked(side)),
            ".Pinching" => Self::State(CurveId::Pinching(side)),
            joint => Self::Joint(side, joint.strip_prefix(".Joint.")?.parse().ok()?),
        })
    }
}
