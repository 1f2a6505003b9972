//! Files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Every recording in testdata, in order.
pub(crate) fn recordings() -> Result<Vec<PathBuf>, String> {
    below("testdata", "bin")
}

/// The files of a folder and the folders in it with that ending, in order.
pub(crate) fn below(folder: &str, ending: &str) -> Result<Vec<PathBuf>, String> {
    let mut files = all_below(Path::new(folder))?;
    files.retain(|path| path.extension().is_some_and(|e| e == ending));
    Ok(files)
}

/// The files of a folder and the folders in it, in order.
pub(crate) fn all_below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let (inner, files): (Vec<_>, Vec<_>) =
            entries(&folder)?.into_iter().partition(|path| path.is_dir());
        folders.extend(inner);
        found.extend(files);
    }
    found.sort();
    Ok(found)
}

/// The files of a folder with that ending, in order.
pub(crate) fn with_ending(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let mut files = entries(folder)?;
    files.retain(|path| path.extension().is_some_and(|e| e == ending));
    files.sort();
    Ok(files)
}

/// Makes sure that nothing is left in a folder of an earlier run.
pub(crate) fn empty(folder: &str) -> Result<(), String> {
    if Path::new(folder).exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{error}: {folder}"))?;
    }
    Ok(())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries =
        fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    entries.map_err(|error| format!("{error}: {}", folder.display()))
}
