//! Common key times for the curves of a group, without changing their shape.

use reenact::{Curve, Key, WeightedMode};

use super::keys::PLAIN_WEIGHT;
use crate::Losses;
use crate::curves::holding;

/// Times of all keys from 0 on without duplicates, and 0 if there are keys before it. Times at which a curve
/// has no finite value are dropped.
pub(super) fn times<const N: usize>(curves: [&Curve; N], losses: &mut Losses) -> Vec<f32> {
    let mut times = Vec::new();
    let mut silent = Vec::new();
    for key in curves.iter().flat_map(|curve| curve.iter()) {
        let list = if key.value.is_finite() { &mut times } else { &mut silent };
        if key.time_secs.is_finite() {
            // −0 equals 0.
            list.push(key.time_secs + 0.0);
        } else {
            losses.keys += 1;
        }
    }
    if times.iter().any(|&time| time < 0.0) {
        losses.before_zero = true;
        times.retain(|&time| time >= 0.0);
        times.push(0.0);
    }
    times.sort_by(f32::total_cmp);
    times.dedup();
    silent.sort_by(f32::total_cmp);
    losses.keys += silent.len();
    times.retain(|time| silent.binary_search_by(|other| other.total_cmp(time)).is_err());
    times
}

/// A key of each curve at each time at which any of them has one.
pub(super) fn joined<const N: usize>(curves: [&Curve; N], losses: &mut Losses) -> Vec<[Key; N]> {
    if curves.iter().any(|curve| curve.is_empty()) {
        losses.keys += curves.iter().map(|curve| curve.len()).sum::<usize>();
        return Vec::new();
    }
    let times = times(curves, losses);
    let columns = curves.map(|curve| at_times(&holding(curve, losses), &times, losses));
    if columns.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let key_of = |column: &Vec<Key>, row: usize, time| {
        column.get(row).copied().unwrap_or(Key::linear(time, 0.0))
    };
    let mut keys: Vec<[Key; N]> = times
        .iter()
        .enumerate()
        .map(|(row, &time)| columns.each_ref().map(|column| key_of(column, row, time)))
        .collect();
    // Extreme tangents can give non-finite values between keys.
    let all = keys.len();
    keys.retain(|keys| keys.iter().all(|key| key.value.is_finite()));
    losses.keys += all - keys.len();
    let calm = |number: &mut f32| *number = if number.is_nan() { 0.0 } else { *number };
    for key in keys.as_flattened_mut() {
        calm(&mut key.in_tangent);
        calm(&mut key.out_tangent);
        calm(&mut key.in_weight);
        calm(&mut key.out_weight);
    }
    keys
}

/// Splits a curve to have keys at exactly these times, with the same shape; empty if it never has a finite
/// value.
fn at_times(curve: &Curve, times: &[f32], losses: &mut Losses) -> Vec<Key> {
    let mut keys: Vec<Key> = curve
        .iter()
        .filter(|key| key.time_secs.is_finite() && key.value.is_finite())
        .map(|key| Key { time_secs: key.time_secs + 0.0, ..key })
        .collect();
    keys.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
    // Of several keys at one time the last counts.
    let all = keys.len();
    keys.reverse();
    keys.dedup_by_key(|key| key.time_secs);
    keys.reverse();
    losses.keys += all - keys.len();
    // The curve is constant outside its keys.
    let flat = |key: &mut Key| {
        let (first, last) = (WeightedMode::IN.0, WeightedMode::OUT.0);
        key.weighted_mode = WeightedMode(key.weighted_mode.0 | first | last);
    };
    if let Some(first) = keys.first_mut() {
        let out = if first.weighted_mode.weighs_out() { first.out_weight } else { PLAIN_WEIGHT };
        flat(first);
        (first.in_tangent, first.in_weight, first.out_weight) = (0.0, 0.0, out);
    }
    if let Some(last) = keys.last_mut() {
        let into = if last.weighted_mode.weighs_in() { last.in_weight } else { PLAIN_WEIGHT };
        flat(last);
        (last.out_tangent, last.out_weight, last.in_weight) = (0.0, 0.0, into);
    }
    let mut row: Vec<Key> = Vec::with_capacity(times.len());
    let mut rest = keys.into_iter().peekable();
    let mut before: Option<Key> = None;
    for &time in times {
        while let Some(key) = rest.next_if(|key| key.time_secs < time) {
            before = Some(key);
        }
        if let Some(key) = rest.next_if(|key| key.time_secs == time) {
            before = Some(key);
            row.push(key);
            continue;
        }
        match (before, rest.peek_mut()) {
            (Some(a), Some(b)) => {
                let [a, middle, cut] = a.split(b, time);
                *b = cut;
                if let Some(last) = row.last_mut().filter(|last| last.time_secs == a.time_secs) {
                    *last = a;
                }
                row.push(middle);
                before = Some(middle);
            }
            (Some(only), None) | (None, Some(&mut only)) => {
                row.push(Key::linear(time, only.value));
            }
            (None, None) => return Vec::new(),
        }
    }
    row
}
