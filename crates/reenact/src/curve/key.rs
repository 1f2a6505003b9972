//! Keys of a curve, and their two encodings.
//!
//! | kind | bytes | fields |
//! |---|---:|---|
//! | boolean, simple | 8 | time `f32`, value `f32` |
//! | full | 28 | time, value, in-tangent, out-tangent, in-weight, out-weight `f32`, weighted mode `i32` |
//!
//! Keys stay in memory in the encoding of the file, borrowed or owned, and are decoded on access. That costs
//! one load per field, preserves the bits of every NaN, and makes reading and writing a plain copy.

/// Bytes of a boolean or simple key.
pub const SIMPLE_KEY_BYTES: usize = 8;
/// Bytes of a full key.
pub const FULL_KEY_BYTES: usize = 28;

/// Behaviour of a curve before its first and after its last key; Unity's `WrapMode`.
///
/// Unknown numbers are preserved. MRTK writes [`CLAMP_FOREVER`](Self::CLAMP_FOREVER) for all curves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WrapMode(pub i32);

impl WrapMode {
    /// Unity's default, which repeats like [`LOOP`](Self::LOOP).
    pub const DEFAULT: Self = Self(0);
    /// Clamps to the first or last value.
    pub const ONCE: Self = Self(1);
    /// Repeats from the start.
    pub const LOOP: Self = Self(2);
    /// Alternates forwards and backwards.
    pub const PING_PONG: Self = Self(4);
    /// Clamps to the first or last value. MRTK writes this mode.
    pub const CLAMP_FOREVER: Self = Self(8);

    /// Whether Unity defines this number.
    pub const fn is_known(self) -> bool {
        matches!(self.0, 0 | 1 | 2 | 4 | 8)
    }

    /// Whether the curve is clamped outside its keys. All other modes repeat.
    pub const fn holds(self) -> bool {
        matches!(self, Self::ONCE | Self::CLAMP_FOREVER)
    }
}

/// Sides of a key that are weighted; Unity's `WeightedMode`. Unknown numbers are preserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WeightedMode(pub i32);

impl WeightedMode {
    /// Neither side.
    pub const NONE: Self = Self(0);
    /// The side towards the previous key.
    pub const IN: Self = Self(1);
    /// The side towards the next key.
    pub const OUT: Self = Self(2);
    /// Both sides: what MRTK gives every key.
    pub const BOTH: Self = Self(3);

    /// Whether Unity defines this number.
    pub const fn is_known(self) -> bool {
        matches!(self.0, 0..=3)
    }

    /// Whether the in-weight is used.
    pub const fn weighs_in(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether the out-weight is used.
    pub const fn weighs_out(self) -> bool {
        self.0 & 2 != 0
    }
}

/// A key with all fields of Unity's `Keyframe`.
///
/// A simple key stores no tangents and decodes as MRTK loads it: tangents and weights 0 and
/// [`WeightedMode::BOTH`], which is linear interpolation. A boolean key decodes with an out-weight of 1e6,
/// which holds its value until the next key.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Time in seconds from the start of the recording; may be negative.
    pub time_secs: f32,
    /// The curve's value at that time.
    pub value: f32,
    /// Slope on the side of the previous key, in value per second.
    pub in_tangent: f32,
    /// Slope on the side of the next key, in value per second.
    pub out_tangent: f32,
    /// Length of the in-tangent as a fraction of the segment.
    pub in_weight: f32,
    /// Length of the out-tangent as a fraction of the segment.
    pub out_weight: f32,
    /// Sides on which the weight is used.
    pub weighted_mode: WeightedMode,
}

/// The out-weight that MRTK gives a boolean key, so that it holds its value.
pub(crate) const HOLD_WEIGHT: f32 = 1e6;

impl Key {
    /// Key that interpolates linearly, as MRTK creates them.
    pub const fn linear(time_secs: f32, value: f32) -> Self {
        Self {
            time_secs,
            value,
            in_tangent: 0.0,
            out_tangent: 0.0,
            in_weight: 0.0,
            out_weight: 0.0,
            weighted_mode: WeightedMode::BOTH,
        }
    }

    /// Key that holds its value until the next, as MRTK creates them for boolean curves.
    pub const fn hold(time_secs: f32, value: f32) -> Self {
        Self { out_weight: HOLD_WEIGHT, ..Self::linear(time_secs, value) }
    }

    /// Whether a simple key represents it exactly: tangents and weights zero, weighted on both sides.
    pub fn is_plain_linear(&self) -> bool {
        *self == Self::linear(self.time_secs, self.value)
    }

    /// Encodes the key as 28 bytes.
    pub fn to_full(self) -> [u8; FULL_KEY_BYTES] {
        let mut bytes = [0; FULL_KEY_BYTES];
        let words = [
            self.time_secs.to_le_bytes(),
            self.value.to_le_bytes(),
            self.in_tangent.to_le_bytes(),
            self.out_tangent.to_le_bytes(),
            self.in_weight.to_le_bytes(),
            self.out_weight.to_le_bytes(),
            self.weighted_mode.0.to_le_bytes(),
        ];
        bytes.copy_from_slice(words.as_flattened());
        bytes
    }

    /// Encodes time and value as 8 bytes, dropping all other fields.
    pub fn to_simple(self) -> [u8; SIMPLE_KEY_BYTES] {
        simple_key(self.time_secs, self.value)
    }

    /// Decodes a full key.
    pub(crate) fn from_full(bytes: &[u8; FULL_KEY_BYTES]) -> Self {
        Self {
            time_secs: word(bytes, 0),
            value: word(bytes, 1),
            in_tangent: word(bytes, 2),
            out_tangent: word(bytes, 3),
            in_weight: word(bytes, 4),
            out_weight: word(bytes, 5),
            weighted_mode: WeightedMode(i32::from_le_bytes(word(bytes, 6).to_bits().to_le_bytes())),
        }
    }
}

/// Compares bits: NaNs with the same bits are equal, 0 and −0 are not.
impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.to_full() == other.to_full()
    }
}

impl Eq for Key {}

/// Encodes a simple or boolean key as 8 bytes.
pub(crate) fn simple_key(time_secs: f32, value: f32) -> [u8; SIMPLE_KEY_BYTES] {
    let mut bytes = [0; SIMPLE_KEY_BYTES];
    bytes.copy_from_slice([time_secs.to_le_bytes(), value.to_le_bytes()].as_flattened());
    bytes
}

/// The `n`th `f32` of a key; NaN if out of range, which does not happen.
fn word<const N: usize>(bytes: &[u8; N], n: usize) -> f32 {
    bytes.as_chunks().0.get(n).map_or(f32::NAN, |&word| f32::from_le_bytes(word))
}

/// Access to the time and value of an encoded key without decoding all of it.
pub(crate) trait RawKey: Copy {
    fn time_secs(&self) -> f32;
    fn value(&self) -> f32;
}

impl<const N: usize> RawKey for [u8; N] {
    fn time_secs(&self) -> f32 {
        word(self, 0)
    }

    fn value(&self) -> f32 {
        word(self, 1)
    }
}

/// A time without a value, for key times that are stored separately.
impl RawKey for f32 {
    fn time_secs(&self) -> f32 {
        *self
    }

    fn value(&self) -> f32 {
        f32::NAN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_key_survives_its_bytes_whatever_its_bits() {
        let key = Key {
            time_secs: f32::from_bits(0x7fc0_dead),
            value: f32::from_bits(0xffa0_0001),
            in_tangent: f32::INFINITY,
            out_tangent: -0.0,
            in_weight: 0.25,
            out_weight: f32::MIN_POSITIVE,
            weighted_mode: WeightedMode(-7),
        };
        assert_eq!(Key::from_full(&key.to_full()), key);
    }

    #[test]
    fn keys_are_equal_by_bits() {
        assert_eq!(Key::linear(0.0, f32::NAN), Key::linear(0.0, f32::NAN));
        assert_ne!(Key::linear(0.0, 0.0), Key::linear(0.0, -0.0));
    }

    #[test]
    fn only_a_key_without_tangents_and_weights_is_plain() {
        assert!(Key::linear(1.0, 2.0).is_plain_linear());
        assert!(!Key::hold(1.0, 2.0).is_plain_linear());
        assert!(!Key { in_tangent: -0.0, ..Key::linear(1.0, 2.0) }.is_plain_linear());
        assert!(
            !Key { weighted_mode: WeightedMode::NONE, ..Key::linear(1.0, 2.0) }.is_plain_linear()
        );
    }
}
