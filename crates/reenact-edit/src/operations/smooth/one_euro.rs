//! One Euro filter: smooths less at higher speed.
//!
//! Casiez, Roussel and Vogel, "1€ Filter", CHI 2012. With the time step Te and the cut-off fc,
//!
//! ```text
//! alpha(fc) = 1 / (1 + 1 / (2·pi·fc·Te))
//! dx = (x − x') / Te                   x' the last smoothed value
//! dx' ← dx' + alpha(fc_d) · (dx − dx')
//! fc = fc_min + beta · |dx'|
//! x' ← x' + alpha(fc) · (x − x')
//! ```
//!
//! Vectors have one speed, the length of dx', and so one cut-off. For rotations x − x' is the rotation vector from one to the
//! other, |dx'| the angular speed, and the last line is a slerp by alpha.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3};

use super::OneEuro;
use crate::helpers::rotation::{exp, log};

/// Smoothing factor of a first-order low-pass filter.
fn alpha(cutoff_hz: f64, step_secs: f64) -> f64 {
    1.0 / (1.0 + 1.0 / (TAU * cutoff_hz * step_secs))
}

/// Smooths a run of vectors in place; `beta` in Hz per unit per second.
pub(super) fn vectors<const N: usize>(
    times: &[f32],
    values: &mut [[f64; N]],
    options: &OneEuro,
    beta: f64,
) {
    let mut before: Option<(f64, [f64; N])> = None;
    let mut velocity = [0.0; N];
    for (&time, value) in times.iter().zip(values) {
        let time = f64::from(time);
        if let Some((time_before, smoothed)) = before {
            let step = time - time_before;
            let follow = alpha(options.derivative_cutoff_hz.into(), step);
            for ((velocity, value), smoothed) in velocity.iter_mut().zip(*value).zip(smoothed) {
                *velocity += follow * ((value - smoothed) / step - *velocity);
            }
            let speed = velocity.iter().map(|v| v * v).sum::<f64>().sqrt();
            let follow = alpha(f64::from(options.min_cutoff_hz) + beta * speed, step);
            for (value, smoothed) in value.iter_mut().zip(smoothed) {
                *value = smoothed + follow * (*value - smoothed);
            }
        }
        before = Some((time, *value));
    }
}

/// Smooths a run of unit quaternions with continuous signs in place.
pub(super) fn rotations(times: &[f32], values: &mut [DQuat], options: &OneEuro) {
    let mut before: Option<(f64, DQuat)> = None;
    let mut velocity = DVec3::ZERO;
    for (&time, value) in times.iter().zip(values) {
        let time = f64::from(time);
        if let Some((time_before, smoothed)) = before {
            let step = time - time_before;
            let way = log(*value * smoothed.conjugate());
            velocity += alpha(options.derivative_cutoff_hz.into(), step) * (way / step - velocity);
            let beta = f64::from(options.rotation_beta);
            let follow = alpha(f64::from(options.min_cutoff_hz) + beta * velocity.length(), step);
            // A constant value keeps its bits.
            if *value != smoothed {
                *value = (exp(way * follow) * smoothed).normalize();
            }
        }
        before = Some((time, *value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_followed_as_a_low_pass_filter_does() {
        // With beta 0 it is an exponential filter: after a step to 1, the error shrinks by 1 − alpha in each
        // step.
        let options = OneEuro { min_cutoff_hz: 2.0, ..OneEuro::default() };
        let times: Vec<f32> = (0..20_u8).map(|n| f32::from(n) / 64.0).collect();
        let mut values: Vec<[f64; 1]> =
            times.iter().map(|&time| [f64::from(u8::from(time > 0.0))]).collect();
        vectors(&times, &mut values, &options, 0.0);
        let kept = 1.0 - alpha(2.0, 1.0 / 64.0);
        for (value, n) in values.iter().zip(0..) {
            assert!((1.0 - value[0] - kept.powi(n)).abs() < 1e-12, "{n}");
        }
    }
}
