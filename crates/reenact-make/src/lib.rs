//! Made-up recordings of a person who never was: lifelike, of any length and rate, and the same bytes for the same
//! seed on every platform.
//!
//! ```
//! use reenact_make::{Options, make};
//!
//! let recording = make(&Options { seconds: 2.0, seed: 7, ..Options::default() });
//! assert_eq!(recording.end_secs(), 2.0);
//! ```
//!
//! The person stands in a room, sways, walks a few steps, looks around and reaches for things: pinches, drags, grabs
//! and pokes them, with either hand or both. Eyes jump ahead of the head, the head goes ahead of the hand. Hands have an
//! adult's bones and bend as far as hands do; now and then the headset loses one of them. All of it is filmed with a
//! tracker's noise.
//!
//! * [`make`] improvises for as long as asked, [`demo`] plays the built-in [`demo_script`].
//! * [`perform`] plays a [`Script`]: a list of [`Act`]s, as data.
//! * [`ScriptFile`] is a text that says to the letter what happens, for tests without a headset.
//! * [`Grip`] names the shapes a hand takes.
//!
//! What happens depends on the seed alone; length, rate and form only say how much of it is filmed, and how.

#![forbid(unsafe_code)]

mod arm;
mod body;
mod capture;
mod demo;
mod device;
mod gaze;
mod grip;
mod hand_model;
mod improvise;
mod math;
mod motion;
mod noise;
mod plan;
mod rng;
mod script;
mod script_file;
mod stage;
mod tracking;

use std::ops::RangeInclusive;

use reenact::number::{to_f32, to_f64};
use reenact::{Error, Form, Marker, Recording, Result};

pub use demo::demo_script;
pub use device::Device;
pub use grip::Grip;
pub use script::{Act, Cue, Point, Script, When};
pub use script_file::{ScriptError, ScriptFile};

use crate::capture::Storage;
use crate::improvise::Improviser;
use crate::rng::Rng;
use crate::stage::{Frame, Stage};

/// Length, frame rate, seed and form of a made-up recording.
///
/// [`Options::check`] refuses values out of range, as the command and Python do. [`make`] and [`perform`] do not fail: they take
/// the nearest value in range instead.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Length in seconds, from 0 to [`Options::MAX_SECONDS`]. There is a frame at the start and one at the end, where the rate
    /// allows.
    pub seconds: f32,
    /// Frames per second, in [`Options::RATES_HZ`].
    pub rate_hz: f32,
    /// Who the person is and what they do.
    pub seed: u64,
    /// How it is stored. Forms of version 1.0 have no gaze, and published ones no markers.
    pub form: Form,
    /// Device profile: how the headset samples and distorts the performance.
    pub device: Device,
}

impl Default for Options {
    /// Ten seconds at 60 Hz, as MRTK 2.8 stores them.
    fn default() -> Self {
        Self::with_device(Device::Ideal)
    }
}

impl Options {
    /// The longest recording that can be made: a day.
    pub const MAX_SECONDS: f32 = 86_400.0;
    /// The frame rates that can be made, in Hz.
    pub const RATES_HZ: RangeInclusive<f32> = 1.0..=1_000.0;

    /// Refuses a length or a rate out of range, NaN included, with a message that names the limits.
    ///
    /// ```
    /// let options = reenact_make::Options { seconds: 900_000.0, ..Default::default() };
    /// assert!(options.check().unwrap_err().to_string().contains("86400"));
    /// ```
    pub fn check(&self) -> Result<()> {
        let Self { seconds, rate_hz, .. } = *self;
        if !(0.0..=Self::MAX_SECONDS).contains(&seconds) {
            let most = Self::MAX_SECONDS;
            let message = format!("seconds must be from 0 to {most} (24 hours), not {seconds}");
            return Err(Error::wrong_option(message));
        }
        if !Self::RATES_HZ.contains(&rate_hz) {
            let (least, most) = (Self::RATES_HZ.start(), Self::RATES_HZ.end());
            let message = format!("the rate must be from {least} to {most} Hz, not {rate_hz}");
            return Err(Error::wrong_option(message));
        }
        Ok(())
    }

    /// Ten seconds at the device's own rate, in the version that recordings of it have.
    ///
    /// ```
    /// use reenact_make::{Device, Options, make};
    ///
    /// let recording = make(&Options { seconds: 2.0, seed: 3, ..Options::with_device(Device::HoloLens2) });
    /// assert!(!recording.form().version.is_1_1());
    /// ```
    pub fn with_device(device: Device) -> Self {
        let form = match device {
            Device::Ideal => Form::MRTK_1_1,
            Device::HoloLens2 => Form::MRTK_1_0,
        };
        Self { seconds: 10.0, rate_hz: device.rate_hz(), seed: 1, form, device }
    }

    /// How many frames there will be: at least one. A device with uneven times has about as many.
    pub fn frames(&self) -> usize {
        // Whole frames that the length holds, but for what rounding took away; and the one at the start.
        let whole = math::floor(self.end_secs() * self.rate() + 1e-3);
        usize::try_from(whole).unwrap_or(0).saturating_add(1)
    }

    fn end_secs(&self) -> f64 {
        let secs = f64::from(self.seconds);
        if secs.is_nan() { 0.0 } else { secs.clamp(0.0, Self::MAX_SECONDS.into()) }
    }

    fn rate(&self) -> f64 {
        let rate = f64::from(self.rate_hz);
        if rate.is_nan() {
            60.0
        } else {
            rate.clamp(f64::from(*Self::RATES_HZ.start()), f64::from(*Self::RATES_HZ.end()))
        }
    }
}

/// Makes up a performance and films it.
///
/// Takes about as much memory as the recording has bytes.
#[must_use]
pub fn make(options: &Options) -> Recording {
    let mut improviser = Improviser::default();
    film_stage(options, |now_secs, rng| Some(improviser.next(now_secs, rng)))
}

/// Plays a script and films it.
///
/// A script that is over before [`Options::seconds`] leaves the person standing; one that is longer is cut. To film
/// exactly all of it, ask [`Script::seconds`].
#[must_use]
pub fn perform(script: &Script, options: &Options) -> Recording {
    let mut cues = script.cues.iter();
    film_stage(options, |_, _| cues.next().cloned())
}

/// The built-in demo: everything happens in it at least once, in some twenty seconds at 60 Hz.
#[must_use]
pub fn demo() -> Recording {
    let script = demo_script();
    let options = Options::default();
    perform(&script, &Options { seconds: script.seconds(options.seed), ..options })
}

impl Script {
    /// How long it takes to play: people differ a little in how fast they are, so it depends on the seed.
    pub fn seconds(&self, seed: u64) -> f32 {
        to_f32(stage::length_secs(&self.cues, seed))
    }
}

/// Performs the cues and records them; named moments become markers, between one at the start and one at the end.
fn film_stage(options: &Options, next: impl FnMut(f64, &mut Rng) -> Option<Cue>) -> Recording {
    let &Options { seed, device, form, .. } = options;
    let start = device.start(seed);
    let end_secs = options.end_secs() + start.dropped_secs();
    let stage = Stage::new(end_secs, seed, device, next);
    let markers = |last_secs: f32| {
        let in_recording = |secs: f64| to_f32(secs + start.offset_secs());
        let first_secs = in_recording(start.dropped_secs());
        let happened = stage.moments().iter().map(|m| (in_recording(m.time_secs), m.name.as_str()));
        let inside = happened.filter(|(time_secs, _)| (first_secs..=last_secs).contains(time_secs));
        let all = [(first_secs, "start")].into_iter().chain(inside).chain([(last_secs, "end")]);
        all.map(|(time_secs, name)| Marker::new(time_secs, name)).collect()
    };
    let frame = |time_secs, number| stage.frame(time_secs, number);
    match device {
        Device::Ideal => film(
            even_times(options.frames(), options.rate()),
            Storage::EveryFrame,
            form,
            frame,
            markers,
        ),
        Device::HoloLens2 => {
            let times = device::uneven_times(end_secs, options.rate(), seed);
            film(times.into_iter(), Storage::Filtered(start), form, frame, markers)
        }
    }
}

/// Times of evenly spaced frames, the first at 0.
fn even_times(frames: usize, rate_hz: f64) -> impl ExactSizeIterator<Item = f64> {
    (0..frames).map(move |index| to_f64(index) / rate_hz)
}

#[expect(
    clippy::expect_used,
    reason = "the tracks are chosen by the form, and a day at 1,000 Hz is few enough keys"
)]
fn film<'m>(
    times_secs: impl ExactSizeIterator<Item = f64>,
    storage: Storage,
    form: Form,
    frame: impl Fn(f64, u64) -> Frame,
    markers: impl FnOnce(f32) -> Vec<Marker<'m>>,
) -> Recording {
    capture::film(times_secs, storage, form, frame, markers)
        .expect("every form can hold its own tracks")
}
