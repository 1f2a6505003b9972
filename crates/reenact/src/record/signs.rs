//! Sign continuity of successive quaternions.

use glam::Quat;

use crate::hand::{JOINT_SLOTS, Joint, Side};
use crate::sample::{Frame, HandFrame, Pose};

/// Last rotation of the head and of every joint.
///
/// MRTK interpolates the components of rotations linearly, so a rotation followed by its negative would pass through zero.
/// Formats with matrices have no signs.
///
/// ```
/// use reenact::Signs;
/// use reenact::glam::Quat;
///
/// let mut signs = Signs::new();
/// assert_eq!(signs.of_head(Quat::IDENTITY), Quat::IDENTITY);
/// assert_eq!(signs.of_head(-Quat::IDENTITY), Quat::IDENTITY);
/// ```
#[derive(Debug, Clone)]
pub struct Signs {
    last: [Quat; 1 + 2 * JOINT_SLOTS],
}

impl Signs {
    /// Nothing is remembered: the first rotations stay as they are.
    pub const fn new() -> Self {
        Self { last: [Quat::from_xyzw(0.0, 0.0, 0.0, 0.0); 1 + 2 * JOINT_SLOTS] }
    }

    /// Rotation of the head, or its negative.
    pub fn of_head(&mut self, rotation: Quat) -> Quat {
        self.align(0, rotation)
    }

    /// Rotation of a joint, or its negative.
    pub fn of_joint(&mut self, side: Side, joint: Joint, rotation: Quat) -> Quat {
        let start = match side {
            Side::Left => 1,
            Side::Right => 1 + JOINT_SLOTS,
        };
        self.align(start + joint.index(), rotation)
    }

    /// Frame with the signs of all its rotations aligned.
    #[must_use]
    pub fn of_frame(&mut self, frame: &Frame) -> Frame {
        let camera =
            frame.camera.map(|pose| Pose { rotation: self.of_head(pose.rotation), ..pose });
        let [left, right] = Side::ALL.map(|side| {
            let hand = frame.hand(side)?;
            Some(HandFrame::new(hand.tracked, hand.pinching, |joint| {
                let pose = hand.joint(joint)?;
                Some(Pose { rotation: self.of_joint(side, joint, pose.rotation), ..pose })
            }))
        });
        Frame { camera, left, right, ..frame.clone() }
    }

    /// The rotation or its negative, in the hemisphere of the last one.
    fn align(&mut self, slot: usize, rotation: Quat) -> Quat {
        let Some(last) = self.last.get_mut(slot) else { return rotation };
        let aligned = if last.dot(rotation) < 0.0 { -rotation } else { rotation };
        *last = aligned;
        aligned
    }
}

impl Default for Signs {
    fn default() -> Self {
        Self::new()
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
