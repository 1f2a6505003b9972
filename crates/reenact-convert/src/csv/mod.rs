//! Keys and poses as comma-separated tables, with a header and units in the names.
//!
//! * [`write_keys`]: every key of every curve, one a row. Nothing of a key is lost; version, flags and markers are not in it.
//! * [`write_frames`]: poses at times, [wide](Shape::Wide) with one row a frame or [long](Shape::Long) with one row a joint.
//!
//! Rows end with a line feed. A cell is empty where there is nothing to say: the pose of a hand that was not tracked, the
//! tangents of a key that has none. NaN and infinities are `NaN`, `Infinity` and `-Infinity`; tracked and pinching `true` and
//! `false`.

mod frames;
mod keys;

pub use frames::{FrameOptions, Shape, write_frames};
pub use keys::write_keys;
