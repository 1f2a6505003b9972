//! Names of the options of measuring.

use super::Options;

/// Name of an option of measuring, for interfaces that take options by name.
///
/// ```
/// use reenact::Named;
/// use reenact_inspect::measure::{Options, Setting};
///
/// let mut options = Options::default();
/// let setting = Setting::from_name("pinch_close_m").unwrap();
/// *options.number_mut(setting).unwrap() = 0.02;
/// assert_eq!(options.pinch_close_m, 0.02);
/// let error = Setting::from_name("pinch_close").unwrap_err();
/// assert_eq!(error.to_string(), "no option is named \"pinch_close\": did you mean pinch_close_m?");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is the field of `Options` that it names")]
pub enum Setting {
    Joint,
    PinchBy,
    FixationBy,
    Start,
    End,
    Smoothing,
    RestSpeed,
    MinPause,
    MinMovement,
    PinchClose,
    PinchOpen,
    GrabClose,
    GrabOpen,
    SaccadeSpeed,
    MinSaccade,
    MergeTime,
    MergeAngle,
    MinFixation,
    Dispersion,
    Mode,
    Rate,
    MaxFrames,
}

reenact::named!(
    Setting, "option":
    Joint = "joint",
    PinchBy = "pinch_by",
    FixationBy = "fixation_by",
    Start = "start_secs",
    End = "end_secs",
    Smoothing = "smoothing_secs",
    RestSpeed = "rest_speed_m_s",
    MinPause = "min_pause_secs",
    MinMovement = "min_movement_secs",
    PinchClose = "pinch_close_m",
    PinchOpen = "pinch_open_m",
    GrabClose = "grab_close_deg",
    GrabOpen = "grab_open_deg",
    SaccadeSpeed = "saccade_deg_s",
    MinSaccade = "min_saccade_deg",
    MergeTime = "merge_secs",
    MergeAngle = "merge_deg",
    MinFixation = "min_fixation_secs",
    Dispersion = "dispersion_deg",
    Mode = "mode",
    Rate = "rate_hz",
    MaxFrames = "max_frames",
);

impl Setting {
    /// Whether the option changes how frames are sampled, and so also tables of poses; the others apply to measures and events
    /// only.
    pub const fn is_of_sampling(self) -> bool {
        matches!(self, Self::Mode | Self::Rate | Self::MaxFrames)
    }
}

impl Options {
    /// Mutable access to a numeric option. If the start or end is unset, it is set to 0 first.
    pub fn number_mut(&mut self, setting: Setting) -> Option<&mut f32> {
        Some(match setting {
            Setting::Start => self.from_secs.get_or_insert(0.0),
            Setting::End => self.to_secs.get_or_insert(0.0),
            Setting::Rate => &mut self.rate_hz,
            Setting::Smoothing => &mut self.smoothing_secs,
            Setting::RestSpeed => &mut self.rest_speed_m_s,
            Setting::MinPause => &mut self.min_pause_secs,
            Setting::MinMovement => &mut self.min_movement_secs,
            Setting::PinchClose => &mut self.pinch_close_m,
            Setting::PinchOpen => &mut self.pinch_open_m,
            Setting::GrabClose => &mut self.grab_close_deg,
            Setting::GrabOpen => &mut self.grab_open_deg,
            Setting::SaccadeSpeed => &mut self.saccade_deg_s,
            Setting::MinSaccade => &mut self.min_saccade_deg,
            Setting::MergeTime => &mut self.merge_secs,
            Setting::MergeAngle => &mut self.merge_deg,
            Setting::MinFixation => &mut self.min_fixation_secs,
            Setting::Dispersion => &mut self.dispersion_deg,
            Setting::Joint
            | Setting::PinchBy
            | Setting::FixationBy
            | Setting::Mode
            | Setting::MaxFrames => return None,
        })
    }
}
