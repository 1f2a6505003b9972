//! Synthetic MRTK input animations, from a random seed or from a short script: test data without a headset.
//!
//! ```
//! use reenact::Form;
//! use reenact_make::{Options, Script, make};
//!
//! // Ten seconds of a person who reaches, pinches, grabs and pokes. The same seed gives the same bytes on every platform.
//! let improvised = make(&Options { seed: 7, ..Options::default() })?;
//! assert_eq!(improvised.end_secs(), 10.0);
//!
//! // The movement that a test needs: an index fingertip that presses a button half a metre ahead.
//! let script = Script::parse("[[act]]\ndo = 'poke'\nhand = 'right'\nat = [0, -0.15, 0.5]")?;
//! let press = script.perform(Form::MRTK_1_1);
//! assert_eq!(press.end_secs(), 1.2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The main types:
//!
//! * [`make`] records an improvised performance; [`Options`] has duration, rate, seed and [`Device`].
//!   [`demo`] is a short performance with every kind of action.
//! * [`Script`] is a text with acts, points and times. [`ScriptError`] is an error in a script, with line and column.
//!   `docs/reference/scripts.md` lists all acts and keys.
//!
//! In an improvised performance a person stands in a room, sways, walks a few steps, looks around and reaches, with either hand
//! or both. The eyes move before the head, and the head before the hand. Hands have the bone lengths and joint limits of an
//! adult. The headset adds noise, and sometimes loses a hand. The performance depends on the seed only; duration, rate and form
//! determine how much of it is recorded, and how. The seed generates a script, which runs like any other.
//!
//! This crate does not imitate particular people or applications, does not animate more than head, eyes and hands, and does not
//! read files of other tools. It does no file I/O.

#![forbid(unsafe_code)]

mod act;
mod arm;
mod body;
mod capture;
mod device;
mod error;
mod gaze;
mod grip;
mod hand_model;
mod improvise;
mod manner;
mod math;
mod motion;
mod noise;
mod options;
mod plan;
mod rng;
mod script;
mod stage;
mod tracking;
mod tremor;

use reenact::{Error, Marker, Recording, Result};
use reenact_base::number::to_f32;

pub use device::Device;
pub use error::ScriptError;
pub use options::Options;
pub use script::Script;

use crate::capture::{Signs, even_times};
use crate::improvise::DEMO;
use crate::manner::Manner;
use crate::plan::Plan;
use crate::stage::Stage;

/// Records an improvised performance, or the demo.
///
/// Markers name the acts, between `start` and `end`. Fails if the duration, the rate or the number of frames
/// is out of range ([`Options`]). Memory use is about the size of the recording.
///
/// ```
/// use reenact_make::{Options, make};
///
/// let error = make(&Options { seconds: 900_000.0, ..Options::default() }).unwrap_err();
/// assert_eq!(error.to_string(), "seconds must be from 0 to 86400 (24 hours), not 900000");
/// ```
pub fn make(options: &Options) -> Result<Recording> {
    options.check()?;
    let &Options { seed, device, form, .. } = options;
    let start = device.start(seed);
    let end_secs = f64::from(options.seconds) + start.dropped_secs();
    let (opening, cues) = if options.demo {
        improvise::follow(seed, end_secs, &DEMO)
    } else {
        improvise::improvise(seed, end_secs)
    };
    let plan = Plan::new(&opening, &cues).map_err(|fault| Error::wrong_option(fault.message))?;
    let stage = Stage::new(&plan, Manner::LIVELY, device, seed, end_secs);
    let rate_hz = f64::from(options.rate_hz);
    let (mut recording, last_secs) = match device {
        Device::Ideal => {
            let times = even_times(options.frames(), rate_hz);
            let recording = capture::record(&stage, times, Signs::Continuous, form)?;
            let last_secs = recording.end_secs();
            (recording, last_secs)
        }
        Device::HoloLens2 => {
            let times = device::uneven_times(end_secs, rate_hz, seed);
            let frames = times.iter().copied();
            let mut recording = capture::record(&stage, frames, Signs::AsSeen, form)?;
            device::store(&mut recording, &times, start)?;
            (recording, to_f32(end_secs + start.offset_secs()))
        }
    };
    let in_recording = |secs: f64| to_f32(secs + start.offset_secs());
    let first_secs = in_recording(start.dropped_secs());
    let markers = plan.markers.iter().map(|m| (in_recording(m.time_secs), m.name.as_str()));
    let inside = markers.filter(|(time_secs, _)| (first_secs..=last_secs).contains(time_secs));
    let all = [(first_secs, "start")].into_iter().chain(inside).chain([(last_secs, "end")]);
    let markers = all.map(|(time_secs, name)| Marker::new(time_secs, name));
    capture::set_markers(&mut recording, markers)?;
    Ok(recording)
}

/// Records the built-in demo: about twenty seconds at 60 Hz with every kind of action.
#[must_use]
pub fn demo() -> Recording {
    capture::counted(make(&Options::demo(Device::Ideal, Options::default().seed)))
}

/// Compiles the program in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
