//! Numbers as JSON has them here.

use serde::{Serialize, Serializer};

use crate::context::Context;
use crate::error::{Error, Result as CliResult};

/// A number as the shortest decimal that gives back the same `f32`; what JSON has no number for is a string.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Number(pub(crate) f32);

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

/// A sum of times or a measure, to the nearest `f32`: nobody measures finer.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "the nearest is what is meant"
)]
pub(crate) const fn number(value: f64) -> Number {
    Number(value as f32)
}

/// A named moment.
#[derive(Debug, Serialize)]
pub(crate) struct Marker {
    time_secs: Number,
    name: String,
}

impl From<reenact::Marker<'_>> for Marker {
    fn from(marker: reenact::Marker<'_>) -> Self {
        Self { time_secs: Number(marker.time_secs), name: marker.name.into_owned() }
    }
}

/// An array that is printed as it grows, one element a line.
#[derive(Debug)]
pub(crate) struct Array {
    is_started: bool,
}

impl Array {
    pub(crate) fn new(ctx: &mut Context) -> CliResult<Self> {
        ctx.print_plain(|out| out.write_all(b"["))?;
        Ok(Self { is_started: false })
    }

    pub(crate) fn add(&mut self, ctx: &mut Context, value: &impl Serialize) -> CliResult<()> {
        let text = serde_json::to_string(value)
            .map_err(|error| Error::failed(format!("cannot write JSON: {error}")))?;
        let join = if std::mem::replace(&mut self.is_started, true) { ",\n" } else { "\n" };
        ctx.print_plain(|out| write!(out, "{join}{text}"))
    }

    pub(crate) fn end(self, ctx: &mut Context) -> CliResult<()> {
        let join = if self.is_started { "\n" } else { "" };
        ctx.print_plain(|out| writeln!(out, "{join}]"))
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
