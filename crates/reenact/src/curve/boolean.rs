//! Time spans in which a boolean curve is on.

use super::{Curve, WrapMode};
use crate::recording::TimeSpan;
use reenact_base::number::to_f32;

/// Most keys to unroll when a curve loops or ping-pongs. MRTK never writes such curves.
const MAX_REPEATED_KEYS: f64 = 65_536.0;

/// A boolean curve as its initial state and the times at which it changes.
///
/// Follows [`Curve::is_on_at`] for all questions about tracked and pinching: a value above 0.5 is on; before
/// its first key a curve has that key's value; keys that change nothing are ignored; of several keys at one
/// time the last counts; keys at NaN are ignored; outside the keys the wrap modes apply.
///
/// A repeating curve is clamped at its ends instead if its keys are unsorted, or if unrolling it would take more than 65,536
/// keys. States of zero length, where two repetitions meet, are left out.
///
/// ```
/// use reenact::{BooleanSpans, Curve};
///
/// let curve = Curve::boolean([(0.0, false), (1.0, true), (2.0, true), (3.0, false)]);
/// let spans = BooleanSpans::of(&curve, [0.0, 9.0]);
/// assert_eq!(spans.changes_secs(), [1.0, 3.0]);
/// assert!(!spans.is_on_at(0.5) && spans.is_on_at(1.0) && !spans.is_on_at(3.0));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BooleanSpans {
    pub(crate) is_on_at_first: bool,
    /// Times of change in order, after the start and not after the end.
    pub(crate) times_secs: Vec<f32>,
}

impl BooleanSpans {
    /// On at all times.
    pub const ALWAYS: Self = Self { is_on_at_first: true, times_secs: Vec::new() };

    /// Off at all times.
    pub const NEVER: Self = Self { is_on_at_first: false, times_secs: Vec::new() };

    /// Changes from the first key, even if before 0, to the last.
    pub fn whole(curve: &Curve) -> Self {
        let finite = curve.iter().map(|key| key.time_secs).filter(|secs| secs.is_finite());
        let ends = finite.fold([f32::INFINITY, f32::NEG_INFINITY], |[first, last], secs| {
            [first.min(secs), last.max(secs)]
        });
        if ends[0] <= ends[1] {
            return Self::of(curve, ends);
        }
        if curve.is_on_at(0.0) { Self::ALWAYS } else { Self::NEVER }
    }

    /// Times at which the state changes, in order.
    pub fn changes_secs(&self) -> &[f32] {
        &self.times_secs
    }

    /// Number of changes up to a time. The state is constant between times with the same number.
    pub fn changes_until(&self, time_secs: f32) -> usize {
        self.times_secs.partition_point(|&change_secs| change_secs <= time_secs)
    }

    /// Whether it is on at a time. Before the range it has its first state, after it its last.
    pub fn is_on_at(&self, time_secs: f32) -> bool {
        self.is_on_at_first == self.changes_until(time_secs).is_multiple_of(2)
    }

    /// Spans in which it is on, in order. The start is included, the end is not. Infinite if it is on from
    /// the beginning or to the end.
    pub fn spans(&self) -> Vec<TimeSpan> {
        self.spans_where(true)
    }

    /// The spans in which it is off, in order, as [`spans`](Self::spans).
    pub fn gaps(&self) -> Vec<TimeSpan> {
        self.spans_where(false)
    }

    fn spans_where(&self, is_on: bool) -> Vec<TimeSpan> {
        let first = (self.is_on_at_first == is_on).then_some(f32::NEG_INFINITY);
        let bounds: Vec<f32> = first.into_iter().chain(self.times_secs.iter().copied()).collect();
        bounds
            .chunks(2)
            .filter_map(|bounds| match *bounds {
                [start_secs, end_secs] => Some(TimeSpan { start_secs, end_secs }),
                [start_secs] => Some(TimeSpan { start_secs, end_secs: f32::INFINITY }),
                _ => None,
            })
            .collect()
    }

    /// Changes of a curve between two times.
    pub fn of(curve: &Curve, [start_secs, end_secs]: [f32; 2]) -> Self {
        let mut curve = curve.clone();
        let mut key_times_secs: Vec<f32> = curve.iter().map(|key| key.time_secs).collect();
        if !curve.holds_ends() {
            if let Some(repeated) = repetitions(&curve, end_secs) {
                key_times_secs.extend(repeated);
            } else {
                curve.pre_wrap = WrapMode::CLAMP_FOREVER;
                curve.post_wrap = WrapMode::CLAMP_FOREVER;
            }
        }
        key_times_secs.retain(|&time_secs| time_secs > start_secs && time_secs <= end_secs);
        key_times_secs.sort_unstable_by(f32::total_cmp);
        key_times_secs.dedup();
        Self::between(&curve, &key_times_secs, [start_secs, end_secs])
    }

    /// Spans in which the curve is on, as start and end; the end is `None` if the curve is on at the end of
    /// the range.
    pub(crate) fn on_spans(&self) -> impl Iterator<Item = (Option<f32>, Option<f32>)> {
        let first = self.is_on_at_first.then_some(None);
        let mut turns = self.times_secs.iter().copied();
        let mut start = first.or_else(|| turns.next().map(Some));
        std::iter::from_fn(move || {
            let from = start.take()?;
            let to = turns.next();
            start = turns.next().map(Some);
            Some((from, to))
        })
    }

    /// Evaluates the curve at the midpoint between each two key times and locates each change in between by
    /// bisection. The change is at the key time itself with two exceptions: several keys at the first time,
    /// of which the last counts only afterwards, and repeated keys, whose times are rounded.
    fn between(curve: &Curve, key_times_secs: &[f32], [start_secs, end_secs]: [f32; 2]) -> Self {
        let is_on_at_first = curve.is_on_at(start_secs);
        let mut turns = Self { is_on_at_first, times_secs: Vec::new() };
        let (mut before_secs, mut is_on) = (start_secs, is_on_at_first);
        let mut look = |key_secs: f32, after_secs: f32| {
            if curve.is_on_at(after_secs) != is_on {
                let is_at_key = before_secs < key_secs
                    && curve.is_on_at(key_secs) != is_on
                    && curve.is_on_at(key_secs.next_down()) == is_on;
                turns.times_secs.push(if is_at_key {
                    key_secs
                } else {
                    first_turned(curve, is_on, before_secs, after_secs)
                });
                is_on = !is_on;
            }
            before_secs = after_secs;
        };
        let first_secs = key_times_secs.first().copied().unwrap_or(end_secs);
        look(start_secs, halfway(start_secs, first_secs));
        for (n, &key_secs) in key_times_secs.iter().enumerate() {
            let next_secs = key_times_secs.get(n + 1).copied().unwrap_or(end_secs);
            look(key_secs, halfway(key_secs, next_secs));
        }
        look(end_secs, end_secs);
        turns
    }
}

/// Unsorted key times of all repetitions up to `end_secs`; `None` if there are too many.
fn repetitions(curve: &Curve, end_secs: f32) -> Option<Vec<f32>> {
    let (first, last) = (f64::from(curve.time_secs(0)?), f64::from(curve.last()?.time_secs));
    let length = last - first;
    let end_secs = f64::from(end_secs);
    // Number of repetitions outside the keys, on the sides that repeat.
    let before = if curve.pre_wrap.holds() { 0.0 } else { (first / length).ceil().max(0.0) };
    let after =
        if curve.post_wrap.holds() { 0.0 } else { ((end_secs - last) / length).ceil().max(0.0) };
    let count = f64::from(u32::try_from(curve.len()).ok()?) * (before + after) * 2.0;
    // With all keys at one time the count is NaN or infinite, and there is nothing to unroll.
    if !(count <= MAX_REPEATED_KEYS && curve.is_sorted()) {
        return None;
    }
    let mut times_secs = Vec::new();
    let mut lengths = -before;
    while lengths <= after {
        // Times of both loop and ping-pong repetitions: surplus times are harmless.
        times_secs.extend(curve.iter().flat_map(|key| {
            let since_first = f64::from(key.time_secs) - first;
            [since_first, length - since_first]
                .map(|since| to_f32(first + lengths * length + since))
        }));
        lengths += 1.0;
    }
    Some(times_secs)
}

/// Midpoint of two times, not earlier than the first and earlier than the second.
fn halfway(from_secs: f32, to_secs: f32) -> f32 {
    let middle_secs = from_secs * 0.5 + to_secs * 0.5;
    // Halving rounds subnormal numbers.
    if from_secs <= middle_secs && middle_secs < to_secs { middle_secs } else { from_secs }
}

/// First time after `before_secs` at which the curve is no longer `is_on`, by bisection. It is not `is_on` at
/// `after_secs`.
fn first_turned(curve: &Curve, is_on: bool, before_secs: f32, after_secs: f32) -> f32 {
    let (mut before, mut after) = (order_of(before_secs), order_of(after_secs));
    while i64::from(after) - i64::from(before) > 1 {
        let middle = before.midpoint(after);
        if curve.is_on_at(of_order(middle)) == is_on {
            before = middle;
        } else {
            after = middle;
        }
    }
    of_order(after)
}

/// Maps a float to an integer such that the next float maps to the next integer.
const fn order_of(value: f32) -> i32 {
    let bits = value.to_bits().cast_signed();
    if bits < 0 { bits ^ i32::MAX } else { bits }
}

/// Inverse of [`order_of`].
const fn of_order(order: i32) -> f32 {
    let bits = if order < 0 { order ^ i32::MAX } else { order };
    f32::from_bits(bits.cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::{Key, KeyKind};
    use proptest::prelude::*;

    fn turns(keys: &[(f32, bool)], end_secs: f32) -> (bool, Vec<f32>) {
        let BooleanSpans { is_on_at_first, times_secs } =
            BooleanSpans::of(&Curve::boolean(keys.iter().copied()), [0.0, end_secs]);
        (is_on_at_first, times_secs)
    }

    #[test]
    fn a_turn_is_a_key_that_differs_from_the_one_before() {
        let keys = [(0.0, false), (1.0, true), (2.0, true), (3.0, false), (4.0, false)];
        assert_eq!(turns(&keys, 9.0), (false, vec![1.0, 3.0]));
        assert_eq!(turns(&[(0.0, true)], 9.0), (true, vec![]));
        assert_eq!(turns(&[], 9.0), (false, vec![]));
    }

    #[test]
    fn before_the_first_key_it_is_as_the_first_key_says() {
        assert_eq!(turns(&[(2.0, true), (3.0, false)], 9.0), (true, vec![3.0]));
        assert_eq!(turns(&[(-2.0, true), (-1.0, false)], 9.0), (false, vec![]));
        assert_eq!(turns(&[(-1.0, false), (0.0, true)], 9.0), (true, vec![]));
    }

    #[test]
    fn a_turn_at_the_end_counts_and_one_after_it_does_not() {
        assert_eq!(turns(&[(0.0, false), (1.0, true), (2.0, false)], 1.0), (false, vec![1.0]));
        assert_eq!(turns(&[(0.0, false), (1.0, true)], 0.999), (false, vec![]));
        assert_eq!(turns(&[(0.0, false), (1.0, true)], 0.0), (false, vec![]));
    }

    #[test]
    fn of_keys_at_one_time_the_last_counts() {
        let keys = [(0.0, false), (1.0, true), (1.0, false), (2.0, false), (2.0, true)];
        assert_eq!(turns(&keys, 9.0), (false, vec![2.0]));
        // At the first time of a curve, the first key counts, but only at that exact time.
        let keys = [(1.0, false), (1.0, true), (2.0, true)];
        assert_eq!(turns(&keys, 9.0), (false, vec![1.0_f32.next_up()]));
        assert_eq!(turns(&keys, 1.0_f32.next_up()), (false, vec![1.0_f32.next_up()]));
    }

    #[test]
    fn above_a_half_is_on() {
        let values = [0.5, 0.500_001, f32::NAN, f32::INFINITY, -1.0];
        let keys = (0..5_u8).zip(values).map(|(time, value)| Key::linear(f32::from(time), value));
        let found = BooleanSpans::of(&Curve::from_keys(KeyKind::Boolean, keys), [0.0, 9.0]);
        assert_eq!((found.is_on_at_first, found.times_secs), (false, vec![1.0, 2.0, 3.0, 4.0]));
    }

    #[test]
    fn a_curve_that_repeats_turns_again_and_again() {
        let mut curve = Curve::boolean([(0.0, false), (1.0, true), (3.0, true)]);
        curve.post_wrap = WrapMode::LOOP;
        assert_eq!(BooleanSpans::of(&curve, [0.0, 8.0]).times_secs, [1.0, 3.0, 4.0, 6.0, 7.0]);
        curve.post_wrap = WrapMode::PING_PONG;
        // A boolean key holds its value to the right, so a reversed repetition changes just after the key
        // time.
        // 328T:
        assert_eq!(BooleanSpans::of(&curve, [0.0, 8.0]).times_secs, [1.0, 5.0_f32.next_up(), 7.0]);
    }

    #[test]
    fn a_curve_that_repeats_too_often_is_held() {
        let mut curve = Curve::boolean([(0.0, false), (1e-6, true), (2e-6, false)]);
        curve.post_wrap = WrapMode::LOOP;
        assert_eq!(BooleanSpans::of(&curve, [0.0, 1e6]).times_secs, [1e-6, 2e-6]);
        let mut curve = Curve::boolean([(1.0, false), (1.0, true)]);
        curve.pre_wrap = WrapMode::LOOP;
        assert_eq!(BooleanSpans::of(&curve, [0.0, 9.0]).times_secs, [1.0]);
    }

    #[test]
    fn a_range_may_start_before_0() {
        let curve = Curve::boolean([(-3.0, true), (-2.0, false), (-1.0, true), (1.0, false)]);
        let turns = BooleanSpans::of(&curve, [-3.0, 2.0]);
        assert_eq!((turns.is_on_at_first, &*turns.times_secs), (true, &[-2.0, -1.0, 1.0][..]));
        let spans: Vec<_> = turns.on_spans().collect();
        assert_eq!(spans, [(None, Some(-2.0)), (Some(-1.0), Some(1.0))]);
        assert_eq!(
            BooleanSpans::of(&curve, [-1.5, 0.0]).on_spans().collect::<Vec<_>>(),
            [(Some(-1.0), None)]
        );
        for value in [-1.0_f32, -f32::MIN_POSITIVE, 0.0, 1e-9, 7.5] {
            assert_eq!(of_order(order_of(value)), value);
            assert!(order_of(value) < order_of(value.next_up()));
        }
    }

    fn is_on_by_turns(turns: &BooleanSpans, time_secs: f32) -> bool {
        let turned = turns.times_secs.iter().filter(|&&turn_secs| turn_secs <= time_secs).count();
        turns.is_on_at_first ^ (turned % 2 == 1)
    }

    proptest! {
        #[test]
        fn turns_say_of_every_time_what_the_curve_says(
            mut keys in prop::collection::vec((-8_i8..40, any::<bool>()), 0..12),
            is_sorted in any::<bool>(),
            wraps in prop::array::uniform2(prop::sample::select(vec![0, 1, 2, 4, 8, 9])),
        ) {
            if is_sorted {
                keys.sort_by_key(|key| key.0);
            }
            let mut curve = Curve::boolean(keys.iter().map(|&(time, on)| (f32::from(time) / 4.0, on)));
            if is_sorted {
                [curve.pre_wrap, curve.post_wrap] = wraps.map(WrapMode);
            }
            let is_repeating = !curve.pre_wrap.holds() || !curve.post_wrap.holds();
            let turns = BooleanSpans::of(&curve, [0.0, 12.0]);
            prop_assert!(turns.times_secs.is_sorted_by(|a, b| a < b));
            if keys.first().map(|key| key.0) == keys.last().map(|key| key.0) && is_repeating {
                return Ok(()); // Held; see the test above.
            }
            for quarter in 0..=48_u8 {
                let time_secs = f32::from(quarter) / 4.0;
                // Where two repetitions meet, Unity's arithmetic gives states of zero length.
                let on_keys = [time_secs.next_down(), time_secs, time_secs.next_up()];
                let on_keys = on_keys.into_iter().filter(|_| !is_repeating);
                for time_secs in on_keys.chain([time_secs + 0.1]) {
                    if (0.0..=12.0).contains(&time_secs) {
                        prop_assert_eq!(
                            is_on_by_turns(&turns, time_secs),
                            curve.is_on_at(time_secs),
                            "at {}: {:?}", time_secs, &turns
                        );
                    }
                }
            }
        }

        #[test]
        fn a_turn_is_the_first_instant_of_its_state_even_where_times_are_rounded(
            mut keys in prop::collection::vec((0.1_f32..3.0, any::<bool>()), 2..8),
            wrap in prop::sample::select(vec![2, 4, 8]),
        ) {
            keys.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut curve = Curve::boolean(keys);
            [curve.pre_wrap, curve.post_wrap] = [WrapMode(wrap); 2];
            for time_secs in BooleanSpans::of(&curve, [0.0, 30.0]).times_secs {
                prop_assert_ne!(curve.is_on_at(time_secs), curve.is_on_at(time_secs.next_down()));
            }
        }

        #[test]
        fn any_curve_has_turns_in_order(
            keys in prop::collection::vec((any::<u32>(), any::<u32>()), 0..20),
            wraps in any::<[i32; 2]>(),
            end in any::<f32>(),
        ) {
            let keys = keys.iter().map(|&(t, v)| Key::linear(f32::from_bits(t), f32::from_bits(v)));
            let mut curve = Curve::from_keys(KeyKind::Boolean, keys);
            [curve.pre_wrap, curve.post_wrap] = wraps.map(WrapMode);
            let end_secs = if end.is_finite() { end.abs() } else { f32::MAX };
            let turns = BooleanSpans::of(&curve, [0.0, end_secs]);
            prop_assert!(turns.times_secs.is_sorted_by(|a, b| a < b));
            prop_assert!(turns.times_secs.iter().all(|time| (0.0..=end_secs).contains(time)));
        }
    }
}
