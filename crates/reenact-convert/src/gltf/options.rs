//! How a glTF file is written.

use crate::Axes;

/// What the nodes of a file are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// A node for each thing that was recorded, all in the world, nothing to be seen: the keys as they are.
    Flat,
    /// Joints that hang on each other, and hands to be seen.
    #[default]
    Skeleton,
}

impl Profile {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Flat, Self::Skeleton];

    /// `flat` or `skeleton`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Skeleton => "skeleton",
        }
    }
}

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
