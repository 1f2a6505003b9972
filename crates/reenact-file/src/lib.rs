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
//! # When another program changes the file
//!
//! A mapping shows a file as it is, not as it was. This crate makes sure that a change ends in an error and not in a crash:
//!
//! * On Unix, an access to a part of the file that is gone raises the signal SIGBUS, which ends a process. The first mapping
//!   installs a handler for it. The part that is gone reads as zeros from then on, and [`Watch::is_lost`] is true. Ask
//!   [`RecordingFile::check`] after the work and before its result is used. Faults outside these mappings go to the handler that was
//!   there before. A program that installs its own handler for SIGBUS later has to pass such signals on.
//! * A program that writes to the file without truncating it gives a mixture of old and new bytes: no fault, but
//!   [`check`](RecordingFile::check) sees that the file was modified.
//! * A program that replaces the file by another one of the same name, as editors and `reenact` do, disturbs nobody.
//! * Windows does not let a mapped file be truncated or replaced. A network drive that fails ends the process there.
//!
//! [`read`] copies the file instead, and nothing that happens to it later matters.
//!
//! This is the one place of the project with unsafe code: the mapping and the handler.

mod bytes;
#[cfg(unix)]
mod fault;
mod player;
mod positioned;
mod shared;
#[cfg(unix)]
mod signals;
mod watch;

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;

use reenact::{Error, Index, ReadAt, ReadOptions, Recording, Result};

pub use bytes::FileBytes;
pub use player::SharedPlayer;
pub use reenact::may_be_recording;
pub use shared::SharedRecording;
#[cfg(unix)]
pub use signals::is_signal_ignored;
pub use watch::{Watch, lost_mappings};

use positioned::PositionedFile;

/// So many bytes of a stream are read before it is known whether it can be a recording.
const START_BYTES: u64 = 64;

/// An open recording: the file's bytes and where everything in them is.
#[derive(Debug)]
pub struct RecordingFile {
    bytes: FileBytes,
    index: Index,
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
        self.bytes.as_slice()
    }

    /// The recording in memory of its own. Bytes that were read are given back meanwhile, so that this takes
    /// little more than the file did.
    ///
    /// # Panics
    ///
    /// Never, as [`recording`](Self::recording).
    pub fn into_recording(self) -> Recording<'static> {
        let Self { bytes, index } = self;
        match bytes.into_vec() {
            #[expect(clippy::expect_used, reason = "with_index() has tried it")]
            Ok(bytes) => Recording::from_vec(bytes, &index).expect("the index fits its own file"),
            Err(bytes) => Self { bytes, index }.recording().into_owned(),
        }
    }

    /// Where everything is.
    pub const fn index(&self) -> &Index {
        &self.index
    }

    /// Whether the file is mapped; otherwise it was read.
    pub const fn is_mapped(&self) -> bool {
        self.bytes.is_mapped()
    }

    /// Fails if another program has truncated the mapped file or written to it, so that the recording is not what it was:
    /// [`Watch::check_bytes`].
    pub fn check(&self) -> Result<()> {
        Ok(self.watch().check_bytes()?)
    }

    /// Tells whether the file has been changed since it was opened, also when this one is gone.
    pub const fn watch(&self) -> &Watch {
        self.bytes.watch()
    }
}

/// Opens a file.
pub fn open(path: impl AsRef<Path>) -> Result<RecordingFile> {
    open_with(path, &ReadOptions::default())
}

/// Opens a file, with options. What cannot be mapped (a pipe, a device) is read to its end.
pub fn open_with(path: impl AsRef<Path>, options: &ReadOptions) -> Result<RecordingFile> {
    let path = path.as_ref();
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    let opened = Some((path, &metadata));
    if bytes::is_mapped(&metadata) {
        map_opened(&file, options, opened)
    } else {
        read_opened(file, options, opened)
    }
}

/// Maps a file, whatever its size.
pub fn map(file: &File, options: &ReadOptions) -> Result<RecordingFile> {
    map_opened(file, options, None)
}

fn map_opened(
    file: &File,
    options: &ReadOptions,
    opened: Option<(&Path, &Metadata)>,
) -> Result<RecordingFile> {
    let index = Index::read(&PositionedFile::new(file)?, options)?;
    let file = with_index(FileBytes::map(file, opened)?, index)?;
    // What has just been looked at must be there.
    if file.watch().is_lost() {
        file.check()?;
    }
    Ok(file)
}

/// Reads a file or stream to its end. One that does not start as a recording is read no further than these first bytes.
pub fn read(reader: impl Read, options: &ReadOptions) -> Result<RecordingFile> {
    read_opened(reader, options, None)
}

fn read_opened(
    reader: impl Read,
    options: &ReadOptions,
    opened: Option<(&Path, &Metadata)>,
) -> Result<RecordingFile> {
    let limit = options.max_bytes.unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    // One byte more than is allowed tells a full stream from one that goes on.
    let mut reader = reader.take(limit.saturating_add(1));
    reader.by_ref().take(START_BYTES).read_to_end(&mut bytes)?;
    // Whatever else follows, the index below fails at the first bytes.
    if may_be_recording(&bytes) {
        reader.read_to_end(&mut bytes)?;
    }
    if ReadAt::len(bytes.as_slice()) > limit {
        return Err(Error::too_large(limit));
    }
    let index = Index::of(&bytes, options)?;
    with_index(FileBytes::read(bytes, opened), index)
}

/// Takes the bytes of a file that somebody else has read.
pub fn from_bytes(bytes: Vec<u8>, options: &ReadOptions) -> Result<RecordingFile> {
    let index = Index::of(&bytes, options)?;
    with_index(FileBytes::read(bytes, None), index)
}

/// Makes sure that the index is of these bytes: a file can change its length between two looks.
fn with_index(bytes: FileBytes, index: Index) -> Result<RecordingFile> {
    let file = RecordingFile { bytes, index };
    Recording::from_index(file.bytes(), &file.index)?;
    Ok(file)
}
