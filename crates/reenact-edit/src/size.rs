//! Size of a recording.

use reenact::Recording;

/// Size of a recording before or after an edit.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Size {
    /// File size in bytes.
    pub bytes: u64,
    /// Number of keys of all curves.
    pub keys: usize,
    /// Duration in seconds, from start to end.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub duration_secs: f32,
}

impl Size {
    /// Size of a recording whose file has `bytes` bytes.
    pub fn of(recording: &Recording, bytes: u64) -> Self {
        Self { bytes, keys: recording.key_count(), duration_secs: recording.duration_secs() }
    }
}
