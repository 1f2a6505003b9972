//! Curves that belong together as the keys of one clip curve.

use glam::{Quat, Vec3};
use reenact::{Curve, HOLD_WEIGHT, Key, KeyKind, WeightedMode, WrapMode, align_hemisphere};

use crate::Losses;

/// The weight that says nothing: that of a plain cubic.
pub(super) const PLAIN_WEIGHT: f32 = 1.0 / 3.0;
/// A rotation shorter than this has no direction.
const MIN_LENGTH: f32 = 1e-5;

/// A key of a clip's curve of `N` numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClipKey<const N: usize> {
    pub(super) time: f32,
    pub(super) value: [f32; N],
    pub(super) in_slope: [f32; N],
    pub(super) out_slope: [f32; N],
    pub(super) in_weight: [f32; N],
    pub(super) out_weight: [f32; N],
    /// One for all numbers; where only some are weighted the others have the weight that says nothing.
    pub(super) weighted_mode: i32,
    /// Whether a side of it is neither a line nor a step.
    pub(super) is_bent: bool,
}

impl<const N: usize> ClipKey<N> {
    /// A key with nothing on either side.
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

    /// Draws a straight line to the next key.
    pub(super) fn line_to(&mut self, next: &mut Self) {
        let sides = self.out_slope.iter_mut().zip(&mut next.in_slope);
        for ((out, into), (a, b)) in sides.zip(self.value.iter().zip(next.value)) {
            *out = (b - a) / (next.time - self.time);
            *into = *out;
        }
    }
}

/// Keys with straight lines between them.
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

/// The keys of curves that belong together, from 0 on; none where one of them has nothing to say.
pub(super) fn together<const N: usize>(
    curves: [&Curve<'_>; N],
    losses: &mut Losses,
) -> Vec<ClipKey<N>> {
    let keys = joined(curves, losses);
    shaped(&keys)
}

/// Rotations: without those of length 0, each on the side of the one before it.
pub(super) fn rotations(curves: [&Curve<'_>; 4], losses: &mut Losses) -> Vec<ClipKey<4>> {
    let mut keys = joined(curves, losses);
    let quat = |keys: &[Key; 4]| Quat::from_array(keys.map(|key| key.value));
    let all = keys.len();
    keys.retain(|keys| {
        let length = quat(keys).length();
        length.is_finite() && length > MIN_LENGTH
    });
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

/// Rotations that turn z to where the gaze points. Straight lines between them, whatever the tangents were.
pub(super) fn directions(curves: [&Curve<'_>; 3], losses: &mut Losses) -> Vec<ClipKey<4>> {
    let is_bent = |curve: &&Curve<'_>| {
        curve.kind() == KeyKind::Full && !curve.iter().all(|key| key.is_plain_linear())
    };
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

/// On and off, from 0 on.
pub(super) fn states(curve: &Curve<'_>, losses: &mut Losses) -> Vec<ClipKey<1>> {
    let times = times([curve], losses);
    note_wraps(curve, losses);
    let mut curve = curve.borrow();
    (curve.pre_wrap, curve.post_wrap) = (WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER);
    let mut keys: Vec<ClipKey<1>> = Vec::new();
    for time in times {
        let value = if curve.is_on_at(time) { 1.0 } else { 0.0 };
        let step = [f32::INFINITY];
        keys.push(ClipKey { in_slope: step, out_slope: step, ..ClipKey::at(time, [value]) });
    }
    keys
}

/// Clips know no other way to go on than to hold their ends.
fn note_wraps(curve: &Curve<'_>, losses: &mut Losses) {
    let repeats = |mode: WrapMode| !matches!(mode, WrapMode::ONCE | WrapMode::CLAMP_FOREVER);
    losses.repeating_curves += usize::from(repeats(curve.pre_wrap) || repeats(curve.post_wrap));
}

/// The times of all keys from 0 on, each once, and 0 where there are keys before it; not those at which one has no value.
fn times<const N: usize>(curves: [&Curve<'_>; N], losses: &mut Losses) -> Vec<f32> {
    let mut times = Vec::new();
    let mut silent = Vec::new();
    for key in curves.iter().flat_map(|curve| curve.iter()) {
        let list = if key.value.is_finite() { &mut times } else { &mut silent };
        if key.time_secs.is_finite() {
            // Minus zero is no other time.
            list.push(key.time_secs + 0.0);
        } else {
            losses.keys += 1;
        }
    }
    if times.iter().any(|&time| time < 0.0) {
        losses.before_zero = true;
        times.retain(|&time| time >= 0.0);
        times.push(0.0);
    }
    times.sort_by(f32::total_cmp);
    times.dedup();
    silent.sort_by(f32::total_cmp);
    losses.keys += silent.len();
    times.retain(|time| silent.binary_search_by(|other| other.total_cmp(time)).is_err());
    times
}

/// A key of each curve at each time at which one of them has one.
fn joined<const N: usize>(curves: [&Curve<'_>; N], losses: &mut Losses) -> Vec<[Key; N]> {
    if curves.iter().any(|curve| curve.is_empty()) {
        losses.keys += curves.iter().map(|curve| curve.len()).sum::<usize>();
        return Vec::new();
    }
    let times = times(curves, losses);
    let columns = curves.map(|curve| {
        note_wraps(curve, losses);
        at_times(curve, &times, losses)
    });
    if columns.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let key_of = |column: &Vec<Key>, row: usize, time| {
        column.get(row).copied().unwrap_or(Key::linear(time, 0.0))
    };
    let mut keys: Vec<[Key; N]> = times
        .iter()
        .enumerate()
        .map(|(row, &time)| columns.each_ref().map(|column| key_of(column, row, time)))
        .collect();
    // Between keys, tangents beyond measure lead to no value.
    let all = keys.len();
    keys.retain(|keys| keys.iter().all(|key| key.value.is_finite()));
    losses.keys += all - keys.len();
    let calm = |number: &mut f32| *number = if number.is_nan() { 0.0 } else { *number };
    for key in keys.as_flattened_mut() {
        calm(&mut key.in_tangent);
        calm(&mut key.out_tangent);
        calm(&mut key.in_weight);
        calm(&mut key.out_weight);
    }
    keys
}

/// A curve with a key at each of some times and nowhere else, that runs as before; empty if it never has a value.
fn at_times(curve: &Curve<'_>, times: &[f32], losses: &mut Losses) -> Vec<Key> {
    let mut keys: Vec<Key> = curve
        .iter()
        .filter(|key| key.time_secs.is_finite() && key.value.is_finite())
        .map(|key| Key { time_secs: key.time_secs + 0.0, ..key })
        .collect();
    keys.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
    // Of several at one time the last one counts.
    let all = keys.len();
    keys.reverse();
    keys.dedup_by_key(|key| key.time_secs);
    keys.reverse();
    losses.keys += all - keys.len();
    // Nothing bends outside the keys.
    let flat = |key: &mut Key| {
        let (first, last) = (WeightedMode::IN.0, WeightedMode::OUT.0);
        key.weighted_mode = WeightedMode(key.weighted_mode.0 | first | last);
    };
    if let Some(first) = keys.first_mut() {
        let out = if first.weighted_mode.weighs_out() { first.out_weight } else { PLAIN_WEIGHT };
        flat(first);
        (first.in_tangent, first.in_weight, first.out_weight) = (0.0, 0.0, out);
    }
    if let Some(last) = keys.last_mut() {
        let into = if last.weighted_mode.weighs_in() { last.in_weight } else { PLAIN_WEIGHT };
        flat(last);
        (last.out_tangent, last.out_weight, last.in_weight) = (0.0, 0.0, into);
    }
    let mut row: Vec<Key> = Vec::with_capacity(times.len());
    let mut rest = keys.into_iter().peekable();
    let mut before: Option<Key> = None;
    for &time in times {
        while let Some(key) = rest.next_if(|key| key.time_secs < time) {
            before = Some(key);
        }
        if let Some(key) = rest.next_if(|key| key.time_secs == time) {
            before = Some(key);
            row.push(key);
            continue;
        }
        match (before, rest.peek_mut()) {
            (Some(a), Some(b)) => {
                let [a, middle, cut] = a.split(b, time);
                *b = cut;
                if let Some(last) = row.last_mut().filter(|last| last.time_secs == a.time_secs) {
                    *last = a;
                }
                row.push(middle);
                before = Some(middle);
            }
            (Some(only), None) | (None, Some(&mut only)) => {
                row.push(Key::linear(time, only.value));
            }
            (None, None) => return Vec::new(),
        }
    }
    row
}

/// The way from one key to the next, as a clip has it: slopes, and weights where they count.
fn shaped<const N: usize>(rows: &[[Key; N]]) -> Vec<ClipKey<N>> {
    let mut shaped: Vec<ClipKey<N>> = Vec::with_capacity(rows.len());
    let mut before: Option<&[Key; N]> = None;
    for row in rows {
        let time = row.first().map_or(0.0, |key| key.time_secs);
        let mut next = ClipKey::at(time, row.map(|key| key.value));
        if let (Some(from), Some(last)) = (before, shaped.last_mut()) {
            for (number, (a, b)) in from.iter().zip(row).enumerate() {
                let way = way(a, b);
                set(&mut last.out_slope, number, way.out_slope);
                set(&mut next.in_slope, number, way.in_slope);
                last.is_bent |= way.is_bent;
                next.is_bent |= way.is_bent;
                if let Some([out, into]) = way.weights {
                    set(&mut last.out_weight, number, out);
                    set(&mut next.in_weight, number, into);
                    last.weighted_mode |= WeightedMode::OUT.0;
                    next.weighted_mode |= WeightedMode::IN.0;
                }
            }
        }
        shaped.push(next);
        before = Some(row);
    }
    shaped
}

fn set<const N: usize>(numbers: &mut [f32; N], index: usize, value: f32) {
    if let Some(number) = numbers.get_mut(index) {
        *number = value;
    }
}

/// The course between two keys of one curve.
struct Way {
    out_slope: f32,
    in_slope: f32,
    weights: Option<[f32; 2]>,
    is_bent: bool,
}

fn way(a: &Key, b: &Key) -> Way {
    let out_weight = if a.weighted_mode.weighs_out() { a.out_weight } else { PLAIN_WEIGHT };
    let in_weight = if b.weighted_mode.weighs_in() { b.in_weight } else { PLAIN_WEIGHT };
    let is_flat = a.out_tangent == 0.0 && b.in_tangent == 0.0;
    let is_hold = out_weight == HOLD_WEIGHT && in_weight == 0.0 && is_flat;
    if is_hold || a.out_tangent.is_infinite() || b.in_tangent.is_infinite() {
        return Way {
            out_slope: f32::INFINITY,
            in_slope: f32::INFINITY,
            weights: None,
            is_bent: false,
        };
    }
    let numbers = [a.out_tangent, b.in_tangent, out_weight, in_weight];
    if (out_weight == 0.0 && in_weight == 0.0) || !numbers.iter().all(|number| number.is_finite()) {
        let slope = (b.value - a.value) / (b.time_secs - a.time_secs);
        // Next to nothing in time: a step, not a slope.
        let slope = if slope.is_finite() { slope } else { f32::INFINITY };
        return Way { out_slope: slope, in_slope: slope, weights: None, is_bent: false };
    }
    let is_plain = out_weight == PLAIN_WEIGHT && in_weight == PLAIN_WEIGHT;
    Way {
        out_slope: a.out_tangent,
        in_slope: b.in_tangent,
        weights: (!is_plain).then_some([out_weight, in_weight]),
        is_bent: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A curve of one of the numbers of a clip's keys.
    fn number<const N: usize>(keys: &[ClipKey<N>], index: usize) -> Curve<'static> {
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
