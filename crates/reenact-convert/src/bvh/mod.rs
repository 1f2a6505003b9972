//! BVH, for animation tools: the head and both hands as one skeleton whose bones keep their length.
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
//! Rotations are those of the recording, each relative to the joint before it, as angles about z, x and y in this order (`Zrotation
//! Xrotation Yrotation`: R = Rz · Rx · Ry) that do not jump. An offset is the median place of a joint as seen from the one that it hangs
//! on, at the median distance; so joints are not quite where they were recorded, and [`Losses`](crate::Losses) says by how much. Wrists and
//! camera have offset 0 and their place in the position channels, which readers that add the offset and readers that replace it take
//! alike.
//!
//! BVH has no units: numbers are metres, as Blender takes them, or centimetres, as most other tools do. It cannot say that a hand was not
//! tracked: such a hand holds the pose that it had last (before the first one, that one), and [`Losses`](crate::Losses) counts the frames. A
//! hand that was never tracked is not there. Gaze, pinching and markers have no place.

mod angles;
mod rest;
mod write;

pub use write::{Options, Unit, write};
