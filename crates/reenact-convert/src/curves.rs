//! What all who write keys ask of curves.

use glam::Quat;
use reenact::{Curve, KeyKind, WrapMode};

use crate::Losses;

/// The same curve, holding its ends: the formats of others know no other way to go on, and the last key is to have its own value.
pub(crate) fn holding<'c>(curve: &'c Curve<'_>, losses: &mut Losses) -> Curve<'c> {
    let mut holding = curve.borrow();
    let repeats = |mode: WrapMode| !matches!(mode, WrapMode::ONCE | WrapMode::CLAMP_FOREVER);
    losses.repeating_curves += usize::from(repeats(curve.pre_wrap) || repeats(curve.post_wrap));
    (holding.pre_wrap, holding.post_wrap) = (WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER);
    holding
}

/// Whether there is more between its keys than straight lines.
pub(crate) fn is_bent(curve: &Curve<'_>) -> bool {
    curve.kind() == KeyKind::Full && !curve.iter().all(|key| key.is_plain_linear())
}

/// A rotation shorter than this has no direction.
const MIN_LENGTH: f32 = 1e-5;

/// Whether four numbers are a rotation, once they are of unit length.
pub(crate) fn is_turn(rotation: Quat) -> bool {
    let length = rotation.length();
    length.is_finite() && length > MIN_LENGTH
}
