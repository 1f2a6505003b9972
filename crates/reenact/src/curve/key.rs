//! One key of a curve, and the two ways in which a file keeps it.
//!
//! | kind | bytes | fields |
//! |---|---:|---|
//! | boolean, simple | 8 | time `f32`, value `f32` |
//! | full | 28 | time, value, in-tangent, out-tangent, in-weight, out-weight `f32`, weighted mode `i32` |
//!
//! Keys stay in memory as the bytes of the file, borrowed or owned, and are decoded when looked at. That
//! costs a load a field, keeps every NaN's bits, and makes reading and writing a copy of memory.

/// Bytes of a boolean or simple key.
pub const SIMPLE_KEY_BYTES: usize = 8;
/// Bytes of a full key.
pub const FULL_KEY_BYTES: usize = 28;

/// What a curve does before its first and after its last key; Unity's `WrapMode`.
///
/// Any number is kept. MRTK writes [`CLAMP_FOREVER`](Self::CLAMP_FOREVER) for all its curves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WrapMode(pub i32);

impl WrapMode {
    /// Unity's default, which repeats like [`LOOP`](Self::LOOP).
    pub const DEFAULT: Self = Self(0);
    /// Holds the end's value; a curve does not go back to its start.
    pub const ONCE: Self = Self(1);
    /// Starts again.
    pub const LOOP: Self = Self(2);
    /// Runs back and forth.
    pub const PING_PONG: Self = Self(4);
    /// Holds the end's value.
    pub const CLAMP_FOREVER: Self = Self(8);

    /// Whether Unity has a name for this number.
    pub const fn is_known(self) -> bool {
        matches!(self.0, 0 | 1 | 2 | 4 | 8)
    }

    /// Whether the curve holds its end's value; in any other mode it repeats.
    pub const fn holds(self) -> bool {
        matches!(self, Self::ONCE | Self::CLAMP_FOREVER)
    }
}

/// Which sides of a key are weighted; Unity's `WeightedMode`. Any number is kept.
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

    /// Whether Unity has a name for this number.
    pub const fn is_known(self) -> bool {
        matches!(self.0, 0..=3)
    }

    /// Whether the in-weight counts.
    pub const fn weighs_in(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether the out-weight counts.
    pub const fn weighs_out(self) -> bool {
        self.0 & 2 != 0
    }
}

/// One key, with everything that Unity knows of it.
///
/// A simple key has no tangents of its own; it reads as MRTK loads it: tangents and weights 0 and
/// [`WeightedMode::BOTH`], which is a straight line to the next key. A boolean key reads with an
/// out-weight of 1e6, which holds its value until the next.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Seconds from the start of the recording; may be negative.
    pub time_secs: f32,
    /// The curve's value at that time.
    pub value: f32,
    /// Slope on the side of the previous key, in value per second.
    pub in_tangent: f32,
    /// Slope on the side of the next key, in value per second.
    pub out_tangent: f32,
    /// How far the in-tangent reaches, as a fraction of the segment.
    pub in_weight: f32,
    /// How far the out-tangent reaches, as a fraction of the segment.
    pub out_weight: f32,
    /// Which of the two weights count.
    pub weighted_mode: WeightedMode,
}

/// The out-weight that MRTK gives a boolean key, so that it holds its value.
pub(crate) const HOLD_WEIGHT: f32 = 1e6;

impl Key {
    /// A key that runs straight to its neighbours, as MRTK makes them.
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

    /// A key that holds its value until the next, as MRTK makes them for its boolean curves.
    pub const fn hold(time_secs: f32, value: f32) -> Self {
        Self { out_weight: HOLD_WEIGHT, ..Self::linear(time_secs, value) }
    }

    /// Whether a simple key says the same to the bit: tangents and weights zero, weighted on both sides.
    pub fn is_plain_linear(&self) -> bool {
        *self == Self::linear(self.time_secs, self.value)
    }

    /// The 28 bytes of a full key.
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

    /// The 8 bytes of a simple or boolean key: time and value, the rest left out.
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

/// Bit for bit: NaNs of the same bits are equal, 0 and −0 are not.
impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.to_full() == other.to_full()
    }
}

impl Eq for Key {}

/// The 8 bytes of a simple or boolean key.
pub(crate) fn simple_key(time_secs: f32, value: f32) -> [u8; SIMPLE_KEY_BYTES] {
    let mut bytes = [0; SIMPLE_KEY_BYTES];
    bytes.copy_from_slice([time_secs.to_le_bytes(), value.to_le_bytes()].as_flattened());
    bytes
}

/// The `n`th `f32` of a key's bytes; NaN where there is none, which no caller asks for.
fn word<const N: usize>(bytes: &[u8; N], n: usize) -> f32 {
    bytes.as_chunks().0.get(n).map_or(f32::NAN, |&word| f32::from_le_bytes(word))
}

/// What both encodings of a key can be asked without decoding all of it.
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

/// A bare time, for where values are kept elsewhere.
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
