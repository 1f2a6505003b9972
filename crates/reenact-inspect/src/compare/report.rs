//! Report of a comparison.

use std::fmt;

use reenact::Track;
use reenact::hand::Joint;

/// First or second recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Which {
    /// The first.
    A,
    /// The second.
    B,
}

reenact::named!(Which, "recording": A = "a", B = "b");

/// Result of a comparison.
///
/// Times are those of the first recording. All figures except the durations are finite, clamped to the
/// largest `f32`.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// Whether no difference exceeds the tolerances.
    pub same: bool,
    /// Whether the bytes are identical. Then nothing was sampled: there are no frames, and all figures are 0.
    pub identical: bool,
    /// First difference beyond the tolerances.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::serial::with_message"))]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<super::serial::DifferenceJson<'static>>")
    )]
    pub first_difference: Option<Difference>,
    /// Duration of each recording.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "[reenact::json::Number; 2]"))]
    pub duration_secs: [f32; 2],
    /// Compared time range; `None` without an overlap, or if nothing was sampled.
    pub compared_secs: Option<[f32; 2]>,
    /// Number of compared times.
    pub frames: usize,
    /// Delay of the second recording: given, found, or 0.
    pub offset_secs: f32,
    /// Time warp, if there was one.
    pub warp: Option<Warp>,
    /// Comparison of each track that both have, in file order.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::serial::by_track"))]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, TrackComparison>")
    )]
    pub tracks: Vec<TrackComparison>,
    /// Tracks that only one recording has.
    pub only_in_one: Vec<OnlyIn>,
    /// Markers that only one recording has, in order of time.
    pub markers: Vec<MarkerDifference>,
}

/// Comparison of two files, as `compare --json` prints it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileComparison {
    /// Names of the files.
    pub files: [String; 2],
    /// Comparison of the recordings.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub comparison: Comparison,
}

impl Comparison {
    /// Comparison of one track, if both have it.
    pub fn track(&self, track: Track) -> Option<&TrackComparison> {
        self.tracks.iter().find(|found| found.track == track)
    }
}

/// A track that only one of them has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OnlyIn {
    /// The track.
    pub track: Track,
    /// Which recording has it.
    pub only_in: Which,
}

/// Differences of one track.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrackComparison {
    /// Track.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub track: Track,
    /// Distance of positions in metres; for the gaze, of its origin. `None` if it was never known in both.
    pub position_m: Option<Deviation>,
    /// Angle of rotations in degrees; for the gaze, of its direction. `None` if it was never known in both.
    pub rotation_deg: Option<Deviation>,
    /// Total time in seconds for which any of the three states below differs.
    pub state_mismatch_secs: f32,
    /// Time for which only one was tracked.
    pub tracked_mismatch_secs: f32,
    /// Time for which only one was pinching.
    pub pinching_mismatch_secs: f32,
    /// Time for which a value (position of a joint, rotation) was known in only one, or unknown in the reference frame.
    pub known_mismatch_secs: f32,
    /// Buckets of the compared time, at most [`TrackComparison::MOST_BUCKETS`], of equal length.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "distance_over_time", serialize_with = "super::serial::columns")
    )]
    #[cfg_attr(feature = "schema", schemars(with = "super::serial::Columns"))]
    pub over_time: Vec<Bucket>,
}

impl TrackComparison {
    /// Largest number of buckets.
    pub const MOST_BUCKETS: usize = 200;
}

/// Statistics of a distance or angle over time and joints.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deviation {
    /// Maximum over time.
    pub max: f32,
    /// Root mean square over time and joints.
    pub rms: f32,
    /// Joint with the maximum; `None` for camera and gaze, and if the maximum is 0.
    pub joint: Option<Joint>,
    /// First time of the maximum.
    pub time_secs: f32,
}

/// Bucket of the compared time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bucket {
    /// Largest distance; `None` if there is none.
    pub position_m: Option<f32>,
    /// Largest angle; `None` if there is none.
    pub rotation_deg: Option<f32>,
    /// Whether any state differs.
    pub mismatch: bool,
}

/// Time warp of the second recording onto the first.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Warp {
    /// Largest shift of a time, in seconds.
    pub max_shift_secs: f32,
    /// Largest ratio of speeds over a quarter of a second; at least 1.
    pub max_stretch: f32,
}

/// A marker that only one recording has at that time.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkerDifference {
    /// Time in that recording.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub time_secs: f32,
    /// Name of the marker.
    pub name: String,
    /// Recording that has it.
    pub only_in: Which,
}

/// A difference beyond the tolerances. `Display` prints one line.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// Time of the first such difference.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub time_secs: f32,
    /// Track; `None` if the difference is not of a track.
    pub track: Option<Track>,
    /// Joint; `None` if the difference is not of a joint.
    pub joint: Option<Joint>,
    /// Kind and size of the difference.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub what: DifferenceKind,
}

/// Kind of difference.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(tag = "what", rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum DifferenceKind {
    /// The recordings have no common time.
    NoOverlap,
    /// Only one recording has the track.
    Track {
        /// Recording that has it.
        only_in: Which,
    },
    /// Only one is tracked.
    Tracked {
        /// Recording that has it.
        only_in: Which,
    },
    /// Only one is pinching.
    Pinching {
        /// Recording that has it.
        only_in: Which,
    },
    /// A pose is known in one recording only, or the reference pose is missing.
    Known,
    /// Positions differ.
    Position {
        /// Difference in metres.
        position_m: f32,
    },
    /// Rotations or directions differ.
    Rotation {
        /// Difference in degrees.
        rotation_deg: f32,
    },
    /// Only one recording has a marker at that time.
    Marker {
        /// Recording that has it.
        only_in: Which,
        /// The name of the marker.
        name: String,
    },
    /// One recording is longer.
    Duration {
        /// Recording that has it.
        only_in: Which,
        /// Difference in seconds.
        secs: f32,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(track) = self.track {
            write!(f, "{track}")?;
            if let Some(joint) = self.joint {
                write!(f, " {joint}")?;
            }
            f.write_str(": ")?;
        }
        match &self.what {
            DifferenceKind::NoOverlap => f.write_str("no common time"),
            DifferenceKind::Track { only_in } => write!(f, "only in {only_in}"),
            DifferenceKind::Tracked { only_in } => write!(f, "tracked in {only_in} only"),
            DifferenceKind::Pinching { only_in } => write!(f, "pinching in {only_in} only"),
            DifferenceKind::Known => f.write_str("not known in both"),
            DifferenceKind::Position { position_m } => {
                write!(f, "{:.2} mm apart", position_m * 1000.0)
            }
            DifferenceKind::Rotation { rotation_deg } => write!(f, "{rotation_deg:.2}° apart"),
            DifferenceKind::Marker { only_in, name } => {
                write!(f, "marker {name:?} in {only_in} only")
            }
            DifferenceKind::Duration { only_in, secs } => {
                write!(f, "{only_in} is {secs:.3} s longer")
            }
        }?;
        write!(f, " at {:.3} s", self.time_secs)
    }
}
