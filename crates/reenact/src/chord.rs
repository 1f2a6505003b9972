//! Largest angle between two rotations or directions that are interpolated linearly and then normalized
//! (nlerp).
//!
//! Between two neighbouring key times, the unnormalized value is a chord p(s) = p₀ + s (p₁ − p₀) with s from
//! 0 to 1. The cosine of the angle between two chords is p·q / √(p·p q·q). Unlike the distance between two
//! straight lines, the angle can be larger between the ends than at both. Numerator and denominator are
//! quadratic in s, so "the angle is at most α" states that a polynomial of degree 4 is not negative. In
//! Bernstein form, a polynomial lies within the convex hull of its coefficients; if these do not decide, the
//! range is bisected. The result of [`Chords::is_within`] is therefore proven, not sampled.
//!
//! ```
//! use reenact::chord::Chords;
//!
//! // A quarter turn, and the same one by a chord of other lengths: equal at both ends, apart between them.
//! let chords = Chords::new([&[1.0, 0.0], &[0.0, 1.0]], [&[1.0, 0.0], &[0.0, 0.5]]);
//! let farthest = chords.farthest();
//! let degrees = farthest.cosine_squared.sqrt().acos().to_degrees();
//! assert!(degrees > 19.0 && (0.0..1.0).contains(&farthest.fraction));
//! assert!(chords.is_within(20.0_f64.to_radians().cos().powi(2)));
//! assert!(!chords.is_within(19.0_f64.to_radians().cos().powi(2)));
//! ```

/// Two chords over the same time, stored as the dot products of their ends.
///
/// Each product is a quadratic in the fraction of the time, stored as three Bernstein coefficients.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chords {
    across: [f64; 3],
    first: [f64; 3],
    second: [f64; 3],
}

/// Largest angle between two chords, and where it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Farthest {
    /// Signed square of the cosine of that angle; negative beyond 90°.
    pub cosine_squared: f64,
    /// Fraction of the time from one end to the other, 0 to 1.
    pub fraction: f64,
}

impl Chords {
    /// The chords between the ends p₀, p₁ and q₀, q₁.
    #[inline]
    pub fn new<const N: usize>([p0, p1]: [&[f64; N]; 2], [q0, q1]: [&[f64; N]; 2]) -> Self {
        Self::from_products(
            [dot(p0, q0), 0.5 * (dot(p0, q1) + dot(p1, q0)), dot(p1, q1)],
            [dot(p0, p0), dot(p0, p1), dot(p1, p1)],
            [dot(q0, q0), dot(q0, q1), dot(q1, q1)],
        )
    }

    /// Creates chords from the dot products of their ends: `[p₀·q₀, (p₀·q₁ + p₁·q₀) / 2, p₁·q₁]`, `[p₀·p₀,
    /// p₀·p₁, p₁·p₁]` and `[q₀·q₀, q₀·q₁, q₁·q₁]`.
    #[inline]
    pub const fn from_products(across: [f64; 3], first: [f64; 3], second: [f64; 3]) -> Self {
        Self { across, first, second }
    }

    /// Whether all dot products equal those of `other` within a tolerance.
    pub fn is_about(&self, other: &Self, within: f64) -> bool {
        let products = |chords: &Self| [chords.across, chords.first, chords.second];
        let [own, other] = [products(self), products(other)];
        own.as_flattened().iter().zip(other.as_flattened()).all(|(a, b)| (a - b).abs() <= within)
    }

    /// Treats the chords as quaternions, where q and −q are the same rotation: negates the second chord if
    /// that brings it nearer at the midpoint.
    #[must_use]
    pub fn of_rotations(self) -> Self {
        let [start, middle, end] = self.across;
        let is_opposite = start + 2.0 * middle + end < 0.0;
        if is_opposite { Self { across: [-start, -middle, -end], ..self } } else { self }
    }

    /// Whether the angle never exceeds a limit below 90°, given as the square of its cosine.
    ///
    /// `true` is proven, except for `f64` rounding (an angle of about 1e-8 between equal chords). `false` can
    /// be wrong if the largest angle is within about 0.01 % of the limit.
    #[inline]
    pub fn is_within(&self, cosine_squared: f64) -> bool {
        self.is_at_least(cosine_squared) || self.is_within_halved(cosine_squared, MOST_HALVINGS)
    }

    fn is_within_halved(&self, cosine_squared: f64, halvings: u32) -> bool {
        // If the angle at an end exceeds the limit, that decides. NaN exceeds every limit.
        let [start, end] = self.ends();
        if !(start >= cosine_squared && end >= cosine_squared) || halvings == 0 {
            return false;
        }
        self.halves().iter().all(|half| {
            half.is_at_least(cosine_squared) || half.is_within_halved(cosine_squared, halvings - 1)
        })
    }

    /// Finds the largest angle, with a relative error of about 1e-7.
    pub fn farthest(&self) -> Farthest {
        let mut search = Search {
            best: Farthest { cosine_squared: f64::INFINITY, fraction: 0.0 },
            steps_left: MOST_STEPS,
        };
        search.consider(self.at_start(), 0.0);
        search.consider(self.at_end(), 1.0);
        let coefficients = [self.across, self.first, self.second];
        if coefficients.as_flattened().iter().all(|number| number.is_finite()) {
            search.bisect(self, 0.0, 1.0);
        }
        search.best
    }

    /// Finds the largest angle between quaternions, where q and −q are the same rotation: at most 180° of
    /// rotation.
    pub fn farthest_rotation(&self) -> Farthest {
        let chords = self.of_rotations();
        let farthest = chords.farthest();
        if farthest.cosine_squared > 0.0 || !farthest.cosine_squared.is_finite() {
            return farthest;
        }
        // The dot product has opposite signs at the midpoint and there: bisects to its zero.
        let (mut near, mut far) = (0.5, farthest.fraction);
        for _ in 0..48 {
            let middle = f64::midpoint(near, far);
            if chords.across_at(middle) > 0.0 { near = middle } else { far = middle }
        }
        Farthest { cosine_squared: 0.0, fraction: far }
    }

    /// Dot product of both chords at a fraction of the time.
    fn across_at(&self, fraction: f64) -> f64 {
        let [a, b, c] = self.across;
        let rest = 1.0 - fraction;
        rest * rest * a + 2.0 * rest * fraction * b + fraction * fraction * c
    }

    /// Whether the Bernstein coefficients prove that the signed square of the cosine is at least `number`.
    #[inline]
    fn is_at_least(&self, number: f64) -> bool {
        let [a0, a1, a2] = self.across;
        let [b0, b1, b2] = self.first;
        let [c0, c1, c2] = self.second;
        let is_on_one_side = a0 >= 0.0 && a1 >= 0.0 && a2 >= 0.0;
        // Products of quadratics in Bernstein form; the middle coefficients are scaled by 2 and by 6.
        let squares =
            [a0 * a0, 2.0 * (a0 * a1), 2.0 * (a0 * a2) + 4.0 * (a1 * a1), 2.0 * (a1 * a2), a2 * a2];
        let lengths = [
            b0 * c0,
            b0 * c1 + b1 * c0,
            // In this order, swapping the chords gives the same bits.
            (b0 * c2 + b2 * c0) + 4.0 * (b1 * c1),
            b1 * c2 + b2 * c1,
            b2 * c2,
        ];
        let mut pairs = squares.iter().zip(&lengths);
        if number >= 0.0 {
            is_on_one_side && pairs.all(|(square, lengths)| *square >= number * lengths)
        } else {
            is_on_one_side || pairs.all(|(square, lengths)| *square <= -number * lengths)
        }
    }

    /// Signed squares of the cosines at both ends.
    pub fn ends(&self) -> [f64; 2] {
        [self.at_start(), self.at_end()]
    }

    fn at_start(&self) -> f64 {
        let ([across, ..], [first, ..], [second, ..]) = (self.across, self.first, self.second);
        across * across.abs() / (first * second)
    }

    fn at_end(&self) -> f64 {
        let ([.., across], [.., first], [.., second]) = (self.across, self.first, self.second);
        across * across.abs() / (first * second)
    }

    /// Splits the chords at the midpoint.
    fn halves(&self) -> [Self; 2] {
        let [across, first, second] = [self.across, self.first, self.second].map(halved);
        let half = |n: usize| {
            let of = |halves: [[f64; 3]; 2]| halves.get(n).copied().unwrap_or_default();
            Self { across: of(across), first: of(first), second: of(second) }
        };
        [half(0), half(1)]
    }
}

/// Most bisections in [`Chords::is_within`].
const MOST_HALVINGS: u32 = 8;
/// Most bisections in [`Chords::farthest`], in total.
const MOST_STEPS: u32 = 1024;
/// Shortest fraction that is bisected.
const SHORTEST: f64 = 1e-6;

/// De Casteljau's algorithm at the midpoint.
fn halved([a, b, c]: [f64; 3]) -> [[f64; 3]; 2] {
    let (ab, bc) = (0.5 * (a + b), 0.5 * (b + c));
    let middle = 0.5 * (ab + bc);
    [[a, ab, middle], [middle, bc, c]]
}

/// Branch and bound: skips ranges whose bound is not better than the largest known angle.
struct Search {
    best: Farthest,
    steps_left: u32,
}

impl Search {
    fn consider(&mut self, cosine_squared: f64, fraction: f64) {
        if cosine_squared < self.best.cosine_squared {
            self.best = Farthest { cosine_squared, fraction };
        }
    }

    fn bisect(&mut self, chords: &Chords, start: f64, width: f64) {
        // Smaller improvements are ignored: 1e-7 of the squared sine, and rounding.
        let limit = self.best.cosine_squared;
        let limit = limit - 1e-7 * (1.0 - limit.abs()).abs() - 4e-15;
        if chords.is_at_least(limit) || width < SHORTEST || self.steps_left == 0 {
            return;
        }
        self.steps_left -= 1;
        let [left, right] = chords.halves();
        let half = 0.5 * width;
        self.consider(right.at_start(), start + half);
        self.bisect(&left, start, half);
        self.bisect(&right, start + half, half);
    }
}

#[inline]
fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn unit(value: [f64; 4]) -> Option<[f64; 4]> {
        let length = dot(&value, &value).sqrt();
        (length > 0.1).then(|| value.map(|number| number / length))
    }

    /// Smallest signed square of the cosine at sampled points.
    fn by_sampling(p: [&[f64; 4]; 2], q: [&[f64; 4]; 2]) -> f64 {
        let at = |[a, b]: [&[f64; 4]; 2], s: f64| -> [f64; 4] {
            std::array::from_fn(|n| a[n] + (b[n] - a[n]) * s)
        };
        let cosine = |n: u32| {
            let s = f64::from(n) / 4000.0;
            let (p, q) = (at(p, s), at(q, s));
            let along = dot(&p, &q);
            along * along.abs() / (dot(&p, &p) * dot(&q, &q))
        };
        (0..=4000).map(cosine).fold(f64::INFINITY, f64::min)
    }

    fn ends() -> impl Strategy<Value = [[f64; 4]; 4]> {
        let far = prop::array::uniform4(prop::array::uniform4(-1.0_f64..1.0));
        // Ends near each other, as the original and the result of a reduction are.
        let near = (far.clone(), 1e-4_f64..0.3).prop_map(|(ends, scale)| {
            let moved = |a: [f64; 4], b: [f64; 4]| {
                let sum: [f64; 4] = std::array::from_fn(|n| a[n] + b[n] * scale);
                sum
            };
            [ends[0], ends[1], moved(ends[0], ends[2]), moved(ends[1], ends[3])]
        });
        prop_oneof![far, near]
    }

    proptest! {
        #[test]
        fn the_farthest_point_is_where_a_dense_look_finds_it(ends in ends(), lengths in prop::array::uniform4(0.2_f64..2.0)) {
            let mut scaled = ends;
            for (end, length) in scaled.iter_mut().zip(lengths) {
                let Some(unit) = unit(*end) else { return Ok(()) };
                *end = unit.map(|number| number * length);
            }
            let [p0, p1, q0, q1] = &scaled;
            // A chord near the origin can turn by 180° between two sampled points.
            let min_length = |a: &[f64; 4], b: &[f64; 4]| dot(a, b) / (dot(a, a) * dot(b, b)).sqrt();
            prop_assume!(min_length(p0, p1) > -0.99 && min_length(q0, q1) > -0.99);
            let chords = Chords::new([p0, p1], [q0, q1]);
            let sampled = by_sampling([p0, p1], [q0, q1]);
            let found = chords.farthest();
            prop_assert!(found.cosine_squared <= sampled + 2e-7, "{found:?} {sampled}");
            prop_assert!(found.cosine_squared >= sampled - 2e-3, "{found:?} {sampled}");
            if sampled > 1e-2 {
                // Relative tolerance of 0.01 % of the angle in both directions, and rounding.
                let angle = sampled.sqrt().min(1.0).acos();
                prop_assert!(chords.is_within((angle * 1.002 + 1e-3).cos().powi(2)) || angle > 1.5);
                prop_assert!(!chords.is_within((sampled * (1.0 + 1e-12) + 1e-9).min(1.1)));
            }
        }
    }

    #[test]
    fn chords_that_are_the_same_are_not_apart() {
        let (a, b) = ([1.0, 0.1, 0.2, 0.3], [0.5, 0.9, -0.2, 0.1]);
        let chords = Chords::new([&a, &b], [&a, &b]);
        assert!(chords.is_within(1.0 - 1e-14));
        assert!(chords.farthest().cosine_squared > 1.0 - 1e-14);
        let opposite = Chords::new([&a, &b], [&a.map(|v| -v), &b.map(|v| -v)]);
        assert!(!opposite.is_within(0.5));
        assert!(opposite.of_rotations().is_within(1.0 - 1e-14));
    }

    #[test]
    fn rotations_are_farthest_where_one_quaternion_becomes_nearer_than_its_negative() {
        let turned = |degrees: f64| {
            let (sin, cos) = (degrees / 2.0).to_radians().sin_cos();
            [0.0, sin, 0.0, cos]
        };
        // From 100° apart to 240°, which is 120°.
        let chords = Chords::new([&turned(0.0), &turned(0.0)], [&turned(100.0), &turned(240.0)]);
        let farthest = chords.farthest_rotation();
        assert_eq!(farthest.cosine_squared, 0.0);
        let (a, b) = (turned(100.0)[3], turned(240.0)[3]);
        assert!((a + (b - a) * farthest.fraction).abs() < 1e-9, "{farthest:?}");
    }

    #[test]
    fn a_search_ends_whatever_the_numbers_and_nan_is_within_nothing() {
        let numbers = [f64::NAN, f64::INFINITY, 1e200, 1.0, 1e-200, 0.0];
        for (a, b) in numbers.iter().flat_map(|a| numbers.map(|b| ([*a; 4], [b; 4]))) {
            let chords = Chords::new([&a, &b], [&b, &a]);
            chords.farthest();
            let is_within = chords.is_within(0.5);
            assert!(!is_within || !(a[0].is_nan() || b[0].is_nan()), "{a:?} {b:?}");
        }
    }
}
