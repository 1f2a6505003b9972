//! Editing keys with the semantics of Unity's `AnimationCurve`.

use std::cmp::Ordering;
use std::ops::Range;

use super::key::{Key, RawKey};
use super::segment::PLAIN_WEIGHT;
use super::tangent::TangentMode;
use super::{Curve, FULL_KEY_BYTES, KeyKind, Keys, SIMPLE_KEY_BYTES};

/// Key editing. A curve that shares its keys with others copies them at the first change.
///
/// Simple and boolean keys have only a time and a value; other fields of an added key are dropped. Insertion
/// uses binary search, so the keys should be sorted: see [`sort_keys`](Self::sort_keys).
impl Curve {
    /// Inserts a key in order of time and returns its index. Returns `None` without a change if there is
    /// already a key at that time, or if the time is NaN.
    ///
    /// ```
    /// use reenact::{Curve, Key};
    ///
    /// let mut curve = Curve::simple([(0.0, 1.0), (2.0, 3.0)]);
    /// assert_eq!(curve.add_key(Key::linear(1.0, 5.0)), Some(1));
    /// assert_eq!(curve.add_key(Key::linear(1.0, 6.0)), None);
    /// assert_eq!(curve.value_at(1.5), 4.0);
    /// ```
    pub fn add_key(&mut self, key: Key) -> Option<usize> {
        fn place<K: RawKey>(keys: &[K], time_secs: f32) -> Option<usize> {
            let index = keys.partition_point(|key| key.time_secs() < time_secs);
            let taken = keys.get(index).is_some_and(|key| key.time_secs() == time_secs);
            (!taken && !time_secs.is_nan()).then_some(index)
        }
        let index = match self.raw_keys() {
            Keys::Boolean(keys) | Keys::Simple(keys) => place(keys, key.time_secs),
            Keys::Full(keys) => place(keys, key.time_secs),
        }?;
        self.splice_keys(index..index, Some(key));
        Some(index)
    }

    /// Replaces a range of keys by one key or none.
    fn splice_keys(&mut self, keys: Range<usize>, by: Option<Key>) {
        let size = self.kind().key_bytes();
        let bytes = keys.start * size..keys.end * size;
        let by = by.map(|key| match self.kind() {
            KeyKind::Boolean | KeyKind::Simple => key.to_simple().to_vec(),
            KeyKind::Full => key.to_full().to_vec(),
        });
        self.edit_bytes(|all| drop(all.splice(bytes, by.unwrap_or_default())));
    }

    /// Adds a key and smooths it and both neighbours by [`TangentMode::Auto`], if keys have tangents.
    /// Otherwise like [`add_key`](Self::add_key).
    pub fn add_smooth_key(&mut self, time_secs: f32, value: f32) -> Option<usize> {
        let index = self.add_key(Key::with_tangents(time_secs, value, 0.0, 0.0))?;
        for index in index.saturating_sub(1)..=index.saturating_add(1) {
            self.set_tangents(index, TangentMode::Auto);
        }
        Some(index)
    }

    /// Removes a key and returns it; `None` if the index is out of range.
    pub(crate) fn remove_key(&mut self, index: usize) -> Option<Key> {
        let key = self.key(index)?;
        self.splice_keys(index..index + 1, None);
        Some(key)
    }

    /// Replaces a key and returns the new index.
    ///
    /// As in Unity, the old key is removed even if the new one is refused because another key has its time.
    /// Returns `None` in that case, and if the index is out of range.
    pub fn move_key(&mut self, index: usize, key: Key) -> Option<usize> {
        self.remove_key(index)?;
        self.add_key(key)
    }

    /// Replaces all keys, sorted by time. Keys with equal times keep their order; keys at NaN go last.
    pub fn set_keys(&mut self, keys: impl IntoIterator<Item = Key>) {
        self.keys = Self::from_keys(self.kind(), keys).keys;
        self.sort_keys();
    }

    /// Sorts the keys by time. Keys with equal times keep their order; keys at NaN go last.
    pub fn sort_keys(&mut self) {
        fn by_time<K: RawKey>(a: &K, b: &K) -> Ordering {
            let (a, b) = (a.time_secs(), b.time_secs());
            a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
        }
        if self.is_sorted() {
            return;
        }
        let kind = self.kind();
        self.edit_bytes(|bytes| match kind {
            KeyKind::Boolean | KeyKind::Simple => {
                bytes.as_chunks_mut::<SIMPLE_KEY_BYTES>().0.sort_by(by_time);
            }
            KeyKind::Full => bytes.as_chunks_mut::<FULL_KEY_BYTES>().0.sort_by(by_time),
        });
    }

    /// Sets both tangents of a key by a mode, and the weights to 1/3, as Unity does.
    ///
    /// Only full keys have tangents: returns `false` for others, and if the index is out of range.
    pub fn set_tangents(&mut self, index: usize, mode: TangentMode) -> bool {
        self.change_tangents(index, mode, [true, true])
    }

    /// Sets the in-tangent only: see [`set_tangents`](Self::set_tangents).
    pub fn set_in_tangent(&mut self, index: usize, mode: TangentMode) -> bool {
        self.change_tangents(index, mode, [true, false])
    }

    /// Sets the out-tangent only: see [`set_tangents`](Self::set_tangents).
    pub fn set_out_tangent(&mut self, index: usize, mode: TangentMode) -> bool {
        self.change_tangents(index, mode, [false, true])
    }

    fn change_tangents(
        &mut self,
        index: usize,
        mode: TangentMode,
        [in_side, out_side]: [bool; 2],
    ) -> bool {
        let Some(mut key) = self.key(index).filter(|_| self.kind() == KeyKind::Full) else {
            return false;
        };
        let previous = index.checked_sub(1).and_then(|index| self.key(index));
        let next = index.checked_add(1).and_then(|index| self.key(index));
        let (in_tangent, out_tangent) = mode.tangents(previous.as_ref(), &key, next.as_ref());
        if in_side {
            (key.in_tangent, key.in_weight) = (in_tangent, PLAIN_WEIGHT);
        }
        if out_side {
            (key.out_tangent, key.out_weight) = (out_tangent, PLAIN_WEIGHT);
        }
        self.splice_keys(index..index + 1, Some(key));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_one_side_leaves_the_other() {
        let key = |time, value| Key::with_tangents(time, value, 7.0, 8.0).with_weights(0.5, 0.6);
        let mut curve = Curve::full([key(0.0, 0.0), key(1.0, 1.0), key(2.0, 4.0)]);
        assert!(curve.set_in_tangent(1, TangentMode::Linear));
        let set = curve.key(1).unwrap();
        assert_eq!(set, Key { in_tangent: 1.0, in_weight: PLAIN_WEIGHT, ..key(1.0, 1.0) });
        assert!(curve.set_out_tangent(1, TangentMode::Constant));
        assert_eq!(
            curve.key(1).unwrap(),
            Key { out_tangent: f32::INFINITY, out_weight: PLAIN_WEIGHT, ..set }
        );
        // Without a neighbour on that side, the tangent is unchanged.
        assert!(curve.set_in_tangent(0, TangentMode::Linear));
        assert_eq!(curve.key(0).unwrap().in_tangent, 7.0);
        assert!(!curve.set_tangents(3, TangentMode::Auto));
        assert!(!curve.set_tangents(usize::MAX, TangentMode::Auto));
    }

    #[test]
    fn simple_and_boolean_keys_have_no_tangents_but_can_be_added() {
        for kind in [KeyKind::Simple, KeyKind::Boolean] {
            let mut curve = Curve::empty(kind);
            assert_eq!(curve.add_smooth_key(1.0, 1.0), Some(0));
            assert_eq!(curve.add_key(Key::with_tangents(0.0, 0.0, 5.0, 5.0)), Some(0));
            assert!(!curve.set_tangents(0, TangentMode::Auto));
            assert_eq!(curve, Curve::linear(kind, [(0.0, 0.0), (1.0, 1.0)]));
        }
    }

    #[test]
    fn nan_is_no_time_for_a_key() {
        let mut curve = Curve::simple([(0.0, 1.0)]);
        assert_eq!(curve.add_key(Key::linear(f32::NAN, 1.0)), None);
        assert_eq!(curve.add_key(Key::linear(-0.0, 1.0)), None, "0 and −0 are one time");
        assert_eq!(curve.len(), 1);
    }

    #[test]
    fn sorting_puts_nan_last_and_keeps_the_order_of_equal_times() {
        let mut curve = Curve::empty(KeyKind::Simple);
        let times = [f32::NAN, 2.0, -0.0, 1.0, 0.0, 2.0];
        curve.set_keys(
            times.into_iter().zip([0.0, 1.0, 2.0, 3.0, 4.0, 5.0]).map(|(t, v)| Key::linear(t, v)),
        );
        let order: Vec<_> = curve.iter().map(|key| key.value).collect();
        assert_eq!(order, [2.0, 4.0, 3.0, 1.0, 5.0, 0.0]);
    }
}
