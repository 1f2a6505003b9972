//! Animation curves: keys and wrap modes of one number over time.

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

/// Encoding of the keys of a curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyKind {
    /// 8 bytes; each key holds its value until the next; above 0.5 is on.
    Boolean,
    /// 8 bytes, linear interpolation: the float keys of 1.1 as MRTK writes them.
    Simple,
    /// 28 bytes with tangents and weights: the float keys of 1.0 and of the published 1.1.
    Full,
}

impl KeyKind {
    /// Size of one key in bytes.
    pub const fn key_bytes(self) -> usize {
        match self {
            Self::Boolean | Self::Simple => SIMPLE_KEY_BYTES,
            Self::Full => FULL_KEY_BYTES,
        }
    }
}

crate::named!(KeyKind, "key kind": Boolean = "boolean", Simple = "simple", Full = "full");

/// Encoded keys of a curve; made by [`Curve::raw_keys`].
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
    /// Keys of the given kind in a slice. Bytes after the last complete key are ignored.
    pub const fn from_bytes(kind: KeyKind, bytes: &'c [u8]) -> Self {
        match kind {
            KeyKind::Boolean => Self::Boolean(bytes.as_chunks().0),
            KeyKind::Simple => Self::Simple(bytes.as_chunks().0),
            KeyKind::Full => Self::Full(bytes.as_chunks().0),
        }
    }

    /// Encoding of the keys.
    pub const fn kind(self) -> KeyKind {
        match self {
            Self::Boolean(_) => KeyKind::Boolean,
            Self::Simple(_) => KeyKind::Simple,
            Self::Full(_) => KeyKind::Full,
        }
    }

    /// Encoded bytes.
    pub const fn as_bytes(self) -> &'c [u8] {
        match self {
            Self::Boolean(keys) | Self::Simple(keys) => keys.as_flattened(),
            Self::Full(keys) => keys.as_flattened(),
        }
    }

    /// Number of keys.
    pub const fn len(self) -> usize {
        match self {
            Self::Boolean(keys) | Self::Simple(keys) => keys.len(),
            Self::Full(keys) => keys.len(),
        }
    }

    /// Whether there are no keys.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Decodes the key at an index.
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

    /// Time of the key at an index, without decoding the [whole key](Self::get).
    #[inline]
    pub fn time_secs(self, index: usize) -> Option<f32> {
        match self {
            Self::Boolean(keys) | Self::Simple(keys) => keys.get(index).map(RawKey::time_secs),
            Self::Full(keys) => keys.get(index).map(RawKey::time_secs),
        }
    }
}

/// One number over time: keys in file order, and wrap modes for the time outside them.
///
/// The keys are a reference-counted slice of the bytes they were read from: cloning a curve does not copy
/// them, and changing a clone does not change the original. Two curves are equal if their encodings are, bit
/// for bit.
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
    /// Wrap mode before the first key.
    pub pre_wrap: WrapMode,
    /// Wrap mode after the last key.
    pub post_wrap: WrapMode,
    kind: KeyKind,
    /// Encoded keys.
    keys: Bytes,
}

impl Curve {
    /// Curve with the given encoded keys, clamped at both ends like all of MRTK's. Bytes after the last
    /// complete key are dropped.
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

    /// Float curve with 8-byte keys, from (time in seconds, value).
    pub fn simple(keys: impl IntoIterator<Item = (f32, f32)>) -> Self {
        let keys = keys.into_iter().map(|(time, value)| simple_key(time, value));
        Self::from_raw(KeyKind::Simple, keys.collect())
    }

    /// Float curve with 28-byte keys.
    pub fn full(keys: impl IntoIterator<Item = Key>) -> Self {
        Self::from_keys(KeyKind::Full, keys)
    }

    /// Boolean curve, from (time in seconds, on or off).
    pub fn boolean(keys: impl IntoIterator<Item = (f32, bool)>) -> Self {
        let key = |(time, on)| simple_key(time, if on { 1.0 } else { 0.0 });
        Self::from_raw(KeyKind::Boolean, keys.into_iter().map(key).collect())
    }

    /// Linear float curve, encoded as `kind`. A boolean kind stores the values unchanged.
    pub fn linear(kind: KeyKind, keys: impl IntoIterator<Item = (f32, f32)>) -> Self {
        Self::from_keys(kind, keys.into_iter().map(|(time, value)| Key::linear(time, value)))
    }

    /// Curve of the given kind. Fields that the kind cannot hold are dropped.
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

    /// Returns the curve with other wrap modes.
    #[must_use]
    pub const fn with_wraps(mut self, pre_wrap: WrapMode, post_wrap: WrapMode) -> Self {
        (self.pre_wrap, self.post_wrap) = (pre_wrap, post_wrap);
        self
    }

    /// Returns a curve with these keys and the same kind and wrap modes.
    #[must_use]
    pub fn with_keys(&self, keys: impl IntoIterator<Item = Key>) -> Self {
        Self::from_keys(self.kind, keys).with_wraps(self.pre_wrap, self.post_wrap)
    }

    /// Range of keys, shared with this curve, with the same wrap modes; empty if the range is out of bounds.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let size = self.kind.key_bytes();
        let bytes = range.start.saturating_mul(size)..range.end.saturating_mul(size);
        let keys = crate::format::slice(&self.keys, bytes).unwrap_or_default();
        Self::from_bytes(self.kind, keys).with_wraps(self.pre_wrap, self.post_wrap)
    }

    /// Converts the keys to another encoding. Fields that it cannot hold are dropped.
    #[must_use]
    pub(crate) fn to_kind(&self, kind: KeyKind) -> Self {
        if self.kind.key_bytes() == kind.key_bytes() {
            return Self { kind, ..self.clone() };
        }
        Self::from_keys(kind, self).with_wraps(self.pre_wrap, self.post_wrap)
    }

    /// Whether the keys of both curves are in the same allocation.
    pub fn shares_keys_with(&self, other: &Self) -> bool {
        let [own, others] = [&self.keys, &other.keys].map(|keys| keys.as_ptr_range());
        own.start < others.end && others.start < own.end
    }

    /// Copies the keys into their own allocation, if it is shared.
    pub(crate) fn unshare(&mut self) {
        if !self.keys.is_unique() {
            self.keys = Bytes::copy_from_slice(&self.keys);
        }
    }

    /// Encoding of the keys.
    pub const fn kind(&self) -> KeyKind {
        self.kind
    }

    /// Encoded keys.
    #[inline]
    pub fn raw_keys(&self) -> Keys<'_> {
        Keys::from_bytes(self.kind, &self.keys)
    }

    /// Encoded keys as shared bytes.
    pub const fn key_bytes(&self) -> &Bytes {
        &self.keys
    }

    /// Edits the encoded keys; the length must stay a multiple of the key size. Copies them first if they are
    /// shared.
    fn edit_bytes(&mut self, edit: impl FnOnce(&mut Vec<u8>)) {
        let mut keys = Vec::from(std::mem::take(&mut self.keys));
        edit(&mut keys);
        self.keys = keys.into();
    }

    /// Whether the curve is clamped at both ends, like all of MRTK's.
    pub const fn holds_ends(&self) -> bool {
        self.pre_wrap.holds() && self.post_wrap.holds()
    }

    /// Number of keys.
    pub const fn len(&self) -> usize {
        self.keys.len() / self.kind.key_bytes()
    }

    /// Whether it has no keys.
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Decodes the key at an index.
    pub fn key(&self, index: usize) -> Option<Key> {
        self.raw_keys().get(index)
    }

    /// Time of the key at an index, without decoding the [whole key](Self::key).
    pub fn time_secs(&self, index: usize) -> Option<f32> {
        self.raw_keys().time_secs(index)
    }

    /// First key.
    pub fn first(&self) -> Option<Key> {
        self.key(0)
    }

    /// Last key.
    pub fn last(&self) -> Option<Key> {
        self.key(self.len().checked_sub(1)?)
    }

    /// Iterates over the keys in file order.
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

/// Iterator over the decoded keys of a curve; made by [`Curve::iter`].
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
