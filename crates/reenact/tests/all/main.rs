//! Integration tests of the library, with reference values of MRTK and Unity.
//!
//! One binary for all of them, so that it is linked once. Tests that count memory have their own allocator
//! and are separate.

#![cfg(test)]
#![allow(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "small numbers"
)]

mod common;
mod convert;
mod corpus;
mod curve_properties;
mod drafts;
mod error_names;
mod forks;
mod journal;
mod lost_w;
mod malformed;
mod mrtk_curves;
mod play_events;
mod play_lifelike;
mod play_properties;
mod record_model;
mod record_round_trip;
mod record_rules;
mod resync;
mod round_trip;
mod salvage;
mod sampling;
mod sampling_columns;
mod sampling_states;
mod unity_golden;
