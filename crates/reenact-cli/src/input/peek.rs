//! First bytes of a stream.

use std::io::{self, Read};

use reenact_convert::START_BYTES;

/// Returns the first bytes of a stream, and the whole stream again. A pipe may return fewer bytes per read,
/// so they are collected.
pub(super) fn peek<R: Read>(mut reader: R) -> io::Result<(Vec<u8>, impl Read + use<R>)> {
    let mut start = Vec::new();
    let most = u64::try_from(START_BYTES).unwrap_or(u64::MAX);
    reader.by_ref().take(most).read_to_end(&mut start)?;
    let whole = io::Cursor::new(start.clone()).chain(reader);
    Ok((start, whole))
}
