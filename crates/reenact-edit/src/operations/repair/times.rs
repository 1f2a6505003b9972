//! Repairs unsorted keys: moved keys, and keys with a damaged time.
//!
//! Sorting is right for keys that were moved together with their times. A damaged time would move the key to the wrong index and
//! distort the curve there. The curves of a position or a rotation share their key times, so the other curves have the original
//! time. If they do not, a key counts as moved if its value fits the curve better at its time than at its index; otherwise its
//! time is interpolated between its neighbours.

use reenact::{Curve, CurveGroup, CurveId, Key, Recording, Result};
use reenact_base::number::{to_f32, to_f64};

use super::report::{Change, ChangeTarget};
use super::{Fix, outliers};
use crate::helpers::keys::times;

/// One in this many keys may be out of order for single times to count as damaged; with more, the keys were never sorted.
const FEW: usize = 8;

/// Sorts the keys of each curve by time.
pub(super) fn sort(recording: &mut Recording) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    for ids in CurveGroup::all(recording.tracks()).map(CurveGroup::ids) {
        // Found for all curves before any is changed, because restored times are no evidence.
        let unsorted: Vec<CurveId> = ids
            .iter()
            .copied()
            .filter(|&id| recording.curve(id).is_some_and(|curve| !curve.is_sorted()))
            .collect();
        for &id in &unsorted {
            let Some(curve) = recording.curve(id) else { continue };
            let sound = ids.iter().filter(|id| !unsorted.contains(id));
            let mut others = sound.filter_map(|&id| recording.curve(id));
            let reference = others.find(|other| other.len() == curve.len());
            if let Some((sorted, change)) = in_order(id, curve, reference) {
                recording.set_curve(id, sorted)?;
                changes.push(change);
            }
        }
    }
    changes.extend(outliers::times(recording)?);
    Ok(changes)
}

/// Curve with sorted keys, and the change; `None` if nothing changes.
fn in_order(id: CurveId, curve: &Curve, reference: Option<&Curve>) -> Option<(Curve, Change)> {
    let mut sorted = curve.clone();
    sorted.sort_keys();
    let moved = curve.iter().zip(&sorted).filter(|(before, after)| before != after).count();
    let plain = |sorted| {
        let message = format!("{moved} keys sorted by time, as Unity does on loading");
        Some((
            sorted,
            Change { keys: moved, ..Change::new(Fix::Sort, ChangeTarget::Curve(id), message) },
        ))
    };
    if let Some(reference) = reference {
        let times_of = |curve: &Curve| times(curve).map(f32::to_bits).collect::<Vec<_>>();
        if times_of(&sorted) == times_of(reference) {
            return plain(sorted);
        }
        let is_off = |(a, b): &(f32, f32)| a.to_bits() != b.to_bits();
        let off = times(curve).zip(times(reference)).filter(is_off).count();
        if off <= curve.len() / 2 {
            let keys = curve.iter().zip(times(reference));
            let keys = keys.map(|(key, time_secs)| Key { time_secs, ..key });
            let message = outliers::times_restored(off);
            let change =
                Change { keys: off, ..Change::new(Fix::Sort, ChangeTarget::Curve(id), message) };
            return Some((curve.with_keys(keys), change));
        }
    }
    // A last key without a time is in order, and there is no reference for its time.
    if moved == 0 {
        return None;
    }
    let in_place = rising(curve);
    let out = in_place.iter().filter(|&&is_in| !is_in).count();
    if id.is_boolean() || out > (curve.len() / FEW).max(1) {
        return plain(sorted);
    }
    retimed(id, curve, &in_place).or_else(|| plain(sorted))
}

/// Whether each key is in a longest non-decreasing sequence of times, which leaves out as few keys as possible.
fn rising(curve: &Curve) -> Vec<bool> {
    let all: Vec<f32> = times(curve).collect();
    // The last key of the best sequence of each length, and the key before each key in its sequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(all.len());
    let time = |index: usize| all.get(index).copied().unwrap_or(f32::NAN);
    for (index, &now) in all.iter().enumerate() {
        if now.is_nan() {
            before.push(None);
            continue;
        }
        let len = ends.partition_point(|&end| time(end) <= now);
        before.push(len.checked_sub(1).and_then(|last| ends.get(last)).copied());
        match ends.get_mut(len) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut is_in = vec![false; all.len()];
    let mut at = ends.last().copied();
    while let Some(index) = at {
        if let Some(slot) = is_in.get_mut(index) {
            *slot = true;
        }
        at = before.get(index).copied().flatten();
    }
    is_in
}

/// Curve with new times for the keys that are out of order; `None` if all of them were moved with their times.
fn retimed(id: CurveId, curve: &Curve, in_place: &[bool]) -> Option<(Curve, Change)> {
    let keys: Vec<Key> = curve.iter().collect();
    let marked = || keys.iter().zip(in_place);
    let rest = curve.with_keys(marked().filter(|(_, is_in)| **is_in).map(|(key, _)| *key));
    let mut kept: Vec<Key> = Vec::with_capacity(keys.len());
    let (mut interpolated, mut dropped) = (0, 0);
    for (index, (&key, &is_in)) in marked().enumerate() {
        if is_in {
            kept.push(key);
            continue;
        }
        let [before, after] = neighbours(&keys, in_place, index);
        let place = match (before, after) {
            (Some((n, before)), Some((m, after))) => {
                let share = to_f64(n) / to_f64(n + m);
                let [from, to] = [before.time_secs, after.time_secs].map(f64::from);
                Some(to_f32(from + (to - from) * share))
                    // There is no time between neighbours at the same time.
                    .filter(|&place| before.time_secs < place && place < after.time_secs)
            }
            _ => None,
        };
        let misfit = |time_secs: f32| (rest.value_at(time_secs) - key.value).abs();
        let is_inside = rest.time_secs(0).is_some_and(|first| first <= key.time_secs)
            && rest.last().is_some_and(|last| key.time_secs <= last.time_secs);
        match place {
            _ if !key.time_secs.is_finite() => kept.push(key),
            Some(place) if !is_inside || misfit(place) < misfit(key.time_secs) => {
                kept.push(Key { time_secs: place, ..key });
                interpolated += 1;
            }
            None if !is_inside => dropped += 1,
            _ => kept.push(key),
        }
    }
    if interpolated + dropped == 0 {
        return None;
    }
    let mut said = Vec::new();
    if interpolated > 0 {
        said.push(format!(
            "{interpolated} damaged key times interpolated between their neighbours"
        ));
    }
    if dropped > 0 {
        said.push(format!("{dropped} keys without a credible time removed"));
    }
    let change = Change {
        keys: interpolated + dropped,
        is_exact: false,
        is_loss: dropped > 0,
        ..Change::new(Fix::Sort, ChangeTarget::Curve(id), said.join(", "))
    };
    let mut sorted = curve.with_keys(kept);
    sorted.sort_keys();
    Some((sorted, change))
}

/// Nearest keys in order before and after a key, and their distances in indices.
fn neighbours(keys: &[Key], in_place: &[bool], index: usize) -> [Option<(usize, Key)>; 2] {
    let at = |index: usize| match (keys.get(index), in_place.get(index)) {
        (Some(&key), Some(true)) => Some(key),
        _ => None,
    };
    let before = (0..index).rev().enumerate();
    let after = (index + 1..keys.len()).enumerate();
    let mut before = before.filter_map(|(n, other)| Some((n + 1, at(other)?)));
    let mut after = after.filter_map(|(n, other)| Some((n + 1, at(other)?)));
    [before.next(), after.next()]
}
