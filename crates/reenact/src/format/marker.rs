//! The marker list: named moments, at the end of every file that MRTK writes.
//!
//! | size | field |
//! |---:|---|
//! | 4 | number of markers, `i32` |
//! | 4 | a marker's time, `f32` |
//! | 1 – 5 | length of its name in bytes: 7 bits a byte, low ones first, high bit = more follows |
//! | that many | its name, UTF-8 |
//!
//! The length is what .NET's `BinaryWriter` makes of it. It can be written in more bytes than it needs;
//! readers take that, so the list is kept as it stands and decoded when looked at.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use bytes::Bytes;

use super::slice;
use super::source::Source;
use crate::error::{Error, ErrorKind, Field, Result};
use crate::number::len_u64;

/// A named moment.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marker<'a> {
    /// Seconds from the start of the recording.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "crate::json::Number"))]
    pub time_secs: f32,
    /// Its name; may be empty.
    pub name: Cow<'a, str>,
}

impl<'a> Marker<'a> {
    /// A marker of that time and name.
    pub fn new(time_secs: f32, name: impl Into<Cow<'a, str>>) -> Self {
        Self { time_secs, name: name.into() }
    }

    /// The order of two markers by time, as a sorted marker list has them: those without a number for a time come last.
    pub fn cmp_by_time(&self, other: &Marker<'_>) -> Ordering {
        let [a, b] = [self.time_secs, other.time_secs];
        a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
    }

    /// The same marker with a name of its own.
    pub fn into_owned(self) -> Marker<'static> {
        Marker::new(self.time_secs, self.name.into_owned())
    }

    /// Bytes that the length of its name needs in a file: one for each seven bits.
    pub fn length_bytes(&self) -> usize {
        let bits = usize::BITS - self.name.len().leading_zeros();
        usize::try_from(bits.div_ceil(7).max(1)).unwrap_or(Markers::MAX_LENGTH_BYTES)
    }
}

/// The markers of a recording, in the order of the file.
///
/// Kept as the file's bytes, shared, so that they come back as they were. Equal when those are.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Markers {
    count: u32,
    /// Everything after the count; checked when this was made.
    encoded: Bytes,
}

impl Markers {
    /// Bytes that the length of a name takes at most.
    pub const MAX_LENGTH_BYTES: usize = 5;

    /// A list without markers, which MRTK needs all the same.
    pub const EMPTY: Self = Self { count: 0, encoded: Bytes::new() };

    /// Encodes a list. Names of 2 GiB and more, and as many markers, are over the format's limit.
    pub fn new<'m>(markers: impl IntoIterator<Item = Marker<'m>>) -> Result<Self> {
        Self::with_length_bytes(markers.into_iter().map(|marker| (marker, 1)))
    }

    /// Encodes a list, the length of each name in at least so many bytes: from 1, which is what everybody writes, to 5, which
    /// every reader takes.
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

    /// Takes what [`MarkerSpan::find`] found good; `None` if the bytes do not go on that far.
    pub(super) fn from_span(bytes: &Bytes, span: MarkerSpan) -> Option<Self> {
        let start = usize::try_from(span.start).ok()?;
        let end = usize::try_from(span.end).ok()?;
        Some(Self { count: span.count, encoded: slice(bytes, start..end)? })
    }

    /// How many there are.
    #[expect(clippy::as_conversions, reason = "at least 32 bits on every platform with files")]
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Each marker, in the order of the file.
    pub fn iter(&self) -> MarkerIter<'_> {
        MarkerIter { rest: &self.encoded }
    }

    /// In how many bytes the length of each name is stored, in the order of the file.
    pub fn length_bytes(&self) -> impl Iterator<Item = usize> {
        let mut rest = &*self.encoded;
        self.iter().map(move |marker| {
            let stored = rest.get(4..).unwrap_or_default();
            let Length::Whole { len: _, width } = Length::decode(stored) else { return 0 };
            rest = stored.get(width + marker.name.len()..).unwrap_or_default();
            width
        })
    }

    /// Bytes in the file, the count included.
    pub fn encoded_len(&self) -> usize {
        4 + self.encoded.len()
    }

    /// The bytes in the file: the count, and the rest.
    pub(crate) fn encoded(&self) -> ([u8; 4], &[u8]) {
        (self.count.to_le_bytes(), &self.encoded)
    }
}

impl Markers {
    /// The same list in memory of its own.
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

/// The markers of a list, decoded one by one; made by [`Markers::iter`].
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

/// A string's length as .NET writes it.
pub(super) enum Length {
    /// The length, and how many bytes it took.
    Whole { len: u32, width: usize },
    /// The bytes end before it does.
    Cut,
    /// It goes on after five bytes, or does not fit 31 bits.
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

/// Where a checked marker list lies, its count left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MarkerSpan {
    pub(super) count: u32,
    pub(super) start: u64,
    pub(super) end: u64,
}

impl MarkerSpan {
    /// Where a list lies that starts, with its count, at `offset`.
    pub(super) fn of(list: &Markers, offset: u64) -> Self {
        let start = offset + 4;
        Self { count: list.count, start, end: start + len_u64(list.encoded.len()) }
    }

    /// Checks the list that starts at `offset`; `None` where the file ends there, as published files do.
    pub(super) fn find(source: &mut impl Source, offset: u64) -> Result<Option<Self>> {
        if offset >= source.len() {
            return Ok(None);
        }
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

/// What is whole of a marker list that cannot be read to its end.
pub(super) struct WholeMarkers {
    pub(super) markers: Markers,
    /// How many the list says it has; `None` where the count itself is not there.
    pub(super) announced: Option<u32>,
    /// Names that were not UTF-8, in which U+FFFD stands for what was not.
    pub(super) names_replaced: u32,
    /// Where the last whole marker ends.
    pub(super) end: u64,
}

impl WholeMarkers {
    /// Takes every marker that is whole from `offset` on, up to the first that is not.
    pub(super) fn find(bytes: &[u8], offset: u64) -> Self {
        let mut source = bytes;
        let mut whole =
            Self { markers: Markers::EMPTY, announced: None, names_replaced: 0, end: offset };
        let Ok(count) = source.array(offset, Field::MarkerCount).map(i32::from_le_bytes) else {
            return whole;
        };
        // A count below zero is no count.
        let Ok(count) = u32::try_from(count) else { return whole };
        whole.announced = Some(count);
        whole.end = offset + 4;
        let mut found = Vec::new();
        while whole.markers.count < count {
            let at = whole.end;
            let (end, name_at) = match check_marker(&mut source, at, whole.markers.count) {
                Ok(end) => (end, None),
                // .NET puts U+FFFD in its place and reads on, and so do we.
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

/// Checks the `n`th marker, which starts at `offset`, and says where it ends.
pub(super) fn check_marker(source: &mut impl Source, offset: u64, n: u32) -> Result<u64> {
    source.array::<4>(offset, Field::MarkerTime(n))?;
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
        // Pairs that .NET's BinaryWriter.Write7BitEncodedInt gives.
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
