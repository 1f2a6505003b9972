//! Input files that a thread has open, and whether another program has changed them.
//!
//! A file is read on the thread that writes what becomes of it. So each thread keeps its own list, and nothing has to be handed
//! from [`load`](super::load()) to [`output::write`](crate::output::write).

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
    /// Held until the scope ends, so that of two edits in place the second reads what the first wrote.
    _lock: Option<Lock>,
}

/// Adds a file to those of this thread.
pub(super) fn add(path: &Path, watch: &Watch, lock: Option<Lock>) {
    let file = OpenFile { path: path.to_owned(), watch: watch.clone(), _lock: lock };
    OPEN.with_borrow_mut(|open| open.push(file));
}

/// Does something with files of its own. Fails if one of them was truncated or written to meanwhile, whatever came of the work:
/// its result may be of bytes that are gone.
pub(crate) fn scope<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    let outer = OPEN.take();
    let result = work();
    let checked = check_bytes();
    OPEN.set(outer);
    checked.and(result)
}

/// Whether a file of this thread was truncated while it was mapped. Quick enough for every buffer that is written.
pub(crate) fn is_any_lost() -> bool {
    OPEN.with_borrow(|open| open.iter().any(|file| file.watch.is_lost()))
}

/// Fails if the bytes of a file of this thread may not be what they were: to be asked before a result is kept.
pub(crate) fn check_bytes() -> Result<()> {
    check(Watch::check_bytes)
}

/// Fails if a file of this thread is not the one that was read any more: to be asked before it is replaced.
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
