//! What is in a recording, without looking at its poses.

#[cfg(feature = "serde")]
mod document;

use reenact::hand::Side;
use reenact::{Curve, CurveId, Form, Recording, Tracks};

#[cfg(feature = "serde")]
pub use document::Document;

/// What is in a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// How it is stored.
    pub form: Form,
    /// Which tracks it has.
    pub tracks: Tracks,
    /// The time of its first key, in seconds.
    pub start_secs: f32,
    /// The time of its last key, in seconds; at least 0.
    pub duration_secs: f32,
    /// How many curves it has.
    pub curves: usize,
    /// How many keys all of them have.
    pub keys: usize,
    /// Keys of the head's curves.
    pub camera_keys: usize,
    /// Keys of the gaze's curves.
    pub gaze_keys: usize,
    /// The hands, if they were recorded.
    pub hands: Option<Hands>,
    /// How many bytes follow the marker list.
    pub trailing_bytes: usize,
}

/// What is known of both hands.
#[derive(Debug, Clone, PartialEq)]
pub struct Hands {
    /// The left one.
    pub left: Hand,
    /// The right one.
    pub right: Hand,
}

impl Hands {
    /// One of them.
    pub const fn get(&self, side: Side) -> &Hand {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

/// When a hand was there, and when it pinched.
#[derive(Debug, Clone, PartialEq)]
pub struct Hand {
    /// The spans in which it was tracked, in order.
    pub tracked: Vec<Span>,
    /// The spans in which it pinched, in order: one is one pinch.
    pub pinching: Vec<Span>,
    /// Keys of all its curves, boolean ones and slot `None` among them.
    pub keys: usize,
}

impl Hand {
    /// For how long it was tracked.
    pub fn tracked_secs(&self) -> f64 {
        total_secs(&self.tracked)
    }

    /// For how long it pinched.
    pub fn pinching_secs(&self) -> f64 {
        total_secs(&self.pinching)
    }
}

fn total_secs(spans: &[Span]) -> f64 {
    // The sum of nothing would be −0.
    spans.iter().map(Span::secs).fold(0.0, |sum, secs| sum + secs)
}

/// From one time to another, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// Where it starts.
    pub start_secs: f32,
    /// Where it ends: later than it starts.
    pub end_secs: f32,
}

impl Span {
    /// How long it is.
    pub fn secs(&self) -> f64 {
        f64::from(self.end_secs) - f64::from(self.start_secs)
    }
}

/// Says what is in a recording.
///
/// Looks at the first and last key of each curve and at the keys of the four boolean ones, so a mapped file of many
/// gigabytes costs no more than a small one.
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
pub fn summarize(recording: &Recording<'_>) -> Summary {
    let tracks = recording.tracks();
    let whole = [recording.start_secs(), recording.duration_secs()];
    let hand = |side| Hand {
        tracked: spans(recording.curve(CurveId::Tracked(side)), whole),
        pinching: spans(recording.curve(CurveId::Pinching(side)), whole),
        keys: keys(recording, |id| match id {
            CurveId::Tracked(of) | CurveId::Pinching(of) | CurveId::Joint(of, ..) => of == side,
            CurveId::Camera(_) | CurveId::Gaze(_) => false,
        }),
    };
    let [start_secs, duration_secs] = whole;
    Summary {
        form: recording.form(),
        tracks,
        start_secs,
        duration_secs,
        curves: recording.curves().len(),
        keys: recording.key_count(),
        camera_keys: keys(recording, |id| matches!(id, CurveId::Camera(_))),
        gaze_keys: keys(recording, |id| matches!(id, CurveId::Gaze(_))),
        hands: tracks.hands.then(|| Hands { left: hand(Side::Left), right: hand(Side::Right) }),
        trailing_bytes: recording.trailing().len(),
    }
}

fn keys(recording: &Recording<'_>, is_one: impl Fn(CurveId) -> bool) -> usize {
    recording.curves().filter(|(id, _)| is_one(*id)).map(|(_, curve)| curve.len()).sum()
}

/// The spans within a whole in which a boolean curve is on: a key holds until the next, the first also before itself,
/// the last for good. Keys out of order count as sorted, and those at NaN not at all.
pub(crate) fn spans(curve: Option<&Curve<'_>>, [start_secs, end_secs]: [f32; 2]) -> Vec<Span> {
    let mut keys: Vec<(f32, bool)> = curve
        .into_iter()
        .flatten()
        .map(|key| (key.time_secs, key.value > 0.5))
        .filter(|(time_secs, _)| !time_secs.is_nan())
        .collect();
    if !keys.is_sorted_by(|(a, _), (b, _)| a <= b) {
        keys.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    }
    let mut spans: Vec<Span> = Vec::new();
    let mut on_since = keys.first().and_then(|&(_, on)| on.then_some(start_secs));
    let mut end = |from: f32, to: f32| {
        let span = Span { start_secs: from.max(start_secs), end_secs: to.min(end_secs) };
        if span.start_secs < span.end_secs {
            spans.push(span);
        }
    };
    for (time_secs, on) in keys {
        match (on_since, on) {
            (None, true) => on_since = Some(time_secs),
            (Some(since), false) => {
                end(since, time_secs);
                on_since = None;
            }
            _ => {}
        }
    }
    if let Some(since) = on_since {
        end(since, end_secs);
    }
    spans
}

#[cfg(test)]
mod tests {
    use reenact::Marker;

    use super::*;

    fn spans_of(keys: &[(f32, bool)]) -> Vec<(f32, f32)> {
        let curve = Curve::boolean(keys.iter().copied());
        spans(Some(&curve), [0.0, 5.0]).iter().map(|s| (s.start_secs, s.end_secs)).collect()
    }

    #[test]
    fn a_boolean_curve_is_on_from_an_on_key_to_the_next_off_key() {
        let keys = [(1.0, true), (2.0, true), (3.0, false), (4.0, true)];
        assert_eq!(spans_of(&keys), [(0.0, 3.0), (4.0, 5.0)]);
        assert_eq!(spans_of(&[]), []);
        assert_eq!(spans_of(&[(0.0, false)]), []);
        assert_eq!(spans_of(&[(-9.0, true), (9.0, false)]), [(0.0, 5.0)]);
    }

    #[test]
    fn keys_out_of_order_count_as_sorted_and_those_at_nan_not_at_all() {
        let keys = [(3.0, false), (f32::NAN, false), (1.0, true), (0.0, false)];
        assert_eq!(spans_of(&keys), [(1.0, 3.0)]);
        assert_eq!(spans_of(&[(f32::NAN, true)]), []);
        assert_eq!(spans_of(&[(0.0, false), (f32::NEG_INFINITY, true)]), []);
    }

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
