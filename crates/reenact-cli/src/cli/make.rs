//! Making recordings up.

use std::path::PathBuf;

use clap::Args;

use super::common::{self, Form};

/// Make a recording up, without a headset
///
/// A made-up person stands in a room and reaches for things. The same seed gives the same recording everywhere.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact make --demo -o demo.bin
  reenact make --seconds 5 --seed 7 -o made.bin
  reenact make --script press.toml -o press.bin
  reenact make --seconds 2 --rate 90 --to 1.0 -o - | reenact info -")]
pub(crate) struct Make {
    /// The built-in demo, in which everything happens at least once
    #[arg(long)]
    pub(crate) demo: bool,
    /// What a script says, to the letter: TOML, with one act for each thing that happens
    #[arg(long, value_name = "FILE", conflicts_with_all = ["demo", "seconds"])]
    pub(crate) script: Option<PathBuf>,
    /// How long it is, in seconds [default: 10, or as long as it takes]
    #[arg(long, value_name = "SECS", value_parser = common::number)]
    pub(crate) seconds: Option<f32>,
    /// Frames a second [default: 60, or what the script says]
    #[arg(long, value_name = "HZ", value_parser = common::number)]
    pub(crate) rate: Option<f32>,
    /// Who the person is and what they do [default: 1, or what the script says]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// In which version
    #[arg(long, value_enum, default_value = "1.1")]
    pub(crate) to: Form,
    /// Where to write it: a file, or - for stdout
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Overwrite a file that is there
    #[arg(long)]
    pub(crate) force: bool,
}
