//! Step that checks tables with the tools that read them.

use crate::process::{converter_example, report, run};
use crate::{files, packages};

const TESTS: &str = "crates/reenact-convert/tests/python";
/// Output folder.
const TABLES: &str = "target/tables";

/// Recordings of every form and track, without long ones.
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
    files::empty(TABLES)?;
    let recordings = RECORDINGS.map(|name| format!("testdata/{name}.bin"));
    run(converter_example("tables")?.arg(TABLES).args(recordings))?;
    report(&python, &[&format!("{TESTS}/check_tables.py"), TABLES, "testdata"])
}
