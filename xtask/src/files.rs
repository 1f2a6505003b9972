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

/// Copies a file and makes the folder that it goes to.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let folder = to.parent().unwrap_or(to);
    fs::create_dir_all(folder).map_err(|error| format!("{error}: {}", folder.display()))?;
    fs::copy(from, to).map(|_| ()).map_err(|error| format!("{error}: {}", from.display()))
}

/// Reads a text.
pub(crate) fn text(path: impl AsRef<Path>) -> Result<String, String> {
    let path = path.as_ref();
    fs::read_to_string(path).map_err(|error| format!("{error}: {}", path.display()))
}

/// Writes a file and makes the folder that it is in.
pub(crate) fn write(path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> Result<(), String> {
    let path = path.as_ref();
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|error| format!("{error}: {}", folder.display()))?;
    fs::write(path, content).map_err(|error| format!("{error}: {}", path.display()))
}

/// The folders in a folder, in order.
pub(crate) fn folders(folder: &str) -> Result<Vec<PathBuf>, String> {
    let mut folders = entries(Path::new(folder))?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    Ok(folders)
}
