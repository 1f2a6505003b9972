//! Recognises a variant in the wild: apps descended from ETH's "4D Holographic Tutorials".
//!
//! Same magic, no version numbers: at byte 8 three flag bytes, then the curves (ten a pose), then a count
//! of object tracks, each a string and ten curves, then the markers. We only say what it is.

use super::source::Source;
use crate::curve::WrapMode;
use crate::error::Result;

const FLAGS_AT: u64 = 8;
const FIRST_CURVE_AT: u64 = 11;

/// Whether a file whose version makes no sense is one of the fork's.
pub(super) fn is_it(source: &mut impl Source) -> Result<bool> {
    let Ok(&flags) = <&[u8; 3]>::try_from(source.peek_up_to(FLAGS_AT, 3)?) else {
        return Ok(false);
    };
    if flags.iter().any(|&flag| flag > 1) {
        return Ok(false);
    }
    let words = source.peek_up_to(FIRST_CURVE_AT, 12)?.as_chunks::<4>().0;
    let words: Vec<i32> = words.iter().map(|&word| i32::from_le_bytes(word)).collect();
    Ok(match (flags, words.as_slice()) {
        // No tracks: a count of objects, then one's name. Nothing to compare the count with but sense.
        ([0, 0, 0], [objects, ..]) => (1..0x1_0000).contains(objects),
        // A curve's header: two wrap modes that Unity knows and a count.
        (_, &[pre_wrap, post_wrap, count]) => {
            WrapMode(pre_wrap).is_known() && WrapMode(post_wrap).is_known() && count >= 0
        }
        _ => false,
    })
}
