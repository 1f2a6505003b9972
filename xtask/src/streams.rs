//! Steps that check frame-based formats with their readers: a WebXR page, MCAP's own reader, Rerun.

use crate::process::{command, converter_example, output_of, report, run};
use crate::{files, packages};

const TESTS: &str = "crates/reenact-convert/tests";

/// Short recordings with every track, tracking losses, pinches, gaze and markers; and nearly empty ones.
const RECORDINGS: [&str; 5] = [
    "recordings/v11_edge_left_never",
    "recordings/v11_real_2s_asset",
    "recordings/v11_sub_camera",
    "recordings/v11_sub_camerahandsgaze_markers",
    "published/all_tracks",
];

/// Writes the recordings, and IWER's own recording, in each of these formats.
fn written(folder: &str, recorded: &str) -> Result<(), String> {
    let recordings = RECORDINGS.map(|name| format!("testdata/{name}.bin"));
    run(converter_example("frames_elsewhere")?.args([folder, recorded]).args(recordings))
}

/// IWER records in a page, the recording is converted, and IWER plays the result and other recordings.
pub(crate) fn webxr() -> Result<String, String> {
    let folder = "target/webxr";
    let tests = format!("{TESTS}/webxr");
    packages::node(&tests)?;
    let chromium = packages::CHROMIUM.have()?;
    files::empty(folder)?;
    let recorded = format!("{folder}/recorded.json");
    report("node", &[&format!("{tests}/record.mjs"), &chromium, folder])?;
    written(folder, &recorded)?;
    report("node", &[&format!("{tests}/check.mjs"), &chromium, folder])
}

pub(crate) fn streams() -> Result<String, String> {
    let folder = "target/streams";
    let tests = format!("{TESTS}/python");
    let python = packages::python("python", &format!("{tests}/requirements.txt"))?;
    files::empty(folder)?;
    written(folder, &format!("{TESTS}/webxr/recorded.iwer.json"))?;
    report(&python, &[&format!("{tests}/check_streams.py"), folder, "testdata"])
}

/// Contents that Rerun must find in each file.
const IN_RERUN: [&str; 4] =
    ["Transform3D:translation", "Points3D:positions", "TextLog:text", "reenact.State:message"];

/// Rerun checks and imports an MCAP file, and must find its contents.
pub(crate) fn rerun() -> Result<String, String> {
    let folder = "target/rerun";
    packages::python("python-rerun", &format!("{TESTS}/python/rerun.txt"))?;
    let rerun = "target/python-rerun/bin/rerun";
    files::empty(folder)?;
    written(folder, &format!("{TESTS}/webxr/recorded.iwer.json"))?;
    let all = format!("{folder}/v11_sub_camerahandsgaze_markers");
    let (file, imported) = (format!("{all}.mcap"), format!("{all}.rrd"));
    run(&mut command(rerun, &["mcap", "check", "--full", &file]))?;
    run(&mut command(rerun, &["mcap", "convert", &file, "-o", &imported]))?;
    let stats = output_of(&mut command(rerun, &["rrd", "stats", &imported]))
        .ok_or_else(|| format!("{rerun} cannot read what it imported: {imported}"))?;
    match IN_RERUN.into_iter().find(|column| !stats.contains(column)) {
        Some(column) => Err(format!("Rerun finds no {column} in {file}")),
        None => Ok(format!("{} kinds of data", IN_RERUN.len())),
    }
}
