//! Checks of the quaternions of a pose: zero, unit length, and sign changes.
//!
//! A rotation consists of four curves; only keys that all four have at the same time form a quaternion. As for numbers, a first
//! pass finds rotations that may have a defect, and a second pass checks those. If the four curves have different key times, as
//! in MRTK's drafts before version 1.0, each component is checked on its own.

use glam::{DVec4, Vec4};
use reenact::angle::UNIT_TOLERANCE;
use reenact::{Curve, Keys};
use reenact_base::number::to_f32;

use super::limits::ZERO_LENGTH;
use super::numbers::Tally;

/// Defects of the rotations of one pose.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Rotations {
    /// Number of rotations; 0 where the four curves have different key times.
    pub(super) keys: usize,
    pub(super) zero: Tally,
    /// Rotations that are not of unit length; if key times differ, components with a magnitude above 1.
    pub(super) not_unit: Tally,
    /// Component (x, y, z, w) that the first of those is a key of.
    pub(super) not_unit_in: usize,
    /// The largest difference of a length from 1 among those.
    pub(super) worst: f64,
    /// Keys whose sign is opposite to that of the preceding rotation, while the pose was tracked.
    pub(super) flips: Tally,
}

/// Checks every rotation of a pose; the curves are x, y, z and w. `is_shown` tells whether the pose was tracked throughout a time
/// range.
pub(super) fn check(curves: [&Curve; 4], is_shown: impl Fn(f32, f32) -> bool) -> Rotations {
    let keys = curves.map(Curve::raw_keys);
    let (same_times, sound) = match keys {
        [Keys::Simple(x), Keys::Simple(y), Keys::Simple(z), Keys::Simple(w)] => {
            suspect([x, y, z, w])
        }
        [Keys::Full(x), Keys::Full(y), Keys::Full(z), Keys::Full(w)] => suspect([x, y, z, w]),
        _ => return Rotations::default(),
    };
    if !same_times {
        return check_components(curves);
    }
    let [x, ..] = curves;
    let mut found = Rotations { keys: x.len(), ..Rotations::default() };
    if !sound {
        check_each(curves, &mut found, is_shown);
    }
    found
}

/// Whether the four curves have the same times; if so, whether a rotation may not be of unit length or change its sign.
fn suspect<const N: usize>([xs, ys, zs, ws]: [&[[u8; N]]; 4]) -> (bool, bool) {
    if [ys.len(), zs.len(), ws.len()] != [xs.len(); 3] {
        return (false, false);
    }
    let mut differing = 0;
    let (mut shortest, mut longest, mut least_dot) = (1.0_f32, 1.0_f32, 0.0_f32);
    let mut before = Vec4::ZERO;
    for (((x, y), z), w) in xs.iter().zip(ys).zip(zs).zip(ws) {
        let ([tx, x], [ty, y], [tz, z], [tw, w]) = (head(x), head(y), head(z), head(w));
        differing |= (tx ^ ty) | (tx ^ tz) | (tx ^ tw);
        let now = Vec4::from_array([x, y, z, w].map(f32::from_bits));
        let length = now.length_squared();
        // For NaN both comparisons are false; NaN is reported by the checks of numbers.
        shortest = if length < shortest { length } else { shortest };
        longest = if length > longest { length } else { longest };
        let dot = now.dot(before);
        least_dot = if dot < least_dot { dot } else { least_dot };
        before = now;
    }
    let [least, most] =
        [1.0 - UNIT_TOLERANCE, 1.0 + UNIT_TOLERANCE].map(|length| to_f32(length * length));
    (differing == 0, shortest >= least && longest <= most && least_dot >= 0.0)
}

/// Time and value of a key, as bits.
fn head<const N: usize>(key: &[u8; N]) -> [u32; 2] {
    match *key.as_chunks().0 {
        [time, value, ..] => [u32::from_le_bytes(time), u32::from_le_bytes(value)],
        _ => [0; 2],
    }
}

/// Finds components that no rotation of unit length can have.
fn check_components(curves: [&Curve; 4]) -> Rotations {
    let mut found = Rotations::default();
    for (component, curve) in curves.into_iter().enumerate() {
        for (index, key) in curve.iter().enumerate() {
            let off = f64::from(key.value).abs() - 1.0;
            if off > UNIT_TOLERANCE && off.is_finite() {
                if found.not_unit.count == 0 {
                    found.not_unit_in = component;
                }
                found.not_unit.add(index);
                found.worst = found.worst.max(off);
            }
        }
    }
    found
}

fn check_each(
    [x, y, z, w]: [&Curve; 4],
    found: &mut Rotations,
    is_shown: impl Fn(f32, f32) -> bool,
) {
    let (mut reference, mut before_secs) = (DVec4::ZERO, f32::NAN);
    let keys = x.iter().zip(y).zip(z).zip(w);
    for (index, (((x, y), z), w)) in keys.enumerate() {
        // In f64: the square of a damaged component may overflow an `f32`.
        let rotation = DVec4::from_array([x.value, y.value, z.value, w.value].map(f64::from));
        let now_secs = x.time_secs;
        let length = rotation.length();
        if length <= f64::from(ZERO_LENGTH) {
            found.zero.add(index);
            continue;
        }
        if !length.is_finite() {
            continue;
        }
        let off = (length - 1.0).abs();
        if off > UNIT_TOLERANCE {
            found.not_unit.add(index);
            found.worst = found.worst.max(off);
        }
        if reference.dot(rotation) < 0.0 && is_shown(before_secs, now_secs) {
            found.flips.add(index);
        }
        (reference, before_secs) = (rotation, now_secs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact::KeyKind;

    fn rotations(kind: KeyKind, row: &[[f32; 4]]) -> Rotations {
        let curve = |component: usize| {
            let values = row.iter().map(|rotation| rotation[component]);
            Curve::linear(kind, (0_u16..).map(f32::from).zip(values))
        };
        let curves = [0, 1, 2, 3].map(curve);
        check(curves.each_ref(), |_, _| true)
    }

    #[test]
    fn zeros_lengths_and_flips_are_told_apart() {
        for kind in [KeyKind::Simple, KeyKind::Full] {
            let (a, b) = ([0.0, 0.6, 0.0, 0.8], [0.0, -0.6, 0.0, -0.8]);
            assert_eq!(rotations(kind, &[a, a, a]), Rotations { keys: 3, ..Rotations::default() });
            let found = rotations(kind, &[a, b, [0.0; 4], b, a]);
            assert_eq!(found.zero, Tally { count: 1, first: 2 });
            assert_eq!(found.flips, Tally { count: 2, first: 1 });
            assert_eq!(found.not_unit.count, 0);
            let found = rotations(kind, &[a, a.map(|c| c * 1.1), a.map(|c| c * 0.5)]);
            assert_eq!(found.not_unit, Tally { count: 2, first: 1 });
            assert!((found.worst - 0.5).abs() < 1e-6);
            assert_eq!(found.flips.count, 0);
        }
    }

    #[test]
    fn a_flip_that_nobody_sees_is_none() {
        let curve = |a: f32, b: f32| Curve::simple([(0.0, a), (1.0, b), (2.0, a)]);
        let (zero, y, w) = (curve(0.0, 0.0), curve(0.6, -0.6), curve(0.8, -0.8));
        let found = check([&zero, &y, &zero, &w], |from, _| from == 1.0);
        assert_eq!(found.flips, Tally { count: 1, first: 2 });
    }

    #[test]
    fn of_rotations_whose_curves_differ_in_time_only_components_are_judged() {
        let x = Curve::simple([(0.0, 0.0), (1.0, 0.0)]);
        for w in [Curve::simple([(0.0, 1.0), (1.5, -1.0)]), Curve::simple([(0.0, 1.0)])] {
            assert_eq!(check([&x, &x, &x, &w], |_, _| true), Rotations::default());
        }
        let w = Curve::simple([(0.0, 1.0), (1.5, -2e19), (1.6, f32::NAN)]);
        let found = check([&x, &x, &x, &w], |_, _| true);
        assert_eq!((found.not_unit, found.not_unit_in), (Tally { count: 1, first: 1 }, 3));
    }

    #[test]
    fn a_component_whose_square_overflows_is_found() {
        for large in [2e19, -3e38] {
            let found = rotations(KeyKind::Simple, &[[0.0, 0.0, 0.0, 1.0], [0.0, large, 0.0, 1.0]]);
            assert_eq!(found.not_unit, Tally { count: 1, first: 1 });
            assert!((found.worst / f64::from(large.abs()) - 1.0).abs() < 1e-6, "{}", found.worst);
        }
    }
}
