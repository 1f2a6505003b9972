//! Inputs that fuzzing found stay fixed, and the properties of the fuzz targets hold for all recordings of `testdata`.

use std::fs;
use std::path::{Path, PathBuf};

#[path = "../../../fuzz/checks.rs"]
mod checks;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Files of a folder and its subfolders; empty if there is no such folder.
fn files_under(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.flat_map(|path| if path.is_dir() { files_under(&path) } else { vec![path] }).collect()
}

#[test]
fn what_fuzzing_found_stays_fixed() {
    for (target, check) in checks::TARGETS {
        for path in files_under(&root().join("fuzz/regressions").join(target)) {
            println!("{target}: {}", path.display());
            check(&fs::read(path).unwrap());
        }
    }
}

#[test]
fn every_regression_belongs_to_a_target() {
    for path in files_under(&root().join("fuzz/regressions")) {
        let folder = path.parent().and_then(Path::file_name).unwrap();
        let is_target = root().join("fuzz/fuzz_targets").join(folder).with_extension("rs").exists();
        assert!(is_target, "no target named {}: {}", folder.display(), path.display());
    }
}

#[test]
fn the_fuzz_targets_hold_for_every_recording_we_keep() {
    let files = files_under(&root().join("testdata"));
    let recordings: Vec<_> =
        files.iter().filter(|path| path.extension().is_some_and(|e| e == "bin")).collect();
    assert!(recordings.len() > 30, "only {} recordings in testdata", recordings.len());
    for path in recordings {
        let bytes = fs::read(path).unwrap();
        for (target, check) in checks::TARGETS {
            println!("{target}: {}", path.display());
            check(&bytes);
        }
    }
}
