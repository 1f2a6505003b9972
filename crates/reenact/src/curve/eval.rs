//! Curve evaluation: wraps the time, finds the keys around it, interpolates between them.
//!
//! The search depends on key times only, so curves with the same key times can share a [`KeyPosition`]. All
//! evaluation paths (single time, cursor, batch) use these two steps and therefore return the same bits.

use super::key::{Key, RawKey, WrapMode};
use super::segment::{linear, segment_value};
use super::{Curve, Keys};

/// Position of a wrapped time among the keys of a curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum KeyPosition {
    /// The curve has no keys: the value is 0.
    Nowhere,
    /// The time is NaN, or infinite where a curve repeats: the value is NaN.
    Undefined,
    /// At a key, or clamped to it.
    At(usize),
    /// Between the keys `right - 1` and `right`.
    Between {
        /// Index of the first later key.
        right: usize,
        /// Wrapped time, inside the curve.
        time_secs: f32,
    },
}

impl KeyPosition {
    /// Search hint for a nearby time: the first later key.
    pub(crate) fn hint(self) -> usize {
        match self {
            Self::Nowhere | Self::Undefined => 0,
            Self::At(index) => index + 1,
            Self::Between { right, .. } => right,
        }
    }
}

/// Locates a time. `find` returns the first key later than a time inside the curve.
#[inline]
pub(crate) fn place<K: RawKey>(
    keys: &[K],
    [pre_wrap, post_wrap]: [WrapMode; 2],
    time_secs: f32,
    find: impl FnOnce(&[K], f32) -> usize,
) -> KeyPosition {
    let [first, .., last] = keys else {
        return if keys.is_empty() { KeyPosition::Nowhere } else { KeyPosition::At(0) };
    };
    let (start_secs, end_secs, last) = (first.time_secs(), last.time_secs(), keys.len() - 1);

    // The end itself is already outside: there a loop is at its start again.
    let outside = if time_secs >= end_secs {
        Some((post_wrap, last))
    } else if time_secs < start_secs {
        Some((pre_wrap, 0))
    } else {
        None
    };
    let time_secs = match outside {
        None => time_secs,
        Some((WrapMode::ONCE | WrapMode::CLAMP_FOREVER, held)) => return KeyPosition::At(held),
        Some(_) if time_secs.is_infinite() => return KeyPosition::Undefined,
        // All keys at one time. Unity returns NaN before the keys of a loop; this returns the first value.
        Some((WrapMode::LOOP, _)) if start_secs == end_secs => return KeyPosition::At(0),
        Some(_) if start_secs == end_secs => return KeyPosition::At(last),
        Some((mode, _)) => wrap(mode, time_secs, start_secs, end_secs),
    };

    if time_secs.is_nan() {
        return KeyPosition::Undefined;
    }
    if time_secs <= start_secs {
        return KeyPosition::At(0);
    }
    let right = find(keys, time_secs);
    match (right.checked_sub(1).and_then(|left| keys.get(left)), keys.get(right)) {
        (Some(a), Some(_)) if a.time_secs() == time_secs => KeyPosition::At(right - 1),
        (Some(_), Some(_)) => KeyPosition::Between { right, time_secs },
        _ => KeyPosition::At(last),
    }
}

/// Wraps a time outside a repeating curve into it.
fn wrap(mode: WrapMode, time_secs: f32, start_secs: f32, end_secs: f32) -> f32 {
    let length = end_secs - start_secs;
    let since_start = time_secs - start_secs;
    start_secs
        + match mode {
            WrapMode::PING_PONG => length - (repeat(since_start, length * 2.0) - length).abs(),
            _ => repeat(since_start, length),
        }
}

fn repeat(x: f32, length: f32) -> f32 {
    x - (x / length).floor() * length
}

/// Binary search for the first key later than a time; returns the number of keys if there is none.
///
/// If the keys are unsorted, returns some later key whose predecessor is not later. The result is
/// deterministic.
#[inline]
fn find<K: RawKey>(keys: &[K], time_secs: f32) -> usize {
    find_in(keys, 0, keys.len(), time_secs)
}

#[inline]
fn find_in<K: RawKey>(keys: &[K], mut low: usize, mut high: usize, time_secs: f32) -> usize {
    while low < high {
        let middle = low + (high - low) / 2;
        if is_later(keys, middle, time_secs) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Whether a key is later than a time. An index past the end counts as later.
#[inline]
fn is_later<K: RawKey>(keys: &[K], index: usize, time_secs: f32) -> bool {
    keys.get(index).is_none_or(|key| key.time_secs() > time_secs)
}

/// Exponential search from a hint, for sorted keys; same result as [`find`].
///
/// Doubles its step away from the hint, then bisects. The cost is logarithmic in the distance: two
/// comparisons if the hint or the next key is right.
#[inline]
pub(crate) fn find_near<K: RawKey>(keys: &[K], time_secs: f32, hint: usize) -> usize {
    let hint = hint.min(keys.len());
    let mut stride = 1;
    let (low, high);
    if is_later(keys, hint, time_secs) {
        // Invariant: the key at `bound` is later than the time.
        let mut bound = hint;
        loop {
            let probe = bound.saturating_sub(stride);
            if probe == bound {
                return 0;
            }
            if !is_later(keys, probe, time_secs) {
                (low, high) = (probe + 1, bound);
                break;
            }
            bound = probe;
            stride *= 2;
        }
    } else {
        // Invariant: all keys before `bound` are not later than the time.
        let mut bound = hint + 1;
        loop {
            let probe = keys.len().min(bound.saturating_add(stride - 1));
            if is_later(keys, probe, time_secs) {
                (low, high) = (bound, probe);
                break;
            }
            bound = probe + 1;
            stride *= 2;
        }
    }
    find_in(keys, low, high, time_secs)
}

/// Value at a place. `between` interpolates.
#[inline]
fn value<K: RawKey>(
    keys: &[K],
    place: KeyPosition,
    between: impl FnOnce(&K, &K, f32) -> f32,
) -> f32 {
    let found = match place {
        KeyPosition::Nowhere => return 0.0,
        KeyPosition::Undefined => None,
        KeyPosition::At(index) => keys.get(index).map(RawKey::value),
        KeyPosition::Between { right, time_secs } => right
            .checked_sub(1)
            .and_then(|left| Some(between(keys.get(left)?, keys.get(right)?, time_secs))),
    };
    found.unwrap_or(f32::NAN)
}

impl Curve {
    /// Evaluates the curve at a time, like Unity's `AnimationCurve.Evaluate`.
    ///
    /// At a key's time the result is that key's value. Between keys, simple curves interpolate linearly,
    /// boolean ones hold, full ones follow tangents and weights. Outside the keys the wrap modes apply. The
    /// search is logarithmic; to evaluate in order of time, [`cursor`](Self::cursor) is faster.
    ///
    /// ```
    /// use reenact::{Curve, WrapMode};
    ///
    /// let mut curve = Curve::simple([(1.0, 10.0), (3.0, 20.0)]);
    /// assert_eq!(curve.value_at(1.5), 12.5);
    /// assert_eq!(curve.value_at(9.0), 20.0);
    /// curve.post_wrap = WrapMode::LOOP;
    /// assert_eq!(curve.value_at(3.0), 10.0); // the end is the start again
    /// assert_eq!(curve.value_at(3.5), 12.5);
    /// ```
    ///
    /// # Edge cases
    ///
    /// * No keys: 0. One key: its value, at any time.
    /// * Several keys at one time: the last of them counts there, but at the start of the curve the first.
    /// * All keys at one time in a repeating curve: the first value for a loop, the last for ping-pong and default. (Before the
    ///   keys of a loop Unity returns NaN.)
    /// * A time that is NaN, or infinite where the curve repeats: NaN.
    /// * A wrap mode that Unity has no name for repeats like [`WrapMode::DEFAULT`].
    /// * Unsorted keys ([`is_sorted`](Self::is_sorted)): the binary search ends at *a* segment that contains the time, always the
    ///   same one, or at the last key.
    /// * Keys at NaN or infinite times, or with such values: some number or NaN, without a panic.
    pub fn value_at(&self, time_secs: f32) -> f32 {
        self.value_in(self.place(time_secs))
    }

    /// Whether a boolean curve is on at a time: its value is above 0.5. Without keys it is off.
    ///
    /// ```
    /// let curve = reenact::Curve::boolean([(0.0, false), (1.0, true)]);
    /// assert!(!curve.is_on_at(0.999));
    /// assert!(curve.is_on_at(1.0));
    /// ```
    pub fn is_on_at(&self, time_secs: f32) -> bool {
        is_on(self.value_at(time_secs))
    }

    /// Whether the keys are sorted by time, with no key at NaN. Reads every key.
    pub fn is_sorted(&self) -> bool {
        fn sorted<K: RawKey>(keys: &[K]) -> bool {
            !keys.iter().any(|key| key.time_secs().is_nan())
                && keys.is_sorted_by(|a, b| a.time_secs() <= b.time_secs())
        }
        match self.raw_keys() {
            Keys::Boolean(keys) | Keys::Simple(keys) => sorted(keys),
            Keys::Full(keys) => sorted(keys),
        }
    }

    /// Cursor for evaluating times in order, forwards or backwards, at constant cost each.
    ///
    /// Reads every key time once to check that the keys are sorted.
    ///
    /// ```
    /// let curve = reenact::Curve::simple((0..100_u8).map(|n| (n.into(), f32::from(n) * 2.0)));
    /// let mut cursor = curve.cursor();
    /// for time_secs in [0.5, 1.5, 1.75, 90.0] {
    ///     assert_eq!(cursor.value_at(time_secs), curve.value_at(time_secs));
    /// }
    /// ```
    pub fn cursor(&self) -> CurveCursor<'_> {
        CurveCursor { curve: self, is_sorted: self.is_sorted(), hint: 0 }
    }

    /// Locates a time among the keys.
    #[inline]
    pub(crate) fn place(&self, time_secs: f32) -> KeyPosition {
        let wraps = [self.pre_wrap, self.post_wrap];
        match self.raw_keys() {
            Keys::Boolean(keys) | Keys::Simple(keys) => place(keys, wraps, time_secs, find),
            Keys::Full(keys) => place(keys, wraps, time_secs, find),
        }
    }

    /// Locates a time from a hint: any number, best a nearby [`KeyPosition::hint`]. The keys must be sorted; if
    /// not, the result depends on the hint.
    #[inline]
    pub(crate) fn place_near(&self, time_secs: f32, hint: usize) -> KeyPosition {
        let wraps = [self.pre_wrap, self.post_wrap];
        match self.raw_keys() {
            Keys::Boolean(keys) | Keys::Simple(keys) => {
                place(keys, wraps, time_secs, |keys, time_secs| find_near(keys, time_secs, hint))
            }
            Keys::Full(keys) => {
                place(keys, wraps, time_secs, |keys, time_secs| find_near(keys, time_secs, hint))
            }
        }
    }

    /// Value at a place of this curve, or of a curve with the same key times and wrap modes. NaN for an
    /// invalid place.
    #[inline]
    pub(crate) fn value_in(&self, place: KeyPosition) -> f32 {
        match self.raw_keys() {
            Keys::Boolean(keys) => value(keys, place, |a, _, _| a.value()),
            Keys::Simple(keys) => value(keys, place, |a, b, time_secs| {
                linear(a.time_secs(), a.value(), b.time_secs(), b.value(), time_secs)
            }),
            Keys::Full(keys) => value(keys, place, |a, b, time_secs| {
                segment_value(&Key::from_full(a), &Key::from_full(b), time_secs)
            }),
        }
    }
}

/// Threshold of boolean curves.
fn is_on(value: f32) -> bool {
    value > 0.5
}

/// Evaluates a curve in order of time; made by [`Curve::cursor`].
///
/// Remembers the last place as a search hint. Results equal those of [`Curve::value_at`] bit for bit, for any
/// order of times. In a curve with unsorted keys, it searches from scratch each time.
#[derive(Debug, Clone)]
pub struct CurveCursor<'c> {
    curve: &'c Curve,
    is_sorted: bool,
    hint: usize,
}

impl CurveCursor<'_> {
    /// Value at a time: see [`Curve::value_at`].
    pub fn value_at(&mut self, time_secs: f32) -> f32 {
        let place = if self.is_sorted {
            self.curve.place_near(time_secs, self.hint)
        } else {
            self.curve.place(time_secs)
        };
        self.hint = place.hint();
        self.curve.value_in(place)
    }

    /// Whether a boolean curve is on at a time: see [`Curve::is_on_at`].
    pub fn is_on_at(&mut self, time_secs: f32) -> bool {
        is_on(self.value_at(time_secs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_hint_never_changes_the_answer(
            mut times in prop::collection::vec(-8_i8..8, 0..40),
            time in -9_i8..9,
            half in any::<bool>(),
            hint in 0_usize..50,
        ) {
            times.sort_unstable();
            let curve = Curve::simple(times.iter().map(|&time| (f32::from(time), 0.0)));
            let Keys::Simple(keys) = curve.raw_keys() else { unreachable!() };
            let time_secs = f32::from(time) + if half { 0.5 } else { 0.0 };
            let by_definition = keys.iter().take_while(|key| key.time_secs() <= time_secs).count();
            prop_assert_eq!(find(keys, time_secs), by_definition);
            prop_assert_eq!(find_near(keys, time_secs, hint), by_definition);
            prop_assert_eq!(curve.place_near(time_secs, hint), curve.place(time_secs));
        }

        #[test]
        fn among_unsorted_keys_the_found_ones_enclose_the_time(
            times in prop::collection::vec(-8_i8..8, 2..40),
            time in -9_i8..9,
        ) {
            let curve = Curve::simple(times.iter().map(|&time| (f32::from(time), 0.0)));
            let time_secs = f32::from(time) + 0.5;
            match curve.place(time_secs) {
                KeyPosition::Between { right, time_secs } => {
                    prop_assert!(curve.time_secs(right - 1).unwrap() < time_secs);
                    prop_assert!(curve.time_secs(right).unwrap() > time_secs);
                }
                place => prop_assert!(matches!(place, KeyPosition::At(index) if index < times.len())),
            }
        }
    }

    #[test]
    fn a_place_of_another_curve_is_nan() {
        let curve = Curve::simple([(0.0, 1.0)]);
        assert!(curve.value_in(KeyPosition::At(1)).is_nan());
        assert!(curve.value_in(KeyPosition::Between { right: 0, time_secs: 0.0 }).is_nan());
        assert!(curve.value_in(KeyPosition::Between { right: 1, time_secs: 0.0 }).is_nan());
    }

    #[test]
    fn on_a_key_nothing_is_interpolated() {
        // Interpolation between these would be NaN.
        let curve =
            Curve::simple([(0.0, 1.0), (1.0, 2.0), (2.0, f32::INFINITY), (3.0, f32::NEG_INFINITY)]);
        assert_eq!(curve.value_at(1.0), 2.0);
        assert_eq!(curve.value_at(2.0), f32::INFINITY);
        assert_eq!(
            Curve::simple([(0.0, 1.0), (1.0, -0.0), (2.0, 1.0)]).value_at(1.0).to_bits(),
            (-0.0_f32).to_bits()
        );
    }
}
