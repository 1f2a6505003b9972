//! Subcommand `run`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
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
  reenact run session.bin --from grab --end hold --at 0,0,-1 --facing 90 -- python3 app.py")]
pub(crate) struct Run {
    /// Recording, or - for stdin
    pub(crate) file: PathBuf,
    /// Application and its arguments, after --
    #[arg(last = true, required = true, value_name = "APPLICATION")]
    pub(crate) application: Vec<OsString>,
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
    /// End the application after this time, in seconds
    #[arg(long, value_name = "SECS", value_parser = positive)]
    pub(crate) timeout: Option<f32>,
}

/// Parses a number above 0.
fn positive(text: &str) -> Result<f32, String> {
    match number(text) {
        Ok(number) if number > 0.0 => Ok(number),
        _ => Err("not a number above 0".to_owned()),
    }
}
