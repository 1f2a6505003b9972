//! Decompression of files.

use std::io::{self, BufRead, Read};

use flate2::bufread::MultiGzDecoder;

use crate::Compression;

/// Largest window of a Zstandard frame, as a power of two: 128 MB, like the `zstd` program without `--long`. It limits the memory
/// of decompression.
const MAX_WINDOW_LOG: u32 = 27;

/// Decompresses a stream.
///
/// ```
/// use std::io::Read;
/// use reenact_convert::{Compression, unpack};
///
/// let bytes = b"not compressed";
/// let mut unpacked = Vec::new();
/// unpack(Compression::of_bytes(bytes), &bytes[..])?.read_to_end(&mut unpacked)?;
/// assert_eq!(unpacked, bytes);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn unpack<'r>(
    compression: Compression,
    reader: impl BufRead + 'r,
) -> io::Result<Box<dyn Read + 'r>> {
    Ok(match compression {
        Compression::None => Box::new(reader),
        Compression::Gzip => Box::new(MultiGzDecoder::new(reader)),
        Compression::Zstd => {
            let mut decoder = zstd::Decoder::with_buffer(reader)?;
            decoder.window_log_max(MAX_WINDOW_LOG)?;
            Box::new(decoder)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `hello` compressed by `zstd`, with a checksum.
    const HELLO: [u8; 18] = [
        0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x29, 0x00, 0x00, b'h', b'e', b'l', b'l', b'o', 0xa3,
        0x6d, 0x9f, 0x88,
    ];

    fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut data = Vec::new();
        unpack(Compression::of_bytes(bytes), bytes)?.read_to_end(&mut data)?;
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
