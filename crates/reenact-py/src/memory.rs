//! Checks for sufficient memory, with `MemoryError` on failure.
//!
//! If an allocation fails, Rust aborts the process. So large work checks that its memory is available before it starts.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Allowance for threads, lists of times, and the Python objects of the result.
const MARGIN_BYTES: usize = 32 << 20;

/// Memory per frame in a table or an array: values, a copy as columns, times and states.
const FRAME_BYTES: usize = 8 << 10;

/// Fails with `MemoryError` if there is not enough memory for work on this number of 4-byte values.
pub(crate) fn check(values: usize) -> PyResult<()> {
    let bytes = values.saturating_mul(4).saturating_add(MARGIN_BYTES);
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        return Err(none_for(bytes));
    }
    Ok(())
}

/// Fails with `MemoryError` if there is not enough memory for a table or an array with this number of frames.
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
