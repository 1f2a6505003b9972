//! The recordings in `testdata/`.

use std::fs;
use std::path::{Path, PathBuf};

use reenact::Recording;

/// The folder `testdata/`.
pub fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// All recordings by any writer, sorted by name: name, such as `odd/flag_2`, and bytes.
pub fn recordings() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for folder in ["recordings", "published", "odd"] {
        for entry in fs::read_dir(testdata().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "bin") {
                let bytes = fs::read(&path).unwrap();
                if Recording::from_slice(&bytes).is_ok() {
                    let stem = path.file_stem().unwrap_or_default().display();
                    found.push((format!("{folder}/{stem}"), bytes));
                }
            }
        }
    }
    assert!(found.len() >= 40, "only {} recordings", found.len());
    found.sort();
    found
}
