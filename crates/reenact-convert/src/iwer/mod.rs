//! WebXR recordings of IWER's `ActionRecorder` and `ActionPlayer`: a recording can drive a WebXR page.
//! Reading and writing.
//! page; and back.
//!
//! ```text
//! {"schema": [[0, {"handedness": "left", "hasHand": true, "jointSequence": ["wrist", …], …}], [1, …]],
//!  "frames": [[TIME, HEAD…, [0, RAY…, [JOINT…, RADIUS, …], [[PRESSED, TOUCHED, VALUE]]], …], …]}
//! ```
//!
//! A time is in milliseconds; a head, a ray and a joint are position x y z and rotation x y z w in WebXR's axes (right-handed, y
//! up, −z ahead), joints as seen from the ray. An input source that is absent in a frame is left out of it: that is a hand that is not
//! tracked.
//!
//! | recording | IWER |
//! |---|---|
//! | camera | the head |
//! | 25 of 26 joints | the joints of an `XRHand`; the palm is none of them |
//! | pinching | button 0, which IWER's player makes `select` events of |
//! | gaze | an input source of its own, of the kind that IWER has for it: sessions see it that ask for `eye-tracking` |
//! | markers, slot `None` | nothing |
//!
//! **Written** by us, a file has frames at a rate. The target ray of a hand is ours to choose, as no recording has one: it starts at
//! the index knuckle and points away from the shoulder, which is taken to be 15 cm below and 15 cm beside the head, as far as that is
//! turned about the vertical; up is up. Where there is no head, or the hand is at the shoulder, it is turned as the wrist is. No
//! recording has radii of joints: tips have 7 mm, the wrist 20 mm, all others 10 mm.
//!
//! **Read**, the first frame is at 0 s. A palm is put in the middle of the middle finger's metacarpal bone and turned as that is, which
//! is where OpenXR has it. Controllers, grips and radii are passed over. IWER's recorder rounds positions and rotations to three
//! decimals.

mod read;
mod write;

pub use read::read;
pub use write::write;

pub use crate::rate::Options;
