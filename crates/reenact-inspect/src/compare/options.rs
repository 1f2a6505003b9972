//! Options and tolerances of a comparison.

use reenact::{Error, Mode, Result};

/// Options of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Sample rate in Hz.
    pub rate_hz: f32,
    /// Whether both are also sampled at every key of either, so that no key between two frames is missed. Without effect for
    /// [`Alignment::Warp`].
    pub key_times: bool,
    /// Evaluation mode.
    pub mode: Mode,
    /// Largest differences that still count as the same.
    pub tolerances: Tolerances,
    /// Time alignment.
    pub alignment: Alignment,
    /// Reference frame of poses.
    pub reference: Reference,
    /// Time range in seconds of the first recording; `None` compares everything.
    pub range_secs: Option<[f32; 2]>,
    /// Whether the markers are compared.
    pub markers: bool,
}

impl Default for Options {
    /// Whole recordings, in `clean` mode, at every key and at 60 Hz, MRTK's maximum recording rate.
    fn default() -> Self {
        Self {
            rate_hz: 60.0,
            key_times: true,
            mode: Mode::Clean,
            tolerances: Tolerances::default(),
            alignment: Alignment::None,
            reference: Reference::AsRecorded,
            range_secs: None,
            markers: true,
        }
    }
}

/// Largest differences that still count as the same; infinity ignores a kind of difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerances {
    /// Position of the head, of every joint and of the gaze origin, in metres.
    pub position_m: f32,
    /// Rotation of the head and of every joint, in degrees.
    pub rotation_deg: f32,
    /// Direction of the gaze, in degrees.
    pub gaze_deg: f32,
    /// Total time for which a track may be tracked, pinching or known in one recording only, in seconds;
    /// separately for each track.
    pub state_secs: f32,
    /// Difference of the ends, in seconds.
    pub duration_secs: f32,
    /// Distance of markers with the same name, in seconds.
    pub marker_secs: f32,
}

impl Tolerances {
    /// Zero tolerance.
    pub const ZERO: Self = Self {
        position_m: 0.0,
        rotation_deg: 0.0,
        gaze_deg: 0.0,
        state_secs: 0.0,
        duration_secs: 0.0,
        marker_secs: 0.0,
    };
}

impl Default for Tolerances {
    /// 2 mm, 0.5°, 0.05 s.
    ///
    /// MRTK's recorder skips movements below 1 mm (head: 2 mm) and rotations below 0.2°, so two recordings of the same movement
    /// may differ by twice as much. 0.05 s are three frames at 60 Hz.
    fn default() -> Self {
        Self {
            position_m: 0.002,
            rotation_deg: 0.5,
            gaze_deg: 0.5,
            state_secs: 0.05,
            duration_secs: 0.05,
            marker_secs: 0.05,
        }
    }
}

/// Mapping of the times of the second recording to those of the first.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Alignment {
    /// No alignment.
    #[default]
    None,
    /// Fixed offset in seconds: events of the first recording happen this much later in the second.
    Offset(f32),
    /// Best offset within a maximum, found by cross-correlation.
    FindOffset {
        /// Largest offset in seconds.
        max_secs: f32,
    },
    /// Dynamic time warping: the second recording is sped up and slowed down, never reversed, for the best
    /// match.
    Warp {
        /// Largest shift of a time in seconds, relative to a uniform change of speed.
        max_secs: f32,
    },
}

/// Reference frame of poses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Reference {
    /// World frame of the recording.
    #[default]
    AsRecorded,
    /// The head at each time: its position and rotation have no effect. The camera itself is not compared.
    Head,
    /// The wrist of each hand: compares the shape of the hands only, without camera, gaze and wrists.
    Wrist,
    /// The head at the first compared time: position and orientation of the recording have no effect.
    FirstFrame,
}

reenact::named!(
    Reference, "reference":
    AsRecorded = "as-recorded",
    Head = "head",
    Wrist = "wrist",
    FirstFrame = "first-frame",
);

impl Options {
    /// Fails for options that are not valid numbers.
    pub(super) fn check(&self) -> Result<()> {
        let Tolerances {
            position_m,
            rotation_deg,
            gaze_deg,
            state_secs,
            duration_secs,
            marker_secs,
        } = self.tolerances;
        for (name, tolerance) in [
            ("position", position_m),
            ("rotation", rotation_deg),
            ("gaze", gaze_deg),
            ("state", state_secs),
            ("duration", duration_secs),
            ("marker", marker_secs),
        ] {
            if tolerance.is_nan() || tolerance < 0.0 {
                return Err(Error::wrong_option(format!(
                    "the {name} tolerance must be 0 or more, not {tolerance}"
                )));
            }
        }
        match self.alignment {
            Alignment::Offset(secs) if !secs.is_finite() => {
                return Err(Error::wrong_option(format!(
                    "the offset must be finite, not {secs} s"
                )));
            }
            Alignment::FindOffset { max_secs } | Alignment::Warp { max_secs }
                if !(max_secs >= 0.0 && max_secs.is_finite()) =>
            {
                return Err(Error::wrong_option(format!(
                    "the largest offset must be 0 s or more, not {max_secs}"
                )));
            }
            _ => {}
        }
        match self.range_secs {
            Some([from, to]) if from > to || from.is_nan() || to.is_nan() => {
                Err(Error::wrong_option(format!(
                    "a range must end where it starts or later, not from {from} s to {to} s"
                )))
            }
            _ => Ok(()),
        }
    }
}
