//! Curves that belong together, each made a mix of all of them: how a pose is moved, turned or mirrored.

use reenact::{Curve, Key, KeyKind, WeightedMode};

use crate::keys::{in_order, to_f32};
use crate::window::repeats;

/// `N` curves that were mixed.
pub(crate) struct Mixed<const N: usize> {
    pub(crate) curves: [Curve<'static>; N],
    /// Whether the shape between keys had to be given up: some curves bent and others not, or otherwise, or repeated
    /// each in its own rhythm. At the keys the values are right all the same.
    pub(crate) is_approximate: bool,
}

/// Gives each of `N` curves the sum of all, weighed by its row of the matrix, and of its offset.
///
/// Curves with the same key times and weights, as MRTK writes them, keep their keys, and the mix is exact between
/// them too, but for rounding: every kind of segment is linear in values and tangents. Others get the key times of
/// all first, by cutting their segments. Where all are empty, nothing is done; one that is empty among others counts
/// as 0 throughout, as it is played.
pub(crate) fn mix<const N: usize>(
    curves: [&Curve<'_>; N],
    matrix: [[f64; N]; N],
    offset: [f64; N],
) -> Mixed<N> {
    let kind = curves.first().map_or(KeyKind::Simple, |curve| curve.kind());
    if curves.iter().all(|curve| curve.is_empty()) {
        return Mixed {
            curves: curves.map(|curve| curve.clone().into_owned()),
            is_approximate: false,
        };
    }
    let wraps = curves.map(|curve| (curve.pre_wrap, curve.post_wrap));
    let (keys, mut is_approximate) = match alike(curves) {
        Some(keys) => (keys, false),
        None => (unified(curves), curves.iter().any(|curve| repeats(curve) && curve.len() > 1)),
    };
    let mut mixed: Vec<[Key; N]> = keys.iter().map(|row| mix_row(row, &matrix, &offset)).collect();
    for (at, (a, b)) in keys.iter().zip(keys.iter().skip(1)).enumerate() {
        if kind == KeyKind::Full && !leans_alike(a, b) {
            is_approximate = true;
            mixed.get_mut(at).into_iter().flatten().for_each(straight_out);
            mixed.get_mut(at + 1).into_iter().flatten().for_each(straight_in);
        }
    }
    let mut column = 0;
    let curves = wraps.map(|(pre_wrap, post_wrap)| {
        let keys = mixed.iter().filter_map(|row| row.get(column).copied());
        let mut curve = Curve::from_keys(kind, keys);
        (curve.pre_wrap, curve.post_wrap) = (pre_wrap, post_wrap);
        column += 1;
        curve
    });
    Mixed { curves, is_approximate }
}

/// The keys of one time, mixed. Their weights stay.
fn mix_row<const N: usize>(row: &[Key; N], matrix: &[[f64; N]; N], offset: &[f64; N]) -> [Key; N] {
    let sum = |weights: &[f64; N], part: fn(&Key) -> f32| -> f64 {
        // A component that does not take part must not spoil the sum with a NaN or an infinity.
        let parts = weights.iter().zip(row).filter(|(weight, _)| **weight != 0.0);
        parts.map(|(weight, key)| weight * f64::from(part(key))).sum()
    };
    let mut mixed = *row;
    for ((key, weights), offset) in mixed.iter_mut().zip(matrix).zip(offset) {
        key.value = to_f32(sum(weights, |key| key.value) + offset);
        key.in_tangent = to_f32(sum(weights, |key| key.in_tangent));
        key.out_tangent = to_f32(sum(weights, |key| key.out_tangent));
    }
    mixed
}

/// Makes a key run straight to the next, if that does so too.
pub(crate) fn straight_out(key: &mut Key) {
    (key.out_tangent, key.out_weight) = (0.0, 0.0);
    key.weighted_mode.0 |= WeightedMode::OUT.0;
}

/// Makes a key run straight to the previous, if that does so too.
pub(crate) fn straight_in(key: &mut Key) {
    (key.in_tangent, key.in_weight) = (0.0, 0.0);
    key.weighted_mode.0 |= WeightedMode::IN.0;
}

/// The keys of all curves, row by row, if their times are the same.
fn alike<const N: usize>(curves: [&Curve<'_>; N]) -> Option<Vec<[Key; N]>> {
    let len = curves.first()?.len();
    if curves.iter().any(|curve| curve.len() != len) {
        return None;
    }
    let mut rows = Vec::with_capacity(len);
    for index in 0..len {
        let row = curves.map(|curve| curve.key(index).unwrap_or(Key::linear(f32::NAN, f32::NAN)));
        let time = row.first()?.time_secs.to_bits();
        if row.iter().any(|key| key.time_secs.to_bits() != time) {
            return None;
        }
        rows.push(row);
    }
    Some(rows)
}

/// Whether a segment is bent in the same way in all curves, so that a mix of them is bent so too.
fn leans_alike<const N: usize>(a: &[Key; N], b: &[Key; N]) -> bool {
    let lean = |(a, b): (&Key, &Key)| {
        let out = a.weighted_mode.weighs_out().then_some(a.out_weight.to_bits());
        let into = b.weighted_mode.weighs_in().then_some(b.in_weight.to_bits());
        (out, into, a.out_tangent.is_infinite() || b.in_tangent.is_infinite())
    };
    let mut leans = a.iter().zip(b).map(lean);
    let first = leans.next();
    leans.all(|lean| Some(lean) == first)
}

/// The keys of all curves, row by row, at the times of all of them.
fn unified<const N: usize>(curves: [&Curve<'_>; N]) -> Vec<[Key; N]> {
    let sorted = curves.map(in_order);
    let mut times: Vec<f32> = Vec::new();
    for curve in &sorted {
        times = union(&times, &curve.iter().map(|key| key.time_secs).collect::<Vec<_>>());
    }
    let columns = sorted.each_ref().map(|curve| keys_at(curve, &times));
    (0..times.len())
        .map(|index| {
            columns
                .each_ref()
                .map(|keys| keys.get(index).copied().unwrap_or(Key::linear(f32::NAN, f32::NAN)))
        })
        .collect()
}

/// The times of both lists, each as often as the list that has it more often; both sorted.
pub(crate) fn union(a: &[f32], b: &[f32]) -> Vec<f32> {
    let mut all = Vec::with_capacity(a.len().max(b.len()));
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(&&x), Some(&&y)) if x == y => {
                a.next();
                b.next()
            }
            (Some(&&x), Some(&&y)) if x < y => a.next(),
            (Some(_), None) => a.next(),
            (_, Some(_)) => b.next(),
            (None, None) => return all,
        };
        all.extend(next);
    }
}

/// A curve in order with a key at each of the given times, which include all of its own.
fn keys_at(curve: &Curve<'_>, times: &[f32]) -> Vec<Key> {
    let mut own = curve.iter().peekable();
    let mut keys: Vec<Key> = Vec::with_capacity(times.len());
    for &time_secs in times {
        if let Some(key) = own.next_if(|key| key.time_secs == time_secs) {
            keys.push(key);
            continue;
        }
        let new = match (keys.last_mut(), own.peek_mut()) {
            (_, None) | (None, _) => Key::linear(time_secs, curve.value_at(time_secs)),
            (Some(a), Some(_)) if a.time_secs == time_secs => *a,
            (Some(a), Some(b)) => {
                let middle;
                [*a, middle, *b] = a.split(b, time_secs);
                middle
            }
        };
        keys.push(new);
    }
    // Outside its own keys the curve is flat, however these lean.
    let first_secs = curve.time_secs(0).unwrap_or(f32::NAN);
    let last_secs =
        curve.len().checked_sub(1).and_then(|last| curve.time_secs(last)).unwrap_or(f32::NAN);
    for key in &mut keys {
        if key.time_secs <= first_secs {
            straight_in(key);
        }
        if key.time_secs >= last_secs {
            straight_out(key);
        }
    }
    keys
}
