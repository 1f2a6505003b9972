//! Coordinate system conversion from and to Unity's axes.

/// Target application of a file, which determines its coordinate system: `--for` of the command.
///
/// A recording has Unity's axes: left-handed, x right, y up, z forward.
///
/// ```
/// use reenact_convert::Axes;
///
/// assert_eq!(Axes::Web.vector([1.0, 2.0, 3.0]), [1.0, 2.0, -3.0]);
/// assert_eq!("unity".parse(), Ok(Axes::Unity));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Axes {
    /// Right-handed, y up, camera along −z, as in glTF, WebXR and OpenXR: negates z.
    #[default]
    Web,
    /// Same axes, because Blender's importers convert y up to z up themselves. Formats may make further
    /// adjustments for Blender.
    Blender,
    /// For importers into Unity that negate x: the result there equals the recording.
    Unity,
}

reenact::named!(
    Axes, "axes":
    Web = "web" => "Right-handed, y up, looking along -z: viewers, three.js, WebXR, OpenXR",
    Blender = "blender" => "As web, with bones along y as Blender expects",
    Unity = "unity" => "For Unity importers, which negate x",
);

impl Axes {
    /// Converts a point or direction. Its own inverse.
    pub const fn vector(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Web | Self::Blender => [x, y, -z],
            Self::Unity => [-x, y, z],
        }
    }

    /// Converts a quaternion x y z w. Its own inverse.
    pub const fn rotation(self, [x, y, z, w]: [f32; 4]) -> [f32; 4] {
        match self {
            Self::Web | Self::Blender => [-x, -y, z, w],
            Self::Unity => [x, -y, -z, w],
        }
    }
}

/// Converts a point or direction to ROS axes: x ahead, y left, z up.
#[cfg(feature = "mcap")]
pub(crate) const fn ros_vector(glam::Vec3 { x, y, z }: glam::Vec3) -> glam::Vec3 {
    glam::Vec3::new(z, -x, y)
}

/// Converts a rotation to ROS axes.
#[cfg(feature = "mcap")]
pub(crate) fn ros_rotation(rotation: glam::Quat) -> glam::Quat {
    let [x, y, z, w] = rotation.to_array();
    glam::Quat::from_xyzw(-z, x, -y, w)
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;

    /// Checks that rotating and then converting equals converting and then rotating.
    fn can_be_swapped(vector: impl Fn(Vec3) -> Vec3, rotation: impl Fn(Quat) -> Quat) {
        let turn = Quat::from_xyzw(0.1, -0.7, 0.3, 0.64).normalize();
        let point = Vec3::new(0.3, 1.5, -0.8);
        let there = rotation(turn) * vector(point);
        assert!(there.abs_diff_eq(vector(turn * point), 1e-6), "{there}");
    }

    #[test]
    fn turning_and_changing_axes_can_be_swapped() {
        for axes in Axes::ALL {
            let vector = |at: Vec3| Vec3::from_array(axes.vector(at.to_array()));
            let rotation = |turn: Quat| Quat::from_array(axes.rotation(turn.to_array()));
            can_be_swapped(vector, rotation);
            let (at, turn) = (Vec3::new(0.3, 1.5, -0.8), Quat::from_xyzw(0.1, -0.7, 0.3, 0.64));
            assert_eq!(vector(vector(at)), at);
            assert_eq!(rotation(rotation(turn)), turn);
        }
    }

    #[test]
    #[cfg(feature = "mcap")]
    fn ros_has_x_ahead_y_left_and_z_up() {
        can_be_swapped(ros_vector, ros_rotation);
        assert_eq!(ros_vector(Vec3::Z), Vec3::X, "ahead");
        assert_eq!(ros_vector(Vec3::NEG_X), Vec3::Y, "left");
        assert_eq!(ros_vector(Vec3::Y), Vec3::Z, "up");
    }
}
