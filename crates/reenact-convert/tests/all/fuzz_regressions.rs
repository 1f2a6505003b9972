//! Inputs that fuzzing found stay fixed, and the properties of the fuzz targets hold for all recordings of `testdata`.

use std::fs;

use crate::common::{recordings, testdata};

#[path = "../../../../fuzz/convert_checks.rs"]
mod checks;

#[cfg(all(feature = "hololens", feature = "iwer"))]
#[path = "../../../../fuzz/frame_checks.rs"]
mod frame_checks;

#[cfg(feature = "handsbin")]
#[path = "../../../../fuzz/handsbin_checks.rs"]
mod handsbin_checks;

#[cfg(feature = "parquet")]
#[path = "../../../../fuzz/parquet_checks.rs"]
mod parquet_checks;

/// All fuzz targets whose formats are built.
fn targets() -> Vec<(&'static str, checks::Check)> {
    let mut targets = checks::TARGETS.to_vec();
    #[cfg(all(feature = "hololens", feature = "iwer"))]
    targets.extend(frame_checks::TARGETS);
    #[cfg(feature = "handsbin")]
    targets.push(("handsbin", handsbin_checks::handsbin));
    #[cfg(feature = "parquet")]
    targets.push(("parquet", parquet_checks::parquet));
    targets
}

#[test]
fn what_fuzzing_found_stays_fixed() {
    for (target, check) in targets() {
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
            for (target, check) in targets() {
                println!("{target}: {name}");
                check(&bytes);
            }
        }
    }
}
