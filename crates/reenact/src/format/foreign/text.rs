//! Text files of the "4D Holographic Tutorials" apps: recognized, but not read.
//!
//! The first line is the magic number in decimal. Three lines of `True` or `False` follow, then
//! `REFERENCE_COORDINATE_SYSTEM` and a pose: ten numbers (T10), or seventeen (T17) with global position and
//! rotation.

use crate::error::{Error, ErrorKind};

/// The magic number in decimal.
const START: &[u8] = b"7678548776933278406";
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const REFERENCE: &str = "REFERENCE_COORDINATE_SYSTEM";

/// Bytes that [`may_start`] needs.
pub(super) const START_BYTES: usize = BYTE_ORDER_MARK.len() + START.len() + 1;
/// Bytes that [`refusal`] needs.
pub(super) const LOOK_BYTES: usize = 4096;

/// Whether the first line is the magic number in decimal.
pub(super) fn may_start(start: &[u8]) -> bool {
    let text = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start);
    text.strip_prefix(START).is_some_and(|rest| matches!(rest.first(), None | Some(b'\r' | b'\n')))
}

/// Error for such a file, with the name of its form.
pub(super) fn refusal(start: &[u8]) -> Error {
    let text = String::from_utf8_lossy(start);
    let mut lines = text.lines().map(str::trim).skip_while(|line| *line != REFERENCE).skip(1);
    // If the decimal separator is a comma, only the space after it marks the separator between numbers.
    let numbers = lines.next().map(|pose| [pose.split(", ").count(), pose.split(',').count()]);
    let form = match numbers {
        Some([10, _] | [_, 10]) => Some("T10"),
        Some([17, _] | [_, 17]) => Some("T17"),
        _ => None,
    };
    Error::new(ErrorKind::TextForm { form })
}
