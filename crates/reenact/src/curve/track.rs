//! The four things that a recording is of.

use std::fmt;

use super::Tracks;
use crate::hand::Side;

/// A track, as people see it: each hand is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Track {
    /// The head.
    Camera,
    /// One of the hands.
    Hand(Side),
    /// The gaze.
    Gaze,
}

impl Track {
    /// All four, in file order.
    pub const ALL: [Self; 4] =
        [Self::Camera, Self::Hand(Side::Left), Self::Hand(Side::Right), Self::Gaze];

    /// `camera`, `left`, `right` or `gaze`, as the names of its curves start.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Camera => "camera",
            Self::Hand(side) => side.name(),
            Self::Gaze => "gaze",
        }
    }
}

impl fmt::Display for Track {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Tracks {
    /// Whether a track is there. The hands are there together.
    ///
    /// ```
    /// use reenact::hand::Side;
    /// use reenact::{Track, Tracks};
    ///
    /// let tracks = Tracks { gaze: false, ..Tracks::ALL };
    /// assert!(tracks.has(Track::Hand(Side::Left)));
    /// assert!(!tracks.has(Track::Gaze));
    /// ```
    pub const fn has(self, track: Track) -> bool {
        match track {
            Track::Camera => self.camera,
            Track::Hand(_) => self.hands,
            Track::Gaze => self.gaze,
        }
    }
}
