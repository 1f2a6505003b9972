//! Subcommands `info`, `cat`, `sample`, `convert` and `view`.

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use reenact::hand::{Joint, Side};
use reenact::{CurveId, Form, Mode};
use reenact_convert::tables::Table;
use reenact_convert::{Axes, Format, HandsbinVersion, Origin, Profile, Rig, Unit};

use super::common::{self, FramesArgs, ModeArgs, OneInputArgs, ReadArgs, ReportArgs};

/// Show a summary of a recording
///
/// Several recordings, or a folder, give a table with one row each.
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

/// Print all curves and keys
///
/// JSON and NDJSON are lossless: `convert` turns them back into the same bytes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact cat session.bin --format csv > keys.csv
  reenact cat session.bin --curves camera.position.y,left.tracked --format ndjson
  reenact cat session.bin --format json | reenact convert - copy.bin")]
pub(crate) struct Cat {
    /// Output format
    #[arg(long, value_enum, default_value = "json")]
    pub(crate) format: CatFormat,
    /// Same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Print keys of these curves only; the others are empty
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = common::curve)]
    pub(crate) curves: Vec<CurveId>,
    #[command(flatten)]
    pub(crate) input: OneInputArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CatFormat {
    /// One JSON document
    Json,
    /// One line for the header, then one line per curve
    Ndjson,
    /// One row per key
    Csv,
}

/// Print poses at given times or at a sample rate, as CSV or JSON lines
///
/// With --rate, the default range is the whole recording.
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
    /// Sample times in seconds, separated by commas
    #[arg(long, value_name = "SECS", value_delimiter = ',', allow_hyphen_values = true,
        value_parser = common::number, group = "times")]
    pub(crate) at: Vec<f32>,
    /// Sample rate in Hz
    #[arg(long, value_name = "HZ", value_parser = common::number, group = "times")]
    pub(crate) rate: Option<f32>,
    /// First sample time, in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number,
        requires = "rate")]
    pub(crate) from: Option<f32>,
    /// Last sample time, in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number,
        requires = "rate")]
    pub(crate) to: Option<f32>,
    #[command(flatten)]
    pub(crate) frames: FramesArgs,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    /// Print one JSON object per line
    #[arg(long, conflicts_with = "long")]
    pub(crate) json: bool,
    /// Long CSV: one row per joint and time instead of one row per time
    #[arg(long)]
    pub(crate) long: bool,
    #[command(flatten)]
    pub(crate) input: OneInputArgs,
}

/// Convert a recording to another format or version
///
/// The extension of OUT or --to selects the output format; the input format is detected from its contents. Besides input
/// animations, JSON and NDJSON (from `cat`), glTF, Parquet key tables, Unity XR Hands recordings, IWER recordings, `HoloLens2ForCV` tables
/// and journals can be read.
/// Several inputs need a folder as OUT, and --to. An extension .gz or .zst compresses the output. Data that the format cannot
/// hold is reported as `lost:`, with exit code 3.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact convert session.bin session.json
  reenact convert session.bin hands.glb --for blender
  reenact convert session.bin old.bin --to 1.0 --allow-loss
  reenact convert a.bin page.iwer.json --rate 90
  reenact convert session.bin session.handsbin --allow-loss
  reenact convert session.bin hand.json --to hand-pose --hand right --at 1.5")]
pub(crate) struct Convert {
    /// Recordings or folders, or - for stdin
    #[arg(required = true, value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Output file, folder for several inputs, or - for stdout
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Output format or version [default: by the extension of OUT]
    #[arg(long, value_enum)]
    pub(crate) to: Option<To>,
    /// Exit with 0 instead of 3 when data is lost; losses are still reported
    #[arg(long)]
    pub(crate) allow_loss: bool,
    /// Table to write as CSV or Parquet
    #[arg(long, value_parser = common::named::<Table>(), default_value = "keys")]
    pub(crate) table: Table,
    /// Sample rate in Hz, for formats that store frames and for curves with tangents
    #[arg(long, value_name = "HZ", default_value = "60", value_parser = common::number)]
    pub(crate) rate: f32,
    #[command(flatten)]
    pub(crate) frames: FramesArgs,
    /// Evaluation mode of sampled poses
    #[arg(long, value_parser = common::named::<Mode>(), default_value = "clean")]
    pub(crate) mode: Mode,
    /// Node structure of a glTF file
    #[arg(long, value_parser = common::named::<Profile>(), default_value = "skeleton")]
    pub(crate) profile: Profile,
    /// Target application: selects the coordinate system
    #[arg(long = "for", value_parser = common::named::<Axes>(), value_name = "APP", default_value = "web")]
    pub(crate) axes: Axes,
    #[command(flatten)]
    pub(crate) clip: Clip,
    #[command(flatten)]
    pub(crate) handsbin: Handsbin,
    /// Error bound for converting curves with tangents to linear ones, in metres or quaternion components
    #[arg(long, value_name = "ERROR", default_value = "0.0001", value_parser = common::number,
        help_heading = "Writing")]
    pub(crate) max_error: f32,
    /// Overwrite an existing file
    #[arg(long, help_heading = "Writing")]
    pub(crate) force: bool,
    /// Print a JSON report on stdout
    #[arg(long, help_heading = "Writing")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Output format, or version of MRTK's own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum To {
    Format(Format),
    Version(&'static str, Form, &'static str),
}

const VERSIONS: [To; 3] = [
    To::Version("1.0", Form::MRTK_1_0, "Version 1.0, written by MRTK 2.0 – 2.5"),
    To::Version("1.1", Form::MRTK_1_1, "Version 1.1, written by MRTK 2.6 – 2.8"),
    To::Version(
        "1.1-published",
        Form::PUBLISHED_1_1,
        "Version 1.1 as in Microsoft's documentation; MRTK cannot load it",
    ),
];

static TO: LazyLock<Vec<To>> = LazyLock::new(|| {
    let (bin, others): (Vec<Format>, Vec<Format>) =
        Format::ALL.into_iter().partition(|format| *format == Format::Bin);
    let formats = |list: Vec<Format>| list.into_iter().map(To::Format);
    formats(bin).chain(VERSIONS).chain(formats(others)).collect()
});

impl To {
    pub(crate) const fn format(self) -> Format {
        match self {
            Self::Format(format) => format,
            Self::Version(..) => Format::Bin,
        }
    }

    pub(crate) const fn form(self) -> Option<Form> {
        match self {
            Self::Format(_) => None,
            Self::Version(_, form, _) => Some(form),
        }
    }
}

impl ValueEnum for To {
    fn value_variants<'a>() -> &'a [Self] {
        &TO
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match *self {
            // Formats that this build lacks are known as well, so that the error names them.
            Self::Format(format) => {
                PossibleValue::new(format.name()).help(format.summary()).hide(!format.is_built())
            }
            Self::Version(name, _, help) => PossibleValue::new(name).help(help),
        })
    }
}

/// Options of single formats.
#[derive(Debug, Args)]
#[command(next_help_heading = "Unity clips, BVH, hand poses and BIDS")]
pub(crate) struct Clip {
    /// Unity clip: rig to animate
    #[arg(long, value_parser = common::named::<Rig>(), default_value = "reenact")]
    pub(crate) rig: Rig,
    /// BVH: unit of length; Blender expects metres
    #[arg(long, value_parser = common::named::<Unit>(), default_value = "m")]
    pub(crate) unit: Unit,
    /// Hand pose: which hand
    #[arg(long, value_parser = common::named::<Side>(), value_name = "SIDE", default_value = "right")]
    pub(crate) hand: Side,
    /// Hand pose: time in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) at: Option<f32>,
    /// Hand pose: joint at the origin
    #[arg(long, value_name = "JOINT", value_parser = common::joint, default_value = "IndexTip")]
    pub(crate) reference: Joint,
    /// BIDS: subject label [default: the name of the input]
    #[arg(long, value_name = "LABEL")]
    pub(crate) subject: Option<String>,
    /// BIDS: session label
    #[arg(long, value_name = "LABEL")]
    pub(crate) session: Option<String>,
    /// BIDS: task label
    #[arg(long, value_name = "LABEL", default_value = "recording")]
    pub(crate) task: String,
}

/// Options of Unity XR Hands recordings.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Unity XR Hands recordings")]
pub(crate) struct Handsbin {
    /// Format version: 1 for XR Hands 1.7, 2 for 1.8 and later
    #[arg(
        id = "handsbin_version",
        long = "handsbin-version",
        value_parser = common::named::<HandsbinVersion>(),
        value_name = "VERSION",
        default_value = "2"
    )]
    pub(crate) version: HandsbinVersion,
    /// Write a frame at each key time instead of at --rate
    #[arg(long, conflicts_with = "rate")]
    pub(crate) key_times: bool,
    /// Origin of positions
    #[arg(long, value_parser = common::named::<Origin>(), default_value = "world")]
    pub(crate) origin: Origin,
}

/// Open recordings in the viewer, in the browser
///
/// Starts a server on this machine, prints its address and opens it. Ctrl-C stops it. Nothing is uploaded.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact view session.bin
  reenact view before.bin after.bin
  reenact view session.bin --html session.html")]
pub(crate) struct View {
    /// Recordings or folders, or - for stdin [default: the demo recording]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write a self-contained HTML page with the recordings embedded
    #[arg(long, value_name = "OUT", conflicts_with_all = ["no_open", "port"])]
    pub(crate) html: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "html")]
    pub(crate) force: bool,
    /// Do not open the browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Port to listen on; 0 selects a free port
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}
