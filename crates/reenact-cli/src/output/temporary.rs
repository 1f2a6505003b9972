//! A file that is not there under its name until it is whole.
//!
//! It is written beside its place, synced and renamed, and the folder is synced. It goes when writing fails, and when the
//! command is interrupted or asked to end. A command that is killed leaves at most a `.reenact-….tmp`.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Replace, cannot_write, exists};
use crate::error::{Error, Result};

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
    target: PathBuf,
    /// What is known of the file whose place it takes.
    replaced: Option<Metadata>,
}

impl Temporary {
    /// Makes one in the folder of its target. Where that is a link, it is in the folder that it leads to, so that
    /// the link stays one.
    pub(super) fn beside(target: &Path) -> Result<Self> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);

        let replaced = fs::metadata(target).ok();
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
            match File::create_new(&path) {
                Ok(file) => {
                    list.push(path.clone());
                    return Ok(Self { file, path, target, replaced });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Err(Error::failed("there is no such folder to write into"));
                }
                Err(error) => {
                    return Err(Error::io("cannot write into this folder", &error));
                }
            }
        }
    }

    /// Puts it in its place, whole and on disk.
    pub(super) fn rename(self, replace: Replace) -> Result<()> {
        let renamed = self.settle(replace);
        if renamed.is_ok() {
            sync_folder(folder_of(&self.target));
        }
        renamed.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(&self.target),
            _ => cannot_write(&error).at_path(&self.target),
        })
    }

    fn settle(&self, replace: Replace) -> io::Result<()> {
        if let Some(replaced) = &self.replaced {
            keep_owner(&self.file, replaced);
            self.file.set_permissions(replaced.permissions())?;
        }
        self.file.sync_all()?;
        let mut list = unfinished();
        match replace {
            Replace::Any => fs::rename(&self.path, &self.target)?,
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

/// Gives a file to who owned the one that it replaces; only some may, and to all others it is theirs anyway.
fn keep_owner(file: &File, replaced: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        _ = fchown(file, Some(replaced.uid()), Some(replaced.gid()));
    }
    #[cfg(not(unix))]
    {
        _ = (file, replaced);
    }
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

    use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // A file that grows too large is to be an error like a full disk, not the end.
        _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        // Without these the command still works; it only leaves its temporary file when interrupted.
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                // The lock is never given back: nothing is begun or renamed any more.
                let list = unfinished();
                for path in list.iter() {
                    _ = fs::remove_file(path);
                }
                _ = signal_hook::low_level::emulate_default_handler(signal);
                process::exit(128 + signal);
            }
        });
    });
}

#[cfg(not(unix))]
fn clean_up_when_asked_to_end() {}
