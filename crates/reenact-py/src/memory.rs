//! Failed allocation as `MemoryError`.
//!
//! Where Rust's allocator finds no memory, the process ends. Large work therefore asks for its memory before it begins.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Memory for what is not counted: threads, lists of times, what Python makes of the result.
const MARGIN_BYTES: usize = 32 << 20;

/// Memory of a frame on its way into a table or an array: its values, a copy as columns, its times and states.
const FRAME_BYTES: usize = 8 << 10;

/// Fails with `MemoryError` if there is no memory for work on this number of 4-byte values.
pub(crate) fn check(values: usize) -> PyResult<()> {
    let bytes = values.saturating_mul(4).saturating_add(MARGIN_BYTES);
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        return Err(none_for(bytes));
    }
    Ok(())
}

/// Fails with `MemoryError` if there is no memory for a table or an array with this number of frames.
pub(crate) fn check_frames(frames: usize) -> PyResult<()> {
    check(frames.saturating_mul(FRAME_BYTES / 4))
}

/// Error of a failed allocation.
pub(crate) fn none_for(bytes: usize) -> PyErr {
    let megabytes = bytes / 1_000_000;
    PyMemoryError::new_err(format!(
        "no memory for {megabytes} MB: choose a lower rate or a shorter range"
    ))
}
