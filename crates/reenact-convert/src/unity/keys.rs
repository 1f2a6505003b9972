//! Converts a group of curves to the keys of one clip curve.

use glam::{Quat, Vec3};
use reenact::{Curve, Key, align_hemisphere};

use super::course::shaped;
use super::join::{joined, times};
use crate::Losses;
use crate::curves::{holding, is_bent, is_turn};

/// Default weight, with which the curve is a plain cubic.
pub(super) const PLAIN_WEIGHT: f32 = 1.0 / 3.0;

/// Key of a clip curve with `N` numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClipKey<const N: usize> {
    pub(super) time: f32,
    pub(super) value: [f32; N],
    pub(super) in_slope: [f32; N],
    pub(super) out_slope: [f32; N],
    pub(super) in_weight: [f32; N],
    pub(super) out_weight: [f32; N],
    /// Common to all numbers; numbers that are not weighted have the default weight.
    pub(super) weighted_mode: i32,
    /// Whether a side is neither linear nor a step.
    pub(super) is_bent: bool,
}

impl<const N: usize> ClipKey<N> {
    /// Key with zero tangents.
    pub(super) const fn at(time: f32, value: [f32; N]) -> Self {
        let (flat, plain) = ([0.0; N], [PLAIN_WEIGHT; N]);
        Self {
            time,
            value,
            in_slope: flat,
            out_slope: flat,
            in_weight: plain,
            out_weight: plain,
            weighted_mode: 0,
            is_bent: false,
        }
    }

    /// Makes the segment to the next key linear.
    pub(super) fn line_to(&mut self, next: &mut Self) {
        let sides = self.out_slope.iter_mut().zip(&mut next.in_slope);
        for ((out, into), (a, b)) in sides.zip(self.value.iter().zip(next.value)) {
            *out = (b - a) / (next.time - self.time);
            *into = *out;
        }
    }
}

/// Keys with linear segments.
pub(super) fn lines<const N: usize>(
    points: impl IntoIterator<Item = (f32, [f32; N])>,
) -> Vec<ClipKey<N>> {
    let mut keys: Vec<ClipKey<N>> = Vec::new();
    for (time, value) in points {
        let mut key = ClipKey::at(time, value);
        if let Some(before) = keys.last_mut() {
            before.line_to(&mut key);
        }
        keys.push(key);
    }
    keys
}

/// Keys of a group of curves, from 0 on; empty if one of them has none.
pub(super) fn together<const N: usize>(
    curves: [&Curve; N],
    losses: &mut Losses,
) -> Vec<ClipKey<N>> {
    let keys = joined(curves, losses);
    shaped(&keys)
}

/// Rotations without zero quaternions, each in the hemisphere of the previous one.
pub(super) fn rotations(curves: [&Curve; 4], losses: &mut Losses) -> Vec<ClipKey<4>> {
    let mut keys = joined(curves, losses);
    let quat = |keys: &[Key; 4]| Quat::from_array(keys.map(|key| key.value));
    let all = keys.len();
    keys.retain(|keys| is_turn(quat(keys)));
    losses.keys += all - keys.len();
    let aligned: Vec<Quat> = align_hemisphere(keys.iter().map(quat)).collect();
    for (keys, aligned) in keys.iter_mut().zip(aligned) {
        if quat(keys).dot(aligned) < 0.0 {
            for key in keys {
                key.value = -key.value;
                (key.in_tangent, key.out_tangent) = (-key.in_tangent, -key.out_tangent);
            }
        }
    }
    shaped(&keys)
}

/// Rotations of z to the gaze direction, with linear segments whatever the tangents.
pub(super) fn directions(curves: [&Curve; 3], losses: &mut Losses) -> Vec<ClipKey<4>> {
    losses.bent_curves += curves.iter().filter(|curve| is_bent(curve)).count();
    let joined = joined(curves, losses);
    let mut turns = Vec::new();
    for keys in &joined {
        let direction = Vec3::from_array(keys.map(|key| key.value)).try_normalize();
        match (direction, keys.first()) {
            (Some(direction), Some(key)) => {
                turns.push((key.time_secs, Quat::from_rotation_arc(Vec3::Z, direction)));
            }
            _ => losses.keys += 1,
        }
    }
    let aligned = align_hemisphere(turns.iter().map(|&(_, turn)| turn));
    lines(turns.iter().map(|&(time, _)| time).zip(aligned.map(|turn| turn.to_array())))
}

/// Boolean keys, from 0 on.
pub(super) fn states(curve: &Curve, losses: &mut Losses) -> Vec<ClipKey<1>> {
    let times = times([curve], losses);
    let curve = holding(curve, losses);
    let mut keys: Vec<ClipKey<1>> = Vec::new();
    for time in times {
        let value = if curve.is_on_at(time) { 1.0 } else { 0.0 };
        let step = [f32::INFINITY];
        keys.push(ClipKey { in_slope: step, out_slope: step, ..ClipKey::at(time, [value]) });
    }
    keys
}

#[cfg(test)]
mod tests {
    use reenact::{KeyKind, WeightedMode};

    use super::*;

    /// Curve of one of the numbers of clip keys.
    fn number<const N: usize>(keys: &[ClipKey<N>], index: usize) -> Curve {
        Curve::full(keys.iter().map(|key| Key {
            time_secs: key.time,
            value: key.value[index],
            in_tangent: key.in_slope[index],
            out_tangent: key.out_slope[index],
            in_weight: key.in_weight[index],
            out_weight: key.out_weight[index],
            weighted_mode: WeightedMode(key.weighted_mode),
        }))
    }

    #[test]
    fn curves_with_other_times_and_tangents_run_as_before() {
        let curves = [
            Curve::full([
                Key::with_tangents(-0.5, 1.0, 0.0, 2.0),
                Key::with_tangents(0.75, 2.0, -1.0, 3.0).with_weights(0.2, 0.7),
                Key::linear(1.5, 0.0),
                Key::hold(2.0, -1.0),
                Key::linear(2.5, 4.0),
            ]),
            Curve::simple([(0.25, 5.0), (1.0, 6.0), (3.0, -2.0)]),
            Curve::full([Key::with_tangents(1.25, 7.0, 9.0, 9.0)]),
        ];
        let mut losses = Losses::default();
        let keys = together(curves.each_ref(), &mut losses);
        let times: Vec<f32> = keys.iter().map(|key| key.time).collect();
        assert_eq!(times, [0.0, 0.25, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0]);
        for (index, curve) in curves.iter().enumerate() {
            let clip = number(&keys, index);
            for step in 0..=400_u16 {
                let time = f32::from(step) * 0.01;
                let (found, expected) = (clip.value_at(time), curve.value_at(time));
                assert!(
                    (found - expected).abs() < 2e-5,
                    "{index} at {time}: {found}, not {expected}"
                );
            }
        }
        assert_eq!(losses, Losses { before_zero: true, ..Losses::default() });
        let bent: Vec<bool> = keys.iter().map(|key| key.is_bent).collect();
        assert_eq!(bent, [true, true, true, true, true, true, false, false, false]);
    }

    #[test]
    fn what_has_no_value_is_left_out_and_counted() {
        let x = Curve::simple([(0.0, 1.0), (1.0, f32::NAN), (2.0, 3.0), (f32::INFINITY, 0.0)]);
        let y = Curve::simple([(0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (2.0, 4.0)]);
        let mut losses = Losses::default();
        let keys = together([&x, &y], &mut losses);
        let points: Vec<(f32, [f32; 2])> = keys.iter().map(|key| (key.time, key.value)).collect();
        assert_eq!(points, [(0.0, [1.0, 1.0]), (2.0, [3.0, 4.0])]);
        assert_eq!(losses.keys, 3);
        assert!(together([&x, &Curve::empty(KeyKind::Simple)], &mut losses).is_empty());
    }

    #[test]
    fn rotations_keep_their_side_and_zero_is_none() {
        let key =
            |sign: f32, time: f32| [0.0, 0.6 * sign, 0.0, 0.8 * sign].map(|value| (time, value));
        let rows = [key(1.0, 0.0), key(-1.0, 1.0), key(0.0, 1.5), key(-1.0, 2.0), key(1.0, 3.0)];
        let column = |index: usize| Curve::simple(rows.map(|row| row[index]));
        let curves = [column(0), column(1), column(2), column(3)];
        let mut losses = Losses::default();
        let keys = rotations(curves.each_ref(), &mut losses);
        assert_eq!(keys.len(), 4);
        assert!(keys.iter().all(|key| key.value[3] == 0.8));
        assert_eq!(losses.keys, 1);
    }
}
