//! What fuzzing once found stays fixed, and the fuzz targets hold for every recording we keep.

use std::fs;

use crate::common::{recordings, testdata};

#[path = "../../../../fuzz/convert_checks.rs"]
mod checks;

#[test]
fn what_fuzzing_found_stays_fixed() {
    for (target, check) in checks::TARGETS {
        for folder in ["regressions", "seeds"] {
            let Ok(files) = fs::read_dir(testdata().join("../fuzz").join(folder).join(target))
            else {
                continue;
            };
            for file in files {
                let path = file.unwrap().path();
                println!("{target}: {}", path.display());
                check(&fs::read(path).unwrap());
            }
        }
    }
}

#[test]
fn the_fuzz_targets_hold_for_every_small_recording_we_keep() {
    for (name, bytes) in recordings() {
        if bytes.len() < 300_000 {
            for (target, check) in checks::TARGETS {
                println!("{target}: {name}");
                check(&bytes);
            }
        }
    }
}
