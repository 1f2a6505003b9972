//! Operations on MRTK input animations: a [`Recording`](reenact::Recording) in, an edited recording out.
//!
//! ```
//! use reenact_edit::{mirror, trim};
//!
//! let recording = reenact_make::demo();
//! let options = trim::Options { from_secs: Some(1.0), to_secs: Some(2.5), keep_times: false };
//! let part = trim::trim(&recording, &options)?
//!     .then(|part| mirror::mirror(part, &mirror::Options::default()))?;
//! assert_eq!(part.recording.duration_secs(), 1.5);
//! for note in &part.notes {
//!     println!("{}: {note}", note.code);
//! }
//! # Ok::<(), reenact::Error>(())
//! ```
//!
//! Each operation is a module with a function of the same name and its `Options`:
//!
//! | operation | what it does |
//! |---|---|
//! | [`trim`] | cuts a part out of a recording |
//! | [`concat`](mod@concat) | joins recordings, with a gap or a cross-fade |
//! | [`retime`] | changes the speed or the duration |
//! | [`resample`] | replaces keys by keys at a fixed rate |
//! | [`mirror`] | mirrors left and right |
//! | [`reanchor`] | changes the reference frame; moves, rotates and scales |
//! | [`smooth`] | filters the noise of a tracker |
//! | [`fill`] | fills short tracking gaps of a hand |
//! | [`strip`] | removes tracks, joints, markers and body height |
//! | [`markers`] | adds, removes, renames and moves markers |
//! | [`version`] | stores a recording in another version or layout |
//! | [`optimize`] | reduces keys within an error bound, with measured errors |
//! | [`repair`] | repairs a damaged recording or file, with a report |
//!
//! Every operation accepts any valid recording: any version, layout, wrap modes and tangents; empty; with one key; with times
//! before 0. It does not change its input, and returns a valid recording.
//!
//! The main types:
//!
//! * [`Edited`] is the result of every operation: the recording, notes, and a report for the operations that have one.
//!   [`Edited::then`] applies the next operation.
//! * [`Note`] describes data that could not be kept or was synthesized; its [`NoteCode`] has a stable name.
//! * [`Size`] is the size before or after an edit: bytes, keys, duration.
//!
//! Curves that an operation does not change are shared with the original. `optimize` and `repair` also accept a recording by
//! value, and then reuse its memory.
//!
//! This crate does not read or write files other than recordings (`reenact-convert`), and does not check recordings
//! (`reenact-inspect`).
//!
//! Features: `serde` implements `Serialize` for notes and reports, in the shapes that the command prints as JSON; `schema` adds
//! their JSON schemas.

#![forbid(unsafe_code)]

#[macro_use]
mod named_enum;

mod edited;
mod helpers;
pub mod note;
mod operations;
mod report;
mod size;

pub use edited::Edited;
pub use note::{Note, NoteCode};
pub use operations::{
    concat, fill, markers, mirror, optimize, reanchor, repair, resample, retime, smooth, strip,
    trim, version,
};
pub use report::{EditReport, RepairReport};
pub use size::Size;
