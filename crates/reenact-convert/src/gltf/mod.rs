//! glTF, for viewers, engines and Blender; and back.
//!
//! The profile is `flat`: a node for each thing that was recorded, all in the world, and one animation `InputAction`.
//!
//! ```text
//! Camera
//! Hand.Left
//!   Hand.Left.Tracking       translation.x is 1 while the hand is tracked, else 0 (STEP)
//!   Hand.Left.Pinching       the same for pinching
//!   Hand.Left.Joints
//!     Hand.Left.Joint.Wrist  translation and rotation (LINEAR), and so on for 26 joints
//! Hand.Right …
//! Gaze                       at the eyes; looks along −z, in Unity's axes along z
//! ```
//!
//! Tracks that were not recorded have no nodes. Markers, axes and version are in the `extras` of the scene, under
//! `reenact`; and `sampled_hz` where curves with tangents were sampled.
//!
//! glTF draws rotations between keys along an arc, where recordings have a chord: at MRTK's rates of keys the difference cannot be
//! seen. It has no time before 0, no number that is not finite, and curves with tangents are drawn by more keys: [`Losses`] says how
//! much of that there was.

mod animation;
mod axes;
mod container;
mod read;
mod write;

pub use axes::Axes;
pub use read::read;
pub use write::{Losses, Options, write_glb, write_gltf};
