//! Inner loop: fills a column from keys at known positions.

use super::super::plan::FloatKey;
use super::ticks::{ABREAST, Stretch, Ticks};

/// Values of a lane at ticks, computed from the values of its keys.
pub(super) fn fill_lane<K: FloatKey>(
    keys: &[K],
    ticks: &Ticks,
    value: impl Fn(&K) -> f32 + Copy,
    lerp: impl Fn(f32, f32, f32) -> f32 + Copy,
    column: &mut [f32],
) {
    if let [only] = keys {
        return column.fill(value(only));
    }
    // The branches of a mixed group cost as much as the interpolation, so only mixed groups have them.
    let any = |a: f32, b: f32, fraction: f32| {
        let between = lerp(a, b, fraction);
        let at_left = if fraction < 0.0 { a } else { between };
        if fraction > 1.0 { b } else { at_left }
    };
    let (lefts, last_lefts) = ticks.left.as_chunks::<ABREAST>();
    let (fractions, last_fractions) = ticks.fraction.as_chunks::<ABREAST>();
    let (outs, last_outs) = column.as_chunks_mut::<ABREAST>();
    let abreast = lefts.iter().zip(fractions).zip(&ticks.stretches).zip(outs);
    for (((left, fraction), stretch), out) in abreast {
        let [first, ..] = *left;
        match stretch {
            Stretch::Neighbours => *out = neighbours(keys, first, value),
            Stretch::Keys => *out = lines(keys, left, fraction, value, |a, _, _| a),
            Stretch::Steps => {
                // Each key is first a right and then a left neighbour. It is read twice, because reading back a value that was
                // just stored stalls on store forwarding.
                let a_values = neighbours(keys, first, value);
                let b_values = neighbours(keys, first.saturating_add(1), value);
                *out = side_by_side(&a_values, &b_values, fraction, lerp);
            }
            Stretch::Between => *out = lines(keys, left, fraction, value, lerp),
            Stretch::Mixed => *out = lines(keys, left, fraction, value, any),
        }
    }
    let last = lines(keys, last_lefts, last_fractions, value, any);
    for (out, value) in last_outs.iter_mut().zip(last) {
        *out = value;
    }
}

/// The values of keys one after the other.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as below")]
fn neighbours<K: FloatKey>(keys: &[K], first: u32, value: impl Fn(&K) -> f32) -> [f32; ABREAST] {
    let first = usize::try_from(first).unwrap_or(usize::MAX);
    let keys = keys.get(first..).and_then(|keys| keys.first_chunk::<ABREAST>());
    keys.map_or([f32::NAN; ABREAST], |keys| keys.map(|key| value(&key)))
}

/// Interpolates between keys at arbitrary positions.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "the lengths are known where it is called, and the loops unroll"
)]
fn lines<K: FloatKey>(
    keys: &[K],
    lefts: &[u32],
    fractions: &[f32],
    value: impl Fn(&K) -> f32,
    line: impl Fn(f32, f32, f32) -> f32,
) -> [f32; ABREAST] {
    let [mut a_values, mut b_values] = [[0.0_f32; ABREAST]; 2];
    for ((a_value, b_value), &left) in a_values.iter_mut().zip(&mut b_values).zip(lefts) {
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        if let Some([a, b]) = keys.get(left..left.saturating_add(2)) {
            (*a_value, *b_value) = (value(a), value(b));
        }
    }
    side_by_side(&a_values, &b_values, fractions, line)
}

/// Linear interpolation between pairs of values, one for each fraction.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn side_by_side(
    a_values: &[f32; ABREAST],
    b_values: &[f32; ABREAST],
    fractions: &[f32],
    line: impl Fn(f32, f32, f32) -> f32,
) -> [f32; ABREAST] {
    let mut out = [0.0; ABREAST];
    for (((out, &a), &b), &fraction) in out.iter_mut().zip(a_values).zip(b_values).zip(fractions) {
        *out = line(a, b, fraction);
    }
    out
}
