//! Rotations and casts with the same last bit on every platform.
//!
//! Computes in double precision until a value is stored: glam's `DVec3` and `DQuat` are plain scalar code, whereas its
//! single-precision types use SIMD instructions of the platform, which may round differently. Sines are from `libm`, for the same
//! reason.

use glam::{DMat3, DQuat, DVec3};

/// Position and rotation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pose {
    pub(crate) position: DVec3,
    pub(crate) rotation: DQuat,
}

impl Pose {
    /// Transforms a pose relative to this one to the parent space.
    pub(crate) fn then(&self, inner: &Self) -> Self {
        Self { position: self.point(inner.position), rotation: self.rotation * inner.rotation }
    }

    /// Transforms a point from the pose's own space.
    pub(crate) fn point(&self, local: DVec3) -> DVec3 {
        self.position + self.rotation * local
    }

    /// Transforms a point into the pose's own space.
    pub(crate) fn local(&self, point: DVec3) -> DVec3 {
        self.rotation.conjugate() * (point - self.position)
    }

    /// The pose mirrored left to right.
    pub(crate) fn mirrored(&self) -> Self {
        let DQuat { x, y, z, w } = self.rotation;
        Self { position: mirror(self.position), rotation: DQuat::from_xyzw(x, -y, -z, w) }
    }

    /// Direction of its z axis.
    pub(crate) fn forward(&self) -> DVec3 {
        self.rotation * DVec3::Z
    }
}

/// A point mirrored left to right.
pub(crate) fn mirror(point: DVec3) -> DVec3 {
    DVec3::new(-point.x, point.y, point.z)
}

/// Rotation about x: pitches down, like a bending finger or a lowered gaze.
pub(crate) fn about_x(degrees: f64) -> DQuat {
    let (sin, cos) = half_turn(degrees);
    DQuat::from_xyzw(sin, 0.0, 0.0, cos)
}

/// Rotation about y: yaws to the right.
pub(crate) fn about_y(degrees: f64) -> DQuat {
    let (sin, cos) = half_turn(degrees);
    DQuat::from_xyzw(0.0, sin, 0.0, cos)
}

/// Rotation about z: rolls to the left.
pub(crate) fn about_z(degrees: f64) -> DQuat {
    let (sin, cos) = half_turn(degrees);
    DQuat::from_xyzw(0.0, 0.0, sin, cos)
}

fn half_turn(degrees: f64) -> (f64, f64) {
    libm::sincos(degrees.to_radians() * 0.5)
}

/// Small rotation given as axis times angle.
///
/// Exact to the third order; the error is far below the noise for which it is used.
pub(crate) fn small_rotation(degrees: DVec3) -> DQuat {
    let half = degrees * (core::f64::consts::PI / 360.0);
    DQuat::from_xyzw(half.x, half.y, half.z, 1.0).normalize()
}

/// Rotation with the z axis along `z` and the y axis as near to `y` as possible.
pub(crate) fn frame(z: DVec3, y: DVec3) -> DQuat {
    let z = z.normalize_or(DVec3::Z);
    let y = (y - z * y.dot(z)).normalize_or(z.any_orthonormal_vector());
    DQuat::from_mat3(&DMat3::from_cols(y.cross(z), y, z))
}

/// Spherical interpolation of rotations along the shorter arc.
pub(crate) fn slerp(from: DQuat, to: DQuat, share: f64) -> DQuat {
    let dot = from.dot(to);
    let (to, dot) = if dot < 0.0 { (-to, -dot) } else { (to, dot) };
    // Too close for numerically stable sines.
    if dot > 0.999_999 {
        return (from * (1.0 - share) + to * share).normalize();
    }
    let angle = libm::acos(dot);
    (from * libm::sin((1.0 - share) * angle) + to * libm::sin(share * angle)).normalize()
}

/// Spherical interpolation of directions; both are unit vectors and not opposite.
pub(crate) fn slerp_direction(from: DVec3, to: DVec3, share: f64) -> DVec3 {
    let angle = libm::acos(from.dot(to).clamp(-1.0, 1.0));
    if angle < 1e-6 {
        return to;
    }
    (from * libm::sin((1.0 - share) * angle) + to * libm::sin(share * angle)).normalize_or(to)
}

/// Angle between two directions in degrees.
pub(crate) fn angle_deg(a: DVec3, b: DVec3) -> f64 {
    libm::atan2(a.cross(b).length(), a.dot(b)).to_degrees()
}

/// Yaw to the right and pitch down of a direction, in degrees.
pub(crate) fn yaw_pitch_deg(direction: DVec3) -> (f64, f64) {
    let level = libm::sqrt(direction.x * direction.x + direction.z * direction.z);
    (
        libm::atan2(direction.x, direction.z).to_degrees(),
        -libm::atan2(direction.y, level).to_degrees(),
    )
}

/// Largest integer at or below a number; saturates, and is 0 for NaN.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "a float-to-integer cast saturates"
)]
pub(crate) fn floor(value: f64) -> i64 {
    libm::floor(value) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaw_turns_right_and_pitch_looks_down() {
        let right = about_y(90.0) * DVec3::Z;
        assert!((right - DVec3::X).length() < 1e-12, "{right}");
        let down = about_x(90.0) * DVec3::Z;
        assert!((down + DVec3::Y).length() < 1e-12, "{down}");
        let (yaw, pitch) = yaw_pitch_deg(about_y(30.0) * about_x(20.0) * DVec3::Z);
        assert!((yaw - 30.0).abs() < 1e-9 && (pitch - 20.0).abs() < 1e-9);
    }

    #[test]
    fn a_frame_has_the_axes_it_was_asked_for() {
        let q = frame(DVec3::new(0.0, -1.0, 0.0), DVec3::X);
        assert!((q * DVec3::Z + DVec3::Y).length() < 1e-12);
        assert!((q * DVec3::Y - DVec3::X).length() < 1e-12);
        assert!(
            (q * DVec3::X + DVec3::Z).length() < 1e-12,
            "the thumb of a hanging right hand points ahead"
        );
    }

    #[test]
    fn a_mirrored_pose_moves_mirrored_points() {
        let pose = Pose {
            position: DVec3::new(0.3, 1.2, 0.4),
            rotation: about_y(20.0) * about_x(-35.0) * about_z(50.0),
        };
        let point = DVec3::new(0.05, -0.02, 0.11);
        let apart = pose.mirrored().point(mirror(point)) - mirror(pose.point(point));
        assert!(apart.length() < 1e-12);
        assert!((pose.local(pose.point(point)) - point).length() < 1e-12);
    }

    #[test]
    fn slerp_halves_the_angle() {
        let half = slerp(about_y(10.0), -about_y(70.0), 0.5);
        assert!((half.dot(about_y(40.0)).abs() - 1.0).abs() < 1e-12);
    }
}
