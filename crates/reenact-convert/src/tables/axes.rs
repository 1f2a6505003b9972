//! Coordinate systems of the tables of poses.

use reenact::{CurveGroup, CurveId};

/// Coordinate system of poses in a table.
///
/// ```
/// use reenact_convert::tables::TableAxes;
///
/// // One metre to the right, two up, three forward.
/// assert_eq!(TableAxes::Ros.vector([1.0, 2.0, 3.0]), [3.0, -1.0, 2.0]);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum TableAxes {
    /// Left-handed: x right, y up, z forward, as recorded.
    #[default]
    Unity,
    /// Right-handed: x right, y up, z backward, as in OpenGL, OpenXR, WebXR and glTF.
    OpenGl,
    /// Right-handed: x forward, y left, z up.
    Ros,
}

reenact::named!(TableAxes, "axes": Unity = "unity", OpenGl = "opengl", Ros = "ros");

/// Source of a component: index of another component, and whether it is negated.
pub(super) type Origin = (usize, bool);

impl TableAxes {
    /// Description for the metadata of files.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Unity => "left-handed: x right, y up, z forward (Unity)",
            Self::OpenGl => "right-handed: x right, y up, z backward (OpenGL)",
            Self::Ros => "right-handed: x forward, y left, z up (ROS)",
        }
    }

    /// Origins of x, y and z of a position or direction.
    pub(super) const fn vector_origins(self) -> [Origin; 3] {
        match self {
            Self::Unity => [(0, false), (1, false), (2, false)],
            Self::OpenGl => [(0, false), (1, false), (2, true)],
            Self::Ros => [(2, false), (0, true), (1, false)],
        }
    }

    /// Origins of x, y, z and w of a quaternion. Changing the handedness reverses the vector part once more.
    pub(super) const fn rotation_origins(self) -> [Origin; 4] {
        let [(x, x_sign), (y, y_sign), (z, z_sign)] = self.vector_origins();
        let mirrors = !matches!(self, Self::Unity);
        [(x, x_sign != mirrors), (y, y_sign != mirrors), (z, z_sign != mirrors), (3, false)]
    }

    /// Converts a position or direction to these axes.
    #[must_use]
    pub fn vector(self, vector: [f32; 3]) -> [f32; 3] {
        turned(vector, self.vector_origins())
    }

    /// Converts a quaternion x y z w to these axes.
    #[must_use]
    pub fn rotation(self, rotation: [f32; 4]) -> [f32; 4] {
        turned(rotation, self.rotation_origins())
    }

    /// Converts sampled values in place: `frames` values of each curve, one curve after the other.
    ///
    /// The curves of a vector or quaternion must be together and in file order.
    ///
    /// ```
    /// use reenact::PoseId;
    /// use reenact_convert::tables::TableAxes;
    ///
    /// let mut values = [1.0, 10.0, 2.0, 20.0, 3.0, 30.0];
    /// TableAxes::Ros.convert_columns(&PoseId::Camera.position(), 2, &mut values);
    /// assert_eq!(values, [3.0, 30.0, -1.0, -10.0, 2.0, 20.0]);
    /// ```
    pub fn convert_columns(self, curves: &[CurveId], frames: usize, values: &mut [f32]) {
        if self == Self::Unity || frames == 0 {
            return;
        }
        let mut columns = values.chunks_exact_mut(frames);
        for group in curves.chunk_by(|a, b| CurveGroup::of(*a) == CurveGroup::of(*b)) {
            let mut next = || columns.next().unwrap_or_default();
            match group {
                [_, _, _] => {
                    let (xs, ys, zs) = (next(), next(), next());
                    for ((x, y), z) in xs.iter_mut().zip(ys).zip(zs) {
                        [*x, *y, *z] = self.vector([*x, *y, *z]);
                    }
                }
                [_, _, _, _] => {
                    let (xs, ys, zs, ws) = (next(), next(), next(), next());
                    for (((x, y), z), w) in xs.iter_mut().zip(ys).zip(zs).zip(ws) {
                        [*x, *y, *z, *w] = self.rotation([*x, *y, *z, *w]);
                    }
                }
                // A boolean curve.
                others => others.iter().for_each(|_| _ = next()),
            }
        }
    }
}

fn turned<const N: usize>(numbers: [f32; N], origins: [Origin; N]) -> [f32; N] {
    origins.map(|(place, is_reversed)| {
        let number = numbers.get(place).copied().unwrap_or(f32::NAN);
        if is_reversed { -number } else { number }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Product of two quaternions x y z w.
    fn product([ax, ay, az, aw]: [f32; 4], [bx, by, bz, bw]: [f32; 4]) -> [f32; 4] {
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ]
    }

    /// Rotates a point.
    fn rotated(turn: [f32; 4], [px, py, pz]: [f32; 3]) -> [f32; 3] {
        let [x, y, z, w] = turn;
        let turned = product(product(turn, [px, py, pz, 0.0]), [-x, -y, -z, w]);
        [turned[0], turned[1], turned[2]]
    }

    #[test]
    fn turning_and_changing_axes_can_be_swapped() {
        let (turn, point) = ([0.1, -0.7, 0.3, 0.640_312_4], [0.3, 1.5, -0.8]);
        for axes in TableAxes::ALL {
            let first = rotated(axes.rotation(turn), axes.vector(point));
            let second = axes.vector(rotated(turn, point));
            let apart = first.iter().zip(second).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(apart < 1e-6, "{axes:?}: {first:?} and {second:?}");
        }
    }

    #[test]
    fn axes_point_where_their_descriptions_say() {
        let (right, up, forward) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        assert_eq!(TableAxes::OpenGl.vector(forward), [0.0, 0.0, -1.0]);
        assert_eq!(TableAxes::Ros.vector(forward), [1.0, 0.0, 0.0]);
        assert_eq!(TableAxes::Ros.vector(right), [0.0, -1.0, 0.0]);
        assert_eq!(TableAxes::Ros.vector(up), [0.0, 0.0, 1.0]);
    }
}
