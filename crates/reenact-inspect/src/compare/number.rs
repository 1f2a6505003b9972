//! Numbers that change their kind.

/// The nearest `f32`; what is too large for it is the largest there is.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "the nearest f32 is meant, and the range is checked"
)]
pub(super) fn to_f32(value: f64) -> f32 {
    value.clamp(-f64::from(f32::MAX), f64::from(f32::MAX)) as f32
}

/// A count as a number to reckon with.
#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "counts are below 2^53")]
pub(super) const fn from_count(count: usize) -> f64 {
    count as f64
}

/// The whole part of a number as a count; 0 for what is negative or no number.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates at both ends, and NaN is 0"
)]
pub(super) const fn to_count(value: f64) -> usize {
    value as usize
}
