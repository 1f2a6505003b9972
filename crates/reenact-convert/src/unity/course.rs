//! How a curve runs from key to key, in the words of a clip.

use reenact::{HOLD_WEIGHT, Key, WeightedMode};

use super::keys::{ClipKey, PLAIN_WEIGHT};

/// The way from one key to the next, as a clip has it: slopes, and weights where they count.
pub(super) fn shaped<const N: usize>(rows: &[[Key; N]]) -> Vec<ClipKey<N>> {
    let mut shaped: Vec<ClipKey<N>> = Vec::with_capacity(rows.len());
    let mut before: Option<&[Key; N]> = None;
    for row in rows {
        let time = row.first().map_or(0.0, |key| key.time_secs);
        let mut next = ClipKey::at(time, row.map(|key| key.value));
        if let (Some(from), Some(last)) = (before, shaped.last_mut()) {
            for (number, (a, b)) in from.iter().zip(row).enumerate() {
                let way = way(a, b);
                set(&mut last.out_slope, number, way.out_slope);
                set(&mut next.in_slope, number, way.in_slope);
                last.is_bent |= way.is_bent;
                next.is_bent |= way.is_bent;
                if let Some([out, into]) = way.weights {
                    set(&mut last.out_weight, number, out);
                    set(&mut next.in_weight, number, into);
                    last.weighted_mode |= WeightedMode::OUT.0;
                    next.weighted_mode |= WeightedMode::IN.0;
                }
            }
        }
        shaped.push(next);
        before = Some(row);
    }
    shaped
}

fn set<const N: usize>(numbers: &mut [f32; N], index: usize, value: f32) {
    if let Some(number) = numbers.get_mut(index) {
        *number = value;
    }
}

/// The course between two keys of one curve.
struct Way {
    out_slope: f32,
    in_slope: f32,
    weights: Option<[f32; 2]>,
    is_bent: bool,
}

fn way(a: &Key, b: &Key) -> Way {
    let out_weight = if a.weighted_mode.weighs_out() { a.out_weight } else { PLAIN_WEIGHT };
    let in_weight = if b.weighted_mode.weighs_in() { b.in_weight } else { PLAIN_WEIGHT };
    let is_flat = a.out_tangent == 0.0 && b.in_tangent == 0.0;
    let is_hold = out_weight == HOLD_WEIGHT && in_weight == 0.0 && is_flat;
    if is_hold || a.out_tangent.is_infinite() || b.in_tangent.is_infinite() {
        return Way {
            out_slope: f32::INFINITY,
            in_slope: f32::INFINITY,
            weights: None,
            is_bent: false,
        };
    }
    let numbers = [a.out_tangent, b.in_tangent, out_weight, in_weight];
    if (out_weight == 0.0 && in_weight == 0.0) || !numbers.iter().all(|number| number.is_finite()) {
        let slope = (b.value - a.value) / (b.time_secs - a.time_secs);
        // Next to nothing in time: a step, not a slope.
        let slope = if slope.is_finite() { slope } else { f32::INFINITY };
        return Way { out_slope: slope, in_slope: slope, weights: None, is_bent: false };
    }
    let is_plain = out_weight == PLAIN_WEIGHT && in_weight == PLAIN_WEIGHT;
    Way {
        out_slope: a.out_tangent,
        in_slope: b.in_tangent,
        weights: (!is_plain).then_some([out_weight, in_weight]),
        is_bent: true,
    }
}
