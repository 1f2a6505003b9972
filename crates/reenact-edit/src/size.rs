//! Size of a recording.

use reenact::Recording;

/// Size of a recording, to be reported before and after an edit.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Size {
    /// File size in bytes.
    pub bytes: u64,
    /// Number of keys of all curves.
    pub keys: usize,
    /// Its duration in seconds, from its start to its end.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub duration_secs: f32,
}

impl Size {
    /// Size of a recording whose file has this many bytes.
    pub fn of(recording: &Recording, bytes: u64) -> Self {
        Self { bytes, keys: recording.key_count(), duration_secs: recording.duration_secs() }
    }
}
