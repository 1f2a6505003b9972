//! Continuous signs: of the two quaternions of each rotation, the one nearer to the rotation before it.

use reenact::{PoseComponent, Recording, Result};

use super::Mend;
use super::curves::rotation_together;
use super::report::{Change, Place};
use crate::poses::{Owner, aligned};

/// Rotations that change to the other of their two quaternions from one key to the next.
pub(super) fn signs(recording: &mut Recording) -> Result<Vec<Change>> {
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

fn place(owner: Owner) -> Place {
    Place::Curve(owner.curve(PoseComponent::RotationX))
}
