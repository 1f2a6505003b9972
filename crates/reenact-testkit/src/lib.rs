//! Test support for the other crates: test recordings, reference implementations, memory and growth measurements.
//!
//! * `arbitrary` (a feature): recordings of any form, tracks and numbers, for property tests.
//! * [`corpus`]: the recordings in `testdata/`.
//! * [`dense`]: the largest error of an edited recording over all times.
//! * [`foreign`]: files in the forms that Reenact reads but does not write.
//! * [`rdp`]: a reference Ramer–Douglas–Peucker, to compare reductions with.
//! * [`heap`]: an allocator that counts.
//! * [`growth`]: check that the time of a reader is linear in its input.
//!
//! For dev-dependencies and benchmarks only. It depends on the crates under test, so their tests under `tests/` can use it; unit
//! tests inside `reenact` itself cannot, because they would link that crate twice.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "in a test a panic is a failure, and that is what it is for"
)]

#[cfg(feature = "arbitrary")]
pub mod arbitrary;
pub mod corpus;
pub mod dense;
pub mod foreign;
pub mod growth;
pub mod heap;
pub mod rdp;

use reenact::{Layout, ReadOptions, Recording};

/// Options that read 1.1 files in one layout.
pub fn forced(layout: Layout) -> ReadOptions {
    ReadOptions { layout: Some(layout), ..ReadOptions::default() }
}

/// Fails unless a recording reads back from its bytes as the same recording.
#[track_caller]
pub fn assert_valid(recording: &Recording) {
    let bytes = recording.to_bytes();
    assert_eq!(
        &Recording::from_slice_with(&bytes, &forced(recording.layout())).unwrap(),
        recording
    );
}
