//! Unity animation clips (`.anim`) with their `.meta` files, for an `Animator`.
//!
//! [`Rig`] selects the animated hierarchy. `reenact` is that of glTF files with profile `flat`: all poses in world space, with the recorded keys.
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
//! `mrtk` is that of MRTK 2's hand models (`RiggedHandLeft`, `RiggedHandRight`), posed as by MRTK's `RiggedHandVisualizer`; see [`Rig::Mrtk`].
//!
//! Axes and units are Unity's, as in the recording. Rotations keep their signs. Linear segments get tangents of their slope; tangents and
//! weights of version 1.0 are kept. Where the components of a pose have different key times, the missing keys are added without changing
//! the curves. States are step curves. Markers become events that call `OnMarker(string name)`.

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
