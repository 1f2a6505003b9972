//! Options for writing glTF.

use crate::Axes;

pub use crate::options::Profile;

/// Options for writing glTF.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Structure of the nodes.
    pub profile: Profile,
    /// Coordinate system.
    pub axes: Axes,
    /// Sample rate in Hz for curves that are not piecewise linear.
    pub rate_hz: f32,
}

impl Default for Options {
    /// Skeleton for the web, at 60 Hz.
    fn default() -> Self {
        Self { profile: Profile::default(), axes: Axes::default(), rate_hz: 60.0 }
    }
}
