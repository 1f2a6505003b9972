//! A linear map of the curves that belong together, and a shift.
//!
//! A curve's value is linear in the values and tangents of its keys as long as the weights stay what they are. So
//! where the curves of a position have the same key times, weights and wrap modes, mapping their keys is mapping
//! their values at all times, exactly. A map that mixes no components needs none of that.

use reenact::{Curve, Key, KeyKind};

use crate::keys::holds_ends;
use crate::lines::bake;
use crate::poses::{
    Readers, is_straight, numbered, rounded, straight_curves, tick_alike, times, times_in_order,
    widened,
};

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

    /// Whether each component depends on itself alone.
    fn is_diagonal(&self) -> bool {
        self.entries().all(|(row, column, entry)| row == column || entry == 0.0)
    }

    fn entries(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        self.matrix.iter().enumerate().flat_map(|(row, entries)| {
            entries.iter().enumerate().map(move |(column, &e)| (row, column, e))
        })
    }

    /// Where a value goes.
    pub(crate) fn point(&self, value: [f64; N]) -> [f64; N] {
        let mut point = self.vector(value);
        for (component, offset) in point.iter_mut().zip(self.offset) {
            *component += offset;
        }
        point
    }

    /// Where a difference of values goes.
    pub(crate) fn vector(&self, value: [f64; N]) -> [f64; N] {
        // A component that does not count must not bring its NaN along.
        self.matrix.map(|row| {
            row.iter()
                .zip(value)
                .filter(|&(&entry, _)| entry != 0.0)
                .map(|(entry, v)| entry * v)
                .sum()
        })
    }
}

/// What came of mapping curves.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent things to say of it")]
pub(crate) struct Mapped<const N: usize> {
    pub(crate) curves: [Curve; N],
    /// The curves got each other's key times.
    pub(crate) is_united: bool,
    /// Bent curves became straight ones, within the bound.
    pub(crate) is_baked: bool,
    /// The curves did not hold their ends, and now do.
    pub(crate) is_unwrapped: bool,
    /// The bound could not be kept everywhere.
    pub(crate) is_missed: bool,
}

/// Maps curves; `None` where some have keys and others do not, so that there is nothing to map.
pub(crate) fn map<const N: usize>(
    curves: [&Curve; N],
    affine: &Affine<N>,
    is_near: impl Fn([f64; N], [f64; N]) -> bool,
) -> Option<Mapped<N>> {
    if affine.is_diagonal() {
        return Some(exact(map_components(curves, affine)));
    }
    if curves.iter().any(|curve| curve.is_empty()) {
        return None;
    }
    if tick_alike(&curves) && bend_alike(curves) {
        return Some(exact(map_keys(curves, affine)));
    }
    let union = times_in_order(curves.iter().flat_map(|curve| times(curve)));
    let mut readers = Readers::new(curves);
    let baked = bake(&union, |time| Some(affine.point(readers.at(time))), is_near);
    Some(Mapped {
        curves: straight_curves(curves, baked.keys),
        is_united: true,
        is_baked: !curves.iter().all(|curve| is_straight(curve)),
        is_unwrapped: !curves.iter().all(|curve| holds_ends(curve)),
        is_missed: baked.is_missed,
    })
}

fn exact<const N: usize>(curves: [Curve; N]) -> Mapped<N> {
    Mapped { curves, is_united: false, is_baked: false, is_unwrapped: false, is_missed: false }
}

/// Each curve by itself.
fn map_components<const N: usize>(curves: [&Curve; N], affine: &Affine<N>) -> [Curve; N] {
    numbered(curves, |place, curve| {
        let factor =
            affine.matrix.get(place).and_then(|row| row.get(place)).copied().unwrap_or(1.0);
        let offset = affine.offset.get(place).copied().unwrap_or(0.0);
        let scaled = |value: f32| f64::from(value) * factor;
        curve.with_keys(curve.iter().map(|key| {
            let [value, in_tangent, out_tangent] = rounded([
                scaled(key.value) + offset,
                scaled(key.in_tangent),
                scaled(key.out_tangent),
            ]);
            Key { value, in_tangent, out_tangent, ..key }
        }))
    })
}

/// The keys at each place together.
fn map_keys<const N: usize>(curves: [&Curve; N], affine: &Affine<N>) -> [Curve; N] {
    let len = curves.iter().map(|curve| curve.len()).min().unwrap_or(0);
    let mut mapped: [Vec<Key>; N] = [const { Vec::new() }; N];
    for index in 0..len {
        let keys = curves.map(|curve| curve.key(index).unwrap_or(Key::linear(f32::NAN, f32::NAN)));
        let values = rounded(affine.point(widened(keys.map(|key| key.value))));
        // Infinite tangents hold the value; all curves have them on the same sides, and keep them.
        let tangents = |side: [f32; N]| {
            if side.iter().any(|tangent| tangent.is_infinite()) {
                [f32::INFINITY; N]
            } else {
                rounded(affine.vector(widened(side)))
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

/// Whether every segment has the same weights in all curves, and is a step in all or none. Weights that are stored but
/// not used do not count.
fn bend_alike<const N: usize>(curves: [&Curve; N]) -> bool {
    let Some((first, rest)) = curves.split_first() else { return true };
    // Simple keys are all alike, and most recordings have no others.
    first.kind() != KeyKind::Full || rest.iter().all(|curve| leans(first).eq(leans(curve)))
}

/// What bends each segment of a curve: the weights that count, and whether it is a step.
fn leans(curve: &Curve) -> impl Iterator<Item = (Option<u32>, Option<u32>, bool)> {
    curve.iter().zip(curve.iter().skip(1)).map(|(a, b)| {
        let out = a.weighted_mode.weighs_out().then_some(a.out_weight.to_bits());
        let into = b.weighted_mode.weighs_in().then_some(b.in_weight.to_bits());
        (out, into, a.out_tangent.is_infinite() || b.in_tangent.is_infinite())
    })
}
