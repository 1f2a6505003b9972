//! Verbs that take recordings and write others.

use clap::{Args, ValueEnum};
use reenact::hand::Joint;

use super::common::{self, EditArgs, ModeArgs, Track};

/// Cut a part out
///
/// Every curve gets a key where it is cut, so that inside everything is what it was. Where the part starts becomes 0.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact trim session.bin --from 0.5 --to 1.5 -o part.bin
  reenact trim session.bin --from -0.5 --keep-times -o rest.bin
  reenact trim recordings --to 1 -o first-seconds/")]
pub(crate) struct Trim {
    /// Where it starts, in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) from: Option<f32>,
    /// Where it ends, in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) to: Option<f32>,
    /// Leave keys and markers at their times
    #[arg(long)]
    pub(crate) keep_times: bool,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Join recordings, one after another
///
/// The next one is turned about the vertical and moved so that the head does not jump.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact concat a.bin b.bin -o both.bin
  reenact concat a.bin b.bin --cross-fade 0.2 --align right-wrist -o blended.bin
  reenact concat recordings --gap 1 --align none -o all.bin")]
pub(crate) struct Concat {
    /// Seconds between two recordings [default: 1/60]
    #[arg(long, value_name = "SECS", value_parser = common::number)]
    pub(crate) gap: Option<f32>,
    /// Blend the end of one into the start of the next over so many seconds
    #[arg(long, value_name = "SECS", value_parser = common::number, conflicts_with = "gap")]
    pub(crate) cross_fade: Option<f32>,
    /// What must not jump
    #[arg(long, value_enum, default_value = "head")]
    pub(crate) align: Align,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Align {
    /// Everything stays where it is
    None,
    /// The head
    Head,
    /// The left wrist, where it is tracked
    LeftWrist,
    /// The right wrist, where it is tracked
    RightWrist,
}

/// Make a recording faster or slower
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  reenact retime session.bin --speed 0.5 -o slow.bin
  reenact retime session.bin --duration 10 -o ten-seconds.bin",
    group = clap::ArgGroup::new("pace").required(true)
)]
pub(crate) struct Retime {
    /// So many times as fast: 2 takes half the time
    #[arg(long, value_name = "TIMES", value_parser = common::number, group = "pace")]
    pub(crate) speed: Option<f32>,
    /// Duration from start to end after the change, in seconds
    #[arg(long, value_name = "SECS", value_parser = common::number, group = "pace")]
    pub(crate) duration: Option<f32>,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Give every curve keys at evenly spaced times
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact resample session.bin --rate 30 -o thirty.bin
  reenact resample session.bin --rate 90 --mode mrtk -o ninety.bin")]
pub(crate) struct Resample {
    /// Keys a second
    #[arg(long, value_name = "HZ", default_value = "60", value_parser = common::number)]
    pub(crate) rate: f32,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Make the left hand the right one, and mirror everything
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact mirror session.bin -o mirrored.bin
  reenact mirror session.bin --plane head -o mirrored-in-place.bin")]
pub(crate) struct Mirror {
    /// Where the mirror stands
    #[arg(long, value_enum, default_value = "world")]
    pub(crate) plane: Plane,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Plane {
    /// In the world, where x is 0
    World,
    /// Through the head, where the recording starts: the person stays where they are
    Head,
}

/// See a recording from elsewhere: move, turn and scale it, or follow the head or a wrist
///
/// First the anchor, then turn and scale about the pivot, then move. Axes are Unity's: x right, y up, z ahead.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact reanchor session.bin --anchor first-head -o from-start.bin
  reenact reanchor session.bin --yaw 90 --move 0,0,1.5 -o moved.bin
  reenact reanchor session.bin --anchor right-wrist -o in-hand.bin")]
pub(crate) struct Reanchor {
    /// From where it is seen
    #[arg(long, value_enum, default_value = "world")]
    pub(crate) anchor: Anchor,
    /// From this pose in the world: position and quaternion
    #[arg(long, value_name = "X,Y,Z,QX,QY,QZ,QW", value_delimiter = ',', num_args = 1,
        allow_hyphen_values = true, value_parser = common::number, conflicts_with = "anchor")]
    pub(crate) pose: Option<Vec<f32>>,
    /// Turn it about the vertical, in degrees; to the right, seen from above
    #[arg(long, value_name = "DEG", allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) yaw: Option<f32>,
    /// Turn it by this quaternion
    #[arg(long, value_name = "X,Y,Z,W", value_delimiter = ',', num_args = 1,
        allow_hyphen_values = true, value_parser = common::number, conflicts_with = "yaw")]
    pub(crate) rotation: Option<Vec<f32>>,
    /// Scale positions
    #[arg(long, value_name = "TIMES", default_value = "1", value_parser = common::number)]
    pub(crate) scale: f32,
    /// About which point it is turned and scaled, in metres
    #[arg(long, value_name = "X,Y,Z", value_delimiter = ',', num_args = 1,
        allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) pivot: Option<Vec<f32>>,
    /// Move it, in metres
    #[arg(long = "move", value_name = "X,Y,Z", value_delimiter = ',', num_args = 1,
        allow_hyphen_values = true, value_parser = common::number)]
    pub(crate) translation: Option<Vec<f32>>,
    /// How far positions may stray where keys have to be made, in millimetres
    #[arg(long, value_name = "MM", default_value = "0.1", value_parser = common::number)]
    pub(crate) tolerance_mm: f32,
    /// How far rotations may stray there, in degrees
    #[arg(long, value_name = "DEG", default_value = "0.05", value_parser = common::number)]
    pub(crate) tolerance_deg: f32,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Anchor {
    /// From where it was
    World,
    /// From the head, moment by moment
    Head,
    /// From the left wrist, while it was tracked
    LeftWrist,
    /// From the right wrist, while it was tracked
    RightWrist,
    /// From where the head was in its first frame
    FirstHead,
}

/// Smooth the values of keys
///
/// Savitzky–Golay knows the future and does not lag; One Euro is what one would use live. Smooth before optimising.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact smooth session.bin -o smooth.bin
  reenact smooth session.bin --half-window 8 --tracks hands -o smoother-hands.bin
  reenact smooth session.bin --filter one-euro --min-cutoff 0.5 -o live.bin")]
pub(crate) struct Smooth {
    /// By which filter
    #[arg(long, value_enum, default_value = "savitzky-golay")]
    pub(crate) filter: Filter,
    /// Which tracks
    #[arg(long, value_enum, value_delimiter = ',', default_value = "camera,hands,gaze")]
    pub(crate) tracks: Vec<Track>,
    /// Savitzky–Golay: keys on either side that are looked at
    #[arg(long, value_name = "KEYS", default_value = "4")]
    pub(crate) half_window: usize,
    /// Savitzky–Golay: order of the polynomial, at most 5
    #[arg(long, default_value = "2")]
    pub(crate) order: usize,
    /// One Euro: cut-off at rest, in Hz
    #[arg(long, value_name = "HZ", default_value = "1", value_parser = common::number)]
    pub(crate) min_cutoff: f32,
    /// One Euro: how the cut-off rises with speed, in Hz per m/s
    #[arg(long, value_name = "BETA", default_value = "10", value_parser = common::number)]
    pub(crate) position_beta: f32,
    /// One Euro: the same for rotations and gaze, in Hz per rad/s
    #[arg(long, value_name = "BETA", default_value = "2.5", value_parser = common::number)]
    pub(crate) rotation_beta: f32,
    /// One Euro: cut-off for the speed itself, in Hz
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

/// Fill short gaps in which a hand was not tracked
///
/// What is filled in is made up: it is marked, and said.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact fill session.bin -o filled.bin
  reenact fill session.bin --max-gap 0.5 --method linear -o filled-straight.bin")]
pub(crate) struct Fill {
    /// The longest gap that is filled, in seconds
    #[arg(long, value_name = "SECS", default_value = "0.2", value_parser = common::number)]
    pub(crate) max_gap: f32,
    /// What is put in
    #[arg(long, value_enum, default_value = "hermite")]
    pub(crate) method: Method,
    /// Keys a second in a filled gap
    #[arg(long, value_name = "HZ", default_value = "60", value_parser = common::number)]
    pub(crate) rate: f32,
    /// Add no markers that say where
    #[arg(long)]
    pub(crate) no_markers: bool,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Method {
    /// Straight from the last key to the next
    Linear,
    /// With the velocity before the gap and that after it
    Hermite,
}

/// Take out tracks, joints, markers or the height of the head
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact strip session.bin --gaze --markers -o without.bin
  reenact strip session.bin --joints IndexTip,PinkyTip -o fewer-joints.bin
  reenact strip session.bin --head-height 1.6 -o nobody.bin")]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing to take out")]
pub(crate) struct Strip {
    /// The head
    #[arg(long)]
    pub(crate) camera: bool,
    /// Both hands
    #[arg(long)]
    pub(crate) hands: bool,
    /// The left hand
    #[arg(long)]
    pub(crate) left: bool,
    /// The right hand
    #[arg(long)]
    pub(crate) right: bool,
    /// The gaze
    #[arg(long)]
    pub(crate) gaze: bool,
    /// The markers
    #[arg(long)]
    pub(crate) markers: bool,
    /// Bytes after the marker list, which nobody reads
    #[arg(long)]
    pub(crate) trailing: bool,
    /// Joints of both hands, by MRTK's names
    #[arg(long, value_name = "JOINT", value_delimiter = ',', value_parser = common::joint)]
    pub(crate) joints: Vec<Joint>,
    /// How tall somebody is: move everything so that the head is this high on the whole, in metres
    #[arg(long, value_name = "M", value_parser = common::number)]
    pub(crate) head_height: Option<f32>,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

/// Drop keys within an error bound that holds at every time
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact optimize session.bin -o small.bin
  reenact optimize session.bin --position-mm 0.5 --rotation-deg 0.1 --free-values -o smaller.bin
  reenact optimize recordings --preset lossless --in-place")]
pub(crate) struct Optimize {
    /// Bounds to start from
    #[arg(long, value_enum, default_value = "mrtk")]
    pub(crate) preset: Preset,
    /// How far positions may be off, in millimetres
    #[arg(long, value_name = "MM", value_parser = common::number)]
    pub(crate) position_mm: Option<f32>,
    /// How far rotations may be off, in degrees
    #[arg(long, value_name = "DEG", value_parser = common::number)]
    pub(crate) rotation_deg: Option<f32>,
    /// How far the direction of the gaze may be off, in degrees
    #[arg(long, value_name = "DEG", value_parser = common::number)]
    pub(crate) gaze_deg: Option<f32>,
    /// Let keys leave the samples within the bound: fewer keys, in more time
    #[arg(long)]
    pub(crate) free_values: bool,
    /// Look around for the fewest keys: some 8 % fewer, in twice the time
    #[arg(long)]
    pub(crate) thorough: bool,
    #[command(flatten)]
    pub(crate) io: EditArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Preset {
    /// MRTK's own bounds: 1 mm and 0.2°
    Mrtk,
    /// Only keys between two equal ones: the same motion to the bit
    Lossless,
}
