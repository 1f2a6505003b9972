//! Size of a recording.

use reenact::Recording;

/// Size of a recording, to be reported before and after an edit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// File size in bytes.
    pub bytes: u64,
    /// Number of keys of all curves.
    pub keys: usize,
    /// Duration in seconds, from start to end.
    pub duration_secs: f32,
}

impl Size {
    /// Size of a recording whose file has this many bytes.
    pub fn of(recording: &Recording, bytes: u64) -> Self {
        Self { bytes, keys: recording.key_count(), duration_secs: recording.duration_secs() }
    }
}
