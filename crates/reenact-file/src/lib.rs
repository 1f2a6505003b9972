//! Opens recordings from disk without reading them.
//!
//! ```no_run
//! let file = reenact_file::open("session.bin")?;
//! let recording = file.recording();
//! println!("{} keys", recording.key_count());
//! # Ok::<(), reenact::Error>(())
//! ```
//!
//! A large file is indexed with a few hundred positioned reads and then mapped, so opening costs the same
//! for 20 MB and 10 GB, and only the keys that are looked at are read. A small one is read whole, which
//! is quicker, above all from a cold disk.
//!
//! This is the one place of the project with unsafe code: a mapping is only sound while nobody shortens or
//! rewrites the file underneath. Where other programs may do that, [`read`] it instead.

mod player;
mod shared;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use memmap2::Mmap;
use reenact::{Error, Index, ReadAt, ReadOptions, Recording, Result};

pub use player::SharedPlayer;
pub use shared::SharedRecording;

/// Files below this size are read whole: on a cold cache that was quicker than hopping from header to
/// header up to about here, and on a warm one the difference is small.
const MAP_FROM_BYTES: u64 = 16 << 20;

/// An open recording: the file's bytes and where everything in them is.
#[derive(Debug)]
pub struct RecordingFile {
    bytes: Bytes,
    index: Index,
}

#[derive(Debug)]
enum Bytes {
    Read(Vec<u8>),
    Mapped(Mmap),
}

impl RecordingFile {
    /// The recording, borrowed from the file. Cheap: no part of the file is looked at.
    ///
    /// # Panics
    ///
    /// Never: that the index fits the bytes was made sure of when the file was opened.
    pub fn recording(&self) -> Recording<'_> {
        #[expect(clippy::expect_used, reason = "with_index() has tried it")]
        Recording::from_index(self.bytes(), &self.index).expect("the index fits its own file")
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Read(bytes) => bytes,
            Bytes::Mapped(mapping) => mapping,
        }
    }

    /// The recording in memory of its own. Bytes that were read are given back meanwhile, so that this takes
    /// little more than the file did.
    ///
    /// # Panics
    ///
    /// Never, as [`recording`](Self::recording).
    pub fn into_recording(self) -> Recording<'static> {
        match self.bytes {
            #[expect(clippy::expect_used, reason = "with_index() has tried it")]
            Bytes::Read(bytes) => {
                Recording::from_vec(bytes, &self.index).expect("the index fits its own file")
            }
            Bytes::Mapped(_) => self.recording().into_owned(),
        }
    }

    /// Where everything is.
    pub const fn index(&self) -> &Index {
        &self.index
    }

    /// Whether the file is mapped; otherwise it was read.
    pub const fn is_mapped(&self) -> bool {
        matches!(self.bytes, Bytes::Mapped(_))
    }
}

/// Opens a file.
pub fn open(path: impl AsRef<Path>) -> Result<RecordingFile> {
    open_with(path, &ReadOptions::default())
}

/// Opens a file, with options. What cannot be mapped (a pipe, a device) is read to its end.
pub fn open_with(path: impl AsRef<Path>, options: &ReadOptions) -> Result<RecordingFile> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() && metadata.len() >= MAP_FROM_BYTES {
        map(&file, options)
    } else {
        read(file, options)
    }
}

/// Maps a file, whatever its size.
pub fn map(file: &File, options: &ReadOptions) -> Result<RecordingFile> {
    let index = Index::read(&PositionedFile::new(file)?, options)?;
    // SAFETY: the mapping is read-only and private to this process. That nobody else shortens or rewrites
    // the file while it is open is the caller's part, stated at the top of this page.
    #[expect(unsafe_code, reason = "mapping a file is what this crate is for")]
    let mapping = unsafe { Mmap::map(file)? };
    with_index(Bytes::Mapped(mapping), index)
}

/// Reads a file or stream to its end.
pub fn read(reader: impl Read, options: &ReadOptions) -> Result<RecordingFile> {
    let limit = options.max_bytes.unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    // One byte more than is allowed tells a full stream from one that goes on.
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if ReadAt::len(bytes.as_slice()) > limit {
        return Err(Error::too_large(limit));
    }
    from_bytes(bytes, options)
}

/// Takes the bytes of a file that somebody else has read.
pub fn from_bytes(bytes: Vec<u8>, options: &ReadOptions) -> Result<RecordingFile> {
    let index = Index::of(&bytes, options)?;
    with_index(Bytes::Read(bytes), index)
}

/// Makes sure that the index is of these bytes: a file can change its length between two looks.
fn with_index(bytes: Bytes, index: Index) -> Result<RecordingFile> {
    let file = RecordingFile { bytes, index };
    Recording::from_index(file.bytes(), &file.index)?;
    Ok(file)
}

/// A file that is read at places.
struct PositionedFile<'f> {
    file: &'f File,
    len: u64,
}

impl<'f> PositionedFile<'f> {
    fn new(file: &'f File) -> Result<Self, Error> {
        Ok(Self { file, len: file.metadata()?.len() })
    }
}

impl ReadAt for PositionedFile<'_> {
    fn len(&self) -> u64 {
        self.len
    }

    #[cfg(unix)]
    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self.file, buffer, offset)
    }

    #[cfg(windows)]
    fn read_exact_at(&self, offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        let mut at = offset;
        while !buffer.is_empty() {
            let read = std::os::windows::fs::FileExt::seek_read(self.file, buffer, at)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            at += u64::try_from(read).map_err(io::Error::other)?;
            buffer = buffer.get_mut(read..).unwrap_or_default();
        }
        Ok(())
    }

    /// Where there are no positioned reads (a browser) there are no files either.
    #[cfg(not(any(unix, windows)))]
    fn read_exact_at(&self, _: u64, _: &mut [u8]) -> io::Result<()> {
        _ = self.file;
        Err(io::ErrorKind::Unsupported.into())
    }
}
