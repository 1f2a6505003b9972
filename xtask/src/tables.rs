//! The step that holds our tables against the tools which people read them with.

use std::fs;
use std::path::Path;

use crate::packages;
use crate::process::{cargo, command, output_of, run};

const TESTS: &str = "crates/reenact-convert/tests/python";
/// Where the tables go.
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
    let python = packages::python("python", &format!("{TESTS}/requirements.txt"))?;
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
