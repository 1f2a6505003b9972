//! A curve: one number over time, as keys and what happens outside them.

mod edit;
pub(crate) mod eval;
pub(crate) mod hemisphere;
mod id;
pub(crate) mod key;
pub(crate) mod segment;
mod split;
mod tangent;
mod track;
pub(crate) mod turns;

use std::borrow::Cow;
use std::fmt;

pub use eval::CurveCursor;
pub use hemisphere::align_hemisphere;
pub use id::{CurveId, NoSuchCurve, PoseComponent, RayComponent, Tracks};
pub use key::{FULL_KEY_BYTES, HOLD_WEIGHT, Key, SIMPLE_KEY_BYTES, WeightedMode, WrapMode};
use key::{RawKey, simple_key};
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

    /// `boolean`, `simple` or `full`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Simple => "simple",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for KeyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A curve's keys as they lie in a file, borrowed from it or owned.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Keys<'a> {
    /// See [`KeyKind::Boolean`].
    Boolean(Cow<'a, [[u8; SIMPLE_KEY_BYTES]]>),
    /// See [`KeyKind::Simple`].
    Simple(Cow<'a, [[u8; SIMPLE_KEY_BYTES]]>),
    /// See [`KeyKind::Full`].
    Full(Cow<'a, [[u8; FULL_KEY_BYTES]]>),
}

impl<'a> Keys<'a> {
    /// No keys.
    pub const fn empty(kind: KeyKind) -> Self {
        match kind {
            KeyKind::Boolean => Self::Boolean(Cow::Borrowed(&[])),
            KeyKind::Simple => Self::Simple(Cow::Borrowed(&[])),
            KeyKind::Full => Self::Full(Cow::Borrowed(&[])),
        }
    }

    /// Takes a file's bytes for keys of the given kind; bytes after the last whole key are left out.
    pub const fn from_bytes(kind: KeyKind, bytes: &'a [u8]) -> Self {
        match kind {
            KeyKind::Boolean => Self::Boolean(Cow::Borrowed(bytes.as_chunks().0)),
            KeyKind::Simple => Self::Simple(Cow::Borrowed(bytes.as_chunks().0)),
            KeyKind::Full => Self::Full(Cow::Borrowed(bytes.as_chunks().0)),
        }
    }

    /// How they are stored.
    pub const fn kind(&self) -> KeyKind {
        match self {
            Self::Boolean(_) => KeyKind::Boolean,
            Self::Simple(_) => KeyKind::Simple,
            Self::Full(_) => KeyKind::Full,
        }
    }

    /// The bytes as a file has them.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Boolean(keys) | Self::Simple(keys) => keys.as_flattened(),
            Self::Full(keys) => keys.as_flattened(),
        }
    }

    /// The same keys, borrowed from these.
    #[must_use]
    pub fn borrow(&self) -> Keys<'_> {
        match self {
            Self::Boolean(keys) => Keys::Boolean(Cow::Borrowed(keys)),
            Self::Simple(keys) => Keys::Simple(Cow::Borrowed(keys)),
            Self::Full(keys) => Keys::Full(Cow::Borrowed(keys)),
        }
    }

    /// The same keys in memory of their own.
    #[must_use]
    pub fn into_owned(self) -> Keys<'static> {
        match self {
            Self::Boolean(keys) => Keys::Boolean(Cow::Owned(keys.into_owned())),
            Self::Simple(keys) => Keys::Simple(Cow::Owned(keys.into_owned())),
            Self::Full(keys) => Keys::Full(Cow::Owned(keys.into_owned())),
        }
    }
}

/// One number over time: keys in file order, and the wrap modes for the time outside them.
///
/// Borrowed from a file's bytes or owned, it is the same type: [`into_owned`](Self::into_owned) cuts it
/// loose. Two curves are equal when they are stored alike, bit for bit.
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
pub struct Curve<'a> {
    /// What happens before the first key.
    pub pre_wrap: WrapMode,
    /// What happens after the last key.
    pub post_wrap: WrapMode,
    pub(crate) keys: Keys<'a>,
}

impl<'a> Curve<'a> {
    /// A curve with the given keys that holds its ends, as all of MRTK's do.
    pub const fn new(keys: Keys<'a>) -> Self {
        Self { pre_wrap: WrapMode::CLAMP_FOREVER, post_wrap: WrapMode::CLAMP_FOREVER, keys }
    }

    /// A curve without keys.
    pub const fn empty(kind: KeyKind) -> Self {
        Self::new(Keys::empty(kind))
    }

    /// A float curve of 8-byte keys, from (time in seconds, value).
    pub fn simple(keys: impl IntoIterator<Item = (f32, f32)>) -> Curve<'static> {
        Curve::new(Keys::Simple(
            keys.into_iter().map(|(time, value)| simple_key(time, value)).collect(),
        ))
    }

    /// A float curve of 28-byte keys.
    pub fn full(keys: impl IntoIterator<Item = Key>) -> Curve<'static> {
        Curve::new(Keys::Full(keys.into_iter().map(Key::to_full).collect()))
    }

    /// A boolean curve, from (time in seconds, on or off).
    pub fn boolean(keys: impl IntoIterator<Item = (f32, bool)>) -> Curve<'static> {
        let key = |(time, on)| simple_key(time, if on { 1.0 } else { 0.0 });
        Curve::new(Keys::Boolean(keys.into_iter().map(key).collect()))
    }

    /// A float curve of straight lines, stored as `kind` has it. A boolean kind takes the values as they are.
    pub fn linear(kind: KeyKind, keys: impl IntoIterator<Item = (f32, f32)>) -> Curve<'static> {
        Self::from_keys(kind, keys.into_iter().map(|(time, value)| Key::linear(time, value)))
    }

    /// A curve of the given kind; what the kind has no room for is left out of each key.
    pub fn from_keys(kind: KeyKind, keys: impl IntoIterator<Item = Key>) -> Curve<'static> {
        let keys = keys.into_iter();
        Curve::new(match kind {
            KeyKind::Boolean => Keys::Boolean(keys.map(Key::to_simple).collect()),
            KeyKind::Simple => Keys::Simple(keys.map(Key::to_simple).collect()),
            KeyKind::Full => Keys::Full(keys.map(Key::to_full).collect()),
        })
    }

    /// How its keys are stored.
    pub const fn kind(&self) -> KeyKind {
        self.keys.kind()
    }

    /// The keys as they are stored.
    pub const fn raw_keys(&self) -> &Keys<'a> {
        &self.keys
    }

    /// How many keys it has.
    pub fn len(&self) -> usize {
        match &self.keys {
            Keys::Boolean(keys) | Keys::Simple(keys) => keys.len(),
            Keys::Full(keys) => keys.len(),
        }
    }

    /// Whether it has no keys, and so nothing to say.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The key at a place, counted from 0.
    pub fn key(&self, index: usize) -> Option<Key> {
        match &self.keys {
            Keys::Boolean(keys) => {
                keys.get(index).map(|key| Key::hold(key.time_secs(), key.value()))
            }
            Keys::Simple(keys) => {
                keys.get(index).map(|key| Key::linear(key.time_secs(), key.value()))
            }
            Keys::Full(keys) => keys.get(index).map(Key::from_full),
        }
    }

    /// The time of the key at a place: cheaper than the whole [`key`](Self::key).
    pub fn time_secs(&self, index: usize) -> Option<f32> {
        match &self.keys {
            Keys::Boolean(keys) | Keys::Simple(keys) => keys.get(index).map(RawKey::time_secs),
            Keys::Full(keys) => keys.get(index).map(RawKey::time_secs),
        }
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
    pub fn iter(&self) -> Iter<'_> {
        Iter { curve: self, range: 0..self.len() }
    }

    /// The same curve, borrowed from this one.
    #[must_use]
    pub fn borrow(&self) -> Curve<'_> {
        Curve { pre_wrap: self.pre_wrap, post_wrap: self.post_wrap, keys: self.keys.borrow() }
    }

    /// The same curve in memory of its own.
    #[must_use]
    pub fn into_owned(self) -> Curve<'static> {
        Curve { pre_wrap: self.pre_wrap, post_wrap: self.post_wrap, keys: self.keys.into_owned() }
    }
}

impl fmt::Debug for Curve<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Curve")
            .field("kind", &self.kind())
            .field("pre_wrap", &self.pre_wrap.0)
            .field("post_wrap", &self.post_wrap.0)
            .field("keys", &self.len())
            .finish()
    }
}

impl<'c> IntoIterator for &'c Curve<'_> {
    type Item = Key;
    type IntoIter = Iter<'c>;

    fn into_iter(self) -> Iter<'c> {
        self.iter()
    }
}

/// The keys of a curve, decoded one by one; made by [`Curve::iter`].
#[derive(Debug, Clone)]
pub struct Iter<'c> {
    curve: &'c Curve<'c>,
    range: std::ops::Range<usize>,
}

impl Iterator for Iter<'_> {
    type Item = Key;

    fn next(&mut self) -> Option<Key> {
        self.curve.key(self.range.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Key> {
        self.curve.key(self.range.next_back()?)
    }
}

impl ExactSizeIterator for Iter<'_> {}
