//! Changing many keys at once, as the bytes they are stored in.
//!
//! Times, values and tangents lie at fixed places in a key, so most edits touch a word or two of each and copy the
//! rest: that runs at the speed of memory, and keeps every bit that is not meant to change.

use std::borrow::Cow;
use std::ops::Range;

use reenact::{Curve, Key, Keys, WeightedMode, WrapMode};

/// The words of a key, in file order; a simple key has the first two.
pub(crate) const TIME: usize = 0;
pub(crate) const VALUE: usize = 1;
pub(crate) const IN_TANGENT: usize = 2;
pub(crate) const OUT_TANGENT: usize = 3;

/// The `n`th number of a key; NaN where there is none.
#[inline]
pub(crate) fn word<const N: usize>(key: &[u8; N], n: usize) -> f32 {
    key.as_chunks().0.get(n).map_or(f32::NAN, |&bytes| f32::from_le_bytes(bytes))
}

/// Sets the `n`th number of a key; nothing where there is none.
#[inline]
pub(crate) fn set_word<const N: usize>(key: &mut [u8; N], n: usize, number: f32) {
    if let Some(bytes) = key.as_chunks_mut().0.get_mut(n) {
        *bytes = number.to_le_bytes();
    }
}

/// The same curve with each key changed: `full` is given those of 28 bytes, `simple` those of 8.
pub(crate) fn map_keys(
    curve: &Curve<'_>,
    simple: impl Fn(&mut [u8; 8]),
    full: impl Fn(&mut [u8; 28]),
) -> Curve<'static> {
    fn mapped<const N: usize>(
        keys: &[[u8; N]],
        change: impl Fn(&mut [u8; N]),
    ) -> Cow<'static, [[u8; N]]> {
        let changed = keys.iter().map(|key| {
            let mut key = *key;
            change(&mut key);
            key
        });
        changed.collect()
    }
    with_keys(
        curve,
        match curve.raw_keys() {
            Keys::Boolean(keys) => Keys::Boolean(mapped(keys, simple)),
            Keys::Simple(keys) => Keys::Simple(mapped(keys, simple)),
            Keys::Full(keys) => Keys::Full(mapped(keys, full)),
        },
    )
}

/// The curve upside down: values and tangents with the other sign, NaNs included, so that twice is nothing.
pub(crate) fn negated(curve: &Curve<'_>) -> Curve<'static> {
    map_keys(
        curve,
        |key| set_word(key, VALUE, -word(key, VALUE)),
        |key| {
            for n in [VALUE, IN_TANGENT, OUT_TANGENT] {
                set_word(key, n, -word(key, n));
            }
        },
    )
}

/// Other keys, the same wrap modes.
pub(crate) fn with_keys<'k>(curve: &Curve<'_>, keys: Keys<'k>) -> Curve<'k> {
    let mut new = Curve::new(keys);
    (new.pre_wrap, new.post_wrap) = (curve.pre_wrap, curve.post_wrap);
    new
}

/// A curve of straight keys at other times, stored and wrapped like this one.
pub(crate) fn straight(
    curve: &Curve<'_>,
    keys: impl IntoIterator<Item = (f32, f32)>,
) -> Curve<'static> {
    let mut new = Curve::linear(curve.kind(), keys);
    (new.pre_wrap, new.post_wrap) = (curve.pre_wrap, curve.post_wrap);
    new
}

/// Makes a key run straight to the next, if that does so too.
pub(crate) fn straight_out(key: &mut Key) {
    (key.out_tangent, key.out_weight) = (0.0, 0.0);
    key.weighted_mode.0 |= WeightedMode::OUT.0;
}

/// Makes a key run straight to the previous, if that does so too.
pub(crate) fn straight_in(key: &mut Key) {
    (key.in_tangent, key.in_weight) = (0.0, 0.0);
    key.weighted_mode.0 |= WeightedMode::IN.0;
}

/// Whether a curve holds its end in this mode, as all of MRTK's do.
pub(crate) fn holds(wrap: WrapMode) -> bool {
    matches!(wrap, WrapMode::ONCE | WrapMode::CLAMP_FOREVER)
}

/// Whether a curve holds both of its ends.
pub(crate) fn holds_ends(curve: &Curve<'_>) -> bool {
    holds(curve.pre_wrap) && holds(curve.post_wrap)
}

/// The times of both lists, each as often as the list that has it more often; both sorted.
pub(crate) fn union(a: &[f32], b: &[f32]) -> Vec<f32> {
    let mut all = Vec::with_capacity(a.len().max(b.len()));
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(&&x), Some(&&y)) if x == y => {
                a.next();
                b.next()
            }
            (Some(&&x), Some(&&y)) if x < y => a.next(),
            (Some(_), None) => a.next(),
            (_, Some(_)) => b.next(),
            (None, None) => return all,
        };
        all.extend(next);
    }
}

/// Some neighbouring keys of a curve, borrowed from it; none where the range is not in it.
pub(crate) fn slice<'c>(curve: &'c Curve<'_>, range: Range<usize>) -> Curve<'c> {
    with_keys(
        curve,
        match curve.raw_keys() {
            Keys::Boolean(keys) => Keys::Boolean(keys.get(range).unwrap_or_default().into()),
            Keys::Simple(keys) => Keys::Simple(keys.get(range).unwrap_or_default().into()),
            Keys::Full(keys) => Keys::Full(keys.get(range).unwrap_or_default().into()),
        },
    )
}

/// How many keys from the first on fulfil a condition on their times, in a curve where no other does.
pub(crate) fn partition_point(curve: &Curve<'_>, is_before: impl Fn(f32) -> bool) -> usize {
    match curve.raw_keys() {
        Keys::Boolean(keys) | Keys::Simple(keys) => {
            keys.partition_point(|key| is_before(word(key, TIME)))
        }
        Keys::Full(keys) => keys.partition_point(|key| is_before(word(key, TIME))),
    }
}

/// The same curve with its keys in order of time, as Unity sorts them on loading, and without those at NaN; borrowed
/// if it is that already.
pub(crate) fn in_order<'c>(curve: &'c Curve<'_>) -> Curve<'c> {
    if curve.is_sorted() {
        return curve.borrow();
    }
    let mut sorted = curve.borrow();
    sorted.sort_keys();
    let len = partition_point(&sorted, |time_secs| !time_secs.is_nan());
    with_keys(&sorted, slice(&sorted, 0..len).into_owned().raw_keys().clone())
}
