//! Rotations as vectors: axis times angle.

use glam::{DQuat, DVec3};

/// The rotation vector of a unit quaternion, the short way round: axis times angle, in radians.
pub(crate) fn log(rotation: DQuat) -> DVec3 {
    let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
    let axis = DVec3::new(rotation.x, rotation.y, rotation.z);
    let sine = axis.length();
    // Near the identity the angle is twice the sine, and the quotient would be 0 / 0.
    if sine < 1e-12 { axis * 2.0 } else { axis * (2.0 * sine.atan2(rotation.w) / sine) }
}

/// The unit quaternion of a rotation vector.
pub(crate) fn exp(vector: DVec3) -> DQuat {
    let half = vector.length() / 2.0;
    let sinc = if half < 1e-12 { 1.0 } else { half.sin() / half };
    let axis = vector * (sinc / 2.0);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, half.cos())
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
