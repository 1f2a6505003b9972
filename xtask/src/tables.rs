//! The step that holds our tables against the tools which people read them with.

use std::fs;
use std::path::Path;

use crate::process::{cargo, command, output_of, run};

const TESTS: &str = "crates/reenact-convert/tests/python";
/// Where Python's packages and the tables go.
const PYTHON: &str = "target/python";
const TABLES: &str = "target/tables";

/// Recordings of every form and track; the long ones are left out.
const RECORDINGS: [&str; 9] = [
    "published/all_tracks",
    "published/markers",
    "recordings/v10_synth_tangents",
    "recordings/v11_edge_left_never",
    "recordings/v11_real_2s_asset",
    "recordings/v11_real_2s_simhand",
    "recordings/v11_sub_camera",
    "recordings/v11_sub_camerahandsgaze_markers",
    "recordings/v11_sub_none_markers",
];

pub(crate) fn tables() -> Result<String, String> {
    let python = packages()?;
    if Path::new(TABLES).exists() {
        fs::remove_dir_all(TABLES).map_err(|error| format!("{error}: {TABLES}"))?;
    }
    let mut example = cargo(&["run", "--quiet", "--package", "reenact-convert", "--all-features"]);
    example.args(["--example", "tables", "--", TABLES]);
    run(example.args(RECORDINGS.map(|name| format!("testdata/{name}.bin"))))?;
    let check = format!("{TESTS}/check_tables.py");
    let report = output_of(&mut command(&python, &[&check, TABLES, "testdata"]));
    let Some(report) = report else {
        // Again, for its message.
        return run(&mut command(&python, &[&check, TABLES, "testdata"])).map(|()| String::new());
    };
    Ok(report.trim().to_owned())
}

/// A Python of our own with the packages that the tests need, installed when the list of them changes; about 150 MB.
fn packages() -> Result<String, String> {
    let wanted = format!("{TESTS}/requirements.txt");
    let list = fs::read_to_string(&wanted).map_err(|error| format!("{error}: {wanted}"))?;
    let bin = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = format!("{PYTHON}/{bin}/python");
    let installed = format!("{PYTHON}/installed.txt");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == list) {
        return Ok(python);
    }
    let how = "this step needs Python 3.10 or later as `python3`, with venv and pip";
    run(&mut command("python3", &["-m", "venv", PYTHON]))
        .map_err(|error| format!("{error}; {how}"))?;
    run(&mut command(&python, &["-m", "pip", "install", "--quiet", "--requirement", &wanted]))
        .map_err(|error| format!("{error}; {how}"))?;
    fs::write(&installed, list).map_err(|error| format!("{error}: {installed}"))?;
    Ok(python)
}
