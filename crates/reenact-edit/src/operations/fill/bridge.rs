//! Interpolation across a gap with the velocities at both ends.
//!
//! Positions follow the cubic with given end points and end velocities (Hermite). So do rotations, as rotation vectors relative
//! to the start of the gap: at the start the angular velocity is the rate of the vector; at the end the rate is the angular
//! velocity multiplied by the inverse right Jacobian of the rotation group. So both are exact, not only for small angles.

use glam::{DQuat, DVec3};

use crate::helpers::rotation::{exp, log};

/// Cubic Hermite interpolation from `a` with `a_rate` to `b` with `b_rate`; rates per whole segment.
pub(super) fn hermite(a: f64, a_rate: f64, b: f64, b_rate: f64, fraction: f64) -> f64 {
    let [s, rest] = [fraction, 1.0 - fraction];
    let blend = s * s * (3.0 - 2.0 * s);
    a + (b - a) * blend + a_rate * s * rest * rest - b_rate * s * s * rest
}

/// Rotation at a fraction of the segment; rates are rotation vectors in the rotated frame, per whole segment.
pub(super) fn turn(a: DQuat, a_rate: DVec3, b: DQuat, b_rate: DVec3, fraction: f64) -> DQuat {
    let way = log(a.conjugate() * b);
    let end_rate = inverse_right_jacobian(way, b_rate);
    let component = |way: f64, start: f64, end: f64| hermite(0.0, start, way, end, fraction);
    let vector = DVec3::new(
        component(way.x, a_rate.x, end_rate.x),
        component(way.y, a_rate.y, end_rate.y),
        component(way.z, a_rate.z, end_rate.z),
    );
    (a * exp(vector)).normalize()
}

/// Rate of a rotation vector for an angular velocity.
fn inverse_right_jacobian(vector: DVec3, velocity: DVec3) -> DVec3 {
    let angle = vector.length();
    // Limit for angle 0, where the closed form is 0 / 0.
    let factor = if angle < 1e-3 {
        1.0 / 12.0
    } else {
        let half = angle / 2.0;
        (1.0 - half / half.tan()) / (angle * angle)
    };
    let across = vector.cross(velocity);
    velocity + across * 0.5 + vector.cross(across) * factor
}

/// Least-squares slope of values at steps 0, 1, 2, …; `None` for fewer than two.
pub(super) fn slope(values: &[f64]) -> Option<f64> {
    let (mut count, mut middle) = (0.0_f64, 0.0);
    for _ in values {
        middle += count;
        count += 1.0;
    }
    if count < 2.0 {
        return None;
    }
    middle /= count;
    let (mut above, mut below, mut place) = (0.0, 0.0, 0.0);
    for value in values {
        let from_middle: f64 = place - middle;
        above += from_middle * value;
        below += from_middle * from_middle;
        place += 1.0;
    }
    Some(above / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cubic_is_met_exactly() {
        let cubic = |t: f64| 0.5 + t * (2.0 + t * (-3.0 + t * 1.5));
        let rate = |t: f64| 2.0 + t * (-6.0 + t * 4.5);
        for fraction in [0.0, 0.2, 0.5, 0.9, 1.0] {
            let found = hermite(cubic(0.0), rate(0.0), cubic(1.0), rate(1.0), fraction);
            assert!((found - cubic(fraction)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_steady_turn_goes_on_and_end_velocities_are_met() {
        let velocity = DVec3::new(0.4, -0.9, 0.3);
        let start = exp(DVec3::new(1.0, 0.2, -0.5));
        for fraction in [0.0, 0.3, 0.7, 1.0] {
            let found = turn(start, velocity, start * exp(velocity), velocity, fraction);
            assert!(log((start * exp(velocity * fraction)).conjugate() * found).length() < 1e-12);
        }
        // Numerical check with arbitrary velocities at the ends of arbitrary rotations.
        let (a_rate, b_rate, end) = (
            DVec3::new(0.5, 2.0, -1.0),
            DVec3::new(-1.0, 0.3, 0.8),
            start * exp(DVec3::new(0.7, 1.1, -0.4)),
        );
        let at = |fraction| turn(start, a_rate, end, b_rate, fraction);
        let step = 1e-5;
        let found = log(at(0.0).conjugate() * at(step)) / step;
        assert!(found.abs_diff_eq(a_rate, 1e-3), "{found}");
        let found = log(at(1.0 - step).conjugate() * at(1.0)) / step;
        assert!(found.abs_diff_eq(b_rate, 1e-3), "{found}");
    }

    #[test]
    fn a_slope_is_that_of_the_line() {
        assert_eq!(slope(&[1.0]), None);
        assert!((slope(&[1.0, 3.0, 5.0, 7.0]).unwrap() - 2.0).abs() < 1e-12);
    }
}
