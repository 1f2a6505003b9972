//! Read, check and write MRTK input animations: the head, both hands and the gaze of one person, as
//! curves over time.
//!
//! The Mixed Reality Toolkit for Unity keeps such recordings in `.bin` files. This library opens them
//! without Unity, whichever MRTK 2 release wrote them, and gives them back byte for byte.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let bytes = include_bytes!("../../../testdata/recordings/v11_real_2s_asset.bin");
//! use reenact::Recording;
//!
//! let recording = Recording::parse(bytes)?; // borrows, reads no keys
//! println!("version {}, {} s", recording.version(), recording.duration_secs());
//! for (id, curve) in recording.curves().filter(|(_, curve)| !curve.is_empty()) {
//!     println!("{id}: {} keys from {} s on", curve.len(), curve.first().unwrap().time_secs);
//! }
//! assert_eq!(recording.to_bytes(), bytes);
//! # Ok(())
//! # }
//! ```
//!
//! The types to know:
//!
//! * [`Recording`] is a whole file, borrowed from its bytes or owned.
//! * [`Curve`] is one number over time; a [`CurveId`] names it; a [`Key`] is one point of it.
//! * [`hand`] has the joints, how they hang together, and what OpenXR and WebXR call them.
//! * [`Sampler`] gives the poses of a recording at any time, as [`Frame`]s; a [`Player`] plays them by your clock and tells
//!   what happens; a [`Recorder`] makes a recording of them.
//! * [`Form`] is how a recording is stored; [`Conversion`] leads from one to another and says what is lost.
//! * [`Error`] says what is wrong with a file, in which field and at which byte.
//!
//! What is promised: no panic and no unsafe code, whatever the bytes; no memory sized from a number that was
//! not checked; a recording read and not changed is written back to the same bytes.
//!
//! What it does not do: open files (give it bytes, a [`Read`](std::io::Read) or a [`ReadAt`]; the crate
//! `reenact-file` maps them).

#![forbid(unsafe_code)]

pub mod chord;
mod curve;
mod error;
mod format;
pub mod hand;
mod named;
pub mod number;
mod play;
mod record;
mod recording;
mod sample;
pub mod threads;

/// Reference-counted bytes, of which curves are slices; from the crate `bytes`.
pub use bytes::Bytes;
pub use curve::{
    BooleanSpans, Curve, CurveCursor, CurveGroup, CurveId, FULL_KEY_BYTES, GroupIds, HOLD_WEIGHT,
    Key, KeyIter, KeyKind, Keys, PoseComponent, PoseId, RayComponent, SIMPLE_KEY_BYTES, Segment,
    TangentMode, Track, Tracks, WeightedMode, WrapMode, align_hemisphere,
};
pub use error::{Error, ErrorKind, Fault, Field, Result};
pub use format::marker::{Marker, MarkerIter, Markers};
pub use format::{
    Cut, DamagedCurve, Header, Index, Layout, MAGIC, Origin, Pieces, ReadAt, ReadOptions, Salvaged,
    Variant, Version, may_be_recording,
};
pub use named::{Named, NoSuchName, nearest};
pub use play::{Event, EventKind, HandStates, Player};
pub use record::{Fate, Keep, RecordOptions, Recorder};
pub use recording::{
    Conversion, Form, Loss, LostW, OBSERVED_TOLERANCE_SECS, ObservedSpans, Outlier, Recording,
    TimeSpan,
};
pub use sample::{Columns, Cursor, Frame, FrameTimes, HandFrame, Mode, Pose, Ray, Sampler};
