//! Something to see: a spike from each joint to the next.

use glam::Vec3;
use reenact::Pose;

use crate::skeleton::Skeleton;

/// How thick a spike is at its thickest, and how long one is of which nothing is known, in metres.
const THICK_M: f32 = 0.006;
/// How far from its near end, as a part of its length.
const THICK_AT: f32 = 0.2;

/// A mesh of triangles, each point bound to one joint.
pub(super) struct Mesh {
    pub(super) points: Vec<Vec3>,
    pub(super) triangles: Vec<[usize; 3]>,
    /// The joint that moves each point.
    pub(super) joints: Vec<usize>,
}

impl Mesh {
    /// The bones of a hand in a pose: what lies at the near end of a bone moves it.
    pub(super) fn of(skeleton: &Skeleton, in_world: &[Pose]) -> Self {
        let mut mesh = Self { points: Vec::new(), triangles: Vec::new(), joints: Vec::new() };
        for (hanging, pose) in skeleton.joints.iter().zip(in_world) {
            if let Some((place, near)) =
                hanging.parent.and_then(|place| Some((place, in_world.get(place)?)))
            {
                mesh.spike(place, near.position, pose.position);
            }
        }
        if mesh.points.is_empty()
            && let Some(pose) = in_world.first()
        {
            mesh.spike(0, pose.position, pose.position + pose.rotation * Vec3::NEG_Z * THICK_M);
        }
        mesh
    }

    /// Two pyramids on one square, of six points and eight triangles.
    fn spike(&mut self, joint: usize, from: Vec3, to: Vec3) {
        let along = to - from;
        let (side, up) = along.try_normalize().unwrap_or(Vec3::Y).any_orthonormal_pair();
        let middle = from + along * THICK_AT;
        let half = THICK_M * 0.5;
        let first = self.points.len();
        self.points.extend([from, to]);
        self.points.extend([side, up, -side, -up].map(|way| middle + way * half));
        self.joints.extend([joint; 6]);
        let (near, far) = (first, first + 1);
        for corner in 0..4 {
            let [this, next] = [corner, (corner + 1) % 4].map(|corner| first + 2 + corner);
            self.triangles.extend([[near, next, this], [far, this, next]]);
        }
    }

    /// The corners of the box around all points.
    pub(super) fn extent(&self) -> [Vec3; 2] {
        let all = || self.points.iter().copied();
        [all().reduce(Vec3::min), all().reduce(Vec3::max)].map(Option::unwrap_or_default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spike_is_closed_and_faces_outwards() {
        let mut mesh = Mesh { points: Vec::new(), triangles: Vec::new(), joints: Vec::new() };
        mesh.spike(3, Vec3::new(1.0, 2.0, 3.0), Vec3::new(1.1, 2.0, 3.2));
        let centre = mesh.points.iter().sum::<Vec3>() / 6.0;
        let mut edges = Vec::new();
        for [a, b, c] in mesh.triangles.clone() {
            edges.extend([(a, b), (b, c), (c, a)]);
            let [a, b, c] = [a, b, c].map(|index| mesh.points[index]);
            assert!((b - a).cross(c - a).dot(a - centre) > 0.0);
        }
        assert_eq!(edges.len(), 24);
        assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))), "each edge has two sides");
        assert_eq!(mesh.joints, [3; 6]);
    }
}
