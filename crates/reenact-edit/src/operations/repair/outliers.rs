//! Restores single damaged key times and signs from the other curves of the group.

use reenact::{Key, Outlier, Recording, Result};

use super::Fix;
use super::report::{Change, ChangeTarget};

/// Restores damaged times that leave the keys of the curve sorted.
pub(super) fn times(recording: &mut Recording) -> Result<Vec<Change>> {
    let is_time = |key: Key, outlier: &Outlier| key.time_secs != outlier.restored.time_secs;
    restored(recording, is_time, |id, keys| {
        let message = times_restored(keys);
        Change { keys, ..Change::new(Fix::Sort, id, message) }
    })
}

/// Message on restored key times.
pub(super) fn times_restored(keys: usize) -> String {
    format!("{keys} key times restored from the other curves of the same pose")
}

/// Restores single components of rotations with the wrong sign.
pub(super) fn signs(recording: &mut Recording) -> Result<Vec<Change>> {
    let is_sign = |key: Key, outlier: &Outlier| key.value != outlier.restored.value;
    restored(recording, is_sign, |id, keys| {
        let message = format!(
            "the sign of {keys} components corrected, which fits the rotations before and after"
        );
        Change { keys, is_exact: false, ..Change::new(Fix::Normalize, id, message) }
    })
}

/// Restores outliers of one kind, curve by curve.
fn restored(
    recording: &mut Recording,
    is_one: impl Fn(Key, &Outlier) -> bool,
    change: impl Fn(ChangeTarget, usize) -> Change,
) -> Result<Vec<Change>> {
    let mut outliers = recording.outliers();
    outliers.retain(|outlier| {
        let key = recording.curve(outlier.id).and_then(|curve| curve.key(outlier.index));
        key.is_some_and(|key| is_one(key, outlier))
    });
    outliers.sort_by_key(|outlier| outlier.id);
    let mut changes = Vec::new();
    for of_one in outliers.chunk_by(|a, b| a.id == b.id) {
        let Some(&Outlier { id, .. }) = of_one.first() else { continue };
        let Some(curve) = recording.curve(id) else { continue };
        let mut keys: Vec<Key> = curve.iter().collect();
        for outlier in of_one {
            if let Some(key) = keys.get_mut(outlier.index) {
                *key = outlier.restored;
            }
        }
        let curve = curve.with_keys(keys);
        recording.set_curve(id, curve)?;
        changes.push(change(ChangeTarget::Curve(id), of_one.len()));
    }
    Ok(changes)
}
