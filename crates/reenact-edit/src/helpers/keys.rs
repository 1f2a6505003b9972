//! Edits of all keys of a curve in their encoded form.
//!
//! Times, values and tangents are at fixed offsets in a key. Most edits change one or two words of each key
//! and copy the rest: that runs at memory speed and preserves every other bit.

use reenact::{Curve, Key, KeyKind, Keys, WeightedMode};

/// Word indices in a key, in file order; a simple key has the first two.
pub(crate) const TIME: usize = 0;
pub(crate) const VALUE: usize = 1;
pub(crate) const IN_TANGENT: usize = 2;
pub(crate) const OUT_TANGENT: usize = 3;

/// The `n`th number of a key; NaN if it has none.
#[inline]
pub(crate) fn word<const N: usize>(key: &[u8; N], n: usize) -> f32 {
    key.as_chunks().0.get(n).map_or(f32::NAN, |&bytes| f32::from_le_bytes(bytes))
}

/// Sets the `n`th number of a key, if it has one.
#[inline]
pub(crate) fn set_word<const N: usize>(key: &mut [u8; N], n: usize, number: f32) {
    if let Some(bytes) = key.as_chunks_mut().0.get_mut(n) {
        *bytes = number.to_le_bytes();
    }
}

/// The `n`th number of each key of a curve, in file order.
pub(crate) fn words(curve: &Curve, n: usize) -> impl Iterator<Item = f32> + Clone {
    let bytes = curve.raw_keys().as_bytes();
    bytes
        .chunks_exact(curve.kind().key_bytes())
        .map(move |key| key.as_chunks().0.get(n).map_or(f32::NAN, |&word| f32::from_le_bytes(word)))
}

/// Times of a curve's keys, in file order.
pub(crate) fn times(curve: &Curve) -> impl Iterator<Item = f32> + Clone {
    words(curve, TIME)
}

/// Maps each encoded key: `full` gets keys of 28 bytes, `simple` those of 8.
pub(crate) fn map_keys(
    curve: &Curve,
    simple: impl Fn(&mut [u8; 8]),
    full: impl Fn(&mut [u8; 28]),
) -> Curve {
    fn mapped<const N: usize>(keys: &[[u8; N]], change: impl Fn(&mut [u8; N])) -> Vec<u8> {
        // In one pass: copying all keys first and changing them in place takes up to twice as long.
        let keys = keys.iter().map(|key| {
            let mut key = *key;
            change(&mut key);
            key
        });
        keys.collect::<Vec<_>>().into_flattened()
    }
    let bytes = match curve.raw_keys() {
        Keys::Boolean(keys) | Keys::Simple(keys) => mapped(keys, simple),
        Keys::Full(keys) => mapped(keys, full),
    };
    with_bytes(curve, bytes)
}

/// Negates values and tangents, including NaNs, so that applying it twice gives the original.
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

/// Replaces values; times, tangents, weights and wrap modes are unchanged. Keys without a new value keep theirs.
pub(crate) fn with_values(curve: &Curve, values: impl IntoIterator<Item = f32>) -> Curve {
    let mut values = values.into_iter();
    curve
        .with_keys(curve.iter().map(|key| Key { value: values.next().unwrap_or(key.value), ..key }))
}

/// Replaces the encoded keys; kind and wrap modes are unchanged.
pub(crate) fn with_bytes(curve: &Curve, keys: Vec<u8>) -> Curve {
    Curve::from_bytes(curve.kind(), keys.into()).with_wraps(curve.pre_wrap, curve.post_wrap)
}

/// Linear curve with other keys, of the same kind and wrap modes.
pub(crate) fn straight(curve: &Curve, keys: impl IntoIterator<Item = (f32, f32)>) -> Curve {
    curve.with_keys(keys.into_iter().map(|(time_secs, value)| Key::linear(time_secs, value)))
}

/// Whether every key is stored as MRTK creates it, without tangents and weights. Stricter than [`Curve::is_straight`]; required
/// by edits that change some keys and not their neighbours.
pub(crate) fn has_linear_keys(curve: &Curve) -> bool {
    curve.kind() != KeyKind::Full || curve.iter().all(|key| key.is_plain_linear())
}

/// Makes the segment to the next key linear, if the next key is.
pub(crate) fn straight_out(key: &mut Key) {
    (key.out_tangent, key.out_weight) = (0.0, 0.0);
    key.weighted_mode.0 |= WeightedMode::OUT.0;
}

/// Makes the segment to the previous key linear, if the previous key is.
pub(crate) fn straight_in(key: &mut Key) {
    (key.in_tangent, key.in_weight) = (0.0, 0.0);
    key.weighted_mode.0 |= WeightedMode::IN.0;
}

/// Sorted times without duplicates and NaN.
pub(crate) fn times_in_order(times: impl IntoIterator<Item = f32>) -> Vec<f32> {
    let mut times: Vec<f32> = times.into_iter().filter(|time| !time.is_nan()).collect();
    times.sort_by(f32::total_cmp);
    times.dedup_by(|a, b| a == b);
    times
}

/// Binary search: number of leading keys whose times satisfy a monotonic condition.
pub(crate) fn partition_point(curve: &Curve, is_before: impl Fn(f32) -> bool) -> usize {
    match curve.raw_keys() {
        Keys::Boolean(keys) | Keys::Simple(keys) => {
            keys.partition_point(|key| is_before(word(key, TIME)))
        }
        Keys::Full(keys) => keys.partition_point(|key| is_before(word(key, TIME))),
    }
}

/// Sorts the keys by time, as Unity does on loading, and removes those at NaN.
pub(crate) fn in_order(curve: &Curve) -> Curve {
    if curve.is_sorted() {
        return curve.clone();
    }
    let mut sorted = curve.clone();
    sorted.sort_keys();
    let len = partition_point(&sorted, |time_secs| !time_secs.is_nan());
    sorted.slice(0..len)
}
