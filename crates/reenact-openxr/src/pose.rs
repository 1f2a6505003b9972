//! Poses and flags in OpenXR's structures.

use openxr_sys as xr;
use reenact::Pose;
use reenact::glam::{Quat, Vec3};
use reenact_xr::{Location, Velocity};

use crate::abi::Outcome;

pub(crate) const fn vector(Vec3 { x, y, z }: Vec3) -> xr::Vector3f {
    xr::Vector3f { x, y, z }
}

pub(crate) fn pose(Pose { position, rotation }: Pose) -> xr::Posef {
    let [x, y, z, w] = rotation.to_array();
    xr::Posef { orientation: xr::Quaternionf { x, y, z, w }, position: vector(position) }
}

/// A pose of the application; its rotation must be of unit length within 1 %.
pub(crate) fn checked(pose: &xr::Posef) -> Outcome<Pose> {
    let xr::Posef { orientation: xr::Quaternionf { x, y, z, w }, position } = *pose;
    let rotation = Quat::from_xyzw(x, y, z, w);
    let position = Vec3::new(position.x, position.y, position.z);
    if (rotation.length() - 1.0).abs() <= 0.01 && position.is_finite() {
        Ok(Pose { position, rotation: rotation.normalize() })
    } else {
        Err(xr::Result::ERROR_POSE_INVALID)
    }
}

pub(crate) fn location_flags(location: &Location) -> xr::SpaceLocationFlags {
    use xr::SpaceLocationFlags as F;
    let mut flags = F::EMPTY;
    for (is_set, flag) in [
        (location.is_orientation_valid, F::ORIENTATION_VALID),
        (location.is_position_valid, F::POSITION_VALID),
        (location.is_orientation_tracked, F::ORIENTATION_TRACKED),
        (location.is_position_tracked, F::POSITION_TRACKED),
    ] {
        if is_set {
            flags |= flag;
        }
    }
    flags
}

/// Flags, linear and angular velocity; zero where they are not known.
pub(crate) fn velocity(velocity: Velocity) -> (xr::SpaceVelocityFlags, xr::Vector3f, xr::Vector3f) {
    let Velocity { linear, angular } = velocity;
    let mut flags = xr::SpaceVelocityFlags::EMPTY;
    if linear.is_some() {
        flags |= xr::SpaceVelocityFlags::LINEAR_VALID;
    }
    if angular.is_some() {
        flags |= xr::SpaceVelocityFlags::ANGULAR_VALID;
    }
    (flags, vector(linear.unwrap_or_default()), vector(angular.unwrap_or_default()))
}
