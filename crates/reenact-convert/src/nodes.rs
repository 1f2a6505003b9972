//! What the nodes of a recording are called, in glTF files and for Unity's animator.

use reenact::hand::Side;

/// `Hand.Left` or `Hand.Right`.
pub(crate) const fn hand_name(side: Side) -> &'static str {
    match side {
        Side::Left => "Hand.Left",
        Side::Right => "Hand.Right",
    }
}
