//! How a glTF file is written.

use crate::Axes;

pub use crate::options::Profile;

/// How to write a glTF file.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// What its nodes are.
    pub profile: Profile,
    /// Which way its axes point.
    pub axes: Axes,
    /// How many keys a second stand for a curve that is not made of straight lines.
    pub rate_hz: f32,
}

impl Default for Options {
    /// A skeleton for the web, at 60 Hz.
    fn default() -> Self {
        Self { profile: Profile::default(), axes: Axes::default(), rate_hz: 60.0 }
    }
}
