//! Options of measuring, and the default thresholds with their reasons.

use reenact::hand::Joint;
use reenact::{Error, FrameRate, FrameTimes, Mode, Recording, Result};
use reenact_base::number::to_count;

/// Options of measuring.
///
/// The defaults suit people's hands and eyes at the sample rates of headsets; each field has its reason.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Sample rate in Hz of everything except states. 60 is MRTK's maximum recording rate; a higher rate only adds interpolated
    /// frames.
    pub rate_hz: f32,
    /// Largest number of frames; `None` for the default of [`FrameRate`].
    pub max_frames: Option<usize>,
    /// Evaluation mode. In both modes a hand is measured only while it was tracked.
    pub mode: Mode,
    /// Start; by default the start of the recording: its first key, but not before 0.
    pub from_secs: Option<f32>,
    /// End; by default the end of the recording.
    pub to_secs: Option<f32>,
    /// Joint that represents the hand in path, speed, smoothness, reach and distances.
    pub joint: Joint,
    /// Half the window for derivatives in seconds; 0 is the narrowest window, two frames. 0.12: the cubic fitted in it passes
    /// movements up to about 7 Hz, and voluntary movements of an arm stay below 5. At 60 Hz it reduces a tracker's white noise to
    /// 1/180 of that of third differences.
    pub smoothing_secs: f32,
    /// Speed below which a hand is at rest; at 0 it is never at rest. 0.05: standing people sway by 1 to 2 cm/s, and a reach of
    /// 10 cm in 1 s peaks at 19.
    pub rest_speed_m_s: f32,
    /// Shortest pause; a shorter rest is part of the movement. 0.3: hands slow down between the strokes of one action.
    pub min_pause_secs: f32,
    /// Shortest movement. 0.2: as short as the quickest flick of a hand.
    pub min_movement_secs: f32,
    /// Source of pinches.
    pub pinch_by: PinchBy,
    /// Distance of the tips below which a pinch begins, with [`PinchBy::Aperture`]. 0.025: the joints of the tips are inside the
    /// fingers, a finger's width apart at touch.
    pub pinch_close_m: f32,
    /// Distance of the tips above which a pinch ends. 0.04: hysteresis larger than tracker jitter.
    pub pinch_open_m: f32,
    /// Mean curl of middle, ring and little finger above which a grab begins. 100: relaxed hands are below
    /// 90°, a hand around a cup is above 105°, a fist at 220°.
    pub grab_close_deg: f32,
    /// Mean curl below which a grab ends. 80.
    pub grab_open_deg: f32,
    /// Fixation method of events. Stats use both.
    pub fixation_by: FixationBy,
    /// Gaze speed above which it is a saccade, with [`FixationBy::Velocity`]. 30: fixations drift at a few
    /// degrees per second, saccades are above 100; eye trackers' own software uses this value at 60 Hz.
    pub saccade_deg_s: f32,
    /// Smallest amplitude of a saccade; a smaller one is part of a fixation. 1: a tremor of the eye, or the
    /// noise of one frame.
    pub min_saccade_deg: f32,
    /// Longest time between two fixations that are merged … 0.075: a blink, or one noisy frame.
    pub merge_secs: f32,
    /// … and largest angle between them. 0.5: the jitter of an eye tracker.
    pub merge_deg: f32,
    /// Shortest fixation. 0.1: perception takes longer.
    pub min_fixation_secs: f32,
    /// Radius of a fixation, with [`FixationBy::Dispersion`]. 1: the size of the fovea, and twice the error
    /// of eye trackers in headsets.
    pub dispersion_deg: f32,
}

/// Source of pinches: the pinching curve, or the distance of the tips.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum PinchBy {
    /// The recording's pinching curve: to the exact time.
    #[default]
    Curve,
    /// Distance of the tips of thumb and index, with hysteresis.
    Aperture,
}

reenact::named!(PinchBy, "way to find pinches": Curve = "curve", Aperture = "aperture");

/// Method to distinguish fixations from saccades.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum FixationBy {
    /// I-VT: by angular speed of the gaze.
    #[default]
    Velocity,
    /// I-DT: by dispersion of the gaze within a time.
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

/// Largest half window in frames, as a check for mistakes: the cost of each frame is proportional to the window.
const MAX_HALF_WINDOW: usize = 500;

/// Largest number of frames of the shortest fixation.
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
            ("largest time between merged fixations", self.merge_secs),
            ("largest angle between merged fixations", self.merge_deg),
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
                "the aperture that ends a pinch must be larger than the one that begins it, and the bend that ends a grab smaller",
            ));
        }
        if self.joint == Joint::None {
            return Err(Error::wrong_option(
                "slot None is not a joint: choose one such as Wrist or Palm",
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

    /// Measured time range: that of the options, clipped to the recording.
    ///
    /// Fails if the range is empty or reversed, or does not overlap with the recording.
    pub(crate) fn window(&self, recording: &Recording) -> Result<FrameRange> {
        self.check()?;
        if self.from_secs.is_some_and(f32::is_nan) || self.to_secs.is_some_and(f32::is_nan) {
            return Err(Error::wrong_option("a time range cannot start or end at NaN"));
        }
        if let (Some(from_secs), Some(to_secs)) = (self.from_secs, self.to_secs)
            && from_secs >= to_secs
        {
            return Err(Error::wrong_option(format!(
                "the range is empty: it starts at {from_secs} s and ends at {to_secs} s"
            )));
        }
        // Clips the range to the recording.
        let [first_secs, end_secs] = [recording.start_secs(), recording.end_secs()];
        let from_secs = self.from_secs.map_or(first_secs, |secs| secs.max(first_secs));
        let to_secs = self.to_secs.map_or(end_secs, |secs| secs.min(end_secs));
        let is_part = self.from_secs.is_some() || self.to_secs.is_some();
        if is_part && from_secs >= to_secs {
            return Err(Error::not_found(format!(
                "the time range is outside the recording, which goes from {first_secs} s to {end_secs} s"
            )));
        }
        let rate = FrameRate { hz: self.rate_hz, max_frames: self.max_frames };
        let times = FrameTimes::over(recording, from_secs..=to_secs, rate)?;
        Ok(FrameRange { times, from_secs, to_secs })
    }
}

/// Frames, and the time from the first of them to the end, which may be after the last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FrameRange {
    pub(crate) times: FrameTimes,
    pub(crate) from_secs: f32,
    pub(crate) to_secs: f32,
}

impl FrameRange {
    /// Duration; 0 if the end is before the start.
    pub(crate) fn secs(&self) -> f64 {
        (f64::from(self.to_secs) - f64::from(self.from_secs)).max(0.0)
    }
}
