//! Bytes at places: in memory, or in a file that is read piece by piece.

use std::io;

use crate::error::{Error, ErrorKind, Field, Result};
use crate::number::len_u64;

/// Something that can be read at any place: a slice, or a file with positioned reads.
///
/// An [`Index`](crate::Index) is made through this, touching only the few hundred places where curves
/// start, so that a file need not be read or mapped for it.
pub trait ReadAt {
    /// How many bytes there are.
    fn len(&self) -> u64;

    /// Fills `buffer` from `offset` on. The range is within [`len`](Self::len).
    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// Whether there are no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What the parser asks for bytes: a look at a place, without moving or copying where that can be.
pub(super) trait Source {
    fn len(&self) -> u64;

    /// The bytes from `offset` on, `len` of them or as many as are left.
    fn peek_up_to(&mut self, offset: u64, len: usize) -> Result<&[u8]>;

    /// Exactly `len` bytes, or the error that they are missing in `field`.
    fn peek(&mut self, offset: u64, len: usize, field: Field) -> Result<&[u8]> {
        let needed = len_u64(len);
        self.check(offset, needed, field)?;
        self.peek_up_to(offset, len)
    }

    fn array<const N: usize>(&mut self, offset: u64, field: Field) -> Result<[u8; N]> {
        let bytes = self.peek(offset, N, field)?;
        // `peek` gives N bytes or fails; the file shrinking under us is the only way past it.
        <[u8; N]>::try_from(bytes).map_err(|_| shrunk())
    }

    /// Fails unless `needed` bytes follow `offset`.
    fn check(&self, offset: u64, needed: u64, field: Field) -> Result<()> {
        let left = self.len().saturating_sub(offset);
        if needed > left {
            return Err(Error::at(ErrorKind::Truncated { needed, left }, field, offset));
        }
        Ok(())
    }
}

fn shrunk() -> Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the file became shorter while it was read").into()
}

impl Source for &[u8] {
    fn len(&self) -> u64 {
        len_u64((**self).len())
    }

    fn peek_up_to(&mut self, offset: u64, len: usize) -> Result<&[u8]> {
        let rest =
            usize::try_from(offset).ok().and_then(|offset| self.get(offset..)).unwrap_or_default();
        Ok(rest.get(..len).unwrap_or(rest))
    }
}

/// Reads through a small window, so that what lies close together costs one read.
pub(super) struct Windowed<'r, R: ?Sized> {
    reader: &'r R,
    len: u64,
    start: u64,
    window: Vec<u8>,
}

/// A page: reading less costs the same.
const WINDOW: usize = 4096;

/// How far before the asked-for place the window starts: the last key of the curve before it.
const LOOK_BEHIND: u64 = 32;

impl<'r, R: ReadAt + ?Sized> Windowed<'r, R> {
    pub(super) fn new(reader: &'r R) -> Self {
        Self { reader, len: reader.len(), start: 0, window: Vec::new() }
    }
}

impl<R: ReadAt + ?Sized> Source for Windowed<'_, R> {
    fn len(&self) -> u64 {
        self.len
    }

    fn peek_up_to(&mut self, offset: u64, len: usize) -> Result<&[u8]> {
        let left = usize::try_from(self.len.saturating_sub(offset)).unwrap_or(usize::MAX);
        let len = len.min(left);
        let end = offset + len_u64(len);
        if offset < self.start || end > self.start + len_u64(self.window.len()) {
            let start = offset.saturating_sub(LOOK_BEHIND);
            let ask = len_u64(WINDOW).max(end - start).min(self.len - start);
            // At most what is left in the file, so a hostile length cannot make it large.
            self.window.resize(usize::try_from(ask).map_err(|_| shrunk())?, 0);
            self.reader.read_exact_at(start, &mut self.window)?;
            self.start = start;
        }
        let at = usize::try_from(offset - self.start).map_err(|_| shrunk())?;
        self.window.get(at..at + len).ok_or_else(shrunk)
    }
}

impl ReadAt for [u8] {
    fn len(&self) -> u64 {
        len_u64(<[u8]>::len(self))
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).map_err(io::Error::other)?;
        let bytes = self.get(start..).and_then(|rest| rest.get(..buffer.len()));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}
