//! Normal distribution of a direction: mean and covariance.

use glam::{DMat3, DVec3};

use super::chain::Sign;
use super::evidence::View;

/// Largest cost of one view, so that none outweighs more than a few others.
const MOST: f64 = 9.0;
/// Outlier limit: views beyond four standard deviations are left out of the estimates.
const OUTLIER: f64 = 16.0;
/// Smallest number of keys for an estimate.
const FEWEST: usize = 12;

/// A normal distribution in three dimensions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Model {
    mean: DVec3,
    /// The inverse of the covariance.
    precision: DMat3,
}

impl Model {
    /// The same scale in all directions.
    pub(super) fn round(mean: DVec3, scale: f64) -> Self {
        Self { mean, precision: DMat3::from_diagonal(DVec3::splat(scale.powi(-2))) }
    }

    /// One scale along an axis of unit length, another across it.
    pub(super) fn stretched(mean: DVec3, axis: DVec3, along: f64, across: f64) -> Self {
        let outer = DMat3::from_cols(axis * axis.x, axis * axis.y, axis * axis.z);
        let precision = outer * along.powi(-2) + (DMat3::IDENTITY - outer) * across.powi(-2);
        Self { mean, precision }
    }

    /// Squared Mahalanobis distance.
    fn square(&self, seen: DVec3) -> f64 {
        let off = seen - self.mean;
        off.dot(self.precision * off)
    }

    /// Costs of the two rotations that a view can be of.
    pub(super) fn costs(&self, seen: [DVec3; 2]) -> [f64; 2] {
        // `min` ignores NaN.
        seen.map(|seen| self.square(seen).min(MOST))
    }

    /// Distribution of a view over the keys whose signs are certain; `None` if they are too few, or if the view is not estimated.
    pub(super) fn learnt(view: &View, signs: &[Sign], doubt: f64) -> Option<Self> {
        let certain = || {
            let keys = view.seen.iter().zip(signs);
            let seen = keys.filter_map(move |(seen, sign)| {
                let [plus, minus] = (*seen)?;
                (sign.margin >= doubt).then_some(if sign.is_minus { minus } else { plus })
            });
            seen.filter(|seen| seen.is_finite())
        };
        let noise_deg = view.noise_deg?;
        let rough = Self::of(certain(), noise_deg)?;
        Self::of(certain().filter(|&seen| rough.square(seen) < OUTLIER), noise_deg)
    }

    fn of(seen: impl Iterator<Item = DVec3> + Clone, noise: f64) -> Option<Self> {
        let count = seen.clone().count();
        if count < FEWEST {
            return None;
        }
        let share = u32::try_from(count).map_or(0.0, |count| 1.0 / f64::from(count));
        let mean = seen.clone().fold(DVec3::ZERO, |sum, seen| sum + seen * share);
        let spread = seen.fold(DMat3::from_diagonal(DVec3::splat(noise * noise)), |sum, seen| {
            let off = (seen - mean) * share.sqrt();
            sum + DMat3::from_cols(off * off.x, off * off.y, off * off.z)
        });
        let precision = spread.inverse();
        (precision.is_finite() && mean.is_finite()).then_some(Self { mean, precision })
    }
}
