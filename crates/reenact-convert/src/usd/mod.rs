//! USD text files (`.usda`): hands as `UsdSkel` skeletons with a skinned mesh, camera and gaze.
//!
//! ```text
//! /Recording                      Xform; metres, y up
//!   /Camera                       Camera; looks along −z
//!   /HandLeft                     SkelRoot; invisible while the hand was not observed; `reenact:pinching`
//!     /Skeleton                   Skeleton: LeftWrist, LeftWrist/LeftPalm …, 26 joints
//!       /Animation                SkelAnimation
//!     /Skin                       Mesh around the recorded bones, deformed by the joints
//!     /Look                       Material
//!   /HandRight …
//!   /Gaze                         Xform; at the eyes, looks along −z
//!     /Ray                        Cylinder that makes the gaze visible
//!     /Look                       Material
//! ```
//!
//! Each frame is a time code. Joints have samples in frames in which the hand was observed, and at the start and end of each observed span.
//! Tracks that were not recorded or never observed have no prims. `customLayerData` contains `reenact` with `markerNames`, `markerTimesSecs`, axes, version
//! and rate.
//!
//! Lost are values between frames and values that are not finite.

mod hand;
mod look;
mod text;
mod write;

pub use write::{Options, write};
