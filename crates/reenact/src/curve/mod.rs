//! A curve: one number over time, as keys and what happens outside them.

mod boolean;
mod edit;
pub(crate) mod eval;
mod group;
pub(crate) mod hemisphere;
mod id;
pub(crate) mod key;
pub(crate) mod segment;
mod shared_times;
mod split;
mod tangent;
mod track;

use std::fmt;
use std::ops::Range;

use bytes::Bytes;

pub use boolean::BooleanSpans;
pub use eval::CurveCursor;
pub use group::{CurveGroup, GroupIds, PoseId};
pub use hemisphere::align_hemisphere;
pub use id::{CurveId, PoseComponent, RayComponent, Tracks};
pub use key::{FULL_KEY_BYTES, Key, SIMPLE_KEY_BYTES, WeightedMode, WrapMode};
use key::{RawKey, simple_key};
pub use segment::Segment;
pub use shared_times::share_key_times;
pub use tangent::TangentMode;
pub use track::Track;

/// How a curve's keys are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyKind {
    /// 8 bytes; each key holds its value until the next; above 0.5 is on.
    Boolean,
    /// 8 bytes, straight lines between keys: the float keys of 1.1 as MRTK writes it.
    Simple,
    /// 28 bytes with tangents and weights: the float keys of 1.0 and of the published 1.1.
    Full,
}

impl KeyKind {
    /// Bytes of one key.
    pub const fn key_bytes(self) -> usize {
        match self {
            Self::Boolean | Self::Simple => SIMPLE_KEY_BYTES,
            Self::Full => FULL_KEY_BYTES,
        }
    }
}

crate::named!(KeyKind, "key kind": Boolean = "boolean", Simple = "simple", Full = "full");

/// The keys of a curve as a file stores them: a view made by [`Curve::raw_keys`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Keys<'c> {
    /// See [`KeyKind::Boolean`].
    Boolean(&'c [[u8; SIMPLE_KEY_BYTES]]),
    /// See [`KeyKind::Simple`].
    Simple(&'c [[u8; SIMPLE_KEY_BYTES]]),
    /// See [`KeyKind::Full`].
    Full(&'c [[u8; FULL_KEY_BYTES]]),
}

impl<'c> Keys<'c> {
    /// Keys of the given kind in a file's bytes; bytes after the last whole key are left out.
    pub const fn from_bytes(kind: KeyKind, bytes: &'c [u8]) -> Self {
        match kind {
            KeyKind::Boolean => Self::Boolean(bytes.as_chunks().0),
            KeyKind::Simple => Self::Simple(bytes.as_chunks().0),
            KeyKind::Full => Self::Full(bytes.as_chunks().0),
        }
    }

    /// How they are stored.
    pub const fn kind(self) -> KeyKind {
        match self {
            Self::Boolean(_) => KeyKind::Boolean,
            Self::Simple(_) => KeyKind::Simple,
            Self::Full(_) => KeyKind::Full,
        }
    }

    /// The bytes as a file has them.
    pub const fn as_bytes(self) -> &'c [u8] {
        match self {
            Self::Boolean(keys) | Self::Simple(keys) => keys.as_flattened(),
            Self::Full(keys) => keys.as_flattened(),
        }
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        match self {
            Self::Boolean(keys) | Self::Simple(keys) => keys.len(),
            Self::Full(keys) => keys.len(),
        }
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The key at a place, counted from 0.
    #[inline]
    pub fn get(self, index: usize) -> Option<Key> {
        match self {
            Self::Boolean(keys) => {
                keys.get(index).map(|key| Key::hold(key.time_secs(), key.value()))
            }
            Self::Simple(keys) => {
                keys.get(index).map(|key| Key::linear(key.time_secs(), key.value()))
            }
            Self::Full(keys) => keys.get(index).map(Key::from_full),
        }
    }

    /// The time of the key at a place: cheaper than the whole [`key`](Self::get).
    #[inline]
    pub fn time_secs(self, index: usize) -> Option<f32> {
        match self {
            Self::Boolean(keys) | Self::Simple(keys) => keys.get(index).map(RawKey::time_secs),
            Self::Full(keys) => keys.get(index).map(RawKey::time_secs),
        }
    }
}

/// One number over time: keys in file order, and the wrap modes for the time outside them.
///
/// Keys are a reference-counted slice of the bytes they came from: cloning a curve copies none of them, and changing a clone
/// leaves the original as it is. Two curves are equal when they are stored alike, bit for bit.
///
/// ```
/// use reenact::{Curve, KeyKind};
///
/// let curve = Curve::simple([(0.0, 1.0), (0.5, 2.0)]);
/// assert_eq!(curve.kind(), KeyKind::Simple);
/// assert_eq!(curve.len(), 2);
/// assert_eq!(curve.key(1).unwrap().value, 2.0);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Curve {
    /// What happens before the first key.
    pub pre_wrap: WrapMode,
    /// What happens after the last key.
    pub post_wrap: WrapMode,
    kind: KeyKind,
    /// Whole keys of that kind.
    keys: Bytes,
}

impl Curve {
    /// A curve with the given keys that holds its ends, as all of MRTK's do. Bytes after the last whole key are left out.
    pub fn from_bytes(kind: KeyKind, mut keys: Bytes) -> Self {
        keys.truncate(keys.len() / kind.key_bytes() * kind.key_bytes());
        let wrap = WrapMode::CLAMP_FOREVER;
        Self { pre_wrap: wrap, post_wrap: wrap, kind, keys }
    }

    /// A curve without keys.
    pub const fn empty(kind: KeyKind) -> Self {
        let wrap = WrapMode::CLAMP_FOREVER;
        Self { pre_wrap: wrap, post_wrap: wrap, kind, keys: Bytes::new() }
    }

    /// A float curve of 8-byte keys, from (time in seconds, value).
    pub fn simple(keys: impl IntoIterator<Item = (f32, f32)>) -> Self {
        let keys = keys.into_iter().map(|(time, value)| simple_key(time, value));
        Self::from_raw(KeyKind::Simple, keys.collect())
    }

    /// A float curve of 28-byte keys.
    pub fn full(keys: impl IntoIterator<Item = Key>) -> Self {
        Self::from_keys(KeyKind::Full, keys)
    }

    /// A boolean curve, from (time in seconds, on or off).
    pub fn boolean(keys: impl IntoIterator<Item = (f32, bool)>) -> Self {
        let key = |(time, on)| simple_key(time, if on { 1.0 } else { 0.0 });
        Self::from_raw(KeyKind::Boolean, keys.into_iter().map(key).collect())
    }

    /// A float curve of straight lines, stored as `kind` has it. A boolean kind takes the values as they are.
    pub fn linear(kind: KeyKind, keys: impl IntoIterator<Item = (f32, f32)>) -> Self {
        Self::from_keys(kind, keys.into_iter().map(|(time, value)| Key::linear(time, value)))
    }

    /// A curve of the given kind; what the kind has no room for is left out of each key.
    pub fn from_keys(kind: KeyKind, keys: impl IntoIterator<Item = Key>) -> Self {
        let keys = keys.into_iter();
        match kind {
            KeyKind::Boolean | KeyKind::Simple => {
                Self::from_raw(kind, keys.map(Key::to_simple).collect())
            }
            KeyKind::Full => Self::from_raw(kind, keys.map(Key::to_full).collect()),
        }
    }

    fn from_raw<const N: usize>(kind: KeyKind, keys: Vec<[u8; N]>) -> Self {
        Self::from_bytes(kind, keys.into_flattened().into())
    }

    /// The same keys with other wrap modes.
    #[must_use]
    pub const fn with_wraps(mut self, pre_wrap: WrapMode, post_wrap: WrapMode) -> Self {
        (self.pre_wrap, self.post_wrap) = (pre_wrap, post_wrap);
        self
    }

    /// The same wrap modes with other keys.
    #[must_use]
    pub fn with_keys(&self, keys: impl IntoIterator<Item = Key>) -> Self {
        Self::from_keys(self.kind, keys).with_wraps(self.pre_wrap, self.post_wrap)
    }

    /// Some neighbouring keys, shared with this curve, and the same wrap modes; none where the range is not in it.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let size = self.kind.key_bytes();
        let bytes = range.start.saturating_mul(size)..range.end.saturating_mul(size);
        let keys = crate::format::slice(&self.keys, bytes).unwrap_or_default();
        Self::from_bytes(self.kind, keys).with_wraps(self.pre_wrap, self.post_wrap)
    }

    /// The same curve with its keys stored as another kind, leaving out what it has no room for.
    #[must_use]
    pub(crate) fn to_kind(&self, kind: KeyKind) -> Self {
        if self.kind.key_bytes() == kind.key_bytes() {
            return Self { kind, ..self.clone() };
        }
        Self::from_keys(kind, self).with_wraps(self.pre_wrap, self.post_wrap)
    }

    /// Whether keys of this curve lie in memory that another curve's lie in, too.
    pub fn shares_keys_with(&self, other: &Self) -> bool {
        let [own, others] = [&self.keys, &other.keys].map(|keys| keys.as_ptr_range());
        own.start < others.end && others.start < own.end
    }

    /// Gives the keys memory of their own, if others share it.
    pub(crate) fn unshare(&mut self) {
        if !self.keys.is_unique() {
            self.keys = Bytes::copy_from_slice(&self.keys);
        }
    }

    /// How its keys are stored.
    pub const fn kind(&self) -> KeyKind {
        self.kind
    }

    /// The keys as they are stored.
    #[inline]
    pub fn raw_keys(&self) -> Keys<'_> {
        Keys::from_bytes(self.kind, &self.keys)
    }

    /// The bytes of the keys, shared.
    pub const fn key_bytes(&self) -> &Bytes {
        &self.keys
    }

    /// Changes the bytes of the keys, which must stay whole keys. Copies them first if anybody else has them.
    fn edit_bytes(&mut self, edit: impl FnOnce(&mut Vec<u8>)) {
        let mut keys = Vec::from(std::mem::take(&mut self.keys));
        edit(&mut keys);
        self.keys = keys.into();
    }

    /// Whether it holds the values at its ends outside its keys, as all of MRTK's curves do.
    pub const fn holds_ends(&self) -> bool {
        self.pre_wrap.holds() && self.post_wrap.holds()
    }

    /// How many keys it has.
    pub const fn len(&self) -> usize {
        self.keys.len() / self.kind.key_bytes()
    }

    /// Whether it has no keys.
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The key at a place, counted from 0.
    pub fn key(&self, index: usize) -> Option<Key> {
        self.raw_keys().get(index)
    }

    /// The time of the key at a place: cheaper than the whole [`key`](Self::key).
    pub fn time_secs(&self, index: usize) -> Option<f32> {
        self.raw_keys().time_secs(index)
    }

    /// The first key.
    pub fn first(&self) -> Option<Key> {
        self.key(0)
    }

    /// The last key.
    pub fn last(&self) -> Option<Key> {
        self.key(self.len().checked_sub(1)?)
    }

    /// Every key, in file order.
    pub fn iter(&self) -> KeyIter<'_> {
        KeyIter { keys: self.raw_keys(), range: 0..self.len() }
    }
}

impl fmt::Debug for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Curve")
            .field("kind", &self.kind())
            .field("pre_wrap", &self.pre_wrap.0)
            .field("post_wrap", &self.post_wrap.0)
            .field("keys", &self.len())
            .finish()
    }
}

impl<'c> IntoIterator for &'c Curve {
    type Item = Key;
    type IntoIter = KeyIter<'c>;

    fn into_iter(self) -> KeyIter<'c> {
        self.iter()
    }
}

/// The keys of a curve, decoded one by one; made by [`Curve::iter`].
#[derive(Debug, Clone)]
pub struct KeyIter<'c> {
    keys: Keys<'c>,
    range: Range<usize>,
}

impl Iterator for KeyIter<'_> {
    type Item = Key;

    fn next(&mut self) -> Option<Key> {
        self.keys.get(self.range.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl DoubleEndedIterator for KeyIter<'_> {
    fn next_back(&mut self) -> Option<Key> {
        self.keys.get(self.range.next_back()?)
    }
}

impl ExactSizeIterator for KeyIter<'_> {}
