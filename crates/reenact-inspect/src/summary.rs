//! Summary of a recording: form, tracks, times and hand states, without sampling its poses.

#[cfg(feature = "serde")]
mod document;

use reenact::hand::Side;
use reenact::{CurveId, Form, ObservedSpans, Origin, Recording, TimeSpan, Track, Tracks};

#[cfg(feature = "serde")]
pub use document::Document;

/// Summary of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Version of the file: `1.0`, `1.1`, or the name of a draft or fork, such as `draft-c`.
    pub version: String,
    /// Draft or fork that it was read from; `form` is then the form in which it is written.
    pub origin: Option<Origin>,
    /// Storage form.
    pub form: Form,
    /// Tracks.
    pub tracks: Tracks,
    /// Time of its first key, in seconds; `None` without keys. Negative where a rolling buffer kept a key from before its
    /// window.
    pub first_key_secs: Option<f32>,
    /// Time at which it starts, in seconds: that of its first key, but not before 0.
    pub start_secs: f32,
    /// Time at which it ends, in seconds: that of its last key, at least 0.
    pub end_secs: f32,
    /// Its length in seconds, from start to end.
    pub duration_secs: f32,
    /// When each track was observed.
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
    /// Number of bytes after the marker list.
    pub trailing_bytes: usize,
}

impl Summary {
    /// Total observed time of a track, in seconds.
    pub fn observed_secs(&self, track: Track) -> f64 {
        total_secs(self.observed.spans(track))
    }
}

/// Summaries of both hands.
#[derive(Debug, Clone, PartialEq)]
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
pub struct Hand {
    /// Tracked spans, in order.
    pub tracked: Vec<TimeSpan>,
    /// Pinching spans, in order; each is one pinch.
    pub pinching: Vec<TimeSpan>,
    /// Number of keys of all its curves, including boolean ones and slot `None`.
    pub keys: usize,
}

impl Hand {
    /// Total tracked time.
    pub fn tracked_secs(&self) -> f64 {
        total_secs(&self.tracked)
    }

    /// Total pinching time.
    pub fn pinching_secs(&self) -> f64 {
        total_secs(&self.pinching)
    }
}

fn total_secs(spans: &[TimeSpan]) -> f64 {
    // An empty `sum` would be −0.
    spans.iter().map(TimeSpan::secs).fold(0.0, |sum, secs| sum + secs)
}

/// Summarizes a recording.
///
/// EyeMovements at a few keys of each curve and at those of the four boolean ones, so a mapped file of many gigabytes costs no more
/// than a small one.
///
/// ```
/// use reenact_inspect::summary::summarize;
///
/// let summary = summarize(&reenact_make::demo());
/// let hands = summary.hands.unwrap();
/// assert!(hands.right.tracked_secs() < f64::from(summary.duration_secs));
/// assert!(!hands.right.pinching.is_empty());
/// ```
#[must_use]
pub fn summarize(recording: &Recording) -> Summary {
    let tracks = recording.tracks();
    let hand = |side| Hand {
        tracked: recording.tracked_spans(side),
        pinching: recording.pinching_spans(side),
        keys: keys(recording, |id| match id {
            CurveId::Tracked(of) | CurveId::Pinching(of) | CurveId::Joint(of, ..) => of == side,
            CurveId::Camera(_) | CurveId::Gaze(_) => false,
        }),
    };
    Summary {
        version: recording.version_name(),
        origin: recording.origin().cloned(),
        form: recording.form(),
        tracks,
        first_key_secs: recording.first_key_secs(),
        start_secs: recording.start_secs(),
        end_secs: recording.end_secs(),
        duration_secs: recording.duration_secs(),
        observed: ObservedSpans::of(recording),
        curves: recording.curves().len(),
        keys: recording.key_count(),
        camera_keys: keys(recording, |id| matches!(id, CurveId::Camera(_))),
        gaze_keys: keys(recording, |id| matches!(id, CurveId::Gaze(_))),
        hands: tracks.hands.then(|| Hands { left: hand(Side::Left), right: hand(Side::Right) }),
        trailing_bytes: recording.trailing().len(),
    }
}

fn keys(recording: &Recording, is_one: impl Fn(CurveId) -> bool) -> usize {
    recording.curves().filter(|(id, _)| is_one(*id)).map(|(_, curve)| curve.len()).sum()
}

#[cfg(test)]
mod tests {
    use reenact::Marker;

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
