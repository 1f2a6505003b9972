//! Options of a recorder.

use crate::curve::Tracks;
use crate::recording::Form;

/// Options of a recorder. The default is MRTK's behaviour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecordOptions {
    /// Maximum frame rate in Hz; `None` keeps all frames. 60 by default.
    ///
    /// Frames are selected by when the next one is due, not by the time since the last one: 90 Hz become 60
    /// and not 45, a rate just below the maximum loses no frames, and a frame may be early by a fifth of the
    /// interval.
    pub max_rate_hz: Option<f32>,
    /// Frames to keep: the last 30 s by default.
    pub keep: Keep,
    /// Whether to cut the time between [`pause`](crate::Recorder::pause) and
    /// [`resume`](crate::Recorder::resume) out of the recording. True by default.
    ///
    /// MRTK keeps that time when recording is stopped and started again: curves are interpolated across it,
    /// and tracking states stay the same. Set `false` for that.
    pub cut_pauses: bool,
    /// Tracks to record, if frames have them. All by default.
    pub tracks: Tracks,
    /// Form of the recording: that of MRTK 2.8 by default. Version 1.0 has no gaze, published forms no
    /// markers.
    pub form: Form,
}

/// Frames to keep.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Keep {
    /// All of them.
    All,
    /// Frames at most this many seconds before the last one: a ring buffer.
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
    /// Rate or buffer length that is invalid.
    pub(super) fn wrong_number(&self) -> Option<f32> {
        let is_rate = |rate_hz: &f32| *rate_hz > 0.0 && rate_hz.is_finite();
        let wrong_rate = self.max_rate_hz.filter(|rate_hz| !is_rate(rate_hz));
        wrong_rate.or(match self.keep {
            Keep::LastSecs(secs) if !(secs >= 0.0 && secs.is_finite()) => Some(secs),
            Keep::All | Keep::LastSecs(_) => None,
        })
    }

    /// Time from the last frame before a pause that is cut out to the first one after it.
    pub(super) fn step_secs(&self) -> f64 {
        1.0 / f64::from(self.max_rate_hz.unwrap_or(DEFAULT_RATE_HZ))
    }
}
