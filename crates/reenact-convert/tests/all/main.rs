//! Integration tests of the converters.
//!
//! One program for all tests, so that it is linked once.

#![cfg(test)]
#![allow(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "small numbers"
)]

#[cfg(all(feature = "gltf", feature = "hololens", feature = "iwer", feature = "parquet"))]
mod any;
mod arbitrary;
#[cfg(all(
    feature = "bids",
    feature = "bvh",
    feature = "hand-pose",
    feature = "unity",
    feature = "usd"
))]
mod clips;
mod common;
mod csv;
#[cfg(any(feature = "hololens", feature = "iwer"))]
mod frame_formats;
mod frames;
#[cfg(feature = "gltf")]
mod fuzz_regressions;
#[cfg(feature = "gltf")]
mod gltf;
#[cfg(feature = "gltf")]
mod gltf_skeleton;
#[cfg(all(feature = "gltf", feature = "hololens", feature = "iwer", feature = "parquet"))]
mod growth;
#[cfg(feature = "handsbin")]
mod handsbin;
#[cfg(feature = "hololens")]
mod hololens;
#[cfg(feature = "iwer")]
mod iwer;
mod json_errors;
mod json_round_trip;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(all(
    feature = "bids",
    feature = "bvh",
    feature = "csv",
    feature = "gltf",
    feature = "hand-pose",
    feature = "handsbin",
    feature = "hololens",
    feature = "iwer",
    feature = "json",
    feature = "mcap",
    feature = "parquet",
    feature = "unity",
    feature = "usd"
))]
mod positions_only;
#[cfg(all(
    feature = "bids",
    feature = "bvh",
    feature = "csv",
    feature = "gltf",
    feature = "hand-pose",
    feature = "handsbin",
    feature = "hololens",
    feature = "iwer",
    feature = "json",
    feature = "mcap",
    feature = "parquet",
    feature = "unity",
    feature = "usd"
))]
mod registry;
#[cfg(feature = "parquet")]
mod tables;
