//! Bytes as text that may stand in a page.

use std::io::{self, Write};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes bytes as base64 (RFC 4648, section 4), as they come.
pub(super) struct Encoder<W> {
    out: W,
    /// Fewer than three, which wait for others.
    waiting: Vec<u8>,
    /// Characters that may still be written.
    room: usize,
}

impl<W: Write> Encoder<W> {
    /// Writes no more than so many characters: more is an error of kind [`io::ErrorKind::FileTooLarge`].
    pub(super) const fn new(out: W, room: usize) -> Self {
        Self { out, waiting: Vec::new(), room }
    }

    /// Writes what is left, and the padding.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return Ok(());
        }
        let kept = waiting.len() + 1;
        let byte = |place: usize| waiting.get(place).copied().unwrap_or(0);
        let mut digits = digits([byte(0), byte(1), byte(2)]);
        digits.iter_mut().skip(kept).for_each(|digit| *digit = b'=');
        self.put(&digits)
    }

    fn put(&mut self, text: &[u8]) -> io::Result<()> {
        self.room = self.room.checked_sub(text.len()).ok_or(io::ErrorKind::FileTooLarge)?;
        self.out.write_all(text)
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.waiting);
        all.extend_from_slice(bytes);
        let (groups, rest) = all.as_chunks::<3>();
        let text: Vec<u8> = groups.iter().flat_map(|&group| digits(group)).collect();
        self.waiting = rest.to_vec();
        self.put(&text)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn digits([a, b, c]: [u8; 3]) -> [u8; 4] {
    let bits = u32::from_be_bytes([0, a, b, c]);
    [18, 12, 6, 0].map(|shift| {
        let index = usize::try_from(bits >> shift & 63).unwrap_or(0);
        ALPHABET.get(index).copied().unwrap_or(b'A')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_specification_come_out_however_they_are_cut() {
        let examples =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (bytes, text) in examples {
            for piece in [1, 2, 4, 100] {
                let mut out = Vec::new();
                let mut encoder = Encoder::new(&mut out, 100);
                for part in bytes.as_bytes().chunks(piece) {
                    encoder.write_all(part).unwrap();
                }
                encoder.finish().unwrap();
                assert_eq!(String::from_utf8(out).unwrap(), text);
            }
        }
    }

    #[test]
    fn more_than_there_is_room_for_is_refused() {
        let mut encoder = Encoder::new(Vec::new(), 7);
        encoder.write_all(b"foo").unwrap();
        let error = encoder.write_all(b"bar").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }
}
