//! Tests of reports on recordings with known contents.
//!
//! One program for all tests, so that it is linked once.

#![cfg(test)]
#![allow(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small numbers"
)]

mod compare;
mod compare_align;
mod compare_between_keys;
mod compare_corpus;
mod compare_json;
mod compare_known;
mod compare_made;
mod compare_properties;
mod damage;
mod doctor_and_repair;
mod doctor_any_bytes;
mod doctor_corpus;
mod doctor_findings;
mod doctor_gate;
mod doctor_gross;
mod doctor_made;
mod doctor_page;
mod doctor_real_hands;
mod doctor_report;
mod events_gaze;
mod events_hands;
mod events_markers;
mod stats_any_recording;
mod stats_damage;
mod stats_invariance;
mod stats_motion;
mod stats_observed;
mod stats_shape;
mod stats_tables;
mod takes;
