//! `Recording → report`, one question a module: nothing here changes a recording.
//!
//! * [`summary`] says what is in a recording, without reading its keys.
//! * [`doctor`] says what is wrong or odd with a file, which MRTK release probably wrote it, and what can be mended.
//! * [`compare`] says how far apart two recordings are, and from when on.
//! * [`stats`] measures movement: how far, how fast, how smooth, where to, how long.
//! * [`events`] finds what happened from when to when: pinches, grabs, pokes, fixations, pauses.
//! * [`measure`] has what the two share: the options, and measures over time.
//! * [`channel`] has everything that can be drawn over time, as so many columns as there are pixels.
//!
//! ```
//! use reenact_inspect::doctor::{self, examine};
//! use reenact_inspect::stats::{self, stats};
//! use reenact_make::demo;
//!
//! let report = examine(&b"\x89PNG\r\n\x1a\n"[..], &doctor::Options::default());
//! assert!(report.unreadable());
//! assert_eq!(report.findings[0].code.name(), "not-a-recording");
//!
//! for row in stats(&demo(), &stats::Options::default())?.rows() {
//!     if let Some(value) = row.value {
//!         println!("{}: {value} {}", row.label, row.unit);
//!     }
//! }
//! # Ok::<(), reenact::Error>(())
//! ```
//!
//! Bad input is normal input: whatever the bytes and numbers, there is a report or an error that says what to do, and
//! never a panic. What cannot be said is `None`, and never 0 or NaN. Memory stays within a small constant of the
//! recording's size.
//!
//! The feature `serde` gives reports as JSON, in the shapes that the command prints.

#![forbid(unsafe_code)]

pub mod channel;
pub mod compare;
pub mod doctor;
pub mod events;
#[cfg(feature = "serde")]
pub mod json;
pub mod measure;
#[cfg(feature = "serde")]
mod names;
mod spans;
pub mod stats;
pub mod summary;
