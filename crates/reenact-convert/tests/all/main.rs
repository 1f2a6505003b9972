//! The converters as their users see them.
//!
//! One program for all of these, so that it is linked once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a test that panics has failed, and its numbers are small"
)]

mod arbitrary;
mod common;
mod csv;
mod frames;
mod fuzz_regressions;
#[cfg(feature = "gltf")]
mod gltf;
mod json_errors;
mod json_round_trip;
#[cfg(feature = "parquet")]
mod parquet;
