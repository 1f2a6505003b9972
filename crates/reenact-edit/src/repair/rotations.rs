//! Mends of rotations that are all there: continuous signs, unit length.

use reenact::number::to_f32;
use reenact::{CurveId, Key, PoseComponent, Recording, Result};

use super::Mend;
use super::curves::rotation_together;
use super::report::{Change, Place};
use crate::poses::{Owner, aligned, rows, widened, with_keys};

/// How far the length of a rotation may be from 1. A thousandth shows nowhere, and MRTK's own files are far nearer.
pub const UNIT_TOLERANCE: f64 = 1e-3;
/// What is shorter is no rotation, and has no direction to bring to unit length.
const SHORTEST: f64 = 1e-5;

/// Rotations that change to the other of their two quaternions from one key to the next.
pub(super) fn signs(recording: &mut Recording<'_>) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    for owner in Owner::all(recording.tracks()) {
        let Some(rotation) = rotation_together(recording, owner) else { continue };
        let mended = aligned(rotation);
        // A zero stays one, so the keys that were turned are those of which some component changed.
        let is_turned = |index: usize| {
            rotation
                .iter()
                .zip(&mended)
                .any(|(before, after)| before.key(index) != after.key(index))
        };
        let turned = (0..rotation.first().map_or(0, |curve| curve.len()))
            .filter(|&index| is_turned(index))
            .count();
        if turned == 0 {
            continue;
        }
        let mended = mended.map(reenact::Curve::into_owned);
        for (id, curve) in owner.rotation().into_iter().zip(mended) {
            recording.set_curve(id, curve)?;
        }
        let message = format!(
            "{turned} keys are the other quaternion of the same rotation, so that the way between keys is the short one"
        );
        changes.push(Change {
            keys: turned,
            largest_degrees: Some(0.0),
            ..Change::new(Mend::Signs, place(owner), message)
        });
    }
    Ok(changes)
}

/// Rotations that are longer or shorter than 1.
pub(super) fn normalize(recording: &mut Recording<'_>) -> Result<Vec<Change>> {
    let lost: Vec<CurveId> = recording.lost_rotation_w().map(|(id, _)| id).collect();
    let mut changes = Vec::new();
    for owner in Owner::all(recording.tracks()) {
        // Without its W it is not a rotation of another length, but another rotation.
        if lost.contains(&owner.curve(PoseComponent::RotationW)) {
            continue;
        }
        let Some(rotation) = rotation_together(recording, owner) else { continue };
        let factors: Vec<f64> =
            rows(rotation).into_iter().map(|row| factor(widened(row))).collect();
        let scaled = factors.iter().filter(|&&factor| factor != 1.0).count();
        if scaled == 0 {
            continue;
        }
        let mended = rotation.map(|curve| {
            with_keys(curve, curve.iter().zip(&factors).map(|(key, &factor)| scale(key, factor)))
        });
        for (id, curve) in owner.rotation().into_iter().zip(mended) {
            recording.set_curve(id, curve)?;
        }
        changes.push(Change {
            keys: scaled,
            largest_degrees: Some(0.0),
            ..Change::new(
                Mend::Normalize,
                place(owner),
                format!("{scaled} rotations brought to unit length"),
            )
        });
    }
    Ok(changes)
}

fn place(owner: Owner) -> Place {
    Place::Curve(owner.curve(PoseComponent::RotationX))
}

/// What brings a quaternion to unit length; 1 where it is, or where nothing can.
fn factor(row: [f64; 4]) -> f64 {
    let length = row.into_iter().map(|value| value * value).sum::<f64>().sqrt();
    let is_off = (length - 1.0).abs() > UNIT_TOLERANCE;
    if is_off && length > SHORTEST && length.is_finite() { 1.0 / length } else { 1.0 }
}

fn scale(key: Key, factor: f64) -> Key {
    if factor == 1.0 {
        return key;
    }
    let scaled = |number: f32| to_f32(f64::from(number) * factor);
    Key {
        value: scaled(key.value),
        in_tangent: scaled(key.in_tangent),
        out_tangent: scaled(key.out_tangent),
        ..key
    }
}
