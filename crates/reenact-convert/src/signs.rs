//! Sign continuity of successive quaternions.

use glam::Quat;
use reenact::hand::{JOINT_SLOTS, Joint, Side};

/// Last rotation of the head and of every joint.
///
/// MRTK interpolates the components of rotations linearly, so a rotation followed by its negative would pass through zero.
/// Formats with matrices have no signs.
pub(crate) struct Signs {
    last: [Quat; 1 + 2 * JOINT_SLOTS],
}

impl Signs {
    pub(crate) const fn new() -> Self {
        Self { last: [Quat::from_xyzw(0.0, 0.0, 0.0, 0.0); 1 + 2 * JOINT_SLOTS] }
    }

    pub(crate) fn of_head(&mut self, rotation: Quat) -> Quat {
        self.align(0, rotation)
    }

    pub(crate) fn of_joint(&mut self, side: Side, joint: Joint, rotation: Quat) -> Quat {
        let start = match side {
            Side::Left => 1,
            Side::Right => 1 + JOINT_SLOTS,
        };
        self.align(start + joint.index(), rotation)
    }

    /// The rotation or its negative, in the hemisphere of the last one.
    fn align(&mut self, slot: usize, rotation: Quat) -> Quat {
        let Some(last) = self.last.get_mut(slot) else { return rotation };
        let aligned = if last.dot(rotation) < 0.0 { -rotation } else { rotation };
        *last = aligned;
        aligned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_joint_goes_on_from_its_own_last_rotation() {
        let mut signs = Signs::new();
        let turn = Quat::from_rotation_y(0.5);
        assert_eq!(signs.of_head(-turn), -turn, "the first stays as it is");
        assert_eq!(signs.of_joint(Side::Left, Joint::Wrist, turn), turn);
        assert_eq!(signs.of_joint(Side::Right, Joint::Wrist, -turn), -turn);
        assert_eq!(signs.of_joint(Side::Left, Joint::Wrist, -turn), turn);
        assert_eq!(signs.of_head(turn), -turn);
    }
}
