//! JSON sidecar files of the tables.

use reenact::{FrameTimes, Recording};
use serde_json::{Value, json};

use super::channels::{Channel, Kind, channels, tracked_points};
use super::names::SYSTEM;
use super::table::Options;
use crate::Axes;

/// Version of the BIDS specification.
const BIDS_VERSION: &str = "1.10.0";

pub(super) fn description(options: &Options) -> Value {
    json!({
        "Name": options.names.task.to_string(),
        "BIDSVersion": BIDS_VERSION,
        "DatasetType": "raw",
        "GeneratedBy": [{"Name": "reenact", "Version": env!("CARGO_PKG_VERSION")}],
    })
}

pub(super) fn motion(recording: &Recording, options: &Options, times: FrameTimes) -> Value {
    let tracks = recording.tracks();
    let channels = channels(tracks);
    let count = |kind| channels.iter().filter(|channel: &&Channel| channel.kind == kind).count();
    let rate_hz = plain(options.rate_hz);
    json!({
        "TaskName": options.names.task.to_string(),
        "TrackingSystemName": SYSTEM,
        "SamplingFrequency": rate_hz,
        "SamplingFrequencyEffective": rate_hz,
        "RecordingDuration": plain(recording.duration_secs()),
        "RecordingType": "continuous",
        "MissingValues": "n/a",
        "MotionChannelCount": channels.len(),
        "POSChannelCount": count(Kind::Position),
        "ORNTChannelCount": count(Kind::Orientation),
        "MISCChannelCount": count(Kind::Other),
        "ACCELChannelCount": 0,
        "ANGACCELChannelCount": 0,
        "GYROChannelCount": 0,
        "JNTANGChannelCount": 0,
        "LATENCYChannelCount": 0,
        "MAGNChannelCount": 0,
        "VELChannelCount": 0,
        "TrackedPointsCount": tracked_points(tracks),
        "RotationRule": "right-hand",
        "SpatialAxes": spatial_axes(options.axes),
        "SoftwareVersions": concat!("reenact ", env!("CARGO_PKG_VERSION")),
        "SampleCount": times.len(),
    })
}

pub(super) fn channel_frames(options: &Options) -> Value {
    json!({
        "reference_frame": {
            "Description": "Where the numbers of a channel count from.",
            "Levels": {
                "world": {
                    "SpatialAxes": spatial_axes(options.axes),
                    "RotationRule": "right-hand",
                    "Description": "Where the device was when the application started, y up. Rotations are unit quaternions that turn \
                        the axes of the world to those of the joint.",
                },
            },
        },
    })
}

pub(super) fn events() -> Value {
    json!({
        "onset": {"Description": "From the first row of motion.tsv on.", "Units": "s"},
        "duration": {"Description": "Markers are moments: always 0.", "Units": "s"},
        "marker": {"Description": "The name that the marker was given in the recording."},
    })
}

/// Directions of x, y and z as BIDS abbreviates them.
const fn spatial_axes(axes: Axes) -> &'static str {
    match axes {
        Axes::Web | Axes::Blender => "RSP",
        Axes::Unity => "LSA",
    }
}

/// Shortest decimal that rounds to this number.
fn plain(number: f32) -> Value {
    serde_json::from_str(&number.to_string()).unwrap_or(Value::Null)
}
