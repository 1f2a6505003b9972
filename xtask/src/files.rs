//! Files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Every recording in testdata, in order.
pub(crate) fn recordings() -> Result<Vec<PathBuf>, String> {
    below("testdata", "bin")
}

/// The files of a folder and the folders in it with that ending, in order.
pub(crate) fn below(folder: &str, ending: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        folders.extend(entries(&folder)?.into_iter().filter(|path| path.is_dir()));
        found.extend(with_ending(&folder, ending)?);
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
