//! Skinned hand mesh: a sculpted template, warped to the recorded bone lengths, with joint weights.

#[cfg(feature = "gltf")]
mod of_recording;
mod rest;
mod skin;
mod surface;
mod template;

use reenact::hand::Side;

#[cfg(feature = "gltf")]
pub use of_recording::HandMesh;
#[cfg(feature = "gltf")]
pub(crate) use rest::SAMPLED_POSES;
pub(crate) use skin::Skin;
#[cfg(feature = "gltf")]
pub(crate) use surface::{Surface, surface};

/// Linear RGB colour of a hand.
pub(crate) const fn colour(side: Side) -> [f32; 3] {
    match side {
        Side::Left => [0.13, 0.42, 0.75],
        Side::Right => [0.80, 0.36, 0.13],
    }
}
