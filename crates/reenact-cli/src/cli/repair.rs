//! Subcommand `repair`.

use clap::Args;
use reenact::NoSuchName;
use reenact_edit::repair::Fix;

use super::common::EditArgs;

/// Repair defects and salvage damaged files
///
/// Lists every change. Nothing is invented: tracking gaps and lost tails stay as they are.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact repair damaged.bin -o repaired.bin
  reenact repair session.bin --fixes sort,duplicates -o sorted.bin
  reenact repair damaged.bin --dry-run")]
pub(crate) struct Repair {
    /// Repairs to apply, by name [default: all except conflicts and trailing]
    #[arg(long, value_name = "FIX", value_delimiter = ',', value_parser = fix)]
    pub(crate) fixes: Vec<Fix>,
    /// Apply every repair, including those that discard data
    #[arg(long, conflicts_with = "fixes")]
    pub(crate) all: bool,
    /// Report the repairs without writing a file
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

fn fix(name: &str) -> Result<Fix, NoSuchName> {
    name.parse()
}
