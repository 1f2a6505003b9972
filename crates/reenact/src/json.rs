//! JSON representation of numbers, names and texts, shared by the reports of all crates.
//!
//! JSON has no NaN and no infinities: they are the strings `"NaN"`, `"Infinity"` and `"-Infinity"` in every document. Numbers are
//! the shortest decimals that parse to the same `f32`.
//!
//! ```
//! #[derive(serde::Serialize)]
//! struct Report {
//!     #[serde(serialize_with = "reenact::json::number")]
//!     duration_secs: f32,
//!     #[serde(serialize_with = "reenact::json::number")]
//!     first_key_secs: Option<f32>,
//! }
//! let report = Report { duration_secs: 0.1, first_key_secs: Some(f32::NAN) };
//! let text = serde_json::to_string(&report).unwrap();
//! assert_eq!(text, r#"{"duration_secs":0.1,"first_key_secs":"NaN"}"#);
//! ```

#[cfg(feature = "schema")]
pub use schemars;
pub use serde;

use serde::{Serialize, Serializer};

use crate::{CurveId, Error, Field, ObservedSpans, TimeSpan, Track, Version};
use reenact_base::number::{json_word, to_f32};

/// A number of a report.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number(pub f32);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match json_word(self.0) {
            Some(word) => serializer.serialize_str(word),
            None => serializer.serialize_f32(self.0),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Number {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "JsonNumber".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A number; NaN and infinities, which JSON has no numbers for, are strings.",
            "anyOf": [{ "type": "number" }, { "enum": ["NaN", "Infinity", "-Infinity"] }]
        })
    }
}

/// A value made of numbers.
pub trait Numbers {
    /// JSON representation of the numbers.
    type Json: Serialize;

    /// Converts the value to its JSON representation.
    fn to_json(&self) -> Self::Json;
}

impl Numbers for f32 {
    type Json = Number;

    fn to_json(&self) -> Number {
        Number(*self)
    }
}

/// Rounded to `f32`: sums of times and measures are not more precise than that.
impl Numbers for f64 {
    type Json = Number;

    fn to_json(&self) -> Number {
        Number(to_f32(*self))
    }
}

impl<T: Numbers> Numbers for Option<T> {
    type Json = Option<T::Json>;

    fn to_json(&self) -> Self::Json {
        self.as_ref().map(Numbers::to_json)
    }
}

impl<T: Numbers> Numbers for [T; 2] {
    type Json = [T::Json; 2];

    fn to_json(&self) -> Self::Json {
        self.each_ref().map(Numbers::to_json)
    }
}

/// Serializes numbers, with NaN and infinities as strings; for `serialize_with`.
pub fn number<T: Numbers, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.to_json().serialize(serializer)
}

/// Report on a file, preceded by the name of the file.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "File{R}"))]
pub struct OfFile<F, R> {
    /// Name of the file.
    pub file: F,
    /// Contents of the report.
    #[serde(flatten)]
    pub report: R,
}

/// JSON representation of an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ErrorReport {
    /// Stable code, such as `truncated`.
    pub code: &'static str,
    /// Message in one line, with advice.
    pub message: String,
    /// Field of the file in error, if the error is in one.
    pub field: Option<String>,
    /// Byte offset of that field.
    pub offset: Option<u64>,
    /// Line of a text in error, counted from 1.
    pub line: Option<u64>,
    /// Column in that line in bytes, counted from 1.
    pub column: Option<u64>,
}

impl ErrorReport {
    /// Creates an error without a location.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message, field: None, offset: None, line: None, column: None }
    }
}

impl From<&Error> for ErrorReport {
    fn from(error: &Error) -> Self {
        let field = error.field().map(|field| field.to_string());
        let offset = error.offset();
        Self { field, offset, ..Self::new(error.code().name(), error.to_string()) }
    }
}

/// File that failed, in a list of reports on files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedFile {
    /// Name of the file.
    pub file: String,
    /// Error.
    pub error: ErrorReport,
}

impl Serialize for TimeSpan {
    /// Serializes start and end.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.start_secs, self.end_secs].to_json().serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for TimeSpan {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TimeSpan".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <[Number; 2]>::json_schema(generator)
    }
}

/// Observed spans by track.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Observed<'o> {
    camera: &'o [TimeSpan],
    left: &'o [TimeSpan],
    right: &'o [TimeSpan],
    gaze: &'o [TimeSpan],
}

impl Serialize for ObservedSpans {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [camera, left, right, gaze] = Track::ALL.map(|track| self.spans(track));
        Observed { camera, left, right, gaze }.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ObservedSpans {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ObservedSpans".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Observed::json_schema(generator)
    }
}

crate::__text_in_json!(CurveId);
crate::__text_in_json!(Field);
crate::__text_in_json!(Error);
crate::__text_in_json!(Version);

/// Implements `Serialize` and the JSON schema for an enum with names. Expands to nothing without the feature `serde` of this
/// crate.
#[doc(hidden)]
#[macro_export]
macro_rules! __named_in_json {
    ($type:ident) => {
        impl $crate::json::serde::Serialize for $type {
            fn serialize<S: $crate::json::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        $crate::__schema_of_names!($type);
    };
}

/// Implements `Serialize` and the JSON schema for a type by its `Display` text.
#[doc(hidden)]
#[macro_export]
macro_rules! __text_in_json {
    ($type:ident) => {
        impl $crate::json::serde::Serialize for $type {
            fn serialize<S: $crate::json::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        $crate::__schema_of_text!($type);
    };
}

#[cfg(not(feature = "schema"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __schema_of_names {
    ($type:ident) => {};
}

#[cfg(not(feature = "schema"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __schema_of_text {
    ($type:ident) => {};
}

#[cfg(feature = "schema")]
#[doc(hidden)]
#[macro_export]
macro_rules! __schema_of_names {
    ($type:ident) => {
        impl $crate::json::schemars::JsonSchema for $type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::stringify!($type).into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                ::std::concat!(::std::module_path!(), "::", ::std::stringify!($type)).into()
            }

            fn json_schema(
                _: &mut $crate::json::schemars::SchemaGenerator,
            ) -> $crate::json::schemars::Schema {
                let names = <Self as $crate::Named>::VALUES.iter().map(|value| value.name());
                let names: ::std::vec::Vec<&str> = names.collect();
                $crate::json::schemars::json_schema!({ "type": "string", "enum": names })
            }
        }
    };
}

#[cfg(feature = "schema")]
#[doc(hidden)]
#[macro_export]
macro_rules! __schema_of_text {
    ($type:ident) => {
        impl $crate::json::schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::stringify!($type).into()
            }

            fn json_schema(
                _: &mut $crate::json::schemars::SchemaGenerator,
            ) -> $crate::json::schemars::Schema {
                $crate::json::schemars::json_schema!({ "type": "string" })
            }
        }
    };
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
