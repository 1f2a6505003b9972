//! Segmentation into movements and pauses, and smoothness of movements.

use std::f64::consts::TAU;
use std::ops::Range;

use super::derive::Motion;
use reenact_base::number::{to_count, to_f64};

use super::number::finite;

/// Movements and pauses of a run; frames are relative to the run. Segments that are too short belong to
/// neither list.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Strokes {
    pub(crate) movements: Vec<Range<usize>>,
    pub(crate) pauses: Vec<Range<usize>>,
}

/// Thresholds for movements and pauses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rest {
    /// Lowest speed of a movement.
    pub(crate) speed_m_s: f64,
    /// Smallest number of frame steps of a pause.
    pub(crate) pause_steps: usize,
    /// Smallest number of frame steps of a movement.
    pub(crate) movement_steps: usize,
}

impl Strokes {
    pub(crate) fn new(speeds: &[f64], rest: Rest) -> Self {
        let mut strokes = Self::default();
        let mut moving: Option<Range<usize>> = None;
        let is_moving = |index: usize| speeds.get(index).is_some_and(|&v| v >= rest.speed_m_s);
        let mut index = 0;
        while index < speeds.len() {
            let start = index;
            let moves = is_moving(start);
            while index < speeds.len() && is_moving(index) == moves {
                index += 1;
            }
            if moves {
                let from = moving.map_or(start, |before| before.start);
                moving = Some(from..index);
            } else if index - start > rest.pause_steps {
                strokes.pauses.push(start..index);
                strokes.movements.extend(moving.take());
            }
        }
        strokes.movements.extend(moving);
        strokes.movements.retain(|movement| movement.len() > rest.movement_steps);
        strokes
    }
}

/// Log dimensionless jerk of a movement (Balasubramanian et al. 2015): −ln(T³ / v² · ∫|jerk|² dt) with duration T and peak speed
/// v. `None` without movement or jerk.
pub(crate) fn log_dimensionless_jerk(movement: &[Motion<[f64; 3]>], step_secs: f64) -> Option<f64> {
    let duration_secs = to_f64(movement.len().checked_sub(1)?) * step_secs;
    let peak = movement.iter().map(|motion| squared(motion.velocity)).fold(0.0, f64::max);
    let total = trapezoid(movement.iter().map(|motion| squared(motion.jerk)), step_secs);
    finite(-(duration_secs.powi(3) / peak * total).ln())
}

/// Integral of evenly spaced values by the trapezoidal rule.
pub(crate) fn trapezoid(values: impl Iterator<Item = f64>, step_secs: f64) -> f64 {
    let (mut sum, mut before) = (0.0, None);
    for value in values {
        sum += before.map_or(0.0, |before: f64| f64::midpoint(before, value));
        before = Some(value);
    }
    sum * step_secs
}

pub(crate) fn squared([x, y, z]: [f64; 3]) -> f64 {
    x * x + y * y + z * z
}

pub(crate) fn length(vector: [f64; 3]) -> f64 {
    squared(vector).sqrt()
}

/// Cut-off frequency, from the authors.
const CUT_OFF_HZ: f64 = 10.0;
/// Amplitude threshold relative to the maximum, from the authors.
const AMPLITUDE: f64 = 0.05;
/// Zero padding: the spectrum is 2⁴ times as fine, from the authors.
const PADDING: u32 = 4;

/// Spectral arc length of a speed profile (Balasubramanian et al. 2015): the negative length of the normalized magnitude spectrum
/// as a curve, from its first to its last frequency within the cut-off that is above the amplitude threshold. About −1.4 for the
/// smoothest reach, less for all others. `None` without movement.
pub(crate) fn sparc(speeds: &[f64], rate_hz: f64) -> Option<f64> {
    if speeds.len() < 2 {
        return None;
    }
    let size = speeds.len().checked_next_power_of_two()?.checked_shl(PADDING)?;
    let magnitudes = spectrum(speeds, size);
    let step_hz = rate_hz / to_f64(size);
    let within = to_count(CUT_OFF_HZ / step_hz + 1e-9).saturating_add(1);
    let within = magnitudes.get(..within.min(magnitudes.len()))?;
    let largest = magnitudes.iter().copied().fold(0.0, f64::max);
    let is_there = |magnitude: &f64| magnitude / largest >= AMPLITUDE;
    let first = within.iter().position(is_there)?;
    let last = within.iter().rposition(is_there)?;
    let kept = within.get(first..=last)?;
    let part = 1.0 / to_f64(last - first);
    let arcs = kept.iter().zip(kept.iter().skip(1)).map(|(a, b)| part.hypot((b - a) / largest));
    finite(-arcs.sum::<f64>()).filter(|_| last > first)
}

/// Magnitude spectrum of zero-padded values, from 0 to half the rate.
fn spectrum(values: &[f64], size: usize) -> Vec<f64> {
    let mut real: Vec<f64> = values.to_vec();
    real.resize(size, 0.0);
    let mut imaginary = vec![0.0; size];
    fourier(&mut real, &mut imaginary);
    real.iter().zip(&imaginary).take(size / 2 + 1).map(|(a, b)| a.hypot(*b)).collect()
}

/// Fast Fourier transform in place; the size is a power of two. Cooley and Tukey, Mathematics of Computation 19, 1965.
fn fourier(real: &mut [f64], imaginary: &mut [f64]) {
    let size = real.len();
    if size < 2 {
        return;
    }
    let shift = size.leading_zeros() + 1;
    for index in 0..size {
        let reversed = index.reverse_bits() >> shift;
        if index < reversed {
            real.swap(index, reversed);
            imaginary.swap(index, reversed);
        }
    }
    let mut half = 1;
    while half < size {
        let step = -TAU / to_f64(2 * half);
        let turns: Vec<(f64, f64)> =
            (0..half).map(|k| (step * to_f64(k)).sin_cos()).map(|(sin, cos)| (cos, sin)).collect();
        let blocks = real.chunks_exact_mut(2 * half).zip(imaginary.chunks_exact_mut(2 * half));
        for (real, imaginary) in blocks {
            let (real_a, real_b) = real.split_at_mut(half);
            let (imaginary_a, imaginary_b) = imaginary.split_at_mut(half);
            let a = real_a.iter_mut().zip(imaginary_a);
            let b = real_b.iter_mut().zip(imaginary_b);
            for (((ar, ai), (br, bi)), (cos, sin)) in a.zip(b).zip(&turns) {
                let (tr, ti) = (*br * cos - *bi * sin, *br * sin + *bi * cos);
                (*br, *bi) = (*ar - tr, *ai - ti);
                (*ar, *ai) = (*ar + tr, *ai + ti);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spectrum_is_that_of_the_definition() {
        let values = [0.3, -1.0, 2.5, 0.1, 0.0, 4.0, -0.7];
        let found = spectrum(&values, 16);
        assert_eq!(found.len(), 9);
        for (k, found) in found.iter().enumerate() {
            let (mut re, mut im) = (0.0, 0.0);
            for (n, value) in values.iter().enumerate() {
                let (sin, cos) = (-TAU * to_f64(k * n) / 16.0).sin_cos();
                re += value * cos;
                im += value * sin;
            }
            assert!((found - re.hypot(im)).abs() < 1e-12, "{k}");
        }
    }

    #[test]
    fn a_short_rest_is_part_of_a_movement_and_a_long_one_parts_two() {
        let rest = Rest { speed_m_s: 0.5, pause_steps: 2, movement_steps: 1 };
        let speeds = [0., 0., 0., 1., 1., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0.];
        let strokes = Strokes::new(&speeds, rest);
        assert_eq!(strokes.movements, vec![3..8; 1]); // the one at 12 is a single frame
        assert_eq!(strokes.pauses, [0..3, 8..12, 13..16]);
        let always = Rest { speed_m_s: 0.0, ..rest };
        assert_eq!(Strokes::new(&speeds, always).movements.len(), 1);
        assert_eq!(Strokes::new(&[], rest), Strokes::default());
    }

    #[test]
    fn what_does_not_move_is_neither_smooth_nor_rough() {
        assert_eq!(sparc(&[0.0; 100], 60.0), None);
        assert_eq!(sparc(&[], 60.0), None);
        assert_eq!(sparc(&[1.0], 60.0), None);
        let still =
            Motion { value: [1.0; 3], velocity: [0.0; 3], acceleration: [0.0; 3], jerk: [0.0; 3] };
        assert_eq!(log_dimensionless_jerk(&[still; 9], 0.1), None);
        let even = Motion { velocity: [1.0; 3], ..still };
        assert_eq!(log_dimensionless_jerk(&[even; 9], 0.1), None);
        assert_eq!(log_dimensionless_jerk(&[], 0.1), None);
    }
}
