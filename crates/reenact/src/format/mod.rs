//! The bytes of a recording, versions 1.0 and 1.1, as published and as MRTK really writes them.
//!
//! Integers and floats are little-endian. Nothing is padded: in 1.1 every field after the three flag bytes
//! sits at an odd offset, so bytes are read, never cast. `docs/reference/format.md` is the specification.
//!
//! | at | size | field | in | notes |
//! |---:|---:|---|---|---|
//! | 0 | 8 | magic | both | `c6 42 9e 0f 6e af 8f 6a` |
//! | 8 | 4 + 4 | version | both | major, minor, `i32` each; below 1.1 is read as 1.0 |
//! | 16 | 3 | camera, hands, gaze | 1.1 | one byte each, not 0 is true; 1.0 implies 1 1 0 |
//!
//! Then the curves of the tracks that are there ([`Tracks`](crate::Tracks) says in which order), each
//!
//! | size | field |
//! |---:|---|
//! | 4 + 4 | pre-wrap and post-wrap mode, `i32` each |
//! | 4 | number of keys, `i32` |
//! | 8 or 28 a key | the keys, see [`Key`](crate::Key) |
//!
//! and then, in MRTK's files but not on the published page, the [marker list](crate::Markers). Curves follow
//! each other with no index: the only way to the last is over the others.

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

/// The first eight bytes of every recording.
pub const MAGIC: [u8; 8] = 0x6a8f_af6e_0f9e_42c6_u64.to_le_bytes();

/// Whether a file that starts with these bytes may be a recording: they are, or start, the magic number, or a draft's first curves. Twelve
/// bytes are enough; the more there are, the surer it is about drafts.
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

/// Bytes of a curve before its keys: two wrap modes and a count.
pub(crate) const CURVE_HEADER_BYTES: usize = 12;

/// A part of shared bytes; `None` if they do not reach that far.
pub(crate) fn slice(bytes: &Bytes, range: Range<usize>) -> Option<Bytes> {
    (range.start <= range.end && range.end <= bytes.len()).then(|| bytes.slice(range))
}
