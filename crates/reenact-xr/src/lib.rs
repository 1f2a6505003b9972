//! Plays a recording as an OpenXR headset: everything of a runtime that is not foreign function interface.
//!
//! ```
//! use reenact::hand::Side;
//! use reenact_xr::{Clock, Headset, Origin, Placement, Space};
//!
//! let recording = reenact_make::demo();
//! let headset = Headset::new(&recording, Clock::new(&recording), Placement::default());
//! // Half a second after the session began:
//! let elapsed_nanos = 500_000_000;
//! let palm = headset.hand(Side::Right, elapsed_nanos).map(|hand| hand.palm().pose());
//! let head = headset.locate(&Space::new(Origin::View), &Space::new(Origin::Stage), elapsed_nanos);
//! assert!(head.is_position_tracked && palm.is_some());
//! ```
//!
//! # Types to know
//!
//! * [`Clock`] maps time since the session began to time of the recording; [`Pacing`] gives the times of frames.
//! * [`Playhead`] pauses and jumps; [`ControlServer`] takes such commands from other programs.
//! * [`Placement`] says where the recording is in the application's world, and where the floor is.
//! * [`Headset`] locates [`Space`]s and hands at a time, in OpenXR's axes: right-handed, y up, forward −z.
//! * [`SessionMachine`] has the states of a session, [`FrameLoop`] and [`ImageOrder`] the order of frame and swapchain calls.
//! * [`profile`] has the interaction profiles; [`Input`] has an application's actions, and [`Attached`] their states.
//! * [`Config`] has the settings, and opens the recording.
//! * [`SessionRecorder`] records the frames of any session, with [`RecordConfig`] as its settings.
//! * [`Error`] has the errors of the specification, by their names.
//!
//! # What it does not do
//!
//! It has no C functions and no graphics: `reenact-openxr` has these.

#![forbid(unsafe_code)]

mod attached;
mod clock;
mod config;
mod control;
mod devices;
mod error;
mod frames;
mod hand;
mod headset;
mod images;
mod input;
mod path;
mod place;
mod playhead;
pub mod profile;
mod recording;
mod session;
mod source;

pub use attached::{ActionState, Active, Attached, Value};
pub use clock::{Clock, End, Pacing, Position, Timing};
pub use config::{Capture, Config, VARIABLE, settings_path};
pub use control::{Answer, ControlServer};
pub use devices::Devices;
pub use error::{Error, Result};
pub use frames::{FrameLoop, FrameState};
pub use hand::{HandLocations, JointLocation, is_pinch_distance};
pub use headset::{Headset, Location, Origin, Space, VIEWS, Velocity, View};
pub use images::ImageOrder;
pub use input::{Action, ActionSet, Input};
pub use path::{MAX_PATH, Path, Paths, is_name, is_path};
pub use place::{EYE_HEIGHT_M, Floor, Placement};
pub use playhead::{PlaybackCommand, Playhead, time_of};
pub use profile::ActionKind;
pub use recording::{RECORD_VARIABLE, RecordConfig, SessionRecorder};
pub use session::{SessionMachine, SessionState};
pub use source::Source;
