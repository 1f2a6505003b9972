//! Journal of a recording in progress: frames in checksummed chunks that are only ever appended.
//!
//! A process or device that stops in the middle of a recording leaves a journal that holds everything up to the last chunk.
//! All numbers are little-endian.
//!
//! | at | size | field | notes |
//! |---:|-----:|---|---|
//! | 0 | 8 | magic number | `RNACTJNL` |
//! | 8 | 4 | version | 1 |
//! | 12 | 1 | version of the recording | 0: 1.0, 1: 1.1 |
//! | 13 | 1 | layout of the recording | 0: mrtk, 1: published |
//! | 14 | 1 | marker list of the recording | 0 or 1 |
//! | 15 | 1 | reserved | 0 |
//! | 16 | 4 | checksum | CRC-32 of the 16 bytes before |
//!
//! Chunks follow, each with a header and its entries:
//!
//! | size | field | notes |
//! |-----:|---|---|
//! | 4 | length | bytes of all entries |
//! | 4 | number | 0 for the first chunk, and one more for each |
//! | 4 | checksum | CRC-32 of length, number and entries |
//!
//! An entry is one of these:
//!
//! | entry | bytes |
//! |---|---|
//! | frame | `1`, time (`f64`), bits (`u64`), then for each pose bit that is set 7 `f32`, for the gaze bit 6 `f32` |
//! | marker | `2`, time (`f64`), length of the name (`u32`), name (UTF-8) |
//! | end | `3`: the recording was ended, nothing follows |
//!
//! Bits of a frame: 0 the camera, 1 – 27 the joint slots of the left hand and 28 – 54 those of the right one in file order,
//! 55 the gaze; then states: 56 left tracked, 57 right tracked, 58 left pinching, 59 right pinching.

mod read;
mod write;

pub use read::{JournalContents, may_be_journal, read_journal};
pub use write::JournalWriter;

/// The first bytes of a journal.
const MAGIC: [u8; 8] = *b"RNACTJNL";
/// Version of the journal that is written.
const VERSION: u32 = 1;
/// Bytes before the first chunk.
const HEADER_BYTES: usize = 20;
/// Bytes before the entries of a chunk.
const CHUNK_HEADER_BYTES: usize = 12;

/// Kinds of entries.
const FRAME: u8 = 1;
const MARKER: u8 = 2;
const END: u8 = 3;

/// CRC-32 (IEEE 802.3) of byte strings one after the other.
fn crc32(parts: &[&[u8]]) -> u32 {
    let bytes = parts.iter().copied().flatten();
    let crc = bytes.fold(u32::MAX, |crc, &byte| {
        let [low, ..] = (crc ^ u32::from(byte)).to_le_bytes();
        let entry = CRC_TABLE.get(usize::from(low)).copied().unwrap_or_default();
        entry ^ crc >> 8
    });
    !crc
}

/// Remainder of every byte, for the reversed polynomial.
const CRC_TABLE: [u32; 256] = crc_table();

#[expect(clippy::indexing_slicing, reason = "evaluated when the library is built")]
#[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "counts to 255")]
const fn crc_table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut number = 0;
    while number < table.len() {
        let mut crc = number as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xedb8_8320 ^ crc >> 1 } else { crc >> 1 };
            bit += 1;
        }
        table[number] = crc;
        number += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!(crc32(&[b"123456789"]), 0xcbf4_3926);
        assert_eq!(crc32(&[b"1234", b"", b"56789"]), 0xcbf4_3926);
        assert_eq!(crc32(&[]), 0);
    }
}
