//! Rotations in `f64`: unit length, rotation vectors (axis times angle), and poses at a time.

use glam::{DQuat, DVec3};
use reenact::angle::UNIT_TOLERANCE;
use reenact::{PoseId, Recording};

use super::groups::{Readers, curves};

/// Shortest quaternion or direction that can be normalized, as in `clean` mode.
const SHORTEST: f64 = 1e-5;

/// Normalized rotation; `None` for zero, infinity and NaN.
pub(crate) fn unit_rotation(values: [f64; 4]) -> Option<DQuat> {
    let length = DQuat::from_array(values).length();
    (length > SHORTEST && length.is_finite()).then(|| DQuat::from_array(values.map(|v| v / length)))
}

/// Normalized direction; `None` for zero, infinity and NaN.
pub(crate) fn unit_direction(values: [f64; 3]) -> Option<DVec3> {
    let direction = DVec3::from_array(values);
    let length = direction.length();
    (length > SHORTEST && length.is_finite()).then(|| direction / length)
}

/// Length of a quaternion.
pub(crate) fn length(row: [f64; 4]) -> f64 {
    row.into_iter().map(|value| value * value).sum::<f64>().sqrt()
}

/// Whether a quaternion has unit length.
pub(crate) fn is_unit(row: [f64; 4]) -> bool {
    (length(row) - 1.0).abs() <= UNIT_TOLERANCE
}

/// Whether a quaternion can be normalized, and does not have unit length.
pub(crate) fn is_scaled(row: [f64; 4]) -> bool {
    let length = length(row);
    (length - 1.0).abs() > UNIT_TOLERANCE && length > SHORTEST && length.is_finite()
}

/// Negates a quaternion if it is in the opposite hemisphere of another.
pub(crate) fn on_side_of(reference: DQuat, rotation: DQuat) -> DQuat {
    if reference.dot(rotation) < 0.0 { -rotation } else { rotation }
}

/// Normalized linear interpolation (nlerp) between two rotations along the shorter arc.
pub(crate) fn between(a: DQuat, b: DQuat, fraction: f64) -> Option<DQuat> {
    unit_rotation((a * (1.0 - fraction) + on_side_of(a, b) * fraction).to_array())
}

/// Rotation vector of a unit quaternion along the shorter arc: axis times angle, in radians.
pub(crate) fn log(rotation: DQuat) -> DVec3 {
    let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
    let axis = DVec3::new(rotation.x, rotation.y, rotation.z);
    let sine = axis.length();
    // Near the identity the angle is twice the sine, and the quotient would be 0 / 0.
    if sine < 1e-12 { axis * 2.0 } else { axis * (2.0 * sine.atan2(rotation.w) / sine) }
}

/// Unit quaternion of a rotation vector.
pub(crate) fn exp(vector: DVec3) -> DQuat {
    let half = vector.length() / 2.0;
    let sinc = if half < 1e-12 { 1.0 } else { half.sin() / half };
    let axis = vector * (sinc / 2.0);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, half.cos())
}

/// A pose in `f64`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WidePose {
    pub(crate) position: DVec3,
    pub(crate) rotation: DQuat,
}

impl WidePose {
    pub(crate) const IDENTITY: Self = Self { position: DVec3::ZERO, rotation: DQuat::IDENTITY };

    /// Creates a pose from components; `None` if one is not finite, or the rotation cannot be normalized.
    pub(crate) fn new(position: [f64; 3], rotation: [f64; 4]) -> Option<Self> {
        let position = DVec3::from_array(position);
        let rotation = unit_rotation(rotation)?;
        position.is_finite().then_some(Self { position, rotation })
    }

    /// Pose of a recording at a time; `None` if any of its curves has no keys.
    pub(crate) fn at(recording: &Recording, pose: PoseId, time_secs: f32) -> Option<Self> {
        let (position, rotation) =
            (curves(recording, pose.position()), curves(recording, pose.rotation()));
        let has_keys = position.iter().chain(&rotation).all(|curve| !curve.is_empty());
        has_keys.then(|| {
            Self::new(Readers::new(position).at(time_secs), Readers::new(rotation).at(time_secs))
        })?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_and_exp_are_inverse_up_to_half_a_turn() {
        for vector in
            [DVec3::ZERO, DVec3::new(1e-9, 0.0, 0.0), DVec3::new(0.3, -2.0, 1.0), DVec3::Y * 3.1]
        {
            assert!(log(exp(vector)).abs_diff_eq(vector, 1e-12), "{vector}");
        }
        assert!(log(-exp(DVec3::X)).abs_diff_eq(DVec3::X, 1e-12));
    }
}
