//! Grip of a hand: the pose of a controller that the hand would hold.

use glam::{Mat3, Quat, Vec3};

use super::{Joint, Side};
use crate::sample::{HandFrame, Pose};

/// Grip pose of a hand in Unity's axes, at its palm. `None` if the palm is missing.
///
/// OpenXR's grip pose and WebXR's grip space are such poses, in their axes.
pub fn grip(side: Side, hand: &HandFrame) -> Option<Pose> {
    let palm = hand.joint(Joint::Palm)?.with_z_reversed();
    let rotation = palm.rotation * grip_in_palm(side);
    Some(Pose { rotation, ..palm }.with_z_reversed())
}

/// Rotation of the grip relative to the palm joint, in the right-handed axes of OpenXR and WebXR.
///
/// The palm joint has y out of the back of the hand and −z along the fingers; so on a hand held palm down the thumb is at −x of
/// the right and x of the left. The grip's x axis is normal to the palm, out of the palm of the left hand and into that of the right;
/// its −z leads to the thumb.
pub fn grip_in_palm(side: Side) -> Quat {
    let (x, z) = match side {
        Side::Left => (Vec3::NEG_Y, Vec3::NEG_X),
        Side::Right => (Vec3::Y, Vec3::X),
    };
    Quat::from_mat3(&Mat3::from_cols(x, z.cross(x), z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minus_z_of_a_grip_leads_to_the_thumb() {
        let hand =
            HandFrame::new(true, false, |joint| (joint == Joint::Palm).then_some(Pose::IDENTITY));
        for (side, thumb) in [(Side::Left, Vec3::X), (Side::Right, Vec3::NEG_X)] {
            let grip = grip(side, &hand).unwrap();
            let ahead = grip.with_z_reversed().rotation * Vec3::NEG_Z;
            assert!((ahead - thumb).length() < 1e-6, "{side} {ahead}");
        }
        assert_eq!(grip(Side::Left, &HandFrame::new(true, false, |_| None)), None);
    }
}
