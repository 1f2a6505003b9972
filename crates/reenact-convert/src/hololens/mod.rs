//! `head_hand_eye.csv` as the stream recorder of `HoloLens2ForCV` writes it, and back.
//!
//! A row a frame, 861 cells, no header:
//!
//! | cells | what |
//! |---:|---|
//! | 1 | the time in ticks of 100 ns |
//! | 16 | the head, a 4×4 matrix |
//! | 1 | whether there is a left hand: 1 or 0 |
//! | 26 × 16 | its joints in OpenXR's order, a matrix each |
//! | 1 + 26 × 16 | the same for the right hand |
//! | 1 | whether there is a gaze |
//! | 4 | where it starts: x, y, z, 1 |
//! | 4 | which way it goes: x, y, z, 0 |
//! | 1 | how far away is what it meets, in metres; 0 where that is not known |
//!
//! Matrices lead from the joint to the world and are written row by row, for vectors that are columns: the last column is the position, so it
//! stands in cells 4, 8 and 12 of 16. Axes are right-handed, y up, and the head looks along −z. What is not present is zeros.
//!
//! **Written** by us, a file has frames at a rate; times start at 0 and distances are 0. There is no room for pinches and markers.
//!
//! **Read**, the first frame is at 0 s, nobody pinches, and distances are passed over: the recorder leaves them as whatever was in memory
//! where there is no gaze. A matrix that is no rotation says nothing: the head or joint is not there in that frame.

mod read;
mod write;

pub use read::read;
pub use write::write;

pub use crate::rate::Options;

/// Cells of a row.
const CELLS: usize = 1 + 16 + 2 * (1 + JOINTS * 16) + GAZE_CELLS;
const JOINTS: usize = 26;
const GAZE_CELLS: usize = 10;

/// Ticks of a second.
const TICKS_HZ: f64 = 1e7;
