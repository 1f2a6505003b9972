//! Changing many keys at once, as the bytes they are stored in.
//!
//! Times, values and tangents lie at fixed places in a key, so most edits touch a word or two of each and copy the
//! rest: that runs at the speed of memory, and keeps every bit that is not meant to change.

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
    curve: &Curve,
    simple: impl Fn(&mut [u8; 8]),
    full: impl Fn(&mut [u8; 28]),
) -> Curve {
    fn mapped<const N: usize>(keys: &[[u8; N]], change: impl Fn(&mut [u8; N])) -> Vec<u8> {
        let mut keys = keys.to_vec();
        keys.iter_mut().for_each(change);
        keys.into_flattened()
    }
    let bytes = match curve.raw_keys() {
        Keys::Boolean(keys) | Keys::Simple(keys) => mapped(keys, simple),
        Keys::Full(keys) => mapped(keys, full),
    };
    with_bytes(curve, bytes)
}

/// The curve upside down: values and tangents with the other sign, NaNs included, so that twice is nothing.
pub(crate) fn negated(curve: &Curve) -> Curve {
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

/// Other keys of the same kind, as a file stores them, and the same wrap modes.
pub(crate) fn with_bytes(curve: &Curve, keys: Vec<u8>) -> Curve {
    Curve::from_bytes(curve.kind(), keys.into()).with_wraps(curve.pre_wrap, curve.post_wrap)
}

/// A curve of straight keys at other times, stored and wrapped like this one.
pub(crate) fn straight(curve: &Curve, keys: impl IntoIterator<Item = (f32, f32)>) -> Curve {
    curve.with_keys(keys.into_iter().map(|(time_secs, value)| Key::linear(time_secs, value)))
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
pub(crate) fn holds_ends(curve: &Curve) -> bool {
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

/// How many keys from the first on fulfil a condition on their times, in a curve where no other does.
pub(crate) fn partition_point(curve: &Curve, is_before: impl Fn(f32) -> bool) -> usize {
    match curve.raw_keys() {
        Keys::Boolean(keys) | Keys::Simple(keys) => {
            keys.partition_point(|key| is_before(word(key, TIME)))
        }
        Keys::Full(keys) => keys.partition_point(|key| is_before(word(key, TIME))),
    }
}

/// The same curve with its keys in order of time, as Unity sorts them on loading, and without those at NaN.
pub(crate) fn in_order(curve: &Curve) -> Curve {
    if curve.is_sorted() {
        return curve.clone();
    }
    let mut sorted = curve.clone();
    sorted.sort_keys();
    let len = partition_point(&sorted, |time_secs| !time_secs.is_nan());
    sorted.slice(0..len)
}
