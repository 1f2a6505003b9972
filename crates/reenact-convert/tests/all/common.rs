//! The recordings in `testdata/`.

use std::fs;
use std::path::{Path, PathBuf};

use reenact::Recording;

pub(crate) fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// Every file of `testdata/` that is a recording, by name.
pub(crate) fn recordings() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for folder in ["recordings", "odd", "published"] {
        for entry in fs::read_dir(testdata().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "bin") {
                let bytes = fs::read(&path).unwrap();
                if Recording::from_slice(&bytes).is_ok() {
                    let name = path.file_stem().unwrap().to_str().unwrap();
                    files.push((format!("{folder}/{name}"), bytes));
                }
            }
        }
    }
    files.sort();
    assert!(files.len() > 50, "testdata is there");
    files
}

pub(crate) fn testdata_file(name: &str) -> Vec<u8> {
    fs::read(testdata().join(name)).unwrap()
}
