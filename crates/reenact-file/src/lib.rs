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
//! # Types to know
//!
//! * [`RecordingFile`] is an open recording, made by [`open`], [`map`] or [`read`]. Its recording keeps the mapping as long as it lives.
//! * [`FileBytes`] are the bytes of a file that may not be a recording, or a damaged one, for
//!   [`Recording::salvage`].
//! * [`Watch`] tells whether another program has changed a file since it was opened.
//!
//! # What it does not do
//!
//! It writes nothing and unpacks nothing: `reenact-convert` knows compressed files and other formats. It has no Cargo features.
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
//! The unsafe code of this crate is the mapping and the handler.

mod bytes;
#[cfg(unix)]
mod fault;
mod positioned;
#[cfg(unix)]
mod signals;
mod watch;

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;

use reenact::{Index, ReadOptions, Recording, Result};

pub use bytes::FileBytes;
pub use reenact::may_be_recording;
#[cfg(unix)]
pub use signals::is_signal_ignored;
pub use watch::{Watch, lost_mappings};

use positioned::PositionedFile;

/// An open recording, with detection of changes to its file.
#[derive(Debug, Clone)]
pub struct RecordingFile {
    recording: Recording,
    is_mapped: bool,
    watch: Watch,
}

impl RecordingFile {
    /// The recording. It shares the file's bytes, which stay mapped as long as anything made from it does.
    pub const fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Returns the recording without the change detection.
    pub fn into_recording(self) -> Recording {
        self.recording
    }

    /// Whether the file is mapped instead of read.
    pub const fn is_mapped(&self) -> bool {
        self.is_mapped
    }

    /// Fails if another program truncated or wrote to the mapped file, so that the recording may have
    /// changed: see [`Watch::check_bytes`].
    pub fn check(&self) -> Result<()> {
        Ok(self.watch.check_bytes()?)
    }

    /// Detects changes of the file since it was opened. Can outlive this value.
    pub const fn watch(&self) -> &Watch {
        &self.watch
    }
}

/// Opens a file.
pub fn open(path: impl AsRef<Path>) -> Result<RecordingFile> {
    open_with(path, &ReadOptions::default())
}

/// Opens a file with options. Pipes and devices, which cannot be mapped, are read to their end.
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
    let bytes = FileBytes::map(file, opened)?;
    // Fails if the length of the file changed after it was indexed.
    let recording = Recording::from_index(bytes.bytes().clone(), index)?;
    let file = RecordingFile { recording, is_mapped: true, watch: bytes.watch().clone() };
    // Fails if indexed bytes are no longer present.
    if file.watch().is_lost() {
        file.check()?;
    }
    Ok(file)
}

/// Reads a file or stream to its end. Stops early if the first bytes are not those of a recording.
pub fn read(reader: impl Read, options: &ReadOptions) -> Result<RecordingFile> {
    read_opened(reader, options, None)
}

fn read_opened(
    reader: impl Read,
    options: &ReadOptions,
    opened: Option<(&Path, &Metadata)>,
) -> Result<RecordingFile> {
    let recording = Recording::read_with(reader, options)?;
    Ok(RecordingFile { recording, is_mapped: false, watch: Watch::new(opened, None) })
}

/// Compiles the program in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
