//! What the columns of every table are called, and what is in them.

use reenact::hand::Joint;
use reenact::{Mode, PoseComponent, RayComponent};

/// The columns of a pose, in the order of its components.
pub(crate) const POSE_COLUMNS: [&str; PoseComponent::ALL.len()] = [
    "position_x_m",
    "position_y_m",
    "position_z_m",
    "rotation_x",
    "rotation_y",
    "rotation_z",
    "rotation_w",
];

/// The columns of the gaze, in the order of its components.
pub(crate) const RAY_COLUMNS: [&str; RayComponent::ALL.len()] =
    ["origin_x_m", "origin_y_m", "origin_z_m", "direction_x", "direction_y", "direction_z"];

/// The columns that only full keys have, but for the weighted mode.
#[cfg(any(feature = "parquet", feature = "tables"))]
pub(crate) const FULL_COLUMNS: [&str; 4] = ["in_tangent", "out_tangent", "in_weight", "out_weight"];

/// The joints that a mode speaks of: slot `None` is none, but MRTK answers for it.
pub(crate) const fn joints(mode: Mode) -> &'static [Joint] {
    match mode {
        Mode::Mrtk => &Joint::ALL,
        Mode::Clean => &Joint::TRACKED,
    }
}

/// A pose's numbers in the order of its columns.
#[cfg(any(feature = "parquet", feature = "tables"))]
pub(crate) fn pose_numbers(pose: reenact::Pose) -> [f32; 7] {
    let ([x, y, z], [qx, qy, qz, qw]) = (pose.position.to_array(), pose.rotation.to_array());
    [x, y, z, qx, qy, qz, qw]
}

/// A ray's numbers in the order of its columns.
#[cfg(any(feature = "parquet", feature = "tables"))]
pub(crate) fn ray_numbers(ray: reenact::Ray) -> [f32; 6] {
    let ([x, y, z], [dx, dy, dz]) = (ray.origin.to_array(), ray.direction.to_array());
    [x, y, z, dx, dy, dz]
}
