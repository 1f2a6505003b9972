//! Bent curves as straight lines between more keys.

use reenact::{Curve, CurveCursor, Key, KeyKind};

use crate::keys::in_order;

/// A curve made of straight lines.
#[derive(Debug)]
pub(crate) struct Baked {
    pub(crate) curve: Curve,
    /// The largest distance from the original that was found.
    pub(crate) error: f32,
    /// Whether its keys were out of order, or some at NaN.
    pub(crate) was_unsorted: bool,
}

/// Of the bound: how much is used, since what is measured at some times may be a little more between them.
const SHARE: f32 = 0.9;
/// Where a line is compared with the curve: at these fractions of its length.
const PROBES: [f32; 7] = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875];
/// Keys that one key may become on average, so that a small file cannot become an endless one.
const MOST_KEYS_EACH: usize = 64;
/// And so many for a short curve.
const MOST_KEYS_SHORT: usize = 4096;

/// Whether any part of a curve is not the straight line between its keys.
pub(crate) fn is_bent(curve: &Curve) -> bool {
    curve.kind() == KeyKind::Full
        && curve.iter().zip(curve.iter().skip(1)).any(|(a, b)| shape(&a, &b) != Shape::Line)
}

/// Puts straight lines in place of everything bent, each nowhere farther than `max_error` from the curve.
///
/// All keys stay, without their tangents. A step becomes a line from the last moment before it. A curve so wild
/// that it would take too many keys gets fewer and says by how much it misses the bound. Keys out of order are
/// sorted.
pub(crate) fn bake(curve: &Curve, kind: KeyKind, max_error: f32) -> Baked {
    let mut sorted = in_order(curve);
    let wraps = (sorted.pre_wrap, sorted.post_wrap);
    // The ends, too, are to be evaluated as the segments have them.
    (sorted.pre_wrap, sorted.post_wrap) =
        (reenact::WrapMode::CLAMP_FOREVER, reenact::WrapMode::CLAMP_FOREVER);
    let mut baking = Baking {
        cursor: sorted.cursor(),
        bound: max_error * SHARE,
        most: sorted.len().saturating_mul(MOST_KEYS_EACH).max(MOST_KEYS_SHORT),
        keys: Vec::with_capacity(sorted.len()),
        error: 0.0,
    };
    for (index, a) in sorted.iter().enumerate() {
        baking.keys.push((a.time_secs, a.value));
        let Some(b) = sorted.key(index + 1) else { break };
        match shape(&a, &b) {
            Shape::Line => {}
            Shape::Step => {
                let before_secs = b.time_secs.next_down();
                if before_secs > a.time_secs {
                    baking.keys.push((before_secs, a.value));
                }
            }
            Shape::Bent => baking.lines([a.time_secs, b.time_secs], [a.value, b.value]),
        }
    }
    let mut made = Curve::linear(kind, baking.keys);
    (made.pre_wrap, made.post_wrap) = wraps;
    Baked { curve: made, error: baking.error, was_unsorted: !curve.is_sorted() }
}

struct Baking<'c> {
    cursor: CurveCursor<'c>,
    bound: f32,
    most: usize,
    keys: Vec<(f32, f32)>,
    error: f32,
}

impl Baking<'_> {
    /// Adds the keys between two that one line, or several, need.
    fn lines(&mut self, times_secs: [f32; 2], values: [f32; 2]) {
        let [start_secs, end_secs] = times_secs;
        let [first, last] = values;
        let mut worst = 0.0_f32;
        for fraction in PROBES {
            let time_secs = start_secs + (end_secs - start_secs) * fraction;
            let line =
                first + (last - first) * ((time_secs - start_secs) / (end_secs - start_secs));
            // Rounding may carry the time onto an end, where a curve may jump.
            if time_secs > start_secs && time_secs < end_secs {
                worst = worst.max((self.cursor.value_at(time_secs) - line).abs());
            }
        }
        let middle_secs = start_secs * 0.5 + end_secs * 0.5;
        let is_done = worst <= self.bound || !worst.is_finite() || self.keys.len() >= self.most;
        if is_done || middle_secs <= start_secs || middle_secs >= end_secs {
            self.error = self.error.max(worst);
            return;
        }
        let middle = self.cursor.value_at(middle_secs);
        self.lines([start_secs, middle_secs], [first, middle]);
        self.keys.push((middle_secs, middle));
        self.lines([middle_secs, end_secs], [middle, last]);
    }
}

/// What is drawn between two keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Line,
    Step,
    Bent,
}

/// Whether the value of the first key is held until the second, which has another.
pub(crate) fn is_step(a: &Key, b: &Key) -> bool {
    shape(a, b) == Shape::Step
}

fn shape(a: &Key, b: &Key) -> Shape {
    let is_held = *a == Key::hold(a.time_secs, a.value) && b.in_tangent == 0.0 && {
        b.weighted_mode.weighs_in() && b.in_weight == 0.0
    };
    if a.out_tangent.is_infinite() || b.in_tangent.is_infinite() || is_held {
        return if a.value == b.value { Shape::Line } else { Shape::Step };
    }
    let is_weightless = a.weighted_mode.weighs_out()
        && a.out_weight == 0.0
        && b.weighted_mode.weighs_in()
        && b.in_weight == 0.0;
    let is_flat = a.value == b.value && a.out_tangent == 0.0 && b.in_tangent == 0.0;
    if is_weightless || is_flat { Shape::Line } else { Shape::Bent }
}
