//! Simple geometry beside the hands: head, gaze ray, sphere.

use glam::Vec3;

use crate::hand_mesh::{Surface, surface};

/// A sphere.
pub(super) fn ball(radius_m: f32) -> Surface {
    let reach = Vec3::splat(radius_m * 1.2);
    surface(-reach, reach, radius_m * 0.34, |at| at.length() - radius_m).unwrap_or_default()
}

/// A head behind the eyes, which look along `forward` (±z) from the origin, so that it does not block the
/// view.
pub(super) fn head(forward: Vec3) -> Surface {
    let middle = Vec3::new(0.0, -0.01, 0.0) - forward * 0.105;
    let radii = Vec3::new(0.075, 0.105, 0.095);
    let distance = |at: Vec3| (((at - middle) / radii).length() - 1.0) * radii.x;
    let reach = radii * 1.15;
    surface(middle - reach, middle + reach, 0.016, distance).unwrap_or_default()
}

/// The visor of a headset on that head.
pub(super) fn visor(forward: Vec3) -> Surface {
    let middle = -forward * 0.03;
    let half = Vec3::new(0.082, 0.036, 0.022);
    let round_m = 0.012;
    let distance = |at: Vec3| {
        let over = (at - middle).abs() - (half - round_m);
        over.max(Vec3::ZERO).length() + over.max_element().min(0.0) - round_m
    };
    let reach = half * 1.2;
    surface(middle - reach, middle + reach, 0.01, distance).unwrap_or_default()
}

/// A thin ray along `forward` (±z), which starts in front of the eyes.
pub(super) fn ray(forward: Vec3) -> Surface {
    let (from_m, to_m, half_m) = (0.15, 2.0, 0.0015);
    let mut ray = Surface::default();
    for (normal, u) in [
        (Vec3::X, Vec3::Y),
        (Vec3::Y, Vec3::NEG_X),
        (Vec3::NEG_X, Vec3::NEG_Y),
        (Vec3::NEG_Y, Vec3::X),
    ] {
        let first = u16::try_from(ray.points.len()).unwrap_or(0);
        for (along_m, half_m) in [(from_m, half_m), (to_m, 0.5 * half_m)] {
            for side in [-1.0, 1.0] {
                ray.points.push(forward * along_m + (normal + u * side) * half_m);
                ray.normals.push(normal);
            }
        }
        // Winding order: seen from outside, +z is to the left of −z.
        let square = if forward.z > 0.0 { [0, 1, 2, 2, 1, 3] } else { [0, 2, 1, 1, 2, 3] };
        ray.triangles.extend(square.map(|n| n + first));
    }
    ray
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_them_face_outwards() {
        for forward in [Vec3::Z, Vec3::NEG_Z] {
            for shape in [ball(0.01), head(forward), visor(forward), ray(forward)] {
                assert!(!shape.triangles.is_empty());
                for triangle in shape.triangles.as_chunks::<3>().0 {
                    let of = |list: &[Vec3]| triangle.map(|n| *list.get(usize::from(n)).unwrap());
                    let [a, b, c] = of(&shape.points);
                    let face = (b - a).cross(c - a);
                    let normals: Vec3 = of(&shape.normals).into_iter().sum();
                    assert!(face.dot(normals) > 0.0, "{forward} {a} {b} {c}");
                }
            }
        }
    }
}
