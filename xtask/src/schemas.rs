//! `cargo xtask schemas`: JSON schemas of the reports, and the viewer's types for them.

use crate::process::{cargo, run as run_command};

/// Writes docs/schemas and viewer/src/reports.ts from the types of the library's reports
///
/// The tests fail if they are not up to date.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run() -> Result<(), String> {
    let test = "the_schemas_and_the_types_of_the_viewer_are_up_to_date";
    let mut command = cargo(&["test", "--package", "reenact-cli", "--test", "all", test]);
    run_command(command.env("REENACT_UPDATE", "1"))
}
