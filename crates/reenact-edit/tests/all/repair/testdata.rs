//! The recordings in `testdata/`.

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of `testdata/`, such as `odd/flag_2`.
pub(crate) fn bytes_of(name: &str) -> Vec<u8> {
    fs::read(root().join("testdata").join(name).with_extension("bin")).expect(name)
}

/// All files of some folders by name, sorted.
pub(crate) fn files_in(folders: &[&str]) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for folder in folders {
        let Ok(entries) = fs::read_dir(root().join(folder)) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
            if path.extension().is_none_or(|ending| ending != "json") {
                files.push((
                    path.file_name().unwrap().to_str().unwrap().to_owned(),
                    fs::read(&path).unwrap(),
                ));
            }
        }
    }
    files.sort();
    files
}
