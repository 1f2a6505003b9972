//! Subcommands `doctor`, `compare`, `stats` and `plot`.

use std::path::PathBuf;

use clap::Args;
use reenact::hand::Joint;
use reenact_inspect::compare::Reference;
use reenact_inspect::doctor::{Code, Severity};
use reenact_plot::Theme;

use super::common::{self, FramesArgs, InputArgs, ModeArgs, PartArgs, ReadArgs, ReportArgs};

/// Check a recording for defects and report what `repair` can fix
///
/// Accepts any file and names the MRTK release that probably wrote it. Exit code 0: no finding at or above the --fail-on
/// severity; 3: at least one; 1: the file cannot be read at all.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact doctor session.bin
  reenact doctor damaged.bin --json
  reenact doctor recordings --fail-on error --ignore tail-lost,teleport")]
pub(crate) struct Doctor {
    /// Check file structure and values only, not the plausibility of the motion
    #[arg(long)]
    pub(crate) structure_only: bool,
    /// Finding codes to ignore, such as tail-lost; may be repeated
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) ignore: Vec<Code>,
    /// Lowest severity that gives exit code 3
    #[arg(long, value_name = "LEVEL", default_value = "warning",
        value_parser = common::named::<Severity>())]
    pub(crate) fail_on: Severity,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// Compare two recordings
///
/// Reports the largest and mean differences and when they start. Exit code 0: equal within the tolerances; 3: different.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact compare a.bin b.bin
  reenact compare a.bin b.bin --find-offset 1 --reference head
  reenact compare a.bin b.bin --position-mm 5 --rotation-deg 2 --json")]
pub(crate) struct Compare {
    /// First recording, or - for stdin
    pub(crate) a: PathBuf,
    /// Second recording, or - for stdin
    pub(crate) b: PathBuf,
    /// Position tolerance, in millimetres
    #[arg(long = "position-mm", value_name = "MM", default_value = "2", value_parser = common::millimetres)]
    pub(crate) position_m: f32,
    /// Rotation tolerance, in degrees
    #[arg(long, value_name = "DEG", default_value = "0.5", value_parser = common::number)]
    pub(crate) rotation_deg: f32,
    /// Gaze direction tolerance, in degrees
    #[arg(long, value_name = "DEG", default_value = "0.5", value_parser = common::number)]
    pub(crate) gaze_deg: f32,
    /// Time tolerance for tracking states, pinches, duration and markers, in seconds
    #[arg(long, value_name = "SECS", default_value = "0.05", value_parser = common::number)]
    pub(crate) time_secs: f32,
    /// Zero tolerance; keys before 0 s count too
    #[arg(long, conflicts_with_all = ["position_m", "rotation_deg", "gaze_deg", "time_secs"])]
    pub(crate) exact: bool,
    /// Time offset of the second recording, in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number,
        group = "alignment")]
    pub(crate) offset: Option<f32>,
    /// Search for the best time offset of the second recording, up to this many seconds
    #[arg(long, value_name = "SECS", value_parser = common::number, group = "alignment")]
    pub(crate) find_offset: Option<f32>,
    /// Align by dynamic time warping with at most this shift, in seconds
    #[arg(long, value_name = "SECS", value_parser = common::number, group = "alignment")]
    pub(crate) warp: Option<f32>,
    /// Reference frame of poses: as recorded, relative to the head, to each hand's wrist (hand shape only), or to the first head pose
    #[arg(long, value_name = "FRAME", default_value = "as-recorded", value_parser = common::named::<Reference>())]
    pub(crate) reference: Reference,
    /// Start of the time range, in seconds of the first recording
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) from: Option<f32>,
    /// End of the time range, in seconds of the first recording
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) to: Option<f32>,
    /// Ignore markers
    #[arg(long)]
    pub(crate) no_markers: bool,
    /// Sample rate in Hz, in addition to the key times
    #[arg(long, value_name = "HZ", default_value = "60", value_parser = common::number)]
    pub(crate) rate: f32,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Compute movement statistics: path, speed, smoothness, pinches, gaze
///
/// Several recordings give a table with one row each; --csv has all measures.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact stats session.bin
  reenact stats recordings --csv
  reenact stats session.bin --from 0.5 --to 1.5 --joint IndexTip --json")]
pub(crate) struct Stats {
    #[command(flatten)]
    pub(crate) part: PartArgs,
    /// Joint that represents the hand
    #[arg(long, default_value = "Wrist", value_parser = common::joint)]
    pub(crate) joint: Joint,
    /// Sample rate in Hz
    #[arg(long, value_name = "HZ", value_parser = common::number)]
    pub(crate) rate: Option<f32>,
    #[command(flatten)]
    pub(crate) frames: FramesArgs,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    /// Print JSON: an object, or an array for several files
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Print CSV: one row per recording, one column per measure
    #[arg(long)]
    pub(crate) csv: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Plot curves and measures over time as SVG or PNG
///
/// Names are curves as printed by `cat` (left.Wrist.position.x), the beginning of such names (left.Wrist.position), or measures of
/// `stats --csv` that vary over time (`left_speed_m_s`). Several recordings are overlaid.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact plot session.bin -o session.svg
  reenact plot session.bin --show right.IndexTip.position,right_speed_m_s -o tip.png
  reenact plot a.bin b.bin --show camera.position --title Heads -o heads.svg")]
pub(crate) struct Plot {
    /// Curves and measures to plot, one panel each [default: head, both wrists and hand speeds]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) show: Vec<String>,
    /// Output file (.svg or .png), or - for SVG on stdout
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Title above the plot
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(crate) title: String,
    #[command(flatten)]
    pub(crate) part: PartArgs,
    /// Width in pixels
    #[arg(long, value_name = "PX", default_value = "900")]
    pub(crate) width: u32,
    /// Height in pixels [default: depends on the number of panels]
    #[arg(long, value_name = "PX")]
    pub(crate) height: Option<u32>,
    /// PNG resolution factor
    #[arg(long, value_name = "FACTOR", default_value = "2", value_parser = common::number)]
    pub(crate) scale: f32,
    /// Colour theme
    #[arg(long, default_value = "light", value_parser = common::named::<Theme>())]
    pub(crate) theme: Theme,
    #[command(flatten)]
    pub(crate) frames: FramesArgs,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    /// Do not shade tracked and pinching spans
    #[arg(long)]
    pub(crate) no_shades: bool,
    /// Do not draw markers
    #[arg(long)]
    pub(crate) no_markers: bool,
    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}
