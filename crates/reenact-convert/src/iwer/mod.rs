//! WebXR recordings (`.iwer.json`) of IWER's `ActionRecorder` and `ActionPlayer`.
//!
//! ```text
//! {"schema": [[0, {"handedness": "left", "hasHand": true, "jointSequence": ["wrist", …], …}], [1, …]],
//!  "frames": [[TIME, HEAD…, [0, RAY…, [JOINT…, RADIUS, …], [[PRESSED, TOUCHED, VALUE]]], …], …]}
//! ```
//!
//! Times are in milliseconds. Head, ray and joints have position x y z and rotation x y z w in WebXR's axes (right-handed, y up, −z
//! forward); joints are relative to the ray. A frame without an input source means that this hand is not tracked.
//!
//! | recording | IWER |
//! |---|---|
//! | camera | head |
//! | 25 of 26 joints | joints of an `XRHand`, which has no palm |
//! | pinching | button 0, for which IWER's player fires `select` events |
//! | gaze | separate input source, for sessions that ask for `eye-tracking` |
//! | markers, slot `None` | – |
//!
//! **Writing**: frames at a sample rate. A recording has no target ray, so it is computed: it starts at the index knuckle and points away from
//! the shoulder, which is assumed 15 cm below and 15 cm beside the head (following the head's yaw only). Without a head, or with the hand
//! at the shoulder, the ray has the rotation of the wrist. Joint radii are constants: 7 mm for tips, 20 mm for the wrist, 10 mm for others.
//!
//! **Reading**: the first frame is at 0 s. The palm is placed in the middle of the middle finger's metacarpal bone, with its rotation, as in
//! OpenXR. Controllers, grips and radii are ignored. IWER's recorder rounds positions and rotations to three decimals.

mod read;
mod write;

pub use read::{palm, read};
pub use write::write;

pub use crate::rate::Options;
