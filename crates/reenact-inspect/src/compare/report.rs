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
pub struct Comparison {
    /// Whether no difference exceeds the tolerances.
    pub same: bool,
    /// Whether the bytes are identical. Then nothing was sampled: there are no frames, and all figures are 0.
    pub identical: bool,
    /// First difference beyond the tolerances.
    pub first_difference: Option<Difference>,
    /// Duration of each.
    pub duration_secs: [f32; 2],
    /// Compared time range; `None` without an overlap, or if nothing was sampled.
    pub compared_secs: Option<[f32; 2]>,
    /// Number of compared times.
    pub frames: usize,
    /// Delay of the second recording: given, found, or 0.
    pub offset_secs: f32,
    /// Time warp, if there was one.
    pub warp: Option<Warp>,
    /// Tracks that both have, in file order.
    pub tracks: Vec<TrackComparison>,
    /// Tracks that only one has, and which.
    pub only_in_one: Vec<(Track, Which)>,
    /// Markers that only one has, in order of time.
    pub markers: Vec<MarkerDifference>,
}

impl Comparison {
    /// Result of one track, if both have it.
    pub fn track(&self, track: Track) -> Option<&TrackComparison> {
        self.tracks.iter().find(|found| found.track == track)
    }
}

/// Differences of a track.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackComparison {
    /// Track.
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
    /// Time for which any value (a joint's position, a rotation) was known in one only, or unknown in the
    /// reference frame.
    pub known_mismatch_secs: f32,
    /// The compared time in at most [`TrackComparison::MOST_BUCKETS`] equal buckets.
    pub over_time: Vec<Bucket>,
}

impl TrackComparison {
    /// Largest number of buckets.
    pub const MOST_BUCKETS: usize = 200;
}

/// Statistics of a distance or angle over time and joints.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deviation {
    /// Maximum.
    pub max: f32,
    /// Root mean square over time and joints.
    pub rms: f32,
    /// Joint of the maximum; `None` for camera and gaze, and if it is 0 throughout.
    pub worst_joint: Option<Joint>,
    /// First time of the maximum.
    pub worst_time_secs: f32,
}

/// Bucket of the compared time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
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
pub struct Warp {
    /// Largest shift of a time, in seconds.
    pub max_shift_secs: f32,
    /// Largest ratio of speeds over a quarter of a second; at least 1.
    pub max_stretch: f32,
}

/// A marker that only one recording has at that time.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkerDifference {
    /// Time in its own recording.
    pub time_secs: f32,
    /// Name of the marker.
    pub name: String,
    /// Recording that has it.
    pub only_in: Which,
}

/// A difference beyond the tolerances. `Display` prints one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Time of its start.
    pub time_secs: f32,
    /// Track; `None` if it concerns none.
    pub track: Option<Track>,
    /// Joint; `None` if it concerns none.
    pub joint: Option<Joint>,
    /// Kind and size.
    pub what: DifferenceKind,
}

/// Kind of difference.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DifferenceKind {
    /// The recordings have no common time.
    NoOverlap,
    /// Only one recording has the track.
    Track(Which),
    /// Only one is tracked.
    Tracked(Which),
    /// Only one is pinching.
    Pinching(Which),
    /// A value is known in one only, or unknown in the reference frame.
    Known,
    /// Distance of positions, in metres.
    Position(f32),
    /// Angle of rotations or directions, in degrees.
    Rotation(f32),
    /// Only one has a marker with this name at that time.
    Marker(Which, String),
    /// One is longer by this many seconds.
    Duration(Which, f32),
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
            DifferenceKind::NoOverlap => f.write_str("no time that both have"),
            DifferenceKind::Track(which) => write!(f, "only in {which}"),
            DifferenceKind::Tracked(which) => write!(f, "tracked in {which} only"),
            DifferenceKind::Pinching(which) => write!(f, "pinching in {which} only"),
            DifferenceKind::Known => f.write_str("not known in both"),
            DifferenceKind::Position(metres) => write!(f, "{:.2} mm apart", metres * 1000.0),
            DifferenceKind::Rotation(degrees) => write!(f, "{degrees:.2}° apart"),
            DifferenceKind::Marker(which, name) => write!(f, "marker {name:?} in {which} only"),
            DifferenceKind::Duration(which, secs) => {
                write!(f, "{which} goes on for {secs:.3} s longer")
            }
        }?;
        write!(f, " at {:.3} s", self.time_secs)
    }
}
