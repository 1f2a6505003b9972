//! Conversions between integers and floats, with defined results for values out of range. The only place with
//! `as` casts.
//!
//! Times are `f32` in a file and `f64` in computations; frames, keys and columns are counts. Internal: hidden from the
//! documentation, and not covered by semantic versioning.
//!
//! ```
//! use reenact_base::number::{to_count, to_f32, to_f64};
//!
//! // Which of 60 columns per second contains a time, and where does that column start?
//! let column = to_count(0.51 * 60.0);
//! assert_eq!(column, 30);
//! assert_eq!(to_f32(to_f64(column) / 60.0), 0.5);
//! ```

/// Converts a count to `f64`: exact up to 2⁵³, which no count of keys or frames reaches.
#[inline]
#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "counts are below 2⁵³")]
pub const fn to_f64(count: usize) -> f64 {
    count as f64
}

/// Truncates a number to a count: 0 for negative numbers and NaN, `usize::MAX` for numbers that are too
/// large.
///
/// ```
/// use reenact_base::number::to_count;
///
/// assert_eq!([2.9, -1.0, f64::NAN, f64::INFINITY].map(to_count), [2, 0, 0, usize::MAX]);
/// ```
#[inline]
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates at both ends, and NaN is 0"
)]
pub const fn to_count(value: f64) -> usize {
    value as usize
}

/// Truncates a number to a 64-bit count on every platform: see [`to_count`].
#[inline]
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates at both ends, and NaN is 0"
)]
pub const fn to_u64(value: f64) -> u64 {
    value as u64
}

/// Rounds to the nearest `f32`; infinite if out of range, NaN for NaN.
#[inline]
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "the nearest is what is meant"
)]
pub const fn to_f32(value: f64) -> f32 {
    value as f32
}

/// Converts a length in memory to a length in a file.
#[inline]
#[expect(clippy::as_conversions, reason = "usize has at most 64 bits wherever there is std")]
pub const fn len_u64(len: usize) -> u64 {
    len as u64
}

/// Word for NaN and infinities, for which JSON has no numbers.
pub const fn json_word(value: f32) -> Option<&'static str> {
    if value.is_finite() {
        None
    } else if value.is_nan() {
        Some("NaN")
    } else if value > 0.0 {
        Some("Infinity")
    } else {
        Some("-Infinity")
    }
}

/// Formats a number with thousands separators.
///
/// ```
/// use reenact_base::number::grouped;
///
/// assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
