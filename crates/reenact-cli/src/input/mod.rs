//! Inputs of a command: files, folders, or stdin.

mod find;
#[cfg(any(windows, test))]
mod glob;
mod load;
mod lock;
pub(crate) mod open_files;
mod peek;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{fmt, io};

pub(crate) use load::{Loaded, Raw, ReadHow, load, load_raw};

use crate::cli::common::InputArgs;
use crate::error::{Error, Message, Result};
use crate::text::escape::visible;
use crate::text::style;

const NO_RECORDING: &str =
    "no recordings in this folder (searched for .bin, .bin.gz and .bin.zst files)";

/// Input to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File {
        /// Path.
        path: PathBuf,
        /// Relative name in an output folder: its path from the folder in which it was found.
        name: PathBuf,
    },
}

impl Input {
    /// Name in the column `recording` of tables and in datasets: its path relative to the folder in which it was found, without
    /// the extension.
    pub(crate) fn recording_name(&self) -> String {
        match self {
            Self::Stdin => "stdin".to_owned(),
            Self::File { name, .. } => reenact_convert::recording_name(name),
        }
    }

    /// Name in a table of several inputs: its path relative to the common folder.
    pub(crate) fn recording_name_from(&self, shared: &Path) -> String {
        match self {
            Self::Stdin => self.recording_name(),
            Self::File { path, .. } => {
                let path = absolute(path);
                reenact_convert::recording_name(path.strip_prefix(shared).unwrap_or(&path))
            }
        }
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("-"),
            Self::File { path, .. } => path.display().fmt(f),
        }
    }
}

/// All inputs of a command.
#[derive(Debug)]
pub(crate) struct Inputs {
    list: Vec<Input>,
    is_many: bool,
    unreadable: Vec<Message>,
    /// Folders without a recording.
    empty: Vec<PathBuf>,
}

impl Inputs {
    /// Searches folders; other paths are taken unchecked, and errors are reported on reading.
    pub(crate) fn find(paths: &[PathBuf]) -> Result<Self> {
        #[cfg(windows)]
        let paths = &*paths.iter().flat_map(|path| glob::expanded(path)).collect::<Vec<_>>();
        let mut inputs = Self {
            list: Vec::new(),
            is_many: paths.len() > 1,
            unreadable: Vec::new(),
            empty: Vec::new(),
        };
        let mut has_stdin = false;
        for path in paths {
            if path.as_os_str() == "-" {
                if std::mem::replace(&mut has_stdin, true) {
                    return Err(Error::usage("stdin can be read only once: use - only once"));
                }
                inputs.list.push(Input::Stdin);
            } else if path.is_dir() {
                inputs.is_many = true;
                let unreadable_before = inputs.unreadable.len();
                let found = find::recordings(path, &mut inputs.unreadable);
                if found.is_empty() && inputs.unreadable.len() == unreadable_before {
                    inputs.empty.push(path.clone());
                }
                inputs.list.extend(found);
            } else {
                let name = path.file_name().map(PathBuf::from).unwrap_or_default();
                inputs.list.push(Input::File { path: path.clone(), name });
            }
        }
        match inputs.empty.as_slice() {
            [first, ..] if inputs.list.is_empty() && inputs.unreadable.is_empty() => {
                Err(Error::failed(NO_RECORDING).at_path(first))
            }
            _ => Ok(inputs),
        }
    }

    /// Finds the inputs of the arguments, with the options to read them.
    pub(crate) fn of(args: &InputArgs) -> Result<(Self, ReadHow)> {
        Ok((Self::find(&args.files)?, args.read.how()))
    }

    /// Inputs in the given order; those of a folder sorted by name.
    pub(crate) fn list(&self) -> &[Input] {
        &self.list
    }

    /// Whether several inputs or a folder were given: then results are lists.
    pub(crate) const fn is_many(&self) -> bool {
        self.is_many
    }

    /// Warnings about folders without recordings, if there are other inputs.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = String> {
        let label = style::paint(style::NOTABLE, "warning:");
        self.empty.iter().map(move |folder| {
            format!("{label} {NO_RECORDING}: {}", visible(&folder.display().to_string()))
        })
    }

    /// Common folder of all inputs; for files in a given folder, that folder.
    pub(crate) fn shared_folder(&self) -> PathBuf {
        let folders = self.list.iter().filter_map(|input| match input {
            Input::Stdin => None,
            Input::File { path, name } => {
                let path = absolute(path);
                path.ancestors().nth(name.components().count()).map(Path::to_owned)
            }
        });
        let shared = folders.reduce(|a, b| {
            let parts = a.components().zip(b.components());
            parts.take_while(|(a, b)| a == b).map(|(part, _)| part).collect()
        });
        shared.unwrap_or_default()
    }

    /// Errors of unreadable folders.
    pub(crate) fn unreadable(&self) -> &[Message] {
        &self.unreadable
    }

    /// Identities of the input files, independent of their paths.
    pub(crate) fn identities(&self) -> HashSet<Identity> {
        let identity = |input: &Input| match input {
            Input::Stdin => None,
            Input::File { path, .. } => Identity::of(path),
        };
        self.list.iter().filter_map(identity).collect()
    }
}

/// Loads a single recording.
pub(crate) fn load_one(path: &Path, how: &ReadHow) -> Result<(Input, Loaded)> {
    if path.is_dir() {
        return Err(Error::usage("expected a file, found a folder").at_path(path));
    }
    let mut inputs = Inputs::find(&[path.to_owned()])?;
    if inputs.list.len() > 1 {
        let message =
            format!("expected a file, found a pattern that matches {}", inputs.list.len());
        return Err(Error::usage(message).at_path(path));
    }
    let input = inputs.list.pop().ok_or_else(|| Error::failed("no input file"))?;
    let loaded = load(&input, how).map_err(|error| error.at(&input))?;
    Ok((input, loaded))
}

/// Identity of a file, independent of links.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Identity {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
    #[cfg(not(unix))]
    path: PathBuf,
}

/// Absolute path of an existing file, with links followed.
///
/// On Windows some drives and long paths have no final path: there, links are not followed.
pub(crate) fn resolved(path: &Path) -> io::Result<PathBuf> {
    match std::fs::canonicalize(path) {
        Err(error) if cfg!(windows) && error.kind() != io::ErrorKind::NotFound => {
            std::path::absolute(path)
        }
        resolved => resolved,
    }
}

impl Identity {
    /// Identity of the file at a path; `None` if there is none.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let metadata = std::fs::metadata(path).ok()?;
            Some(Self { device_and_inode: (metadata.dev(), metadata.ino()) })
        }
        #[cfg(not(unix))]
        {
            Some(Self { path: resolved(path).ok()? })
        }
    }
}
