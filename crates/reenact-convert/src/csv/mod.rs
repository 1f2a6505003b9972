//! Tables of a recording as comma-separated text, with a header and units in the names.
//!
//! The columns are those of [`tables`](crate::tables). In text, groups are flattened (`camera_position_x_m`), the table `frames`
//! has no columns for tracks that the recording lacks, and `keys` has the kind of each key; all other tables start with the
//! column `recording`.
//!
//! Rows end with a line feed. A cell is empty if the column is null: the pose of a hand that was not tracked, the tangents of a
//! key without tangents, and in `clean` mode a rotation that was not recorded. NaN and infinities are `NaN`, `Infinity` and
//! `-Infinity`; Booleans are `true` and `false`. Numbers are the shortest decimals that parse to the same value; times of markers
//! and events, which are 32-bit in the file, to the same 32-bit value.

mod cells;
mod write;

use std::borrow::Cow;

pub use write::{Options, write, write_at, write_header, write_rows};

/// Escapes a cell. Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe.
pub(crate) fn quoted(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        return quoted(&format!("'{text}")).into_owned().into();
    }
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\"")).into();
    }
    text.into()
}
