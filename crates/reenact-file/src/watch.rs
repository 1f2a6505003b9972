//! Detection of changes to an open file.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

/// Metadata of a file when it was opened, to detect changes later. Cheap to clone; keeps no file open.
#[derive(Debug, Clone, Default)]
pub struct Watch(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    opened: Option<(PathBuf, Stamp)>,
    /// For a mapping: whether part of it could not be read.
    is_lost: Option<Arc<AtomicBool>>,
}

impl Watch {
    pub(crate) fn new(
        opened: Option<(&Path, &Metadata)>,
        is_lost: Option<Arc<AtomicBool>>,
    ) -> Self {
        let opened = opened.map(|(path, metadata)| {
            // The process may change its working directory.
            let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
            (path, Stamp::of(metadata))
        });
        Self(Arc::new(Inner { opened, is_lost }))
    }

    /// Whether part of the mapping could not be read, because the file was truncated or its disk failed;
    /// those bytes are now zeros. One atomic load.
    pub fn is_lost(&self) -> bool {
        self.0.is_lost.as_ref().is_some_and(|lost| lost.load(Ordering::SeqCst))
    }

    /// Fails if bytes read through a mapping may differ from those of the file when it was opened: the file
    /// was truncated or written to. Passes for a file that was read into memory, or replaced by another one
    /// with the same name.
    pub fn check_bytes(&self) -> io::Result<()> {
        if self.is_lost() {
            return Err(lost());
        }
        if self.0.is_lost.is_none() {
            return Ok(());
        }
        let Some((path, opened)) = &self.0.opened else { return Ok(()) };
        match fs::metadata(path) {
            Ok(now) if opened.is_same_file(&Stamp::of(&now)) && *opened != Stamp::of(&now) => {
                Err(changed("while it was read"))
            }
            _ => Ok(()),
        }
    }

    /// Fails unless the same file is at the same path, unchanged. Call it before replacing the file.
    pub fn check_unchanged(&self) -> io::Result<()> {
        if self.is_lost() {
            return Err(lost());
        }
        let Some((path, opened)) = &self.0.opened else { return Ok(()) };
        match fs::metadata(path) {
            Ok(now) if *opened == Stamp::of(&now) => Ok(()),
            Ok(_) => Err(changed("since it was read")),
            Err(error) => Err(error),
        }
    }
}

/// Number of mappings of this process that lost part of their file. If it increased during some work, the
/// result may contain zeros. For callers that do not know which files the work used.
pub fn lost_mappings() -> usize {
    #[cfg(unix)]
    return crate::fault::lost_mappings();
    #[cfg(not(unix))]
    0
}

fn lost() -> io::Error {
    let message = "another program truncated the file while it was read, or its disk failed: try again when the file is complete";
    io::Error::new(io::ErrorKind::UnexpectedEof, message)
}

fn changed(when: &str) -> io::Error {
    io::Error::other(format!(
        "another program changed the file {when}: try again when that program is done"
    ))
}

/// Metadata that changes whenever the file does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
    len: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self {
            #[cfg(unix)]
            device_and_inode: {
                use std::os::unix::fs::MetadataExt;
                (metadata.dev(), metadata.ino())
            },
            len: metadata.len(),
            modified: metadata.modified().ok(),
        }
    }

    /// Whether both belong to the same file. On platforms without file numbers (Windows), a mapped file
    /// cannot be replaced.
    fn is_same_file(&self, other: &Self) -> bool {
        #[cfg(unix)]
        return self.device_and_inode == other.device_and_inode;
        #[cfg(not(unix))]
        {
            _ = other;
            true
        }
    }
}
