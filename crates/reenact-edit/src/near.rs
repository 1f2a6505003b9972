//! How near straight lines have to be to what they stand for.

use glam::DVec3;

use crate::poses::{unit_direction, unit_rotation};

/// Bounds on positions, rotations and directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Near {
    /// How far positions may be off, in metres.
    pub(crate) tolerance_m: f32,
    /// How far rotations and directions may be off, in degrees.
    pub(crate) tolerance_deg: f32,
}

impl Default for Near {
    /// A tenth of the 1 mm and a quarter of the 0.2° that MRTK's own recorder allows itself.
    fn default() -> Self {
        Self { tolerance_m: 1e-4, tolerance_deg: 0.05 }
    }
}

/// The error is checked at three places a segment. For the parabola that a short segment nearly is, they see all of
/// it; the rest of the bound is for what is not.
const CHECKED_SHARE: f64 = 0.8;

impl Near {
    pub(crate) fn is_place(self) -> impl Fn([f64; 3], [f64; 3]) -> bool + Copy {
        let tolerance = f64::from(self.tolerance_m) * CHECKED_SHARE;
        move |a, b| is_within(DVec3::from_array(a).distance(DVec3::from_array(b)), tolerance)
    }

    pub(crate) fn is_turn(self) -> impl Fn([f64; 4], [f64; 4]) -> bool + Copy {
        // As the distance of unit quaternions, between which the angle is half.
        let tolerance = 2.0 * (self.angle() / 4.0).sin();
        move |a, b| match (unit_rotation(a), unit_rotation(b)) {
            (Some(a), Some(b)) => is_within((a - b).length().min((a + b).length()), tolerance),
            _ => true,
        }
    }

    pub(crate) fn is_direction(self) -> impl Fn([f64; 3], [f64; 3]) -> bool + Copy {
        let tolerance = 2.0 * (self.angle() / 2.0).sin();
        move |a, b| match (unit_direction(a), unit_direction(b)) {
            (Some(a), Some(b)) => is_within(a.distance(b), tolerance),
            _ => true,
        }
    }

    fn angle(self) -> f64 {
        f64::from(self.tolerance_deg).min(180.0).to_radians() * CHECKED_SHARE
    }
}

/// A NaN cannot be mended by more keys, and so counts as near.
fn is_within(distance: f64, tolerance: f64) -> bool {
    distance <= tolerance || distance.is_nan()
}
