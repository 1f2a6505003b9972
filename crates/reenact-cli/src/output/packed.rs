//! Compression of an output file, by the ending of its name.

use std::io::{self, Write};

use flate2::write::GzEncoder;
use reenact_convert::Compression;

/// A writer that compresses.
pub(super) enum Packed<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> Packed<W> {
    pub(super) fn new(compression: Compression, writer: W) -> io::Result<Self> {
        Ok(match compression {
            Compression::None => Self::Plain(writer),
            // Without a time in its header, the same recording gives the same bytes.
            Compression::Gzip => Self::Gzip(GzEncoder::new(writer, flate2::Compression::default())),
            Compression::Zstd => {
                let mut encoder = zstd::Encoder::new(writer, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
        })
    }

    /// Writes what is left, and gives back the writer.
    pub(super) fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(writer) => Ok(writer),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for Packed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(writer) => writer.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Zstd(encoder) => encoder.write(bytes),
        }
    }

    /// Flushing an encoder would end a block in the middle of the data: what it holds back is written by [`finish`](Self::finish).
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(writer) => writer.flush(),
            Self::Gzip(_) | Self::Zstd(_) => Ok(()),
        }
    }
}
