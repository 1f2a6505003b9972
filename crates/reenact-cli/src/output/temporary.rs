//! A file that is not there under its name until it is whole.
//!
//! It is written beside its place, synced and renamed, and the folder is synced. It goes when writing fails, and when the
//! command is interrupted, asked to end or loses its terminal. A command that is killed leaves at most a `.reenact-….tmp`.
//! It has the permissions and the owner of the file that it replaces before anything is in it.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Replace, cannot_write, exists};
use crate::error::{Error, Result};
use crate::input::open_files;

/// The files that are not whole yet. Who holds the lock renames or removes one; a signal does so for good.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new file, and where it will be.
#[derive(Debug)]
pub(super) struct Temporary {
    file: File,
    path: PathBuf,
    /// Where it goes, with all links followed.
    target: PathBuf,
    /// The same as the user named it: on Windows, a path with all links followed starts with `\\?\`.
    named: PathBuf,
    /// What is known of the file whose place it takes.
    replaced: Option<Metadata>,
}

impl Temporary {
    /// Makes one in the folder of its target. Where that is a link, it is in the folder that it leads to, so that
    /// the link stays one.
    pub(super) fn beside(target: &Path) -> Result<Self> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);

        let replaced = fs::metadata(target).ok();
        let named = target.to_owned();
        let target = match &replaced {
            Some(_) => fs::canonicalize(target).map_err(|error| cannot_write(&error))?,
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

    /// Gives it the owner and the permissions of the file that it replaces. Only some may give files away, and to all others it is
    /// theirs anyway.
    fn keep_owner(&self) -> io::Result<()> {
        #[cfg(unix)]
        if let Some(replaced) = &self.replaced {
            use std::os::unix::fs::{MetadataExt, fchown};
            _ = fchown(&self.file, Some(replaced.uid()), Some(replaced.gid()));
            self.file.set_permissions(replaced.permissions())?;
        }
        Ok(())
    }

    /// Puts it in its place, whole and on disk.
    pub(super) fn rename(self, replace: Replace) -> Result<()> {
        if replace == Replace::Input {
            open_files::check_unchanged()?;
        }
        let renamed = self.settle(replace);
        if renamed.is_ok() {
            sync_folder(folder_of(&self.target));
        }
        renamed.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(&self.named),
            _ => cannot_write(&error).at_path(&self.named),
        })
    }

    fn settle(&self, replace: Replace) -> io::Result<()> {
        #[cfg(not(unix))]
        if let Some(replaced) = &self.replaced {
            // Not before it is whole: what may only be read could not be removed.
            self.file.set_permissions(replaced.permissions())?;
        }
        self.file.sync_all()?;
        let mut list = unfinished();
        match replace {
            Replace::Any | Replace::Input => fs::rename(&self.path, &self.target)?,
            // A link is made only where nothing is, however late that came; not every file system has them.
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
            // It could be made, so it can be removed, unless the folder has changed meanwhile.
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

/// Makes a new file. One that takes the place of another is its owner's alone until it has the permissions of that.
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

/// Makes sure that the new name is on disk, too. Not every system can; the file itself is there.
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

/// From now on, an interrupt or a wish to end removes what is not whole before it is followed.
#[cfg(unix)]
fn clean_up_when_asked_to_end() {
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Once};

    use reenact_file::is_signal_ignored;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // A file that grows too large is to be an error like a full disk, not the end.
        _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        // Without these the command still works; it only leaves its temporary file when interrupted.
        // A signal that the command was started to ignore, as by `nohup`, stays ignored.
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

/// From now on, Ctrl-C, Ctrl-Break and a closed console window remove what is not whole before the command ends.
#[cfg(windows)]
fn clean_up_when_asked_to_end() {
    use std::sync::Once;

    /// `STATUS_CONTROL_C_EXIT`, which is the exit code of a program without a handler.
    const CONTROL_C_EXIT: i32 = -0x3fff_fec6;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without this the command still works; it only leaves its temporary file when interrupted.
        _ = ctrlc::set_handler(|| {
            remove_unfinished();
            process::exit(CONTROL_C_EXIT);
        });
    });
}

#[cfg(not(any(unix, windows)))]
fn clean_up_when_asked_to_end() {}

/// Removes every file that is not whole. The lock is never given back: nothing is begun or renamed any more.
#[cfg(any(unix, windows))]
fn remove_unfinished() {
    let list = unfinished();
    for path in list.iter() {
        // On Windows one that is still open goes when the process ends.
        _ = fs::remove_file(path);
    }
    std::mem::forget(list);
}
