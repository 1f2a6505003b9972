//! Integration tests of the operations, on synthetic recordings, on MRTK's, and on arbitrary ones.
//!
//! One binary for all of them, so that it is linked once.

#![cfg(test)]
#![allow(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small numbers"
)]

mod common;
mod concat;
mod every_operation;
mod fill;
mod markers;
mod mirror;
mod optimize;
mod reanchor;
mod repair;
mod resample;
mod retime;
mod smooth;
mod strip;
mod trim;
mod version;
