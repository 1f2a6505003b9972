//! Recordings in `testdata/` with their expected contents.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub(crate) fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// A file of `testdata/`.
pub(crate) struct Case {
    /// Name, such as `odd/flag_2`.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) expected: Value,
}

/// All pairs of recording and expected contents in some folders of `testdata/`, sorted by name.
pub(crate) fn cases(folders: &[&str]) -> Vec<Case> {
    let mut cases = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(testdata().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "bin") {
                let stem = path.file_stem().unwrap().to_str().unwrap();
                let expected = fs::read(path.with_extension("json")).unwrap();
                cases.push(Case {
                    name: format!("{folder}/{stem}"),
                    bytes: fs::read(&path).unwrap(),
                    expected: serde_json::from_slice(&expected).unwrap(),
                });
            }
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

/// All files that MRTK's own code wrote.
pub(crate) fn mrtk_cases() -> Vec<Case> {
    cases(&["recordings"])
}

/// All readable recordings by any writer.
pub(crate) fn readable_cases() -> Vec<Case> {
    let mut cases = cases(&["recordings", "published", "odd"]);
    cases.retain(|case| case.expected["refused"].is_null());
    cases
}

/// A number of the expected content; infinities and NaN are strings there.
pub(crate) fn number(value: &Value) -> f32 {
    match value.as_str() {
        Some("Infinity") => f32::INFINITY,
        Some("-Infinity") => f32::NEG_INFINITY,
        Some("NaN") => f32::NAN,
        Some(other) => panic!("not a number: {other}"),
        #[expect(
            clippy::as_conversions,
            clippy::cast_possible_truncation,
            reason = "nine digits make an f32"
        )]
        None => value.as_f64().unwrap() as f32,
    }
}
