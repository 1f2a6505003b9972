//! `Recording → Recording`, one operation a file.
//!
//! Every operation takes any valid recording (any version, layout, wrap mode and tangents; empty; with one key;
//! with times before 0) and returns a valid one, an [`Edited`]: the recording, and [`Note`]s on what could not be
//! kept or was made up. None of them changes the recording that it is given.
//!
//! ```
//! use reenact_edit::strip::{Options, strip};
//! use reenact_make::demo;
//!
//! let recording = demo();
//! let edited = strip(&recording, &Options { gaze: true, ..Options::default() })?;
//! assert!(!edited.recording.tracks().gaze);
//! # Ok::<(), reenact::Error>(())
//! ```

#![forbid(unsafe_code)]

mod affine;
mod bake;
pub mod concat;
mod cut_rotations;
mod edited;
pub mod fill;
#[cfg(feature = "serde")]
mod json;
mod keys;
mod lines;
pub mod markers;
pub mod mirror;
mod near;
pub mod optimize;
mod outcome;
mod poses;
pub mod reanchor;
pub mod repair;
pub mod resample;
pub mod retime;
mod size;
pub mod smooth;
mod spans;
pub mod strip;
mod transform;
pub mod trim;
mod turn;
pub mod version;
mod window;

pub use edited::{Edited, Note};
pub use size::Size;
