//! Random access to the bytes of a file, in memory or through positioned reads.

use std::io;

use crate::error::{Error, ErrorKind, Field, Result};
use reenact_base::number::len_u64;

/// Random access to bytes: a slice, or a file with positioned reads.
///
/// An [`Index`](crate::Index) is built through this trait. It reads only the few hundred places where curves
/// start, so the file need not be read or mapped as a whole.
pub trait ReadAt {
    /// Number of bytes.
    fn len(&self) -> u64;

    /// Fills `buffer` from `offset` on. The range is within [`len`](Self::len).
    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// Whether there are no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Byte access for the parser: borrows without copying where possible.
pub(super) trait Source {
    fn len(&self) -> u64;

    /// Borrows `len` bytes from `offset` on, or as many as remain.
    fn peek_up_to(&mut self, offset: u64, len: usize) -> Result<&[u8]>;

    /// Borrows exactly `len` bytes; fails as truncated in `field` if fewer remain.
    fn peek(&mut self, offset: u64, len: usize, field: Field) -> Result<&[u8]> {
        let needed = len_u64(len);
        self.check(offset, needed, field)?;
        self.peek_up_to(offset, len)
    }

    fn array<const N: usize>(&mut self, offset: u64, field: Field) -> Result<[u8; N]> {
        let bytes = self.peek(offset, N, field)?;
        // `peek` returns N bytes or fails. A different length means that the file shrank meanwhile.
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

/// Reads a file through a small buffer, so that nearby accesses cost one read.
pub(super) struct Windowed<'r, R: ?Sized> {
    reader: &'r R,
    len: u64,
    start: u64,
    window: Vec<u8>,
}

/// Buffer size: one page, as smaller reads cost the same.
const WINDOW: usize = 4096;

/// Bytes before the requested offset to buffer as well: they hold the last key of the previous curve.
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
            // Bounded by the bytes left in the file, so a hostile length cannot cause a large allocation.
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
