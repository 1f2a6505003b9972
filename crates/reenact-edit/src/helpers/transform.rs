//! Spatial transforms of a whole recording, key by key: translation, rotation, scale, mirror.

use glam::{DMat3, DQuat, DVec3};
use reenact::{CurveGroup, CurveId, Recording, Result};

use super::affine::{Affine, map};
use super::groups::{curves, set_curves};
use super::outcome::Outcome;
use super::tolerance::{Measure, Tolerance};

/// Maps of positions, directions and rotations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Transform {
    place: Affine<3>,
    direction: Affine<3>,
    /// Map of quaternion components. Rotating is linear in them, so they need no normalization.
    turn: Affine<4>,
}

impl Transform {
    /// Positions are mapped by `linear` and `offset`, directions by `turn`; rotations are multiplied from the
    /// left by `rotation`.
    pub(crate) fn new(linear: DMat3, turn: DMat3, offset: DVec3, rotation: DQuat) -> Self {
        let [x, y, z, w] = rotation.to_array();
        let product = [[w, -z, y, x], [z, w, -x, y], [-y, x, w, z], [-x, -y, -z, w]];
        Self::of(linear, turn, offset, product)
    }

    /// Rotation followed by a translation.
    pub(crate) fn rigid(turn: DQuat, translation: DVec3) -> Self {
        let matrix = DMat3::from_quat(turn);
        Self::new(matrix, matrix, translation, turn)
    }

    /// Mirror image in the vertical plane through a point that contains the rotated z axis. The rotation is
    /// about the vertical.
    ///
    /// The local x axis is mirrored as well as the world's, so the joints of a hand still point along their
    /// bones.
    pub(crate) fn mirror(point: DVec3, turn: DQuat) -> Self {
        let normal = turn * DVec3::X;
        let outer = DMat3::from_cols(normal * normal.x, normal * normal.y, normal * normal.z);
        let mirrored = |rotation: DQuat| {
            let [x, y, z, w] = (turn.conjugate() * rotation).to_array();
            turn * DQuat::from_xyzw(x, -y, -z, w)
        };
        let [x, y, z, w] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
            .map(|unit| mirrored(DQuat::from_array(unit.map(f64::from))));
        let direction = DMat3::IDENTITY - outer * 2.0;
        let rotation = [
            [x.x, y.x, z.x, w.x],
            [x.y, y.y, z.y, w.y],
            [x.z, y.z, z.z, w.z],
            [x.w, y.w, z.w, w.w],
        ];
        Self::of(direction, direction, normal * (2.0 * normal.dot(point)), rotation)
    }

    fn of(linear: DMat3, turn: DMat3, offset: DVec3, rotation: [[f64; 4]; 4]) -> Self {
        let rows = |matrix: DMat3| matrix.transpose().to_cols_array_2d();
        Self {
            place: Affine { matrix: rows(linear), offset: offset.to_array() },
            direction: Affine { matrix: rows(turn), offset: [0.0; 3] },
            turn: Affine { matrix: rotation, offset: [0.0; 4] },
        }
    }
}

/// Applies a transform to every pose and ray; other curves stay shared.
///
/// If the curves of a position or rotation differ too much in shape to be mapped key by key, they are sampled
/// until lines are within the tolerance.
pub(crate) fn transformed(
    recording: &Recording,
    transform: &Transform,
    tolerance: Tolerance,
    outcome: &mut Outcome,
) -> Result<Recording> {
    let mut new = recording.clone();
    let Transform { place, direction, turn } = transform;
    let of_positions = tolerance.of_positions();
    for group in CurveGroup::all(recording.tracks()) {
        match group {
            CurveGroup::Position(pose) => {
                map_group(&mut new, pose.position(), place, of_positions, outcome)?;
            }
            CurveGroup::GazeOrigin => {
                map_group(&mut new, CurveId::GAZE_ORIGIN, place, of_positions, outcome)?;
            }
            CurveGroup::Rotation(pose) => {
                map_group(&mut new, pose.rotation(), turn, tolerance.of_rotations(), outcome)?;
            }
            CurveGroup::GazeDirection => {
                let measure = tolerance.of_directions();
                map_group(&mut new, CurveId::GAZE_DIRECTION, direction, measure, outcome)?;
            }
            CurveGroup::Tracked(_) | CurveGroup::Pinching(_) => {}
        }
    }
    Ok(new)
}

fn map_group<const N: usize>(
    recording: &mut Recording,
    ids: [CurveId; N],
    affine: &Affine<N>,
    measure: Measure<N>,
    outcome: &mut Outcome,
) -> Result<()> {
    let own = curves(recording, ids);
    if affine.is_identity() || own.iter().all(|curve| curve.is_empty()) {
        return Ok(());
    }
    match map(own, affine, measure, outcome) {
        Some(mapped) => set_curves(recording, ids, mapped),
        None => Ok(()),
    }
}
