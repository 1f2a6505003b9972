//! Options of the format.

use crate::{HandsbinVersion as Version, Origin};

/// Options for writing a Unity XR Hands recording.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options<'n> {
    /// Format version.
    pub version: Version,
    /// Sample rate in Hz.
    pub rate_hz: f32,
    /// Largest number of frames; `None` for the default of [`reenact::FrameRate`].
    pub max_frames: Option<usize>,
    /// Whether there is a frame at every key time, instead of at a rate.
    pub key_times: bool,
    /// Origin of positions.
    pub origin: Origin,
    /// Name of the asset. Characters that are invalid in file names become `_`.
    pub name: &'n str,
}

impl Default for Options<'_> {
    /// Version 2, 60 Hz, unchanged positions, named `Recording`.
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

/// Valid asset name: not empty, without characters that are invalid in file names.
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
