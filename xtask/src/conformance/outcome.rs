//! Result of a case, and the difference between two of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use reenact_convert::Setting;
use serde_json::Value;

use super::FOLDER;

/// Names of the interfaces that are compared with the command.
pub(super) const PYTHON: &str = "Python";
pub(super) const MODULE: &str = "the module";

/// Code, whether it is a loss, message.
type Note = (String, bool, String);

/// Result of a case.
#[derive(Debug)]
pub(super) enum Outcome {
    Done {
        notes: Vec<Note>,
        /// Null if the interface has none.
        report: Value,
        files: BTreeMap<String, Vec<u8>>,
    },
    /// Error message; empty if it does not come from the library.
    Refused(String),
}

/// Advice that an interface adds to the library's message, with its own names.
const ADVICE: [&str; 6] = [
    "; nothing can be recovered",
    "; run `reenact doctor` to see what `reenact repair` can recover",
    "; run `reenact doctor` for details",
    ", with --max-size",
    ", with --max-frames",
    ", with max_frames",
];

impl Outcome {
    pub(super) fn done(
        mut notes: Vec<Note>,
        report: Value,
        files: BTreeMap<String, Vec<u8>>,
    ) -> Self {
        notes.sort();
        notes.dedup();
        Self::Done { notes, report, files }
    }

    /// Message without the parts that belong to the interface: the path of the file, the name of the option, and advice.
    pub(super) fn refused(message: &str) -> Self {
        let text = message.rfind(&format!(": {FOLDER}/")).and_then(|end| message.get(..end));
        let text = text.unwrap_or(message);
        let text = ADVICE.iter().find_map(|advice| text.strip_suffix(advice)).unwrap_or(text);
        let is_option = |name: &str| {
            name.starts_with("--") || Setting::ALL.iter().any(|setting| setting.name() == name)
        };
        let option = text.split_once(": ").filter(|(name, _)| is_option(name));
        Self::Refused(option.map_or(text, |(_, text)| text).to_owned())
    }

    pub(super) const fn is_refused(&self) -> bool {
        matches!(self, Self::Refused(_))
    }

    pub(super) fn is_refused_with(&self, text: &str) -> bool {
        matches!(self, Self::Refused(message) if message == text)
    }

    /// Difference from the command's result.
    pub(super) fn difference(&self, expected: &Self, edge: &str) -> Option<String> {
        match (self, expected) {
            (Self::Refused(found), Self::Refused(expected)) => {
                let is_same = found == expected || expected.is_empty();
                (!is_same).then(|| format!("refuses with {found:?}, the command with {expected:?}"))
            }
            (Self::Refused(found), Self::Done { .. }) => {
                Some(format!("refuses what the command does: {found}"))
            }
            (Self::Done { .. }, Self::Refused(expected)) => {
                Some(format!("does what the command refuses: {expected}"))
            }
            (
                Self::Done { notes, report, files },
                Self::Done { notes: expected_notes, report: expected, files: expected_files },
            ) => {
                if notes != expected_notes {
                    return Some(format!("notes {notes:?}, of the command {expected_notes:?}"));
                }
                let names =
                    |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
                let (ours, theirs) = (names(files), names(expected_files));
                if ours != theirs {
                    return Some(format!("files {ours:?}, of the command {theirs:?}"));
                }
                let is_same = |name: &str, bytes: &[u8]| {
                    expected_files.get(name).is_some_and(|expected| {
                        bytes == expected
                            || (edge == MODULE && is_csv(name) && is_near(bytes, expected))
                    })
                };
                let other = files.iter().find(|(name, bytes)| !is_same(name, bytes));
                if let Some((name, bytes)) = other {
                    let expected = expected_files.get(name).map(Vec::as_slice).unwrap_or_default();
                    let at = bytes.iter().zip(expected).take_while(|(a, b)| a == b).count();
                    let [len, expected_len] = [bytes.len(), expected.len()];
                    return Some(format!(
                        "{name} differs at byte {at} of {len}, of the command {expected_len}"
                    ));
                }
                if report.is_null() {
                    return None;
                }
                difference(report, expected).map(|place| format!("report{place}"))
            }
        }
    }
}

/// Fields of a report that are not compared: file names, and notes, which are compared separately.
const NOT_COMPARED: [&str; 8] =
    ["file", "files", "input", "inputs", "output", "bytes_before", "bytes_after", "notes"];

/// First difference between two reports.
fn difference(found: &Value, expected: &Value) -> Option<String> {
    match (found, expected) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let is_counted = |name: &&String| !NOT_COMPARED.contains(&name.as_str());
            let missing = theirs.keys().filter(is_counted).find(|name| !ours.contains_key(*name));
            if let Some(name) = missing {
                return Some(format!(" has no {name}"));
            }
            ours.iter().filter(|(name, _)| is_counted(name)).find_map(|(name, value)| {
                let Some(expected) = theirs.get(name) else {
                    return Some(format!(".{name} is not in that of the command"));
                };
                difference(value, expected).map(|place| format!(".{name}{place}"))
            })
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            let mut pairs = ours.iter().zip(theirs).enumerate();
            pairs
                .find_map(|(place, (a, b))| difference(a, b).map(|more| format!("[{place}]{more}")))
        }
        (Value::Number(a), Value::Number(b)) => {
            let [x, y] = [a, b].map(|number| number.as_f64().unwrap_or(f64::NAN));
            (!is_number_near(x, y)).then(|| format!(": {a}, of the command {b}"))
        }
        (a, b) => (a != b).then(|| format!(": {a}, of the command {b}")),
    }
}

/// Sines and arctangents of another C library may differ in their last digits.
fn is_number_near(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a - b).abs() <= 1e-6 * b.abs().max(1e-3)
}

fn is_csv(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "csv")
}

/// Whether two tables have the same cells, except for the last digits of numbers.
fn is_near(a: &[u8], b: &[u8]) -> bool {
    let cells = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.split([',', '\n']).map(str::to_owned).collect::<Vec<_>>()
    };
    let (a, b) = (cells(a), cells(b));
    a.len() == b.len()
        && a.iter().zip(&b).all(|(a, b)| match (a.parse(), b.parse()) {
            (Ok(x), Ok(y)) => is_number_near(x, y),
            _ => a == b,
        })
}

/// Results of one interface, and its calls.
pub(super) struct Edge {
    pub(super) name: &'static str,
    pub(super) results: BTreeMap<String, Outcome>,
    pub(super) formats: Vec<String>,
    /// Parameters of each call.
    pub(super) surface: BTreeMap<String, Vec<String>>,
}

impl Edge {
    /// Reads the output of a driver.
    pub(super) fn read(name: &'static str, folder: &Path) -> Result<Self, String> {
        let path = folder.join("results.json");
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{error}: {}", path.display()))?;
        let mut document: BTreeMap<String, Value> =
            serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let mut take = |key: &str| document.remove(key).unwrap_or_default();
        let wrong = |error: serde_json::Error| error.to_string();
        let formats = serde_json::from_value(take("formats")).map_err(wrong)?;
        let surface = serde_json::from_value(take("surface")).map_err(wrong)?;
        let found: BTreeMap<String, BTreeMap<String, Value>> =
            serde_json::from_value(take("results")).map_err(wrong)?;
        let mut results = BTreeMap::new();
        for (id, mut result) in found {
            let outcome = if let Some(error) = result.get("error") {
                Outcome::refused(error.as_str().unwrap_or_default())
            } else {
                let notes = result.remove("notes").unwrap_or_default();
                let notes = serde_json::from_value(notes).map_err(wrong)?;
                let report = result.remove("report").unwrap_or_default();
                Outcome::done(notes, report, super::contents(&folder.join(&id))?)
            };
            results.insert(id, outcome);
        }
        Ok(Self { name, results, formats, surface })
    }
}
