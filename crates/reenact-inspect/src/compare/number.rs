//! Conversion to `f32` that stays finite.

use reenact_base::number;

/// Nearest `f32`, clamped to the largest finite one.
pub(super) fn to_f32(value: f64) -> f32 {
    number::to_f32(value.clamp(-f64::from(f32::MAX), f64::from(f32::MAX)))
}
