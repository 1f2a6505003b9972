//! Step that checks animation clips, skeletons and datasets with the tools that read them.

use crate::process::{converter_example, report, run};
use crate::{files, packages};

const TESTS: &str = "crates/reenact-convert/tests/python";
/// Output folder.
const CLIPS: &str = "target/clips";

/// Recordings of every form and track, and unusual ones, without long ones.
const RECORDINGS: [&str; 13] = [
    "odd/before_zero",
    "odd/times",
    "odd/values",
    "odd/wrap_modes",
    "published/all_tracks",
    "published/one_key",
    "recordings/v10_edge_markers",
    "recordings/v10_synth_tangents",
    "recordings/v11_edge_left_never",
    "recordings/v11_real_2s_asset",
    "recordings/v11_sub_camerahandsgaze_markers",
    "recordings/v11_sub_none",
    "recordings/v11_sub_none_markers",
];

pub(crate) fn clips() -> Result<String, String> {
    let python = packages::python("python-clips", &format!("{TESTS}/requirements-clips.txt"))?;
    write()?;
    report(&python, &[&format!("{TESTS}/check_clips.py"), CLIPS])
}

/// Opens BVH and USD in Blender.
pub(crate) fn blender(python: &str) -> Result<String, String> {
    write()?;
    report(python, &[&format!("{TESTS}/check_bvh_blender.py"), CLIPS])
}

fn write() -> Result<(), String> {
    files::empty(CLIPS)?;
    let recordings = RECORDINGS.map(|name| format!("testdata/{name}.bin"));
    run(converter_example("clips")?.arg(CLIPS).args(recordings))
}
