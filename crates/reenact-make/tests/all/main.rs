//! Integration tests of synthetic recordings. One program for all of them, so that it is linked once.

#![cfg(test)]
#![allow(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small numbers"
)]

mod common;
mod fuzz_regressions;
mod guide;
mod hololens2;
mod lifelike;
mod made;
mod script_acts;
mod script_errors;
mod script_health;
mod script_turns;
