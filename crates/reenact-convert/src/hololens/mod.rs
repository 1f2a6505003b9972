//! `head_hand_eye.csv` of the stream recorder of `HoloLens2ForCV`: reading and writing.
//!
//! One row per frame, 861 cells, no header:
//!
//! | cells | contents |
//! |---:|---|
//! | 1 | time in ticks of 100 ns |
//! | 16 | the head, a 4×4 matrix |
//! | 1 | whether there is a left hand: 1 or 0 |
//! | 26 × 16 | its joints in OpenXR's order, a matrix each |
//! | 1 + 26 × 16 | the same for the right hand |
//! | 1 | whether there is a gaze |
//! | 4 | its origin: x, y, z, 1 |
//! | 4 | its direction: x, y, z, 0 |
//! | 1 | distance of the gaze target in metres; 0 if unknown |
//!
//! Matrices transform from the joint to the world and are written row by row, for column vectors: the last
//! column is the position, in cells 4, 8 and 12 of 16. Axes are right-handed, y up, and the head looks along
//! −z. Absent data is all zeros.
//!
//! **Writing**: frames at a sample rate; times start at 0 and distances are 0. Pinches and markers are lost.
//!
//! **Reading**: the first frame is at 0 s, pinching is always off, and distances are ignored: without a gaze,
//! the recorder writes uninitialized memory there. If a matrix is not a rotation and translation, the head or
//! joint is absent in that frame.

mod read;
mod write;

pub use read::read;
pub use write::write;

pub use crate::rate::Options;

/// Cells per row.
const CELLS: usize = 1 + 16 + 2 * (1 + JOINTS * 16) + GAZE_CELLS;
const JOINTS: usize = 26;
const GAZE_CELLS: usize = 10;

/// Ticks per second.
const TICKS_HZ: f64 = 1e7;
