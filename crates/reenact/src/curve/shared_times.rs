//! Rotations whose four curves have keys at different times.
//!
//! MRTK's drafts of 2019 remove keys from each curve separately. Where the sign of such a rotation flips, all
//! components flip between the same two frames, but they may have no other key times in common. Inserting a
//! key in each curve at the times of the others, which changes no linear segment, puts the flip between two
//! common keys, as in any other recording.

use glam::Quat;

use super::hemisphere::side_changes;
use super::{Curve, Key};

/// Inserts keys so that the four curves of a rotation with a sign flip share all key times, and signs can be
/// made continuous.
///
/// `None` if they already share them, if the sign never flips, or if a curve is unsuitable: each needs at
/// least two finite keys in order at different times, clamped ends, and linear segments.
pub fn share_key_times(curves: [&Curve; 4]) -> Option<[Curve; 4]> {
    let [first, ..] = curves;
    let is_alike =
        |curve: &Curve| curve.len() == first.len() && times_of(curve).eq(times_of(first));
    let is_fit = |curve: &Curve| {
        let times = || times_of(curve);
        let is_finite =
            times().all(f32::is_finite) && curve.iter().all(|key| key.value.is_finite());
        curve.len() > 1 && curve.holds_ends() && is_finite && times().is_sorted_by(|a, b| a < b)
    };
    if curves.into_iter().all(is_alike) || !curves.into_iter().all(is_fit) {
        return None;
    }
    let mut times: Vec<f32> = curves.into_iter().flat_map(times_of).collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let values = curves.map(|curve| -> Vec<f32> {
        let mut cursor = curve.cursor();
        times.iter().map(|&time| cursor.value_at(time)).collect()
    });
    let [x, y, z, w] = &values;
    let rotations = x
        .iter()
        .zip(y)
        .zip(z.iter().zip(w))
        .map(|((&x, &y), (&z, &w))| Quat::from_xyzw(x, y, z, w));
    if side_changes(rotations).is_empty() {
        return None;
    }
    let mut values = values.iter();
    Some(curves.map(|curve| {
        let keys = times.iter().zip(values.next().into_iter().flatten());
        curve.with_keys(keys.map(|(&time, &value)| Key::linear(time, value)))
    }))
}

fn times_of(curve: &Curve) -> impl Iterator<Item = f32> {
    curve.iter().map(|key| key.time_secs)
}
