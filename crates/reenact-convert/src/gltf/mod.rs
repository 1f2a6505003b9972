//! glTF, for viewers, engines and Blender; and back.
//!
//! The profile `skeleton` has skinned hand meshes that any viewer displays:
//!
//! ```text
//! Camera                                a camera; hangs on it: Camera.Head, and Camera.Lens where axes are Unity's
//! Hand.Left                             of size 1 while the hand is tracked, else 0 (scale, STEP)
//!   Hand.Left.Joint.Wrist               translation and rotation (LINEAR) as seen from what it hangs on
//!     Hand.Left.Joint.Palm
//!     Hand.Left.Joint.IndexMetacarpal   and so on, 26 joints in all
//!       Hand.Left.Joint.IndexKnuckle …
//!         Hand.Left.Pinching            a ball at the index fingertip, of size 1 while the hand pinches, else 0
//! Hand.Left.Mesh                        a skin around the recorded bones, moved by the joints
//! Hand.Right …
//! Gaze                                  at the eyes; hangs on it: Gaze.Ray
//! ```
//!
//! The profile `flat` has nothing to be seen, but the keys as they are: a node for each thing that was recorded, all in the world.
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
//! Both have one animation, `InputAction`. Tracks that were not recorded have no nodes, joints without keys neither, and a
//! hand that was never observed has no skin. In the `extras` of the asset, under `reenact`, are `profile`, `axes` and `version`;
//! and `sampled_hz` where curves with tangents were sampled. In the `extras` of the scene are the `markers`. In a skeleton the `extras` of a hand have
//! `tracked_secs`, the spans in which it was tracked, each a start and an end, or `null` where it was not lost; the hand has size 0 while it was
//! not observed ([`ObservedSpans`](reenact::ObservedSpans)).
//!
//! Times are those of the recording. Nothing before 0 is exported: keys from there are replaced by one at 0, interpolated from them.
//!
//! glTF draws rotations between keys along an arc, where recordings have a chord. In `flat`, at MRTK's rates of keys, the difference cannot be
//! seen. In a skeleton it moves fingertips, so keys are added until no joint is farther than 0.1 mm from where it was; where that
//! takes too many, [`Losses::stray_m`](crate::Losses::stray_m) says so. A number that is not finite has no place in glTF, and curves with tangents are drawn by more keys:
//! [`Losses`](crate::Losses) says how much of that there was.
//!
//! In a skeleton for Blender ([`Axes::Blender`](crate::Axes::Blender)) joints are turned so that y, which bones lie along there, points along
//! the finger; [`read()`] turns them back.
//!
//! ```
//! use reenact_convert::gltf::{Options, read, write_glb};
//!
//! let recording = reenact_make::demo();
//! let mut file = Vec::new();
//! let losses = write_glb(&recording, &Options::default(), &mut file)?;
//! assert!(!losses.any());
//! assert_eq!(read(&file)?.tracks(), recording.tracks());
//! # Ok::<(), reenact_convert::Error>(())
//! ```

mod accessor;
mod animation;
mod container;
mod flat;
mod motion;
mod names;
mod options;
mod read;
mod scene;
mod shapes;
mod skeleton;
mod tree;
mod write;

pub use options::{Options, Profile};
pub use read::read;
pub use write::{write_glb, write_gltf};
