//! The recordings in a folder.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::Input;
use crate::error::reason;

/// Every `*.bin` in a folder and the folders in it that starts with the magic number or is cut short before its end, by name:
/// MRTK leaves empty ones, and nobody should miss those without a word. Links to folders are not followed, so that there is an
/// end. What cannot be looked into is said in `unreadable`.
pub(super) fn recordings(root: &Path, unreadable: &mut Vec<String>) -> Vec<Input> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                let reason = reason(&error);
                unreadable
                    .push(format!("cannot look into the folder: {reason}: {}", folder.display()));
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "bin") && is_recording(&path)
            {
                found.push(path);
            }
        }
    }
    found.sort();
    let name = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
    found.into_iter().map(|path| Input::File { name: name(&path), path }).collect()
}

/// Whether a file is one, as far as can be told from its start; one that cannot be read is left to who opens it to say so.
fn is_recording(path: &Path) -> bool {
    // A pipe that is called so would be waited for without end.
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return false;
    }
    let mut start = Vec::new();
    let most = u64::try_from(reenact::MAGIC.len()).unwrap_or(u64::MAX);
    let read = File::open(path).and_then(|file| file.take(most).read_to_end(&mut start));
    read.is_err() || reenact::MAGIC.starts_with(&start)
}
