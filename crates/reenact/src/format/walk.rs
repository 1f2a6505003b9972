//! From header to header over all curves and through the marker list, reading no keys but their times at
//! the two ends of each curve, which lie beside the headers.

use super::marker::MarkerSpan;
use super::source::Source;
use super::{CURVE_HEADER_BYTES, Header};
use crate::curve::{CurveId, KeyKind, WrapMode};
use crate::error::{Error, ErrorKind, Field, Result};
use crate::number::len_u64;

/// What a curve's header says, and where its keys start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CurveHead {
    pub(crate) pre_wrap: WrapMode,
    pub(crate) post_wrap: WrapMode,
    pub(crate) kind: KeyKind,
    pub(crate) count: u32,
    pub(crate) keys_at: u64,
}

impl CurveHead {
    /// Decodes the twelve bytes at `offset`.
    pub(crate) fn decode(
        bytes: [u8; CURVE_HEADER_BYTES],
        offset: u64,
        id: CurveId,
        float_kind: KeyKind,
    ) -> Result<Self> {
        let mut words = bytes.as_chunks().0.iter().map(|&word| i32::from_le_bytes(word));
        let mut word = || words.next().unwrap_or_default();
        let [pre_wrap, post_wrap, count] = [word(), word(), word()];
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

/// The field of a curve's header that is cut when `left` bytes of it are there, and where it starts.
pub(crate) fn cut_header_field(id: CurveId, offset: u64, left: u64) -> (Field, u64) {
    match left {
        0..4 => (Field::PreWrap(id), offset),
        4..8 => (Field::PostWrap(id), offset + 4),
        _ => (Field::KeyCount(id), offset + 8),
    }
}

/// A file walked to its end.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) curves: Vec<CurveHead>,
    pub(super) markers: Option<MarkerSpan>,
    /// Headers that no writer would have written: see [`is_plausible`].
    pub(super) implausible: u32,
}

/// A file that cannot be walked to its end.
#[derive(Debug)]
pub(super) struct Stopped {
    pub(super) error: Error,
    /// The curves that were whole before that.
    pub(super) curves: Vec<CurveHead>,
    /// Headers that no writer would have written, the one where it stopped included.
    pub(super) implausible: u32,
}

/// How a walk ended.
pub(super) type Walked = std::result::Result<Walk, Stopped>;

impl Walk {
    /// Where the last thing that was understood ends.
    pub(super) fn end(&self, header: Header) -> u64 {
        let curves_end = self.curves.last().map_or(len_u64(header.len()), |curve| curve.keys_end());
        self.markers.map_or(curves_end, |markers| markers.end)
    }
}

/// Walks a file whose float keys are of the given kind.
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

/// Reads a curve's header and makes sure that its keys are there.
pub(super) fn curve_head(
    source: &mut impl Source,
    offset: u64,
    id: CurveId,
    float_kind: KeyKind,
) -> Result<CurveHead> {
    #[cfg(test)]
    HEADERS_READ.with(|count| count.set(count.get() + 1));
    let left = source.len().saturating_sub(offset);
    if left < len_u64(CURVE_HEADER_BYTES) {
        let (field, at) = cut_header_field(id, offset, left);
        source.check(at, 4, field)?;
    }
    let curve =
        CurveHead::decode(source.array(offset, Field::PreWrap(id))?, offset, id, float_kind)?;
    source.check(curve.keys_at, curve.keys_len(), Field::Keys(id))?;
    Ok(curve)
}

/// The smallest count that is implausible where so many keys are not there: the bits of the smallest normal `f32`.
///
/// A walk in the wrong layout takes times and values for counts. Read as an integer, every positive float but zero and
/// the subnormal ones is at least this, while this many keys are 38 hours at 60 Hz.
const FLOAT_BITS: u32 = f32::MIN_POSITIVE.to_bits();

/// Whether some writer meant a curve to start at `offset`: wrap modes that Unity knows, a count that is not negative
/// nor the bits of a float, and a last time that is not before the first. Only the two outermost times are looked at,
/// because they lie beside headers.
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
    // A time that is no number says nothing either way.
    Ok(last >= first || last.is_nan() || first.is_nan())
}

#[cfg(test)]
std::thread_local! {
    static HEADERS_READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Headers of curves that this thread has read, for tests that count walks.
#[cfg(test)]
pub(super) fn headers_read() -> usize {
    HEADERS_READ.with(std::cell::Cell::get)
}
