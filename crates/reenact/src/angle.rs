//! Angles between rotations and between directions, accurate for small angles; tolerance for unit length.
//!
//! The inverse cosine of a dot product is inaccurate for small angles: near 1 it loses half of the digits.

use glam::{DQuat, DVec3};

/// Largest deviation of the length of a rotation from 1.
///
/// `f32` arithmetic stays within 1e-6, and quaternions converted to 16-bit floats and back within 5e-4. A larger deviation means
/// that the rotation was not normalized: for example, halfway between two keys 5° apart the length is 0.999.
pub const UNIT_TOLERANCE: f64 = 1e-3;

/// Angle between two rotations of unit length, in degrees; 0 for equal ones. q and −q are the same rotation.
///
/// Uses half chords.
pub fn between_rotations_deg(a: DQuat, b: DQuat) -> f64 {
    let (apart, opposite) = ((a - b).length(), (a + b).length());
    (4.0 * apart.min(opposite).atan2(apart.max(opposite))).to_degrees()
}

/// Angle between two directions of any length, in degrees; 0 for equal ones.
pub fn between_directions_deg(a: DVec3, b: DVec3) -> f64 {
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_exact_for_equal_and_right_for_small_and_large_ones() {
        let turn = DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 1.1);
        assert_eq!(between_rotations_deg(turn, turn), 0.0);
        assert_eq!(between_rotations_deg(turn, -turn), 0.0);
        assert_eq!(between_directions_deg(DVec3::ONE, DVec3::ONE), 0.0);
        for degrees in [1e-9_f64, 1e-3, 2.0, 90.0, 179.0, 180.0] {
            let other = turn * DQuat::from_rotation_y(degrees.to_radians());
            assert!((between_rotations_deg(turn, other) - degrees).abs() < 1e-12, "{degrees}");
            let way = DQuat::from_rotation_y(degrees.to_radians()) * DVec3::Z;
            let angle = between_directions_deg(DVec3::Z * 3.0, way);
            assert!((angle - degrees).abs() < 1e-12, "{degrees}");
        }
        let more_than_half = turn * DQuat::from_rotation_x(4.0);
        let expected = 360.0 - 4.0_f64.to_degrees();
        assert!((between_rotations_deg(turn, more_than_half) - expected).abs() < 1e-12);
    }
}
