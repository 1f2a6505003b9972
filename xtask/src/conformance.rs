//! Conformance matrix: every operation and every format with its options, on recordings of all kinds, with the command, the
//! Python package and the module of the viewer. Files, notes, reports and errors must be equal.

mod cases;
mod command;
mod exceptions;
mod outcome;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Instant;

use serde_json::Value;

use crate::process::{command as program, run};
use crate::{files, packages, python, wasm};
use cases::Case;
use outcome::{Edge, MODULE, PYTHON};

/// Output folder of the step.
const FOLDER: &str = "target/conformance";

pub(crate) fn conformance() -> Result<String, String> {
    let python = packages::python("python-package", "python/requirements.txt")?;
    wasm::build()?;
    python::build()?;
    files::empty(FOLDER)?;
    let start = Instant::now();
    let inputs = cases::inputs(&Path::new(FOLDER).join("inputs"))?;
    let cases = cases::all(&inputs)?;

    let place = |name: &str| format!("{FOLDER}/{name}");
    let calls: Vec<Value> = cases.iter().filter_map(Case::python).collect();
    write(&place("python.json"), &Value::from(calls).to_string())?;
    let calls: Vec<Value> = cases.iter().filter_map(Case::wasm).collect();
    write(&place("wasm.json"), &Value::from(calls).to_string())?;
    let of_command = command::run_all(&cases, Path::new(&place("command")))?;
    let root = std::env::current_dir().map_err(|error| error.to_string())?;
    let mut driver = program(&python, &["xtask/src/conformance/driver.py"]);
    run(driver
        .args([place("python.json"), place("python")])
        .env("PYTHONPATH", root.join("python")))?;
    let words = ["xtask/src/conformance/driver.mjs", wasm::FOLDER];
    run(program("node", &words).args([place("wasm.json"), place("wasm")]))?;
    let of_python = Edge::read(PYTHON, Path::new(&place("python")))?;
    let of_wasm = Edge::read(MODULE, Path::new(&place("wasm")))?;

    let mut faults = exceptions::check(&cases, &of_python, &of_wasm)?;
    let (mut runs, mut refused) = (cases.len(), 0);
    for case in &cases {
        let expected = of_command.get(&case.id).ok_or("a case was not run by the command")?;
        refused += usize::from(expected.is_refused());
        for edge in [&of_python, &of_wasm] {
            let Some(found) = edge.results.get(&case.id) else { continue };
            runs += 1;
            let difference = found.difference(expected, edge.name);
            if let Some(difference) = difference.filter(|_| !exceptions::has(case, edge, found)) {
                faults.push(format!("{}, {}: {difference}", case.title(), edge.name));
            }
        }
    }
    let stale = exceptions::stale_differences(&cases, &of_command, &[&of_python, &of_wasm]);
    faults.extend(stale);
    if !faults.is_empty() {
        write(&place("faults.txt"), &faults.join("\n"))?;
        let first: Vec<&str> = faults.iter().take(40).map(String::as_str).collect();
        let (count, first) = (faults.len(), first.join("\n"));
        return Err(format!("{count} differences, all in {FOLDER}/faults.txt:\n{first}"));
    }
    let kinds: BTreeSet<&str> = cases.iter().map(|case| case.verb.as_str()).collect();
    Ok(format!(
        "{} cases ({refused} refused) of {} verbs on {} inputs: {runs} runs in {} s",
        cases.len(),
        kinds.len(),
        inputs.len(),
        start.elapsed().as_secs()
    ))
}

fn write(path: &str, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{error}: {path}"))
}

/// Files of a folder, by their paths in it.
fn contents(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut found = BTreeMap::new();
    for path in files::all_below(folder)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
        let bytes = fs::read(&path).map_err(|error| format!("{error}: {}", path.display()))?;
        found.insert(name, bytes);
    }
    Ok(found)
}
