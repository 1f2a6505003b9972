//! Verbs that look at recordings, or give them out in other formats.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use reenact::CurveId;

use super::common::{self, Mode, ReadArgs};

/// Show what is in a recording, on one screen
///
/// Several recordings, or a folder, become a table with one line each.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact info session.bin
  reenact info recordings --json
  gzip -dc session.bin.gz | reenact info -")]
pub(crate) struct Info {
    /// Recordings, folders of them, or - for stdin
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Print JSON: an object, or an array for several
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Print every curve and key
///
/// JSON and ndjson hold all of a recording: `convert` makes the same bytes of them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact cat session.bin --format csv | head -n 3
  reenact cat session.bin --curves camera.position.y,left.tracked --format ndjson
  reenact cat session.bin --format json | reenact convert - copy.bin")]
pub(crate) struct Cat {
    /// The recording, or - for stdin
    pub(crate) file: PathBuf,
    /// In which form
    #[arg(long, value_enum, default_value = "json")]
    pub(crate) format: CatFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Only the keys of these curves; all others come out empty
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = common::curve)]
    pub(crate) curves: Vec<CurveId>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CatFormat {
    /// One document with all of it
    Json,
    /// A line with the head, then one for each curve
    Ndjson,
    /// A row for each key
    Csv,
}

/// Print the poses at some times, as CSV or JSON lines
///
/// Without --from and --to, a rate goes from 0 to the end of the recording.
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  reenact sample session.bin --at 0,0.5,1
  reenact sample session.bin --rate 30 --from 0.5 --to 1 --json
  reenact sample session.bin --at -0.5,1 --mode mrtk",
    group = clap::ArgGroup::new("times").required(true)
)]
pub(crate) struct Sample {
    /// The recording, or - for stdin
    pub(crate) file: PathBuf,
    /// At these times, in seconds
    #[arg(long, value_name = "SECS", value_delimiter = ',', allow_hyphen_values = true,
        value_parser = common::number, group = "times")]
    pub(crate) at: Vec<f32>,
    /// So many times a second
    #[arg(long, value_name = "HZ", value_parser = common::number, group = "times")]
    pub(crate) rate: Option<f32>,
    /// Where a rate starts, in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number,
        requires = "rate")]
    pub(crate) from: Option<f32>,
    /// Where a rate ends, in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number,
        requires = "rate")]
    pub(crate) to: Option<f32>,
    /// Whose truth
    #[arg(long, value_enum, default_value = "clean")]
    pub(crate) mode: Mode,
    /// Print JSON, one line a time
    #[arg(long, conflicts_with = "long")]
    pub(crate) json: bool,
    /// CSV with a row for each joint of each time instead of one for each time
    #[arg(long)]
    pub(crate) long: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Write a recording in another format or version
///
/// The format is that of the ending of OUT, or --to. JSON and ndjson, as `cat` writes them, GLB and
/// Parquet tables of keys are read as well. Several
/// recordings need a folder as OUT, and --to.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact convert session.bin session.json
  reenact convert session.bin.gz plain.bin
  reenact convert session.bin old.bin --to 1.0 --allow-loss")]
pub(crate) struct Convert {
    /// Recordings, folders of them, JSON, or - for stdin
    #[arg(required = true, value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Where to write it: a file, a folder for several, or - for stdout
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// To which format or version
    #[arg(long, value_enum)]
    pub(crate) to: Option<Format>,
    /// Leave out what the target has no room for
    #[arg(long)]
    pub(crate) allow_loss: bool,
    /// Which table a Parquet file is
    #[cfg(feature = "parquet")]
    #[arg(long, value_enum, default_value = "keys")]
    pub(crate) table: Table,
    /// Frames a second in a table of poses
    #[cfg(feature = "parquet")]
    #[arg(long, value_name = "HZ", default_value = "60", value_parser = common::number)]
    pub(crate) rate: f32,
    /// Whose truth a table of poses is
    #[cfg(feature = "parquet")]
    #[arg(long, value_enum, default_value = "clean")]
    pub(crate) mode: Mode,
    /// How far bent curves may be from the lines that take their place, in metres or components
    #[arg(long, value_name = "ERROR", default_value = "0.0001", value_parser = common::number)]
    pub(crate) max_error: f32,
    /// Overwrite a file that is there
    #[arg(long)]
    pub(crate) force: bool,
    /// Say what was done as JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// What a recording can be written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A recording of the version that it has
    Bin,
    /// Version 1.0, as MRTK 2.0 – 2.5 write it
    #[value(name = "1.0")]
    V1_0,
    /// Version 1.1, as MRTK 2.6 – 2.8 write it
    #[value(name = "1.1")]
    V1_1,
    /// Version 1.1 as Microsoft's page has it, which MRTK cannot load
    #[value(name = "1.1-published")]
    Published1_1,
    /// All of it as one JSON document
    Json,
    /// All of it as JSON, one curve a line
    Ndjson,
    /// A row for each key
    Csv,
    /// glTF in one binary file, for viewers, engines and Blender
    Glb,
    /// glTF as text
    Gltf,
    /// A table for DuckDB, Polars, pandas and Spark; see --table
    #[cfg(feature = "parquet")]
    Parquet,
}

/// A table of Parquet.
#[cfg(feature = "parquet")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Table {
    /// A row for each key: all of the recording, which is read back
    Keys,
    /// A row for each frame
    Frames,
    /// A row for each joint of each frame
    Joints,
    /// A row for each marker
    Markers,
}

/// Open recordings in the browser: not there yet
#[derive(Debug, Args)]
#[command(after_help = "\
Until it is there, `reenact info` shows what is in a recording.

Examples:
  reenact info session.bin")]
pub(crate) struct View {
    /// Recordings
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write one page that needs nothing else
    #[arg(long, value_name = "OUT")]
    pub(crate) html: Option<PathBuf>,
}
