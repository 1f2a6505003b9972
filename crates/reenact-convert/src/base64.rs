//! Base64 encoding (RFC 4648 section 4, with padding).
//!
//! ```
//! use reenact_convert::base64;
//!
//! assert_eq!(base64::encode(b"hands"), "aGFuZHM=");
//! assert_eq!(base64::decode("aGFuZHM=").as_deref(), Some(&b"hands"[..]));
//! ```

use std::io::{self, Write};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Groups written at a time.
const GROUPS: usize = 1024;

/// Encodes three bytes as four characters.
fn digits([a, b, c]: [u8; 3]) -> [u8; 4] {
    let bits = u32::from_be_bytes([0, a, b, c]);
    [18, 12, 6, 0].map(|shift| {
        let index = usize::try_from(bits >> shift & 63).unwrap_or(0);
        ALPHABET.get(index).copied().unwrap_or(b'A')
    })
}

/// Encodes the last one or two bytes with padding.
fn last_digits(rest: &[u8]) -> Option<[u8; 4]> {
    let (mut group, mut digits_of) = ([0; 3], [b'='; 4]);
    for (byte, &given) in group.iter_mut().zip(rest) {
        *byte = given;
    }
    for (digit, given) in digits_of.iter_mut().zip(digits(group)).take(rest.len() + 1) {
        *digit = given;
    }
    (!rest.is_empty()).then_some(digits_of)
}

/// Encodes bytes.
pub fn encode(bytes: &[u8]) -> String {
    let (groups, rest) = bytes.as_chunks::<3>();
    let mut text = String::with_capacity(bytes.len().div_ceil(3).saturating_mul(4));
    let all = groups.iter().map(|&group| digits(group)).chain(last_digits(rest));
    text.extend(all.flatten().map(char::from));
    text
}

/// Streaming encoder. [`finish`](Self::finish) must be called at the end.
#[derive(Debug)]
pub struct Encoder<W> {
    out: W,
    /// Up to two bytes that wait for a complete group.
    waiting: Vec<u8>,
}

impl<W: Write> Encoder<W> {
    /// Writes into `out`.
    pub const fn new(out: W) -> Self {
        Self { out, waiting: Vec::new() }
    }

    /// Writes the last group with its padding.
    pub fn finish(mut self) -> io::Result<W> {
        if let Some(digits) = last_digits(&self.waiting) {
            self.out.write_all(&digits)?;
        }
        Ok(self.out)
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.waiting);
        all.extend_from_slice(bytes);
        let (groups, rest) = all.as_chunks::<3>();
        self.waiting = rest.to_vec();
        for groups in groups.chunks(GROUPS) {
            let text: Vec<u8> = groups.iter().flat_map(|&group| digits(group)).collect();
            self.out.write_all(&text)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Decodes a text; `None` if it is not base64: invalid character, missing padding, or non-zero unused bits.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let (groups, rest) = text.as_bytes().as_chunks::<4>();
    if !rest.is_empty() {
        return None;
    }
    let mut bytes = Vec::with_capacity(groups.len() * 3);
    for (n, group) in groups.iter().enumerate() {
        let padding = group.iter().rev().take_while(|&&c| c == b'=').count();
        if padding > 2 || (padding > 0 && n + 1 < groups.len()) {
            return None;
        }
        let mut bits: u32 = 0;
        for &c in group.iter().take(4 - padding) {
            let value = ALPHABET.iter().position(|&digit| digit == c)?;
            bits = bits << 6 | u32::try_from(value).ok()?;
        }
        bits <<= 6 * padding;
        let [_, a, b, c] = bits.to_be_bytes();
        let kept = 3 - padding;
        // Unused bits must be 0, so that each value has one encoding.
        if [a, b, c].iter().skip(kept).any(|&byte| byte != 0) {
            return None;
        }
        bytes.extend([a, b, c].iter().take(kept));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_rfc_hold_both_ways_however_they_are_cut() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
            for piece in [1, 2, 4, 100] {
                let mut encoder = Encoder::new(Vec::new());
                for part in bytes.as_bytes().chunks(piece) {
                    encoder.write_all(part).unwrap();
                }
                assert_eq!(encoder.finish().unwrap(), text.as_bytes());
            }
        }
    }

    #[test]
    fn every_byte_survives() {
        let all: Vec<u8> = (0..=255).cycle().take(GROUPS * 7 + 2).collect();
        let text = encode(&all);
        assert_eq!(decode(&text).as_deref(), Some(&all[..]));
        let mut encoder = Encoder::new(Vec::new());
        encoder.write_all(&all).unwrap();
        assert_eq!(encoder.finish().unwrap(), text.as_bytes());
    }

    #[test]
    fn what_is_not_base64_is_refused() {
        for text in ["Z", "Zg", "Zg=", "====", "Zg==Zg==", "Zh==", "Zm9=", "Zm-v", "Z=9v", "Zm9v\n"]
        {
            assert_eq!(decode(text), None, "{text:?}");
        }
    }
}
