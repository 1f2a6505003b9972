//! Subcommands for OpenXR: `run`, `record` and `openxr`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use reenact_xr::{End, Floor};

use super::common::{named, number};

/// Run an OpenXR application with a recording in place of a headset
///
/// The application sees the recorded head, hands, pinches and gaze through OpenXR, without a headset and, with a software Vulkan driver, without a graphics card.
/// The exit code is that of the application; 128 plus the signal number if a signal ended it; 124 after --timeout.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact run session.bin -- ./app
  reenact run session.bin --step 0.02 --log log.jsonl --timeout 60 -- hello_xr -g Vulkan
  reenact run session.bin --from grab --end hold --at 0,0,-1 --facing 90 -- python3 app.py
  reenact run session.bin --capture pictures --capture-every 30 -- hello_xr -g Vulkan
  reenact run session.bin --paused --control app.sock -- ./app")]
pub(crate) struct Run {
    /// Recording, or - for stdin
    pub(crate) file: PathBuf,
    /// Application and its arguments, after --
    #[arg(last = true, required = true, value_name = "APPLICATION")]
    pub(crate) application: Vec<OsString>,
    #[command(flatten)]
    pub(crate) playback: PlaybackArgs,
    /// End the application after this time, in seconds
    #[arg(long, value_name = "SECS", value_parser = positive)]
    pub(crate) timeout: Option<f32>,
    /// Record what the application sees to this file, as `record` does
    #[arg(long, value_name = "OUT")]
    pub(crate) record: Option<PathBuf>,
    /// Overwrite an existing file with --record
    #[arg(long, requires = "record")]
    pub(crate) force: bool,
}

/// Time, place and output of a playback.
#[derive(Debug, Args)]
pub(crate) struct PlaybackArgs {
    /// Start of playback: seconds, or the name of a marker
    #[arg(long, value_name = "TIME")]
    pub(crate) from: Option<String>,
    /// End of playback: seconds, or the name of a marker
    #[arg(long, value_name = "TIME")]
    pub(crate) to: Option<String>,
    /// Fixed time step in seconds: each frame advances by it without waiting, so that runs are reproducible
    #[arg(long, value_name = "SECS", value_parser = positive)]
    pub(crate) step: Option<f32>,
    /// Playback speed in real time
    #[arg(long, value_name = "FACTOR", value_parser = positive, default_value = "1", conflicts_with = "step")]
    pub(crate) speed: f32,
    /// Behaviour at the end: exit (ask the application to exit), hold, loop, or lose (tracking is lost)
    #[arg(long, value_parser = named::<End>(), default_value = "exit")]
    pub(crate) end: End,
    /// Same as --end loop
    #[arg(long = "loop", conflicts_with = "end")]
    pub(crate) is_looped: bool,
    /// Position of the recording's origin in the application's world, in metres: x right, y up, z backward
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_delimiter = ',', value_parser = number)]
    pub(crate) at: Vec<f32>,
    /// Rotation of the recording to the right, in degrees
    #[arg(long, value_name = "DEG", allow_hyphen_values = true, value_parser = number, default_value = "0")]
    pub(crate) facing: f32,
    /// Reference height of the recording: auto (detected), head (0 is eye height) or stage (0 is the floor)
    #[arg(long, value_parser = named::<Floor>(), default_value = "auto")]
    pub(crate) floor: Floor,
    /// Write frames, actions and haptics to this file, as JSON lines
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Wait at the start of playback for the command `play` or `until` of --control
    #[arg(long = "paused", requires = "control")]
    pub(crate) is_paused: bool,
    /// Unix socket for commands while the application runs: play, pause, seek TIME, until TIME, status, exit
    #[arg(long, value_name = "SOCKET")]
    pub(crate) control: Option<PathBuf>,
    /// Write submitted frames to this folder, as PNG of both eyes: the first frame at or after each marker
    #[arg(long, value_name = "FOLDER")]
    pub(crate) capture: Option<PathBuf>,
    /// Write every Nth submitted frame instead of those at markers
    #[arg(long, value_name = "N", requires = "capture", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) capture_every: Option<u32>,
}

/// Record any OpenXR application: head, hands, pinches and gaze
///
/// An API layer asks the application's own runtime for the poses of every frame, even if the application uses no hands. What the runtime does not have is printed on stderr.
/// The exit code is that of the application; 1 if the application succeeded and nothing was recorded.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact record -o session.bin -- ./app
  reenact record -o session.bin --after 5 --duration 60 -- ./app
  reenact record -o session.bin --wait --control app.sock -- ./app
  reenact record -o session.bin --wait --toggle usr1 -- ./app")]
pub(crate) struct Record {
    /// Output file; OUT-2, OUT-3 and so on when recording is started again
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Application and its arguments, after --
    #[arg(last = true, required = true, value_name = "APPLICATION")]
    pub(crate) application: Vec<OsString>,
    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,
    /// Start after this time, in seconds from the first frame
    #[arg(long, value_name = "SECS", value_parser = positive)]
    pub(crate) after: Option<f32>,
    /// Stop after recording for this time, in seconds
    #[arg(long, value_name = "SECS", value_parser = positive)]
    pub(crate) duration: Option<f32>,
    /// Wait for the command `start` of --control, or for --toggle
    #[arg(long = "wait", conflicts_with = "after")]
    pub(crate) is_waiting: bool,
    /// Signal that starts and stops recording, in place of being passed on: usr1 or usr2
    #[arg(long, value_name = "SIGNAL", value_parser = named::<ToggleSignal>())]
    pub(crate) toggle: Option<ToggleSignal>,
    /// Maximum sample rate in Hz [default: every frame of the application]
    #[arg(long, value_name = "HZ", value_parser = positive)]
    pub(crate) rate: Option<f32>,
    /// Unix socket for commands while the application runs: start, stop, toggle, mark NAME, status
    #[arg(long, value_name = "SOCKET")]
    pub(crate) control: Option<PathBuf>,
    /// End the application after this time, in seconds
    #[arg(long, value_name = "SECS", value_parser = positive)]
    pub(crate) timeout: Option<f32>,
}

/// Signal that starts and stops recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ToggleSignal {
    /// SIGUSR1.
    Usr1,
    /// SIGUSR2.
    Usr2,
}

reenact::named!(ToggleSignal, "signal": Usr1 = "usr1", Usr2 = "usr2");

/// Install a recording as the headset of all OpenXR applications, and control running ones
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact openxr install session.bin --loop
  reenact openxr status
  reenact openxr uninstall
  reenact openxr send app.sock until poke")]
pub(crate) struct OpenXr {
    #[command(subcommand)]
    pub(crate) command: OpenXrCommand,
}

/// Subcommands of `openxr`.
#[derive(Debug, Subcommand)]
pub(crate) enum OpenXrCommand {
    Install(Box<Install>),
    Uninstall(Uninstall),
    Status(Status),
    Send(Send),
}

/// Make a recording the headset of all OpenXR applications of this user
///
/// For applications that are not started from a shell, such as an engine's editor. The runtime that was active before is kept and comes back with `uninstall`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact openxr install session.bin
  reenact openxr install session.bin --loop --log log.jsonl")]
pub(crate) struct Install {
    /// Recording
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) playback: PlaybackArgs,
}

/// Undo `install`: the runtime that was active before is active again
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact openxr uninstall")]
pub(crate) struct Uninstall {}

/// Print which OpenXR runtime is active
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact openxr status")]
pub(crate) struct Status {}

/// Send a command to the control socket of a running application, and print the answer
///
/// The answer is one line of JSON. The exit code is 1 if the command failed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reenact openxr send app.sock until poke
  reenact openxr send app.sock mark start")]
pub(crate) struct Send {
    /// Socket that --control named
    pub(crate) socket: PathBuf,
    /// Command, such as play, pause, seek 1.5, until poke, status, exit; or start, stop, mark NAME for a recording
    #[arg(required = true, value_name = "COMMAND")]
    pub(crate) words: Vec<String>,
}

/// Parses a number above 0.
fn positive(text: &str) -> Result<f32, String> {
    match number(text) {
        Ok(number) if number > 0.0 => Ok(number),
        _ => Err("not a number above 0".to_owned()),
    }
}
