//! `cargo xtask schemas`: JSON schemas of the reports, and the types that the viewer has of them.

use crate::Outcome;
use crate::args::Args;
use crate::process::{cargo, run as run_command};

pub(crate) const HELP: &str = "\
Writes docs/schemas and viewer/src/reports.ts from the types of the library's reports.

Usage: cargo xtask schemas

The tests fail while they are not up to date.
";

pub(crate) fn run(args: Args) -> Outcome {
    args.finish()?;
    let test = "the_schemas_and_the_types_of_the_viewer_are_up_to_date";
    let mut command = cargo(&["test", "--package", "reenact-cli", "--test", "all", test]);
    Ok(run_command(command.env("REENACT_UPDATE", "1"))?)
}
