//! Verbs that judge, compare, measure and draw.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use reenact::hand::Joint;
use reenact_inspect::doctor::{Code, Severity};

use crate::suggest;

use super::common::{self, InputArgs, ModeArgs, PartArgs, ReadArgs, ReportArgs};

/// Check a recording for defects and report what `repair` can fix
///
/// Takes any file, also one that cannot be read, and names the MRTK release that probably wrote it. Exit code 0 means that
/// there is no finding at or above the level of --fail-on, 3 that there is one, 1 that the file cannot be read at all.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact doctor session.bin
  reenact doctor damaged.bin --json
  reenact doctor recordings --fail-on error --ignore tail-lost,teleport")]
pub(crate) struct Doctor {
    /// Check the structure and the numbers alone, not whether they are those of a person
    #[arg(long)]
    pub(crate) structure_only: bool,
    /// Ignore findings with this code, such as tail-lost; may be repeated
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = finding_code)]
    pub(crate) ignore: Vec<Code>,
    /// The least severe finding that ends with exit code 3
    #[arg(long, value_name = "LEVEL", value_enum, default_value = "warning")]
    pub(crate) fail_on: FailOn,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum FailOn {
    Error,
    Warning,
    Note,
}

impl From<FailOn> for Severity {
    fn from(level: FailOn) -> Self {
        match level {
            FailOn::Error => Self::Error,
            FailOn::Warning => Self::Warning,
            FailOn::Note => Self::Note,
        }
    }
}

/// A finding's code by its name.
fn finding_code(name: &str) -> Result<Code, String> {
    Code::from_name(name).ok_or_else(|| {
        match suggest::nearest(name, Code::ALL.iter().map(|code| code.as_str())) {
            Some(near) => format!("no finding has that code; did you mean {near}?"),
            None => {
                "no finding has that code: docs/doctor.md lists them, such as tail-lost".to_owned()
            }
        }
    })
}

/// Say how far apart two recordings are, and from when on
///
/// Exit code 0 means the same within the tolerances, 3 that they differ.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact compare a.bin b.bin
  reenact compare a.bin b.bin --find-offset 1 --seen-from head
  reenact compare a.bin b.bin --position-mm 5 --rotation-deg 2 --json")]
pub(crate) struct Compare {
    /// The first recording, or - for stdin
    pub(crate) a: PathBuf,
    /// The second, or - for stdin
    pub(crate) b: PathBuf,
    /// How far positions may be apart, in millimetres
    #[arg(long, value_name = "MM", default_value = "2", value_parser = common::number)]
    pub(crate) position_mm: f32,
    /// How far rotations may be apart, in degrees
    #[arg(long, value_name = "DEG", default_value = "0.5", value_parser = common::number)]
    pub(crate) rotation_deg: f32,
    /// How far the direction of the gaze may be apart, in degrees
    #[arg(long, value_name = "DEG", default_value = "0.5", value_parser = common::number)]
    pub(crate) gaze_deg: f32,
    /// For how long states, ends and markers may differ, in seconds
    #[arg(long, value_name = "SECS", default_value = "0.05", value_parser = common::number)]
    pub(crate) time_secs: f32,
    /// Forgive nothing
    #[arg(long, conflicts_with_all = ["position_mm", "rotation_deg", "gaze_deg", "time_secs"])]
    pub(crate) exact: bool,
    /// The second is so many seconds later
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number,
        group = "alignment")]
    pub(crate) offset: Option<f32>,
    /// Find by how much the second is later, up to so many seconds
    #[arg(long, value_name = "SECS", value_parser = common::number, group = "alignment")]
    pub(crate) find_offset: Option<f32>,
    /// Make the second faster and slower until it fits, moving no moment by more than so many seconds
    #[arg(long, value_name = "SECS", value_parser = common::number, group = "alignment")]
    pub(crate) warp: Option<f32>,
    /// From where poses are seen
    #[arg(long, value_enum, default_value = "as-recorded")]
    pub(crate) seen_from: SeenFrom,
    /// Only from this time on, in seconds of the first
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) from: Option<f32>,
    /// Only up to this time
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) to: Option<f32>,
    /// Leave markers out
    #[arg(long)]
    pub(crate) no_markers: bool,
    /// How often both are looked at, beside at their keys
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

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum SeenFrom {
    /// From where they were recorded
    AsRecorded,
    /// From the head: where somebody stood does not matter
    Head,
    /// From each hand's wrist: only the shape of the hands matters
    Wrist,
    /// From where the head was at first
    FirstFrame,
}

/// Measure movement: how far, how fast, how smooth, how long
///
/// Several recordings become a table with one line each; --csv has every measure of each.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact stats session.bin
  reenact stats recordings --csv
  reenact stats session.bin --from 0.5 --to 1.5 --joint IndexTip --json")]
pub(crate) struct Stats {
    #[command(flatten)]
    pub(crate) part: PartArgs,
    /// The joint that stands for the hand
    #[arg(long, default_value = "Wrist", value_parser = common::joint)]
    pub(crate) joint: Joint,
    /// Frames a second at which is measured
    #[arg(long, value_name = "HZ", value_parser = common::number)]
    pub(crate) rate: Option<f32>,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    /// Print JSON: an object, or an array for several
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Print CSV: a row for each recording, a column for each measure
    #[arg(long)]
    pub(crate) csv: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Draw curves and measures over time, as SVG or PNG
///
/// Curves are named as `cat` does, or by how their names begin (left.Wrist.position); measures as `stats --csv` does
/// where they change over time, such as `left_speed_m_s`. Several recordings are laid over one another.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact plot session.bin -o session.svg
  reenact plot session.bin --show right.IndexTip.position,right_speed_m_s -o tip.png
  reenact plot a.bin b.bin --show camera.position --title Heads -o heads.svg")]
pub(crate) struct Plot {
    /// What is drawn, one panel each [default: head, both wrists and both hands' speed]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) show: Vec<String>,
    /// Where to write it: .svg or .png, or - for SVG on stdout
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// What stands above it
    #[arg(long, default_value = "")]
    pub(crate) title: String,
    #[command(flatten)]
    pub(crate) part: PartArgs,
    /// How wide, in pixels
    #[arg(long, value_name = "PX", default_value = "900")]
    pub(crate) width: u32,
    /// How high, in pixels; as high as is right if not given
    #[arg(long, value_name = "PX")]
    pub(crate) height: Option<u32>,
    /// Pixels of a PNG for each of the picture
    #[arg(long, value_name = "TIMES", default_value = "2", value_parser = common::number)]
    pub(crate) scale: f32,
    /// For a light page or a dark one
    #[arg(long, value_enum, default_value = "light")]
    pub(crate) theme: Theme,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    /// Draw no shades where hands were tracked and pinching
    #[arg(long)]
    pub(crate) no_shades: bool,
    /// Draw no markers
    #[arg(long)]
    pub(crate) no_markers: bool,
    /// Overwrite a file that is there
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Theme {
    Light,
    Dark,
}
