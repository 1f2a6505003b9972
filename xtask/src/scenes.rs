//! Steps that check glTF files with the programs that open them.

use std::path::{Path, PathBuf};

use crate::process::{converter_example, report, run};
use crate::{clips, files, packages};

const NODE_TESTS: &str = "crates/reenact-convert/tests/node";
const BLENDER_TESTS: &str = "crates/reenact-convert/tests/blender";
/// Output folder.
const SCENES: &str = "target/scenes";
const BLENDER_SCENES: &str = "target/scenes-blender";

/// Recordings for Blender.
const FOR_BLENDER: [&str; 2] =
    ["recordings/v11_real_2s_lossless", "recordings/v11_edge_left_never"];

/// Recordings whose rotations jump, so that slerp and nlerp differ between keys: their files must be valid, but poses between
/// keys are not compared.
fn leaps(path: &Path) -> bool {
    let path = path.to_string_lossy();
    let is_smooth =
        ["before_zero", "camera_eased", "all_tracks"].iter().any(|name| path.contains(name));
    let is_odd = ["odd", "published", "drafts", "fork", "_synth_", "_m272_"]
        .iter()
        .any(|name| path.contains(name));
    is_odd && !is_smooth
}

/// Checks all recordings with the validator and three.js.
pub(crate) fn scenes() -> Result<String, String> {
    packages::node(NODE_TESTS)?;
    let (still, played): (Vec<PathBuf>, Vec<PathBuf>) =
        files::recordings()?.into_iter().partition(|path| leaps(path));
    let still = [PathBuf::from("--still")].into_iter().chain(still);
    write(SCENES, played.into_iter().chain(still))?;
    report("node", &[&format!("{NODE_TESTS}/check_scenes.mjs"), SCENES])
}

/// Checks some recordings with Blender.
pub(crate) fn blender() -> Result<String, String> {
    let python = packages::python("blender", &format!("{BLENDER_TESTS}/requirements.txt"))?;
    write(
        BLENDER_SCENES,
        FOR_BLENDER.into_iter().map(|name| format!("testdata/{name}.bin").into()),
    )?;
    let scenes = report(&python, &[&format!("{BLENDER_TESTS}/check_scenes.py"), BLENDER_SCENES])?;
    Ok(format!("{scenes}; {}", clips::blender(&python)?))
}

/// Writes recordings as scenes to an empty folder.
fn write(folder: &str, recordings: impl Iterator<Item = PathBuf>) -> Result<(), String> {
    files::empty(folder)?;
    run(converter_example("scenes")?.arg(folder).args(recordings))
}
