//! Tracks of a recording: camera, left and right hand, gaze.

use std::fmt;
use std::str::FromStr;

use super::Tracks;
use crate::hand::Side;
use crate::named::{Named, NoSuchName};

/// Track of a recording. Each hand is a track of its own.
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
    /// All four tracks, in file order.
    pub const ALL: [Self; 4] =
        [Self::Camera, Self::Hand(Side::Left), Self::Hand(Side::Right), Self::Gaze];

    /// Side of the hand; `None` for camera and gaze.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Hand(side) => Some(side),
            Self::Camera | Self::Gaze => None,
        }
    }

    /// Index in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        match self {
            Self::Camera => 0,
            Self::Hand(Side::Left) => 1,
            Self::Hand(Side::Right) => 2,
            Self::Gaze => 3,
        }
    }

    /// Name: `camera`, `left`, `right` or `gaze`. Names of its curves start with it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Camera => "camera",
            Self::Hand(side) => side.name(),
            Self::Gaze => "gaze",
        }
    }
}

impl Named for Track {
    const WHAT: &'static str = "track";
    const VALUES: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

crate::__named_in_json!(Track);

impl FromStr for Track {
    type Err = NoSuchName;

    fn from_str(name: &str) -> Result<Self, NoSuchName> {
        Self::from_name(name)
    }
}

impl fmt::Display for Track {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Tracks {
    /// Tracks in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self {
            camera: self.camera || other.camera,
            hands: self.hands || other.hands,
            gaze: self.gaze || other.gaze,
        }
    }

    /// Tracks in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self {
            camera: self.camera && other.camera,
            hands: self.hands && other.hands,
            gaze: self.gaze && other.gaze,
        }
    }

    /// Decodes the flag bytes of a file: camera, hands, gaze; not 0 is true.
    pub fn from_flags(flags: [u8; 3]) -> Self {
        let [camera, hands, gaze] = flags.map(|flag| flag != 0);
        Self { camera, hands, gaze }
    }

    /// Flag bytes of a file with these tracks: camera, hands, gaze.
    pub fn flags(self) -> [u8; 3] {
        [self.camera, self.hands, self.gaze].map(u8::from)
    }

    /// Whether a track is present. Both hands are present together.
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
