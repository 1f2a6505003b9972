//! Tangents and weights of clip keys from the segments of a recording's curves.

use reenact::{Key, Segment, WeightedMode};

use super::keys::ClipKey;

/// Converts the segments between keys to slopes, and weights where they have an effect.
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

/// Segment between two keys of one curve.
struct Way {
    out_slope: f32,
    in_slope: f32,
    weights: Option<[f32; 2]>,
    is_bent: bool,
}

fn way(a: &Key, b: &Key) -> Way {
    let step = |slope| Way { out_slope: slope, in_slope: slope, weights: None, is_bent: false };
    let bent = |weights: Option<[f32; 2]>| {
        let numbers =
            [a.out_tangent, b.in_tangent].into_iter().chain(weights.into_iter().flatten());
        numbers.into_iter().all(f32::is_finite).then_some(Way {
            out_slope: a.out_tangent,
            in_slope: b.in_tangent,
            weights,
            is_bent: true,
        })
    };
    let bent = match a.segment_to(b) {
        Segment::Hold => return step(f32::INFINITY),
        Segment::Line => None,
        Segment::Cubic => bent(None),
        Segment::Bezier { out_weight, in_weight } => bent(Some([out_weight, in_weight])),
    };
    bent.unwrap_or_else(|| {
        let slope = (b.value - a.value) / (b.time_secs - a.time_secs);
        // The time difference is close to 0: a step, not a slope.
        step(if slope.is_finite() { slope } else { f32::INFINITY })
    })
}
