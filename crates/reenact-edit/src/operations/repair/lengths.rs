//! Normalizes rotations, and restores rotations with one damaged component.
//!
//! If all components of a rotation are scaled, its direction is intact, and normalizing restores it exactly. If a single
//! component is damaged, normalizing would give a valid, but wrong rotation. The rotations before and after it distinguish the
//! two cases. If they do not, the rotation is not changed, and the report says so.

use glam::DQuat;
use reenact::angle::{UNIT_TOLERANCE, between_rotations_deg};
use reenact::{CurveId, Key, PoseComponent, PoseId, Recording, Result};
use reenact_base::number::to_f32;

use super::report::{Change, ChangeTarget};
use super::{Fix, outliers, rotation_of};
use crate::helpers::groups::{curves as curves_of, numbered, rows, set_curves, share_times};
use crate::helpers::keys::times;
use crate::helpers::rotation::{between, is_scaled, is_unit, length, unit_rotation};

/// Length from which a rotation counts as scaled only if its neighbours confirm it.
const LONGEST_SCALED: f64 = 4.0;
/// Largest angle of a restored rotation from the interpolation of its neighbours, in degrees, on top of the angle between them.
const CREDIBLE_DEG: f64 = 20.0;
/// Angle to the interpolation of its neighbours in degrees within which a scaled rotation is accepted without further checks.
const CLEAR_DEG: f64 = 2.0;

/// Verdict on one rotation.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Verdict {
    /// Unit length, or not a rotation.
    Sound,
    /// All components are scaled by a factor.
    Scaled(f64),
    /// One component is damaged.
    Restored(usize, f64),
    /// The original is unknown.
    Unknown,
}

/// Normalizes rotations, and restores single damaged components.
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

/// Reports rotations that [`normalize`] does not change because the original is unknown.
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
            "{keys} components are greater than 1, and their curves have different key times: not changed"
        );
        left(pose, keys, message)
    });
    found.chain(apart).collect()
}

fn left(pose: PoseId, keys: usize, message: String) -> Option<Change> {
    let change = Change::new(Fix::Normalize, ChangeTarget::rotation(pose), message);
    (keys > 0).then_some(Change { keys, is_exact: false, ..change })
}

/// Number of components that no rotation of unit length has, for poses whose curves have different key times.
fn off_apart(recording: &Recording, pose: PoseId) -> usize {
    let rotation = curves_of(recording, pose.rotation());
    if share_times(&rotation) {
        return 0;
    }
    let is_off =
        |key: &Key| key.value.is_finite() && f64::from(key.value).abs() - 1.0 > UNIT_TOLERANCE;
    rotation.into_iter().map(|curve| curve.iter().filter(is_off).count()).sum()
}

/// Verdicts on the rotations of each pose with a rotation that is not of unit length.
fn off(recording: &Recording) -> Vec<(PoseId, Vec<Verdict>)> {
    let lost: Vec<CurveId> = recording.lost_rotation_w().map(|(id, _)| id).collect();
    let poses = PoseId::all(recording.tracks()).filter_map(|pose| {
        // A rotation that lost its W is another rotation, not a scaled one.
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

/// Verdict on each rotation. A repaired rotation counts as a neighbour of the others, as it would in a second repair.
fn verdicts(rows: &[[f64; 4]], times: &[f64]) -> Vec<Verdict> {
    let first = |&row: &[f64; 4]| if is_scaled(row) { Verdict::Unknown } else { Verdict::Sound };
    let mut keys: Vec<Judged> = rows
        .iter()
        .zip(times)
        .map(|(row, &time)| Judged { row: *row, time, verdict: first(row) })
        .collect();
    // Alternates between forwards and backwards until neither repairs any more, so that a run of damaged rotations is repaired
    // from both ends.
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

/// Rotation with its verdict, repaired if possible.
struct Judged {
    row: [f64; 4],
    time: f64,
    verdict: Verdict,
}

/// Judges the rotations without a verdict; returns whether one of them was repaired.
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
            // Changing another component often explains a scaled rotation slightly better; it explains a damaged one much better.
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

/// Rotation with one component computed from the other three.
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
