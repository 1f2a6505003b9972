//! Differences between the interfaces that are permitted, each with its reason. An exception that is no longer needed is an
//! error.

use std::collections::{BTreeMap, BTreeSet};
use std::env::consts::EXE_SUFFIX;
use std::process::Command;

use reenact_convert::{Error, Format, Setting};
use serde_json::{Map, Value};

use super::cases::{Case, flag};
use super::outcome::{Edge, MODULE, Outcome};
use crate::process::output_of;

/// Formats that the module is built without.
const NOT_IN_MODULE: [(Format, &str); 7] = [
    (Format::Parquet, "it would double the size of the page"),
    (Format::Mcap, "needs Zstandard's C library"),
    (Format::Anim, "is two files, and a page saves one"),
    (Format::Bids, "is a folder, and a page saves one file"),
    (Format::Bvh, "for size: glTF serves the same tools"),
    (Format::Usda, "for size: glTF serves the same tools"),
    (Format::HandPose, "the page has no export of one hand"),
];

/// Subcommands without a corresponding call of the module.
const NO_CALL_OF_MODULE: [(&str, &str); 8] = [
    ("retime", "the page has no such edit"),
    ("resample", "the page has no such edit"),
    ("reanchor", "the page has no such edit"),
    ("smooth", "the page has no such edit"),
    ("fill", "the page has no such edit"),
    ("strip", "the page has no such edit"),
    ("concat", "the page has no such edit"),
    ("marker auto", "the page has no such edit"),
];

/// Subcommands outside the matrix.
const NOT_COMPARED: [(&str, &str); 12] = [
    ("cat", "prints what `convert` writes"),
    ("sample", "frames are compared to the bit by the step `wasm` and by Python's tests"),
    ("plot", "Python draws with the same call; the page draws on a canvas"),
    ("view", "is the page itself"),
    ("run", "starts an application, step `openxr`"),
    ("record", "starts an application, step `openxr`"),
    ("openxr install", "is for applications, step `openxr`"),
    ("openxr uninstall", "is for applications, step `openxr`"),
    ("openxr status", "is for applications, step `openxr`"),
    ("openxr send", "is for applications, step `openxr`"),
    ("completions", "text of the command alone"),
    ("man", "text of the command alone"),
];

/// Options of subcommands outside the matrix.
const FLAGS_NOT_COMPARED: [(&str, &str); 16] = [
    ("output", "the file of every case"),
    ("json", "given in every case"),
    ("quiet", "what is printed"),
    ("help", "what is printed"),
    ("in-place", "how the command writes files"),
    ("force", "how the command writes files"),
    ("dry-run", "how the command writes files"),
    ("allow-loss", "the exit code"),
    ("fail-on", "the exit code"),
    ("ignore", "the exit code"),
    ("layout", "how the command reads files; Python's tests cover its own"),
    ("max-size", "how the command reads files"),
    ("yaw", "another form of --rotation"),
    ("all", "all names of --fixes"),
    ("structure-only", "not offered by Python and the page"),
    ("script", "a file that the command reads; Python's tests cover its own"),
];

/// Cases in which an interface gives another result: subcommand, interface, input, reason.
const DIFFERENT: [(&str, &str, &str, &str); 1] = [(
    "repair",
    MODULE,
    "cut.bin",
    "the page salvages a damaged file when it opens it, before anything can be repaired",
)];

/// Whether an interface may differ: it lacks the format and says so, or the case is listed.
pub(super) fn has(case: &Case, edge: &Edge, found: &Outcome) -> bool {
    let excepted = |(format, _): &(Format, Map<String, Value>)| {
        let is_listed = NOT_IN_MODULE.iter().any(|(one, _)| one == format);
        let message = Error::NotBuilt(*format).to_string();
        edge.name == MODULE && is_listed && found.is_refused_with(&message)
    };
    case.conversion.as_ref().is_some_and(excepted)
        || DIFFERENT.iter().any(|exception| is_of(exception, case, edge.name))
}

fn is_of((verb, name, input, _): &(&str, &str, &str, &str), case: &Case, edge: &str) -> bool {
    let is_input = case.input.as_deref().is_some_and(|path| path.ends_with(input));
    *verb == case.verb && *name == edge && is_input
}

/// Listed differences that do not occur.
pub(super) fn stale_differences(
    cases: &[Case],
    expected: &BTreeMap<String, Outcome>,
    edges: &[&Edge],
) -> Vec<String> {
    let is_needed = |exception: &(&str, &str, &str, &str)| {
        edges.iter().any(|edge| {
            cases.iter().filter(|case| is_of(exception, case, edge.name)).any(|case| {
                let pair = edge.results.get(&case.id).zip(expected.get(&case.id));
                pair.is_some_and(|(found, expected)| {
                    found.difference(expected, edge.name).is_some()
                })
            })
        })
    };
    let stale = DIFFERENT.iter().filter(|exception| !is_needed(exception));
    stale.map(|(verb, edge, input, _)| unneeded(&format!("{verb} of {input} by {edge}"))).collect()
}

fn unneeded(what: &str) -> String {
    format!("xtask/src/conformance/exceptions.rs: the exception of {what} is no longer needed")
}

/// Features that are neither in the matrix nor an exception, and exceptions that are no longer needed.
pub(super) fn check(cases: &[Case], python: &Edge, module: &Edge) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    for format in Format::ALL {
        let name = format.name();
        let has = |edge: &Edge| edge.formats.iter().any(|one| one == name);
        if !has(python) {
            faults.push(format!("Python does not offer the format {name}"));
        }
        let is_excepted = NOT_IN_MODULE.iter().any(|(one, _)| *one == format);
        match (has(module), is_excepted) {
            (false, false) => faults.push(format!("the module does not offer the format {name}")),
            (true, true) => faults.push(unneeded(&format!("the format {name}"))),
            _ => {}
        }
    }
    faults.extend(of_command(cases)?);
    faults.extend(of_python(cases, python));
    faults.extend(of_module(cases, module));
    Ok(faults)
}

/// Subcommands and options of the command.
fn of_command(cases: &[Case]) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    let tried: BTreeSet<&str> = cases.iter().map(|case| case.verb.as_str()).collect();
    let mut unused: BTreeSet<&str> = FLAGS_NOT_COMPARED.iter().map(|(flag, _)| *flag).collect();
    let subcommands = |of: &str| -> Result<Vec<String>, String> {
        let help = help(of)?;
        let (_, list) = help.split_once("Commands:\n").unwrap_or_default();
        let lines = list.lines().take_while(|line| !line.trim().is_empty());
        let lines = lines.filter(|line| !line.starts_with("   "));
        let names = lines.filter_map(|line| line.split_whitespace().next());
        Ok(names.filter(|name| *name != "help").map(str::to_owned).collect())
    };
    let mut verbs = Vec::new();
    for verb in subcommands("")? {
        let below = subcommands(&verb)?;
        let of_group = below.iter().map(|one| format!("{verb} {one}"));
        let is_group = !below.is_empty();
        verbs.extend(of_group);
        verbs.extend((!is_group).then_some(verb));
    }
    for verb in &verbs {
        let is_excepted = NOT_COMPARED.iter().any(|(one, _)| one == verb);
        match (tried.contains(verb.as_str()), is_excepted) {
            (false, false) => faults.push(format!("no case of the subcommand {verb}")),
            (true, true) => faults.push(unneeded(&format!("the subcommand {verb}"))),
            (true, false) => {
                let of_verb = cases.iter().filter(|case| case.verb == *verb);
                let given: BTreeSet<&str> = of_verb.flat_map(Case::flags).collect();
                for flag in flags(&help(verb)?) {
                    let excepted = FLAGS_NOT_COMPARED.iter().find(|(one, _)| **one == *flag);
                    if let Some((name, _)) = excepted.filter(|_| !given.contains(flag.as_str())) {
                        unused.remove(name);
                    } else if !given.contains(flag.as_str()) {
                        faults.push(format!("no case of {verb} --{flag}"));
                    }
                }
            }
            (false, true) => {}
        }
    }
    let listed = NOT_COMPARED.iter().chain(&NO_CALL_OF_MODULE).map(|(verb, _)| *verb);
    let gone = listed.filter(|verb| !verbs.iter().any(|one| one == verb));
    faults.extend(gone.map(|verb| unneeded(&format!("the subcommand {verb}"))));
    faults.extend(unused.into_iter().map(|flag| unneeded(&format!("the flag --{flag}"))));
    let settings = Setting::ALL.map(|setting| flag(setting.name()));
    let conversions = cases.iter().filter(|case| case.conversion.is_some());
    let given: BTreeSet<&str> = conversions.flat_map(Case::flags).collect();
    let missing = settings.iter().filter(|setting| !given.contains(setting.as_str()));
    faults.extend(missing.map(|flag| format!("no case of convert --{flag}")));
    Ok(faults)
}

fn help(verb: &str) -> Result<String, String> {
    let mut command = Command::new(format!("target/debug/reenact{EXE_SUFFIX}"));
    let words = verb.split_whitespace();
    output_of(command.args(words).arg("--help")).ok_or_else(|| format!("`{verb} --help` fails"))
}

fn flags(help: &str) -> Vec<String> {
    let flag = |line: &str| {
        let line = line.trim_start();
        let long = line.strip_prefix('-').and_then(|line| match line.strip_prefix('-') {
            Some(long) => Some(long),
            None => line.split_once(", --").map(|(_, long)| long),
        })?;
        let end =
            long.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(long.len());
        long.get(..end).map(str::to_owned)
    };
    help.lines().filter_map(flag).collect()
}

/// Parameters of the Python methods in the matrix.
fn of_python(cases: &[Case], python: &Edge) -> Vec<String> {
    /// Parameters that are paths, or belong to a method that another interface calls differently.
    const NOT_COMPARED: [&str; 10] = [
        "self",
        "path",
        "format",
        "overwrite",
        "layout",
        "script",
        "recordings",
        "a",
        "b",
        "key_times",
    ];
    let mut given: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for call in cases.iter().filter_map(Case::python) {
        let name = call.get("call").and_then(Value::as_str).unwrap_or_default().to_owned();
        let options = call.get("options").and_then(Value::as_object).into_iter();
        given.entry(name).or_default().extend(options.flat_map(|options| options.keys().cloned()));
    }
    let reports = ["info", "doctor", "stats", "markers", "compare"];
    let mut faults = Vec::new();
    for (name, parameters) in given.iter().filter(|(name, _)| !reports.contains(&name.as_str())) {
        let Some(there) = python.surface.get(name) else { continue };
        let missing = there
            .iter()
            .filter(|one| !parameters.contains(*one) && !NOT_COMPARED.contains(&one.as_str()));
        faults.extend(missing.map(|one| format!("no case of Python's {name}({one}=…)")));
    }
    let is_used = |one: &&str| {
        given.keys().filter_map(|name| python.surface.get(name)).flatten().any(|name| name == *one)
    };
    let gone = NOT_COMPARED.iter().filter(|one| !is_used(one));
    faults.extend(gone.map(|one| unneeded(&format!("Python's parameter {one}"))));
    faults
}

/// Calls of the module.
fn of_module(cases: &[Case], module: &Edge) -> Vec<String> {
    let mut faults = Vec::new();
    let mut called: BTreeMap<&str, bool> = BTreeMap::new();
    for case in cases {
        *called.entry(&case.verb).or_default() |= case.wasm().is_some();
    }
    for (verb, is_called) in called {
        let is_excepted = NO_CALL_OF_MODULE.iter().any(|(one, _)| *one == verb);
        let has_method = module.surface.contains_key(&verb.replace(' ', "_"));
        match (is_called, is_excepted) {
            (false, false) => faults.push(format!("no case of {verb} by the module")),
            (true, true) => faults.push(unneeded(&format!("{verb} by the module"))),
            (false, true) if has_method => faults.push(unneeded(&format!("{verb} by the module"))),
            _ => {}
        }
    }
    faults
}
