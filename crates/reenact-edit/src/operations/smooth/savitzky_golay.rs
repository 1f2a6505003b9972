//! Savitzky–Golay filter: replaces each value by that of a polynomial fitted to its neighbours.
//!
//! Savitzky and Golay, Analytical Chemistry 36, 1964. A least-squares fit over the actual key times, so keys may be unevenly
//! spaced, in a symmetric window, so there is no delay. At the ends of a run the window stays inside it and the polynomial is
//! evaluated off its centre.
//!
//! A fitted value is a weighted sum of the values in the window, with weights that depend on the times only and sum to 1. For
//! rotations, the rotation vectors relative to the centre of the window are summed, and the centre is rotated by the sum; this
//! requires that the window spans less than half a turn.

use glam::{DQuat, DVec3};

use super::SavitzkyGolay;
use crate::helpers::rotation::{exp, log};

/// Highest order of the polynomial: above it, a fit to a few noisy keys follows the noise.
pub(super) const MAX_ORDER: usize = 5;

/// Smooths a run of vectors.
pub(super) fn vectors<const N: usize>(
    times: &[f32],
    values: &[[f64; N]],
    options: &SavitzkyGolay,
) -> Vec<[f64; N]> {
    fitted(times, values, options, |&centre, weighted| {
        let mut sum = centre;
        for (weight, value) in weighted {
            // Relative to the centre, so that a constant keeps its bits.
            for ((sum, value), centre) in sum.iter_mut().zip(value).zip(centre) {
                *sum += weight * (value - centre);
            }
        }
        sum
    })
}

/// Smooths a run of unit quaternions.
pub(super) fn rotations(times: &[f32], values: &[DQuat], options: &SavitzkyGolay) -> Vec<DQuat> {
    fitted(times, values, options, |&centre, weighted| {
        let back = centre.conjugate();
        let mut sum = DVec3::ZERO;
        for (weight, &value) in weighted {
            if value != centre {
                sum += log(back * value) * weight;
            }
        }
        if sum == DVec3::ZERO { centre } else { (centre * exp(sum)).normalize() }
    })
}

fn fitted<T: Copy + 'static>(
    times: &[f32],
    values: &[T],
    options: &SavitzkyGolay,
    sum: impl for<'v> Fn(&T, &mut dyn Iterator<Item = (f64, &'v T)>) -> T,
) -> Vec<T> {
    let len = times.len().min(values.len());
    let width = options.half_window.saturating_mul(2).saturating_add(1).min(len);
    let mut made = Vec::with_capacity(len);
    for (index, (&time, value)) in times.iter().zip(values).enumerate() {
        let start = index.saturating_sub(options.half_window).min(len - width);
        let window = start..start + width;
        let (Some(near_times), Some(near)) = (times.get(window.clone()), values.get(window)) else {
            made.push(*value);
            continue;
        };
        made.push(match weights(near_times, time, options.order) {
            Some(weights) => sum(value, &mut weights.into_iter().zip(near)),
            None => *value,
        });
    }
    made
}

/// Weights that give the fitted polynomial's value at a time; `None` if there are too few keys to smooth
/// anything.
fn weights(times: &[f32], at: f32, order: usize) -> Option<Vec<f64>> {
    if times.len() < order + 2 {
        return None;
    }
    let span =
        times.iter().map(|&time| (f64::from(time) - f64::from(at)).abs()).fold(0.0, f64::max);
    // Scaled from −1 to 1, for numerical stability.
    let places: Vec<f64> =
        times.iter().map(|&time| (f64::from(time) - f64::from(at)) / span).collect();
    // Nearly equal times do not support a high order; a lower one always works.
    (0..=order.min(MAX_ORDER)).rev().find_map(|order| {
        let coefficients = solve(&places, order)?;
        let weight = |place: &f64| coefficients.iter().rev().fold(0.0, |sum, c| sum * place + c);
        Some(places.iter().map(weight).collect())
    })
}

const TERMS: usize = MAX_ORDER + 1;

/// Solves the normal equations for the polynomial whose weighted sum over the times is the fit at 0.
#[expect(
    clippy::needless_range_loop,
    clippy::indexing_slicing,
    reason = "every index is below `terms`, at most `TERMS`"
)]
fn solve(places: &[f64], order: usize) -> Option<[f64; TERMS]> {
    let terms = order + 1;
    let mut moments = [0.0; 2 * TERMS];
    for place in places {
        let mut power = 1.0;
        for moment in moments.iter_mut().take(2 * order + 1) {
            *moment += power;
            power *= place;
        }
    }
    // Rows of moments, with the right side (1, 0, …), which gives the value at 0.
    let mut rows = [[0.0; TERMS + 1]; TERMS];
    for row in 0..terms {
        rows[row][..terms].copy_from_slice(&moments[row..row + terms]);
    }
    rows[0][terms] = 1.0;
    for pivot in 0..terms {
        let best = (pivot..terms)
            .max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()))?;
        rows.swap(pivot, best);
        let size = rows[pivot][pivot].abs();
        if size.is_nan() || size <= 1e-10 * moments[0] {
            return None;
        }
        for row in 0..terms {
            if row != pivot {
                let factor = rows[row][pivot] / rows[pivot][pivot];
                for column in pivot..=terms {
                    rows[row][column] -= factor * rows[pivot][column];
                }
            }
        }
    }
    let mut coefficients = [0.0; TERMS];
    for row in 0..terms {
        coefficients[row] = rows[row][terms] / rows[row][row];
    }
    Some(coefficients)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_even_times_the_weights_are_the_published_ones() {
        let times: Vec<f32> = (0..5_u8).map(f32::from).collect();
        let found = weights(&times, 2.0, 2).unwrap();
        // Savitzky and Golay's table for a quadratic over five points.
        for (found, published) in found.iter().zip([-3.0, 12.0, 17.0, 12.0, -3.0]) {
            assert!((found - published / 35.0).abs() < 1e-12);
        }
    }

    #[test]
    fn weights_reproduce_polynomials_on_uneven_times_and_off_centre() {
        let times = [0.0_f32, 0.1, 0.35, 0.4, 0.9, 1.0, 1.05];
        for at in times {
            for order in 0..=MAX_ORDER {
                let weights = weights(&times, at, order).unwrap();
                for power in 0..=i32::try_from(order).unwrap() {
                    let value = |time: f32| (f64::from(time) - 0.3).powi(power);
                    let sum: f64 = weights.iter().zip(times).map(|(w, time)| w * value(time)).sum();
                    assert!(
                        (sum - value(at)).abs() < 1e-9,
                        "order {order} power {power} at {at}: {sum}"
                    );
                }
            }
        }
    }

    #[test]
    fn times_that_nearly_coincide_take_a_lower_order() {
        let times = [0.0, f32::MIN_POSITIVE, 2.0 * f32::MIN_POSITIVE, 1.0, 1.0_f32.next_up()];
        let weights = weights(&times, 0.0, 3).unwrap();
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}
