//! Reads, samples, edits and writes MRTK input animations: the head, both hands and the gaze of one person, as curves over time.
//!
//! The Mixed Reality Toolkit for Unity keeps such recordings in `.bin` files. This library opens them without Unity, whichever
//! MRTK 2 release wrote them, and writes them back byte for byte.
//!
//! ```
//! use reenact::hand::{Joint, Side};
//! use reenact::{Mode, Recording, Sampler};
//!
//! # fn main() -> reenact::Result<()> {
//! # let bytes = {
//! #     use reenact::{Curve, CurveId, Form, PoseComponent, Tracks};
//! #     let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
//! #     recording.set_curve(CurveId::Tracked(Side::Right), Curve::boolean([(0.0, true)]))?;
//! #     for component in PoseComponent::ALL {
//! #         let id = CurveId::Joint(Side::Right, Joint::IndexTip, component);
//! #         recording.set_curve(id, Curve::simple([(0.0, 0.5), (1.5, 0.75)]))?;
//! #     }
//! #     recording.to_bytes()
//! # };
//! let recording = Recording::parse(bytes.clone())?; // shares the bytes, reads no keys
//! println!("version {}, {} s, {} keys", recording.version(), recording.duration_secs(), recording.key_count());
//!
//! let sampler = Sampler::new(&recording, Mode::Clean);
//! let frame = sampler.frame_at(0.75);
//! if let Some(tip) = frame.joint(Side::Right, Joint::IndexTip) {
//!     println!("the right index fingertip was at {} m", tip.position);
//! }
//! assert_eq!(recording.to_bytes(), bytes);
//! # Ok(())
//! # }
//! ```
//!
//! # Types to know
//!
//! * [`Recording`] is a whole file. It is a value: a clone shares every key, and a changed clone shares every curve that was not
//!   changed.
//! * [`Curve`] is one number over time; a [`CurveId`] names it; a [`Key`] is one point of it, and a [`Segment`] the shape between two.
//! * [`hand`] has the joints, how they hang together, and what OpenXR and WebXR call them.
//! * [`Sampler`] gives the poses of a recording at any time, as [`Frame`]s or as [`Columns`]; a [`Player`] plays them by the caller's
//!   clock and reports events; a [`Recorder`] makes a recording of frames; a [`JournalWriter`] writes them
//!   so that a crash loses at most the last moments.
//! * [`ObservedSpans`] and [`BooleanSpans`] tell when a pose was observed and when a hand was tracked or pinched.
//! * [`Form`] is how a recording is stored; [`Conversion`] leads from one to another and says what is lost.
//! * [`Error`] says what is wrong with a file, in which [`Field`] and at which byte; [`Recording::salvage`] recovers what is whole in a
//!   damaged one.
//!
//! Vectors and quaternions are those of [`glam`], which is re-exported.
//!
//! # Guarantees
//!
//! No panic and no unsafe code, whatever the bytes. No memory is sized from a number that was not checked. A recording that was read and
//! not changed is written as the same bytes. All ways of sampling give the same bits.
//!
//! # What it does not do
//!
//! It opens no files: give it bytes, a [`Read`](std::io::Read) or a [`ReadAt`], or use the crate `reenact-file`, which maps them. Other
//! file formats are in `reenact-convert`, operations in `reenact-edit`, measures and checks in `reenact-inspect`.
//!
//! # Cargo features
//!
//! `serde` implements `Serialize` for values that appear in reports, in the shapes that the command prints as JSON; `schema` adds their JSON
//! schemas. None is on by default. It builds for `wasm32-unknown-unknown`.

#![forbid(unsafe_code)]

pub mod angle;
pub mod chord;
mod curve;
mod error;
mod format;
pub mod hand;
#[cfg(feature = "serde")]
pub mod json;
mod named;
mod note;
mod play;
mod record;
mod recording;
mod sample;

/// Vectors and quaternions of poses and rays.
pub use glam;

/// Reference-counted bytes, of which curves are slices; from the crate `bytes`.
pub use bytes::Bytes;
pub use curve::{
    BooleanSpans, Curve, CurveCursor, CurveGroup, CurveId, FULL_KEY_BYTES, GroupIds, Key, KeyIter,
    KeyKind, Keys, PoseComponent, PoseId, RayComponent, SIMPLE_KEY_BYTES, Segment, TangentMode,
    Track, Tracks, WeightedMode, WrapMode, align_hemisphere, share_key_times,
};
pub use error::{Error, ErrorCode, ErrorKind, Fault, Field, Result};
pub use format::marker::{Marker, MarkerIter, Markers};
pub use format::{
    Cut, DamagedCurve, Header, Index, Layout, MAGIC, Origin, Pieces, ReadAt, ReadOptions, Salvaged,
    Variant, Version, may_be_recording,
};
pub use named::{Named, NoSuchName, nearest};
pub use note::Note;
pub use play::{Event, EventKind, HandStates, Player};
pub use record::{
    JournalContents, JournalWriter, Keep, RecordOptions, RecordOutcome, Recorder, Signs,
    may_be_journal, read_journal,
};
pub use recording::{
    Conversion, Form, Loss, LostW, OBSERVED_TOLERANCE_SECS, ObservedSpans, Outlier, Recording,
    TimeSpan,
};
pub use sample::{
    Columns, Cursor, Frame, FrameRate, FrameTimes, HandFrame, Mode, Pose, Ray, Sampler, Stretch,
};
