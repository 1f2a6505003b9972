//! BVH for animation tools: head and both hands as one skeleton with constant bone lengths.
//!
//! ```text
//! Recording                  the root, which stays at the origin
//!   Camera                   6 channels
//!   LeftWrist                6 channels
//!     LeftPalm               3 channels, and so on for all joints; fingertips are end sites
//!     LeftThumbMetacarpalJoint …
//!   RightWrist …
//! ```
//!
//! Rotations are those of the recording relative to the parent joint, as continuous Euler angles about z, x
//! and y in this order (`Zrotation Xrotation Yrotation`: R = Rz · Rx · Ry). An offset has the direction of
//! the median position of a joint relative to its parent, and the median distance. So joints deviate from
//! their recorded positions, and [`Losses`](crate::Losses) reports by how much. Wrists and camera have offset
//! 0 and their position in the channels, so readers that add the offset and readers that replace it agree.
//! BVH has no units: numbers are metres, for Blender, or centimetres, for most other tools. It has no tracking state: an
//! untracked hand keeps its last pose (before the first one, the first), and [`Losses`](crate::Losses) counts these frames. A
//! hand that was never tracked is left out. Gaze, pinching and markers cannot be stored.
//! hand that was never tracked is not there. Gaze, pinching and markers have no place.

mod angles;
mod rest;
mod write;

pub use write::{Options, Unit, write};
