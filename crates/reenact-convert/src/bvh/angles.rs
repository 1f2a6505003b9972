//! Continuous Euler angles from quaternions.

use std::f64::consts::{PI, TAU};

use glam::Quat;

/// Converts rotations to Euler angles in degrees about z, x and y, each as near as possible to the previous
/// ones.
#[derive(Debug, Default, Clone)]
pub(super) struct Angles {
    before: Option<[f64; 3]>,
}

impl Angles {
    /// Converts the next rotation of a sequence.
    pub(super) fn next(&mut self, rotation: Quat) -> [f64; 3] {
        let [z, x, y] = zxy(rotation.to_array().map(f64::from));
        let angles = match self.before {
            None => [z, x, y],
            Some(before) => {
                // Both Euler representations of the rotation: the second has x beyond ±90°.
                let ways = [[z, x, y], [z + PI, PI - x, y + PI]].map(|way| near(before, way));
                let [first, second] = ways;
                if distance(before, second) < distance(before, first) { second } else { first }
            }
        };
        self.before = Some(angles);
        angles.map(f64::to_degrees)
    }
}

/// Euler angles of a rotation as Rz · Rx · Ry, from the entries of its matrix.
fn zxy(rotation: [f64; 4]) -> [f64; 3] {
    // Near gimbal lock (x = ±90°) the matrix entries for z and y are tiny, and a length error in the seventh
    // digit would dominate them. So the quaternion is normalized in `f64` first.
    let length = rotation.iter().map(|number| number * number).sum::<f64>().sqrt();
    if length == 0.0 || !length.is_finite() {
        return [0.0; 3];
    }
    let [x, y, z, w] = rotation.map(|number| number / length);
    let sin_x = 2.0 * (y * z + w * x);
    let angle_x = sin_x.clamp(-1.0, 1.0).asin();
    if sin_x.abs() > 1.0 - 1e-12 {
        // Gimbal lock: z and y rotate about the same axis, so y is set to 0.
        let (sin_z, cos_z) = (2.0 * (x * y + w * z), 1.0 - 2.0 * (y * y + z * z));
        return [sin_z.atan2(cos_z), angle_x, 0.0];
    }
    let (sin_z, cos_z) = (2.0 * (w * z - x * y), 1.0 - 2.0 * (x * x + z * z));
    let (sin_y, cos_y) = (2.0 * (w * y - x * z), 1.0 - 2.0 * (x * x + y * y));
    [sin_z.atan2(cos_z), angle_x, sin_y.atan2(cos_y)]
}

/// Adds whole turns to each angle to bring it nearest to the previous one.
fn near(before: [f64; 3], angles: [f64; 3]) -> [f64; 3] {
    let [b0, b1, b2] = before;
    let [a0, a1, a2] = angles;
    let turn = |before: f64, angle: f64| angle + ((before - angle) / TAU).round() * TAU;
    [turn(b0, a0), turn(b1, a1), turn(b2, a2)]
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "f64 to the nearest f32 is what is meant"
    )]
    fn product(degrees: [f64; 3]) -> Quat {
        let [z, x, y] = degrees.map(|angle| angle.to_radians() as f32);
        Quat::from_rotation_z(z) * Quat::from_rotation_x(x) * Quat::from_rotation_y(y)
    }

    #[test]
    fn a_quarter_turn_about_x_is_given_back_too() {
        for (x, y) in [(90.0_f64, 25.0), (-90.0, -60.0), (89.9999, 10.0)] {
            let rotation = product([30.0, x, y]);
            let back = product(Angles::default().next(rotation));
            assert!(back.angle_between(rotation) < 2e-3, "{x} {y}");
        }
    }

    #[test]
    fn angles_give_the_rotation_back_and_do_not_jump() {
        let mut angles = Angles::default();
        let mut before: Option<[f64; 3]> = None;
        // Two turns about a slanted axis: beyond ±180° in z and y, and up to 64° in x.
        for step in 0..=720_i16 {
            let axis = glam::Vec3::new(0.3, 0.9, 0.2).normalize();
            let rotation = Quat::from_axis_angle(axis, f32::from(step).to_radians());
            let [z, x, y] = angles.next(rotation);
            let error = product([z, x, y]).angle_between(rotation);
            assert!(error < 2e-3, "{step}: {error}");
            if let Some(before) = before {
                let jump =
                    before.iter().zip([z, x, y]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(jump < 10.0, "{step}: {jump}");
            }
            before = Some([z, x, y]);
        }
    }
}
