//! Error bounds of a reduction: a ball around positions, a cone around rotations and directions.

use super::run::Extent;
use super::vector;
use reenact::chord::Chords;
use reenact_base::number::to_f32;

/// The set of values that a sample allows.
///
/// The allowed values around each sample are a convex set, so every line between two allowed lines is allowed, too.
pub(super) trait Bound<const N: usize>: Copy + Sync {
    /// Whether two line segments that are within the bound at both ends are within it everywhere between them.
    const HOLDS_BETWEEN: bool;

    /// The bound minus the largest rounding error of `f32` evaluation within a run; `None` if nothing of the bound remains.
    fn less_rounding(&self, extent: &Extent) -> Option<Self>;

    /// Whether a sample allows a value.
    fn admits(&self, found: &[f32; N], sample: &[f32; N]) -> bool;

    /// Whether a line is within the bound at every time between two neighbouring samples. Only asked if [`HOLDS_BETWEEN`
    /// ](Self::HOLDS_BETWEEN) is `false`.
    fn admits_between(&self, chords: &Chords) -> bool;

    /// Squared distance between a value and a sample: metres, or radians between two directions.
    fn deviation_squared(&self, found: &[f32; N], sample: &[f32; N]) -> f64;

    /// Offset of a sample from the start of a line, and the distance from it within which the line may pass. An estimate for
    /// early rejection, which is never much too small.
    fn window(&self, from: &[f32; N], sample: &[f32; N]) -> ([f32; N], f32);

    /// Whether a line segment between two values is allowed. It is not between quaternions of different hemispheres, because
    /// evaluation negates one of them.
    fn joins(a: &[f32; N], b: &[f32; N]) -> bool;

    /// Whether the sample is valid, such as a direction of nonzero length. Other samples are kept, not approximated.
    fn is_placed(sample: &[f32; N]) -> bool;

    /// Value nearest to `found` that the sample allows, with a margin; `None` if it is allowed already.
    fn pulled_in(&self, found: &[f64; N], sample: &[f32; N]) -> Option<[f64; N]>;

    /// Whether a value that is not a sample may be written as a key.
    fn is_sound(value: &[f32; N]) -> bool;
}

/// Margin for rounding when a value is moved into the bound, as a fraction of the bound.
const SPARE: f64 = 1e-3;

/// Half the distance from 1 to the next `f32`: the relative rounding error of an operation.
const ROUNDOFF: f64 = 1.0 / 16_777_216.0;

/// Largest distance that `f32` arithmetic can add between a line and the samples that it replaces.
///
/// A value between two keys is `a + (b − a) · (t − ta) / (tb − ta)`: five operations on a fraction of `b − a`, and a sum. The
/// line is rounded twice, when it is checked and when it is evaluated; the original is rounded once.
fn rounding(diameter: f64, step: f64, longest: f64) -> f64 {
    ROUNDOFF * (2.0 * (5.0 * diameter + longest) + (5.0 * step + longest))
}

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
    // The difference of two straight lines is one, and its length is convex.
    const HOLDS_BETWEEN: bool = true;

    fn less_rounding(&self, extent: &Extent) -> Option<Self> {
        if self.radius.is_infinite() {
            return Some(*self);
        }
        let Extent { diameter, step, longest, .. } = *extent;
        // Keys may differ from the samples by the bound itself.
        let lost = rounding(diameter + 2.0 * self.radius, step, longest + self.radius);
        (self.radius > lost).then(|| Self::new(self.radius - lost))
    }

    fn admits_between(&self, _: &Chords) -> bool {
        true
    }

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

/// Bound on the angle between directions of any length: for rotations, where q and 2q are equal, and for rays.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cone {
    angle: f64,
    /// Squares of the cosine and, for pulling in, the tangents of a slightly smaller and a smaller angle.
    cos2: f64,
    tan2: f64,
    tan_inside: f64,
}

impl Cone {
    /// Of an angle in radians.
    pub(super) fn new(angle: f64) -> Self {
        let angle = angle.clamp(0.0, WIDEST);
        let (cos, tan) = (angle.cos(), (angle * (1.0 - SPARE)).tan());
        Self {
            angle,
            cos2: cos * cos,
            tan2: tan * tan,
            tan_inside: (angle * (1.0 - 2.0 * SPARE)).tan(),
        }
    }
}

/// Lengths of keys that leave the samples: see [`Bound::is_sound`].
const SOUND_LENGTHS: [f64; 2] = [0.9, 1.1];
/// Smallest distance of a chord from the origin, as a fraction of the shorter key, if the keys [`join`](Bound::joins).
const SHORTEST_CHORD: f64 = 0.7;
/// Largest angle: beyond a quarter turn the set would not be convex.
const WIDEST: f64 = 1.5;
/// Smallest squared length of a direction. The library's own limit is a length of 1e-5.
const SHORTEST_SQUARED: f64 = 1e-8;

impl<const N: usize> Bound<N> for Cone {
    const HOLDS_BETWEEN: bool = false;

    fn less_rounding(&self, extent: &Extent) -> Option<Self> {
        let [short, long] = SOUND_LENGTHS;
        let (longest, shortest) = (extent.longest.max(long), extent.shortest.min(short));
        // Free keys differ from the samples by a fraction of their length and by the angle.
        let diameter = extent.diameter + 2.0 * (longest - shortest + longest * self.angle);
        let lost = rounding(diameter.min(2.0 * longest), extent.step, longest)
            / (SHORTEST_CHORD * shortest);
        // Both values are normalized after that.
        let lost = lost + 4.0 * ROUNDOFF;
        (self.angle > lost).then(|| Self::new(self.angle - lost))
    }

    #[inline]
    fn admits_between(&self, chords: &Chords) -> bool {
        chords.is_within(self.cos2)
    }

    #[inline]
    fn admits(&self, found: &[f32; N], sample: &[f32; N]) -> bool {
        let along = vector::dot(found, sample);
        let lengths = vector::dot(found, found) * vector::dot(sample, sample);
        // Same hemisphere, so that signs stay continuous. The library treats shorter values as no direction.
        along > SHORTEST_SQUARED && along * along >= self.cos2 * lengths
    }

    #[inline]
    fn deviation_squared(&self, found: &[f32; N], sample: &[f32; N]) -> f64 {
        let along = vector::dot(found, sample);
        let lengths = vector::dot(found, found) * vector::dot(sample, sample);
        angle_squared(along * along.abs() / lengths)
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
        // Playback without normalization uses the length, so it must stay near 1.
        let [short, long] = SOUND_LENGTHS;
        (short * short..long * long).contains(&vector::dot(value, value))
    }
}

/// The largest angle between chords, squared, and at which fraction of the time; `None` if it is not larger than a known one.
pub(super) fn larger_between(known_squared: f64, chords: &Chords) -> Option<(f64, f64)> {
    // The first terms of the series exceed the squared cosine, so a maximum that is larger by rounding only is not searched.
    let known = 1.0 - known_squared + known_squared * known_squared / 3.0 - 4e-15;
    if chords.is_within(known) {
        return None;
    }
    let farthest = chords.farthest();
    let square = angle_squared(farthest.cosine_squared);
    (square > known_squared).then_some((square, farthest.fraction))
}

/// Squared angle for a squared cosine, which is negative beyond a quarter turn. Two zero vectors have angle 0.
#[inline]
fn angle_squared(cosine_squared: f64) -> f64 {
    // Rounding may make it negative.
    let sine_squared = (1.0 - cosine_squared).max(0.0);
    if sine_squared < 1e-4 {
        // First terms of the arcsine's series: a call of `asin` per sample would dominate the time.
        sine_squared * (1.0 + sine_squared * (1.0 / 3.0 + sine_squared * (8.0 / 45.0)))
    } else if cosine_squared.is_nan() {
        0.0
    } else {
        cosine_squared.abs().sqrt().copysign(cosine_squared).clamp(-1.0, 1.0).acos().powi(2)
    }
}
