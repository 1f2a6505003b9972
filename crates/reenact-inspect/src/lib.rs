//! Reports on MRTK input animations: defects, differences, measures and events.
//!
//! Every report is made from a [`reenact::Recording`], or from the bytes of any file; nothing here changes a recording.
//!
//! ```
//! use reenact_inspect::doctor::{self, Code, examine};
//! use reenact_inspect::stats::{self, stats};
//!
//! let report = examine(&b"\x89PNG\r\n\x1a\n"[..], &doctor::Options::default());
//! assert!(report.unreadable() && report.has(Code::NotARecording));
//!
//! for row in stats(&reenact_make::demo(), &stats::Options::default())?.rows() {
//!     if let Some(value) = row.value {
//!         println!("{}: {value} {}", row.label, row.unit);
//!     }
//! }
//! # Ok::<(), reenact::Error>(())
//! ```
//!
//! The modules and types to know:
//!
//! * [`doctor`]: [`examine`](doctor::examine) finds the defects of a file, the MRTK release that probably wrote it, and what can be
//!   repaired; a [`Gate`](doctor::Gate) decides whether that is a failure.
//! * [`compare`]: [`compare`](compare::compare) gives the distance between two recordings over time, after aligning them if asked to.
//! * [`stats`]: [`stats`](stats::stats) measures movement: path, speed, smoothness, reach, pinches, fixations.
//! * [`events`]: [`events`](events::events) finds pinches, grabs, pokes, pauses, fixations and saccades, with start and end.
//! * [`measure`]: the options of the two, and every [`Measure`](measure::Measure) as a time series.
//! * [`channel`]: curves and measures as columns of pixels, for plots of any size.
//! * [`summary`]: [`summarize`](summary::summarize) gives form, tracks, times and hand states without reading poses.
//!
//! Any input gives a report, or an error that says what to do; never a panic. Unknown values are `None`, never 0 or NaN. Memory stays
//! within a small constant of the recording's size.
//!
//! It does not change recordings (`reenact-edit`), draw (`reenact-plot`) or read other formats (`reenact-convert`).
//!
//! Features: `serde` implements `Serialize` for the reports, in the shapes that the command prints as JSON; `schema` adds their JSON
//! schemas. None is on by default.

#![forbid(unsafe_code)]

pub mod channel;
pub mod compare;
pub mod doctor;
pub mod events;
pub mod measure;
mod spans;
pub mod stats;
pub mod summary;
