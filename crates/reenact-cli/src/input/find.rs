//! Recursive search for recordings in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use reenact_convert::is_recording_file;

use super::Input;
use crate::error::{Error, Message};

/// Recordings in a folder and its subfolders, sorted by name.
///
/// Links to folders are not followed, which avoids cycles. Folders that cannot be read are added to `unreadable`.
pub(super) fn recordings(root: &Path, unreadable: &mut Vec<Message>) -> Vec<Input> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                let error = Error::io("cannot read the folder", &error).at_path(&folder);
                unreadable.extend(error.into_message());
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if is_recording_file(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    let name = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
    found.into_iter().map(|path| Input::File { name: name(&path), path }).collect()
}
