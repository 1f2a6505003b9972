//! Walk over all curve headers and the marker list, in file order. Of the keys, it reads only the first and
//! last time of each curve, which are adjacent to headers.
//!
//! | size | field |
//! |---:|---|
//! | 4 | pre-wrap mode, `i32` |
//! | 4 | post-wrap mode, `i32` |
//! | 4 | key count, `i32` |
//! | 8 or 28 each | keys |

use super::marker::MarkerSpan;
use super::source::Source;
use super::{CURVE_HEADER_BYTES, Header};
use crate::curve::{CurveId, KeyKind, WrapMode};
use crate::error::{Error, ErrorKind, Field, Result};
use reenact_base::number::len_u64;

/// Decoded curve header, and the offset of its keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CurveHead {
    pub(crate) pre_wrap: WrapMode,
    pub(crate) post_wrap: WrapMode,
    pub(crate) kind: KeyKind,
    pub(crate) count: u32,
    pub(crate) keys_at: u64,
}

impl CurveHead {
    /// Decodes the 12-byte curve header at `offset`.
    pub(crate) fn decode(
        bytes: [u8; CURVE_HEADER_BYTES],
        offset: u64,
        id: CurveId,
        float_kind: KeyKind,
    ) -> Result<Self> {
        // First are 4 bytes pre-wrap and 4 bytes post-wrap mode. Any number is kept, so that
        // writing returns it unchanged.
        let mut words = bytes.as_chunks().0.iter().map(|&word| i32::from_le_bytes(word));
        let mut word = || words.next().unwrap_or_default();
        let [pre_wrap, post_wrap, count] = [word(), word(), word()];
        // Next are 4 bytes key count. MRTK writes a signed integer, so a negative one is an error.
        let Ok(count) = u32::try_from(count) else {
            let kind = ErrorKind::OutOfRange { found: count.into() };
            return Err(Error::at(kind, Field::KeyCount(id), offset + 8));
        };
        Ok(Self {
            pre_wrap: WrapMode(pre_wrap),
            post_wrap: WrapMode(post_wrap),
            kind: id.key_kind(float_kind),
            count,
            keys_at: offset + len_u64(CURVE_HEADER_BYTES),
        })
    }

    pub(crate) fn keys_len(self) -> u64 {
        u64::from(self.count) * len_u64(self.kind.key_bytes())
    }

    pub(crate) fn keys_end(self) -> u64 {
        self.keys_at + self.keys_len()
    }
}

/// Field of a curve header that is truncated when only `left` bytes of the header remain, and its offset.
pub(crate) fn cut_header_field(id: CurveId, offset: u64, left: u64) -> (Field, u64) {
    match left {
        0..4 => (Field::PreWrap(id), offset),
        4..8 => (Field::PostWrap(id), offset + 4),
        _ => (Field::KeyCount(id), offset + 8),
    }
}

/// Complete walk: all curves and the marker list were decoded.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) curves: Vec<CurveHead>,
    pub(super) markers: Option<MarkerSpan>,
    /// Number of implausible headers: see [`is_plausible`].
    pub(super) implausible: u32,
}

/// Walk that stopped at an error.
#[derive(Debug)]
pub(super) struct Stopped {
    pub(super) error: Error,
    /// Complete curves before the error.
    pub(super) curves: Vec<CurveHead>,
    /// Number of implausible headers, including the one at which the walk stopped.
    pub(super) implausible: u32,
}

/// Result of a walk.
pub(super) type Walked = std::result::Result<Walk, Stopped>;

impl Walk {
    /// Offset of the end of the last decoded element.
    pub(super) fn end(&self, header: Header) -> u64 {
        let curves_end = self.curves.last().map_or(len_u64(header.len()), |curve| curve.keys_end());
        self.markers.map_or(curves_end, |markers| markers.end)
    }
}

/// Walks a file whose float keys have the given kind.
pub(super) fn walk(source: &mut impl Source, header: Header, float_kind: KeyKind) -> Walked {
    let tracks = header.tracks();
    let mut curves: Vec<CurveHead> = Vec::with_capacity(tracks.curve_count());
    let mut implausible = 0;
    let mut offset = len_u64(header.len());
    let mut step = |id| -> Result<()> {
        let found = curve_head(source, offset, id, float_kind);
        if !is_plausible(source, offset, &found)? {
            implausible += 1;
        }
        let curve = found?;
        offset = curve.keys_end();
        curves.push(curve);
        Ok(())
    };
    let walked = tracks.curve_ids().try_for_each(&mut step);
    match walked.and_then(|()| MarkerSpan::find(source, offset)) {
        Ok(markers) => Ok(Walk { curves, markers, implausible }),
        Err(error) => Err(Stopped { error, curves, implausible }),
    }
}

/// Decodes a curve header and checks that all of its keys are present.
pub(super) fn curve_head(
    source: &mut impl Source,
    offset: u64,
    id: CurveId,
    float_kind: KeyKind,
) -> Result<CurveHead> {
    #[cfg(test)]
    HEADERS_READ.with(|count| count.set(count.get() + 1));
    let left = source.len().saturating_sub(offset);
    // A truncated header is an error in the first field that is not complete.
    if left < len_u64(CURVE_HEADER_BYTES) {
        let (field, at) = cut_header_field(id, offset, left);
        source.check(at, 4, field)?;
    }
    let curve =
        CurveHead::decode(source.array(offset, Field::PreWrap(id))?, offset, id, float_kind)?;
    // Nothing is allocated from the count: only the presence of that many keys is checked.
    source.check(curve.keys_at, curve.keys_len(), Field::Keys(id))?;
    Ok(curve)
}

/// Smallest key count that is implausible if that many keys are not present: the bits of the smallest normal
/// `f32`.
///
/// A walk in the wrong layout reads times and values as counts. As an integer, every positive normal float is
/// at least this, whereas a curve with this many keys would last 38 hours at 60 Hz.
const FLOAT_BITS: u32 = f32::MIN_POSITIVE.to_bits();

/// Whether a curve header at `offset` is plausible: known wrap modes, a count that is neither negative nor
/// the bits of a float, and a last time that is not before the first. Only the first and last times are read,
/// because they are adjacent to headers.
pub(super) fn is_plausible(
    source: &mut impl Source,
    offset: u64,
    found: &Result<CurveHead>,
) -> Result<bool> {
    let words: Vec<i32> = {
        let words = source.peek_up_to(offset, CURVE_HEADER_BYTES)?.as_chunks().0;
        words.iter().map(|&word| i32::from_le_bytes(word)).collect()
    };
    if !words.iter().take(2).all(|&wrap| WrapMode(wrap).is_known()) {
        return Ok(false);
    }
    let Ok(curve) = found else {
        let count = words.get(2).map(|&count| u32::try_from(count));
        return Ok(count.is_none_or(|count| count.is_ok_and(|count| count < FLOAT_BITS)));
    };
    if curve.count < 2 {
        return Ok(true);
    }
    let mut time_at = |offset| -> Result<f32> {
        let bytes = source.peek_up_to(offset, 4)?;
        Ok(bytes.first_chunk().map_or(f32::NAN, |&bytes| f32::from_le_bytes(bytes)))
    };
    let first = time_at(curve.keys_at)?;
    let last = time_at(curve.keys_end() - len_u64(curve.kind.key_bytes()))?;
    // NaN times are no evidence against the header.
    Ok(last >= first || last.is_nan() || first.is_nan())
}

#[cfg(test)]
std::thread_local! {
    static HEADERS_READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Number of curve headers that this thread has decoded, for tests that count walks.
#[cfg(test)]
pub(super) fn headers_read() -> usize {
    HEADERS_READ.with(std::cell::Cell::get)
}
