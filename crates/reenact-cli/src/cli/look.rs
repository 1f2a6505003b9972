//! Verbs that look at recordings, or give them out in other formats.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use reenact::CurveId;
use reenact::hand::Joint;

use super::common::{self, Hand, Mode, ModeArgs, OneInputArgs, ReadArgs, ReportArgs};

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
    #[command(flatten)]
    pub(crate) report: ReportArgs,
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
    pub(crate) input: OneInputArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CatFormat {
    /// One document with all of it
    Json,
    /// A line with the head, then one for each curve
    Ndjson,
    /// The keys as a table
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
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    /// Print JSON, one line a time
    #[arg(long, conflicts_with = "long")]
    pub(crate) json: bool,
    /// CSV with a row for each joint of each time instead of one for each time
    #[arg(long)]
    pub(crate) long: bool,
    #[command(flatten)]
    pub(crate) input: OneInputArgs,
}

/// Write a recording in another format or version
///
/// The format is that of the ending of OUT, or --to. JSON and ndjson, as `cat` writes them, glTF,
/// Parquet tables of keys, WebXR recordings by IWER and tables by the recorder of `HoloLens2ForCV`
/// are read as well. Several recordings need a folder as OUT, and --to. OUT may end in .gz or .zst
/// after that, and is then compressed. What the format cannot hold is reported as `lost:`, with exit
/// code 3.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact convert session.bin session.json
  reenact convert session.bin.gz plain.bin
  reenact convert session.bin hands.glb --for blender
  reenact convert session.bin old.bin --to 1.0 --allow-loss
  reenact convert a.bin page.iwer.json --rate 90
  reenact convert session.bin hand.json --to hand-pose --hand right --at 1.5")]
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
    /// Accept that something is lost: it is reported, but the exit code is 0 instead of 3
    #[arg(long)]
    pub(crate) allow_loss: bool,
    /// Which table a Parquet or CSV file is
    #[arg(long, value_enum, default_value = "keys")]
    pub(crate) table: Table,
    /// Frames a second, where a format has frames, or curves with tangents become a scene
    #[arg(long, value_name = "HZ", default_value = "60", value_parser = common::number)]
    pub(crate) rate: f32,
    /// Whose truth a table of poses is
    #[arg(long, value_enum, default_value = "clean")]
    pub(crate) mode: Mode,
    /// What the nodes of a glTF file are
    #[arg(long, value_enum, default_value = "skeleton")]
    pub(crate) profile: Profile,
    /// For whom a scene is, which decides its axes
    #[arg(long = "for", value_enum, value_name = "WHOM", default_value = "web")]
    pub(crate) axes: Axes,
    #[command(flatten)]
    pub(crate) clip: Clip,
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
    /// A table as text; see --table
    Csv,
    /// glTF in one binary file, for viewers, engines and Blender
    Glb,
    /// glTF as text
    Gltf,
    /// A WebXR recording, .iwer.json: IWER plays it in a page
    Iwer,
    /// The `head_hand_eye.csv` of `HoloLens2ForCV`
    Hololens,
    /// Transforms, hands, gaze, states and markers, for Foxglove and Rerun
    #[cfg(feature = "mcap")]
    Mcap,
    /// An animation clip for Unity, with its .meta file; see --rig
    Anim,
    /// A skeleton of fixed bones for animation tools; see --unit
    Bvh,
    /// USD as text: hands with a skin, camera and gaze
    Usda,
    /// One hand at one moment, for MRTK's input simulation; see --hand and --at
    HandPose,
    /// BIDS Motion, a folder; see --subject, --session and --task
    Bids,
    /// A table for DuckDB, Polars, pandas and Spark; see --table
    #[cfg(feature = "parquet")]
    Parquet,
}

/// A table of Parquet or CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Table {
    /// A row for each key: all of the recording, which is read back from Parquet
    Keys,
    /// A row for each frame
    Frames,
    /// A row for each joint of each frame
    Joints,
    /// A row for each marker
    Markers,
}

/// What the nodes of a glTF file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Profile {
    /// Joints in the world with the keys as they are, and nothing to be seen
    Flat,
    /// Hands to be seen: joints that hang on each other, with a skin
    Skeleton,
}

impl From<Profile> for reenact_convert::gltf::Profile {
    fn from(profile: Profile) -> Self {
        match profile {
            Profile::Flat => Self::Flat,
            Profile::Skeleton => Self::Skeleton,
        }
    }
}

/// What single formats need to know.
#[derive(Debug, Args)]
#[command(next_help_heading = "Clips, poses and datasets")]
pub(crate) struct Clip {
    /// Which nodes a Unity clip moves
    #[arg(long, value_enum, default_value = "reenact")]
    pub(crate) rig: Rig,
    /// What the numbers of a BVH file are: metres, as Blender takes them, or centimetres
    #[arg(long, value_enum, default_value = "m")]
    pub(crate) unit: Unit,
    /// Of which hand a hand pose is
    #[arg(long, value_enum, value_name = "SIDE", default_value = "right")]
    pub(crate) hand: Hand,
    /// At which time a hand pose is, in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) at: Option<f32>,
    /// Which joint of a hand pose is at the origin
    #[arg(long, value_name = "JOINT", value_parser = common::joint, default_value = "IndexTip")]
    pub(crate) reference: Joint,
    /// Whose recording it is in a BIDS dataset; the name of the input if not given
    #[arg(long, value_name = "LABEL")]
    pub(crate) subject: Option<String>,
    /// The session in a BIDS dataset
    #[arg(long, value_name = "LABEL")]
    pub(crate) session: Option<String>,
    /// What the person did, in a BIDS dataset
    #[arg(long, value_name = "LABEL", default_value = "recording")]
    pub(crate) task: String,
}

/// Which nodes a clip moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rig {
    /// Those of our glTF files
    Reenact,
    /// Those of MRTK's own hands, `RiggedHandLeft` and `RiggedHandRight`
    Mrtk,
}

impl From<Rig> for reenact_convert::unity::Rig {
    fn from(rig: Rig) -> Self {
        match rig {
            Rig::Reenact => Self::Reenact,
            Rig::Mrtk => Self::Mrtk,
        }
    }
}

/// What lengths are measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unit {
    /// Metres
    M,
    /// Centimetres
    Cm,
}

impl From<Unit> for reenact_convert::bvh::Unit {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::M => Self::Metres,
            Unit::Cm => Self::Centimetres,
        }
    }
}

/// Whom a scene is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Axes {
    /// Right-handed, y up, looking along -z: viewers, three.js, WebXR, OpenXR
    Web,
    /// The same, and what else makes it look right in Blender
    Blender,
    /// For importers into Unity, which turn x round
    Unity,
}

impl From<Axes> for reenact_convert::Axes {
    fn from(axes: Axes) -> Self {
        match axes {
            Axes::Web => Self::Web,
            Axes::Blender => Self::Blender,
            Axes::Unity => Self::Unity,
        }
    }
}

/// Open recordings in the browser
///
/// Serves the viewer to the browser on this machine, prints its address and opens it. Ctrl-C ends it. Nothing leaves this machine.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact view session.bin
  reenact view before.bin after.bin
  reenact view session.bin --html session.html")]
pub(crate) struct View {
    /// Recordings, folders of them, or - for stdin; the demo if there is none
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write one page that needs nothing else, with the recordings inside, to send to somebody
    #[arg(long, value_name = "OUT", conflicts_with_all = ["no_open", "port"])]
    pub(crate) html: Option<PathBuf>,
    /// Overwrite a page that is there
    #[arg(long, requires = "html")]
    pub(crate) force: bool,
    /// Only print the address
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Listen on this port; any free one if it is 0
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}
