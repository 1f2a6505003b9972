//! Tolerances of piecewise linear approximations of positions, rotations and directions.

use glam::DVec3;

use super::rotation::{unit_direction, unit_rotation};

/// Largest errors of positions, rotations and directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Tolerance {
    /// Largest error of a position, in metres.
    pub(crate) position_m: f32,
    /// Largest error of a rotation or direction, in degrees.
    pub(crate) angle_deg: f32,
}

impl Default for Tolerance {
    /// A tenth of the 1 mm and a quarter of the 0.2° that MRTK's own recorder tolerates.
    fn default() -> Self {
        Self { position_m: 1e-4, angle_deg: 0.05 }
    }
}

/// Fraction of the bound allowed for the error at three tested times. A short segment is nearly a parabola, whose error these
/// times show completely; the rest of the bound is a reserve.
const CHECKED_SHARE: f64 = 0.8;
const QUARTERS: &[f64] = &[0.25, 0.5, 0.75];

/// Distance measure of two values, and its limit. NaN does not exceed the limit, because more keys would not
/// change it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measure<const N: usize> {
    pub(crate) distance: fn([f64; N], [f64; N]) -> f64,
    pub(crate) most: f64,
    /// Fractions of a line at which it is tested.
    pub(crate) probes: &'static [f64],
}

impl Tolerance {
    pub(crate) fn of_positions(self) -> Measure<3> {
        Measure {
            distance: |a, b| DVec3::from_array(a).distance(DVec3::from_array(b)),
            most: f64::from(self.position_m) * CHECKED_SHARE,
            probes: QUARTERS,
        }
    }

    /// Distance of unit quaternions, whose angle is half that of the rotations.
    pub(crate) fn of_rotations(self) -> Measure<4> {
        Measure {
            distance: |a, b| match (unit_rotation(a), unit_rotation(b)) {
                (Some(a), Some(b)) => (a - b).length().min((a + b).length()),
                _ => f64::NAN,
            },
            most: 2.0 * (self.angle() / 4.0).sin(),
            probes: QUARTERS,
        }
    }

    pub(crate) fn of_directions(self) -> Measure<3> {
        Measure {
            distance: |a, b| match (unit_direction(a), unit_direction(b)) {
                (Some(a), Some(b)) => a.distance(b),
                _ => f64::NAN,
            },
            most: 2.0 * (self.angle() / 2.0).sin(),
            probes: QUARTERS,
        }
    }

    fn angle(self) -> f64 {
        f64::from(self.angle_deg).min(180.0).to_radians() * CHECKED_SHARE
    }
}
