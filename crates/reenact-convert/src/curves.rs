//! What all who write keys ask of curves.

#[cfg(any(feature = "gltf", feature = "unity"))]
use glam::Quat;
#[cfg(any(feature = "gltf", feature = "unity"))]
use reenact::KeyKind;
use reenact::{Curve, WrapMode};

#[cfg(any(feature = "gltf", feature = "unity"))]
use crate::Losses;

/// Whether a curve repeats outside its keys, instead of holding its ends.
pub(crate) fn repeats(curve: &Curve) -> bool {
    let repeats = |mode: WrapMode| !matches!(mode, WrapMode::ONCE | WrapMode::CLAMP_FOREVER);
    repeats(curve.pre_wrap) || repeats(curve.post_wrap)
}

/// The same curve, holding its ends: the formats of others know no other way to go on, and the last key is to have its own value.
#[cfg(any(feature = "gltf", feature = "unity"))]
pub(crate) fn holding(curve: &Curve, losses: &mut Losses) -> Curve {
    let mut holding = curve.clone();
    losses.repeating_curves += usize::from(repeats(curve));
    (holding.pre_wrap, holding.post_wrap) = (WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER);
    holding
}

/// Whether there is more between its keys than straight lines.
#[cfg(any(feature = "gltf", feature = "unity"))]
pub(crate) fn is_bent(curve: &Curve) -> bool {
    curve.kind() == KeyKind::Full && !curve.iter().all(|key| key.is_plain_linear())
}

/// A rotation shorter than this has no direction.
#[cfg(any(feature = "gltf", feature = "unity"))]
const MIN_LENGTH: f32 = 1e-5;

/// Whether four numbers are a rotation, once they are of unit length.
#[cfg(any(feature = "gltf", feature = "unity"))]
pub(crate) fn is_turn(rotation: Quat) -> bool {
    let length = rotation.length();
    length.is_finite() && length > MIN_LENGTH
}
