//! Atomic file replacement: temporary file, sync, rename.
//!
//! The temporary file is written beside its destination, synced and renamed, and the folder is synced. It is
//! removed when writing fails, and when the command is interrupted (SIGINT), terminated (SIGTERM) or loses
//! its terminal (SIGHUP). A killed command leaves at most a `.reenact-….tmp`. The file gets the permissions
//! and owner of the file that it replaces before it has any content.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Replace, cannot_write, exists};
use crate::error::{Error, Result};
use crate::input::{open_files, resolved};

/// Incomplete temporary files. Renaming or removing one requires the lock; the signal handler never releases it.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file and its destination.
#[derive(Debug)]
pub(super) struct Temporary {
    file: File,
    path: PathBuf,
    /// Destination, with all links resolved.
    target: PathBuf,
    /// Destination as the user named it: on Windows, a resolved path starts with `\\?\`.
    named: PathBuf,
    /// Metadata of the file that it replaces.
    replaced: Option<Metadata>,
}

impl Temporary {
    /// Creates a temporary file in the folder of its destination. If the destination is a link, that is the
    /// folder of the link's target, so that the link is kept.
    pub(super) fn beside(target: &Path) -> Result<Self> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);

        let replaced = fs::metadata(target).ok();
        let named = target.to_owned();
        let target = match &replaced {
            Some(_) => resolved(target).map_err(|error| cannot_write(&error))?,
            None => target.to_owned(),
        };
        let folder = folder_of(&target);
        clean_up_when_asked_to_end();
        let mut list = unfinished();
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".reenact-{}-{number}.tmp", process::id()));
            match create_new(&path, replaced.is_some()) {
                Ok(file) => {
                    list.push(path.clone());
                    drop(list);
                    let temporary = Self { file, path, target, named, replaced };
                    temporary.keep_owner().map_err(|error| cannot_write(&error))?;
                    return Ok(temporary);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Err(Error::failed("no such folder"));
                }
                Err(error) => {
                    return Err(Error::io("cannot write to this folder", &error));
                }
            }
        }
    }

    /// Copies owner and permissions from the replaced file. Without the privilege to change the owner, the
    /// file keeps the current user as its owner.
    fn keep_owner(&self) -> io::Result<()> {
        #[cfg(unix)]
        if let Some(replaced) = &self.replaced {
            use std::os::unix::fs::{MetadataExt, fchown};
            _ = fchown(&self.file, Some(replaced.uid()), Some(replaced.gid()));
            self.file.set_permissions(replaced.permissions())?;
        }
        Ok(())
    }

    /// Syncs the file and renames it to its destination.
    pub(super) fn rename(self, replace: Replace) -> Result<()> {
        if replace == Replace::Input {
            open_files::check_unchanged()?;
        }
        let renamed = self.finish(replace);
        if renamed.is_ok() {
            sync_folder(folder_of(&self.target));
        }
        renamed.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(&self.named),
            _ => cannot_write(&error).at_path(&self.named),
        })
    }

    fn finish(&self, replace: Replace) -> io::Result<()> {
        #[cfg(not(unix))]
        if let Some(replaced) = &self.replaced {
            // Only once the file is complete, because a read-only file could not be removed.
            self.file.set_permissions(replaced.permissions())?;
        }
        self.file.sync_all()?;
        let mut list = unfinished();
        match replace {
            Replace::Any | Replace::Input => fs::rename(&self.path, &self.target)?,
            // A hard link fails if the destination exists, even if it was created meanwhile. Not every file
            // system supports it.
            Replace::Nothing => match fs::hard_link(&self.path, &self.target) {
                Ok(()) => fs::remove_file(&self.path)?,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) => fs::rename(&self.path, &self.target)?,
            },
        }
        list.retain(|path| *path != self.path);
        Ok(())
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut list = unfinished();
        if let Some(place) = list.iter().position(|path| *path == self.path) {
            list.swap_remove(place);
            // Fails only if the folder has changed meanwhile.
            _ = fs::remove_file(&self.path);
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Creates a new file. A file that replaces another one is private until it gets the permissions of that one.
fn create_new(path: &Path, is_private: bool) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if is_private {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    {
        _ = is_private;
    }
    options.open(path)
}

/// Syncs the folder, so that the rename is on disk. Not every system supports that.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    {
        _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    {
        _ = folder;
    }
}

/// Installs signal handlers that remove incomplete files before the process ends.
#[cfg(unix)]
fn clean_up_when_asked_to_end() {
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Once};

    use reenact_file::is_signal_ignored;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Exceeding the file size limit becomes an error like a full disk.
        _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        // If this fails, the command works but leaves its temporary file when interrupted. A signal that is
        // ignored at startup, as with `nohup`, stays ignored.
        let heeded =
            [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !is_signal_ignored(*signal));
        let Ok(mut signals) = Signals::new(heeded) else { return };
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                remove_unfinished();
                _ = signal_hook::low_level::emulate_default_handler(signal);
                process::exit(128 + signal);
            }
        });
    });
}

/// Installs handlers that remove incomplete files on Ctrl-C, Ctrl-Break and when the console window is closed.
#[cfg(windows)]
fn clean_up_when_asked_to_end() {
    use std::sync::Once;

    /// `STATUS_CONTROL_C_EXIT`, the exit code of a program without a handler.
    const CONTROL_C_EXIT: i32 = -0x3fff_fec6;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without the handler the command works, but leaves its temporary file when interrupted.
        _ = ctrlc::set_handler(|| {
            remove_unfinished();
            process::exit(CONTROL_C_EXIT);
        });
    });
}

#[cfg(not(any(unix, windows)))]
fn clean_up_when_asked_to_end() {}

/// Removes all incomplete files. The lock is never released, so no other file is created or renamed.
#[cfg(any(unix, windows))]
fn remove_unfinished() {
    let list = unfinished();
    for path in list.iter() {
        // On Windows a file that is still open is removed when the process ends.
        _ = fs::remove_file(path);
    }
    std::mem::forget(list);
}
