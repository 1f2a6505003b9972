//! Target ray of a hand.

use glam::{EulerRot, Mat3, Quat, Vec3};

use super::{Joint, Side};
use crate::sample::{HandFrame, Pose};

/// Offset from the head to the right shoulder, for a head that looks ahead.
const SHOULDER_IN_HEAD: Vec3 = Vec3::new(0.15, -0.15, 0.0);

/// Shortest vector that has a direction.
const SHORTEST: f32 = 1e-3;

/// Target ray of a hand in Unity's axes: from the index knuckle along z. `None` if a required joint is missing.
///
/// Points away from the shoulder, whose position is estimated from the head; without a head it has the rotation of the wrist.
/// Corresponds to OpenXR's aim pose and WebXR's target ray space.
pub fn target_ray(side: Side, hand: &HandFrame, head: Option<Pose>) -> Option<Pose> {
    let position = hand.joint(Joint::IndexKnuckle)?.position;
    let rotation = match head.and_then(|head| away_from_shoulder(side, position, head)) {
        Some(rotation) => rotation,
        None => hand.joint(Joint::Wrist)?.rotation,
    };
    Some(Pose { position, rotation })
}

fn away_from_shoulder(side: Side, position: Vec3, head: Pose) -> Option<Quat> {
    let (yaw, ..) = head.rotation.to_euler(EulerRot::YXZ);
    let mut shoulder = SHOULDER_IN_HEAD;
    if side == Side::Left {
        shoulder.x = -shoulder.x;
    }
    let ahead = position - (head.position + Quat::from_rotation_y(yaw) * shoulder);
    let right = Vec3::Y.cross(ahead);
    if !(ahead.length() > SHORTEST && right.length() > SHORTEST * ahead.length()) {
        return None;
    }
    let (ahead, right) = (ahead.normalize(), right.normalize());
    let rotation = Quat::from_mat3(&Mat3::from_cols(right, ahead.cross(right), ahead)).normalize();
    rotation.is_finite().then_some(rotation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_points_away_from_its_shoulder() {
        let head = Pose { position: Vec3::new(0.0, 1.6, 0.0), rotation: Quat::IDENTITY };
        for (side, x) in [(Side::Left, -0.15), (Side::Right, 0.15)] {
            let at = Vec3::new(x, 1.45, 0.5);
            let hand = HandFrame::new(true, false, |_| {
                Some(Pose { position: at, rotation: Quat::from_rotation_x(0.4) })
            });
            let ray = target_ray(side, &hand, Some(head)).unwrap();
            assert_eq!(ray.position, at);
            assert!(ray.rotation.angle_between(Quat::IDENTITY) < 1e-3, "{side} {ray:?}");
            // Shoulders follow the yaw of the head, but not its pitch.
            let turned = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
            let head = Pose { rotation: turned * Quat::from_rotation_x(0.5), ..head };
            let at = head.position + turned * (at - head.position);
            let hand = HandFrame::new(true, false, |_| {
                Some(Pose { position: at, rotation: Quat::IDENTITY })
            });
            let ray = target_ray(side, &hand, Some(head)).unwrap();
            assert!(ray.rotation.angle_between(turned) < 1e-3, "{side} {ray:?}");
        }
    }

    #[test]
    fn without_a_head_or_at_the_shoulder_it_points_as_the_wrist_does() {
        let rotation = Quat::from_rotation_x(0.4);
        let hand =
            |position| HandFrame::new(true, false, move |_| Some(Pose { position, rotation }));
        let ray = target_ray(Side::Left, &hand(Vec3::ZERO), None).unwrap();
        assert_eq!(ray.rotation, rotation);
        let at_shoulder = hand(Vec3::new(0.15, -0.15, 0.0));
        let ray = target_ray(Side::Right, &at_shoulder, Some(Pose::IDENTITY)).unwrap();
        assert_eq!(ray.rotation, rotation);
        let above = hand(Vec3::new(0.15, 0.4, 0.0));
        let ray = target_ray(Side::Right, &above, Some(Pose::IDENTITY)).unwrap();
        assert_eq!(ray.rotation, rotation);
    }
}
