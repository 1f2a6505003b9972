//! Measures of the gaze.

use reenact_base::number::to_f64;

use crate::measure::number::mean;
use crate::measure::observed::Observed;
use crate::measure::{FixationBy, Measure, Spread};

/// Measures of the gaze.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GazeStats {
    /// Angle between gaze and head.
    pub head_angle_deg: Option<Spread>,
    /// Fixations and saccades by velocity (I-VT).
    pub by_velocity: EyeMovementStats,
    /// Fixations and saccades by dispersion (I-DT).
    pub by_dispersion: EyeMovementStats,
}

/// Statistics of fixations and saccades.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EyeMovementStats {
    /// Number of fixations.
    pub fixations: Option<usize>,
    /// Duration of fixations.
    pub fixation_secs: Option<Spread>,
    /// Number of saccades.
    pub saccades: Option<usize>,
    /// Mean amplitude of saccades.
    pub saccade_deg: Option<f64>,
    /// Highest speed of any saccade.
    pub saccade_peak_deg_s: Option<f64>,
}

impl GazeStats {
    pub(super) fn new(observed: &Observed) -> Self {
        Self {
            head_angle_deg: Spread::of(Measure::GazeHeadAngle.values(observed)),
            by_velocity: EyeMovementStats::new(observed, FixationBy::Velocity),
            by_dispersion: EyeMovementStats::new(observed, FixationBy::Dispersion),
        }
    }
}

impl EyeMovementStats {
    fn new(observed: &Observed, by: FixationBy) -> Self {
        if !observed.tracks.gaze {
            return Self::default();
        }
        let movements = observed.eye_movements(by);
        let fixations = movements.iter().flat_map(|(_, movements)| &movements.fixations);
        let saccades = || movements.iter().flat_map(|(_, movements)| &movements.saccades);
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
