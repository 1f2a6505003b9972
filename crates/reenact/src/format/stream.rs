//! Reading from a stream without seeking: a pipe, a socket, a decompressor.

use std::io::Read;

use super::index::{Index, ReadOptions};
use super::may_be_recording;
use crate::error::{Error, Result};
use crate::recording::Recording;
use reenact_base::number::len_u64;

/// Bytes read before deciding whether the stream can be a recording.
const START_BYTES: u64 = 64;

impl Recording {
    /// Reads a recording from a stream up to its end. Stops early if the first bytes are not those of a
    /// recording.
    ///
    /// Memory: a buffer for the whole stream, which doubles as it grows.
    pub fn read(reader: impl Read) -> Result<Self> {
        Self::read_with(reader, &ReadOptions::default())
    }

    /// Reads a recording from a stream up to its end, with options.
    pub fn read_with(reader: impl Read, options: &ReadOptions) -> Result<Self> {
        let limit = options.max_bytes.unwrap_or(u64::MAX);
        let mut bytes = Vec::new();
        // One byte more than the limit distinguishes a stream of exactly that length from a longer one. The
        // first bytes are read whatever the limit, for a precise error.
        let mut reader = reader.take(limit.saturating_add(1).max(START_BYTES));
        reader.by_ref().take(START_BYTES).read_to_end(&mut bytes)?;
        // If not, the index below fails on the first bytes.
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
