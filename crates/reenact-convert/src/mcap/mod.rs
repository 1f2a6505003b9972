//! MCAP for Foxglove and Rerun.
//!
//! | topic | schema | what |
//! |---|---|---|
//! | `/tf` | `foxglove.FrameTransforms` | `head`, `left/Wrist` … `right/PinkyTip` as seen from `world`, each frame in which they are there |
//! | `/hands` | `foxglove.SceneUpdate` | an entity a hand: joints as spheres, bones as lines; deleted while it is not observed |
//! | `/joints` | `foxglove.PointCloud` | the same joints as points, which Rerun shows and scene updates not; empty once when the last hand goes |
//! | `/gaze` | `foxglove.SceneUpdate` | an arrow from the eyes; deleted while there is none |
//! | `/state` | `reenact.State` | whether each hand is tracked and pinching: at the start, at each change, at the end |
//! | `/markers` | `foxglove.Log` | the markers, at their times |
//!
//! Messages are Protocol Buffers; the schemas are in the file. Poses are those of `clean` mode at a rate; time 0 of the recording is time 0 of
//! the file, which viewers show as 1 January 1970. Axes are those of ROS, in which both viewers stand upright without being told to:
//! right-handed, x ahead, y left, z up, for the world and for what is in it. The recording itself is attached as `recording.bin`, so nothing
//! is lost. Chunks are compressed by Zstandard, and indexed.
//!
//! A transform that stops coming stays where it was in most viewers: `/hands` is what to look at, and `/state` what to ask.

mod file;
mod protobuf;
mod record;
mod scene;
mod schemas;
mod write;

pub use write::{Options, write};
