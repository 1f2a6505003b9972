//! Recordings in other formats, and other formats as recordings: one module and one cargo feature each.
//!
//! ```
//! use reenact_convert::json;
//!
//! let recording = reenact_make::demo();
//! let mut text = Vec::new();
//! json::write(&recording, &mut text)?;
//! assert_eq!(json::read(&text)?, recording); // nothing is lost
//! # Ok::<(), reenact_convert::Error>(())
//! ```
//!
//! | module | feature | way | what it holds |
//! |---|---|---|---|
//! | [`json`] | `json` | both | all of a recording, one document |
//! | [`ndjson`] | `json` | both | all of a recording, one curve a line |
//! | [`frames`] | `json` | out | poses, one line a time |
//! | [`csv`] | `csv` | out | keys, one a row; poses, one row a frame or a joint |
//! | `gltf` | `gltf` | both | poses as animated nodes, for viewers and engines |
//! | `parquet` | `parquet` | both | keys without loss; poses, one row a frame or a joint; markers; a folder of recordings as one table |
//!
//! Numbers in text are the shortest decimals that give back the same `f32`, and always with a point or an exponent,
//! so that a reader which guesses types takes them for floating point.
//!
//! Readers take any bytes at all: what is not right comes back as an [`Error`] that says where, never as a panic, and
//! memory stays within a small multiple of the input's size.

#![forbid(unsafe_code)]

#[cfg(any(feature = "gltf", feature = "json", feature = "parquet"))]
mod base64;
#[cfg(feature = "csv")]
pub mod csv;
mod error;
#[cfg(feature = "json")]
pub mod frames;
#[cfg(feature = "gltf")]
pub mod gltf;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "json")]
pub mod ndjson;
#[cfg(any(feature = "csv", feature = "json"))]
mod out;
#[cfg(feature = "parquet")]
pub mod parquet;
mod written;

pub use error::{Error, Result, TextError};
pub use written::Written;
