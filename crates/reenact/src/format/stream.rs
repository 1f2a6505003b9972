//! Reading from something that cannot go back: a pipe, a socket, a decompressor.
//!
//! Curves are decoded as they come in, so that no more than the recording itself is held. For that the layout of
//! a 1.1 file is guessed: MRTK's, until a header makes no sense in it; then what was read so far is turned back
//! into bytes and read again as published. Whether the guess is what the rules of [`layout`](super::layout) say is
//! known at the end, and they have the last word. The few files where the guess was wrong, and all damaged ones,
//! are put together again in memory and go the way that a slice goes, so that both give the same recording or the
//! same error.

use std::borrow::Cow;
use std::io::{self, BufReader, Read};

use super::foreign;
use super::header::float_kind;
use super::index::{Index, ReadOptions};
use super::marker::{MarkerSpan, Markers};
use super::pieces::Pieces;
use super::walk::{CurveHead, cut_header_field};
use super::{CURVE_HEADER_BYTES, Header, Layout};
use crate::curve::{Curve, CurveId, FULL_KEY_BYTES, KeyKind, Keys, SIMPLE_KEY_BYTES};
use crate::error::{Error, ErrorKind, Field, Result};
use crate::number::len_u64;
use crate::recording::Recording;

/// Memory that is taken on the word of a count; beyond it, only as much again as was really there.
const TRUSTED_BYTES: usize = 1 << 20;

impl Recording<'_> {
    /// Reads a recording to the end of a stream.
    ///
    /// Holds little more than the recording itself, and no count in the file is trusted to size it. A stream that
    /// is not a recording is refused after its first bytes.
    pub fn read(reader: impl Read) -> Result<Recording<'static>> {
        Self::read_with(reader, &ReadOptions::default())
    }

    /// Reads a recording to the end of a stream, with options.
    pub fn read_with(reader: impl Read, options: &ReadOptions) -> Result<Recording<'static>> {
        let limit = options.max_bytes.unwrap_or(u64::MAX);
        // One byte more than is allowed tells a full stream from one that goes on; and whatever is allowed,
        // the header is looked at, to say what this is.
        let reach = limit.saturating_add(1).max(len_u64(Header::LOOK_AHEAD_BYTES));
        let mut limited = BufReader::new(reader.take(reach));
        let recording = read_recording(&mut limited, options);
        let is_over = reach - limited.get_ref().limit() > limit;
        match recording {
            // What the header says stands whatever follows it; anything else may be the cut's doing.
            Err(error) if is_final(&error) => Err(error),
            _ if is_over => Err(Error::too_large(limit)),
            recording => recording,
        }
    }
}

/// Whether more of the stream would change nothing.
fn is_final(error: &Error) -> bool {
    match error.kind() {
        // Only the whole of a draft is a draft.
        ErrorKind::NotARecording { found } => !foreign::is_draft_start(found),
        ErrorKind::VersionTooNew { .. } => true,
        _ => false,
    }
}

fn read_recording(reader: &mut impl Read, options: &ReadOptions) -> Result<Recording<'static>> {
    let mut stream = Stream { inner: reader, offset: 0 };
    let mut start = stream.up_to(Header::LOOK_AHEAD_BYTES)?;
    if foreign::may_start(&start) {
        return read_foreign(&mut stream, start, options);
    }
    let header = Header::read(&mut start.as_slice())?;
    // More was looked at than the header: the rest belongs to the first curve.
    let over = start.split_off(header.len().min(start.len()));
    let offset = len_u64(start.len());
    let mut stream = Stream { inner: over.as_slice().chain(stream.inner), offset };
    match options.layout {
        _ if !header.version.is_1_1() => {
            Decoded::read(&mut stream, header, Layout::Mrtk, &|_| true)?.finish()
        }
        Some(layout) => Decoded::read(&mut stream, header, layout, &|_| true)?.finish(),
        None => guess_and_read(&mut stream, header, options),
    }
}

/// How much of a stream that may be a draft is read before it is looked at again; each time as much again.
const FOREIGN_PART_BYTES: usize = 1 << 16;

/// Reads a file that starts like one of a form that is only read. Its curves can be told apart from something else when all of them
/// are there, so it is read as a whole, as long as nothing rules that form out.
fn read_foreign<R: Read>(
    stream: &mut Stream<R>,
    mut bytes: Vec<u8>,
    options: &ReadOptions,
) -> Result<Recording<'static>> {
    while foreign::may_go_on(&bytes) {
        let part = stream.up_to(bytes.len().max(FOREIGN_PART_BYTES))?;
        if part.is_empty() {
            break;
        }
        bytes.extend(part);
    }
    let index = Index::of(&bytes, options)?;
    Recording::from_vec(bytes, &index)
}

/// Reads a 1.1 file whose layout nobody has named.
fn guess_and_read<R: Read>(
    stream: &mut Stream<R>,
    header: Header,
    options: &ReadOptions,
) -> Result<Recording<'static>> {
    // A count that makes no sense would have the rest of the stream read as keys; unknown wrap modes come first.
    let is_plausible = |head: &CurveHead| head.pre_wrap.is_known() && head.post_wrap.is_known();
    let mut decoded = Decoded::read(stream, header, Layout::Mrtk, &is_plausible)?;
    let mut unread = Vec::new();
    if decoded.stopped.is_some() {
        let bytes = decoded.into_bytes();
        let mut again = Stream { inner: bytes.as_slice().chain(&mut stream.inner), offset: 0 };
        again.up_to(header.len())?;
        decoded = Decoded::read(&mut again, header, Layout::Published, &is_plausible)?;
        if decoded.stopped.is_some() {
            again.rest(&mut unread)?;
        }
    }
    if decoded.stopped.is_none() {
        let index = Index::read(&decoded.pieces(), options)?;
        if index.layout() == decoded.layout {
            return decoded.finish();
        }
    }
    let mut bytes = decoded.into_bytes();
    bytes.append(&mut unread);
    let index = Index::of(&bytes, options)?;
    Recording::from_index(&bytes, &index).map(Recording::into_owned)
}

/// A file as far as it could be read, of which no byte is lost.
struct Decoded {
    header: Header,
    layout: Layout,
    curves: Vec<Curve<'static>>,
    /// What follows the last whole curve.
    rest: Vec<u8>,
    markers: Option<MarkerSpan>,
    /// Why it was not read to its end.
    stopped: Option<Error>,
}

impl Decoded {
    /// Reads the curves of a stream that is just behind its header, as long as their headers please, and then
    /// what follows them. Fails only if reading does.
    fn read<R: Read>(
        stream: &mut Stream<R>,
        header: Header,
        layout: Layout,
        pleases: &dyn Fn(&CurveHead) -> bool,
    ) -> Result<Self> {
        let float_kind = float_kind(header.version, layout);
        let tracks = header.tracks();
        let curves = Vec::with_capacity(tracks.curve_count());
        let mut decoded =
            Self { header, layout, curves, rest: Vec::new(), markers: None, stopped: None };
        for id in tracks.curve_ids() {
            match read_curve(stream, id, float_kind, pleases)? {
                Ok(curve) => decoded.curves.push(curve),
                Err(Torn { error, bytes }) => {
                    decoded.rest = bytes;
                    decoded.stopped = Some(error);
                    return Ok(decoded);
                }
            }
        }
        // Markers and what follows them are small in any honest file, and are checked in one piece.
        let base = stream.offset;
        stream.rest(&mut decoded.rest)?;
        match MarkerSpan::find(&mut decoded.rest.as_slice(), 0) {
            Ok(markers) => decoded.markers = markers,
            Err(error) => decoded.stopped = Some(error.moved_by(base)),
        }
        Ok(decoded)
    }

    fn finish(self) -> Result<Recording<'static>> {
        if let Some(error) = self.stopped {
            return Err(error);
        }
        let (markers, trailing) = match self.markers {
            Some(span) => {
                let end = usize::try_from(span.end).unwrap_or(usize::MAX);
                let trailing = self.rest.get(end..).unwrap_or_default().to_vec();
                (Markers::from_span(&self.rest, span).map(Markers::into_owned), trailing)
            }
            None => (None, Vec::new()),
        };
        Ok(Recording::from_parts(
            self.header,
            self.layout,
            self.curves,
            markers,
            Cow::Owned(trailing),
        ))
    }

    /// The bytes that were read, where they are now.
    fn pieces(&self) -> Pieces<'_> {
        Pieces::new(self.header, &self.curves, [Cow::Borrowed(self.rest.as_slice())])
    }

    /// The bytes that were read, in one.
    fn into_bytes(self) -> Vec<u8> {
        self.pieces().concat()
    }
}

/// A curve that could not be read, and what was read of it.
struct Torn {
    error: Error,
    bytes: Vec<u8>,
}

fn read_curve<R: Read>(
    stream: &mut Stream<R>,
    id: CurveId,
    float_kind: KeyKind,
    pleases: &dyn Fn(&CurveHead) -> bool,
) -> Result<Result<Curve<'static>, Torn>> {
    let offset = stream.offset;
    let mut header = stream.up_to(CURVE_HEADER_BYTES)?;
    let decoded = if let Ok(bytes) = <[u8; CURVE_HEADER_BYTES]>::try_from(header.as_slice()) {
        CurveHead::decode(bytes, offset, id, float_kind)
    } else {
        let left = len_u64(header.len());
        let (field, at) = cut_header_field(id, offset, left);
        Err(Error::at(ErrorKind::Truncated { needed: 4, left: offset + left - at }, field, at))
    };
    let head = match decoded {
        Ok(head) if pleases(&head) => head,
        Ok(head) => {
            let kind = ErrorKind::OutOfRange { found: head.pre_wrap.0.into() };
            return Ok(Err(Torn {
                error: Error::at(kind, Field::PreWrap(id), offset),
                bytes: header,
            }));
        }
        Err(error) => return Ok(Err(Torn { error, bytes: header })),
    };
    let count = usize::try_from(head.count).unwrap_or(usize::MAX);
    let keys = match head.kind {
        KeyKind::Boolean => {
            stream.keys::<SIMPLE_KEY_BYTES>(count, id)?.map(|keys| Keys::Boolean(keys.into()))
        }
        KeyKind::Simple => {
            stream.keys::<SIMPLE_KEY_BYTES>(count, id)?.map(|keys| Keys::Simple(keys.into()))
        }
        KeyKind::Full => {
            stream.keys::<FULL_KEY_BYTES>(count, id)?.map(|keys| Keys::Full(keys.into()))
        }
    };
    Ok(match keys {
        Ok(keys) => Ok(Curve { pre_wrap: head.pre_wrap, post_wrap: head.post_wrap, keys }),
        Err(Torn { error, bytes }) => {
            header.extend(bytes);
            Err(Torn { error, bytes: header })
        }
    })
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
        self.offset += len_u64(filled);
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
        self.offset += len_u64(read);
        // Growing left up to as much again unused.
        bytes.shrink_to_fit();
        Ok(())
    }

    fn keys<const N: usize>(
        &mut self,
        count: usize,
        id: CurveId,
    ) -> Result<Result<Vec<[u8; N]>, Torn>> {
        let keys_at = self.offset;
        let mut keys: Vec<[u8; N]> = Vec::new();
        while keys.len() < count {
            let had = keys.len();
            let more = (count - had).min(had.max(TRUSTED_BYTES / N));
            if had == 0 {
                // Zeroed by the system rather than here, where there is much of it.
                keys = vec![[0; N]; more];
            } else {
                keys.reserve_exact(more);
                keys.resize(had + more, [0; N]);
            }
            let fresh = keys.get_mut(had..).unwrap_or_default().as_flattened_mut();
            let len = fresh.len();
            if self.fill(fresh)? < len {
                let left = self.offset - keys_at;
                let needed = len_u64(count).saturating_mul(len_u64(N));
                let error =
                    Error::at(ErrorKind::Truncated { needed, left }, Field::Keys(id), keys_at);
                let mut bytes = keys.into_flattened();
                bytes.truncate(usize::try_from(left).unwrap_or(usize::MAX));
                return Ok(Err(Torn { error, bytes }));
            }
        }
        Ok(Ok(keys))
    }
}
