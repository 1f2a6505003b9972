//! Detection of single damaged numbers by comparison with the other curves of a pose.
//!
//! The curves of a position, a rotation or a ray share their key times: a time that only one of them has is
//! damaged. A rotation of unit length that is far from the interpolation of its neighbours, but near to it
//! with one component negated, has a damaged sign. In both cases the keys are sorted and the numbers of
//! ordinary size, so no other check finds them.

use glam::DQuat;

use super::Recording;
use crate::angle::between_rotations_deg;
use crate::curve::{Curve, CurveGroup, CurveId, Key};
use crate::threads::in_runs;

/// A key with a damaged time or value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlier {
    /// Id of the curve.
    pub id: CurveId,
    /// Index of the key.
    pub index: usize,
    /// Key before the damage.
    pub restored: Key,
}

/// Fewest keys: with fewer, curves that were reduced separately can share nearly all times by chance.
const FEWEST_KEYS: usize = 16;
/// At most one in this many keys may have a damaged time.
const KEYS_PER_OUTLIER: usize = 16;
/// Smallest deviation from the neighbours in degrees that counts as damage.
const NEAREST_DEG: f64 = 5.0;
/// Factor by which the right sign must bring a rotation nearer to the interpolation of its neighbours.
const TIMES_NEARER: f64 = 6.0;
/// Tolerance of the length of a rotation.
const UNIT_TOLERANCE: f64 = 1e-3;

impl Recording {
    /// Finds keys with one damaged number that leaves the keys sorted and rotations at unit length: a time
    /// that the other curves of the position, rotation or ray do not have, or a component of a rotation with
    /// the wrong sign.
    ///
    /// A time counts as damaged if all other curves of the group share another one, and nearly all other
    /// times are equal. A sign counts as damaged if the rotation deviates from the interpolation of its
    /// neighbours by at least 5° and by more than the angle between them, and negating the component reduces
    /// that six times. Skips slot `None` and rotations whose [W is lost](Self::lost_rotation_w).
    pub fn outliers(&self) -> Vec<Outlier> {
        let lost: Vec<CurveId> = self.lost_rotation_w().map(|(id, _)| id).collect();
        let groups: Vec<CurveGroup> = CurveGroup::all(self.tracks())
            .filter(|group| {
                !group.is_slot_none() && !group.ids().iter().any(|id| lost.contains(id))
            })
            .collect();
        let found = in_runs(&groups, self.key_count(), |_, group| self.outliers_of(&group.ids()));
        found.into_iter().flatten().collect()
    }

    /// Outliers of the curves of a position, rotation or ray.
    fn outliers_of(&self, ids: &[CurveId]) -> Vec<Outlier> {
        let curves: Vec<&Curve> = ids.iter().filter_map(|&id| self.curve(id)).collect();
        if curves.len() != ids.len() || curves.len() < 3 {
            return Vec::new();
        }
        let times = odd_times(ids, &curves);
        match &*curves {
            [x, y, z, w] if times.is_empty() => odd_signs(ids, [x, y, z, w]),
            _ => times,
        }
    }
}

/// Finds keys of one curve of a group at times that all others do not have.
fn odd_times(ids: &[CurveId], curves: &[&Curve]) -> Vec<Outlier> {
    let len = curves.first().map_or(0, |curve| curve.len());
    if len < FEWEST_KEYS || curves.iter().any(|curve| curve.len() != len || !curve.is_sorted()) {
        return Vec::new();
    }
    let mut odd = Vec::new();
    for index in 0..len {
        let time = |n: usize| curves.get(n).and_then(|curve| curve.time_secs(index));
        let [first, second, third] = [time(0), time(1), time(2)];
        // Of any three curves, two have the common time.
        let shared = if first == second || first == third { first } else { second };
        let mut others = (0..curves.len()).filter(|&n| time(n) != shared);
        match (others.next(), others.next()) {
            (None, _) => {}
            (Some(n), None) => odd.push((n, index, shared)),
            // Ambiguous: no majority.
            _ => return Vec::new(),
        }
        if odd.len() > len / KEYS_PER_OUTLIER {
            return Vec::new();
        }
    }
    let outlier = |(n, index, time): (usize, usize, Option<f32>)| {
        let key = curves.get(n)?.key(index)?;
        Some(Outlier { id: *ids.get(n)?, index, restored: Key { time_secs: time?, ..key } })
    };
    odd.into_iter().filter_map(outlier).collect()
}

/// Finds components of rotations with the wrong sign.
fn odd_signs(ids: &[CurveId], rotation: [&Curve; 4]) -> Vec<Outlier> {
    let [x, others @ ..] = rotation;
    let len = x.len();
    if len < 3 || others.iter().any(|curve| curve.len() != len) {
        return Vec::new();
    }
    let mut keys = rotation.map(Curve::iter);
    let mut rows: Vec<(f32, Option<DQuat>)> = Vec::with_capacity(len);
    for _ in 0..len {
        let [Some(x), Some(y), Some(z), Some(w)] = keys.each_mut().map(Iterator::next) else {
            return Vec::new();
        };
        if [y, z, w].iter().any(|key| key.time_secs.to_bits() != x.time_secs.to_bits()) {
            return Vec::new();
        }
        let row = DQuat::from_array([x, y, z, w].map(|key| f64::from(key.value)));
        let is_unit = (row.length() - 1.0).abs() <= UNIT_TOLERANCE;
        rows.push((x.time_secs, is_unit.then_some(row)));
    }
    let row = |index: usize| rows.get(index).and_then(|&(time, row)| Some((time, row?)));
    let mut found = Vec::new();
    for index in 0..len {
        let Some((time, now)) = row(index) else { continue };
        // At an end, the two nearest keys.
        let around = match (index.checked_sub(1), index + 1 < len) {
            (None, _) => [1, 2],
            (Some(before), true) => [before, index + 1],
            (Some(before), false) => [before - 1, before],
        };
        let [Some(a), Some(b)] = around.map(row) else { continue };
        if let Some(n) = wrong_sign(now, time, a, b)
            && let (Some(&id), Some(curve)) = (ids.get(n), rotation.get(n))
            && let Some(key) = curve.key(index)
        {
            found.push(Outlier { id, index, restored: Key { value: -key.value, ..key } });
        }
    }
    found
}

/// Component of a rotation with the wrong sign, judged by the neighbouring rotations.
fn wrong_sign(
    now: DQuat,
    time: f32,
    (from, a): (f32, DQuat),
    (to, b): (f32, DQuat),
) -> Option<usize> {
    // Fast path for nearly all keys: cos 1.25°.
    if now.dot(a).abs() > 0.999_762 {
        return None;
    }
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let apart_deg = angle_deg(a, b);
    let [time, from, to] = [time, from, to].map(f64::from);
    let share = if to > from { (time - from) / (to - from) } else { 0.5 };
    let expected = (a * (1.0 - share) + b * share).normalize();
    let off_deg = angle_deg(now, expected);
    if !(off_deg > NEAREST_DEG && off_deg > apart_deg) {
        return None;
    }
    let turned = (0..4).map(|n| {
        let mut other = now.to_array();
        if let Some(component) = other.get_mut(n) {
            *component = -*component;
        }
        (n, angle_deg(DQuat::from_array(other), expected))
    });
    let best = turned.min_by(|a, b| a.1.total_cmp(&b.1))?;
    (best.1 * TIMES_NEARER <= off_deg).then_some(best.0)
}

fn angle_deg(a: DQuat, b: DQuat) -> f64 {
    between_rotations_deg(a.normalize(), b.normalize())
}
