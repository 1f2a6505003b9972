//! Subcommand `marker`.

use clap::{Args, Subcommand};

use reenact_inspect::events::EventKind;

use super::common::{self, EditArgs, ModeArgs, ReportArgs};

/// List, add, remove, rename and generate markers
#[derive(Debug, Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  reenact marker list session.bin
  reenact marker add session.bin --at 1.5 --name grab -o marked.bin
  reenact marker remove session.bin --all --in-place"
)]
pub(crate) struct Marker {
    #[command(subcommand)]
    pub(crate) command: MarkerCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum MarkerCommand {
    List(List),
    Add(Add),
    Remove(Remove),
    Rename(Rename),
    Auto(Auto),
}

/// List the markers
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact marker list session.bin
  reenact marker list session.bin --json")]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// Add a marker
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact marker add session.bin --at 1.5 --name grab -o marked.bin
  reenact marker add session.bin --at -0.5 --name before --in-place")]
pub(crate) struct Add {
    /// Time in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) at: f32,
    /// Name of the marker
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Selection of markers.
#[derive(Debug, Args)]
#[group(id = "which", required = true, multiple = false)]
pub(crate) struct WhichArgs {
    /// All markers
    #[arg(long)]
    pub(crate) all: bool,
    /// Markers with this name
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    pub(crate) named: Option<String>,
    /// Marker with this number in the list, from 1
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<std::num::NonZero<usize>>,
    /// Markers between two times in seconds: A,B
    #[arg(long, value_name = "A,B", value_delimiter = ',', allow_hyphen_values = true,
        value_parser = common::number)]
    pub(crate) between: Option<Vec<f32>>,
}

/// Remove markers
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact marker remove session.bin --named start -o unmarked.bin
  reenact marker remove session.bin --between 0.5,1.5 --in-place")]
pub(crate) struct Remove {
    #[command(flatten)]
    pub(crate) which: WhichArgs,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Rename markers
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact marker rename session.bin --named start --name begin -o renamed.bin
  reenact marker rename session.bin --number 1 --name begin --in-place")]
pub(crate) struct Rename {
    #[command(flatten)]
    pub(crate) which: WhichArgs,
    /// New name
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Add markers at detected events: pinches, grabs, pokes, pauses, fixations
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact marker auto session.bin --kinds pinch,grab -o marked.bin
  reenact marker auto session.bin --kinds pinch --ends --name \"{kind} {hand}\" -o named.bin")]
pub(crate) struct Auto {
    /// Event kinds: tracked, pinch, grab, poke, pause, fixation, saccade [default: all]
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    pub(crate) kinds: Vec<EventKind>,
    /// Also mark the end of each event
    #[arg(long)]
    pub(crate) ends: bool,
    /// Name pattern; {kind}, {hand}, {number} and {value} are replaced
    #[arg(long, default_value = "{hand} {kind}", allow_hyphen_values = true)]
    pub(crate) name: String,
    /// Name pattern for ends
    #[arg(long, default_value = "{hand} {kind} end", allow_hyphen_values = true)]
    pub(crate) end_name: String,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}
