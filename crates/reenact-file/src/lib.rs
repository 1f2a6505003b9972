//! Memory-maps recordings.
//!
//! ```no_run
//! let file = reenact_file::open("session.bin")?;
//! let recording = file.recording();
//! println!("{} keys", recording.key_count());
//! # Ok::<(), reenact::Error>(())
//! ```
//!
//! A large file is indexed with a few hundred positioned reads and then mapped, so opening takes the same time for 20 MB and 10
//! GB, and only accessed keys are read. A small file is read whole, which is faster, especially from a cold disk.
//!
//! # Main types
//!
//! * [`RecordingFile`] is an open recording, made by [`open`], [`map`] or [`read`]. Its recording keeps the file mapped.
//! * [`FileBytes`] are the bytes of any file, for example of a damaged recording for [`Recording::salvage`].
//! * [`Watch`] detects changes to a file since it was opened.
//!
//! # What this crate does not do
//!
//! It does not write or decompress files: `reenact-convert` reads compressed files and other formats. It has no Cargo features.
//!
//! # Concurrent changes to the file
//!
//! A mapping shows the current contents of a file. This crate turns concurrent changes into errors instead of crashes:
//!
//! * On Unix, an access past the new end of a truncated file raises the signal SIGBUS, which ends the process by default. The
//!   first
//!   mapping installs a handler for it: the missing part reads as zeros from then on, and [`Watch::is_lost`] is true. Call
//!   [`RecordingFile::check`] after the work, before using its result. Faults outside these mappings are passed to the previous handler.
//!   A program that installs its own SIGBUS handler later has to pass such signals on.
//! * If a program writes to the file without truncating it, the mapping shows a mixture of old and new bytes without a fault, but
//!   [`check`](RecordingFile::check) detects that the file was modified.
//! * Replacing the file by another one of the same name, as editors and `reenact` do, has no effect on the mapping.
//! * On Windows a mapped file cannot be truncated or replaced. A network drive that fails ends the process there.
//!
//! [`read`] copies the file instead, so later changes have no effect.
//!
//! The mapping and the handler are the unsafe code of this crate.

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
    /// Recording. It shares the bytes of the file, which stay mapped as long as the recording or anything made from it exists.
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
