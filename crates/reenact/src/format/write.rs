//! Encodes curves: header, then keys.

use std::io::{self, Write};

use super::CURVE_HEADER_BYTES;
use crate::curve::{Curve, KeyKind};

/// Keys converted to another encoding at a time.
const BATCH: usize = 512;

/// Writes a curve with its keys encoded as `kind`. Tangents and weights are dropped if `kind` has none.
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

/// Encodes the 12-byte curve header: pre-wrap mode, post-wrap mode, key count.
pub(super) fn curve_header(curve: &Curve) -> [u8; CURVE_HEADER_BYTES] {
    // A recording accepts no curve with more keys than an `i32` can count.
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
