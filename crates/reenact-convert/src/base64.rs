//! Bytes as text, with the alphabet of RFC 4648 section 4 and padding.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Four characters for up to three bytes.
pub(crate) fn encode(bytes: &[u8]) -> impl Iterator<Item = char> {
    bytes.chunks(3).flat_map(|group| {
        let byte = |n: usize| u32::from(group.get(n).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digits = [18, 12, 6, 0].map(|shift| digit(bits >> shift & 63));
        let kept = group.len() + 1;
        digits.into_iter().enumerate().map(move |(n, digit)| if n < kept { digit } else { '=' })
    })
}

fn digit(value: u32) -> char {
    let index = usize::try_from(value).unwrap_or(0);
    ALPHABET.get(index).map_or('A', |&digit| char::from(digit))
}

/// The bytes; `None` where it is not base64: a foreign character, no padding, bits left over.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
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
        // Bits that no byte takes must be 0, so that there is one text for each value.
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
    fn the_examples_of_the_rfc_hold_both_ways() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()).collect::<String>(), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
    }

    #[test]
    fn every_byte_survives() {
        let all: Vec<u8> = (0..=255).chain([255, 0]).collect();
        assert_eq!(decode(&encode(&all).collect::<String>()), Some(all));
    }

    #[test]
    fn what_is_not_base64_is_refused() {
        for text in ["Z", "Zg", "Zg=", "====", "Zg==Zg==", "Zh==", "Zm9=", "Zm-v", "Z=9v", "Zm9v\n"]
        {
            assert_eq!(decode(text), None, "{text:?}");
        }
    }
}
