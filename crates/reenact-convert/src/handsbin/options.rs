//! Options of the format.

use crate::{HandsbinVersion as Version, Origin};

/// How to write a Unity XR Hands recording.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options<'n> {
    /// Format version.
    pub version: Version,
    /// Sample rate in Hz.
    pub rate_hz: f32,
    /// The most frames; `None` for the default of [`reenact::FrameRate`].
    pub max_frames: Option<usize>,
    /// Whether there is a frame at every time of a key, instead of at a rate.
    pub key_times: bool,
    /// Origin of positions.
    pub origin: Origin,
    /// Name of the asset. Characters that a file name cannot have become `_`.
    pub name: &'n str,
}

impl Default for Options<'_> {
    /// Version 2, 60 Hz, positions as they are, named `Recording`.
    fn default() -> Self {
        Self {
            version: Version::default(),
            rate_hz: 60.0,
            max_frames: None,
            key_times: false,
            origin: Origin::default(),
            name: "Recording",
        }
    }
}

/// The name of an asset: not empty, and without characters that a file name cannot have.
pub(super) fn asset_name(name: &str) -> String {
    let is_bad = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let name: String = name.chars().map(|c| if is_bad(c) { '_' } else { c }).collect();
    if name.trim().is_empty() { "Recording".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_be_that_of_a_file() {
        assert_eq!(asset_name("day 2/p01: \"a\""), "day 2_p01_ _a_");
        assert_eq!(asset_name(" "), "Recording");
    }
}
