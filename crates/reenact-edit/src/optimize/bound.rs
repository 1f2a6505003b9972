//! How far a result may be from a sample: two shapes of tolerance.

use super::vector;
use reenact::number::to_f32;

/// What a sample allows the result to be.
///
/// The allowed values around each sample are a convex set, so whatever lies between two allowed lines is one.
pub(super) trait Bound<const N: usize>: Copy + Sync {
    /// Whether a sample allows a value.
    fn admits(&self, found: &[f32; N], sample: &[f32; N]) -> bool;

    /// How far off a value is, squared: metres, or radians between two directions.
    fn deviation_squared(&self, found: &[f32; N], sample: &[f32; N]) -> f64;

    /// Where a sample lies as seen from another, and how far from there a line that starts at that other one may
    /// pass: a guess that is never too small by much, to leave out what cannot be.
    fn window(&self, from: &[f32; N], sample: &[f32; N]) -> ([f32; N], f32);

    /// Whether a line may lead from a value to another. Between rotations on different sides of each other it may
    /// not: whoever evaluates them turns one to the side of the other.
    fn joins(a: &[f32; N], b: &[f32; N]) -> bool;

    /// Whether the sample has a place at all. One without cannot be approximated, only kept.
    fn is_placed(sample: &[f32; N]) -> bool;

    /// Moves a value to the nearest that the sample allows, with something to spare; `None` if it is one
    /// already.
    fn pulled_in(&self, found: &[f64; N], sample: &[f32; N]) -> Option<[f64; N]>;

    /// Whether a value that is not a sample may be written as a key.
    fn is_sound(value: &[f32; N]) -> bool;
}

/// Keeps this much of a bound for rounding when a value is pulled in.
const SPARE: f64 = 1e-3;

/// Within a distance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ball {
    radius: f64,
    square: f64,
}

impl Ball {
    pub(super) fn new(radius: f64) -> Self {
        Self { radius, square: radius * radius }
    }
}

impl<const N: usize> Bound<N> for Ball {
    #[inline]
    fn admits(&self, found: &[f32; N], sample: &[f32; N]) -> bool {
        vector::distance_squared(found, sample) <= self.square
    }

    #[inline]
    fn deviation_squared(&self, found: &[f32; N], sample: &[f32; N]) -> f64 {
        vector::distance_squared(found, sample)
    }

    #[inline]
    fn window(&self, from: &[f32; N], sample: &[f32; N]) -> ([f32; N], f32) {
        (vector::minus(sample, from), to_f32(self.radius))
    }

    fn joins(_: &[f32; N], _: &[f32; N]) -> bool {
        true
    }

    fn is_placed(_: &[f32; N]) -> bool {
        true
    }

    #[inline]
    fn pulled_in(&self, found: &[f64; N], sample: &[f32; N]) -> Option<[f64; N]> {
        let centre = vector::widened(sample);
        let off = vector::minus_wide(found, &centre);
        let square = vector::dot_wide(&off, &off);
        let most = self.radius * (1.0 - SPARE);
        (square > most * most).then(|| {
            vector::moved_wide(&centre, &off, self.radius * (1.0 - 2.0 * SPARE) / square.sqrt())
        })
    }

    fn is_sound(_: &[f32; N]) -> bool {
        true
    }
}

/// Within an angle of a direction, whatever the length: for rotations, of which q and 2q are one, and rays.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cone {
    angle: f64,
    /// Squares of the cosine and, for pulling in, the tangents of a slightly smaller and a smaller angle.
    cos2: f64,
    tan2: f64,
    tan_inside: f64,
}

impl Cone {
    /// Of an angle in radians, of which what normalising in `f32` may cost is taken off.
    pub(super) fn new(angle: f64) -> Self {
        let angle = (angle - ROUNDING).clamp(0.0, WIDEST);
        let (cos, tan) = (angle.cos(), (angle * (1.0 - SPARE)).tan());
        Self {
            angle,
            cos2: cos * cos,
            tan2: tan * tan,
            tan_inside: (angle * (1.0 - 2.0 * SPARE)).tan(),
        }
    }

    /// Whether there is any angle left.
    pub(super) fn is_open(&self) -> bool {
        self.angle > 0.0
    }
}

/// Radians by which two directions may differ after each was normalised in `f32`: a few parts in 2²⁴.
const ROUNDING: f64 = 3e-7;
/// Beyond a quarter of a turn the set would not be convex; nobody asks for that much.
const WIDEST: f64 = 1.5;
/// Shorter than this, squared, is no direction: the library's own bound is 1e-5.
const SHORTEST_SQUARED: f64 = 1e-8;

impl<const N: usize> Bound<N> for Cone {
    #[inline]
    fn admits(&self, found: &[f32; N], sample: &[f32; N]) -> bool {
        let along = vector::dot(found, sample);
        let lengths = vector::dot(found, found) * vector::dot(sample, sample);
        // The same side, so that signs stay continuous; the library takes what is shorter for no direction.
        along > SHORTEST_SQUARED && along * along >= self.cos2 * lengths
    }

    #[inline]
    fn deviation_squared(&self, found: &[f32; N], sample: &[f32; N]) -> f64 {
        let along = vector::dot(found, sample);
        let lengths = vector::dot(found, found) * vector::dot(sample, sample);
        // Rounding may carry it below 0; and two zeros, which have no angle, are not off.
        let sine_squared = (1.0 - along * along / lengths).max(0.0);
        if along > 0.0 && sine_squared < 1e-4 {
            // The start of the arcsine's row: one for each sample would take longer than all the rest.
            sine_squared * (1.0 + sine_squared * (1.0 / 3.0 + sine_squared * (8.0 / 45.0)))
        } else {
            let cosine = along / lengths.sqrt();
            if cosine.is_nan() { 0.0 } else { cosine.clamp(-1.0, 1.0).acos().powi(2) }
        }
    }

    #[inline]
    fn window(&self, from: &[f32; N], sample: &[f32; N]) -> ([f32; N], f32) {
        // The part across the direction at the start. The line runs inside the sphere, so what it shows across is
        // shorter by up to its sag, which is about the root of 2 · short³; the square below is above that.
        let per_square = 1.0 / vector::rough_dot(from, from);
        let along = vector::rough_dot(from, sample) * per_square;
        let short = 1.0 - along;
        let sag = short * (10.0 * short + 0.05);
        (vector::moved(sample, from, -along), to_f32(self.angle) + sag)
    }

    fn joins(a: &[f32; N], b: &[f32; N]) -> bool {
        let along = vector::dot(a, b);
        let lengths = vector::dot(a, a) * vector::dot(b, b);
        (along > 0.0 && along * along > 0.01 * lengths)
            || a.map(f32::to_bits) == b.map(f32::to_bits)
    }

    fn is_placed(sample: &[f32; N]) -> bool {
        vector::dot(sample, sample) > SHORTEST_SQUARED
    }

    #[inline]
    fn pulled_in(&self, found: &[f64; N], sample: &[f32; N]) -> Option<[f64; N]> {
        let axis = vector::widened(sample);
        let axis_squared = vector::dot_wide(&axis, &axis);
        let along = vector::dot_wide(found, &axis) / axis_squared;
        let across = vector::moved_wide(found, &axis, -along);
        let square = vector::dot_wide(&across, &across);
        let reach = along.max(0.1) * axis_squared.sqrt();
        (along < 0.1 || square > self.tan2 * reach * reach).then(|| {
            let inside = vector::scaled_wide(&axis, along.max(0.1));
            vector::moved_wide(&inside, &across, (self.tan_inside * reach / square.sqrt()).min(1.0))
        })
    }

    fn is_sound(value: &[f32; N]) -> bool {
        // Playback that does not normalise shows the length, so it has to stay about 1.
        (0.81..1.21).contains(&vector::dot(value, value))
    }
}
