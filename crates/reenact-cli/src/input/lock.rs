//! Locks on files that are edited in place.
//!
//! Two edits of one file at the same time would both read the old one, and the second to finish would undo the first. With the
//! lock the second waits, and then reads what the first has written. Only this command asks for it; a program that writes
//! without it is noticed by the check before the file is replaced.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

/// How long another edit of the same file is waited for.
const PATIENCE: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(10);

/// A lock, until it is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Waits until no other edit has the file at this path.
    pub(super) fn of(path: &Path) -> Result<Self> {
        let end = Instant::now() + PATIENCE;
        loop {
            let file = lock_file(path).map_err(|error| Error::io("cannot read", &error))?;
            match file.try_lock() {
                // Who had it may have replaced the file since it was opened: then this lock is on one that is gone.
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
                // Not every file system has locks. The check before the file is replaced is left.
                Err(TryLockError::Error(_)) => return Ok(Self { _file: file }),
            }
        }
    }
}

/// The file itself.
#[cfg(unix)]
fn lock_file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    // A pipe or a device is not edited in place.
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
        // Whatever is wrong, reading it will say.
        _ => true,
    }
}

/// A file in the folder for temporary files that stands for this one: on other systems a lock keeps its own process from reading,
/// and an open file cannot always be replaced.
#[cfg(not(unix))]
fn lock_file(path: &Path) -> io::Result<File> {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    let path = std::fs::canonicalize(path)?;
    let number = BuildHasherDefault::<DefaultHasher>::default().hash_one(path);
    let name = std::env::temp_dir().join(format!("reenact-{number:016x}.lock"));
    File::options().create(true).truncate(false).write(true).open(name)
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
