//! Tests of rendered plots. One binary for all of them, so that it is linked once.

#![cfg(test)]
#![allow(clippy::as_conversions, clippy::cast_precision_loss, reason = "small numbers")]

mod any_values;
mod common;
mod of_recordings;
#[cfg(feature = "png")]
mod png;
mod structure;
