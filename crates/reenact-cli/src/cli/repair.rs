//! Mending.

use clap::Args;
use reenact_edit::repair::Mend;

use super::common::EditArgs;
use crate::suggest;

/// Mend what can be mended, and save what is left of a damaged file
///
/// Says exactly what it did. Nothing is made up: where a hand was not tracked or a tail was lost, it stays so.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact repair damaged.bin -o mended.bin
  reenact repair session.bin --mends sort,duplicates -o sorted.bin
  reenact repair damaged.bin --dry-run")]
pub(crate) struct Repair {
    /// Only these mends, by the names that this command prints [default: all that keep what was meant]
    #[arg(long, value_name = "MEND", value_delimiter = ',', value_parser = mend)]
    pub(crate) mends: Vec<Mend>,
    /// Every mend, also those that throw something away
    #[arg(long, conflicts_with = "mends")]
    pub(crate) all: bool,
    /// Say what would be done, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

fn mend(name: &str) -> Result<Mend, String> {
    name.parse().map_err(|error: reenact_edit::repair::NoSuchMend| {
        match suggest::nearest(name, Mend::ALL.iter().map(|mend| mend.name())) {
            Some(near) => format!("no mend of that name; did you mean {near}?"),
            None => error.to_string(),
        }
    })
}
