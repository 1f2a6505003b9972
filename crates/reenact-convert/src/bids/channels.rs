//! Columns of a BIDS `motion.tsv` table.

use reenact::Tracks;
use reenact::hand::{Joint, Side};

/// A column.
pub(super) struct Channel {
    pub(super) name: String,
    pub(super) component: &'static str,
    pub(super) kind: Kind,
    pub(super) tracked_point: String,
}

/// Type and unit of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Position,
    Orientation,
    Other,
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Position => "POS",
            Self::Orientation => "ORNT",
            Self::Other => "MISC",
        }
    }

    pub(super) const fn units(self) -> &'static str {
        match self {
            Self::Position => "m",
            Self::Orientation | Self::Other => "n/a",
        }
    }
}

const XYZ: [&str; 3] = ["x", "y", "z"];
const QUAT: [&str; 4] = ["quat_x", "quat_y", "quat_z", "quat_w"];

/// Columns of a recording with these tracks, in order.
pub(super) fn channels(tracks: Tracks) -> Vec<Channel> {
    let mut channels = Vec::new();
    let mut group = |point: &str, what: &str, kind: Kind, components: &[&'static str]| {
        for component in components {
            let part = if *component == "n/a" { "" } else { component.trim_start_matches("quat_") };
            let separator = if part.is_empty() { "" } else { "_" };
            channels.push(Channel {
                name: format!("{point}_{what}{separator}{part}"),
                component,
                kind,
                tracked_point: point.to_owned(),
            });
        }
    };
    let mut pose = |point: &str| {
        group(point, "position", Kind::Position, &XYZ);
        group(point, "rotation", Kind::Orientation, &QUAT);
    };
    if tracks.camera {
        pose("camera");
    }
    for side in Side::ALL.into_iter().filter(|_| tracks.hands) {
        for joint in Joint::TRACKED {
            pose(&format!("{side}_{joint}"));
        }
    }
    for side in Side::ALL.into_iter().filter(|_| tracks.hands) {
        group(side.name(), "tracked", Kind::Other, &["n/a"]);
        group(side.name(), "pinching", Kind::Other, &["n/a"]);
    }
    if tracks.gaze {
        group("gaze", "origin", Kind::Position, &XYZ);
        group("gaze", "direction", Kind::Other, &XYZ);
    }
    channels
}

/// Number of tracked points that the columns describe.
pub(super) fn tracked_points(tracks: Tracks) -> usize {
    let mut points: Vec<String> =
        channels(tracks).into_iter().map(|channel| channel.tracked_point).collect();
    points.dedup();
    points.len()
}
