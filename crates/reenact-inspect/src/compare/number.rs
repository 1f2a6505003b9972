//! Conversion to `f32` that stays finite.

use reenact::number;

/// The nearest `f32`; what is too large for it is the largest there is.
pub(super) fn to_f32(value: f64) -> f32 {
    number::to_f32(value.clamp(-f64::from(f32::MAX), f64::from(f32::MAX)))
}
