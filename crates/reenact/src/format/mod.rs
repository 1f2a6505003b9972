//! File format of a recording, versions 1.0 and 1.1, both as published and as MRTK writes it.
//!
//! Integers and floats are little-endian and unaligned: in 1.1 every field after the three flag bytes is at
//! an odd offset, so fields are decoded from bytes, never cast. `docs/reference/format.md` is the
//! specification.
//!
//! | at | size | field | in | notes |
//! |---:|---:|---|---|---|
//! | 0 | 8 | magic | both | `c6 42 9e 0f 6e af 8f 6a` |
//! | 8 | 4 + 4 | version | both | major, minor, `i32` each; below 1.1 is read as 1.0 |
//! | 16 | 3 | camera, hands, gaze | 1.1 | one byte each, not 0 is true; 1.0 implies 1 1 0 |
//!
//! The curves of the present tracks follow, in the order of [`Tracks`](crate::Tracks). Each curve is
//!
//! | size | field |
//! |---:|---|
//! | 4 + 4 | pre-wrap and post-wrap mode, `i32` each |
//! | 4 | number of keys, `i32` |
//! | 8 or 28 a key | the keys, see [`Key`](crate::Key) |
//!
//! The [marker list](crate::Markers) comes last. MRTK writes and requires it; the published description lacks
//! it. There is no index of curves: the offset of a curve is known only after decoding the counts of all
//! curves before it.

mod flags;
mod foreign;
mod header;
mod index;
mod layout;
pub(crate) mod marker;
mod pieces;
mod resync;
mod salvage;
mod source;
mod stored;
mod stream;
mod walk;
mod write;

use std::ops::Range;

use bytes::Bytes;

pub use foreign::{Origin, Variant};
pub(crate) use header::float_kind;
pub use header::{Header, Layout, Version};
pub use index::{Index, ReadOptions};
pub use pieces::Pieces;
pub use salvage::{Cut, DamagedCurve, Salvaged};
pub use source::ReadAt;
pub(crate) use write::write_curve;

/// Magic number: the first eight bytes of every recording.
pub const MAGIC: [u8; 8] = 0x6a8f_af6e_0f9e_42c6_u64.to_le_bytes();

/// Whether a file that starts with these bytes may be a recording.
///
/// True if the bytes are a prefix of the magic number, start with it, or look like the first curves of a
/// draft. Twelve bytes suffice; more bytes make the answer for drafts more certain.
///
/// ```
/// use reenact::may_be_recording;
///
/// assert!(may_be_recording(&reenact::MAGIC));
/// assert!(may_be_recording(b""), "MRTK leaves empty files");
/// assert!(may_be_recording(&[8, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0]));
/// assert!(!may_be_recording(b"\x89PNG\r\n\x1a\n"));
/// ```
pub fn may_be_recording(start: &[u8]) -> bool {
    let may_be_foreign = || foreign::may_start(start) && foreign::may_go_on(start);
    start.starts_with(&MAGIC) || MAGIC.starts_with(start) || may_be_foreign()
}

/// Size of a curve header: two wrap modes and a key count, 4 bytes each.
pub(crate) const CURVE_HEADER_BYTES: usize = 12;

/// Slices shared bytes; `None` if the range is out of bounds.
pub(crate) fn slice(bytes: &Bytes, range: Range<usize>) -> Option<Bytes> {
    (range.start <= range.end && range.end <= bytes.len()).then(|| bytes.slice(range))
}
