//! Lossless JSON representation of a recording.
//!
//! ```text
//! {"version": "1.1", "layout": "mrtk", "marker_list": true, "trailing": "", "flags": [1,1,1], "curves": [
//! {"name": "camera.position.x", "pre_wrap": 8, "post_wrap": 8, "kind": "simple", "keys": [[0.0,0.1],[0.5,0.2]]},
//! …
//! ], "markers": [{"time_secs": 0.5, "name": "grab"}]}
//! ```
//!
//! | field | contents | default |
//! |---|---|---|
//! | `version` | version numbers | required |
//! | `layout` | `mrtk` or `published` | `mrtk` |
//! | `marker_list` | whether the file has a marker list, possibly empty | `true` |
//! | `trailing` | bytes after the marker list, in base64 | none |
//! | `flags` | flag bytes for camera, hands and gaze | from the curves |
//! | `curves` | in any order; the writer uses file order | required |
//! | `name` | such as `left.Wrist.position.x` | required |
//! | `pre_wrap`, `post_wrap` | Unity's numbers | 8: clamped |
//! | `kind` | `boolean`, `simple` or `full` | by version and layout |
//! | `keys` | `[time, value]`, or for full keys `[time, value, in_tangent, out_tangent, in_weight, out_weight, weighted_mode]` | required |
//! | `markers` | with `time_secs` and `name` | none |
//! | `length_bytes` | of a marker: number of bytes that encode the length of its name | the smallest |
//!
//! Fields may be in any order. If `flags` are given, all curves of their tracks are required, so that a truncated text is
//! detected; otherwise missing curves are empty. Unknown and duplicate fields are errors, because they are more likely mistakes
//! than intended.
//!
//! Numbers are parsed to the nearest `f32`; `"NaN"`, `"Infinity"` and `"-Infinity"` are strings. The only loss is the payload of
//! a NaN, which [`Losses`] counts.

mod parts;
mod read;
mod scan;
mod write;

use std::io::Write;

use reenact::Recording;

pub(crate) use parts::Parts;
pub(crate) use read::{Head, read_curve};
#[cfg(feature = "iwer")]
pub(crate) use scan::Element;
pub(crate) use scan::Scanner;
pub(crate) use write::{write_curve, write_head, write_markers};

use crate::out::Out;
use crate::{Losses, Result};

/// Writes a recording as one document.
///
/// Uses little memory, whatever the size of the recording.
pub fn write(recording: &Recording, writer: &mut impl Write) -> Result<Losses> {
    let mut out = Out::new(writer);
    out.text("{");
    write_head(&mut out, recording)?;
    out.text(", \"curves\": [");
    for (n, (id, curve)) in recording.curves().enumerate() {
        out.text(if n == 0 { "\n" } else { ",\n" });
        write_curve(&mut out, id, curve)?;
    }
    out.text(if recording.curves().len() == 0 { "], " } else { "\n], " });
    write_markers(&mut out, recording)?;
    out.text("}\n");
    Ok(out.finish()?)
}

/// Reads a recording from a document, or from the lines that [`ndjson`](crate::ndjson) writes.
///
/// An error names line and column, and curve and key if it is in one. Memory is bounded by a small multiple
/// of the length of the text; nesting has a fixed depth, so no text can overflow the stack.
///
/// ```
/// use reenact_convert::json;
///
/// let text = br#"{"version": "1.1", "curves": [{"name": "left.tracked", "keys": [[0, 0], [1.5, 1]]}]}"#;
/// let recording = json::read(text)?;
/// assert_eq!(recording.end_secs(), 1.5);
///
/// let text = br#"{"version": "1.1", "curves": [{"name": "left.tracked", "keys": [[0, zero]]}]}"#;
/// let error = json::read(text).unwrap_err();
/// let message = "line 1, column 69: key 0 of left.tracked: expected a number, found 'z'";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn read(text: &[u8]) -> Result<Recording> {
    let mut scanner = Scanner::new(text, 1);
    let mut parts = Parts::default();
    match Head::read(&mut scanner, &mut parts)? {
        Head::Whole => scanner.end()?,
        Head::WithoutCurves => {
            while !scanner.is_at_end() {
                read_curve(&mut scanner, &mut parts)?;
            }
        }
    }
    parts.finish(&scanner)
}
