//! The form in which a recording is stored.

use std::fmt;

use crate::curve::{CurveId, KeyKind, Tracks};
use crate::format::float_kind;
use crate::format::{Layout, Version};

/// A version, a layout, and whether there is a marker list: all that tells one way of storing the same
/// recording from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Form {
    /// The version numbers as they stand in the file. Reports have the name of the version, which can be another, beside the form.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub version: Version,
    /// How float keys are stored in 1.1.
    pub layout: Layout,
    /// Whether a marker list, empty or not, follows the curves. MRTK cannot load a file without.
    pub marker_list: bool,
}

impl Form {
    /// What MRTK 2.0 – 2.5 write and all of MRTK 2 reads.
    pub const MRTK_1_0: Self =
        Self { version: Version::V1_0, layout: Layout::Mrtk, marker_list: true };
    /// What MRTK 2.6 – 2.8 write and read.
    pub const MRTK_1_1: Self =
        Self { version: Version::V1_1, layout: Layout::Mrtk, marker_list: true };
    /// Version 1.0 as Microsoft's page has it: without a marker list.
    pub const PUBLISHED_1_0: Self =
        Self { version: Version::V1_0, layout: Layout::Mrtk, marker_list: false };
    /// Version 1.1 as Microsoft's page has it: 28-byte float keys, no marker list. MRTK cannot load it.
    pub const PUBLISHED_1_1: Self =
        Self { version: Version::V1_1, layout: Layout::Published, marker_list: false };

    /// How its float curves store their keys.
    pub fn float_kind(self) -> KeyKind {
        float_kind(self.version, self.layout)
    }

    /// How it stores the keys of a curve.
    pub fn key_kind(self, id: CurveId) -> KeyKind {
        id.key_kind(self.float_kind())
    }

    /// Whether it can store exactly these tracks: 1.1 any, 1.0 camera and hands and no gaze.
    pub fn can_hold(self, tracks: Tracks) -> bool {
        self.version.is_1_1() || tracks == Tracks::V1_0
    }

    /// Whether MRTK 2.8 loads it as it is meant.
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
