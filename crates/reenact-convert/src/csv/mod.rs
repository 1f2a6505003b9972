//! Tables of a recording as comma-separated text, with a header and units in the names.
//!
//! The columns are those of [`tables`](crate::tables). In text, groups are flattened (`camera_position_x_m`), the table `frames` has no
//! columns for tracks that the recording lacks, and `keys` has the kind of each key; all but these two start with the column `recording`.
//!
//! Rows end with a line feed. A cell is empty where a column is null: the pose of a hand that was not tracked, the
//! tangents of a key that has none; and in `clean` mode a rotation that was not recorded. NaN and infinities are `NaN`, `Infinity` and
//! `-Infinity`; truth values `true` and `false`. A number is the shortest decimal that gives it back: times of markers and events, which the
//! file has as 32-bit numbers, in 32 bits.

mod cells;
mod write;

use std::borrow::Cow;

pub use write::{Options, write, write_at, write_header, write_rows};

/// A cell of any text. One that a spreadsheet would take for a formula gets an apostrophe before it, which makes it text there.
pub(crate) fn quoted(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        return quoted(&format!("'{text}")).into_owned().into();
    }
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\"")).into();
    }
    text.into()
}
