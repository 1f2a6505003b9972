//! Storage form of a recording: version, layout and marker list.

use std::fmt;

use crate::curve::{CurveId, KeyKind, Tracks};
use crate::format::float_kind;
use crate::format::{Layout, Version};

/// Storage form of a recording: version, layout, and whether there is a marker list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Form {
    /// Version numbers as stored in the file. In reports, the name of the version is beside the form, and can be another.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub version: Version,
    /// Size of float keys in 1.1.
    pub layout: Layout,
    /// Whether a marker list, empty or not, follows the curves. MRTK cannot load a file without it.
    pub marker_list: bool,
}

impl Form {
    /// Written by MRTK 2.0 – 2.5, read by all of MRTK 2.
    pub const MRTK_1_0: Self =
        Self { version: Version::V1_0, layout: Layout::Mrtk, marker_list: true };
    /// Written and read by MRTK 2.6 – 2.8.
    pub const MRTK_1_1: Self =
        Self { version: Version::V1_1, layout: Layout::Mrtk, marker_list: true };
    /// Version 1.0 as in Microsoft's published description: without a marker list.
    pub const PUBLISHED_1_0: Self =
        Self { version: Version::V1_0, layout: Layout::Mrtk, marker_list: false };
    /// Version 1.1 as in Microsoft's published description: 28-byte float keys, no marker list. MRTK cannot
    /// load it.
    pub const PUBLISHED_1_1: Self =
        Self { version: Version::V1_1, layout: Layout::Published, marker_list: false };

    /// Encoding of float keys.
    pub fn float_kind(self) -> KeyKind {
        float_kind(self.version, self.layout)
    }

    /// Encoding of the keys of a curve.
    pub fn key_kind(self, id: CurveId) -> KeyKind {
        id.key_kind(self.float_kind())
    }

    /// Whether it can hold exactly these tracks: any in 1.1; in 1.0 camera and hands without gaze.
    pub fn can_hold(self, tracks: Tracks) -> bool {
        self.version.is_1_1() || tracks == Tracks::V1_0
    }

    /// Whether MRTK 2.8 loads it correctly.
    pub fn loads_in_mrtk(self) -> bool {
        self.marker_list && !(self.version.is_1_1() && self.layout == Layout::Published)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.version, self.layout)?;
        if self.marker_list { Ok(()) } else { f.write_str(" without marker list") }
    }
}
