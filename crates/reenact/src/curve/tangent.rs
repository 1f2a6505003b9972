//! Tangent modes of Unity's curve editor.
//!
//! A file stores tangents, not modes, so a [`TangentMode`] is applied once, for the current neighbours of the
//! key.

use super::key::{Key, WeightedMode};

/// Rule for computing the tangents of a key, as in Unity's curve editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TangentMode {
    /// Smooth: the mean of the slopes to both neighbours. The first and last key use the slope to their only
    /// neighbour.
    Auto,
    /// Smooth without overshoot: flat at local extremes and at both ends; elsewhere limited so that the curve
    /// stays between its keys.
    ClampedAuto,
    /// Slope to the neighbour.
    Linear,
    /// Infinite: holds the value until the next key.
    Constant,
}

impl TangentMode {
    /// In- and out-tangent of a key with the given neighbours.
    ///
    /// Without a neighbour, [`Linear`](Self::Linear) leaves the tangent on that side unchanged.
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

/// Division that returns 0 for a divisor near 0.
fn div(y: f32, x: f32) -> f32 {
    if x.abs() > 1e-5 { y / x } else { 0.0 }
}

/// Slope between a key and its neighbour. The order of the subtraction gives −0 for a horizontal line to the
/// previous key.
fn slope(key: &Key, neighbour: &Key) -> f32 {
    div(neighbour.value - key.value, neighbour.time_secs - key.time_secs)
}

/// Tangent of an inner key without overshoot.
fn clamped(previous: &Key, key: &Key, next: &Key) -> f32 {
    let (dx1, dx2) = (key.time_secs - previous.time_secs, next.time_secs - key.time_secs);
    let (dy1, dy2) = (key.value - previous.value, next.value - key.value);
    let (slope1, slope2) = (div(dy1, dx1), div(dy2, dx2));
    if (slope1 > 0.0 && slope2 < 0.0) || (slope1 < 0.0 && slope2 > 0.0) {
        return 0.0;
    }
    let dy = dy1 + dy2;
    let mean = div(dy, dx1 + dx2);
    // In the middle half of the rise, the mean slope; nearer to an end it flattens.
    let (low, high) = (dy * 0.25, dy * 0.75);
    if dy1.abs() >= high.abs() {
        blend(mean, 0.0, div(dy1 - high, low))
    } else if dy1.abs() < low.abs() {
        blend(0.0, mean, div(dy1, low))
    } else {
        mean
    }
}

/// Linear blend. Never returns −0, unlike a single product.
fn blend(from: f32, to: f32, fraction: f32) -> f32 {
    (1.0 - fraction) * from + fraction * to
}

impl Key {
    /// Key with tangents and without weights: a plain cubic between keys of this sort.
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

    /// Returns the key with weights on both sides.
    #[must_use]
    pub const fn with_weights(self, in_weight: f32, out_weight: f32) -> Self {
        Self { in_weight, out_weight, weighted_mode: WeightedMode::BOTH, ..self }
    }
}
