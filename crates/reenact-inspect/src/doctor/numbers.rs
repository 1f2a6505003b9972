//! Checks of the numbers of a curve's keys: finite, within range, in order, with modes that Unity knows.
//!
//! Nearly all curves are valid, and a large recording has millions of keys. A first, branch-free pass at memory speed finds
//! curves that may have a defect; only these are checked key by key.

use reenact::{Curve, FULL_KEY_BYTES, Key, KeyKind, Keys, SIMPLE_KEY_BYTES};

use super::limits::TIME_LIMIT_SECS;

/// Number of keys, and index of the first of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) count: usize,
    pub(super) first: usize,
}

impl Tally {
    pub(super) const fn add(&mut self, index: usize) {
        if self.count == 0 {
            self.first = index;
        }
        self.count += 1;
    }
}

/// Invalid numbers of one curve.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Keys with NaN or infinity in time or value. Infinite tangents are valid: they are steps.
    pub(super) non_finite: Tally,
    /// Keys with a finite time or value beyond its limit.
    pub(super) out_of_range: Tally,
    /// Keys that are earlier than the preceding key.
    pub(super) decreasing: Tally,
    /// Keys at the time of the preceding key.
    pub(super) duplicate: Tally,
    /// Keys with a weighted mode that Unity has no name for.
    pub(super) unknown_mode: Tally,
    /// Keys before time 0.
    pub(super) before_zero: Tally,
    /// Whether some key is not linear with its neighbours, unlike the keys that MRTK writes.
    pub(super) bent: bool,
}

/// Checks every key of a curve; `value_limit` is the largest valid value.
pub(super) fn check(curve: &Curve, value_limit: f32) -> Numbers {
    let suspicion = match curve.raw_keys() {
        Keys::Boolean(keys) | Keys::Simple(keys) => suspect_simple(keys, value_limit),
        Keys::Full(keys) => suspect_full(keys, value_limit),
    };
    let mut numbers = Numbers { bent: suspicion.bent, ..Numbers::default() };
    if suspicion.wrong {
        check_each(curve, value_limit, &mut numbers);
    }
    // Few recordings have keys before 0, and they are at the start.
    if curve.time_secs(0).is_some_and(|time| time < 0.0) {
        let before = curve.iter().take_while(|key| key.time_secs < 0.0).count();
        numbers.before_zero = Tally { count: before, first: 0 };
    }
    numbers
}

struct Suspicion {
    wrong: bool,
    bent: bool,
}

/// Mask that removes the sign bit of an `f32`: as integers, the remaining bits sort by magnitude, infinity and NaN last.
const SIZE: u32 = 0x7fff_ffff;
const INFINITE: u32 = 0x7f80_0000;

fn words<const N: usize>(key: &[u8; N]) -> &[[u8; 4]] {
    key.as_chunks().0
}

fn word(bytes: [u8; 4]) -> u32 {
    u32::from_le_bytes(bytes)
}

fn suspect_simple(keys: &[[u8; SIMPLE_KEY_BYTES]], value_limit: f32) -> Suspicion {
    let [mut times, mut values] = [0; 2];
    let mut rising = true;
    let mut before = f32::NEG_INFINITY;
    for key in keys {
        let &[time, value] = words(key) else { continue };
        let now = f32::from_le_bytes(time);
        rising &= now > before;
        before = now;
        times = times.max(word(time) & SIZE);
        values = values.max(word(value) & SIZE);
    }
    let wrong = !rising || times > TIME_LIMIT_SECS.to_bits() || values > value_limit.to_bits();
    Suspicion { wrong, bent: false }
}

fn suspect_full(keys: &[[u8; FULL_KEY_BYTES]], value_limit: f32) -> Suspicion {
    let [mut times, mut values, mut weights, mut tangents, mut modes, mut bent] = [0; 6];
    let mut rising = true;
    let mut before = f32::NEG_INFINITY;
    for key in keys {
        let &[time, value, into, out, in_weight, out_weight, mode] = words(key) else { continue };
        let now = f32::from_le_bytes(time);
        rising &= now > before;
        before = now;
        let [time, value, into, out, in_weight, out_weight, mode] =
            [time, value, into, out, in_weight, out_weight, mode].map(word);
        times = times.max(time & SIZE);
        values = values.max(value & SIZE);
        weights = weights.max(in_weight & SIZE).max(out_weight & SIZE);
        tangents = tangents.max(into & SIZE).max(out & SIZE);
        modes = modes.max(mode);
        bent |= into | out | in_weight | out_weight | (mode ^ 3);
    }
    let wrong = !rising
        || times > TIME_LIMIT_SECS.to_bits()
        || values > value_limit.to_bits()
        || weights >= INFINITE
        || tangents > INFINITE
        || modes > 3;
    Suspicion { wrong, bent: bent != 0 }
}

fn check_each(curve: &Curve, value_limit: f32, numbers: &mut Numbers) {
    let is_full = curve.kind() == KeyKind::Full;
    let mut before = f32::NAN;
    for (index, key) in curve.iter().enumerate() {
        if !is_finite(&key) {
            numbers.non_finite.add(index);
        } else if key.time_secs.abs() > TIME_LIMIT_SECS || key.value.abs() > value_limit {
            numbers.out_of_range.add(index);
        }
        // Comparisons with NaN are false: such a time is counted as non-finite only.
        if key.time_secs < before {
            numbers.decreasing.add(index);
        }
        if key.time_secs == before {
            numbers.duplicate.add(index);
        }
        if is_full && !key.weighted_mode.is_known() {
            numbers.unknown_mode.add(index);
        }
        before = key.time_secs;
    }
}

/// Whether time and value of a key are finite. An infinite tangent is a step.
fn is_finite(key: &Key) -> bool {
    [key.time_secs, key.value, key.in_weight, key.out_weight].into_iter().all(f32::is_finite)
        && !key.in_tangent.is_nan()
        && !key.out_tangent.is_nan()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact::WeightedMode;

    #[test]
    fn each_wrong_number_is_counted_once_and_where_it_is_first() {
        let nan = f32::NAN;
        for kind in [KeyKind::Simple, KeyKind::Full, KeyKind::Boolean] {
            let numbers =
                |keys: &[(f32, f32)]| check(&Curve::linear(kind, keys.iter().copied()), 10.0);
            assert_eq!(numbers(&[(0.0, 1.0), (0.1, -10.0), (1e6, 10.0)]), Numbers::default());
            let found = numbers(&[(0.0, 1.0), (0.1, -10.1), (0.2, f32::MAX), (1.1e6, 0.0)]);
            assert_eq!(found.out_of_range, Tally { count: 3, first: 1 }, "{kind}");
            let found = numbers(&[(0.0, 1.0), (0.1, nan), (0.2, 1.0), (0.3, f32::INFINITY)]);
            assert_eq!(found.non_finite, Tally { count: 2, first: 1 }, "{kind}");
            let found = numbers(&[(0.0, 1.0), (nan, 1.0), (0.2, 1.0)]);
            assert_eq!(found, Numbers { non_finite: Tally { count: 1, first: 1 }, ..found });
            assert_eq!((found.decreasing.count, found.duplicate.count), (0, 0), "{kind}");
            let found = numbers(&[(0.0, 1.0), (0.2, 1.0), (0.1, 1.0), (0.1, 2.0), (0.0, 0.0)]);
            assert_eq!(found.decreasing, Tally { count: 2, first: 2 }, "{kind}");
            assert_eq!(found.duplicate, Tally { count: 1, first: 3 }, "{kind}");
            let found = numbers(&[(-0.2, 1.0), (-0.1, 1.0), (0.0, 1.0)]);
            assert_eq!(found.before_zero, Tally { count: 2, first: 0 }, "{kind}");
        }
    }

    #[test]
    fn a_step_is_a_shape_and_a_nan_tangent_is_not() {
        let key = Key::linear(0.0, 1.0);
        let steps = Key { out_tangent: f32::INFINITY, ..key };
        let check = |key: Key| check(&Curve::full([key]), 10.0);
        assert_eq!(check(steps), Numbers { bent: true, ..Numbers::default() });
        for wrong in [
            Key { in_tangent: f32::NAN, ..key },
            Key { out_tangent: -f32::NAN, ..key },
            Key { in_weight: f32::INFINITY, ..key },
            Key { out_weight: f32::NAN, ..key },
        ] {
            assert_eq!(check(wrong).non_finite.count, 1, "{wrong:?}");
        }
        for (mode, count) in [(0, 0), (3, 0), (4, 1), (-1, 1)] {
            let key = Key { weighted_mode: WeightedMode(mode), ..key };
            assert_eq!(check(key).unknown_mode.count, count, "{mode}");
        }
    }
}
