//! Interpolation between two neighbouring keys.
//!
//! Between keys a and b, at a time t with `a.time < t < b.time`, the first matching row applies:
//!
//! | keys | between them |
//! |---|---|
//! | a's out-tangent or b's in-tangent infinite | a's value |
//! | neither side weighted, or both weights 1/3 | a cubic in time: [`plain`] |
//! | both sides weighted, both weights 0 | a straight line: [`linear`], which is every float key of MRTK |
//! | both sides weighted, weights 1e6 and 0, tangents 0 | a's value: MRTK's boolean key |
//! | else | a cubic Bézier in time and value: [`weighted`] |
//!
//! All arithmetic is `f32` without fused operations, in Unity's order, except for the Bézier, which is solved
//! in `f64`.

use super::key::{HOLD_WEIGHT, Key};
use super::{Curve, KeyKind};
use reenact_base::number::to_f32;

/// Weight of a side that is not weighted: with it, the Bézier equals the plain cubic.
pub(crate) const PLAIN_WEIGHT: f32 = 1.0 / 3.0;

/// Shortest segment length that the plain cubic uses, in seconds, as in Unity.
pub(super) const SHORTEST_SECS: f32 = 1e-4;

/// Shape of a curve between two neighbouring keys; made by [`Key::segment_to`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Holds the first key's value up to the second.
    Hold,
    /// A straight line.
    Line,
    /// A cubic in time, by the tangents of both keys.
    Cubic,
    /// A cubic Bézier in time and value, by the tangents and weights of both keys.
    Bezier {
        /// Weight of the first key's tangent, as a fraction of the segment.
        out_weight: f32,
        /// Weight of the second key's tangent, as a fraction of the segment.
        in_weight: f32,
    },
}

impl Key {
    /// Shape of the curve from this key to the next. Curves of simple keys are linear, those of boolean keys
    /// hold.
    #[inline]
    pub fn segment_to(&self, next: &Self) -> Segment {
        if self.out_tangent.is_infinite() || next.in_tangent.is_infinite() {
            return Segment::Hold;
        }
        let out_weight =
            if self.weighted_mode.weighs_out() { self.out_weight } else { PLAIN_WEIGHT };
        let in_weight = if next.weighted_mode.weighs_in() { next.in_weight } else { PLAIN_WEIGHT };
        let is_flat = self.out_tangent == 0.0 && next.in_tangent == 0.0;
        if out_weight == 0.0 && in_weight == 0.0 {
            Segment::Line
        } else if out_weight == PLAIN_WEIGHT && in_weight == PLAIN_WEIGHT {
            Segment::Cubic
        } else if out_weight == HOLD_WEIGHT && in_weight == 0.0 && is_flat {
            // The exact solution drifts towards the next key by up to 4e-13 of the step, which is ignored.
            Segment::Hold
        } else {
            Segment::Bezier { out_weight, in_weight }
        }
    }

    /// Whether the curve from this key to the next is exactly the straight line between them.
    pub(crate) fn is_straight_to(&self, next: &Self) -> bool {
        let is_flat = || self.out_tangent == 0.0 && next.in_tangent == 0.0;
        match self.segment_to(next) {
            Segment::Line => true,
            Segment::Hold => self.value == next.value,
            Segment::Cubic | Segment::Bezier { .. } => self.value == next.value && is_flat(),
        }
    }
}

impl Curve {
    /// Whether all segments are exactly linear.
    pub fn is_straight(&self) -> bool {
        self.kind() == KeyKind::Simple
            || self.iter().zip(self.iter().skip(1)).all(|(a, b)| a.is_straight_to(&b))
    }
}

/// Value between two full keys.
pub(crate) fn segment_value(a: &Key, b: &Key, time_secs: f32) -> f32 {
    match a.segment_to(b) {
        Segment::Hold => a.value,
        Segment::Line => linear(a.time_secs, a.value, b.time_secs, b.value, time_secs),
        Segment::Cubic => plain(a, b, time_secs),
        Segment::Bezier { out_weight, in_weight } => {
            weighted(a, b, out_weight, in_weight, time_secs)
        }
    }
}

/// Linear interpolation between two keys.
#[inline]
pub(crate) fn linear(a_secs: f32, a_value: f32, b_secs: f32, b_value: f32, time_secs: f32) -> f32 {
    lerp(a_value, b_value, lerp_fraction(a_secs, b_secs, time_secs))
}

/// Interpolation fraction of a time between a and b: from 0 to 1 for `a <= t <= b`, `a < b`.
///
/// Monotonic in t. The curves of a position share their key times, so they can share the fraction and call
/// [`lerp`] for each value. All linear interpolation uses these two functions, so all sampling paths return
/// the same bits.
#[inline]
pub(crate) fn lerp_fraction(a_secs: f32, b_secs: f32, time_secs: f32) -> f32 {
    let width = b_secs - a_secs;
    if width.is_finite() {
        (time_secs - a_secs) / width
    } else {
        // Halving is exact for numbers whose difference overflows.
        (time_secs * 0.5 - a_secs * 0.5) / (b_secs * 0.5 - a_secs * 0.5)
    }
}

/// Linear interpolation at a fraction from 0 to 1.
///
/// Stays between a and b, equals a at fraction 0, and is monotonic: each rounded operation is monotonic in
/// the fraction. Only rounding could carry the sum past b, hence the clamp.
#[inline]
pub(crate) fn lerp(a: f32, b: f32, fraction: f32) -> f32 {
    let step = b - a;
    let value = if step.is_finite() {
        a + step * fraction
    } else {
        // The difference is not finite: the ends are infinite, or too far apart. In the latter case they
        // differ in sign, and both products change in the same direction.
        a * (1.0 - fraction) + b * fraction
    };
    between(a, b, value)
}

/// Same as [`lerp`] for values whose difference is finite, without the check.
#[inline]
pub(crate) fn lerp_bounded(a: f32, b: f32, fraction: f32) -> f32 {
    between(a, b, a + (b - a) * fraction)
}

/// Clamps a value to the range of a and b.
#[inline]
fn between(a: f32, b: f32, value: f32) -> f32 {
    let low = if a < b { a } else { b };
    let high = if a < b { b } else { a };
    // Not `clamp` or `min` and `max`, which treat NaN differently: here NaN propagates, and each line is one
    // instruction.
    let value = if value < low { low } else { value };
    if value > high { high } else { value }
}

/// Cubic Hermite interpolation between two keys without weights, in Unity's order of operations.
pub(crate) fn plain(a: &Key, b: &Key, time_secs: f32) -> f32 {
    let dx = (b.time_secs - a.time_secs).max(SHORTEST_SECS);
    let dy = b.value - a.value;
    let r = 1.0 / dx;
    let r2 = r * r;
    let d1 = a.out_tangent * dx;
    let d2 = b.in_tangent * dx;
    let c0 = ((d1 + d2 - dy - dy) * r2) * r;
    let c1 = (dy + dy + dy - d1 - d1 - d2) * r2;
    let u = time_secs - a.time_secs;
    u * (u * (u * c0 + c1) + a.out_tangent) + a.value
}

/// Cubic Bézier between two keys with the given weights, which are fractions of the segment's length and may
/// be any number.
///
/// Its control points in (fraction of the time, value − a's value) are (0, 0), (wL, wL·out·dx), (1 − wR, dy −
/// wR·in·dx) and (1, dy). With weights above 1 it can run back in time; if it passes a time more than once,
/// the last pass counts.
pub(crate) fn weighted(a: &Key, b: &Key, out_weight: f32, in_weight: f32, time_secs: f32) -> f32 {
    let (start, dx) = (f64::from(a.time_secs), f64::from(b.time_secs) - f64::from(a.time_secs));
    let (left, right) = (f64::from(out_weight), f64::from(in_weight));
    let dy = f64::from(b.value) - f64::from(a.value);
    let s = (f64::from(time_secs) - start) / dx;

    let abscissa = Bezier { p1: left, p2: 1.0 - right, p3: 1.0 };
    let u = last_root(&abscissa, s);
    if u <= 0.0 {
        return a.value;
    }
    if u >= 1.0 {
        return b.value;
    }
    let ordinate = Bezier {
        p1: left * f64::from(a.out_tangent) * dx,
        p2: dy - right * f64::from(b.in_tangent) * dx,
        p3: dy,
    };
    to_f32(f64::from(a.value) + ordinate.at(u))
}

/// Cubic Bézier polynomial that starts at 0.
///
/// Stored in Bernstein form: the power basis would cancel badly for large weights.
pub(super) struct Bezier {
    pub(super) p1: f64,
    pub(super) p2: f64,
    pub(super) p3: f64,
}

impl Bezier {
    fn at(&self, u: f64) -> f64 {
        let v = 1.0 - u;
        u * (v * (3.0 * v * self.p1 + 3.0 * u * self.p2) + u * u * self.p3)
    }

    fn slope_at(&self, u: f64) -> f64 {
        let v = 1.0 - u;
        3.0 * (v * v * self.p1 + 2.0 * u * v * (self.p2 - self.p1) + u * u * (self.p3 - self.p2))
    }

    /// Turning points inside (0, 1), the later one first.
    fn turns(&self) -> [Option<f64>; 2] {
        let (d0, d1, d2) = (self.p1, self.p2 - self.p1, self.p3 - self.p2);
        // The slope / 3 is a·u² + 2·b·u + c.
        let (a, b, c) = (d0 - 2.0 * d1 + d2, d1 - d0, d0);
        let discriminant = b * b - a * c;
        if discriminant < 0.0 {
            return [None, None];
        }
        // Numerically stable quadratic formula: avoids cancellation in both roots.
        let q = -(b + discriminant.sqrt().copysign(b));
        let inside = |u: f64| (u > 0.0 && u < 1.0).then_some(u);
        let (u1, u2) = (q / a, c / q);
        if u1 > u2 { [inside(u1), inside(u2)] } else { [inside(u2), inside(u1)] }
    }
}

/// Largest u in [0, 1] at which the curve equals `s`; the nearer end if there is none.
///
/// With finite weights, there is one for every s in [0, 1]. The interval is split at the turning points into
/// monotonic pieces, and the last piece that brackets s is solved.
pub(super) fn last_root(curve: &Bezier, s: f64) -> f64 {
    let [later, earlier] = curve.turns();
    let mut high = 1.0;
    for low in [later, earlier, Some(0.0)].into_iter().flatten() {
        let (at_low, at_high) = (curve.at(low) - s, curve.at(high) - s);
        if at_high == 0.0 {
            return high;
        }
        // A root at an end counts as a bracket.
        if (at_low <= 0.0 && at_high > 0.0) || (at_low >= 0.0 && at_high < 0.0) {
            return root_between(curve, s, low, high);
        }
        high = low;
    }
    if s < 0.5 { 0.0 } else { 1.0 }
}

/// Finds the root in a bracket by Newton's method, with a bisection whenever a step would leave the bracket
/// or does not shrink it fast enough.
fn root_between(curve: &Bezier, s: f64, low: f64, high: f64) -> f64 {
    /// Bisection alone needs 53 steps for full precision in [0.5, 1]; Newton's method usually ten.
    const MOST_STEPS: usize = 120;

    // At `below` and `above` the curve is below and above s, whichever comes first.
    let rising = curve.at(high) > s;
    let (mut below, mut above) = if rising { (low, high) } else { (high, low) };
    let mut u = 0.5 * (low + high);
    let (mut step, mut step_before) = (high - low, high - low);
    for _ in 0..MOST_STEPS {
        let miss = curve.at(u) - s;
        if miss == 0.0 {
            return u;
        }
        if miss < 0.0 {
            below = u;
        } else {
            above = u;
        }
        let newton = u - miss / curve.slope_at(u);
        let inside = (newton > below.min(above)) && (newton < below.max(above));
        let next = if inside && (newton - u).abs() < 0.5 * step_before.abs() {
            newton
        } else {
            0.5 * (below + above)
        };
        (step_before, step) = (step, next - u);
        if next == u || step.abs() <= f64::EPSILON * u.abs() {
            return next;
        }
        u = next;
    }
    u
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::key::WeightedMode;

    fn weighted_key(time_secs: f32, value: f32, tangent: f32, weight: f32) -> Key {
        Key {
            time_secs,
            value,
            in_tangent: tangent,
            out_tangent: tangent,
            in_weight: weight,
            out_weight: weight,
            weighted_mode: WeightedMode::BOTH,
        }
    }

    #[test]
    fn a_line_is_exact_at_both_ends_and_stays_between_them() {
        // 0.1 + (0.7 − 0.1) rounds past 0.7; the clamp corrects it.
        for (a, b) in [(0.1, 0.7), (0.7, 0.1), (-1e-8, 1.0), (1.0, 1.0), (3e38, -3e38)] {
            assert_eq!(lerp(a, b, 0.0), a);
            assert!((lerp(a, b, 1.0) - b).abs() <= f32::EPSILON * a.abs().max(b.abs()));
            assert!(lerp(a, b, 1.0) <= a.max(b) && lerp(a, b, 1.0) >= a.min(b));
        }
    }

    #[test]
    fn values_with_a_finite_difference_give_the_same_bits_without_the_check() {
        let values = [0.0, -0.0, 0.1, 0.7, -3.5, 1e-45, 1e30, -1e30, 8e37];
        for (a, b) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
            for fraction in [0.0, 1e-30, 0.3, 0.5, 0.999_999_94, 1.0] {
                assert_eq!(lerp(a, b, fraction).to_bits(), lerp_bounded(a, b, fraction).to_bits());
            }
        }
    }

    #[test]
    fn values_too_far_apart_for_their_difference_have_a_middle() {
        assert_eq!(lerp(f32::MIN, f32::MAX, 0.5), 0.0);
        assert_eq!(lerp(f32::MAX, f32::MIN, 1.0), f32::MIN);
        assert_eq!(lerp_fraction(f32::MIN, f32::MAX, 0.0), 0.5);
        assert_eq!(linear(f32::MIN, f32::MAX, f32::MAX, f32::MIN, 0.0), 0.0);
    }

    #[test]
    fn nan_among_the_values_stays_nan_and_an_infinite_end_is_reached_at_once() {
        assert!(lerp(f32::NAN, 1.0, 0.5).is_nan());
        assert!(lerp(1.0, f32::NAN, 0.5).is_nan());
        assert_eq!(lerp(1.0, f32::INFINITY, 0.5), f32::INFINITY);
        assert_eq!(lerp(f32::NEG_INFINITY, 1.0, 0.5), f32::NEG_INFINITY);
        assert!(lerp(f32::NEG_INFINITY, f32::INFINITY, 0.5).is_nan());
    }

    #[test]
    fn infinite_tangents_win_over_weights() {
        for infinite in [f32::INFINITY, f32::NEG_INFINITY] {
            let (a, b) = (weighted_key(0.0, 1.0, 0.0, 0.0), weighted_key(1.0, 2.0, 0.0, 0.0));
            assert_eq!(segment_value(&a, &b, 0.5), 1.5);
            assert_eq!(segment_value(&Key { out_tangent: infinite, ..a }, &b, 0.5), 1.0);
            assert_eq!(segment_value(&a, &Key { in_tangent: infinite, ..b }, 0.5), 1.0);
            // Tangents outside the segment do not matter.
            assert_eq!(segment_value(&Key { in_tangent: infinite, ..a }, &b, 0.5), 1.5);
        }
    }

    #[test]
    fn the_unweighted_side_has_weight_a_third_whatever_is_stored() {
        let a = Key { weighted_mode: WeightedMode::IN, ..weighted_key(0.0, 0.0, 2.0, 0.9) };
        let b = weighted_key(1.0, 1.0, 0.5, 0.6);
        let stored_third = Key { out_weight: PLAIN_WEIGHT, weighted_mode: WeightedMode::BOTH, ..a };
        assert_eq!(segment_value(&a, &b, 0.4), segment_value(&stored_third, &b, 0.4));
        let neither = Key { weighted_mode: WeightedMode::OUT, ..b };
        assert_eq!(segment_value(&a, &neither, 0.4), plain(&a, &b, 0.4));
    }

    #[test]
    fn mrtks_boolean_key_holds_to_the_bit() {
        let (a, b) = (Key::hold(0.0, 0.0), Key::hold(1.0, 1.0));
        assert_eq!(segment_value(&a, &b, 0.999), 0.0);
        // The exact solution drifts, and by no more than this.
        let crept = weighted(&a, &b, HOLD_WEIGHT, 0.0, 0.999);
        assert!(crept > 0.0 && crept < 5e-13, "{crept}");
    }

    #[test]
    fn a_plain_segment_is_taken_for_no_shorter_than_a_tenth_of_a_millisecond() {
        let (a, b) =
            (Key::with_tangents(0.0, 0.0, 0.0, 0.0), Key::with_tangents(5e-5, 1.0, 0.0, 0.0));
        // A quarter of 1e-4 s, not half of the segment: 3·0.25² − 2·0.25³.
        let value = segment_value(&a, &b, 2.5e-5);
        assert!((value - 0.15625).abs() < 1e-6, "{value}");
    }

    #[test]
    fn where_a_curve_runs_back_in_time_the_last_pass_counts() {
        // Turns at u = 0.5 ± 0.2236: three passes of s = 0.5, at u = 0.5 and left and right of it.
        let curve = Bezier { p1: 2.0, p2: -1.0, p3: 1.0 };
        assert!((curve.at(0.5) - 0.5).abs() < 1e-15);
        let u = last_root(&curve, 0.5);
        assert!(u > 0.8, "{u}");
        assert!((curve.at(u) - 0.5).abs() < 1e-15);
    }

    #[test]
    fn no_solution_is_the_nearer_end() {
        let (a, b) = (weighted_key(0.0, 5.0, 0.0, 0.0), weighted_key(1.0, 6.0, 0.0, 0.0));
        for weight in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(weighted(&a, &b, weight, 0.5, 0.49), 5.0);
            assert_eq!(weighted(&a, &b, weight, 0.5, 0.51), 6.0);
        }
    }

    #[test]
    fn the_solution_is_on_the_curve_for_weights_of_every_size() {
        let weights = [
            -1.5,
            0.0,
            1e-30,
            0.01,
            1.0 / 3.0,
            0.5,
            0.99,
            1.0,
            1.01,
            4.0 / 3.0,
            2.0,
            50.0,
            1e6,
            1e30,
        ];
        for left in weights {
            for right in weights {
                let curve = Bezier { p1: left, p2: 1.0 - right, p3: 1.0 };
                for s in [1e-30, 1e-9, 0.001, 0.25, 0.5, 0.75, 0.999, 1.0 - 1e-9] {
                    let u = last_root(&curve, s);
                    let scale = 1.0 + left.abs() + right.abs();
                    assert!((0.0..=1.0).contains(&u));
                    assert!((curve.at(u) - s).abs() < 1e-15 * scale, "{left} {right} {s}: {u}");
                    // None of a thousand later samples is beyond s: there is no later root.
                    for n in 1..1000 {
                        let later = u + (1.0 - u) * f64::from(n) / 1000.0;
                        assert!(
                            curve.at(later) > s - 1e-12 * scale,
                            "{left} {right} {s}: {u}, {later}"
                        );
                    }
                }
            }
        }
    }
}
