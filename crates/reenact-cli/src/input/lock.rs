//! Locks on files that are edited in place.
//!
//! Two simultaneous edits of one file would both read the old version, and the second to finish would undo
//! the first. With the lock the second one waits, and then reads the result of the first. The lock is
//! advisory: only this command takes it. Writes by other programs are detected by the check before the file
//! is replaced.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

/// Longest time to wait for another edit of the same file.
const PATIENCE: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(10);

/// A lock that is released on drop.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Waits until no other edit has locked the file at this path.
    pub(super) fn of(path: &Path) -> Result<Self> {
        let end = Instant::now() + PATIENCE;
        loop {
            let file = lock_file(path).map_err(|error| Error::io("cannot read", &error))?;
            match file.try_lock() {
                // The previous owner may have replaced the file since it was opened: then this lock is on the
                // old file.
                Ok(()) if is_at(&file, path) => return Ok(Self { _file: file }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if Instant::now() < end => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => {
                    let secs = PATIENCE.as_secs();
                    let message = format!(
                        "another reenact process has held the lock on this file for {secs} s: try again later"
                    );
                    return Err(Error::failed(message));
                }
                // Not every file system supports locks. The check before the file is replaced remains.
                Err(TryLockError::Error(_)) => return Ok(Self { _file: file }),
            }
        }
    }
}

/// Opens the file itself.
#[cfg(unix)]
fn lock_file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    // Pipes and devices are not edited in place.
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("only a regular file can be edited in place: use -o OUT"));
    }
    Ok(file)
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |metadata: &std::fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(locked), Ok(there)) => number(&locked) == number(&there),
        // Reading the file will report the error.
        _ => true,
    }
}

/// Lock file in the folder for temporary files: on other systems a lock prevents its own process from
/// reading, and an open file cannot always be replaced.
#[cfg(not(unix))]
fn lock_file(path: &Path) -> io::Result<File> {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    let path = crate::input::resolved(path)?;
    let number = BuildHasherDefault::<DefaultHasher>::default().hash_one(path);
    let name = std::env::temp_dir().join(format!("reenact-{number:016x}.lock"));
    File::options().create(true).truncate(false).write(true).open(name)
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
