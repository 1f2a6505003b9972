//! Pictures as those see them who open them. One program for all of these, so that it is linked once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "a test that panics has failed, and its numbers are small"
)]

mod any_values;
mod common;
mod of_recordings;
#[cfg(feature = "png")]
mod png;
mod structure;
