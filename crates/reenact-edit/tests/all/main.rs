//! The operations as their users see them, on lifelike recordings, on MRTK's own, and on any there can be.
//!
//! One program for all of these, so that it is linked once.

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
