//! Affine maps of the curves of a vector: a matrix and an offset.
//!
//! A curve's value is linear in the values and tangents of its keys if the weights stay the same. So if the
//! curves of a position have the same key times, weights and wrap modes, mapping their keys maps their values
//! at all times, exactly. A map that mixes no components has no such requirement.

use reenact::{Curve, Key, KeyKind, Segment};
use reenact_base::number::to_f32;

use super::groups::{Readers, numbered, share_times_and_wraps, straight_curves};
use super::keys::{times, times_in_order};
use super::lines::lines_at;
use super::outcome::Outcome;
use super::tolerance::Measure;

/// `matrix · v + offset`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Affine<const N: usize> {
    pub(crate) matrix: [[f64; N]; N],
    pub(crate) offset: [f64; N],
}

impl<const N: usize> Affine<N> {
    pub(crate) fn is_identity(&self) -> bool {
        self.offset.iter().all(|&offset| offset == 0.0)
            && self
                .entries()
                .all(|(row, column, entry)| entry == f64::from(u8::from(row == column)))
    }

    /// Whether each component depends on itself only.
    fn is_diagonal(&self) -> bool {
        self.entries().all(|(row, column, entry)| row == column || entry == 0.0)
    }

    fn entries(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        self.matrix.iter().enumerate().flat_map(|(row, entries)| {
            entries.iter().enumerate().map(move |(column, &e)| (row, column, e))
        })
    }

    /// Maps a value.
    pub(crate) fn point(&self, value: [f64; N]) -> [f64; N] {
        let mut point = self.vector(value);
        for (component, offset) in point.iter_mut().zip(self.offset) {
            *component += offset;
        }
        point
    }

    /// Maps a difference of values.
    pub(crate) fn vector(&self, value: [f64; N]) -> [f64; N] {
        // A component with factor 0 must not propagate its NaN.
        self.matrix.map(|row| {
            row.iter()
                .zip(value)
                .filter(|&(&entry, _)| entry != 0.0)
                .map(|(entry, v)| entry * v)
                .sum()
        })
    }
}

/// Maps the curves of a vector; `None` if only some have keys, which is counted.
pub(crate) fn map<const N: usize>(
    own: [&Curve; N],
    affine: &Affine<N>,
    measure: Measure<N>,
    outcome: &mut Outcome,
) -> Option<[Curve; N]> {
    if affine.is_diagonal() {
        return Some(map_components(own, affine));
    }
    if share_times_and_wraps(&own) && bend_alike(own) {
        return Some(map_keys(own, affine));
    }
    if !outcome.can_sample(&own) {
        return None;
    }
    let union = times_in_order(own.iter().flat_map(|curve| times(curve)));
    let mut readers = Readers::new(own);
    let lines = lines_at(&union, |time| Some(affine.point(readers.at(time))), measure);
    outcome.united += 1;
    outcome.missed += usize::from(lines.is_missed);
    Some(straight_curves(own, lines.keys))
}

/// Maps each curve by itself.
fn map_components<const N: usize>(curves: [&Curve; N], affine: &Affine<N>) -> [Curve; N] {
    numbered(curves, |place, curve| {
        let factor =
            affine.matrix.get(place).and_then(|row| row.get(place)).copied().unwrap_or(1.0);
        let offset = affine.offset.get(place).copied().unwrap_or(0.0);
        let scaled = |value: f32| f64::from(value) * factor;
        curve.with_keys(curve.iter().map(|key| Key {
            value: to_f32(scaled(key.value) + offset),
            in_tangent: to_f32(scaled(key.in_tangent)),
            out_tangent: to_f32(scaled(key.out_tangent)),
            ..key
        }))
    })
}

/// Maps the keys at each index together.
fn map_keys<const N: usize>(curves: [&Curve; N], affine: &Affine<N>) -> [Curve; N] {
    let len = curves.iter().map(|curve| curve.len()).min().unwrap_or(0);
    let mut mapped: [Vec<Key>; N] = [const { Vec::new() }; N];
    for index in 0..len {
        let keys = curves.map(|curve| curve.key(index).unwrap_or(Key::linear(f32::NAN, f32::NAN)));
        let values = affine.point(keys.map(|key| key.value.into())).map(to_f32);
        // Infinite tangents hold the value; all curves have them on the same sides, and keep them.
        let tangents = |side: [f32; N]| {
            if side.iter().any(|tangent| tangent.is_infinite()) {
                [f32::INFINITY; N]
            } else {
                affine.vector(side.map(f64::from)).map(to_f32)
            }
        };
        let in_tangents = tangents(keys.map(|key| key.in_tangent));
        let out_tangents = tangents(keys.map(|key| key.out_tangent));
        let rows = mapped.iter_mut().zip(keys).zip(values).zip(in_tangents).zip(out_tangents);
        for ((((mapped, key), value), in_tangent), out_tangent) in rows {
            mapped.push(Key { value, in_tangent, out_tangent, ..key });
        }
    }
    let mut keys = mapped.into_iter();
    curves.map(|curve| curve.with_keys(keys.next().unwrap_or_default()))
}

/// Whether every segment has the same shape in all curves, so that mapping keys maps the values in between.
fn bend_alike<const N: usize>(curves: [&Curve; N]) -> bool {
    let Some((first, rest)) = curves.split_first() else { return true };
    // Simple keys are all linear, and most recordings have no others.
    first.kind() != KeyKind::Full || rest.iter().all(|curve| segments(first).eq(segments(curve)))
}

fn segments(curve: &Curve) -> impl Iterator<Item = Segment> {
    curve.iter().zip(curve.iter().skip(1)).map(|(a, b)| a.segment_to(&b))
}
