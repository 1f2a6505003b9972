//! USD text files (`.usda`): hands as `UsdSkel` skeletons with a skinned mesh, camera and gaze.
//!
//! ```text
//! /Recording                      Xform; metres, y up
//!   /Camera                       Camera; looks along −z
//!   /HandLeft                     SkelRoot; invisible while the hand was not observed; `reenact:pinching`
//!     /Skeleton                   Skeleton: LeftWrist, LeftWrist/LeftPalm …, 26 joints
//!       /Animation                SkelAnimation
//!     /Skin                       Mesh: a skin around the recorded bones, moved by the joints
//!     /Look                       Material
//!   /HandRight …
//!   /Gaze                         Xform; at the eyes, looks along −z
//!     /Ray                        Cylinder, so that there is something to see
//!     /Look                       Material
//! ```
//!
//! A time code is a frame. Joints have a sample in each frame in which the hand was observed, and at the first and last moment of each
//! observed span; in between there is none. What was not recorded, or never observed, is not there. Markers are in `customLayerData`, under `reenact`, as
//! `markerNames` and `markerTimesSecs`, with axes, version and rate.
//!
//! What is between frames is lost, as are numbers that are not finite.

mod hand;
mod look;
mod text;
mod write;

pub use write::{Options, write};
