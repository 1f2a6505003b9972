//! A recording's curves as bytes.

use std::io::{self, Write};

use super::CURVE_HEADER_BYTES;
use crate::curve::{Curve, KeyKind};

/// How many keys are turned into another kind at a time.
const BATCH: usize = 512;

/// Writes a curve with its keys stored as `kind` has them, leaving out what it has no room for.
pub(crate) fn write_curve(out: &mut impl Write, curve: &Curve, kind: KeyKind) -> io::Result<()> {
    out.write_all(&curve_header(curve))?;
    if curve.kind().key_bytes() == kind.key_bytes() {
        return out.write_all(curve.raw_keys().as_bytes());
    }
    match kind {
        KeyKind::Boolean | KeyKind::Simple => write_batches(out, curve, crate::Key::to_simple),
        KeyKind::Full => write_batches(out, curve, crate::Key::to_full),
    }
}

/// The twelve bytes before a curve's keys.
pub(super) fn curve_header(curve: &Curve) -> [u8; CURVE_HEADER_BYTES] {
    // No recording takes a curve of more keys than an `i32` counts.
    let count = i32::try_from(curve.len()).unwrap_or(i32::MAX);
    let mut header = [0; CURVE_HEADER_BYTES];
    let words = [curve.pre_wrap.0, curve.post_wrap.0, count].map(i32::to_le_bytes);
    header.copy_from_slice(words.as_flattened());
    header
}

fn write_batches<const N: usize>(
    out: &mut impl Write,
    curve: &Curve,
    encode: fn(crate::Key) -> [u8; N],
) -> io::Result<()> {
    let mut batch = Vec::with_capacity(BATCH.min(curve.len()));
    let mut keys = curve.iter();
    loop {
        batch.clear();
        batch.extend(keys.by_ref().take(BATCH).map(encode));
        if batch.is_empty() {
            return Ok(());
        }
        out.write_all(batch.as_flattened())?;
    }
}
