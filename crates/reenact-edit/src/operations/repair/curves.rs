//! Repairs of single curves: duplicate keys, NaN and infinite numbers, unknown modes.

use reenact::{Curve, CurveGroup, CurveId, Key, Recording, Result, WeightedMode, WrapMode};
use reenact_base::number::to_f32;

use super::Fix;
use super::report::{Change, ChangeTarget};
use crate::helpers::groups::share_times_and_wraps;

/// Replaces curves one after the other, freeing each before the next is computed.
fn each(
    recording: &mut Recording,
    fix: impl Fn(CurveId, &Curve) -> Option<(Curve, Change)>,
) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    for id in recording.tracks().curve_ids() {
        if let Some((curve, change)) = recording.curve(id).and_then(|curve| fix(id, curve)) {
            recording.set_curve(id, curve)?;
            changes.push(change);
        }
    }
    Ok(changes)
}

/// Replaces unknown wrap modes and weighted modes.
pub(super) fn modes(recording: &mut Recording) -> Result<Vec<Change>> {
    each(recording, |id, curve| {
        let mut keys = 0;
        let mut repaired = curve.clone();
        if curve.iter().any(|key| !key.weighted_mode.is_known()) {
            repaired = curve.with_keys(curve.iter().map(|mut key| {
                if !key.weighted_mode.is_known() {
                    // Unity reads these two bits only.
                    key.weighted_mode = WeightedMode(key.weighted_mode.0 & 3);
                    keys += 1;
                }
                key
            }));
        }
        let mut wraps = 0;
        for wrap in [&mut repaired.pre_wrap, &mut repaired.post_wrap] {
            if !wrap.is_known() {
                *wrap = WrapMode::CLAMP_FOREVER;
                wraps += 1;
            }
        }
        let message = match (wraps, keys) {
            (0, 0) => return None,
            (0, _) => {
                format!(
                    "unknown weighted modes of {keys} keys replaced by those that Unity uses in their place"
                )
            }
            (_, 0) => {
                "unknown wrap modes replaced by clamp forever, as in MRTK's curves".to_owned()
            }
            _ => format!("unknown wrap modes and weighted modes of {keys} keys replaced"),
        };
        let change = Change {
            keys,
            is_exact: wraps == 0,
            ..Change::new(Fix::Modes, ChangeTarget::Curve(id), message)
        };
        Some((repaired, change))
    })
}

/// Repairs times, values, tangents and weights that are NaN or infinite.
pub(super) fn non_finite(recording: &mut Recording) -> Result<Vec<Change>> {
    each(recording, |id, curve| {
        let is_good = |key: &Key| {
            let [a, b] = [key.in_tangent, key.out_tangent];
            let weights = [key.in_weight, key.out_weight];
            // An infinite tangent is a valid step.
            key.time_secs.is_finite()
                && key.value.is_finite()
                && !a.is_nan()
                && !b.is_nan()
                && weights.iter().all(|weight| weight.is_finite())
        };
        if curve.iter().all(|key| is_good(&key)) {
            return None;
        }
        let timed: Vec<Key> = curve.iter().filter(|key| key.time_secs.is_finite()).collect();
        let untimed = curve.len() - timed.len();
        let bad = timed.iter().filter(|key| !is_good(key)).count();
        let has_value = timed.iter().any(|key| key.value.is_finite());
        let keys = if has_value { bridged(timed, id.is_boolean()) } else { Vec::new() };
        let message = match (has_value, untimed) {
            (false, _) => "no key had a finite time and value: the curve is now empty".to_owned(),
            (true, 0) => format!("{bad} values that were NaN or infinite interpolated"),
            (true, _) => format!(
                "{bad} values that were NaN or infinite interpolated, {untimed} keys without a finite time removed"
            ),
        };
        let change = Change {
            keys: untimed + bad,
            is_exact: false,
            is_loss: untimed > 0 || !has_value,
            ..Change::new(Fix::NonFinite, ChangeTarget::Curve(id), message)
        };
        Some((curve.with_keys(keys), change))
    })
}

/// Interpolates invalid values linearly between the neighbouring keys; before the first and after the last valid key, and in
/// boolean curves, the nearest or preceding value is held.
fn bridged(mut keys: Vec<Key>, is_boolean: bool) -> Vec<Key> {
    let mut after: Vec<Option<(f32, f32)>> = vec![None; keys.len()];
    let mut next = None;
    for (slot, key) in after.iter_mut().zip(&keys).rev() {
        if key.value.is_finite() {
            next = Some((key.time_secs, key.value));
        }
        *slot = next;
    }
    let mut before: Option<(f32, f32)> = None;
    for (key, after) in keys.iter_mut().zip(after) {
        if key.value.is_finite() {
            before = Some((key.time_secs, key.value));
        } else {
            key.value = match (before, after) {
                (Some(a), Some(b)) if !is_boolean => between(a, b, key.time_secs),
                (Some((_, value)), _) | (None, Some((_, value))) => value,
                (None, None) => 0.0,
            };
        }
        for number in [&mut key.in_tangent, &mut key.out_tangent] {
            if number.is_nan() {
                *number = 0.0;
            }
        }
        for weight in [&mut key.in_weight, &mut key.out_weight] {
            if !weight.is_finite() {
                *weight = 0.0;
            }
        }
    }
    keys
}

fn between((start, from): (f32, f32), (end, to): (f32, f32), time_secs: f32) -> f32 {
    let [start, from, end, to, time] = [start, from, end, to, time_secs].map(f64::from);
    let share = if end > start { ((time - start) / (end - start)).clamp(0.0, 1.0) } else { 0.0 };
    to_f32(from + (to - from) * share)
}

/// Groups of curves that lose keys only together because they share their times: positions, rotations, rays; all other curves
/// alone.
fn groups(recording: &Recording) -> Vec<Vec<CurveId>> {
    let mut groups = Vec::new();
    for ids in CurveGroup::all(recording.tracks()).map(CurveGroup::ids) {
        let curves: Vec<_> = ids.iter().filter_map(|&id| recording.curve(id)).collect();
        if share_times_and_wraps(&curves) {
            groups.push(ids.to_vec());
        } else {
            groups.extend(ids.iter().map(|&id| vec![id]));
        }
    }
    groups
}

/// Changes that [`thin_out`] would make for keys at one time with different values.
pub(super) fn conflicts(recording: &Recording) -> Vec<Change> {
    let thinned = groups(recording).into_iter().flat_map(|ids| {
        // One group at a time, so that only the changes are kept in memory.
        thinned(recording, &ids, Fix::Conflicts).into_iter().map(|(.., change)| change)
    });
    thinned.collect()
}

/// Keeps only the last of several keys at one time: with `Duplicates` if their values are equal, with `Conflicts` for any values.
pub(super) fn thin_out(recording: &mut Recording, fix: Fix) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    for ids in groups(recording) {
        for (id, curve, change) in thinned(recording, &ids, fix) {
            recording.set_curve(id, curve)?;
            changes.push(change);
        }
    }
    Ok(changes)
}

/// Curves of a group with fewer keys; empty if nothing changes.
fn thinned(recording: &Recording, ids: &[CurveId], fix: Fix) -> Vec<(CurveId, Curve, Change)> {
    let curves = ids.iter().filter_map(|&id| recording.curve(id));
    let members: Vec<&Curve> = curves.filter(|curve| has_doubles(curve)).collect();
    if members.len() < ids.len() {
        return Vec::new();
    }
    // Whether a key is replaced by the next one.
    let len = members.first().map_or(0, |curve| curve.len());
    let goes: Vec<bool> = (1..=len)
        .map(|next| {
            members.iter().all(|curve| match (curve.key(next - 1), curve.key(next)) {
                (Some(a), Some(b)) => {
                    a.time_secs == b.time_secs && (fix == Fix::Conflicts || a.value == b.value)
                }
                _ => false,
            })
        })
        .collect();
    let gone = goes.iter().filter(|&&goes| goes).count();
    if gone == 0 {
        return Vec::new();
    }
    let thin = |(&id, &curve): (&CurveId, &&Curve)| {
        let (keys, differing, largest) = merged(curve, &goes);
        let message = match differing {
            0 => format!("{gone} duplicate keys removed"),
            _ => format!(
                "{gone} keys removed in favour of the last one at their time, {differing} of them with another value"
            ),
        };
        let change = Change {
            keys: gone,
            is_loss: differing > 0,
            is_exact: differing == 0,
            largest_mm: CurveGroup::of(id).unit().map(|_| largest * 1e3),
            ..Change::new(fix, ChangeTarget::Curve(id), message)
        };
        (id, curve.with_keys(keys), change)
    };
    ids.iter().zip(&members).map(thin).collect()
}

fn has_doubles(curve: &Curve) -> bool {
    curve.iter().zip(curve.iter().skip(1)).any(|(a, b)| a.time_secs == b.time_secs)
}

/// Remaining keys, the number of removed keys with another value, and the largest difference. A merged key has the in-tangent of
/// the first one.
fn merged(curve: &Curve, goes: &[bool]) -> (Vec<Key>, usize, f64) {
    let mut kept: Vec<Key> = Vec::with_capacity(curve.len());
    let (mut way_in, mut differing, mut largest): (Option<Key>, usize, f64) = (None, 0, 0.0);
    for (index, (key, &goes)) in curve.iter().zip(goes).enumerate() {
        if goes {
            way_in.get_or_insert(key);
            let off = curve.key(index + 1).map_or(0.0, |next| f64::from(next.value - key.value));
            differing += usize::from(off != 0.0);
            largest = largest.max(off.abs());
            continue;
        }
        let mut key = key;
        if let Some(first) = way_in.take().filter(|first| first.value == key.value) {
            key.in_tangent = first.in_tangent;
            key.in_weight = first.in_weight;
            let mode = (first.weighted_mode.0 & 1) | (key.weighted_mode.0 & !1);
            key.weighted_mode = WeightedMode(mode);
        }
        kept.push(key);
    }
    (kept, differing, largest)
}
