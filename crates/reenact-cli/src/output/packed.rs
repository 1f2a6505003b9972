//! Compression of an output file, by its extension.

use std::io::{self, Write};

use flate2::write::GzEncoder;
use reenact_convert::Compression;

/// Compressing writer.
pub(super) enum Packed<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> Packed<W> {
    pub(super) fn new(compression: Compression, writer: W) -> io::Result<Self> {
        Ok(match compression {
            Compression::None => Self::Plain(writer),
            // No timestamp in the header, so the same recording gives the same bytes.
            Compression::Gzip => Self::Gzip(GzEncoder::new(writer, flate2::Compression::default())),
            Compression::Zstd => {
                let mut encoder = zstd::Encoder::new(writer, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
        })
    }

    /// Finishes the compressed stream and returns the writer.
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

    /// Does not flush the encoder, which would end a block early. [`finish`](Self::finish) writes the rest.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(writer) => writer.flush(),
            Self::Gzip(_) | Self::Zstd(_) => Ok(()),
        }
    }
}
