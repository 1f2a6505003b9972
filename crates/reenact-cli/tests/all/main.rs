//! Integration tests of the command: output, files and exit codes.
//!
//! One program for all tests, so that it is linked once.

#![cfg(test)]
#![allow(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "small numbers"
)]

mod agreement;
mod bound;
mod budget;
#[cfg(unix)]
mod changed;
mod clips;
mod common;
mod escaping;
mod examples;
mod foreign;
mod gate;
mod inputs;
mod interrupted;
mod journal;
mod losses;
#[cfg(target_os = "linux")]
mod many;
mod messages;
mod names;
mod outputs;
#[cfg(unix)]
mod pages;
mod round_trip;
mod schemas;
mod snapshots;
mod terminal;
mod view;
#[cfg(windows)]
mod windows;
