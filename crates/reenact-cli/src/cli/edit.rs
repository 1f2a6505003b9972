//! Subcommands that edit recordings.

use clap::{Args, ValueEnum};
use reenact::hand::Joint;
use reenact_edit::concat::Align;
use reenact_edit::fill::Method;
use reenact_edit::mirror::Plane;
use reenact_edit::optimize::Preset;
use reenact_edit::reanchor::Anchor;

use super::common::{self, EditArgs, FramesArgs, ModeArgs, Track};

/// Extract a time range
///
/// Keys are inserted at both cuts, so that the motion in between does not change. The start becomes time 0.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact trim session.bin --from 0.5 --to 1.5 -o part.bin
  reenact trim session.bin --from -0.5 --keep-times -o rest.bin
  reenact trim recordings --to 1 -o first-seconds/")]
pub(crate) struct Trim {
    /// Start time in seconds [default: start of the recording]
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) from: Option<f32>,
    /// End time in seconds [default: end of the recording]
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) to: Option<f32>,
    /// Keep the original times instead of shifting the start to 0
    #[arg(long)]
    pub(crate) keep_times: bool,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Concatenate recordings
///
/// By default each recording is moved and turned about the vertical axis so that the head does not jump.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact concat a.bin b.bin -o both.bin
  reenact concat a.bin b.bin --cross-fade 0.2 --align right-wrist -o blended.bin
  reenact concat recordings --gap 1 --align none -o all.bin")]
pub(crate) struct Concat {
    /// Gap between two recordings, in seconds [default: 1/60]
    #[arg(long, value_name = "SECS", value_parser = common::number)]
    pub(crate) gap: Option<f32>,
    /// Length of the cross-fade between two recordings, in seconds
    #[arg(long, value_name = "SECS", value_parser = common::number, conflicts_with = "gap")]
    pub(crate) cross_fade: Option<f32>,
    /// Pose that is kept continuous across the cut
    #[arg(long, value_parser = common::named::<Align>(), default_value = "head")]
    pub(crate) align: Align,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Change the speed or duration
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  reenact retime session.bin --speed 0.5 -o slow.bin
  reenact retime session.bin --duration 10 -o ten-seconds.bin",
    group = clap::ArgGroup::new("pace").required(true)
)]
pub(crate) struct Retime {
    /// Speed factor: 2 halves the duration
    #[arg(long, value_name = "FACTOR", value_parser = common::number, group = "pace")]
    pub(crate) speed: Option<f32>,
    /// Duration from start to end after the change, in seconds
    #[arg(long, value_name = "SECS", value_parser = common::number, group = "pace")]
    pub(crate) duration: Option<f32>,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Resample all curves to evenly spaced keys
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact resample session.bin --rate 30 -o thirty.bin
  reenact resample session.bin --rate 90 --mode mrtk -o ninety.bin")]
pub(crate) struct Resample {
    /// Key rate in Hz
    #[arg(long, value_name = "HZ", default_value = "60", value_parser = common::number)]
    pub(crate) rate: f32,
    #[command(flatten)]
    pub(crate) frames: FramesArgs,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Mirror left and right
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact mirror session.bin -o mirrored.bin
  reenact mirror session.bin --plane head -o mirrored-in-place.bin")]
pub(crate) struct Mirror {
    /// Mirror plane
    #[arg(long, value_parser = common::named::<Plane>(), default_value = "world")]
    pub(crate) plane: Plane,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Change the reference frame: world, head, wrist, first frame or a given pose
///
/// Order: reference frame, then rotation and scale about the pivot, then translation. Axes are Unity's: x right, y up, z forward,
/// left-handed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact reanchor session.bin --anchor first-head -o from-start.bin
  reenact reanchor session.bin --yaw 90 --move 0,0,1.5 -o moved.bin
  reenact reanchor session.bin --anchor right-wrist -o in-hand.bin")]
pub(crate) struct Reanchor {
    /// Reference frame
    #[arg(long, value_parser = common::named::<Anchor>(), default_value = "world")]
    pub(crate) anchor: Anchor,
    /// Reference pose in world coordinates: position and quaternion
    #[arg(long, value_name = "X,Y,Z,QX,QY,QZ,QW", value_delimiter = ',', num_args = 1,
        allow_hyphen_values = true, value_parser = common::number, conflicts_with = "anchor")]
    pub(crate) pose: Option<Vec<f32>>,
    /// Rotation about the vertical axis in degrees, clockwise seen from above
    #[arg(long, value_name = "DEG", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) yaw: Option<f32>,
    /// Rotation as a quaternion
    #[arg(long, value_name = "X,Y,Z,W", value_delimiter = ',', num_args = 1,
        allow_hyphen_values = true, value_parser = common::number, conflicts_with = "yaw")]
    pub(crate) rotation: Option<Vec<f32>>,
    /// Scale factor of positions
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = common::number)]
    pub(crate) scale: f32,
    /// Centre of rotation and scale, in metres
    #[arg(long, value_name = "X,Y,Z", value_delimiter = ',', num_args = 1,
        allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) pivot: Option<Vec<f32>>,
    /// Translation in metres
    #[arg(long = "move", value_name = "X,Y,Z", value_delimiter = ',', num_args = 1,
        allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) translation: Option<Vec<f32>>,
    /// Position error bound for new keys, in millimetres
    #[arg(long = "tolerance-mm", value_name = "MM", default_value = "0.1", value_parser = common::millimetres)]
    pub(crate) tolerance_m: f32,
    /// Rotation error bound for new keys, in degrees
    #[arg(long, value_name = "DEG", default_value = "0.05", value_parser = common::number)]
    pub(crate) tolerance_deg: f32,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Smooth curves with a Savitzky–Golay or One Euro filter
///
/// Savitzky–Golay is symmetric and adds no lag; One Euro is causal, as used in live applications. Smooth before `optimize`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact smooth session.bin -o smooth.bin
  reenact smooth session.bin --half-window 8 --tracks hands -o smoother-hands.bin
  reenact smooth session.bin --filter one-euro --min-cutoff 0.5 -o live.bin")]
pub(crate) struct Smooth {
    /// Filter
    #[arg(long, value_enum, default_value = "savitzky-golay")]
    pub(crate) filter: Filter,
    /// Tracks to smooth
    #[arg(long, value_enum, value_delimiter = ',', default_value = "camera,hands,gaze")]
    pub(crate) tracks: Vec<Track>,
    /// Savitzky–Golay: half width of the window, in keys
    #[arg(long, value_name = "KEYS", default_value = "4")]
    pub(crate) half_window: usize,
    /// Savitzky–Golay: order of the polynomial, at most 5
    #[arg(long, default_value = "2")]
    pub(crate) order: usize,
    /// One Euro: minimum cutoff frequency, in Hz
    #[arg(long, value_name = "HZ", default_value = "1", value_parser = common::number)]
    pub(crate) min_cutoff: f32,
    /// One Euro: speed coefficient of positions, in Hz per m/s
    #[arg(long, value_name = "BETA", default_value = "10", value_parser = common::number)]
    pub(crate) position_beta: f32,
    /// One Euro: speed coefficient of rotations and gaze, in Hz per rad/s
    #[arg(long, value_name = "BETA", default_value = "2.5", value_parser = common::number)]
    pub(crate) rotation_beta: f32,
    /// One Euro: cutoff frequency of the derivative, in Hz
    #[arg(long, value_name = "HZ", default_value = "1", value_parser = common::number)]
    pub(crate) derivative_cutoff: f32,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Filter {
    SavitzkyGolay,
    OneEuro,
}

/// Fill short tracking gaps of the hands by interpolation
///
/// Filled spans are listed in the report and marked with markers.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact fill session.bin -o filled.bin
  reenact fill session.bin --max-gap 0.5 --method linear -o filled-straight.bin")]
pub(crate) struct Fill {
    /// Longest gap to fill, in seconds
    #[arg(long, value_name = "SECS", default_value = "0.2", value_parser = common::number)]
    pub(crate) max_gap: f32,
    /// Interpolation method
    #[arg(long, value_parser = common::named::<Method>(), default_value = "hermite")]
    pub(crate) method: Method,
    /// Key rate in filled gaps, in Hz
    #[arg(long, value_name = "HZ", default_value = "60", value_parser = common::number)]
    pub(crate) rate: f32,
    /// Do not add markers at filled gaps
    #[arg(long)]
    pub(crate) no_markers: bool,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Remove tracks, joints, markers or body height
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact strip session.bin --gaze --markers -o without.bin
  reenact strip session.bin --joints IndexTip,PinkyTip -o fewer-joints.bin
  reenact strip session.bin --head-height 1.6 -o same-height.bin")]
#[expect(clippy::struct_excessive_bools, reason = "one flag for each thing to remove")]
pub(crate) struct Strip {
    /// Remove the head pose
    #[arg(long)]
    pub(crate) camera: bool,
    /// Remove both hands
    #[arg(long)]
    pub(crate) hands: bool,
    /// Remove the left hand
    #[arg(long)]
    pub(crate) left: bool,
    /// Remove the right hand
    #[arg(long)]
    pub(crate) right: bool,
    /// Remove the eye gaze
    #[arg(long)]
    pub(crate) gaze: bool,
    /// Remove the markers
    #[arg(long)]
    pub(crate) markers: bool,
    /// Remove bytes after the marker list
    #[arg(long)]
    pub(crate) trailing: bool,
    /// Remove these joints of both hands
    #[arg(long, value_name = "JOINT", value_delimiter = ',', value_parser = common::joint)]
    pub(crate) joints: Vec<Joint>,
    /// Hide body height: shift vertically so that the median head height is this, in metres
    #[arg(long, value_name = "M", value_parser = common::number)]
    pub(crate) head_height: Option<f32>,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Reduce keys within an error bound that holds at every time
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact optimize session.bin -o small.bin
  reenact optimize session.bin --position-mm 0.5 --rotation-deg 0.1 --free-values -o smaller.bin
  reenact optimize recordings --preset lossless --in-place")]
pub(crate) struct Optimize {
    /// Error bounds unless given by the options below
    #[arg(long, value_parser = common::named::<Preset>(), default_value = "mrtk")]
    pub(crate) preset: Preset,
    /// Position error bound, in millimetres
    #[arg(long, value_name = "MM", value_parser = common::number)]
    pub(crate) position_mm: Option<f32>,
    /// Rotation error bound, in degrees
    #[arg(long, value_name = "DEG", value_parser = common::number)]
    pub(crate) rotation_deg: Option<f32>,
    /// Gaze direction error bound, in degrees
    #[arg(long, value_name = "DEG", value_parser = common::number)]
    pub(crate) gaze_deg: Option<f32>,
    /// Allow new key values within the bound: fewer keys, slower
    #[arg(long)]
    pub(crate) free_values: bool,
    /// Search longer: about 8 % fewer keys in twice the time
    #[arg(long)]
    pub(crate) thorough: bool,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}
