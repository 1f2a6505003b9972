//! Reads, samples, edits and writes MRTK input animations: the head, both hands and the gaze of one person, as curves over time.
//!
//! The Mixed Reality Toolkit for Unity stores such recordings in `.bin` files. This library reads the files of every MRTK 2
//! release without Unity, and writes them back byte for byte.
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
//! # Main types
//!
//! * [`Recording`] is a whole file. It is a value: a clone shares all keys with the original, and a changed clone shares all
//!   unchanged curves.
//! * [`Curve`] is one number over time, identified by a [`CurveId`]; a [`Key`] is one point of it, and a [`Segment`] the
//!   interpolation between two keys.
//! * [`hand`] has the joints, their hierarchy, and their names in OpenXR and WebXR.
//! * [`Sampler`] evaluates the poses of a recording at any time, as [`Frame`]s or as [`Columns`]; a [`Player`] plays them by the
//!   caller's clock and reports events; a [`Recorder`] builds a recording from frames; a [`JournalWriter`] writes them to a file
//!   of which a crash loses at most the last second.
//! * [`ObservedSpans`] and [`BooleanSpans`] are the times at which a pose was observed and a hand was tracked or pinching.
//! * [`Form`] is the storage form of a recording; [`Conversion`] converts one to another and lists losses.
//! * [`Error`] has the [`Field`] and the byte offset of a defect in a file; [`Recording::salvage`] recovers the intact data of a
//!   damaged file.
//!
//! Vectors and quaternions are the types of [`glam`], which is re-exported.
//!
//! # Guarantees
//!
//! No panic and no unsafe code, for any input. No allocation is sized by an unchecked number. An unchanged recording is written
//! as the bytes that were read. All ways of sampling return the same bits.
//!
//! # What this crate does not do
//!
//! It does not open files: pass bytes, a [`Read`](std::io::Read) or a [`ReadAt`], or use the crate `reenact-file`, which
//! memory-maps files. Other file formats are in `reenact-convert`, operations in `reenact-edit`, measures and checks in
//! `reenact-inspect`.
//!
//! # Cargo features
//!
//! `serde` implements `Serialize` for the types that appear in reports, in the shapes that the command prints as JSON; `schema`
//! adds their JSON schemas. None is on by default. The crate builds for `wasm32-unknown-unknown`.

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

/// Compiles the program in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
