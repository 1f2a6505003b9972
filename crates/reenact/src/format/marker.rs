//! Marker list: named times, at the end of every file that MRTK writes.
//!
//! | size | field |
//! |---:|---|
//! | 4 | number of markers, `i32` |
//! | 4 | time of a marker in seconds, `f32` |
//! | 1 – 5 | length of its name in bytes: 7 bits per byte, low bits first, high bit set = another byte follows |
//! | 0 or more | its name, UTF-8 |
//!
//! The length is encoded as .NET's `BinaryWriter.Write(string)` does. It may take more bytes than necessary,
//! and readers accept that. The list is therefore kept as bytes and decoded on access, so that writing it
//! returns the same bytes.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use bytes::Bytes;

use super::slice;
use super::source::Source;
use crate::error::{Error, ErrorKind, Field, Result};
use reenact_base::number::len_u64;

/// A named time.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marker<'a> {
    /// Seconds from the start of the recording.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "crate::json::Number"))]
    pub time_secs: f32,
    /// Name; may be empty.
    pub name: Cow<'a, str>,
}

impl<'a> Marker<'a> {
    /// Creates a marker.
    pub fn new(time_secs: f32, name: impl Into<Cow<'a, str>>) -> Self {
        Self { time_secs, name: name.into() }
    }

    /// Order of two markers by time, as in a sorted marker list: NaN is last.
    pub fn cmp_by_time(&self, other: &Marker<'_>) -> Ordering {
        let [a, b] = [self.time_secs, other.time_secs];
        a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
    }

    /// Converts the marker to one that owns its name.
    pub fn into_owned(self) -> Marker<'static> {
        Marker::new(self.time_secs, self.name.into_owned())
    }

    /// Number of bytes that encode the length of the name: one for each seven bits.
    pub fn length_bytes(&self) -> usize {
        let bits = usize::BITS - self.name.len().leading_zeros();
        usize::try_from(bits.div_ceil(7).max(1)).unwrap_or(Markers::MAX_LENGTH_BYTES)
    }
}

/// Markers of a recording, in file order.
///
/// Stored as the shared bytes of the file, so writing returns them unchanged. Two lists are equal if their
/// bytes are.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Markers {
    count: u32,
    /// Encoded markers, without the count. Validated on construction.
    encoded: Bytes,
}

impl Markers {
    /// Most bytes that the length of a name can take.
    pub const MAX_LENGTH_BYTES: usize = 5;

    /// An empty list. MRTK requires it even without markers.
    pub const EMPTY: Self = Self { count: 0, encoded: Bytes::new() };

    /// Encodes a list. Fails with more than 2³¹ − 1 markers, or a name of more bytes.
    pub fn new<'m>(markers: impl IntoIterator<Item = Marker<'m>>) -> Result<Self> {
        Self::with_length_bytes(markers.into_iter().map(|marker| (marker, 1)))
    }

    /// Encodes a list with the length of each name in at least `length_bytes` bytes: from 1, the usual
    /// encoding, to 5, which every reader accepts.
    pub fn with_length_bytes<'m>(
        markers: impl IntoIterator<Item = (Marker<'m>, usize)>,
    ) -> Result<Self> {
        let mut encoded = Vec::new();
        let mut count: usize = 0;
        for (marker, length_bytes) in markers {
            let len = marker.name.len();
            let too_many = |_| Error::new(ErrorKind::TooMany { count: len });
            let mut rest = i32::try_from(len).and_then(u32::try_from).map_err(too_many)?;
            encoded.extend(marker.time_secs.to_le_bytes());
            let last = length_bytes.max(marker.length_bytes()).min(Markers::MAX_LENGTH_BYTES);
            for n in 1..=last {
                let [low, ..] = (rest & 0x7f).to_le_bytes();
                rest >>= 7;
                encoded.push(if n == last { low } else { low | 0x80 });
            }
            encoded.extend(marker.name.as_bytes());
            count += 1;
        }
        let too_many = |_| Error::new(ErrorKind::TooMany { count });
        let count = i32::try_from(count).and_then(u32::try_from).map_err(too_many)?;
        Ok(Self { count, encoded: encoded.into() })
    }

    /// Slices the list that [`MarkerSpan::find`] validated; `None` if the bytes end before it.
    pub(super) fn from_span(bytes: &Bytes, span: MarkerSpan) -> Option<Self> {
        let start = usize::try_from(span.start).ok()?;
        let end = usize::try_from(span.end).ok()?;
        Some(Self { count: span.count, encoded: slice(bytes, start..end)? })
    }

    /// Number of markers.
    #[expect(clippy::as_conversions, reason = "at least 32 bits on every platform with files")]
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Iterates over the markers in file order.
    pub fn iter(&self) -> MarkerIter<'_> {
        MarkerIter { rest: &self.encoded }
    }

    /// Number of bytes in which the length of each name is stored, in file order.
    pub fn length_bytes(&self) -> impl Iterator<Item = usize> {
        let mut rest = &*self.encoded;
        self.iter().map(move |marker| {
            let stored = rest.get(4..).unwrap_or_default();
            let Length::Whole { len: _, width } = Length::decode(stored) else { return 0 };
            rest = stored.get(width + marker.name.len()..).unwrap_or_default();
            width
        })
    }

    /// Size in the file, with the count.
    pub fn encoded_len(&self) -> usize {
        4 + self.encoded.len()
    }

    /// Bytes in the file: the count, and the encoded markers.
    pub(crate) fn encoded(&self) -> ([u8; 4], &[u8]) {
        (self.count.to_le_bytes(), &self.encoded)
    }
}

impl Markers {
    /// Copies the list into its own allocation.
    pub(crate) fn into_unshared(self) -> Self {
        Self { encoded: Bytes::copy_from_slice(&self.encoded), ..self }
    }
}

impl fmt::Debug for Markers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'m> IntoIterator for &'m Markers {
    type Item = Marker<'m>;
    type IntoIter = MarkerIter<'m>;

    fn into_iter(self) -> MarkerIter<'m> {
        self.iter()
    }
}

/// Iterator over the decoded markers of a list; made by [`Markers::iter`].
#[derive(Debug, Clone)]
pub struct MarkerIter<'m> {
    rest: &'m [u8],
}

impl<'m> Iterator for MarkerIter<'m> {
    type Item = Marker<'m>;

    fn next(&mut self) -> Option<Marker<'m>> {
        let (&time, rest) = self.rest.split_first_chunk()?;
        let Length::Whole { len, width } = Length::decode(rest) else { return None };
        let (name, rest) = rest.get(width..)?.split_at_checked(usize::try_from(len).ok()?)?;
        self.rest = rest;
        Some(Marker::new(f32::from_le_bytes(time), std::str::from_utf8(name).ok()?))
    }
}

/// Length of a string as .NET encodes it: 7 bits per byte, low bits first.
pub(super) enum Length {
    /// Decoded length, and the number of bytes it took.
    Whole { len: u32, width: usize },
    /// The bytes end before the length does.
    Cut,
    /// The length does not end within five bytes, or exceeds 31 bits.
    Overlong,
}

impl Length {
    pub(super) fn decode(bytes: &[u8]) -> Self {
        let mut len: u64 = 0;
        for (n, &byte) in bytes.iter().take(Markers::MAX_LENGTH_BYTES).enumerate() {
            len |= u64::from(byte & 0x7f) << (7 * n);
            if byte & 0x80 == 0 {
                return match i32::try_from(len).and_then(u32::try_from) {
                    Ok(len) => Self::Whole { len, width: n + 1 },
                    Err(_) => Self::Overlong,
                };
            }
        }
        if bytes.len() < Markers::MAX_LENGTH_BYTES { Self::Cut } else { Self::Overlong }
    }
}

/// Position of a validated marker list, without its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MarkerSpan {
    pub(super) count: u32,
    pub(super) start: u64,
    pub(super) end: u64,
}

impl MarkerSpan {
    /// Position of a list whose count is at `offset`.
    pub(super) fn of(list: &Markers, offset: u64) -> Self {
        let start = offset + 4;
        Self { count: list.count, start, end: start + len_u64(list.encoded.len()) }
    }

    /// Validates the list at `offset`; `None` at the end of the file: files by the published description have
    /// no list.
    pub(super) fn find(source: &mut impl Source, offset: u64) -> Result<Option<Self>> {
        if offset >= source.len() {
            return Ok(None);
        }
        // First are 4 bytes marker count. A negative count is an error. The count is not used to allocate:
        // each marker below is checked against the bytes that remain.
        let count = i32::from_le_bytes(source.array(offset, Field::MarkerCount)?);
        let Ok(count) = u32::try_from(count) else {
            let kind = ErrorKind::OutOfRange { found: count.into() };
            return Err(Error::at(kind, Field::MarkerCount, offset));
        };
        let start = offset + 4;
        let mut end = start;
        for n in 0..count {
            end = check_marker(source, end, n)?;
        }
        Ok(Some(Self { count, start, end }))
    }
}

/// Complete markers of a damaged or truncated marker list.
pub(super) struct WholeMarkers {
    pub(super) markers: Markers,
    /// Number of markers that the list announces; `None` if the count itself is missing.
    pub(super) announced: Option<u32>,
    /// Number of names with invalid UTF-8, replaced by U+FFFD.
    pub(super) names_replaced: u32,
    /// Offset of the end of the last complete marker.
    pub(super) end: u64,
}

impl WholeMarkers {
    /// Reads markers from `offset` on, up to the first incomplete one.
    pub(super) fn find(bytes: &[u8], offset: u64) -> Self {
        let mut source = bytes;
        let mut whole =
            Self { markers: Markers::EMPTY, announced: None, names_replaced: 0, end: offset };
        let Ok(count) = source.array(offset, Field::MarkerCount).map(i32::from_le_bytes) else {
            return whole;
        };
        // A negative count is treated as missing.
        let Ok(count) = u32::try_from(count) else { return whole };
        whole.announced = Some(count);
        whole.end = offset + 4;
        let mut found = Vec::new();
        while whole.markers.count < count {
            let at = whole.end;
            let (end, name_at) = match check_marker(&mut source, at, whole.markers.count) {
                Ok(end) => (end, None),
                // .NET replaces invalid UTF-8 by U+FFFD and continues; so does this.
                Err(error) if matches!(error.kind(), ErrorKind::InvalidUtf8 { .. }) => {
                    let name_at = error.offset().unwrap_or(at);
                    let Length::Whole { len, .. } = Length::decode(rest_of(bytes, at + 4)) else {
                        break;
                    };
                    (name_at + u64::from(len), Some(name_at))
                }
                Err(_) => break,
            };
            let marker = rest_of(bytes, at).get(..span_len(at, end)).unwrap_or_default();
            match name_at {
                None => found.extend_from_slice(marker),
                Some(name_at) => {
                    let name = rest_of(bytes, name_at).get(..span_len(name_at, end));
                    let time = marker.first_chunk().map_or(f32::NAN, |&t| f32::from_le_bytes(t));
                    let name = String::from_utf8_lossy(name.unwrap_or_default());
                    let Ok(one) = Markers::new([Marker::new(time, name)]) else { break };
                    found.extend_from_slice(&one.encoded);
                    whole.names_replaced += 1;
                }
            }
            whole.markers.count += 1;
            whole.end = end;
        }
        whole.markers.encoded = found.into();
        whole
    }
}

fn rest_of(bytes: &[u8], offset: u64) -> &[u8] {
    usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..)).unwrap_or_default()
}

fn span_len(start: u64, end: u64) -> usize {
    usize::try_from(end.saturating_sub(start)).unwrap_or(usize::MAX)
}

/// Validates the `n`th marker at `offset` and returns the offset of its end.
pub(super) fn check_marker(source: &mut impl Source, offset: u64, n: u32) -> Result<u64> {
    // First are 4 bytes time. Any bits are a valid `f32`, so only their presence is checked.
    source.array::<4>(offset, Field::MarkerTime(n))?;
    // Next is the length of the name, 1 to 5 bytes.
    let length_at = offset + 4;
    let (len, width) =
        match Length::decode(source.peek_up_to(length_at, Markers::MAX_LENGTH_BYTES)?) {
            Length::Whole { len, width } => (len, width),
            Length::Cut => {
                let left = source.len().saturating_sub(length_at);
                let kind = ErrorKind::Truncated { needed: left + 1, left };
                return Err(Error::at(kind, Field::MarkerNameLength(n), length_at));
            }
            Length::Overlong => {
                return Err(Error::at(
                    ErrorKind::OverlongLength,
                    Field::MarkerNameLength(n),
                    length_at,
                ));
            }
        };
    let name_at = length_at + len_u64(width);
    // Last is the name. Its length is checked against the bytes that remain before it is read.
    source.check(name_at, len.into(), Field::MarkerName(n))?;
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    let name = source.peek(name_at, len, Field::MarkerName(n))?;
    if let Err(error) = std::str::from_utf8(name) {
        let kind = ErrorKind::InvalidUtf8 { valid_up_to: error.valid_up_to() };
        return Err(Error::at(kind, Field::MarkerName(n), name_at));
    }
    Ok(name_at + len_u64(len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_a_binary_writer() {
        // Results of .NET's BinaryWriter.Write7BitEncodedInt.
        for (len, bytes) in [
            (0_u32, &[0x00][..]),
            (1, &[0x01]),
            (127, &[0x7f]),
            (128, &[0x80, 0x01]),
            (16_383, &[0xff, 0x7f]),
            (16_384, &[0x80, 0x80, 0x01]),
            (0x7fff_ffff, &[0xff, 0xff, 0xff, 0xff, 0x07]),
        ] {
            let Length::Whole { len: found, width } = Length::decode(bytes) else {
                panic!("{len}")
            };
            assert_eq!((found, width), (len, bytes.len()));
        }
        assert!(matches!(Length::decode(&[0x80]), Length::Cut));
        assert!(matches!(Length::decode(&[0xff, 0xff, 0xff, 0xff, 0x08]), Length::Overlong));
        assert!(matches!(Length::decode(&[0x80; 5]), Length::Overlong));
    }

    #[test]
    fn a_list_reads_back_as_it_was_made() {
        let names = [String::new(), "grab".into(), "é".repeat(64), "x".repeat(16_384)];
        let list = Markers::new(names.iter().map(|name| Marker::new(1.5, name.as_str()))).unwrap();
        assert_eq!(list.len(), 4);
        assert!(list.iter().map(|marker| marker.name).eq(names.iter().map(String::as_str)));
        assert!(list.iter().all(|marker| marker.time_secs == 1.5));
    }
}
