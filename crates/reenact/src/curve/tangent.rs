//! The tangents that Unity's modes give a key.
//!
//! A file stores tangents, not how they came about, so a [`TangentMode`] is applied once, to the neighbours
//! that the key has then.

use super::key::{Key, WeightedMode};

/// A rule that gives a key its tangents; those of Unity's curve editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TangentMode {
    /// Smooth: the mean of the slopes to both neighbours. The first and last key point at their only one.
    Auto,
    /// Smooth without overshoot: flat at peaks and at both ends, and no steeper than that the curve stays
    /// between its keys.
    ClampedAuto,
    /// Straight towards the neighbour.
    Linear,
    /// Infinite: the value is held until the next key.
    Constant,
}

impl TangentMode {
    /// The in- and out-tangent of a key between two others.
    ///
    /// Where there is no neighbour, [`Linear`](Self::Linear) leaves the tangent on that side as it is.
    ///
    /// ```
    /// use reenact::{Key, TangentMode};
    ///
    /// let [a, b, c] = [(0.0, 0.0), (1.0, 1.0), (2.0, 4.0)].map(|(time, value)| Key::linear(time, value));
    /// assert_eq!(TangentMode::Auto.tangents(Some(&a), &b, Some(&c)), (2.0, 2.0));
    /// assert_eq!(TangentMode::Linear.tangents(Some(&a), &b, Some(&c)), (1.0, 3.0));
    /// ```
    pub fn tangents(self, previous: Option<&Key>, key: &Key, next: Option<&Key>) -> (f32, f32) {
        let both = |tangent| (tangent, tangent);
        match self {
            Self::Auto => both(match (previous, next) {
                (Some(previous), Some(next)) => (slope(key, previous) + slope(key, next)) * 0.5,
                (Some(only), None) | (None, Some(only)) => slope(key, only),
                (None, None) => 0.0,
            }),
            Self::ClampedAuto => both(match (previous, next) {
                (Some(previous), Some(next)) => clamped(previous, key, next),
                _ => 0.0,
            }),
            Self::Linear => (
                previous.map_or(key.in_tangent, |previous| slope(key, previous)),
                next.map_or(key.out_tangent, |next| slope(key, next)),
            ),
            Self::Constant => both(f32::INFINITY),
        }
    }
}

/// Division that takes a divisor near 0 for one that cannot be divided by.
fn div(y: f32, x: f32) -> f32 {
    if x.abs() > 1e-5 { y / x } else { 0.0 }
}

/// The slope from a key to its neighbour. In this order: a level line to the previous key has slope −0.
fn slope(key: &Key, neighbour: &Key) -> f32 {
    div(neighbour.value - key.value, neighbour.time_secs - key.time_secs)
}

/// The tangent of an inner key that leads to no overshoot.
fn clamped(previous: &Key, key: &Key, next: &Key) -> f32 {
    let (dx1, dx2) = (key.time_secs - previous.time_secs, next.time_secs - key.time_secs);
    let (dy1, dy2) = (key.value - previous.value, next.value - key.value);
    let (slope1, slope2) = (div(dy1, dx1), div(dy2, dx2));
    if (slope1 > 0.0 && slope2 < 0.0) || (slope1 < 0.0 && slope2 > 0.0) {
        return 0.0;
    }
    let dy = dy1 + dy2;
    let mean = div(dy, dx1 + dx2);
    // In the middle half of the way up the mean slope will do; nearer to an end it flattens.
    let (low, high) = (dy * 0.25, dy * 0.75);
    if dy1.abs() >= high.abs() {
        blend(mean, 0.0, div(dy1 - high, low))
    } else if dy1.abs() < low.abs() {
        blend(0.0, mean, div(dy1, low))
    } else {
        mean
    }
}

/// With a 0 at one end this is one product, but for the sign of zero: the sum is never −0.
fn blend(from: f32, to: f32, fraction: f32) -> f32 {
    (1.0 - fraction) * from + fraction * to
}

impl Key {
    /// A key with tangents and no weights: a plain cubic to keys of the same sort.
    pub const fn with_tangents(
        time_secs: f32,
        value: f32,
        in_tangent: f32,
        out_tangent: f32,
    ) -> Self {
        Self {
            in_tangent,
            out_tangent,
            weighted_mode: WeightedMode::NONE,
            ..Self::linear(time_secs, value)
        }
    }

    /// The same key, weighted on both sides.
    #[must_use]
    pub const fn with_weights(self, in_weight: f32, out_weight: f32) -> Self {
        Self { in_weight, out_weight, weighted_mode: WeightedMode::BOTH, ..self }
    }
}
