//! Report of a comparison.

use std::fmt;

use reenact::Track;
use reenact::hand::Joint;

/// Which of the two recordings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Which {
    /// The first.
    A,
    /// The second.
    B,
}

reenact::named!(Which, "recording": A = "a", B = "b");

/// How far apart two recordings are, and from when on.
///
/// Times are those of the first recording. All figures but the durations are finite; what would not fit an `f32` is
/// the largest that does.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// Nothing differs by more than the tolerances.
    pub same: bool,
    /// They are the same bytes. Then nothing was sampled: there are no frames, and all figures are 0.
    pub identical: bool,
    /// What differs first beyond the tolerances.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::serial::said"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::serial::Said<'static>>"))]
    pub first_difference: Option<Difference>,
    /// How long each lasts.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "[reenact::json::Number; 2]"))]
    pub duration_secs: [f32; 2],
    /// From when to when they were compared; `None` if there is no time that both have, or nothing was sampled.
    pub compared_secs: Option<[f32; 2]>,
    /// At how many moments they were compared.
    pub frames: usize,
    /// How much later the second is: given, found, or 0.
    pub offset_secs: f32,
    /// How time was warped, if it was.
    pub warp: Option<Warp>,
    /// Each track that both have, in file order.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::serial::by_track"))]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, TrackComparison>")
    )]
    pub tracks: Vec<TrackComparison>,
    /// Tracks that one of them lacks, with the one that has it.
    pub only_in_one: Vec<OnlyIn>,
    /// Markers that the other lacks, in order of time.
    pub markers: Vec<MarkerDifference>,
}

/// Comparison of two files, as `compare --json` prints it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileComparison {
    /// Their names.
    pub files: [String; 2],
    /// How far apart they are.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub comparison: Comparison,
}

impl Comparison {
    /// One track's, if both have it.
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

/// How far a track of the one is from that of the other.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrackComparison {
    /// Which track.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub track: Track,
    /// How far positions are apart, in metres; for the gaze, its origin. `None` if there never was one in both.
    pub position_m: Option<Apart>,
    /// How far rotations are apart, in degrees; for the gaze, its direction. `None` if there never was one in both.
    pub rotation_deg: Option<Apart>,
    /// For how long the states differ, in seconds: any of the three below.
    pub state_mismatch_secs: f32,
    /// For how long only one of them was tracked.
    pub tracked_mismatch_secs: f32,
    /// For how long only one of them was pinching.
    pub pinching_mismatch_secs: f32,
    /// For how long anything of it (a joint's position, a rotation) was known in only one of them, or could not be
    /// seen from the reference.
    pub known_mismatch_secs: f32,
    /// The compared time in at most [`TrackComparison::MOST_BUCKETS`] even parts.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "distance_over_time", serialize_with = "super::serial::columns")
    )]
    #[cfg_attr(feature = "schema", schemars(with = "super::serial::Columns"))]
    pub over_time: Vec<Bucket>,
}

impl TrackComparison {
    /// How finely time is divided at most.
    pub const MOST_BUCKETS: usize = 200;
}

/// A distance or an angle over time and joints.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Apart {
    /// The largest at any time.
    pub max: f32,
    /// The root of the mean square, over time and joints.
    pub rms: f32,
    /// The joint where it is largest; `None` for camera and gaze, and where it is 0 throughout.
    pub joint: Option<Joint>,
    /// When it is largest first.
    pub time_secs: f32,
}

/// A part of the compared time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bucket {
    /// The largest distance in it; `None` if there is none.
    pub position_m: Option<f32>,
    /// The largest angle in it; `None` if there is none.
    pub rotation_deg: Option<f32>,
    /// Whether the states differ somewhere in it.
    pub mismatch: bool,
}

/// How the second recording was sped up and slowed down to fit the first.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Warp {
    /// The farthest that a moment was moved, in seconds.
    pub max_shift_secs: f32,
    /// How many times as fast one is as the other where they differ most, over a quarter of a second; at least 1.
    pub max_stretch: f32,
}

/// A marker that only one of them has at that time.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkerDifference {
    /// When, in that recording's own time.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub time_secs: f32,
    /// Its name.
    pub name: String,
    /// Which recording has it.
    pub only_in: Which,
}

/// Something that differs beyond the tolerances. Prints as one line.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// From when on.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub time_secs: f32,
    /// In which track; `None` for what belongs to none.
    pub track: Option<Track>,
    /// At which joint; `None` if it is not about one.
    pub joint: Option<Joint>,
    /// What, and how far.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub what: What,
}

/// What differs.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(tag = "what", rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum What {
    /// There is no time that both have.
    NoOverlap,
    /// Only one recording has the track.
    Track {
        /// Which.
        only_in: Which,
    },
    /// Only one is tracked.
    Tracked {
        /// Which.
        only_in: Which,
    },
    /// Only one is pinching.
    Pinching {
        /// Which.
        only_in: Which,
    },
    /// Something is known in only one of them, or cannot be seen from the reference.
    Known,
    /// Positions are apart.
    Position {
        /// By so many metres.
        position_m: f32,
    },
    /// Rotations, or directions, are apart.
    Rotation {
        /// By so many degrees.
        rotation_deg: f32,
    },
    /// Only one has a marker then.
    Marker {
        /// Which.
        only_in: Which,
        /// The name of the marker.
        name: String,
    },
    /// One goes on for longer.
    Duration {
        /// Which.
        only_in: Which,
        /// By so many seconds.
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
            What::NoOverlap => f.write_str("no time that both have"),
            What::Track { only_in } => write!(f, "only in {only_in}"),
            What::Tracked { only_in } => write!(f, "tracked in {only_in} only"),
            What::Pinching { only_in } => write!(f, "pinching in {only_in} only"),
            What::Known => f.write_str("not known in both"),
            What::Position { position_m } => write!(f, "{:.2} mm apart", position_m * 1000.0),
            What::Rotation { rotation_deg } => write!(f, "{rotation_deg:.2}° apart"),
            What::Marker { only_in, name } => write!(f, "marker {name:?} in {only_in} only"),
            What::Duration { only_in, secs } => {
                write!(f, "{only_in} goes on for {secs:.3} s longer")
            }
        }?;
        write!(f, " at {:.3} s", self.time_secs)
    }
}
