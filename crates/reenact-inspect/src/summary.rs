//! Summary of a recording: form, tracks, times and hand states, without sampling its poses.

use reenact::hand::Side;
use reenact::{CurveId, Form, Marker, ObservedSpans, Origin, Recording, TimeSpan, Track, Tracks};

/// Summary of a recording.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// Version of the file: `1.0`, `1.1`, or the name of a draft or fork, such as `draft-c`.
    pub version: String,
    /// Read-only form of the file, if it is a draft or fork; `form` is then the form in which it is written.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub origin: Option<Origin>,
    /// Version, layout and marker list.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub form: Form,
    /// Tracks.
    pub tracks: Tracks,
    /// Time of its first key, in seconds; `None` without keys. Negative where a rolling buffer kept a key from before its
    /// window.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<reenact::json::Number>"))]
    pub first_key_secs: Option<f32>,
    /// Time at which it starts, in seconds: that of its first key, but not before 0.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub start_secs: f32,
    /// Time at which it ends, in seconds: that of its last key, at least 0.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub end_secs: f32,
    /// Its length in seconds, from start to end.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub duration_secs: f32,
    /// Observed spans of each track.
    pub observed: ObservedSpans,
    /// Number of curves.
    pub curves: usize,
    /// Number of keys of all curves.
    pub keys: usize,
    /// Number of keys of the camera.
    pub camera_keys: usize,
    /// Number of keys of the gaze.
    pub gaze_keys: usize,
    /// The hands, if they were recorded.
    pub hands: Option<Hands>,
    /// The markers, in the order of the file.
    pub markers: Vec<Marker<'static>>,
    /// Number of bytes after the marker list.
    pub trailing_bytes: usize,
}

/// Summary of a file, as `info --json` prints it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileSummary {
    /// The name of the file.
    pub file: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Summary of the recording.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub summary: Summary,
}

/// Summaries of both hands.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hands {
    /// The left one.
    pub left: Hand,
    /// The right one.
    pub right: Hand,
}

impl Hands {
    /// Summary of one hand.
    pub const fn get(&self, side: Side) -> &Hand {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

/// Summary of a hand.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hand {
    /// Tracked spans, in order.
    pub tracked: Vec<TimeSpan>,
    /// Pinching spans, in order; each is one pinch.
    pub pinching: Vec<TimeSpan>,
    /// Total tracked time in seconds.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub tracked_secs: f64,
    /// Total observed time in seconds.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub observed_secs: f64,
    /// Total pinching time in seconds.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub pinching_secs: f64,
    /// Number of keys of all its curves, including boolean curves and slot `None`.
    pub keys: usize,
}

fn total_secs(spans: &[TimeSpan]) -> f64 {
    // The sum of an empty list is −0.
    spans.iter().map(TimeSpan::secs).fold(0.0, |sum, secs| sum + secs)
}

/// The markers of a recording, as `marker list --json` prints them.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkerList {
    /// The markers, in the order of the file.
    pub markers: Vec<Marker<'static>>,
}

impl MarkerList {
    /// Returns the markers of a recording.
    pub fn of(recording: &Recording) -> Self {
        Self { markers: recording.markers().map(Marker::into_owned).collect() }
    }
}

/// Summarizes a recording.
///
/// Reads only a few keys of each curve and all keys of the four boolean curves, so the cost hardly depends on the size of a
/// mapped file.
///
/// ```
/// use reenact_inspect::summary::summarize;
///
/// let summary = summarize(&reenact_make::demo());
/// let hands = summary.hands.unwrap();
/// assert!(hands.right.tracked_secs < f64::from(summary.duration_secs));
/// assert!(!hands.right.pinching.is_empty());
/// ```
#[must_use]
pub fn summarize(recording: &Recording) -> Summary {
    let tracks = recording.tracks();
    let observed = ObservedSpans::of(recording);
    let hand = |side| {
        let (tracked, pinching) = (recording.tracked_spans(side), recording.pinching_spans(side));
        Hand {
            tracked_secs: total_secs(&tracked),
            observed_secs: total_secs(observed.spans(Track::Hand(side))),
            pinching_secs: total_secs(&pinching),
            tracked,
            pinching,
            keys: keys(recording, |id| match id {
                CurveId::Tracked(of) | CurveId::Pinching(of) | CurveId::Joint(of, ..) => of == side,
                CurveId::Camera(_) | CurveId::Gaze(_) => false,
            }),
        }
    };
    let hands = tracks.hands.then(|| Hands { left: hand(Side::Left), right: hand(Side::Right) });
    Summary {
        version: recording.version_name(),
        origin: recording.origin().cloned(),
        form: recording.form(),
        tracks,
        first_key_secs: recording.first_key_secs(),
        start_secs: recording.start_secs(),
        end_secs: recording.end_secs(),
        duration_secs: recording.duration_secs(),
        observed,
        curves: recording.curves().len(),
        keys: recording.key_count(),
        camera_keys: keys(recording, |id| matches!(id, CurveId::Camera(_))),
        gaze_keys: keys(recording, |id| matches!(id, CurveId::Gaze(_))),
        hands,
        markers: MarkerList::of(recording).markers,
        trailing_bytes: recording.trailing().len(),
    }
}

fn keys(recording: &Recording, is_one: impl Fn(CurveId) -> bool) -> usize {
    recording.curves().filter(|(id, _)| is_one(*id)).map(|(_, curve)| curve.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_have_all_the_keys() {
        let mut recording = reenact_make::demo();
        recording.set_markers([Marker::new(1.0, "one")]).unwrap();
        let summary = summarize(&recording);
        let hands = summary.hands.unwrap();
        let parts = summary.camera_keys + hands.left.keys + hands.right.keys + summary.gaze_keys;
        assert_eq!(parts, summary.keys);
        assert_eq!(summary.curves, 395);
    }
}
