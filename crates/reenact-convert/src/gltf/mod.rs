//! glTF files (`.glb`, `.gltf`) for viewers, engines and Blender; reading and writing.
//!
//! The profile `skeleton` has skinned hand meshes that any viewer displays:
//!
//! ```text
//! Camera                                camera; children: Camera.Head, and Camera.Lens for Unity's axes
//! Hand.Left                             scale 1 while the hand is observed, else 0 (STEP)
//!   Hand.Left.Joint.Wrist               translation and rotation (LINEAR) relative to the parent
//!     Hand.Left.Joint.Palm
//!     Hand.Left.Joint.IndexMetacarpal   and so on, 26 joints
//!       Hand.Left.Joint.IndexKnuckle …
//!         Hand.Left.Pinching            sphere at the index fingertip, scale 1 while the hand pinches, else 0
//! Hand.Left.Mesh                        skinned mesh around the recorded bones
//! Hand.Right …
//! Gaze                                  at the eyes; child: Gaze.Ray
//! ```
//!
//! The profile `flat` has no meshes, but the recorded keys: one node per pose or state, all in world space.
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
//! Both have one animation, `InputAction`. Tracks that were not recorded and joints without keys have no nodes; a hand that was never observed has no
//! mesh. Observed is defined by [`ObservedSpans`](reenact::ObservedSpans).
//!
//! | `extras` of | contents |
//! |---|---|
//! | the asset | `reenact`: `profile`, `axes`, `version`, and `sampled_hz` if curves with tangents were sampled |
//! | the scene | `markers` |
//! | a hand (`skeleton`) | `tracked_secs`: start and end of each tracked span; the end is `null` if tracking was not lost |
//!
//! Times are those of the recording. Keys before 0 are replaced by one interpolated key at 0.
//!
//! glTF interpolates rotations spherically, recordings linearly. In `flat`, at MRTK's key rates, the difference is not visible. In a skeleton it
//! moves fingertips, so keys are added until no joint deviates by more than 0.1 mm; if that would take too many keys,
//! [`Losses::stray_m`](crate::Losses::stray_m) has the deviation. Values that are not finite are left out, and curves with tangents are sampled:
//! [`Losses`](crate::Losses) counts both.
//!
//! For Blender ([`Axes::Blender`](crate::Axes::Blender)), joints of a skeleton are rotated so that their y axis points along the finger, as Blender's
//! bones do; [`read()`] rotates them back.
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
