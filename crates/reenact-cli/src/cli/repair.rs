//! Subcommand `repair`.

use clap::Args;
use reenact::NoSuchName;
use reenact_edit::repair::Fix;

use super::common::EditArgs;

/// Repair defects and salvage damaged files
///
/// Lists every change. No motion is made up: tracking gaps and lost tails stay as they are. The journal of a recording that was cut
/// off becomes a recording, too.
#[derive(Debug, Args)]
#[command(after_help = "\
Repairs, in the order in which they are applied:
  salvage       Recover the intact part of a truncated or damaged file
  flags         Correct flag bytes
  modes         Replace wrap modes and weighted modes that Unity does not have
  sort          Sort keys by time
  non-finite    Remove keys at NaN times, interpolate NaN and infinite values
  conflicts     Keep the last of several keys at one time (off by default)
  rotation-w    Rebuild the rotation W that MRTK 2.6.0 – 2.7.2 lost
  signs         Align the signs of quaternions
  normalize     Normalize quaternions
  duplicates    Merge equal keys at one time
  layout        Convert the published layout to that of MRTK
  marker-list   Add the marker list that MRTK needs
  marker-order  Sort markers by time
  trailing      Remove the bytes after the marker list (off by default)

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
