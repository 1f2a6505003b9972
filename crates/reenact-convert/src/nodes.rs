//! Node names of a recording, in glTF files and Unity clips.

use reenact::hand::Side;

/// `Hand.Left` or `Hand.Right`.
pub(crate) const fn hand_name(side: Side) -> &'static str {
    match side {
        Side::Left => "Hand.Left",
        Side::Right => "Hand.Right",
    }
}
