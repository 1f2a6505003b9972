//! Reads a journal, up to where it ends or is damaged.

use std::collections::VecDeque;

use super::{CHUNK_HEADER_BYTES, END, FRAME, HEADER_BYTES, MAGIC, MARKER, VERSION, crc32};
use crate::curve::Tracks;
use crate::error::{Error, ErrorKind, Field, Result};
use crate::format::{Layout, Version};
use crate::record::build::{self, PendingMarker};
use crate::record::window::FrameBuffer;
use crate::recording::{Form, Recording};

/// What a journal holds; made by [`read_journal`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct JournalContents {
    /// Recording of all frames and markers of the intact chunks. Its times start at 0 with the first frame.
    pub recording: Recording,
    /// Number of its frames.
    pub frames: usize,
    /// Number of frames that are left out because their time is not later than that of the frame before.
    pub refused_frames: usize,
    /// Whether the recording was ended ([`JournalWriter::finish`](crate::JournalWriter::finish)). Otherwise the last moments
    /// may be missing.
    pub is_ended: bool,
    /// Bytes after the last intact chunk, which are left out.
    pub damaged_bytes: u64,
}

/// Whether a file that starts so is a journal.
pub fn may_be_journal(start: &[u8]) -> bool {
    start.starts_with(&MAGIC)
}

/// Makes a recording of a journal that a [`JournalWriter`](crate::JournalWriter) wrote.
///
/// Reads the chunks in order, up to the first that is truncated or damaged. A chunk counts whole or not at all. Never
/// panics; memory stays within a small multiple of the journal's size.
///
/// Fails if the journal does not start with an intact header.
///
/// ```
/// use reenact::{JournalWriter, RecordOptions, read_journal};
///
/// let journal = JournalWriter::new(Vec::new(), RecordOptions::default(), 0.5)?;
/// let contents = read_journal(&journal.finish()?)?;
/// assert!(contents.is_ended && contents.frames == 0);
/// # Ok::<(), reenact::Error>(())
/// ```
pub fn read_journal(bytes: &[u8]) -> Result<JournalContents> {
    let form = parse_header(bytes)?;
    let mut read = Read {
        buffer: FrameBuffer::default(),
        markers: VecDeque::new(),
        seen: Tracks::NONE,
        refused_frames: 0,
        is_ended: false,
    };
    let mut rest = bytes.get(HEADER_BYTES..).unwrap_or_default();
    let mut number = 0_u32;
    while !read.is_ended
        && let Some((entries, after)) = chunk(rest, number)
        && read.add(entries).is_some()
    {
        rest = after;
        number = number.wrapping_add(1);
    }
    read.place_markers(read.buffer.start_secs());
    let Read { buffer, markers, seen, refused_frames, is_ended } = read;
    let frames = buffer.len();
    Ok(JournalContents {
        recording: build::build(form, seen, buffer.into_parts(), &markers),
        frames,
        refused_frames,
        is_ended,
        damaged_bytes: u64::try_from(rest.len()).unwrap_or(u64::MAX),
    })
}

/// Form of the recording, from the header of the journal.
fn parse_header(bytes: &[u8]) -> Result<Form> {
    if !may_be_journal(bytes) {
        let found = bytes.iter().copied().take(MAGIC.len()).collect();
        return Err(Error::new(ErrorKind::NotARecording { found }));
    }
    let at = |kind| Error::at(kind, Field::JournalHeader, 0);
    let length = |len: usize| u64::try_from(len).unwrap_or(u64::MAX);
    let Some((header, _)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        let (needed, left) = (length(HEADER_BYTES), length(bytes.len()));
        return Err(at(ErrorKind::Truncated { needed, left }));
    };
    let [_, _, _, _, _, _, _, _, v0, v1, v2, v3, fields @ ..] = *header;
    let [version, layout, marker_list, _, c0, c1, c2, c3] = fields;
    let journal_version = u32::from_le_bytes([v0, v1, v2, v3]);
    if journal_version != VERSION {
        let found = i64::from(journal_version);
        return Err(Error::at(ErrorKind::OutOfRange { found }, Field::JournalVersion, 8));
    }
    let found = u32::from_le_bytes([c0, c1, c2, c3]);
    let checked = header.get(..HEADER_BYTES - 4).unwrap_or_default();
    if crc32(&[checked]) != found || version.max(layout).max(marker_list) > 1 {
        return Err(Error::at(
            ErrorKind::OutOfRange { found: i64::from(found) },
            Field::JournalChecksum,
            16,
        ));
    }
    Ok(Form {
        version: if version == 1 { Version::V1_1 } else { Version::V1_0 },
        layout: if layout == 1 { Layout::Published } else { Layout::Mrtk },
        marker_list: marker_list == 1,
    })
}

/// Entries of the chunk that starts here, and the bytes after it; `None` if it is truncated, damaged or has another
/// number.
fn chunk(bytes: &[u8], number: u32) -> Option<(&[u8], &[u8])> {
    let (header, rest) = bytes.split_first_chunk::<CHUNK_HEADER_BYTES>()?;
    let (len, number_and_checksum) = header.split_first_chunk::<4>()?;
    let (found, checksum) = number_and_checksum.split_first_chunk::<4>()?;
    if u32::from_le_bytes(*found) != number {
        return None;
    }
    let entries_len = usize::try_from(u32::from_le_bytes(*len)).ok()?;
    let (entries, after) = rest.split_at_checked(entries_len)?;
    let is_intact = crc32(&[len, found, entries]).to_le_bytes() == *checksum;
    is_intact.then_some((entries, after))
}

/// Frames and markers of the chunks read so far.
#[derive(Debug)]
struct Read {
    buffer: FrameBuffer,
    markers: VecDeque<PendingMarker>,
    seen: Tracks,
    refused_frames: usize,
    is_ended: bool,
}

impl Read {
    /// Adds the entries of a chunk. `None`, and nothing is added, if they are not valid.
    fn add(&mut self, entries: &[u8]) -> Option<()> {
        // Every entry is looked at before the first is added.
        let mut rest = entries;
        while let Some((entry, after)) = split_entry(rest)? {
            if let Entry::Marker { name, .. } = entry {
                std::str::from_utf8(name).ok()?;
            }
            rest = after;
        }
        let mut rest = entries;
        while let Some((entry, after)) = split_entry(rest)? {
            match entry {
                Entry::Frame(bytes) => self.add_frame(bytes)?,
                Entry::Marker { time_secs, name } => {
                    let name = std::str::from_utf8(name).ok()?.into();
                    self.markers.push_back(PendingMarker { time_secs, name });
                }
                Entry::End => self.is_ended = true,
            }
            rest = after;
        }
        Some(())
    }

    /// Gives the markers that were set before the first frame its time.
    fn place_markers(&mut self, first_secs: f64) {
        let early = self.markers.iter_mut().filter(|marker| !marker.time_secs.is_finite());
        early.for_each(|marker| marker.time_secs = first_secs);
    }

    fn add_frame(&mut self, bytes: &[u8]) -> Option<()> {
        let now_secs = FrameBuffer::time_secs_of(bytes)?;
        let since = |secs| build::since(self.buffer.start_secs(), secs);
        let is_in_order = match self.buffer.last_secs() {
            None => now_secs.is_finite(),
            Some(last) => since(now_secs).is_finite() && since(now_secs) > since(last),
        };
        if !is_in_order {
            self.refused_frames += 1;
            return Some(());
        }
        if self.buffer.last_secs().is_none() {
            self.place_markers(now_secs);
        }
        self.seen = self.seen.union(self.buffer.push_bytes(bytes)?);
        Some(())
    }
}

/// An entry of a chunk, as bytes.
enum Entry<'b> {
    Frame(&'b [u8]),
    Marker { time_secs: f64, name: &'b [u8] },
    End,
}

/// The first entry, and the bytes after it. `Some(None)` if there are no more, `None` if the bytes are not valid.
#[expect(clippy::option_option, reason = "the end of a list, and an invalid one")]
fn split_entry(bytes: &[u8]) -> Option<Option<(Entry<'_>, &[u8])>> {
    let Some((kind, rest)) = bytes.split_first() else { return Some(None) };
    Some(Some(match *kind {
        FRAME => {
            let (frame, rest) = rest.split_at_checked(FrameBuffer::bytes_len(rest)?)?;
            (Entry::Frame(frame), rest)
        }
        MARKER => {
            let (time, rest) = rest.split_first_chunk()?;
            let (len, rest) = rest.split_first_chunk()?;
            let len = usize::try_from(u32::from_le_bytes(*len)).ok()?;
            let (name, rest) = rest.split_at_checked(len)?;
            (Entry::Marker { time_secs: f64::from_le_bytes(*time), name }, rest)
        }
        END => (Entry::End, rest),
        _ => return None,
    }))
}
