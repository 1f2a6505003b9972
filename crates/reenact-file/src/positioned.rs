//! Positioned reads of a file.

use std::fs::File;
use std::io;

use reenact::{Error, ReadAt};

/// File with positioned reads.
pub(crate) struct PositionedFile<'f> {
    file: &'f File,
    len: u64,
}

impl<'f> PositionedFile<'f> {
    pub(crate) fn new(file: &'f File) -> Result<Self, Error> {
        Ok(Self { file, len: file.metadata()?.len() })
    }
}

impl ReadAt for PositionedFile<'_> {
    fn len(&self) -> u64 {
        self.len
    }

    #[cfg(unix)]
    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self.file, buffer, offset)
    }

    #[cfg(windows)]
    fn read_exact_at(&self, offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        let mut at = offset;
        while !buffer.is_empty() {
            let read = std::os::windows::fs::FileExt::seek_read(self.file, buffer, at)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            at += u64::try_from(read).map_err(io::Error::other)?;
            buffer = buffer.get_mut(read..).unwrap_or_default();
        }
        Ok(())
    }

    /// Platforms without positioned reads (browsers) have no files.
    #[cfg(not(any(unix, windows)))]
    fn read_exact_at(&self, _: u64, _: &mut [u8]) -> io::Result<()> {
        _ = self.file;
        Err(io::ErrorKind::Unsupported.into())
    }
}
