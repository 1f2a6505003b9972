//! Options of measuring, and the default thresholds with their reasons.

use reenact::hand::Joint;
use reenact::number::to_count;
use reenact::{Error, FrameTimes, Mode, Recording, Result};

/// MRTK records at most so many frames a second; more would only be straight lines between them.
pub const RATE_HZ: f32 = 60.0;

/// Half the window that derivatives are taken over. With the cubic that is fitted in it this passes movements up to
/// some 7 Hz, and voluntary movements of an arm stay below 5. Of a tracker's white noise it leaves, at 60 Hz, 1/180
/// of what raw third differences make of it.
pub const SMOOTHING_SECS: f32 = 0.12;

/// A hand slower than this is at rest. Standing people sway by 1 to 2 cm/s, and a reach of 10 cm in 1 s peaks at 19.
pub const REST_SPEED_M_S: f32 = 0.05;

/// A rest shorter than this is part of the movement: hands slow down between the strokes of one action.
pub const MIN_PAUSE_SECS: f32 = 0.3;

/// A movement shorter than this is none: the quickest flick of a hand takes as long.
pub const MIN_MOVEMENT_SECS: f32 = 0.2;

/// Thumb and index closer than this touch. The tips' joints lie inside the fingers, a finger's breadth apart at touch.
pub const PINCH_CLOSE_M: f32 = 0.025;

/// A pinch by aperture is over when the tips are farther apart than this. Above [`PINCH_CLOSE_M`] by more than
/// trackers jitter, so that a pinch does not flutter.
pub const PINCH_OPEN_M: f32 = 0.04;

/// Middle, ring and pinky bent so far in the mean have closed around something. Hands at ease are below 90°, a hand
/// around a cup is above 105°, a fist at 220°.
pub const GRAB_CLOSE_DEG: f32 = 100.0;

/// A grab is over when they are bent less than this.
pub const GRAB_OPEN_DEG: f32 = 80.0;

/// Gaze faster than this is a saccade (I-VT). Fixations drift at a few degrees a second, saccades are above 100;
/// 30 is what eye trackers' own software uses for 60 Hz.
pub const SACCADE_DEG_S: f32 = 30.0;

/// A jump shorter than this is part of a fixation (I-VT): a tremor of the eye, or the noise of one frame.
pub const MIN_SACCADE_DEG: f32 = 1.0;

/// Two fixations are one if no more than this lies between them: a blink, or one noisy frame.
pub const MERGE_SECS: f32 = 0.075;

/// … and if they look at the same thing: no farther apart than an eye tracker's jitter.
pub const MERGE_DEG: f32 = 0.5;

/// A fixation shorter than this is none: nothing is seen in less.
pub const MIN_FIXATION_SECS: f32 = 0.1;

/// How far from its middle a fixation reaches (I-DT): as far as the fovea, and twice what eye trackers in headsets
/// are wrong by.
pub const DISPERSION_DEG: f32 = 1.0;

/// Options of measuring. The defaults are the constants of this module, which say why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Sample rate in Hz. Everything but states is measured at these times.
    pub rate_hz: f32,
    /// How curves are evaluated. Either way nothing is measured while a hand was not tracked.
    pub mode: Mode,
    /// From when on; the recording's start if `None`: its first key, but not before 0.
    pub from_secs: Option<f32>,
    /// Until when; the recording's end if `None`.
    pub to_secs: Option<f32>,
    /// The joint that stands for the hand in path, speed, smoothness, reach and distances.
    pub joint: Joint,
    /// Half the window that derivatives are taken over, in seconds; 0 is the narrowest there is, two frames.
    pub smoothing_secs: f32,
    /// A hand slower than this is at rest; at 0 it always moves.
    pub rest_speed_m_s: f32,
    /// A rest shorter than this is part of the movement.
    pub min_pause_secs: f32,
    /// A movement shorter than this is none.
    pub min_movement_secs: f32,
    /// Source of pinches.
    pub pinch_by: PinchBy,
    /// Tips closer than this begin a pinch, in [`PinchBy::Aperture`].
    pub pinch_close_m: f32,
    /// Tips farther apart than this end it.
    pub pinch_open_m: f32,
    /// Fingers bent more than this begin a grab.
    pub grab_close_deg: f32,
    /// Fingers bent less than this end it.
    pub grab_open_deg: f32,
    /// Which fixations are events. Stats have both.
    pub fixation_by: FixationBy,
    /// Gaze faster than this is a saccade, in [`FixationBy::Velocity`].
    pub saccade_deg_s: f32,
    /// A jump shorter than this is part of a fixation.
    pub min_saccade_deg: f32,
    /// Two fixations no farther apart in time than this, …
    pub merge_secs: f32,
    /// … and in angle than this, are one.
    pub merge_deg: f32,
    /// A fixation shorter than this is none.
    pub min_fixation_secs: f32,
    /// How far from its middle a fixation reaches, in [`FixationBy::Dispersion`].
    pub dispersion_deg: f32,
}

/// Source of pinches: the pinching curve, or the distance of the tips.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum PinchBy {
    /// The recording's pinching curve: to the exact time.
    #[default]
    Curve,
    /// The distance of the tips of thumb and index, with a lower threshold to begin and a higher one to end.
    Aperture,
}

reenact::named!(PinchBy, "way to find pinches": Curve = "curve", Aperture = "aperture");

/// How fixations are told from saccades.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum FixationBy {
    /// I-VT: by the speed at which the gaze turns.
    #[default]
    Velocity,
    /// I-DT: by how far it strays within a time.
    Dispersion,
}

reenact::named!(
    FixationBy, "way to find fixations":
    Velocity = "velocity",
    Dispersion = "dispersion",
);

impl Default for Options {
    fn default() -> Self {
        Self {
            rate_hz: RATE_HZ,
            mode: Mode::Clean,
            from_secs: None,
            to_secs: None,
            joint: Joint::Wrist,
            smoothing_secs: SMOOTHING_SECS,
            rest_speed_m_s: REST_SPEED_M_S,
            min_pause_secs: MIN_PAUSE_SECS,
            min_movement_secs: MIN_MOVEMENT_SECS,
            pinch_by: PinchBy::Curve,
            pinch_close_m: PINCH_CLOSE_M,
            pinch_open_m: PINCH_OPEN_M,
            grab_close_deg: GRAB_CLOSE_DEG,
            grab_open_deg: GRAB_OPEN_DEG,
            fixation_by: FixationBy::Velocity,
            saccade_deg_s: SACCADE_DEG_S,
            min_saccade_deg: MIN_SACCADE_DEG,
            merge_secs: MERGE_SECS,
            merge_deg: MERGE_DEG,
            min_fixation_secs: MIN_FIXATION_SECS,
            dispersion_deg: DISPERSION_DEG,
        }
    }
}

/// So many frames are always fine: two hours at 60 Hz, some 200 MB while measuring. More are fine if there are as many
/// keys: otherwise a small file that lies about its length would fill the memory.
const MANY_FRAMES: usize = 1 << 19;

/// Windows wider than this are taken for a mistake: their cost is their width for each frame.
const MAX_HALF_WINDOW: usize = 500;

/// Fixations that must last longer than so many frames, likewise.
const MAX_FIXATION_FRAMES: usize = 10_000;

impl Options {
    /// Fails for an option that is not a valid number.
    pub(crate) fn check(&self) -> Result<()> {
        let not_negative = [
            ("smoothing", self.smoothing_secs),
            ("speed of rest", self.rest_speed_m_s),
            ("shortest pause", self.min_pause_secs),
            ("shortest movement", self.min_movement_secs),
            ("aperture that begins a pinch", self.pinch_close_m),
            ("aperture that ends a pinch", self.pinch_open_m),
            ("bend that begins a grab", self.grab_close_deg),
            ("bend that ends a grab", self.grab_open_deg),
            ("speed of saccades", self.saccade_deg_s),
            ("shortest saccade", self.min_saccade_deg),
            ("time between fixations that are one", self.merge_secs),
            ("angle between fixations that are one", self.merge_deg),
            ("shortest fixation", self.min_fixation_secs),
            ("dispersion of fixations", self.dispersion_deg),
        ];
        for (name, value) in not_negative {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(Error::wrong_option(format!(
                    "the {name} must be 0 or more, not {value}"
                )));
            }
        }
        if self.pinch_open_m < self.pinch_close_m || self.grab_close_deg < self.grab_open_deg {
            return Err(Error::wrong_option(
                "a pinch must end wider open than it begins, and a grab less bent",
            ));
        }
        if self.joint == Joint::None {
            return Err(Error::wrong_option(
                "slot None is no joint: choose one such as Wrist or Palm",
            ));
        }
        let frames = |secs: f32| to_count(f64::from(secs) * f64::from(self.rate_hz));
        if frames(self.smoothing_secs) > MAX_HALF_WINDOW {
            return Err(Error::wrong_option(format!(
                "smoothing over {} s is more than {MAX_HALF_WINDOW} frames at {} Hz: choose less or a lower rate",
                self.smoothing_secs, self.rate_hz
            )));
        }
        if frames(self.min_fixation_secs) > MAX_FIXATION_FRAMES {
            return Err(Error::wrong_option(format!(
                "a shortest fixation of {} s is more than {MAX_FIXATION_FRAMES} frames at {} Hz: choose less or a lower rate",
                self.min_fixation_secs, self.rate_hz
            )));
        }
        Ok(())
    }

    /// The part of the recording that is measured: the range of the options, as far as the recording reaches.
    ///
    /// Fails if the range is empty or reversed, or if nothing of the recording is in it.
    pub(crate) fn window(&self, recording: &Recording) -> Result<Window> {
        self.check()?;
        if self.from_secs.is_some_and(f32::is_nan) || self.to_secs.is_some_and(f32::is_nan) {
            return Err(Error::wrong_option("a range cannot start or end at NaN"));
        }
        if let (Some(from_secs), Some(to_secs)) = (self.from_secs, self.to_secs)
            && from_secs >= to_secs
        {
            return Err(Error::wrong_option(format!(
                "the range is empty: it starts at {from_secs} s and ends at {to_secs} s"
            )));
        }
        // What is measured is what was recorded: a range that reaches beyond both ends is cut there.
        let [first_secs, end_secs] = [recording.start_secs(), recording.end_secs()];
        let from_secs = self.from_secs.map_or(first_secs, |secs| secs.max(first_secs));
        let to_secs = self.to_secs.map_or(end_secs, |secs| secs.min(end_secs));
        let is_part = self.from_secs.is_some() || self.to_secs.is_some();
        if is_part && from_secs >= to_secs {
            return Err(Error::not_found(format!(
                "nothing of the recording is in the range: it goes from {first_secs} s to {end_secs} s"
            )));
        }
        let times = FrameTimes::new(from_secs..=to_secs, self.rate_hz)?;
        let limit = recording.key_count().max(MANY_FRAMES);
        if times.len() > limit {
            return Err(Error::wrong_option(format!(
                "{} frames are more than {limit}, as many as a recording of so few keys is worth: choose a lower rate \
                 or a shorter range",
                times.len()
            )));
        }
        Ok(Window { times, from_secs, to_secs })
    }
}

/// What is looked at: frames, and the time from the first of them to the end, which may lie after the last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    pub(crate) times: FrameTimes,
    pub(crate) from_secs: f32,
    pub(crate) to_secs: f32,
}

impl Window {
    /// Its length; 0 where the end is before the start.
    pub(crate) fn secs(&self) -> f64 {
        (f64::from(self.to_secs) - f64::from(self.from_secs)).max(0.0)
    }
}
