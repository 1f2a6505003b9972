//! A whole recording moved, turned, scaled or mirrored in space: keys go to keys.

use glam::{DMat3, DQuat, DVec3};
use reenact::{CurveId, Recording, Result};

use crate::affine::{Affine, Mapped, map};
use crate::near::Near;
use crate::outcome::Outcome;
use crate::poses::{DIRECTION, ORIGIN, Owner, curves};

/// Where positions, directions and rotations go.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Transform {
    place: Affine<3>,
    direction: Affine<3>,
    /// Of a quaternion's x, y, z, w. Turning is linear in them: raw ones can be turned as they are.
    turn: Affine<4>,
}

impl Transform {
    /// Positions go through `linear` and then by `offset`, directions through `turn`; rotations are multiplied from the
    /// left by `rotation`.
    pub(crate) fn new(linear: DMat3, turn: DMat3, offset: DVec3, rotation: DQuat) -> Self {
        let [x, y, z, w] = rotation.to_array();
        let product = [[w, -z, y, x], [z, w, -x, y], [-y, x, w, z], [-x, -y, -z, w]];
        Self::of(linear, turn, offset, product)
    }

    /// A turn, and then a move.
    pub(crate) fn rigid(turn: DQuat, translation: DVec3) -> Self {
        let matrix = DMat3::from_quat(turn);
        Self::new(matrix, matrix, translation, turn)
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

/// Applies it to every pose and ray; the other curves stay borrowed.
///
/// Where the curves of a position or rotation are too different in shape to be mapped key by key, they are sampled until
/// lines are as near as asked.
pub(crate) fn transformed(
    recording: &Recording,
    transform: &Transform,
    near: Near,
    outcome: &mut Outcome,
) -> Result<Recording> {
    let mut new = recording.clone();
    let Transform { place, direction, turn } = transform;
    for owner in Owner::all(recording.tracks()) {
        map_group(recording, owner.position(), place, near.is_place(), &mut new, outcome)?;
        map_group(recording, owner.rotation(), turn, near.is_turn(), &mut new, outcome)?;
    }
    map_group(recording, ORIGIN, place, near.is_place(), &mut new, outcome)?;
    map_group(recording, DIRECTION, direction, near.is_direction(), &mut new, outcome)?;
    Ok(new)
}

fn map_group<const N: usize>(
    recording: &Recording,
    ids: [CurveId; N],
    affine: &Affine<N>,
    is_near: impl Fn([f64; N], [f64; N]) -> bool,
    new: &mut Recording,
    outcome: &mut Outcome,
) -> Result<()> {
    let own = curves(recording, ids);
    if affine.is_identity() || own.iter().all(|curve| curve.is_empty()) {
        return Ok(());
    }
    let Some(mapped) = map(own, affine, is_near) else {
        outcome.incomplete += 1;
        return Ok(());
    };
    let Mapped { curves, is_united, is_baked, is_unwrapped, is_missed } = mapped;
    outcome.united += usize::from(is_united);
    outcome.baked += usize::from(is_baked);
    outcome.unwrapped += usize::from(is_unwrapped);
    outcome.missed += usize::from(is_missed);
    if is_united {
        outcome.unsorted += own.iter().filter(|curve| !curve.is_sorted()).count();
    }
    ids.into_iter().zip(curves).try_for_each(|(id, curve)| new.set_curve(id, curve))
}
