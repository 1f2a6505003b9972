//! Recursive search for recordings in a folder.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use reenact_convert::{Compression, Format, unpack};

use super::Input;
use super::peek::peek;
use crate::error::{Error, Message};

/// Every recording in a folder and the folders in it, by name: files that end in `.bin`, `.bin.gz` or `.bin.zst`, in any case, and start
/// with the magic number, are cut short before its end, or start as drafts of 2019 do. MRTK leaves empty files, which nobody should miss without a word.
/// Links to folders are not followed, so that there is an end. Folders that cannot be read are said in `unreadable`.
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
            } else if has_ending(&path) && is_recording(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    let name = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
    found.into_iter().map(|path| Input::File { name: name(&path), path }).collect()
}

fn has_ending(path: &Path) -> bool {
    let (inner, _) = Compression::of_name(path);
    Format::of_path(&inner) == Some(Format::Bin)
}

/// Whether the first bytes of a file are those of a recording. True for an unreadable file, so that opening
/// it reports the error.
fn is_recording(path: &Path) -> bool {
    // Reading a named pipe would block forever.
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return false;
    }
    let start = File::open(path).and_then(|file| {
        let (start, whole) = peek(file)?;
        let (start, _) = peek(unpack(Compression::of_bytes(&start), BufReader::new(whole))?)?;
        Ok(start)
    });
    start.map_or(true, |start| reenact::may_be_recording(&start))
}
