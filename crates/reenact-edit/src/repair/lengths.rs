//! Rotations that are not of unit length: scaled ones, and ones with one damaged component.
//!
//! A rotation whose components are all scaled keeps its direction, and scaling it back is exact. One whose single component is
//! damaged has another direction: scaled to unit length it would look sound and be wrong. The rotations before and after
//! it tell the two apart. Where they do not, the rotation stays as it is, and the report says so.

use glam::DQuat;
use reenact::number::to_f32;
use reenact::{CurveId, Key, Outlier, PoseComponent, Recording, Result};

use super::Mend;
use super::curves::rotation_together;
use super::report::{Change, Place};
use super::times::with_outliers;
use crate::poses::{Owner, rows, times, unit_rotation, widened};

/// How far the length of a rotation may be from 1. A thousandth shows nowhere, and MRTK's own files are far nearer.
pub const UNIT_TOLERANCE: f64 = 1e-3;
/// Shorter ones are no rotations and have no direction.
const SHORTEST: f64 = 1e-5;
/// From this length on, a rotation is not a scaled one unless its neighbours say so.
const LONGEST_SCALED: f64 = 4.0;
/// How far a restored rotation may be from where its neighbours lead, in degrees, on top of the angle between them.
const CREDIBLE_DEG: f64 = 20.0;
/// A scaled rotation within this angle of where its neighbours lead is not looked at further, in degrees.
const CLEAR_DEG: f64 = 2.0;

/// What becomes of one rotation.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fate {
    /// It has unit length, or is none.
    Sound,
    /// All components are multiplied.
    Scaled(f64),
    /// One component is another.
    Restored(usize, f64),
    /// Nobody can say what it was.
    Unknown,
}

/// Brings rotations to unit length, and restores single components that are far off.
pub(super) fn normalize(recording: &mut Recording) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    for (owner, fates) in off(recording) {
        let Some(rotation) = rotation_together(recording, owner) else { continue };
        let count = |is: fn(&Fate) -> bool| fates.iter().filter(|fate| is(fate)).count();
        let scaled = count(|fate| matches!(fate, Fate::Scaled(_)));
        let restored = count(|fate| matches!(fate, Fate::Restored(..)));
        if scaled + restored == 0 {
            continue;
        }
        let mended = crate::poses::numbered(rotation, |place, curve| {
            curve.with_keys(curve.iter().zip(&fates).map(|(key, &fate)| changed(key, place, fate)))
        });
        for (id, curve) in owner.rotation().into_iter().zip(mended) {
            recording.set_curve(id, curve)?;
        }
        let mut say = |keys: usize, is_exact: bool, message: String| {
            let change = Change::new(Mend::Normalize, place(owner), message);
            let largest_degrees = is_exact.then_some(0.0);
            if keys > 0 {
                changes.push(Change { keys, largest_degrees, is_exact, ..change });
            }
        };
        say(scaled, true, format!("{scaled} rotations brought to unit length"));
        let message = format!(
            "one damaged component of {restored} rotations restored from the other three, which fits the rotations before and after"
        );
        say(restored, false, message);
    }
    changes.extend(signs_restored(recording)?);
    Ok(changes)
}

/// Turns single components with the wrong sign.
fn signs_restored(recording: &mut Recording) -> Result<Vec<Change>> {
    let mut outliers = recording.outliers();
    outliers.retain(|outlier| {
        let key = recording.curve(outlier.id).and_then(|curve| curve.key(outlier.index));
        key.is_some_and(|key| key.value != outlier.restored.value)
    });
    outliers.sort_by_key(|outlier| outlier.id);
    let mut changes = Vec::new();
    for of_one in outliers.chunk_by(|a, b| a.id == b.id) {
        let [Outlier { id, .. }, ..] = of_one else { continue };
        let Some(curve) = recording.curve(*id) else { continue };
        let curve = with_outliers(curve, of_one);
        recording.set_curve(*id, curve)?;
        let keys = of_one.len();
        let message = format!(
            "the sign of {keys} components turned, which fits the rotations before and after"
        );
        let change = Change::new(Mend::Normalize, Place::Curve(*id), message);
        changes.push(Change { keys, is_exact: false, ..change });
    }
    Ok(changes)
}

/// Rotations that [`normalize`] leaves as they are, since nobody can say what they were.
pub(super) fn unknown(recording: &Recording) -> Vec<Change> {
    let found = off(recording).into_iter().filter_map(|(owner, fates)| {
        let keys = fates.iter().filter(|fate| **fate == Fate::Unknown).count();
        let message = format!(
            "{keys} rotations are far from unit length, and nothing tells what they were: they stay as they are"
        );
        let change = Change::new(Mend::Normalize, place(owner), message);
        (keys > 0).then_some(Change { keys, is_exact: false, ..change })
    });
    found.collect()
}

fn place(owner: Owner) -> Place {
    Place::Curve(owner.curve(PoseComponent::RotationX))
}

/// What becomes of the rotations of each pose that has some of another length.
fn off(recording: &Recording) -> Vec<(Owner, Vec<Fate>)> {
    let lost: Vec<CurveId> = recording.lost_rotation_w().map(|(id, _)| id).collect();
    let poses = Owner::all(recording.tracks()).filter_map(|owner| {
        // Without its W it is not a rotation of another length, but another rotation.
        if lost.contains(&owner.curve(PoseComponent::RotationW)) {
            return None;
        }
        let rotation = rotation_together(recording, owner)?;
        let rows: Vec<[f64; 4]> = rows(rotation).into_iter().map(widened).collect();
        if rows.iter().all(|&row| !is_off(row)) {
            return None;
        }
        let [x, ..] = rotation;
        let times: Vec<f64> = times(x).map(f64::from).collect();
        Some((owner, fates(&rows, &times)))
    });
    poses.collect()
}

fn length(row: [f64; 4]) -> f64 {
    row.into_iter().map(|value| value * value).sum::<f64>().sqrt()
}

/// Whether a rotation has a length, and another one than 1.
fn is_off(row: [f64; 4]) -> bool {
    let length = length(row);
    (length - 1.0).abs() > UNIT_TOLERANCE && length > SHORTEST && length.is_finite()
}

fn is_unit(row: [f64; 4]) -> bool {
    (length(row) - 1.0).abs() <= UNIT_TOLERANCE
}

fn fates(rows: &[[f64; 4]], times: &[f64]) -> Vec<Fate> {
    // The nearest rotation of unit length after each key, then before it.
    let mut after = vec![None; rows.len()];
    let mut next = None;
    let all = || rows.iter().copied().zip(times.iter().copied());
    for (slot, (row, time)) in after.iter_mut().zip(all()).rev() {
        *slot = next;
        if is_unit(row) {
            next = Some((row, time));
        }
    }
    let mut before = None;
    let mut fates = Vec::with_capacity(rows.len());
    for ((row, time), after) in all().zip(after) {
        fates.push(if is_off(row) { fate(row, time, before, after) } else { Fate::Sound });
        if is_unit(row) {
            before = Some((row, time));
        }
    }
    fates
}

type Neighbour = Option<([f64; 4], f64)>;

fn fate(row: [f64; 4], time: f64, before: Neighbour, after: Neighbour) -> Fate {
    let scaled = Fate::Scaled(1.0 / length(row));
    let Some((expected, spread_deg)) = expected(time, before, after) else {
        return if length(row) <= LONGEST_SCALED { scaled } else { Fate::Unknown };
    };
    let off_deg = |row| angle_deg(row, expected);
    if off_deg(row) <= CLEAR_DEG {
        return scaled;
    }
    let mut best = (scaled, off_deg(row));
    for place in 0..4 {
        for sign in [1.0, -1.0] {
            let Some((other, value)) = restored(row, place, sign) else { continue };
            // Any other component explains a scaled rotation a little better; a damaged one is explained much better.
            if off_deg(other) < best.1 * 0.5 {
                best = (Fate::Restored(place, value), off_deg(other));
            }
        }
    }
    if best.1 <= spread_deg + CREDIBLE_DEG { best.0 } else { Fate::Unknown }
}

/// Where the neighbours of a rotation lead at its time, and the angle between them in degrees.
fn expected(time: f64, before: Neighbour, after: Neighbour) -> Option<(DQuat, f64)> {
    let rotation = |row| unit_rotation(row);
    match (before, after) {
        (Some((a, from)), Some((b, to))) => {
            let (a, b) = (rotation(a)?, rotation(b)?);
            let share = if to > from { ((time - from) / (to - from)).clamp(0.0, 1.0) } else { 0.5 };
            let b = if a.dot(b) < 0.0 { -b } else { b };
            let between = unit_rotation((a * (1.0 - share) + b * share).to_array())?;
            Some((between, 2.0 * a.dot(b).clamp(-1.0, 1.0).acos().to_degrees()))
        }
        (Some((row, _)), None) | (None, Some((row, _))) => Some((rotation(row)?, 0.0)),
        (None, None) => None,
    }
}

fn angle_deg(row: [f64; 4], expected: DQuat) -> f64 {
    let dot = unit_rotation(row).map_or(0.0, |rotation| rotation.dot(expected).abs());
    2.0 * dot.clamp(-1.0, 1.0).acos().to_degrees()
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

fn changed(key: Key, place: usize, fate: Fate) -> Key {
    match fate {
        Fate::Scaled(factor) => {
            let scaled = |number: f32| to_f32(f64::from(number) * factor);
            Key {
                value: scaled(key.value),
                in_tangent: scaled(key.in_tangent),
                out_tangent: scaled(key.out_tangent),
                ..key
            }
        }
        Fate::Restored(damaged, value) if damaged == place => Key { value: to_f32(value), ..key },
        _ => key,
    }
}
