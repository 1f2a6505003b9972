//! Whether the numbers of a curve's keys can be: all finite, in order, with modes that Unity knows.
//!
//! Nearly every curve is sound, and a large recording has millions of keys. So a first pass only asks whether anything is
//! wrong at all, without a branch in its loop, at the speed of memory; what it suspects is then looked at key by key.

use reenact::{Curve, FULL_KEY_BYTES, Key, KeyKind, Keys, SIMPLE_KEY_BYTES};

/// How many keys, and which of them is the first.
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

/// What is wrong with the numbers of one curve.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Keys with a NaN or an infinity where a number belongs. Infinite tangents are steps, and fine.
    pub(super) non_finite: Tally,
    /// Keys before the key before them.
    pub(super) decreasing: Tally,
    /// Keys at the time of the key before them.
    pub(super) duplicate: Tally,
    /// Keys with a weighted mode that Unity has no name for.
    pub(super) unknown_mode: Tally,
    /// Keys before time 0.
    pub(super) before_zero: Tally,
    /// Whether some key is not the straight line that MRTK makes.
    pub(super) bent: bool,
}

/// Looks at every key of a curve.
pub(super) fn check(curve: &Curve<'_>) -> Numbers {
    let suspicion = match curve.raw_keys() {
        Keys::Boolean(keys) | Keys::Simple(keys) => suspect_simple(keys),
        Keys::Full(keys) => suspect_full(keys),
    };
    let mut numbers = Numbers { bent: suspicion.bent, ..Numbers::default() };
    if suspicion.wrong {
        check_each(curve, &mut numbers);
    }
    // Few recordings have such keys, and they have them at the start.
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

/// A float's bits without its sign: as numbers they sort as its size does, with infinity and the NaNs above all.
const SIZE: u32 = 0x7fff_ffff;
const INFINITE: u32 = 0x7f80_0000;

fn words<const N: usize>(key: &[u8; N]) -> &[[u8; 4]] {
    key.as_chunks().0
}

fn word(bytes: [u8; 4]) -> u32 {
    u32::from_le_bytes(bytes)
}

fn suspect_simple(keys: &[[u8; SIMPLE_KEY_BYTES]]) -> Suspicion {
    let mut largest = 0;
    let mut rising = true;
    let mut before = f32::NEG_INFINITY;
    for key in keys {
        let &[time, value] = words(key) else { continue };
        let now = f32::from_le_bytes(time);
        rising &= now > before;
        before = now;
        largest = largest.max(word(time) & SIZE).max(word(value) & SIZE);
    }
    Suspicion { wrong: !rising || largest >= INFINITE, bent: false }
}

fn suspect_full(keys: &[[u8; FULL_KEY_BYTES]]) -> Suspicion {
    let [mut numbers, mut tangents, mut modes, mut bent] = [0; 4];
    let mut rising = true;
    let mut before = f32::NEG_INFINITY;
    for key in keys {
        let &[time, value, into, out, in_weight, out_weight, mode] = words(key) else { continue };
        let now = f32::from_le_bytes(time);
        rising &= now > before;
        before = now;
        let [time, value, into, out, in_weight, out_weight, mode] =
            [time, value, into, out, in_weight, out_weight, mode].map(word);
        numbers =
            numbers.max(time & SIZE).max(value & SIZE).max(in_weight & SIZE).max(out_weight & SIZE);
        tangents = tangents.max(into & SIZE).max(out & SIZE);
        modes = modes.max(mode);
        bent |= into | out | in_weight | out_weight | (mode ^ 3);
    }
    let wrong = !rising || numbers >= INFINITE || tangents > INFINITE || modes > 3;
    Suspicion { wrong, bent: bent != 0 }
}

fn check_each(curve: &Curve<'_>, numbers: &mut Numbers) {
    let is_full = curve.kind() == KeyKind::Full;
    let mut before = f32::NAN;
    for (index, key) in curve.iter().enumerate() {
        if !is_finite(&key) {
            numbers.non_finite.add(index);
        }
        // A comparison with NaN is false: such a time is counted above and nowhere else.
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

/// Whether a key's numbers are all numbers. An infinite tangent is a step.
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
            let numbers = |keys: &[(f32, f32)]| check(&Curve::linear(kind, keys.iter().copied()));
            assert_eq!(numbers(&[(0.0, 1.0), (0.1, -1.0), (0.2, f32::MAX)]), Numbers::default());
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
        assert_eq!(check(&Curve::full([steps])), Numbers { bent: true, ..Numbers::default() });
        for wrong in [
            Key { in_tangent: f32::NAN, ..key },
            Key { out_tangent: -f32::NAN, ..key },
            Key { in_weight: f32::INFINITY, ..key },
            Key { out_weight: f32::NAN, ..key },
        ] {
            assert_eq!(check(&Curve::full([wrong])).non_finite.count, 1, "{wrong:?}");
        }
        for (mode, count) in [(0, 0), (3, 0), (4, 1), (-1, 1)] {
            let key = Key { weighted_mode: WeightedMode(mode), ..key };
            assert_eq!(check(&Curve::full([key])).unknown_mode.count, count, "{mode}");
        }
    }
}
