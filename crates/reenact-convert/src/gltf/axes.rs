//! From Unity's axes to those of others, and back.

/// Which way the axes of a file point.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Axes {
    /// Right-handed, y up, the camera looks along −z, as glTF, WebXR, OpenXR and Blender's importer want: z is turned round.
    #[default]
    Web,
    /// For importers into Unity that turn x round: what was recorded comes out there as it was.
    Unity,
}

impl Axes {
    /// `web` or `unity`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Unity => "unity",
        }
    }

    /// A point or direction in the other axes. Its own inverse.
    pub const fn vector(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Web => [x, y, -z],
            Self::Unity => [-x, y, z],
        }
    }

    /// A rotation x y z w in the other axes. Its own inverse.
    pub const fn rotation(self, [x, y, z, w]: [f32; 4]) -> [f32; 4] {
        match self {
            Self::Web => [-x, -y, z, w],
            Self::Unity => [x, -y, -z, w],
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;

    #[test]
    fn turning_and_changing_axes_can_be_swapped() {
        let turn = Quat::from_xyzw(0.1, -0.7, 0.3, 0.64).normalize();
        let point = Vec3::new(0.3, 1.5, -0.8);
        for axes in [Axes::Web, Axes::Unity] {
            let turn_there = Quat::from_array(axes.rotation(turn.to_array()));
            let there = turn_there * Vec3::from_array(axes.vector(point.to_array()));
            let expected = Vec3::from_array(axes.vector((turn * point).to_array()));
            assert!(there.abs_diff_eq(expected, 1e-6), "{axes:?}");
            assert_eq!(axes.vector(axes.vector(point.to_array())), point.to_array());
            assert_eq!(axes.rotation(axes.rotation(turn.to_array())), turn.to_array());
        }
    }
}
