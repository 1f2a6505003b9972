//! Velocity, acceleration and jerk of noisy samples, by Savitzky-Golay filters.
//!
//! Repeated differences are mostly noise: with 0.2 mm of noise at 60 Hz, third differences have an error of 200 m/s³, where a
//! reach has 10. So a cubic is fitted by least squares to the frames around each frame (Savitzky and Golay, Analytical Chemistry
//! 36, 1964), and its derivatives are used. The window is symmetric, so there is no delay; cubics are exact. At the ends of a run
//! the window stays inside, and the cubic is evaluated off its centre. Polynomials that are orthogonal on evenly spaced points
//! reduce the fit to four sums per component.

use reenact_base::number::to_f64;

/// A value and its first three derivatives by time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Motion<V> {
    pub(crate) value: V,
    pub(crate) velocity: V,
    pub(crate) acceleration: V,
    pub(crate) jerk: V,
}

/// Shortest run with derivatives: a cubic through four points would follow the noise.
pub(crate) const MIN_RUN: usize = 5;

/// Derivatives of each vector of a run; empty if the run is shorter than [`MIN_RUN`].
pub(crate) fn motions<const N: usize>(
    run: &[[f64; N]],
    rate_hz: f64,
    half_window: usize,
) -> Vec<Motion<[f64; N]>> {
    if run.len() < MIN_RUN {
        return Vec::new();
    }
    let width = (2 * half_window.max(2) + 1).min(run.len());
    let fit = Fit::new(width);
    let mut motions = Vec::with_capacity(run.len());
    let last = run.len() - width;
    for (index, _) in run.iter().enumerate() {
        let start = index.saturating_sub(width / 2).min(last);
        let window = run.get(start..start + width).unwrap_or_default();
        let place = to_f64(index - start) - fit.middle;
        motions.push(fit.at(window, place, rate_hz));
    }
    motions
}

/// Orthogonal polynomials 1, t, t² − a and t³ − b t on the frames of a window, with t relative to its centre.
struct Fit {
    middle: f64,
    a: f64,
    b: f64,
    /// Squared norm of each polynomial.
    norms: [f64; 4],
}

impl Fit {
    fn new(width: usize) -> Self {
        let w = to_f64(width);
        let w2 = w * w;
        let linear = w * (w2 - 1.0);
        let square = linear * (w2 - 4.0);
        let cubic = square * (w2 - 9.0);
        Self {
            middle: (w - 1.0) / 2.0,
            a: (w2 - 1.0) / 12.0,
            b: (3.0 * w2 - 7.0) / 20.0,
            norms: [w, linear / 12.0, square / 180.0, cubic / 2800.0],
        }
    }

    fn at<const N: usize>(&self, window: &[[f64; N]], t: f64, rate_hz: f64) -> Motion<[f64; N]> {
        let mut sums = [[0.0; N]; 4];
        let mut s = -self.middle;
        // Relative to the first frame, so that every derivative of a constant is exactly 0.
        let origin = window.first().copied().unwrap_or([0.0; N]);
        for values in window {
            let weights = [1.0, s, s * s - self.a, s * (s * s - self.b)];
            for (sums, weight) in sums.iter_mut().zip(weights) {
                for ((sum, value), origin) in sums.iter_mut().zip(values).zip(origin) {
                    *sum += weight * (value - origin);
                }
            }
            s += 1.0;
        }
        let mut out =
            Motion { value: origin, velocity: [0.0; N], acceleration: [0.0; N], jerk: [0.0; N] };
        // Each polynomial at t, and its derivatives.
        let value = [1.0, t, t * t - self.a, t * (t * t - self.b)];
        let slope = [0.0, 1.0, 2.0 * t, 3.0 * t * t - self.b];
        let bend = [0.0, 0.0, 2.0, 6.0 * t];
        let twist = [0.0, 0.0, 0.0, 6.0];
        for (((((sums, norm), value), slope), bend), twist) in
            sums.iter().zip(self.norms).zip(value).zip(slope).zip(bend).zip(twist)
        {
            for (n, sum) in sums.iter().enumerate() {
                let share = sum / norm;
                add(&mut out.value, n, share * value);
                add(&mut out.velocity, n, share * slope * rate_hz);
                add(&mut out.acceleration, n, share * bend * rate_hz * rate_hz);
                add(&mut out.jerk, n, share * twist * rate_hz * rate_hz * rate_hz);
            }
        }
        out
    }
}

fn add<const N: usize>(vector: &mut [f64; N], n: usize, value: f64) {
    if let Some(component) = vector.get_mut(n) {
        *component += value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cubic_is_found_exactly_at_every_frame_ends_included() {
        let f = |t: f64| 1.0 + t * (-2.0 + t * (0.5 + t * 3.0));
        for (len, half_window) in [(5, 0), (5, 7), (6, 7), (14, 7), (15, 7), (16, 7), (100, 7)] {
            let run: Vec<[f64; 2]> =
                (0..len).map(|i| to_f64(i) / 60.0).map(|t| [f(t), -2.0 * f(t)]).collect();
            let found = motions(&run, 60.0, half_window);
            assert_eq!(found.len(), len);
            for (i, motion) in found.iter().enumerate() {
                let t = to_f64(i) / 60.0;
                let expected = [f(t), -2.0 + t * (1.0 + 9.0 * t), 1.0 + 18.0 * t, 18.0];
                let parts = [motion.value, motion.velocity, motion.acceleration, motion.jerk];
                for (part, expected) in parts.into_iter().zip(expected) {
                    assert!(
                        (part[0] - expected).abs() < 1e-6,
                        "{len} {half_window} {i}: {motion:?}"
                    );
                    assert!((part[1] + 2.0 * expected).abs() < 1e-6);
                }
            }
        }
        assert!(motions(&[[0.0]; 4], 60.0, 7).is_empty());
    }

    #[test]
    fn something_that_stands_still_has_derivatives_of_exactly_0() {
        for motion in motions(&[[0.1, -1.7]; 20], 60.0, 7) {
            let still = Motion {
                value: [0.1, -1.7],
                velocity: [0.0; 2],
                acceleration: [0.0; 2],
                jerk: [0.0; 2],
            };
            assert_eq!(motion, still);
        }
    }

    /// The noise reduction that the docs of `Options::smoothing_secs` state, computed from the weights.
    #[test]
    fn of_white_noise_the_default_window_leaves_a_180th_of_what_third_differences_do() {
        let gain = |at: usize, order: usize| {
            let squares = (0..31).map(|i| {
                let mut run = [[0.0]; 31];
                run[i] = [1.0];
                let motion = motions(&run, 1.0, 7)[at];
                let parts = [motion.value, motion.velocity, motion.acceleration, motion.jerk];
                parts[order][0].powi(2)
            });
            squares.sum::<f64>().sqrt()
        };
        let raw = 20.0_f64.sqrt(); // 1, −3, 3, −1
        assert!((raw / gain(15, 3) - 178.0).abs() < 1.0, "{}", raw / gain(15, 3));
        assert!((gain(15, 1) - 0.152).abs() < 1e-3);
    }
}
