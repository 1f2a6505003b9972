//! Node names of both profiles.

use reenact::CurveId;
use reenact::hand::{Joint, Side};

use crate::nodes::hand_name;

/// Role of a node.
#[derive(Debug, Clone, Copy)]
pub(super) enum Thing {
    Camera,
    /// Root of a hand; in a skeleton its scale is 1 while tracked.
    Hand(Side),
    /// Grouping or purely visual node.
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
