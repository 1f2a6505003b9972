//! Inputs that fuzzing found stay fixed, and the property of the fuzz target holds for its seeds.

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/make_checks.rs"]
mod checks;

#[test]
fn the_checks_of_the_fuzz_targets_hold_for_seeds_and_past_finds() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    for (target, check) in checks::TARGETS {
        let mut checked = 0;
        for folder in ["seeds", "regressions"] {
            let Ok(entries) = fs::read_dir(fuzz.join(folder).join(target)) else { continue };
            for entry in entries {
                let path = entry.unwrap().path();
                println!("{target}: {}", path.display());
                check(&fs::read(path).unwrap());
                checked += 1;
            }
        }
        assert!(checked >= 4, "{target}: only {checked} inputs");
    }
}
