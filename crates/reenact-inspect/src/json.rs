//! What documents have in common that are printed as JSON.

use serde::{Serialize, Serializer};

/// A number as the shortest decimal that gives back the same `f32`; NaN and infinities are the words for them, since JSON
/// has none.
///
/// ```
/// use reenact_inspect::json::Number;
///
/// let text = serde_json::to_string(&[Number(0.1), Number(f32::NAN)]);
/// assert_eq!(text.unwrap(), r#"[0.1,"NaN"]"#);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number(pub f32);

impl Number {
    /// A sum of times or a measure, to the nearest `f32`: nobody measures finer.
    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "the nearest is what is meant"
    )]
    pub const fn nearest(value: f64) -> Self {
        Self(value as f32)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            number if number.is_finite() => serializer.serialize_f32(number),
            number if number.is_nan() => serializer.serialize_str("NaN"),
            number if number > 0.0 => serializer.serialize_str("Infinity"),
            _ => serializer.serialize_str("-Infinity"),
        }
    }
}

/// A named moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Marker {
    /// When.
    pub time_secs: Number,
    /// Its name.
    pub name: String,
}

impl From<reenact::Marker<'_>> for Marker {
    fn from(marker: reenact::Marker<'_>) -> Self {
        Self { time_secs: Number(marker.time_secs), name: marker.name.into_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_what_is_none_is_a_string() {
        let text = |number| serde_json::to_string(&Number(number)).unwrap();
        assert_eq!([1.6, 0.0, 1e30, -0.5].map(text), ["1.6", "0.0", "1e+30", "-0.5"]);
        assert_eq!(
            [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(text),
            ["\"NaN\"", "\"Infinity\"", "\"-Infinity\""]
        );
    }
}
