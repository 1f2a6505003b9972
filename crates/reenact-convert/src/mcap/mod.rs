//! MCAP files for Foxglove and Rerun.
//!
//! | topic | schema | contents |
//! |---|---|---|
//! | `/tf` | `foxglove.FrameTransforms` | `head`, `left/Wrist` … `right/PinkyTip` relative to `world`, in frames in which they are known |
//! | `/hands` | `foxglove.SceneUpdate` | one entity per hand: joints as spheres, bones as lines; deleted while the hand is not observed |
//! | `/joints` | `foxglove.PointCloud` | the same joints as points, for Rerun, which does not show scene updates; one empty message after the last hand is lost |
//! | `/gaze` | `foxglove.SceneUpdate` | arrow from the eyes; deleted while there is no gaze |
//! | `/state` | `reenact.State` | tracked and pinching of each hand: at the start, at each change, at the end |
//! | `/markers` | `foxglove.Log` | markers, at their times |
//!
//! Messages are Protocol Buffers with embedded schemas, in indexed chunks that are compressed with Zstandard. Poses are sampled in `clean` mode. Time 0 of
//! the recording is time 0 of the file, which viewers show as 1 January 1970. Axes are those of ROS: right-handed, x forward, y left, z up. The recording
//! is attached as `recording.bin`, so nothing is lost.
//!
//! Most viewers keep the last transform while a hand is not tracked: use `/hands` for display, and `/state` for the tracking state.

mod file;
mod protobuf;
mod scene;
mod schemas;
mod write;

pub use write::{Options, write};
