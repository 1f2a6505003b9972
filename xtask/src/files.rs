//! Files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// All recordings in testdata, sorted.
pub(crate) fn recordings() -> Result<Vec<PathBuf>, String> {
    below("testdata", "bin")
}

/// Files with an extension in a folder and its subfolders, sorted.
pub(crate) fn below(folder: &str, ending: &str) -> Result<Vec<PathBuf>, String> {
    let mut files = all_below(Path::new(folder))?;
    files.retain(|path| path.extension().is_some_and(|e| e == ending));
    Ok(files)
}

/// Files in a folder and its subfolders, sorted.
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

/// Files with an extension in a folder, sorted.
pub(crate) fn with_ending(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let mut files = entries(folder)?;
    files.retain(|path| path.extension().is_some_and(|e| e == ending));
    files.sort();
    Ok(files)
}

/// Removes the contents of a folder from an earlier run.
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
