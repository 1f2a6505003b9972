//! Normalizes rotations: scaled ones, and ones with one damaged component.
//!
//! A rotation whose components are all scaled keeps its direction, and scaling it back is exact. One whose single component is
//! damaged has another direction: scaled to unit length it would look sound and be wrong. The rotations before and after
//! it tell the two apart. Where they do not, the rotation stays as it is, and the report says so.

use glam::DQuat;
use reenact::angle::between_rotations_deg;
use reenact::number::to_f32;
use reenact::{CurveId, Key, PoseComponent, PoseId, Recording, Result};

use super::report::{Change, ChangeTarget};
use super::{Fix, outliers, rotation_of};
use crate::helpers::groups::{
    Readers, curves as curves_of, numbered, rows, set_curves, share_times,
};
use crate::helpers::keys::{times, times_in_order};
use crate::helpers::rotation::{
    UNIT_TOLERANCE, between, is_scaled, is_unit, length, unit_rotation,
};

/// From this length on, a rotation is not a scaled one unless its neighbours say so.
const LONGEST_SCALED: f64 = 4.0;
/// Largest angle of a restored rotation from the interpolation of its neighbours, in degrees, on top of the angle between them.
const CREDIBLE_DEG: f64 = 20.0;
/// A scaled rotation within this angle of where its neighbours lead is not looked at further, in degrees.
const CLEAR_DEG: f64 = 2.0;

/// The verdict on one rotation.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Verdict {
    /// It has unit length, or is none.
    Sound,
    /// All components are multiplied.
    Scaled(f64),
    /// One component is another.
    Restored(usize, f64),
    /// There is no telling what it was.
    Unknown,
}

/// Brings rotations to unit length, and restores single components that are far off.
pub(super) fn normalize(recording: &mut Recording) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    for (pose, verdicts) in off(recording) {
        let Some(rotation) = rotation_of(recording, pose) else { continue };
        let count =
            |is: fn(&Verdict) -> bool| verdicts.iter().filter(|verdict| is(verdict)).count();
        let scaled = count(|verdict| matches!(verdict, Verdict::Scaled(_)));
        let restored = count(|verdict| matches!(verdict, Verdict::Restored(..)));
        if scaled + restored == 0 {
            continue;
        }
        let normalized = numbered(rotation, |place, curve| {
            curve.with_keys(
                curve.iter().zip(&verdicts).map(|(key, &verdict)| changed(key, place, verdict)),
            )
        });
        set_curves(recording, pose.rotation(), normalized)?;
        let mut say = |keys: usize, is_exact: bool, message: String| {
            let change = Change::new(Fix::Normalize, ChangeTarget::rotation(pose), message);
            let largest_degrees = is_exact.then_some(0.0);
            if keys > 0 {
                changes.push(Change { keys, largest_degrees, is_exact, ..change });
            }
        };
        say(scaled, true, format!("{scaled} rotations normalized"));
        let message = format!(
            "one damaged component of {restored} rotations restored from the other three, which fits the rotations before and after"
        );
        say(restored, false, message);
    }
    changes.extend(outliers::signs(recording)?);
    Ok(changes)
}

/// Rotations that [`normalize`] leaves as they are, since there is no telling what they were.
pub(super) fn unknown(recording: &Recording) -> Vec<Change> {
    let found = off(recording).into_iter().filter_map(|(pose, verdicts)| {
        let keys = verdicts.iter().filter(|verdict| **verdict == Verdict::Unknown).count();
        let message = format!(
            "{keys} rotations are far from unit length, and their original values are unknown: not changed"
        );
        left(pose, keys, message)
    });
    let apart = PoseId::all(recording.tracks()).filter_map(|pose| {
        let keys = off_apart(recording, pose);
        let message = format!(
            "{keys} rotations are not of unit length, and their curves have different key times: not changed"
        );
        left(pose, keys, message)
    });
    found.chain(apart).collect()
}

fn left(pose: PoseId, keys: usize, message: String) -> Option<Change> {
    let change = Change::new(Fix::Normalize, ChangeTarget::rotation(pose), message);
    (keys > 0).then_some(Change { keys, is_exact: false, ..change })
}

/// Number of rotations that are not of unit length, for poses whose curves have different key times.
fn off_apart(recording: &Recording, pose: PoseId) -> usize {
    let rotation = curves_of(recording, pose.rotation());
    if rotation.iter().any(|curve| curve.is_empty()) || share_times(&rotation) {
        return 0;
    }
    let mut readers = Readers::new(rotation);
    let times = times_in_order(rotation.into_iter().flat_map(times));
    times.into_iter().filter(|&time| is_scaled(readers.at(time))).count()
}

/// The verdicts on the rotations of each pose that has some of another length.
fn off(recording: &Recording) -> Vec<(PoseId, Vec<Verdict>)> {
    let lost: Vec<CurveId> = recording.lost_rotation_w().map(|(id, _)| id).collect();
    let poses = PoseId::all(recording.tracks()).filter_map(|pose| {
        // Without its W it is not a rotation of another length, but another rotation.
        if lost.contains(&pose.curve(PoseComponent::RotationW)) {
            return None;
        }
        let rotation = rotation_of(recording, pose)?;
        let rows: Vec<[f64; 4]> =
            rows(rotation).into_iter().map(|row| row.map(f64::from)).collect();
        if rows.iter().all(|&row| !is_scaled(row)) {
            return None;
        }
        let [x, ..] = rotation;
        let times: Vec<f64> = times(x).map(f64::from).collect();
        Some((pose, verdicts(&rows, &times)))
    });
    poses.collect()
}

/// Largest number of passes over the rotations of a pose.
const MOST_PASSES: usize = 100;

/// The verdict on each rotation. One that is repaired is a neighbour for the others, as it would be in a second repair.
fn verdicts(rows: &[[f64; 4]], times: &[f64]) -> Vec<Verdict> {
    let first = |&row: &[f64; 4]| if is_scaled(row) { Verdict::Unknown } else { Verdict::Sound };
    let mut keys: Vec<Judged> = rows
        .iter()
        .zip(times)
        .map(|(row, &time)| Judged { row: *row, time, verdict: first(row) })
        .collect();
    // Forwards and backwards in turn, until neither fixes any more: a row of damaged rotations is repaired from both its ends.
    let (mut idle, mut is_reversed) = (0, false);
    for _ in 0..MOST_PASSES {
        idle = if pass(&mut keys) { 0 } else { idle + 1 };
        if idle == 2 {
            break;
        }
        keys.reverse();
        is_reversed = !is_reversed;
    }
    if is_reversed {
        keys.reverse();
    }
    keys.into_iter().map(|key| key.verdict).collect()
}

/// A rotation, repaired as far as its verdict goes.
struct Judged {
    row: [f64; 4],
    time: f64,
    verdict: Verdict,
}

/// Judges the rotations that nothing is known of yet; whether one of them could be repaired.
fn pass(keys: &mut [Judged]) -> bool {
    // The nearest rotation of unit length after each key, then before it.
    let mut after = vec![None; keys.len()];
    let mut next = None;
    for (slot, key) in after.iter_mut().zip(&*keys).rev() {
        *slot = next;
        if is_unit(key.row) {
            next = Some((key.row, key.time));
        }
    }
    let mut before = None;
    let mut has_repaired = false;
    for (key, after) in keys.iter_mut().zip(after) {
        if key.verdict == Verdict::Unknown {
            key.verdict = verdict(key.row, key.time, before, after);
            has_repaired |= key.verdict != Verdict::Unknown;
            key.row = repaired(key.row, key.verdict);
        }
        if is_unit(key.row) {
            before = Some((key.row, key.time));
        }
    }
    has_repaired
}

fn repaired(mut row: [f64; 4], verdict: Verdict) -> [f64; 4] {
    match verdict {
        Verdict::Scaled(factor) => row.map(|value| value * factor),
        Verdict::Restored(place, value) => {
            if let Some(slot) = row.get_mut(place) {
                *slot = value;
            }
            row
        }
        Verdict::Sound | Verdict::Unknown => row,
    }
}

type Neighbour = Option<([f64; 4], f64)>;

fn verdict(row: [f64; 4], time: f64, before: Neighbour, after: Neighbour) -> Verdict {
    let scaled = Verdict::Scaled(1.0 / length(row));
    let Some((expected, spread_deg)) = expected(time, before, after) else {
        return if length(row) <= LONGEST_SCALED { scaled } else { Verdict::Unknown };
    };
    let off_deg = |row| {
        unit_rotation(row).map_or(180.0, |rotation| between_rotations_deg(rotation, expected))
    };
    if off_deg(row) <= CLEAR_DEG {
        return scaled;
    }
    let mut best = (scaled, off_deg(row));
    for place in 0..4 {
        for sign in [1.0, -1.0] {
            let Some((other, value)) = restored(row, place, sign) else { continue };
            // Any other component explains a scaled rotation a little better; a damaged one is explained much better.
            if off_deg(other) < best.1 * 0.5 {
                best = (Verdict::Restored(place, value), off_deg(other));
            }
        }
    }
    if best.1 <= spread_deg + CREDIBLE_DEG { best.0 } else { Verdict::Unknown }
}

/// Interpolation of the neighbours of a rotation at its time, and the angle between them in degrees.
fn expected(time: f64, before: Neighbour, after: Neighbour) -> Option<(DQuat, f64)> {
    match (before, after) {
        (Some((a, from)), Some((b, to))) => {
            let (a, b) = (unit_rotation(a)?, unit_rotation(b)?);
            // Backwards, too.
            let share =
                if to == from { 0.5 } else { ((time - from) / (to - from)).clamp(0.0, 1.0) };
            Some((between(a, b, share)?, between_rotations_deg(a, b)))
        }
        (Some((row, _)), None) | (None, Some((row, _))) => Some((unit_rotation(row)?, 0.0)),
        (None, None) => None,
    }
}

/// A rotation with one component worked out from the other three.
fn restored(mut row: [f64; 4], place: usize, sign: f64) -> Option<([f64; 4], f64)> {
    let slot = row.get_mut(place)?;
    *slot = 0.0;
    let squares: f64 = row.into_iter().map(|value| value * value).sum();
    // Rounding can make the three a little too long.
    let value =
        (squares <= 1.0 + UNIT_TOLERANCE).then(|| (1.0 - squares).max(0.0).sqrt() * sign)?;
    *row.get_mut(place)? = value;
    Some((row, value))
}

fn changed(key: Key, place: usize, verdict: Verdict) -> Key {
    match verdict {
        Verdict::Scaled(factor) => {
            let scaled = |number: f32| to_f32(f64::from(number) * factor);
            Key {
                value: scaled(key.value),
                in_tangent: scaled(key.in_tangent),
                out_tangent: scaled(key.out_tangent),
                ..key
            }
        }
        Verdict::Restored(damaged, value) if damaged == place => {
            Key { value: to_f32(value), ..key }
        }
        _ => key,
    }
}
