//! Subcommand `make`.

use std::path::PathBuf;

use clap::Args;
use reenact_make::Device;

use super::common::{self, Form};

/// Make a synthetic recording from a seed or a script
///
/// A simulated person stands in a room and reaches for things. The same seed gives the same bytes on every machine.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact make --demo -o demo.bin
  reenact make --seconds 5 --seed 7 -o made.bin
  reenact make --device hololens2 --seconds 20 -o like_a_headset.bin
  reenact make --script press.toml -o press.bin
  reenact make --seconds 2 --rate 90 --to 1.0 -o - | reenact info -")]
pub(crate) struct Make {
    /// Make the built-in demo recording, which contains every kind of event
    #[arg(long)]
    pub(crate) demo: bool,
    /// Script to perform: TOML with one `[[act]]` table for each action
    #[arg(long, value_name = "FILE", conflicts_with_all = ["demo", "seconds"])]
    pub(crate) script: Option<PathBuf>,
    /// Length in seconds, up to 86400 [default: 10, or the length of the demo or script]
    #[arg(long, value_name = "SECS", value_parser = common::number)]
    pub(crate) seconds: Option<f32>,
    /// Device profile: ideal has even times, rigid bones and a key in every frame; hololens2 has the rate, noise, elastic bones, sign flips and start times of a worn HoloLens 2
    #[arg(long, value_parser = common::named::<Device>(), default_value = "ideal", conflicts_with = "script")]
    pub(crate) device: Device,
    /// Frame rate in Hz, from 1 to 1000 [default: 60; 24 with --device hololens2; the script's rate with --script]
    #[arg(long, value_name = "HZ", value_parser = common::number)]
    pub(crate) rate: Option<f32>,
    /// Random seed; the same seed gives the same bytes [default: 1, or the script's seed]
    #[arg(long, value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// Format version [default: 1.1, or 1.0 with --device hololens2]
    #[arg(long, value_enum)]
    pub(crate) to: Option<Form>,
    /// Output file, or - for stdout; the extension selects the format: .bin, .bin.gz, .glb, …
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

/// Parses a seed like the library.
fn seed(text: &str) -> Result<u64, String> {
    reenact_make::Options::parse_seed(text).map_err(|error| error.to_string())
}
