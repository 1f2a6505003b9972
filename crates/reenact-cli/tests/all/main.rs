//! The command as its users see it: what it prints, writes, and says with its exit code.
//!
//! One program for all of these, so that it is linked once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a test that panics has failed, and its numbers are small"
)]

mod clips;
mod common;
mod examples;
mod inputs;
#[cfg(unix)]
mod interrupted;
#[cfg(target_os = "linux")]
mod many;
mod messages;
mod outputs;
mod round_trip;
mod schema;
mod schemas;
mod snapshots;
mod terminal;
mod view;
