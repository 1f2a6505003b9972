//! Runs the cases with the command.

use std::collections::BTreeMap;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use super::cases::Case;
use super::outcome::Outcome;

/// Subcommands that print a report and write no file.
const REPORTS: [&str; 5] = ["info", "doctor", "stats", "marker list", "compare"];

pub(super) fn run_all(cases: &[Case], folder: &Path) -> Result<BTreeMap<String, Outcome>, String> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Ok(BTreeMap::new()));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let ran = run(case, &folder.join(&case.id));
            let Ok(mut results) = results.lock() else { return };
            match (&mut *results, ran) {
                (Ok(list), Ok(outcome)) => _ = list.insert(case.id.clone(), outcome),
                (Ok(_), Err(error)) => *results = Err(format!("{}: {error}", case.title())),
                (Err(_), _) => return,
            }
        }
    };
    let count = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    thread::scope(|scope| {
        for _ in 0..count {
            scope.spawn(work);
        }
    });
    results.into_inner().map_err(|error| error.to_string())?
}

fn run(case: &Case, folder: &Path) -> Result<Outcome, String> {
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let mut command = Command::new(format!("target/debug/reenact{EXE_SUFFIX}"));
    let other = case.other.as_os_str();
    let words = case.words.iter().map(|word| if word == "OTHER" { other } else { word.as_ref() });
    let (before, after): (Vec<_>, Vec<_>) = words.partition(|word| *word != other);
    let output = folder.join(&case.output);
    // The input comes before a second one.
    command.args(before).args(&case.input).args(after);
    if case.verb == "convert" {
        command.arg(&output);
    } else if !REPORTS.contains(&case.verb.as_str()) {
        command.arg("-o").arg(&output);
    }
    if case.verb != "make" && !is_csv(case) {
        command.arg("--json");
    }
    let ran = command.output().map_err(|error| error.to_string())?;
    match ran.status.code() {
        Some(0 | 3) => done(case, folder, &ran),
        // Findings in an unreadable file.
        Some(1) if case.verb == "doctor" && !ran.stdout.is_empty() => done(case, folder, &ran),
        Some(1 | 2) => Ok(refused(&ran)),
        code => Err(format!("exit code {code:?}: {}", String::from_utf8_lossy(&ran.stderr))),
    }
}

fn is_csv(case: &Case) -> bool {
    case.flags().any(|flag| flag == "csv")
}

/// Row of a CSV table, by column name; the first column is the recording.
fn row(table: &[u8]) -> Value {
    let table = String::from_utf8_lossy(table);
    let mut lines = table.lines().map(|line| line.split(',').skip(1));
    let (names, values) = (lines.next().into_iter().flatten(), lines.next().into_iter().flatten());
    let cell = |text: &str| match text.parse::<f64>() {
        Ok(number) => Value::from(number),
        Err(_) if text.is_empty() => Value::Null,
        Err(_) => Value::from(text),
    };
    names.zip(values).map(|(name, value)| (name, cell(value))).collect()
}

fn done(case: &Case, folder: &Path, ran: &Output) -> Result<Outcome, String> {
    let files = super::contents(folder)?;
    if case.verb == "make" {
        return Ok(Outcome::done(Vec::new(), Value::Null, files));
    }
    if is_csv(case) {
        return Ok(Outcome::done(Vec::new(), row(&ran.stdout), files));
    }
    let mut report: Value =
        serde_json::from_slice(&ran.stdout).map_err(|error| error.to_string())?;
    let report_notes = |key: &str, code: &str| {
        let list = report.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        let note = |note: Value| {
            let text =
                |key: &str| note.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            let is_loss = note.get("is_loss").and_then(Value::as_bool).unwrap_or_default();
            (text(code), is_loss, text("message"))
        };
        list.into_iter().map(note).collect::<Vec<_>>()
    };
    let notes = match case.verb.as_str() {
        "repair" => [report_notes("changes", "fix"), report_notes("notes", "code")].concat(),
        _ => report_notes("notes", "code"),
    };
    if case.verb == "marker list" {
        report = report.get("markers").cloned().unwrap_or_default();
    } else if case.verb == "convert" {
        report = Value::Null;
    }
    Ok(Outcome::done(notes, report, files))
}

/// Errors of the argument parser, which have its own words.
const OF_PARSER: [&str; 4] = ["invalid value", "the argument", "a value is required", "unexpected"];

fn refused(ran: &Output) -> Outcome {
    let stderr = String::from_utf8_lossy(&ran.stderr);
    let line = stderr.lines().find(|line| line.contains("error: ")).unwrap_or_default();
    let (place, text) = line.split_once("error: ").unwrap_or_default();
    if OF_PARSER.iter().any(|start| text.starts_with(start)) {
        return Outcome::refused("");
    }
    let mut numbers = place.trim_end_matches([':', ' ']).rsplit(':');
    match (numbers.next(), numbers.next()) {
        (Some(column), Some(line)) => {
            Outcome::refused(&format!("line {line}, column {column}: {text}"))
        }
        _ => Outcome::refused(text),
    }
}
