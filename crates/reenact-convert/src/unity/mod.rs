//! Unity animation clips (`.anim`), as text with a `.meta` file: to be dropped into a project and played by an `Animator`.
//!
//! Two trees of nodes can be moved, by [`Rig`]:
//!
//! `reenact` is the tree of our glTF files in profile `flat`, all poses in the world, key by key as recorded:
//!
//! ```text
//! Camera                                            position and rotation
//! Hand.Left                                         active while the hand is observed
//!   Hand.Left.Pinching                              active while it is pinching
//!   Hand.Left.Joints / Hand.Left.Joint.Wrist …      position and rotation of 26 joints
//! Hand.Right …
//! Gaze                                              at the eyes, looks along z
//! ```
//!
//! `mrtk` is the hand that MRTK 2 draws itself (`RiggedHandLeft`, `RiggedHandRight`), moved as its `RiggedHandVisualizer` moves it; see
//! [`Rig::Mrtk`].
//!
//! Axes, metres and seconds are Unity's, as in the recording. Rotations keep their sign from key to key. Straight lines get the slope of the
//! line; tangents and weights of version 1.0 are kept. Keys that the components of a pose do not share are added to the others without
//! changing their course. On and off are steps. Markers are events that call `OnMarker(string name)`, if somebody listens.

mod clip;
mod course;
mod join;
mod keys;
mod meta;
mod mrtk;
mod rig;
mod text;
mod world;

pub use crate::options::Rig;
pub use clip::{Options, write};
pub use meta::write_meta;
