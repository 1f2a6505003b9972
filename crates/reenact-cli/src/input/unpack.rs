//! Decompression of recordings.

use std::io::{self, BufRead, Read};

use flate2::bufread::MultiGzDecoder;
use reenact_convert::any::{Compression, Format};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The bytes of a stream without their compression.
pub(super) fn unpack<'r>(
    compression: Compression,
    reader: impl BufRead + 'r,
) -> Box<dyn Read + 'r> {
    match compression {
        Compression::None => Box::new(reader),
        Compression::Gzip => Box::new(MultiGzDecoder::new(reader)),
        Compression::Zstd => {
            Box::new(Zstd { reader, decoder: FrameDecoder::new(), is_inside: false })
        }
    }
}

/// The first bytes of a stream, and the whole stream again. A pipe may give less than is asked for, so they are collected.
pub(super) fn peek<R: Read>(mut reader: R) -> io::Result<(Vec<u8>, impl Read + use<R>)> {
    let mut start = Vec::new();
    let most = u64::try_from(Format::START_BYTES).unwrap_or(u64::MAX);
    reader.by_ref().take(most).read_to_end(&mut start)?;
    let whole = io::Cursor::new(start.clone()).chain(reader);
    Ok((start, whole))
}

/// All frames of a Zstandard stream, one after another.
struct Zstd<R> {
    reader: R,
    decoder: FrameDecoder,
    is_inside: bool,
}

impl<R: BufRead> Zstd<R> {
    /// Goes to the next frame with data; whether there is one.
    fn enter(&mut self) -> io::Result<bool> {
        while !self.reader.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.reader) {
                Ok(()) => {
                    self.is_inside = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut (&mut self.reader).take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    /// Leaves a frame that is at its end, if its checksum is right.
    fn leave(&mut self) -> io::Result<()> {
        self.is_inside = false;
        let stored = self.decoder.get_checksum_from_data();
        if stored.is_some() && stored != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("the checksum is wrong: the data is damaged"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_inside && !self.enter()? {
                return Ok(0);
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.reader, one).map_err(io::Error::other)?;
            }
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            self.leave()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `hello` by `zstd`, with its checksum.
    const HELLO: [u8; 18] = [
        0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x29, 0x00, 0x00, b'h', b'e', b'l', b'l', b'o', 0xa3,
        0x6d, 0x9f, 0x88,
    ];

    fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut data = Vec::new();
        unpack(Compression::of_bytes(bytes), bytes).read_to_end(&mut data)?;
        Ok(data)
    }

    #[test]
    fn frames_follow_one_another_and_empty_ones_are_skipped() {
        let skipped = [0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9];
        let stream = [&skipped[..], &HELLO, &skipped, &HELLO, &skipped].concat();
        assert_eq!(unpacked(&stream).unwrap(), b"hellohello");
    }

    #[test]
    fn a_wrong_checksum_and_a_cut_stream_are_errors() {
        let mut wrong = HELLO;
        wrong[10] = b'a';
        assert!(unpacked(&wrong).is_err());
        for end in 5..HELLO.len() {
            assert!(unpacked(&HELLO[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn what_is_not_compressed_stays_as_it_is() {
        assert_eq!(unpacked(b"plain").unwrap(), b"plain");
        assert_eq!(unpacked(b"").unwrap(), b"");
    }
}
