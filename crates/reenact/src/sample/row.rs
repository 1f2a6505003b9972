//! Row: one value per float curve at one time, in the memory layout of poses.

use crate::curve::CurveId;
use crate::hand::{JOINT_SLOTS, Side};

/// Position and rotation, or origin and direction; the fourth component of a three-component vector is zero.
pub(super) type Pair = [[f32; CELL_LEN]; 2];

/// Number of pairs: the camera, the slots of both hands, the gaze.
pub(super) const PAIRS: usize = 1 + 2 * JOINT_SLOTS + 1;

/// Number of values in a row.
pub(super) const ROW_LEN: usize = PAIRS * PAIR_LEN;

const PAIR_LEN: usize = 8;
const CELL_LEN: usize = 4;
const LEFT: usize = 1;
const RIGHT: usize = LEFT + JOINT_SLOTS;
const GAZE: usize = RIGHT + JOINT_SLOTS;

/// Hand without values: MRTK's values of joints without keys.
pub(super) const NO_JOINTS: [Pair; JOINT_SLOTS] = [[[0.0; CELL_LEN]; 2]; JOINT_SLOTS];

/// Track that values of a row belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowPart {
    Camera,
    Hand(Side),
    Gaze,
}

/// Part of an index of a row, and the index within that part.
pub(super) const fn part_of(index: usize) -> (RowPart, usize) {
    let (part, first) = match index / PAIR_LEN {
        ..LEFT => (RowPart::Camera, 0),
        LEFT..RIGHT => (RowPart::Hand(Side::Left), LEFT),
        RIGHT..GAZE => (RowPart::Hand(Side::Right), RIGHT),
        GAZE.. => (RowPart::Gaze, GAZE),
    };
    (part, index - first * PAIR_LEN)
}

/// Index of a float curve's value in a row; `None` for boolean curves.
pub(super) const fn row_index_of(id: CurveId) -> Option<usize> {
    let (pair, component) = match id {
        CurveId::Camera(component) => (0, component.index()),
        CurveId::Joint(Side::Left, joint, component) => (LEFT + joint.index(), component.index()),
        CurveId::Joint(Side::Right, joint, component) => (RIGHT + joint.index(), component.index()),
        CurveId::Gaze(component) => (GAZE, component.index()),
        CurveId::Tracked(_) | CurveId::Pinching(_) => return None,
    };
    // The first cell of a pair uses three of its components.
    let number = if component < 3 { component } else { component + 1 };
    Some(pair * PAIR_LEN + number)
}

/// Whether an index is the unused fourth component of a position.
pub(super) const fn is_unused(index: usize) -> bool {
    index % PAIR_LEN == CELL_LEN - 1
}

/// Whether an index is the first component of a rotation.
pub(super) const fn is_rotation_x(index: usize) -> bool {
    index % PAIR_LEN == CELL_LEN && index / PAIR_LEN != GAZE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::{PoseComponent, Tracks};

    #[test]
    fn every_float_curve_has_an_index_of_its_own() {
        let mut indices: Vec<usize> = Tracks::ALL.curve_ids().filter_map(row_index_of).collect();
        assert_eq!(indices.len(), 391);
        assert!(indices.is_sorted(), "in file order");
        indices.dedup();
        assert_eq!(indices.len(), 391);
        assert!(!indices.iter().any(|&index| is_unused(index)));
        assert!(indices.iter().all(|&index| index < ROW_LEN));
    }

    #[test]
    fn rotations_are_known_by_their_index() {
        for id in Tracks::ALL.curve_ids() {
            let is_x = matches!(
                id,
                CurveId::Camera(PoseComponent::RotationX)
                    | CurveId::Joint(_, _, PoseComponent::RotationX)
            );
            assert_eq!(row_index_of(id).is_some_and(is_rotation_x), is_x, "{id}");
        }
    }
}
