//! How much to record, and how.

use crate::curve::Tracks;
use crate::recording::Form;

/// How much to record, and how; by default as MRTK does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecordOptions {
    /// Frames a second that are kept at most; all of them if `None`. 60 by default.
    ///
    /// Decided by when the next frame is due, not by how long ago the last one came: 90 Hz become 60 and not 45, a rate
    /// just below it loses nothing, and a frame may be a little early (a fifth of the time between two).
    pub max_rate_hz: Option<f32>,
    /// What is kept: the last 30 s by default.
    pub keep: Keep,
    /// Whether the time between [`pause`](crate::Recorder::pause) and [`resume`](crate::Recorder::resume) is left out
    /// of the recording. It is by default.
    ///
    /// MRTK's recording, stopped and started again, keeps that time: curves run straight through it, and hands stay
    /// tracked or lost as they were. Say `false` for that.
    pub cut_pauses: bool,
    /// Which tracks are recorded of those that frames have. All by default.
    pub tracks: Tracks,
    /// How the recording is stored: as MRTK 2.8 does by default. Version 1.0 has no gaze, published forms no markers.
    pub form: Form,
}

/// Which frames are kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Keep {
    /// All of them.
    All,
    /// Those at most so many seconds before the last one: a rolling buffer.
    LastSecs(f32),
}

impl Default for RecordOptions {
    /// At most 60 Hz, the last 30 s, pauses cut out, all tracks, as MRTK 2.8 stores them.
    fn default() -> Self {
        Self {
            max_rate_hz: Some(DEFAULT_RATE_HZ),
            keep: Keep::LastSecs(30.0),
            cut_pauses: true,
            tracks: Tracks::ALL,
            form: Form::MRTK_1_1,
        }
    }
}

const DEFAULT_RATE_HZ: f32 = 60.0;

impl RecordOptions {
    /// A rate or a length that cannot be.
    pub(super) fn wrong_number(&self) -> Option<f32> {
        let is_rate = |rate_hz: &f32| *rate_hz > 0.0 && rate_hz.is_finite();
        let wrong_rate = self.max_rate_hz.filter(|rate_hz| !is_rate(rate_hz));
        wrong_rate.or(match self.keep {
            Keep::LastSecs(secs) if !(secs >= 0.0 && secs.is_finite()) => Some(secs),
            Keep::All | Keep::LastSecs(_) => None,
        })
    }

    /// From the last frame before a pause that is cut out to the first after it.
    pub(super) fn step_secs(&self) -> f64 {
        1.0 / f64::from(self.max_rate_hz.unwrap_or(DEFAULT_RATE_HZ))
    }
}
