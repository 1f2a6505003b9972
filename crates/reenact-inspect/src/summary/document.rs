//! Summary of a recording as JSON.

use reenact::hand::Side;
use reenact::{ObservedSpans, Recording, TimeSpan, Track};
use serde::Serialize;

use super::{Hand, Summary};
use crate::json::{Marker, Number};

/// Summary of a recording, as `info --json` prints it.
#[derive(Debug, Serialize)]
pub struct Document {
    file: String,
    bytes: u64,
    version: String,
    layout: &'static str,
    marker_list: bool,
    trailing_bytes: usize,
    tracks: Tracks,
    start_secs: Number,
    end_secs: Number,
    duration_secs: Number,
    first_key_secs: Option<Number>,
    curves: usize,
    keys: usize,
    markers: Vec<Marker>,
    hands: Option<Hands>,
    observed: Observed,
}

/// Spans in which each track was observed, as start and end in seconds.
#[derive(Debug, Serialize)]
struct Observed {
    camera: Vec<[Number; 2]>,
    left: Vec<[Number; 2]>,
    right: Vec<[Number; 2]>,
    gaze: Vec<[Number; 2]>,
}

#[derive(Debug, Serialize)]
struct Tracks {
    camera: bool,
    hands: bool,
    gaze: bool,
}

#[derive(Debug, Serialize)]
struct Hands {
    left: HandDocument,
    right: HandDocument,
}

#[derive(Debug, Serialize)]
struct HandDocument {
    tracked_secs: Number,
    observed_secs: Number,
    pinches: usize,
    keys: usize,
}

impl Document {
    /// Of a file of that name and size, its recording, and what is in it.
    pub fn new(file: &str, bytes: u64, recording: &Recording, summary: &Summary) -> Self {
        let reenact::Tracks { camera, hands, gaze } = summary.tracks;
        Self {
            file: file.to_owned(),
            bytes,
            version: summary.version.clone(),
            layout: summary.form.layout.name(),
            marker_list: summary.form.marker_list,
            trailing_bytes: summary.trailing_bytes,
            tracks: Tracks { camera, hands, gaze },
            start_secs: Number(summary.start_secs),
            end_secs: Number(summary.end_secs),
            duration_secs: Number(summary.duration_secs),
            first_key_secs: summary.first_key_secs.map(Number),
            curves: summary.curves,
            keys: summary.keys,
            markers: recording.markers().map(Marker::from).collect(),
            hands: summary.hands.as_ref().map(|hands| Hands {
                left: HandDocument::new(summary, &hands.left, Side::Left),
                right: HandDocument::new(summary, &hands.right, Side::Right),
            }),
            observed: Observed::new(&summary.observed),
        }
    }
}

impl Observed {
    fn new(observed: &ObservedSpans) -> Self {
        let spans = |track| {
            let ends = |span: &TimeSpan| [Number(span.start_secs), Number(span.end_secs)];
            observed.spans(track).iter().map(ends).collect()
        };
        Self {
            camera: spans(Track::Camera),
            left: spans(Track::Hand(Side::Left)),
            right: spans(Track::Hand(Side::Right)),
            gaze: spans(Track::Gaze),
        }
    }
}

impl HandDocument {
    fn new(summary: &Summary, hand: &Hand, side: Side) -> Self {
        Self {
            tracked_secs: Number::nearest(hand.tracked_secs()),
            observed_secs: Number::nearest(summary.observed_secs(Track::Hand(side))),
            pinches: hand.pinching.len(),
            keys: hand.keys,
        }
    }
}
