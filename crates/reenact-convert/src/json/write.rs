//! Writes the parts of a document.

use std::io::Write;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reenact::{Curve, CurveId, Keys, Marker, Markers, Recording};

use crate::Result;
use crate::out::Out;

/// Writes the fields before the curves, without braces.
pub(crate) fn write_head<W: Write>(out: &mut Out<'_, W>, recording: &Recording) -> Result<()> {
    out.text("\"version\": \"");
    out.integer(recording.version())?;
    out.text("\", \"layout\": \"");
    out.text(recording.layout().name());
    out.text("\", \"marker_list\": ");
    out.text(if recording.marker_list().is_some() { "true" } else { "false" });
    out.text(", \"trailing\": \"");
    // In multiples of three bytes, so that the base64 parts can be concatenated.
    for part in recording.trailing().chunks(3 << 12) {
        out.text(&BASE64_STANDARD.encode(part));
        out.flush_if_full()?;
    }
    out.text("\", \"flags\": [");
    for (n, flag) in recording.flags().iter().enumerate() {
        out.text(if n == 0 { "" } else { "," });
        out.integer(flag)?;
    }
    out.text("]");
    Ok(())
}

/// Writes one curve as an object on one line.
pub(crate) fn write_curve<W: Write>(
    out: &mut Out<'_, W>,
    id: CurveId,
    curve: &Curve,
) -> Result<()> {
    out.text("{\"name\": \"");
    out.integer(id)?;
    out.text("\", \"pre_wrap\": ");
    out.integer(curve.pre_wrap.0)?;
    out.text(", \"post_wrap\": ");
    out.integer(curve.post_wrap.0)?;
    out.text(", \"kind\": \"");
    out.text(curve.kind().name());
    out.text("\", \"keys\": [");
    let is_full = matches!(curve.raw_keys(), Keys::Full(_));
    let mut separator = "[";
    for key in curve {
        out.text(separator);
        separator = ",[";
        out.float(key.time_secs, "\"");
        out.text(",");
        out.float(key.value, "\"");
        if is_full {
            for value in [key.in_tangent, key.out_tangent, key.in_weight, key.out_weight] {
                out.text(",");
                out.float(value, "\"");
            }
            out.text(",");
            out.integer(key.weighted_mode.0)?;
        }
        out.text("]");
        out.flush_if_full()?;
    }
    out.text("]}");
    Ok(())
}

/// Writes the field with the markers.
pub(crate) fn write_markers<W: Write>(out: &mut Out<'_, W>, recording: &Recording) -> Result<()> {
    out.text("\"markers\": [");
    if recording.markers().next().is_some() {
        let lengths = recording.marker_list().into_iter().flat_map(Markers::length_bytes);
        for (n, (marker, width)) in recording.markers().zip(lengths).enumerate() {
            out.text(if n == 0 { "" } else { ", " });
            write_marker(out, &marker, width)?;
        }
    }
    out.text("]");
    Ok(())
}

fn write_marker<W: Write>(out: &mut Out<'_, W>, marker: &Marker<'_>, width: usize) -> Result<()> {
    out.text("{\"time_secs\": ");
    out.float(marker.time_secs, "\"");
    out.text(", \"name\": ");
    write_string(out, &marker.name)?;
    if width != marker.length_bytes() {
        out.text(", \"length_bytes\": ");
        out.integer(width)?;
    }
    out.text("}");
    out.flush_if_full()?;
    Ok(())
}

/// Control characters that JSON or a terminal does not accept: C0, DEL, C1 and bidirectional controls.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Writes a string in quotes, with control characters escaped.
pub(crate) fn write_string<W: Write>(out: &mut Out<'_, W>, text: &str) -> Result<()> {
    out.text("\"");
    for part in text.split_inclusive(|c: char| is_hidden(c) || c == '"' || c == '\\') {
        let Some(last) = part.chars().next_back() else { continue };
        let plain = part.get(..part.len() - last.len_utf8()).unwrap_or_default();
        match last {
            '"' | '\\' => {
                out.text(plain);
                out.text("\\");
                out.text(last.encode_utf8(&mut [0; 4]));
            }
            '\n' => {
                out.text(plain);
                out.text("\\n");
            }
            control if is_hidden(control) => {
                out.text(plain);
                out.integer(format_args!("\\u{:04x}", u32::from(control)))?;
            }
            _ => out.text(part),
        }
        out.flush_if_full()?;
    }
    out.text("\"");
    Ok(())
}
