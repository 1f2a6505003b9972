//! Aligns signs: of the two quaternions of each rotation, chooses the one nearer to the previous rotation.

use reenact::{PoseId, Recording, Result};

use super::report::{Change, ChangeTarget};
use super::{Fix, rotation_of};
use crate::helpers::groups::{aligned, set_curves};

/// Aligns rotations whose quaternions change hemisphere between two keys.
pub(super) fn signs(recording: &mut Recording) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    for pose in PoseId::all(recording.tracks()) {
        let Some(rotation) = rotation_of(recording, pose) else { continue };
        let signed = aligned(rotation);
        // Zero has no sign, so a key counts as changed if any of its components did.
        let is_turned = |index: usize| {
            rotation
                .iter()
                .zip(&signed)
                .any(|(before, after)| before.key(index) != after.key(index))
        };
        let turned = (0..rotation.first().map_or(0, |curve| curve.len()))
            .filter(|&index| is_turned(index))
            .count();
        if turned == 0 {
            continue;
        }
        set_curves(recording, pose.rotation(), signed)?;
        let message = format!(
            "{turned} quaternions negated, so that the sign is continuous (q and −q are the same rotation)"
        );
        changes.push(Change {
            keys: turned,
            largest_degrees: Some(0.0),
            ..Change::new(Fix::Signs, ChangeTarget::rotation(pose), message)
        });
    }
    Ok(changes)
}
