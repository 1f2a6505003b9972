//! `cargo xtask bench`: runs the benchmarks.

use std::ffi::OsString;

use crate::process::{cargo, run as run_command};

/// Passes all arguments on, including `--help`.
pub(crate) fn run(words: &[OsString]) -> Result<(), String> {
    let mut command = cargo(&["run", "--release", "--package", "reenact-bench", "--"]);
    run_command(command.args(words))
}
