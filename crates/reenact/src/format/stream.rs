//! Reading from something that cannot go back: a pipe, a socket, a decompressor.

use std::io::Read;

use super::index::{Index, ReadOptions};
use super::may_be_recording;
use crate::error::{Error, Result};
use crate::number::len_u64;
use crate::recording::Recording;

/// Bytes of a stream that are read before it is known whether it can be a recording.
const START_BYTES: u64 = 64;

impl Recording {
    /// Reads a recording to the end of a stream. A stream that does not start as a recording is read no further than that.
    ///
    /// Holds the bytes of the stream; while these come in, a buffer that doubles.
    pub fn read(reader: impl Read) -> Result<Self> {
        Self::read_with(reader, &ReadOptions::default())
    }

    /// Reads a recording to the end of a stream, with options.
    pub fn read_with(reader: impl Read, options: &ReadOptions) -> Result<Self> {
        let limit = options.max_bytes.unwrap_or(u64::MAX);
        let mut bytes = Vec::new();
        // One byte more than is allowed tells a full stream from one that goes on; and whatever is allowed, the first bytes are
        // looked at, to say what this is.
        let mut reader = reader.take(limit.saturating_add(1).max(START_BYTES));
        reader.by_ref().take(START_BYTES).read_to_end(&mut bytes)?;
        // Whatever else follows, the index below fails at the first bytes.
        let may_be_recording = may_be_recording(&bytes);
        if may_be_recording {
            reader.read_to_end(&mut bytes)?;
        }
        if may_be_recording && len_u64(bytes.len()) > limit {
            return Err(Error::too_large(limit));
        }
        bytes.shrink_to_fit();
        let index = Index::of(&bytes, options)?;
        Self::from_index(bytes, index)
    }
}
