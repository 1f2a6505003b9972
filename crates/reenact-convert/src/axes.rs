//! From Unity's axes to those of others, and back.

/// For whom a file is, which decides which way its axes point: `--for` of the command.
///
/// A recording has Unity's axes: left-handed, x right, y up, z forward.
///
/// ```
/// use reenact_convert::Axes;
///
/// assert_eq!(Axes::Web.vector([1.0, 2.0, 3.0]), [1.0, 2.0, -3.0]);
/// assert_eq!(Axes::named("unity"), Some(Axes::Unity));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Axes {
    /// Right-handed, y up, the camera looks along −z, as glTF, WebXR and OpenXR want: z is turned round.
    #[default]
    Web,
    /// The same axes, because Blender's importers turn y up to z up themselves; what else is done for Blender, each format
    /// says.
    Blender,
    /// For importers into Unity that turn x round: what was recorded comes out there as it was.
    Unity,
}

impl Axes {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Web, Self::Blender, Self::Unity];

    /// `web`, `blender` or `unity`: what stands in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Blender => "blender",
            Self::Unity => "unity",
        }
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axes| axes.name() == name)
    }

    /// A point or direction in the other axes. Its own inverse.
    pub const fn vector(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Web | Self::Blender => [x, y, -z],
            Self::Unity => [-x, y, z],
        }
    }

    /// A rotation x y z w in the other axes. Its own inverse.
    pub const fn rotation(self, [x, y, z, w]: [f32; 4]) -> [f32; 4] {
        match self {
            Self::Web | Self::Blender => [-x, -y, z, w],
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
        for axes in Axes::ALL {
            let turn_there = Quat::from_array(axes.rotation(turn.to_array()));
            let there = turn_there * Vec3::from_array(axes.vector(point.to_array()));
            let expected = Vec3::from_array(axes.vector((turn * point).to_array()));
            assert!(there.abs_diff_eq(expected, 1e-6), "{axes:?}");
            assert_eq!(axes.vector(axes.vector(point.to_array())), point.to_array());
            assert_eq!(axes.rotation(axes.rotation(turn.to_array())), turn.to_array());
        }
    }
}
