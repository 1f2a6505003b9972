//! Rotations whose sign flips between keys.

use std::ops::Range;

use glam::Quat;

use super::plan::Tick;
use crate::curve::hemisphere::side_changes;
use crate::curve::key::RawKey;
use crate::curve::segment::lerp;

/// Keys at which the quaternions of a rotation change hemisphere (q and −q are the same rotation).
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Flips {
    /// Index of the rotation's x in a row.
    pub(super) row: usize,
    /// Keys in the other hemisphere than their predecessors, ascending.
    pub(super) keys: Vec<usize>,
}

impl Flips {
    /// Finds the flips of a rotation whose x is at index `row` of a row.
    pub(super) fn of<K: RawKey>(row: usize, [x, y, z, w]: [&[K]; 4]) -> Self {
        let rotations =
            x.iter().zip(y).zip(z).zip(w).map(|(((x, y), z), w)| {
                Quat::from_xyzw(x.value(), y.value(), z.value(), w.value())
            });
        Self { row, keys: side_changes(rotations) }
    }

    /// Whether an index of a row is one of the rotation's four components.
    pub(super) const fn is_of(&self, row: usize) -> bool {
        self.row <= row && row < self.row + 4
    }

    /// Sign that aligns the key at `index` with its predecessors.
    pub(super) fn sign(&self, index: usize) -> f32 {
        let flips_before = self.keys.partition_point(|&key| key <= index);
        if flips_before % 2 == 0 { 1.0 } else { -1.0 }
    }

    /// Common sign of a range of keys; `None` if there is a flip inside it.
    pub(super) fn steady_sign(&self, keys: Range<usize>) -> Option<f32> {
        let next_flip = self.keys.partition_point(|&key| key <= keys.start);
        let is_steady = self.keys.get(next_flip).is_none_or(|&flip| flip >= keys.end);
        is_steady.then(|| self.sign(keys.start))
    }

    /// Signs of the key at `start` and all following keys.
    pub(super) fn signs_from(&self, start: usize) -> impl Iterator<Item = f32> {
        let mut sign = self.sign(start);
        let to_come = self.keys.partition_point(|&key| key <= start);
        let mut to_come = self.keys.get(to_come..).unwrap_or_default();
        (start..).map(move |index| {
            if let [flip, rest @ ..] = to_come
                && *flip == index
            {
                (sign, to_come) = (-sign, rest);
            }
            sign
        })
    }

    /// Value of one component of the rotation at a tick, with aligned signs.
    pub(super) fn lane_value<K: RawKey>(&self, keys: &[K], tick: Tick) -> f32 {
        match tick {
            Tick::Between { left, fraction } => match keys.get(left..).unwrap_or_default() {
                [a, b, ..] => {
                    lerp(self.sign(left) * a.value(), self.sign(left + 1) * b.value(), fraction)
                }
                _ => f32::NAN,
            },
            Tick::At(index) => self.sign(index) * keys.get(index).map_or(f32::NAN, RawKey::value),
            Tick::Undefined => f32::NAN,
        }
    }
}
