//! Report of a reduction: number of keys before and after, and the largest errors.

use reenact::Track;
use reenact::hand::Joint;

/// Number of keys before and after a reduction, and errors relative to the original.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proof {
    /// Keys of all curves before.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub keys_before: usize,
    /// Keys of all curves after.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub keys_after: usize,
    /// The same figures for each track of the recording, in file order.
    #[cfg_attr(feature = "serde", serde(rename = "proof"))]
    pub tracks: Vec<TrackProof>,
}

impl Proof {
    /// Figures of one track; `None` if the recording does not have it.
    pub fn track(&self, track: Track) -> Option<&TrackProof> {
        self.tracks.iter().find(|proof| proof.track == track)
    }
}

/// Number of keys of a track before and after a reduction, and errors relative to the original.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrackProof {
    /// Track.
    pub track: Track,
    /// Number of keys before, including boolean curves and slot `None`.
    pub keys_before: usize,
    /// Number of keys after.
    pub keys_after: usize,
    /// Errors of positions in millimetres: head, joints, origin of the gaze.
    pub position_mm: Deviation,
    /// Errors of rotations, or of the direction of the gaze, in degrees.
    pub angle_deg: Deviation,
}

/// Error of the result relative to the original, both evaluated in `clean` mode.
///
/// The maximum is over all times, not only those of keys, with a relative accuracy of one millionth plus the rounding of `f32`. Times at which a hand was not tracked are included.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deviation {
    /// Maximum over time.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub max: f64,
    /// Root mean square over the times of all original keys.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub rms: f64,
    /// Joint with the maximum; `None` for camera and gaze, and if the maximum is 0.
    pub joint: Option<Joint>,
    /// Time of the maximum; 0 if the maximum is 0.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub time_secs: f32,
}

/// Accumulates squared errors, which avoids a square root for each.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Gathered {
    largest_squared: f64,
    time_secs: f32,
    joint: Option<Joint>,
    squares: f64,
    count: usize,
}

impl Gathered {
    /// Creates `count` errors of 0.
    pub(super) fn none_off(count: usize) -> Self {
        Self { count, ..Self::default() }
    }

    /// Adds an error.
    #[inline]
    pub(super) fn add(&mut self, squared: f64, time_secs: f32) {
        self.raise(squared, time_secs);
        self.squares += squared;
        self.count += 1;
    }

    /// Squared maximum so far.
    pub(super) const fn largest_squared(&self) -> f64 {
        self.largest_squared
    }

    /// Adds an error that counts for the maximum, but not for the mean.
    pub(super) fn raise(&mut self, squared: f64, time_secs: f32) {
        if squared > self.largest_squared {
            (self.largest_squared, self.time_secs) = (squared, time_secs);
        }
    }

    /// Multiplies all errors by a factor.
    pub(super) fn times(self, factor: f64) -> Self {
        let square = factor * factor;
        Self {
            largest_squared: self.largest_squared * square,
            squares: self.squares * square,
            ..self
        }
    }

    /// Merges the errors of a joint, or of a part of it.
    pub(super) fn merge(&mut self, other: &Self, joint: Option<Joint>) {
        if other.largest_squared > self.largest_squared {
            self.largest_squared = other.largest_squared;
            (self.time_secs, self.joint) = (other.time_secs, joint);
        }
        self.squares += other.squares;
        self.count += other.count;
    }

    /// Converts to the unit of the report: millimetres or degrees.
    pub(super) fn scaled(&self, unit: f64) -> Deviation {
        let count = u32::try_from(self.count.max(1)).map_or(f64::from(u32::MAX), f64::from);
        Deviation {
            max: self.largest_squared.sqrt() * unit,
            rms: (self.squares / count).sqrt() * unit,
            joint: self.joint,
            time_secs: self.time_secs,
        }
    }
}
