//! `cargo xtask bench`: runs the benchmarks.

use crate::Outcome;
use crate::args::Args;
use crate::process::{cargo, run as run_command};

/// Hands everything on, `--help` too.
pub(crate) fn run(args: Args) -> Outcome {
    let mut command = cargo(&["run", "--release", "--package", "reenact-bench", "--"]);
    Ok(run_command(command.args(args.rest()))?)
}
