//! A whole recording moved, turned or mirrored in space.

use glam::{DMat3, DQuat, DVec3};
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, PoseComponent, RayComponent, Recording, Result};

use crate::mix::mix;

/// What becomes of positions, directions and rotations; each of them a linear map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Transform {
    direction: DMat3,
    translation: DVec3,
    /// Of a quaternion's x, y, z, w: a row for each new component.
    rotation: [[f64; 4]; 4],
}

impl Transform {
    /// A turn, and then a move.
    pub(crate) fn rigid(turn: DQuat, translation: DVec3) -> Self {
        let [x, y, z, w] = turn.to_array();
        let rotation = [[w, -z, y, x], [z, w, -x, y], [-y, x, w, z], [-x, -y, -z, w]];
        Self { direction: DMat3::from_quat(turn), translation, rotation }
    }

    /// The mirror image in the upright plane through a point that holds the direction of z once turned: the turn is
    /// about the vertical.
    ///
    /// A thing's own x points to its other side then, as it does in the world, so that a hand's joints still point
    /// along their bones.
    pub(crate) fn mirror(point: DVec3, turn: DQuat) -> Self {
        let normal = turn * DVec3::X;
        let outer = DMat3::from_cols(normal * normal.x, normal * normal.y, normal * normal.z);
        let mirrored = |rotation: DQuat| {
            let [x, y, z, w] = (turn.conjugate() * rotation).to_array();
            turn * DQuat::from_xyzw(x, -y, -z, w)
        };
        let [x, y, z, w] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
            .map(|unit| mirrored(DQuat::from_array(unit.map(f64::from))));
        Self {
            direction: DMat3::IDENTITY - outer * 2.0,
            translation: normal * (2.0 * normal.dot(point)),
            rotation: [
                [x.x, y.x, z.x, w.x],
                [x.y, y.y, z.y, w.y],
                [x.z, y.z, z.z, w.z],
                [x.w, y.w, z.w, w.w],
            ],
        }
    }

    fn rows(&self) -> [[f64; 3]; 3] {
        [0, 1, 2].map(|row| self.direction.row(row).to_array())
    }
}

/// Applies it to every pose and ray; the other curves stay borrowed. Says in how many groups of curves the shape
/// between keys could only be approximated.
pub(crate) fn transformed<'r>(
    recording: &'r Recording<'_>,
    transform: &Transform,
) -> Result<(Recording<'r>, usize)> {
    let mut new = recording.borrow();
    let mut approximate = 0;
    let tracks = recording.tracks();
    let joints = Side::ALL.into_iter().flat_map(|side| Joint::ALL.map(|joint| (side, joint)));
    let mut poses: Vec<Box<dyn Fn(PoseComponent) -> CurveId>> = Vec::new();
    if tracks.camera {
        poses.push(Box::new(CurveId::Camera));
    }
    if tracks.hands {
        poses.extend(joints.map(|(side, joint)| -> Box<dyn Fn(PoseComponent) -> CurveId> {
            Box::new(move |component| CurveId::Joint(side, joint, component))
        }));
    }
    let rows = transform.rows();
    let translation = transform.translation.to_array();
    for pose in poses {
        let [x, y, z, qx, qy, qz, qw] = PoseComponent::ALL.map(pose);
        approximate += mix_into(recording, &mut new, [x, y, z], rows, translation)?;
        approximate +=
            mix_into(recording, &mut new, [qx, qy, qz, qw], transform.rotation, [0.0; 4])?;
    }
    if tracks.gaze {
        let [x, y, z, dx, dy, dz] = RayComponent::ALL.map(CurveId::Gaze);
        approximate += mix_into(recording, &mut new, [x, y, z], rows, translation)?;
        approximate += mix_into(recording, &mut new, [dx, dy, dz], rows, [0.0; 3])?;
    }
    Ok((new, approximate))
}

fn mix_into<const N: usize>(
    from: &Recording<'_>,
    to: &mut Recording<'_>,
    ids: [CurveId; N],
    matrix: [[f64; N]; N],
    offset: [f64; N],
) -> Result<usize> {
    const NOTHING: &Curve<'static> = &Curve::empty(reenact::KeyKind::Simple);
    let curves = ids.map(|id| from.curve(id).unwrap_or(NOTHING));
    if curves.iter().all(|curve| curve.is_empty()) {
        return Ok(0);
    }
    let mixed = mix(curves, matrix, offset);
    for (id, curve) in ids.into_iter().zip(mixed.curves) {
        to.set_curve(id, curve)?;
    }
    Ok(usize::from(mixed.is_approximate))
}
