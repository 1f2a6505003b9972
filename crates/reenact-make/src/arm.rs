//! Where a hand can be, and how it is held there.
//!
//! Everything here is a right arm, in the space of the body: right, up from the floor, ahead. A left arm is its mirror
//! image.

use glam::{DQuat, DVec3};

use crate::grip::Grip;
use crate::hand_model::{HandModel, Part};
use crate::math::{Pose, about_x, about_y, about_z, frame, yaw_pitch_deg};

const SHOULDER: DVec3 = DVec3::new(0.19, 1.42, -0.02);
const ELBOW: DVec3 = DVec3::new(0.25, 1.10, 0.02);
/// From the shoulder to the wrist, not quite stretched.
const ARM_M: f64 = 0.54;
/// The nearest the wrist comes to the plane of the body while it works.
const CLOSEST_M: f64 = 0.14;

/// The hand with one part of it at a point, or as near to it as the arm allows.
pub(crate) fn place(model: &HandModel, grip: Grip, part: Part, at: DVec3) -> Pose {
    let at = if at.is_finite() { at } else { REST };
    let wanted = place_anywhere(model, grip, part, at);
    Pose { position: reached(wanted.position), ..wanted }
}

/// The hand with one part of it at a point, however long the arm would have to be.
pub(crate) fn place_anywhere(model: &HandModel, grip: Grip, part: Part, at: DVec3) -> Pose {
    let rotation = held(grip, at);
    Pose { position: at - rotation * model.part(&grip.shape(), part), rotation }
}

/// Where the wrist comes to that is wanted at a point.
pub(crate) fn reached(mut wrist: DVec3) -> DVec3 {
    wrist.z = wrist.z.max(CLOSEST_M);
    let stretch = wrist - SHOULDER;
    SHOULDER + stretch.clamp_length_max(ARM_M)
}

/// Follows the forearm, most of the way, and rolls as the grip wants it.
fn held(grip: Grip, at: DVec3) -> DQuat {
    let (yaw, pitch) = yaw_pitch_deg(at - ELBOW);
    // Degrees: how far from palm-down towards thumb-up, and how far the hand is raised at the wrist.
    let (roll, lift) = match grip {
        Grip::Open => (25.0, 14.0),
        Grip::Relaxed => (42.0, 4.0),
        Grip::PinchReady | Grip::Pinch => (32.0, 16.0),
        Grip::Grasp => (58.0, 8.0),
        Grip::Fist => (45.0, 12.0),
        Grip::Point => (14.0, -2.0),
        Grip::ThumbUp => (84.0, 6.0),
    };
    let yaw = (yaw * 0.8).clamp(-60.0, 45.0);
    let pitch = (pitch * 0.8 - lift).clamp(-70.0, 70.0);
    about_y(yaw) * about_x(pitch) * about_z(-roll)
}

const REST: DVec3 = DVec3::new(0.17, 1.26, 0.43);

/// At rest in front of the body, in the headset's sight.
pub(crate) fn rest(model: &HandModel) -> Pose {
    place(model, Grip::Relaxed, Part::Palm, REST)
}

/// Hanging beside the thigh, the thumb ahead.
pub(crate) fn hanging() -> Pose {
    Pose {
        position: DVec3::new(0.27, 0.89, 0.03),
        rotation: frame(DVec3::new(-0.05, -1.0, 0.14), DVec3::new(1.0, 0.0, 0.35)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_asked_for_is_where_it_was_asked_for() {
        let model = HandModel::new(1.0);
        let at = DVec3::new(0.1, 1.3, 0.5);
        for part in [Part::Palm, Part::Pinch, Part::IndexTip, Part::Grasp] {
            let wrist = place(&model, Grip::Pinch, part, at);
            let there = wrist.point(model.part(&Grip::Pinch.shape(), part));
            assert!(there.distance(at) < 1e-9, "{part:?} at {there}");
        }
    }

    #[test]
    fn no_point_is_too_far_or_too_odd() {
        let model = HandModel::new(1.05);
        for at in [
            [9.0, 9.0, 9.0],
            [-3.0, 0.0, -5.0],
            [0.0, 1.4, 0.0],
            [f64::NAN, 1.0, 1.0],
            [0.0, f64::INFINITY, 0.0],
        ] {
            let wrist = place(&model, Grip::Point, Part::IndexTip, DVec3::from_array(at));
            assert!(wrist.position.distance(SHOULDER) <= ARM_M + 1e-9, "{at:?}");
        }
    }

    #[test]
    fn a_hand_at_rest_has_its_fingers_ahead_and_its_back_up() {
        let rest = rest(&HandModel::new(1.0));
        assert!(rest.forward().z > 0.8);
        assert!((rest.rotation * DVec3::Y).y > 0.6);
        assert!((rest.rotation * -DVec3::X).y > 0.2, "the thumb side is up");
    }
}
