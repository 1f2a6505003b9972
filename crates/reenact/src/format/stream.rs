//! Reading from something that cannot go back: a pipe, a socket, a decompressor.
//!
//! A 1.0 file, and a 1.1 file whose layout the caller names, is decoded as it comes in, so that no more
//! than the recording itself is held. Where the layout must be worked out, that takes the whole file:
//! its bytes are held beside the recording until it is done.

use std::borrow::Cow;
use std::io::{self, BufReader, Read};

use super::header::float_kind;
use super::index::{Index, ReadOptions};
use super::marker::{MarkerSpan, Markers};
use super::source::u64_from;
use super::walk::{CurveHead, cut_header_field};
use super::{CURVE_HEADER_BYTES, Header, Layout};
use crate::curve::{Curve, CurveId, FULL_KEY_BYTES, KeyKind, Keys, SIMPLE_KEY_BYTES};
use crate::error::{Error, ErrorKind, Fault, Field, Result};
use crate::recording::Recording;

/// Memory that is taken on the word of a count; beyond it, only as much again as was really there.
const TRUSTED_BYTES: usize = 1 << 20;

impl Recording<'_> {
    /// Reads a recording to the end of a stream.
    ///
    /// Memory stays within twice the input, and no count in the file is trusted to size it. A stream that
    /// is not a recording is refused after its first bytes.
    pub fn read(reader: impl Read) -> Result<Recording<'static>> {
        Self::read_with(reader, &ReadOptions::default())
    }

    /// Reads a recording to the end of a stream, with options.
    pub fn read_with(reader: impl Read, options: &ReadOptions) -> Result<Recording<'static>> {
        let limit = options.max_bytes.unwrap_or(u64::MAX);
        // One byte more than is allowed tells a full stream from one that goes on; and whatever is allowed,
        // the header is looked at, to say what this is.
        let reach = limit.saturating_add(1).max(u64_from(Header::LOOK_AHEAD_BYTES));
        let mut limited = BufReader::new(reader.take(reach));
        let recording = read_recording(&mut limited, options);
        let is_over = reach - limited.get_ref().limit() > limit;
        match recording {
            // What the header says stands whatever follows it; anything else may be the cut's doing.
            Err(error) if matches!(error.kind(), ErrorKind::NotARecording { .. }) => Err(error),
            Err(error) if error.fault() == Fault::Version => Err(error),
            _ if is_over => Err(Error::too_large(limit)),
            recording => recording,
        }
    }
}

fn read_recording(reader: &mut impl Read, options: &ReadOptions) -> Result<Recording<'static>> {
    let mut stream = Stream { inner: reader, offset: 0 };
    let mut start = stream.up_to(Header::LOOK_AHEAD_BYTES)?;
    let header = Header::read(&mut start.as_slice())?;
    let layout = match options.layout {
        _ if !header.version.is_1_1() => Layout::Mrtk,
        Some(layout) => layout,
        None => {
            stream.rest(&mut start)?;
            // Growing left up to as much again unused.
            start.shrink_to_fit();
            let index = Index::of(&start, options)?;
            return Recording::from_index(&start, &index).map(Recording::into_owned);
        }
    };
    // The header is shorter than what was read: the rest belongs to the first curve.
    let over = start.split_off(header.len().min(start.len()));
    let offset = u64_from(start.len());
    decode(&mut Stream { inner: over.as_slice().chain(stream.inner), offset }, header, layout)
}

fn decode<R: Read>(
    stream: &mut Stream<R>,
    header: Header,
    layout: Layout,
) -> Result<Recording<'static>> {
    let float_kind = float_kind(header.version, layout);
    let tracks = header.tracks();
    let mut curves = Vec::with_capacity(tracks.curve_count());
    for id in tracks.curve_ids() {
        curves.push(read_curve(stream, id, float_kind)?);
    }
    // Markers and what follows them are small in any honest file, and are checked in one piece.
    let base = stream.offset;
    let mut rest = Vec::new();
    stream.rest(&mut rest)?;
    let span = MarkerSpan::find(&mut rest.as_slice(), 0).map_err(|error| error.moved_by(base))?;
    let (markers, trailing) = match span {
        Some(span) => {
            let end = usize::try_from(span.end).unwrap_or(usize::MAX);
            let trailing = rest.get(end..).unwrap_or_default().to_vec();
            (Markers::from_span(&rest, span).map(Markers::into_owned), trailing)
        }
        None => (None, Vec::new()),
    };
    Ok(Recording::from_parts(header, layout, curves, markers, Cow::Owned(trailing)))
}

fn read_curve<R: Read>(
    stream: &mut Stream<R>,
    id: CurveId,
    float_kind: KeyKind,
) -> Result<Curve<'static>> {
    let offset = stream.offset;
    let header = stream.up_to(CURVE_HEADER_BYTES)?;
    let Ok(header) = <[u8; CURVE_HEADER_BYTES]>::try_from(header.as_slice()) else {
        let left = u64_from(header.len());
        let (field, at) = cut_header_field(id, offset, left);
        return Err(Error::at(
            ErrorKind::Truncated { needed: 4, left: offset + left - at },
            field,
            at,
        ));
    };
    let head = CurveHead::decode(header, offset, id, float_kind)?;
    let count = usize::try_from(head.count).unwrap_or(usize::MAX);
    let keys = match head.kind {
        KeyKind::Boolean => Keys::Boolean(stream.keys::<SIMPLE_KEY_BYTES>(count, id)?.into()),
        KeyKind::Simple => Keys::Simple(stream.keys::<SIMPLE_KEY_BYTES>(count, id)?.into()),
        KeyKind::Full => Keys::Full(stream.keys::<FULL_KEY_BYTES>(count, id)?.into()),
    };
    Ok(Curve { pre_wrap: head.pre_wrap, post_wrap: head.post_wrap, keys })
}

/// A reader that counts.
struct Stream<R> {
    inner: R,
    offset: u64,
}

impl<R: Read> Stream<R> {
    /// Fills as much of `buffer` as there is, and says how much that was.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let mut filled = 0;
        while let Some(rest) = buffer.get_mut(filled..)
            && !rest.is_empty()
        {
            match self.inner.read(rest) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.offset += u64_from(filled);
        Ok(filled)
    }

    fn up_to(&mut self, len: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; len];
        let filled = self.fill(&mut bytes)?;
        bytes.truncate(filled);
        Ok(bytes)
    }

    fn rest(&mut self, bytes: &mut Vec<u8>) -> Result<()> {
        let read = self.inner.read_to_end(bytes)?;
        self.offset += u64_from(read);
        Ok(())
    }

    fn keys<const N: usize>(&mut self, count: usize, id: CurveId) -> Result<Vec<[u8; N]>> {
        let keys_at = self.offset;
        let mut keys: Vec<[u8; N]> = Vec::new();
        while keys.len() < count {
            let had = keys.len();
            let more = (count - had).min(had.max(TRUSTED_BYTES / N));
            keys.reserve_exact(more);
            keys.resize(had + more, [0; N]);
            let fresh = keys.get_mut(had..).unwrap_or_default().as_flattened_mut();
            let len = fresh.len();
            if self.fill(fresh)? < len {
                let kind = ErrorKind::Truncated {
                    needed: u64_from(count).saturating_mul(u64_from(N)),
                    left: self.offset - keys_at,
                };
                return Err(Error::at(kind, Field::Keys(id), keys_at));
            }
        }
        Ok(keys)
    }
}
