//! `Recording → Recording`, one operation a file.
//!
//! Every operation takes any valid recording (any version, layout, wrap mode and tangents; empty; with one key;
//! with times before 0) and returns a valid one, an [`Edited`]: the recording, and [`Note`]s on what could not be
//! kept or was made up. None of them changes the recording that it is given.
//!
//! ```
//! use reenact_edit::trim::{Options, trim};
//! use reenact_make::demo;
//!
//! let recording = demo();
//! let edited = trim(&recording, &Options { from_secs: Some(2.0), to_secs: Some(5.0), ..Options::default() })?;
//! assert_eq!(edited.recording.duration_secs(), 3.0);
//! assert!(edited.notes.is_empty());
//! # Ok::<(), reenact::Error>(())
//! ```

#![forbid(unsafe_code)]

pub mod concat;
mod edited;
pub mod fill;
pub mod markers;
pub mod mirror;
pub mod optimize;
pub mod reanchor;
pub mod resample;
pub mod retime;
pub mod smooth;
pub mod strip;
pub mod trim;
pub mod version;

pub use edited::{Edited, Note};
