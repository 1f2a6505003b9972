//! The measures of the gaze.

use reenact::number::to_f64;

use crate::measure::number::mean;
use crate::measure::observed::Observed;
use crate::measure::{FixationBy, Measure, Spread};

/// The measures of the gaze.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GazeStats {
    /// The angle between gaze and head.
    pub head_angle_deg: Option<Spread>,
    /// Fixations and saccades by velocity (I-VT).
    pub by_velocity: LookStats,
    /// Fixations and saccades by dispersion (I-DT).
    pub by_dispersion: LookStats,
}

/// Fixations and saccades.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookStats {
    /// How many fixations there were.
    pub fixations: Option<usize>,
    /// How long a fixation took.
    pub fixation_secs: Option<Spread>,
    /// How many saccades there were.
    pub saccades: Option<usize>,
    /// How far a saccade went, in the mean.
    pub saccade_deg: Option<f64>,
    /// The highest speed of any saccade.
    pub saccade_peak_deg_s: Option<f64>,
}

impl GazeStats {
    pub(super) fn new(observed: &Observed) -> Self {
        Self {
            head_angle_deg: Spread::of(Measure::GazeHeadAngle.values(observed)),
            by_velocity: LookStats::new(observed, FixationBy::Velocity),
            by_dispersion: LookStats::new(observed, FixationBy::Dispersion),
        }
    }
}

impl LookStats {
    fn new(observed: &Observed, by: FixationBy) -> Self {
        if !observed.tracks.gaze {
            return Self::default();
        }
        let looks = observed.looks(by);
        let fixations = looks.iter().flat_map(|(_, looks)| &looks.fixations);
        let saccades = || looks.iter().flat_map(|(_, looks)| &looks.saccades);
        let secs: Vec<f64> = fixations
            .map(|stay| to_f64(stay.frames.end() - stay.frames.start()) * observed.step_secs())
            .collect();
        Self {
            fixations: Some(secs.len()),
            fixation_secs: Spread::of(secs),
            saccades: Some(saccades().count()),
            saccade_deg: mean(saccades().map(|jump| jump.amplitude_deg)),
            saccade_peak_deg_s: saccades().map(|jump| jump.peak_deg_s).reduce(f64::max),
        }
    }
}
