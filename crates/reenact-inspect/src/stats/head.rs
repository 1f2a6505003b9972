//! Measures of the head.

use crate::measure::Spread;
use crate::measure::number::finite;
use crate::measure::observed::Observed;
use crate::measure::smoothness::{length, trapezoid};

/// Measures of the head.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeadStats {
    /// Path length.
    pub path_length_m: Option<f64>,
    /// Speed.
    pub speed_m_s: Option<Spread>,
    /// Total rotation, without sign.
    pub rotation_deg: Option<f64>,
    /// Angular speed.
    pub turn_deg_s: Option<Spread>,
}

impl HeadStats {
    pub(super) fn new(observed: &Observed) -> Self {
        let step_secs = observed.step_secs();
        let sum = |runs: &[Vec<f64>]| {
            let total = runs.iter().map(|run| trapezoid(run.iter().copied(), step_secs)).sum();
            if runs.is_empty() { None } else { finite(total) }
        };
        let speeds: Vec<Vec<f64>> = observed
            .head_moving()
            .iter()
            .map(|(_, run)| run.iter().map(|motion| length(motion.velocity)).collect())
            .collect();
        let turns: Vec<Vec<f64>> = observed
            .head_turning()
            .into_iter()
            .map(|(_, run)| run.into_iter().map(f64::to_degrees).collect())
            .collect();
        Self {
            path_length_m: sum(&speeds),
            rotation_deg: sum(&turns),
            speed_m_s: Spread::of(speeds.into_iter().flatten()),
            turn_deg_s: Spread::of(turns.into_iter().flatten()),
        }
    }
}
