//! Buffered text output.

use std::io::{self, Write};

use reenact_base::number::json_word;

use crate::Losses;

/// Buffer size at which it is written. One item (a key, a cell) is far smaller than the reserve above it.
const FULL_BYTES: usize = 1 << 16;

/// Buffer in front of a writer, with number formatting.
pub(crate) struct Out<'w, W> {
    buffer: Vec<u8>,
    writer: &'w mut W,
    nan_payloads: usize,
}

#[allow(dead_code, reason = "no format needs all of it")]
impl<'w, W: Write> Out<'w, W> {
    pub(crate) fn new(writer: &'w mut W) -> Self {
        Self { buffer: Vec::with_capacity(FULL_BYTES + (1 << 12)), writer, nan_payloads: 0 }
    }

    /// Appends text unchanged.
    pub(crate) fn text(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Appends one ASCII character.
    pub(crate) fn byte(&mut self, byte: u8) {
        self.buffer.push(byte);
    }

    /// Appends an integer without the formatting machinery: tables have millions of them.
    pub(crate) fn i32(&mut self, value: i32) {
        if value < 0 {
            self.byte(b'-');
        }
        let (mut rest, mut scale) = (value.unsigned_abs(), 1_u32);
        while rest / scale >= 10 {
            scale *= 10;
        }
        while scale > 0 {
            let digit = u8::try_from(rest / scale).unwrap_or(0);
            self.byte(b'0' + digit);
            rest %= scale;
            scale /= 10;
        }
    }

    /// Current position for [`rewind`](Self::rewind); valid until the next [`flush_if_full`](Self::flush_if_full).
    pub(crate) fn mark(&self) -> usize {
        self.buffer.len()
    }

    /// Removes everything appended since a mark.
    pub(crate) fn rewind(&mut self, mark: usize) {
        self.buffer.truncate(mark);
    }

    /// Appends a number as the shortest decimal that rounds to it, or as one of three words.
    pub(crate) fn float(&mut self, value: f32, quote: &str) {
        let Some(word) = json_word(value) else {
            return self.text(zmij::Buffer::new().format_finite(value));
        };
        if value.is_nan() && value.to_bits() != f32::NAN.to_bits() {
            self.nan_payloads += 1;
        }
        self.text(quote);
        self.text(word);
        self.text(quote);
    }

    /// Appends a finite number that exceeds the precision of `f32`.
    pub(crate) fn double(&mut self, value: f64) {
        self.text(zmij::Buffer::new().format_finite(value));
    }

    /// Appends an integer.
    pub(crate) fn integer(&mut self, value: impl std::fmt::Display) -> io::Result<()> {
        write!(self.buffer, "{value}")
    }

    /// Writes the buffer if it is full. Call it often.
    pub(crate) fn flush_if_full(&mut self) -> io::Result<()> {
        if self.buffer.len() < FULL_BYTES {
            return Ok(());
        }
        self.flush_buffer()
    }

    /// Writes the rest of the buffer and returns the losses.
    pub(crate) fn finish(mut self) -> io::Result<Losses> {
        self.flush_buffer()?;
        self.writer.flush()?;
        Ok(Losses { nan_payloads: self.nan_payloads, ..Losses::default() })
    }

    fn flush_buffer(&mut self) -> io::Result<()> {
        self.writer.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(value: f32) -> String {
        let mut text = Vec::new();
        let mut out = Out::new(&mut text);
        out.float(value, "\"");
        let _ = out.finish().unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_number_is_short_and_reads_as_floating_point() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (1.6, "1.6"),
            (16_777_216.0, "16777216.0"),
            (f32::MAX, "3.4028235e+38"),
            (1e-45, "1e-45"),
            (f32::NAN, "\"NaN\""),
            (f32::INFINITY, "\"Infinity\""),
            (f32::NEG_INFINITY, "\"-Infinity\""),
        ] {
            assert_eq!(text_of(value), text);
        }
    }

    #[test]
    fn every_kind_of_number_reads_back_to_the_bit() {
        // Every exponent and a spread of mantissas.
        for bits in (0..=u32::MAX).step_by(4_999) {
            let value = f32::from_bits(bits);
            if value.is_finite() {
                let text = text_of(value);
                assert_eq!(text.parse::<f32>().unwrap().to_bits(), bits, "{text}");
            }
        }
    }
}
