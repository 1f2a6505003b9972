//! Splitting a segment in two without changing its shape.

use super::key::{Key, WeightedMode};
use super::segment::{Bezier, SHORTEST_SECS, Segment, last_root, segment_value};
use reenact_base::number::to_f32;

/// Smallest weight of a sloped side: the evaluator ignores the slope of a side without weight.
const LEAST_WEIGHT: f64 = 1e-7;

impl Key {
    /// Splits the segment from this key to `next` at a time in between. Returns this key, the new one and
    /// `next`, such that the curve through all three equals the segment.
    ///
    /// The value of the new key equals the curve there, to the bit. Linear segments stay linear, and holds
    /// stay holds. An unweighted cubic gets its own slope as tangents. A weighted one is split by de
    /// Casteljau's algorithm in `f64`, and differs from the original by the rounding of tangents and weights
    /// to `f32`. Of the two given keys, only the sides that face each other change.
    ///
    /// In two cases only the value at the split is kept: weights that are not finite, and halves of a cubic shorter than 0.1 ms,
    /// which become linear. A time outside the segment gives an unspecified result.
    ///
    /// ```
    /// use reenact::{Curve, Key};
    ///
    /// let [a, b] = [Key::with_tangents(0.0, 0.0, 0.0, 3.0), Key::with_tangents(2.0, 1.0, 0.0, 0.0)];
    /// let (whole, halves) = (Curve::full([a, b]), Curve::full(a.split(&b, 0.5)));
    /// assert_eq!(whole.value_at(0.5), halves.value_at(0.5));
    /// assert!((whole.value_at(1.7) - halves.value_at(1.7)).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn split(&self, next: &Self, time_secs: f32) -> [Self; 3] {
        let (a, b) = (*self, *next);
        let value = segment_value(&a, &b, time_secs);
        match a.segment_to(&b) {
            Segment::Hold if a.out_tangent.is_infinite() || b.in_tangent.is_infinite() => {
                let middle = Self::with_tangents(time_secs, value, f32::INFINITY, f32::INFINITY);
                [a, middle, b]
            }
            Segment::Hold => [a, Self::hold(time_secs, value), b],
            Segment::Line => [a, Self::linear(time_secs, value), b],
            Segment::Cubic => split_plain(a, b, time_secs, value),
            Segment::Bezier { out_weight, in_weight } => {
                split_weighted(a, b, [out_weight, in_weight], time_secs, value)
            }
        }
    }

    /// Returns the key with this out-tangent and out-weight.
    fn with_out(self, tangent: f32, weight: f32) -> Self {
        let weighted_mode = WeightedMode(self.weighted_mode.0 | WeightedMode::OUT.0);
        Self { out_tangent: tangent, out_weight: weight, weighted_mode, ..self }
    }

    /// Returns the key with this in-tangent and in-weight.
    fn with_in(self, tangent: f32, weight: f32) -> Self {
        let weighted_mode = WeightedMode(self.weighted_mode.0 | WeightedMode::IN.0);
        Self { in_tangent: tangent, in_weight: weight, weighted_mode, ..self }
    }
}

/// Splits an unweighted cubic: each part is a cubic with the same slopes at its ends.
fn split_plain(a: Key, b: Key, time_secs: f32, value: f32) -> [Key; 3] {
    let (a_secs, b_secs) = (f64::from(a.time_secs), f64::from(b.time_secs));
    // Same minimum length as the evaluator.
    let dx = (b_secs - a_secs).max(f64::from(SHORTEST_SECS));
    let dy = f64::from(b.value) - f64::from(a.value);
    let (d1, d2) = (f64::from(a.out_tangent) * dx, f64::from(b.in_tangent) * dx);
    let u = (f64::from(time_secs) - a_secs) / dx;
    let slope = (3.0 * (d1 + d2 - 2.0 * dy) * u + 2.0 * (3.0 * dy - 2.0 * d1 - d2)) * u + d1;
    let tangent = to_f32(slope / dx);
    let [mut a, mut middle, mut b] = [a, Key::with_tangents(time_secs, value, tangent, tangent), b];
    // The evaluator would stretch a shorter cubic to this length and truncate it.
    if time_secs - a.time_secs < SHORTEST_SECS {
        (a, middle) = (a.with_out(0.0, 0.0), middle.with_in(0.0, 0.0));
    }
    if b.time_secs - time_secs < SHORTEST_SECS {
        (middle, b) = (middle.with_out(0.0, 0.0), b.with_in(0.0, 0.0));
    }
    [a, middle, b]
}

fn split_weighted(a: Key, b: Key, weights: [f32; 2], time_secs: f32, value: f32) -> [Key; 3] {
    let [out_weight, in_weight] = weights;
    let (left, right) = (f64::from(out_weight), f64::from(in_weight));
    let dx = f64::from(b.time_secs) - f64::from(a.time_secs);
    let dy = f64::from(b.value) - f64::from(a.value);
    let s = (f64::from(time_secs) - f64::from(a.time_secs)) / dx;
    let abscissa = Bezier { p1: left, p2: 1.0 - right, p3: 1.0 };
    let ordinate = Bezier {
        p1: left * f64::from(a.out_tangent) * dx,
        p2: dy - right * f64::from(b.in_tangent) * dx,
        p3: dy,
    };
    // If the curve passes the time more than once, the last pass counts, and all later times come after it.
    // So each half has its last pass where the original has it.
    let u = last_root(&abscissa, s);
    let (xs, ys) = (halves(&abscissa, u), halves(&ordinate, u));
    let finite = [xs, ys].as_flattened().iter().all(|number| number.is_finite());
    if !(finite && u > 0.0 && u < 1.0 && s > 0.0 && s < 1.0) {
        let mut middle = Key::with_tangents(time_secs, value, a.out_tangent, b.in_tangent);
        (middle.in_weight, middle.out_weight) = (in_weight, out_weight);
        middle.weighted_mode = WeightedMode::BOTH;
        return [a, middle, b];
    }
    let [x1, x2, x3, x4, x5] = xs;
    let [y1, y2, y3, y4, y5] = ys;
    let side = |dx_side: f64, dy_side: f64, width: f64| {
        let weight = dx_side / width;
        if dx_side == 0.0 && dy_side == 0.0 {
            return (0.0, 0.0);
        }
        let weight = if weight.abs() < LEAST_WEIGHT { LEAST_WEIGHT } else { weight };
        (to_f32(dy_side / (weight * width * dx)), to_f32(weight))
    };
    let (out, out_weight) = side(x1, y1, s);
    let a = a.with_out(out, out_weight);
    let (in_tangent, in_weight) = side(x3 - x2, y3 - y2, s);
    let (out_tangent, out_weight) = side(x4 - x3, y4 - y3, 1.0 - s);
    let middle = Key {
        in_weight,
        out_weight,
        weighted_mode: WeightedMode::BOTH,
        ..Key::with_tangents(time_secs, value, in_tangent, out_tangent)
    };
    let (into, in_weight) = side(1.0 - x5, dy - y5, 1.0 - s);
    [a, middle, b.with_in(into, in_weight)]
}

/// De Casteljau's algorithm: inner points of the left half, the shared point, inner points of the right half.
fn halves(curve: &Bezier, u: f64) -> [f64; 5] {
    let mix = |p: f64, q: f64| p + (q - p) * u;
    let (a, b, c) = (mix(0.0, curve.p1), mix(curve.p1, curve.p2), mix(curve.p2, curve.p3));
    let (ab, bc) = (mix(a, b), mix(b, c));
    [a, ab, mix(ab, bc), bc, c]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::Curve;

    fn check(a: Key, b: Key, cut: f32, bound: f32) {
        let (whole, split) = (Curve::full([a, b]), a.split(&b, cut));
        let halves = Curve::full(split);
        assert_eq!(whole.value_at(cut).to_bits(), halves.value_at(cut).to_bits());
        assert_eq!((split[0].in_tangent, split[0].in_weight), (a.in_tangent, a.in_weight));
        assert_eq!((split[2].out_tangent, split[2].out_weight), (b.out_tangent, b.out_weight));
        for n in 0..=200_u8 {
            let time = a.time_secs + (b.time_secs - a.time_secs) * f32::from(n) / 200.0;
            let (expected, found) = (whole.value_at(time), halves.value_at(time));
            assert!(
                (expected - found).abs() <= bound,
                "{a:?} {b:?} {cut} {time}: {expected} {found}"
            );
        }
    }

    #[test]
    fn both_halves_draw_what_the_whole_did() {
        let tangents = [-3.0, 0.0, 0.4, 8.0];
        let weights = [0.0, 0.1, 1.0 / 3.0, 0.5, 0.7, 1.0];
        for (out, into) in tangents.iter().flat_map(|&out| tangents.map(|into| (out, into))) {
            for (left, right) in weights.iter().flat_map(|&left| weights.map(|right| (left, right)))
            {
                let a = Key::with_tangents(1.0, 0.5, 7.0, out).with_weights(0.2, left);
                let b = Key::with_tangents(3.0, -0.25, into, 9.0).with_weights(right, 0.3);
                // If both weights are 1, the curve is vertical in the middle, where rounding causes a large
                // change.
                let bound = if left + right > 1.9 { 0.05 } else { 2e-5 };
                for cut in [1.001, 1.3, 2.0, 2.75, 2.999] {
                    check(a, b, cut, bound);
                    let plain = |key| Key { weighted_mode: WeightedMode::NONE, ..key };
                    check(plain(a), plain(b), cut, 1e-5);
                    check(plain(a), b, cut, 2e-5);
                }
            }
        }
    }

    #[test]
    fn steps_stay_steps_and_held_values_held() {
        let (a, b) = (Key::linear(0.0, 1.0), Key::linear(1.0, 2.0));
        let step = Key { out_tangent: f32::NEG_INFINITY, ..a };
        check(step, b, 0.3, 0.0);
        check(a, Key { in_tangent: f32::INFINITY, ..b }, 0.3, 0.0);
        check(Key::hold(0.0, 1.0), Key::hold(1.0, 0.0), 0.7, 0.0);
        check(a, b, 0.3, 2.0 * f32::EPSILON);
    }

    #[test]
    fn a_curve_that_runs_back_in_time_is_cut_where_it_passes_last() {
        let a = Key::with_tangents(0.0, 0.0, 0.0, 1.0).with_weights(0.0, 1.6);
        let b = Key::with_tangents(1.0, 1.0, -2.0, 0.0).with_weights(1.4, 0.0);
        for cut in [0.1, 0.45, 0.5, 0.55, 0.9] {
            check(a, b, cut, 2e-3);
        }
    }

    #[test]
    fn whatever_the_bits_there_is_an_answer() {
        let odd = [f32::NAN, f32::INFINITY, -1e38, 1e-45, 0.0, 1e6];
        for (x, y) in odd.iter().flat_map(|&x| odd.map(|y| (x, y))) {
            let a = Key::with_tangents(x, y, x, y).with_weights(y, x);
            for time in odd {
                let _ = a.split(&Key::with_tangents(y, x, y, x).with_weights(x, y), time);
            }
        }
    }
}
