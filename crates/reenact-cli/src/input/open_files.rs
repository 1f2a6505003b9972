//! Input files that the current thread has open, with change detection.
//!
//! A file is read on the thread that writes its result. So each thread keeps its own list, and nothing needs
//! to be passed from [`load`](super::load()) to [`output::write`](crate::output::write).

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use reenact_file::Watch;

use super::lock::Lock;
use crate::error::{Error, Result};

thread_local! {
    static OPEN: RefCell<Vec<OpenFile>> = const { RefCell::new(Vec::new()) };
}

struct OpenFile {
    path: PathBuf,
    watch: Watch,
    /// Held until the scope ends, so that the second of two edits in place reads the result of the first.
    _lock: Option<Lock>,
}

/// Adds a file to the list of this thread.
pub(super) fn add(path: &Path, watch: &Watch, lock: Option<Lock>) {
    let file = OpenFile { path: path.to_owned(), watch: watch.clone(), _lock: lock };
    OPEN.with_borrow_mut(|open| open.push(file));
}

/// Runs work with its own list of files. Fails if one of them was truncated or written to meanwhile, even if
/// the work succeeded: its result may be based on missing bytes.
pub(crate) fn scope<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    let outer = OPEN.take();
    let result = work();
    let checked = check_bytes();
    OPEN.set(outer);
    checked.and(result)
}

/// Whether a file of this thread was truncated while mapped. Cheap enough to call for every written buffer.
pub(crate) fn is_any_lost() -> bool {
    OPEN.with_borrow(|open| open.iter().any(|file| file.watch.is_lost()))
}

/// Fails if the bytes of a file of this thread may have changed. Call it before keeping a result.
pub(crate) fn check_bytes() -> Result<()> {
    check(Watch::check_bytes)
}

/// Fails if a file of this thread is not the one that was read. Call it before replacing the file.
pub(crate) fn check_unchanged() -> Result<()> {
    check(Watch::check_unchanged)
}

fn check(how: fn(&Watch) -> std::io::Result<()>) -> Result<()> {
    OPEN.with_borrow(|open| {
        open.iter().try_for_each(|file| {
            how(&file.watch).map_err(|error| Error::io("cannot read", &error).at_path(&file.path))
        })
    })
}
