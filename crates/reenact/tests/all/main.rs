//! The library as its users see it, held against what MRTK and Unity say.
//!
//! One program for all of these, so that it is linked once. Those that count memory have an allocator of their own and
//! stand alone.

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
