//! Keys and poses as comma-separated tables, with a header and units in the names.
//!
//! * [`write_keys`]: every key of every curve, one a row. Nothing of a key is lost; version, flags and markers are not in it.
//! * [`write_markers`]: every marker, one a row.
//! * [`write_frames`]: poses at times, [wide](Shape::Wide) with one row a frame or [long](Shape::Long) with one row a joint.
//!
//! Rows end with a line feed. A cell is empty where there is nothing to say: the pose of a hand that was not tracked, the
//! tangents of a key that has none. NaN and infinities are `NaN`, `Infinity` and `-Infinity`; tracked and pinching `true` and
//! `false`.

mod frames;
mod keys;
mod markers;

use std::borrow::Cow;

pub use frames::{FrameOptions, Shape, write_frames};
pub use keys::write_keys;
pub use markers::write_markers;

/// A cell of any text. One that a spreadsheet would take for a formula gets an apostrophe before it, which makes it text there.
pub fn quoted(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        return quoted(&format!("'{text}")).into_owned().into();
    }
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\"")).into();
    }
    text.into()
}
