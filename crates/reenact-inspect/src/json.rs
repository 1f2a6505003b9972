//! Shared parts of JSON reports.

use reenact::number::{json_word, to_f32};
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
    /// Rounds a sum of times or a measure to the nearest `f32`, which is precise enough.
    pub const fn nearest(value: f64) -> Self {
        Self(to_f32(value))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match json_word(self.0) {
            Some(word) => serializer.serialize_str(word),
            None => serializer.serialize_f32(self.0),
        }
    }
}

/// A marker.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Marker {
    /// Time in seconds.
    pub time_secs: Number,
    /// Name.
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
