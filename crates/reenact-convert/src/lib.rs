//! Reads and writes MRTK input animations in other formats: JSON, CSV, Parquet, glTF, USD, BVH, MCAP, Unity clips, BIDS and more.
//!
//! ```
//! use reenact_convert::{Error, Format, WriteOptions, read, write};
//!
//! let recording = reenact_make::demo();
//! let mut file = Vec::new();
//! let losses = write(&recording, Format::Json, &WriteOptions::default(), |_, fill| fill(&mut file))?;
//! assert!(!losses.is_lossy());
//! assert_eq!(read(file)?, recording); // the format is detected from the content
//! # Ok::<(), Error>(())
//! ```
//!
//! The main types:
//!
//! * [`Format`] is the registry of formats: name, file extensions, media type, options, what each cannot hold.
//! * [`WriteOptions`] has the options of all formats; [`files`] lists the files that a recording becomes, most often one.
//! * [`Losses`] lists the data of a recording that is not in a file, each with a [`LossCode`].
//! * [`tables`] defines the columns of all tables.
//! * [`Error`] describes a defect and its location.
//!
//! Each format also has a module with its own functions and options, behind a cargo feature:
//!
//! | module | feature | direction | contents |
//! |---|---|---|---|
//! | [`json`] | `json` | both | whole recording, one document |
//! | [`ndjson`] | `json` | both | whole recording, one curve per line |
//! | [`frames`] | `json` | out | poses, one line per time |
//! | [`csv`] | `csv` | out | keys, one per row; poses, one row per frame or joint |
//! | `bids` | `bids` | out | poses as BIDS Motion, for movement research |
//! | `bvh` | `bvh` | out | hands as skeletons with constant bone lengths, for animation tools |
//! | `gltf` | `gltf` | both | poses as animated nodes, for viewers and engines |
//! | `hand_pose` | `hand-pose` | out | pose of one hand at one time, for MRTK's input simulation |
//! | `handsbin` | `handsbin` | both | head, hands and pinches, frame by frame, as recorded by Unity XR Hands |
//! | `hololens` | `hololens` | both | head, hands and gaze, one row per frame, as written by the recorder of `HoloLens2ForCV` |
//! | `iwer` | `iwer` | both | head, hands and pinches, one row per frame, as IWER plays them in a WebXR page |
//! | [`journal`] | none | both | poses, frame by frame, in checksummed chunks, as a recording in progress leaves them |
//! | `mcap` | `mcap` | out | transforms, hands, gaze, states and markers, for Foxglove and Rerun |
//! | `parquet` | `parquet` | both | keys, lossless; poses, one row per frame or joint; markers; a folder of recordings as one table |
//! | [`tables`] | none | out | the tables of CSV and Parquet as columns in memory |
//! | `unity` | `unity` | out | animation clip for Unity's `Animator` |
//! | `usd` | `usd` | out | hands as skinned skeletons, camera and gaze |
//!
//! Numbers in text are the shortest decimals that parse to the same `f32`, always with a point or an exponent, so that readers
//! that infer types use floating point.
//!
//! This crate does not open, replace or compress files (see `reenact-file` and the command), edit recordings (`reenact-edit`), or
//! convert between versions of MRTK's own format ([`reenact::Conversion`]).
//!
//! Readers accept any bytes: invalid input is an [`Error`] with a location, never a panic, and memory is bounded by a small
//! multiple of the size of the input.

#![forbid(unsafe_code)]

mod axes;
#[cfg(feature = "bids")]
pub mod bids;
#[cfg(feature = "bvh")]
pub mod bvh;
mod compression;
#[cfg(feature = "csv")]
pub mod csv;
#[cfg(any(feature = "gltf", feature = "unity"))]
mod curves;
mod error;
#[cfg(feature = "compression")]
mod find;
#[cfg(any(feature = "parquet", feature = "unity"))]
mod fingerprint;
mod format;
#[cfg(feature = "json")]
pub mod frames;
#[cfg(feature = "gltf")]
pub mod gltf;
#[cfg(any(feature = "gltf", feature = "usd"))]
mod hand_mesh;
#[cfg(feature = "hand-pose")]
pub mod hand_pose;
#[cfg(feature = "handsbin")]
pub mod handsbin;
#[cfg(feature = "hololens")]
pub mod hololens;
mod imported;
#[cfg(feature = "iwer")]
pub mod iwer;
#[cfg(any(feature = "bvh", feature = "gltf", feature = "usd"))]
mod joints;
pub mod journal;
#[cfg(feature = "json")]
pub mod json;
mod losses;
#[cfg(feature = "mcap")]
pub mod mcap;
#[cfg(feature = "json")]
pub mod ndjson;
#[cfg(any(feature = "gltf", feature = "unity"))]
mod nodes;
mod options;
#[cfg(feature = "_text")]
mod out;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(any(feature = "unity", feature = "usd"))]
mod quotes;
#[cfg(any(feature = "hololens", feature = "iwer"))]
mod rate;
mod read;
mod recording_name;
#[cfg(any(
    feature = "bvh",
    feature = "gltf",
    feature = "hand-pose",
    feature = "handsbin",
    feature = "hololens",
    feature = "iwer",
    feature = "mcap",
    feature = "unity",
    feature = "usd"
))]
mod rotations;
#[cfg(any(feature = "bvh", feature = "gltf", feature = "usd"))]
mod skeleton;
#[cfg(any(feature = "gltf", feature = "unity", feature = "usd"))]
mod spans;
pub mod tables;
#[cfg(feature = "unity")]
pub mod unity;
#[cfg(feature = "compression")]
mod unpack;
#[cfg(feature = "usd")]
pub mod usd;
mod write;

pub use axes::Axes;
pub use compression::Compression;
pub use error::{Error, Result, TextError};
#[cfg(feature = "compression")]
pub use find::is_recording_file;
pub use format::{Format, Setting};
#[cfg(feature = "gltf")]
pub use hand_mesh::HandMesh;
pub use imported::{Imported, import, own_format};
pub use losses::{LeftOut, LossCode, Losses, Note, PinchSources, StiffBones};
pub use options::{HandsbinVersion, Origin, Profile, Rig, Unit, WriteOptions};
pub use read::{START_BYTES, read};
pub use recording_name::OtherKind;
#[cfg(feature = "compression")]
pub use unpack::unpack;
pub use write::{
    FileName, OutputFile, check, files, path_in_folder, recording_name, write, write_file,
};
