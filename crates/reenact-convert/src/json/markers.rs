//! How many bytes a file spends on the length of each marker's name.
//!
//! A length can be written in more bytes than it needs. The library keeps that but has no words for it, so it is read from the
//! file's own bytes.

use reenact::{Curve, Recording};

use crate::Result;

/// Bytes before a curve's keys.
pub(super) const CURVE_HEADER_BYTES: usize = 12;

/// How many bytes a length needs, 7 bits each.
pub(super) fn needed_bytes(len: usize) -> usize {
    let bits = usize::BITS - len.leading_zeros();
    usize::try_from(bits.div_ceil(7).max(1)).unwrap_or(1)
}

/// For each marker the bytes of its name's length.
pub(super) fn length_bytes(recording: &Recording<'_>) -> Result<Vec<usize>> {
    // A file of the same markers and no keys.
    let mut bare = recording.borrow();
    for (id, curve) in recording.curves() {
        bare.set_curve(id, Curve::empty(curve.kind()))?;
    }
    bare.remove_trailing();
    let bytes = bare.to_bytes();
    let header = if recording.version().is_1_1() { 19 } else { 16 };
    let first = header + recording.curves().len() * CURVE_HEADER_BYTES + 4;
    let mut rest = bytes.get(first..).unwrap_or_default();
    let mut widths = Vec::new();
    for marker in recording.markers() {
        let width = rest.iter().skip(4).take_while(|&&byte| byte & 0x80 != 0).count() + 1;
        widths.push(width);
        rest = rest.get(4 + width + marker.name.len()..).unwrap_or_default();
    }
    Ok(widths)
}

/// Appends a length in so many bytes, at least as many as it needs.
pub(super) fn push_length(bytes: &mut Vec<u8>, mut len: usize, width: usize) {
    for n in 1..=width {
        let [low, ..] = (len & 0x7f).to_le_bytes();
        bytes.push(if n == width { low } else { low | 0x80 });
        len >>= 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_takes_a_byte_for_each_seven_bits() {
        for (len, bytes) in
            [(0, 1), (1, 1), (127, 1), (128, 2), (16_383, 2), (16_384, 3), (0x7fff_ffff, 5)]
        {
            assert_eq!(needed_bytes(len), bytes, "{len}");
        }
        let mut bytes = Vec::new();
        push_length(&mut bytes, 300, 2);
        push_length(&mut bytes, 1, 3);
        assert_eq!(bytes, [0xac, 0x02, 0x81, 0x80, 0x00]);
    }
}
