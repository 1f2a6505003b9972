//! Options of measuring, and the default thresholds with their reasons.

use reenact::hand::Joint;
use reenact::number::to_count;
use reenact::{Error, FrameRate, FrameTimes, Mode, Recording, Result};

/// Options of measuring.
///
/// The defaults are for people's hands and eyes at the rates of headsets; each field gives its reason.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Sample rate in Hz. Everything but states is measured at these times. 60: MRTK records at most so many frames a second;
    /// more would only be straight lines between them.
    pub rate_hz: f32,
    /// The most frames; `None` for the default of [`FrameRate`].
    pub max_frames: Option<usize>,
    /// How curves are evaluated. Either way nothing is measured while a hand was not tracked.
    pub mode: Mode,
    /// From when on; the recording's start if `None`: its first key, but not before 0.
    pub from_secs: Option<f32>,
    /// Until when; the recording's end if `None`.
    pub to_secs: Option<f32>,
    /// The joint that stands for the hand in path, speed, smoothness, reach and distances.
    pub joint: Joint,
    /// Half the window that derivatives are taken over, in seconds; 0 is the narrowest there is, two frames. 0.12: with the cubic
    /// that is fitted in it this passes movements up to some 7 Hz, and voluntary movements of an arm stay below 5. Of a
    /// tracker's white noise it leaves, at 60 Hz, 1/180 of what raw third differences make of it.
    pub smoothing_secs: f32,
    /// A hand slower than this is at rest; at 0 it always moves. 0.05: standing people sway by 1 to 2 cm/s, and a reach of
    /// 10 cm in 1 s peaks at 19.
    pub rest_speed_m_s: f32,
    /// A rest shorter than this is part of the movement. 0.3: hands slow down between the strokes of one action.
    pub min_pause_secs: f32,
    /// A movement shorter than this is none. 0.2: the quickest flick of a hand takes as long.
    pub min_movement_secs: f32,
    /// Source of pinches.
    pub pinch_by: PinchBy,
    /// Tips closer than this begin a pinch, in [`PinchBy::Aperture`]. 0.025: the tips' joints lie inside the fingers, a finger's
    /// breadth apart at touch.
    pub pinch_close_m: f32,
    /// Tips farther apart than this end it. 0.04: above the other by more than trackers jitter, so that a pinch does not flutter.
    pub pinch_open_m: f32,
    /// Middle, ring and little finger bent more than this in the mean begin a grab. 100: hands at ease are below 90°, a hand
    /// around a cup is above 105°, a fist at 220°.
    pub grab_close_deg: f32,
    /// Fingers bent less than this end it. 80.
    pub grab_open_deg: f32,
    /// Which fixations are events. Stats have both.
    pub fixation_by: FixationBy,
    /// Gaze faster than this is a saccade, in [`FixationBy::Velocity`]. 30: fixations drift at a few degrees a second, saccades
    /// are above 100; it is what eye trackers' own software uses for 60 Hz.
    pub saccade_deg_s: f32,
    /// A jump shorter than this is part of a fixation. 1: a tremor of the eye, or the noise of one frame.
    pub min_saccade_deg: f32,
    /// Two fixations no farther apart in time than this, … 0.075: a blink, or one noisy frame.
    pub merge_secs: f32,
    /// … and in angle than this, are one. 0.5: an eye tracker's jitter.
    pub merge_deg: f32,
    /// A fixation shorter than this is none. 0.1: nothing is seen in less.
    pub min_fixation_secs: f32,
    /// How far from its middle a fixation reaches, in [`FixationBy::Dispersion`]. 1: as far as the fovea, and twice what eye
    /// trackers in headsets are wrong by.
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
            rate_hz: 60.0,
            max_frames: None,
            mode: Mode::Clean,
            from_secs: None,
            to_secs: None,
            joint: Joint::Wrist,
            smoothing_secs: 0.12,
            rest_speed_m_s: 0.05,
            min_pause_secs: 0.3,
            min_movement_secs: 0.2,
            pinch_by: PinchBy::Curve,
            pinch_close_m: 0.025,
            pinch_open_m: 0.04,
            grab_close_deg: 100.0,
            grab_open_deg: 80.0,
            fixation_by: FixationBy::Velocity,
            saccade_deg_s: 30.0,
            min_saccade_deg: 1.0,
            merge_secs: 0.075,
            merge_deg: 0.5,
            min_fixation_secs: 0.1,
            dispersion_deg: 1.0,
        }
    }
}

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
        let rate = FrameRate { hz: self.rate_hz, max_frames: self.max_frames };
        let times = FrameTimes::over(recording, from_secs..=to_secs, rate)?;
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
