//! Unit length of rotations at a cut.
//!
//! Each component of a rotation is cut separately, and the chord between two unit quaternions has a length
//! below 1. Keys that a cut adds are normalized. That alone would change the angular velocity up to the next key,
//! so long chords get additional keys. Curves with tangents are unchanged: normalizing one of their keys
//! would change their shape.

use glam::DQuat;
use reenact::angle::between_rotations_deg;
use reenact::number::to_f32;
use reenact::{Curve, Key, PoseId, Recording, Result};

use super::groups::{component, curves, numbered, set_curves, share_times};
use super::keys::{has_linear_keys, partition_point};
use super::rotation::{is_unit, length, unit_rotation};

/// Angle between two keys in degrees above which keys are added.
const LONGEST_CHORD_DEG: f64 = 5.0;
/// Most bisections of a chord.
const MOST_HALVINGS: usize = 8;

/// Tolerance of the length between keys of curves with different key times.
///
/// MRTK's drafts of 2019 remove keys curve by curve: in recordings of people, lengths deviate by up to 2.2 %
/// there. A larger deviation means that a component is lost.
const OWN_KEYS_TOLERANCE: f64 = 0.05;

/// Normalizes the first and last rotation of each pose if a cut of `original` shortened them. Times of the
/// original are later by `shift_secs`.
pub(crate) fn normalize(
    recording: &mut Recording,
    original: &Recording,
    shift_secs: f32,
) -> Result<()> {
    for ids in PoseId::all(recording.tracks()).map(PoseId::rotation) {
        for is_last in [false, true] {
            let cut = curves(recording, ids);
            if let Some(scaled) = scaled(cut, curves(original, ids), is_last, shift_secs) {
                set_curves(recording, ids, scaled)?;
            }
        }
    }
    Ok(())
}

/// Curves of a rotation with a normalized first or last key; `None` if it already has unit length, or was not
/// added by a cut.
fn scaled(
    cut: [&Curve; 4],
    original: [&Curve; 4],
    is_last: bool,
    shift_secs: f32,
) -> Option<[Curve; 4]> {
    let [x, ..] = cut;
    let is_line = cut.iter().all(|curve| has_linear_keys(curve));
    if !is_line || !share_times(&cut) || x.is_empty() {
        return None;
    }
    let index = if is_last { x.len() - 1 } else { 0 };
    let end = row(cut, index)?;
    let time_secs = x.time_secs(index)? + shift_secs;
    let is_of_cut = if share_times(&original) {
        is_between_units(original, time_secs)
    } else {
        is_between_own_keys(original, time_secs) && (length(end) - 1.0).abs() < OWN_KEYS_TOLERANCE
    };
    if is_unit(end) || !is_of_cut {
        return None;
    }
    let factor = 1.0 / length(end);
    let scaled = |number: f32| to_f32(f64::from(number) * factor);
    let mut curves = cut.map(|curve| {
        let keys = curve.iter().enumerate().map(|(n, key)| {
            if n != index {
                return key;
            }
            Key { value: scaled(key.value), ..key }
        });
        curve.with_keys(keys)
    });
    let neighbour = if is_last { index.checked_sub(1) } else { Some(1) };
    if let Some(neighbour) = neighbour {
        add_between(&mut curves, cut, index.min(neighbour));
    }
    Some(curves)
}

/// Adds unit rotations on the chord from a key of `cut` to the next, if it is long.
fn add_between(curves: &mut [Curve; 4], cut: [&Curve; 4], index: usize) {
    let [x, ..] = cut;
    let ends = [index, index + 1].map(|n| row(cut, n).and_then(unit_rotation));
    let times = [index, index + 1].map(|n| x.time_secs(n).map(f64::from));
    let ([Some(a), Some(b)], [Some(from), Some(to)]) = (ends, times) else { return };
    let rotation_at =
        |time: f64| unit_rotation(cut.map(|curve| f64::from(curve.value_at(to_f32(time)))));
    let mut points = vec![(from, a), (to, b)];
    for _ in 0..MOST_HALVINGS {
        let mut finer: Vec<(f64, DQuat)> = Vec::with_capacity(2 * points.len());
        for &(time, rotation) in &points {
            if let Some(&(before, last)) = finer.last()
                && between_rotations_deg(last, rotation) > LONGEST_CHORD_DEG
                && let Some(middle) = rotation_at(f64::midpoint(before, time))
            {
                finer.push((f64::midpoint(before, time), middle));
            }
            finer.push((time, rotation));
        }
        if finer.len() == points.len() {
            break;
        }
        points = finer;
    }
    let inner = points.get(1..points.len() - 1).unwrap_or_default();
    let keys: Vec<(f32, [f32; 4])> = inner
        .iter()
        .map(|(time, rotation)| (to_f32(*time), rotation.to_array().map(to_f32)))
        .collect();
    let added = numbered(curves.each_ref(), |place, curve| {
        let head = curve.iter().take(index + 1).chain(component(&keys, place));
        curve.with_keys(head.chain(curve.iter().skip(index + 1)))
    });
    *curves = added;
}

fn row(curves: [&Curve; 4], index: usize) -> Option<[f64; 4]> {
    let values = curves.map(|curve| curve.key(index).map(|key| f64::from(key.value)));
    let [Some(x), Some(y), Some(z), Some(w)] = values else { return None };
    Some([x, y, z, w])
}

/// Whether a time is between two keys of unit length, so that a smaller length is that of their chord.
fn is_between_units(original: [&Curve; 4], time_secs: f32) -> bool {
    let [x, ..] = original;
    if !x.is_sorted() {
        return false;
    }
    let next = partition_point(x, |time| time <= time_secs);
    let Some(before) = next.checked_sub(1) else { return false };
    let is_key = x.time_secs(before) == Some(time_secs);
    !is_key && [before, next].into_iter().all(|n| row(original, n).is_some_and(is_unit))
}

/// Whether a time is between keys of curves with different key times, and not a key of all four.
fn is_between_own_keys(original: [&Curve; 4], time_secs: f32) -> bool {
    let is_line = |curve: &Curve| curve.len() > 1 && curve.is_sorted() && has_linear_keys(curve);
    let is_key = |curve: &Curve| curve.iter().any(|key| key.time_secs == time_secs);
    original.into_iter().all(is_line) && !original.into_iter().all(is_key)
}
