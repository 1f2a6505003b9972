//! Formats that have frames, and nothing else to choose.

/// How to write a format of frames.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Frames a second.
    pub rate_hz: f32,
}

impl Default for Options {
    /// 60 Hz, as the HoloLens has it.
    fn default() -> Self {
        Self { rate_hz: 60.0 }
    }
}
