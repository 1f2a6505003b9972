//! `optimize`, then `compare` with its bounds as tolerances: equal for any recording and options.

use std::fs;

use crate::common::{Folder, corpus};

/// Options of `optimize`, and the tolerances of `compare` that equal its bounds.
const SETS: [(&str, &str); 6] = [
    ("", "--position-mm 1 --rotation-deg 0.2 --gaze-deg 0.2"),
    ("--free-values", "--position-mm 1 --rotation-deg 0.2 --gaze-deg 0.2"),
    ("--thorough --rotation-deg 0.02", "--position-mm 1 --rotation-deg 0.02 --gaze-deg 0.2"),
    (
        "--position-mm 5 --rotation-deg 3 --gaze-deg 1",
        "--position-mm 5 --rotation-deg 3 --gaze-deg 1",
    ),
    (
        "--position-mm 0.3 --rotation-deg 7 --gaze-deg 4 --free-values",
        "--position-mm 0.3 --rotation-deg 7 --gaze-deg 4",
    ),
    ("--preset lossless", "--exact"),
];

fn check(folder: &Folder, name: &str) {
    for (options, tolerances) in SETS {
        folder.run(&format!("optimize {name} {options} -o small.bin --force")).with_code(0);
        folder.run(&format!("compare {name} small.bin {tolerances}")).with_code(0);
    }
}

#[test]
fn made_up_recordings_are_the_same_within_the_bound() {
    let folder = Folder::new();
    for options in ["--seed 1", "--device hololens2 --seed 1", "--device hololens2 --seed 2"] {
        folder.run(&format!("make --seconds 6 {options} -o made.bin --force")).with_code(0);
        check(&folder, "made.bin");
    }
}

#[test]
fn recordings_of_the_corpus_are_the_same_within_the_bound() {
    let folder = Folder::new();
    let paths: Vec<_> =
        corpus().into_iter().filter(|path| fs::metadata(path).unwrap().len() < 300_000).collect();
    assert!(paths.len() > 20);
    for path in paths {
        fs::copy(&path, folder.path("whole.bin")).unwrap();
        check(&folder, "whole.bin");
    }
}
