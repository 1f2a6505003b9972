//! What is in a recording, as JSON.

use reenact::Recording;
use serde::Serialize;

use super::{Hand, Summary};
use crate::json::{Marker, Number};

/// What is in a recording, as `info --json` prints it.
#[derive(Debug, Serialize)]
pub struct Document {
    file: String,
    bytes: u64,
    version: String,
    layout: &'static str,
    marker_list: bool,
    trailing_bytes: usize,
    tracks: Tracks,
    duration_secs: Number,
    start_secs: Number,
    curves: usize,
    keys: usize,
    markers: Vec<Marker>,
    hands: Option<Hands>,
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
    pinches: usize,
    keys: usize,
}

impl Document {
    /// Of a file of that name and size, its recording, and what is in it.
    pub fn new(file: &str, bytes: u64, recording: &Recording<'_>, summary: &Summary) -> Self {
        let reenact::Tracks { camera, hands, gaze } = summary.tracks;
        Self {
            file: file.to_owned(),
            bytes,
            version: summary.form.version.to_string(),
            layout: summary.form.layout.name(),
            marker_list: summary.form.marker_list,
            trailing_bytes: summary.trailing_bytes,
            tracks: Tracks { camera, hands, gaze },
            duration_secs: Number(summary.duration_secs),
            start_secs: Number(summary.start_secs),
            curves: summary.curves,
            keys: summary.keys,
            markers: recording.markers().map(Marker::from).collect(),
            hands: summary.hands.as_ref().map(|hands| Hands {
                left: HandDocument::new(&hands.left),
                right: HandDocument::new(&hands.right),
            }),
        }
    }
}

impl HandDocument {
    fn new(hand: &Hand) -> Self {
        Self {
            tracked_secs: Number::nearest(hand.tracked_secs()),
            pinches: hand.pinching.len(),
            keys: hand.keys,
        }
    }
}
