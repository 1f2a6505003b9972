//! Skinned hand mesh, generated around the recorded bones, with joint weights.

mod rest;
mod skin;
mod surface;

use reenact::hand::Side;

#[cfg(feature = "gltf")]
pub(crate) use rest::MOMENTS;
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
