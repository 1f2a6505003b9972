//! Reach of an arm, and the natural rotation of a hand.
//!
//! Everything here is a right arm, in the space of the body: right, up from the floor, ahead. A left arm is its mirror
//! image.

use glam::{DQuat, DVec3};

use crate::grip::Grip;
use crate::hand_model::{HandModel, HandPart};
use crate::math::{Pose, about_x, about_y, about_z, frame, yaw_pitch_deg};

const SHOULDER: DVec3 = DVec3::new(0.19, 1.42, -0.02);
const ELBOW: DVec3 = DVec3::new(0.25, 1.10, 0.02);
/// Bones of the arm.
const UPPER_ARM_M: f64 = 0.29;
const FOREARM_M: f64 = 0.26;
/// Reach from the shoulder to the wrist, with the elbow not fully extended.
const ARM_M: f64 = 0.54;
/// Least distance of a working wrist from the plane of the body.
const CLOSEST_M: f64 = 0.14;

/// Wrist pose with one part of the hand at a point, or as near to it as the arm allows.
pub(crate) fn place(model: &HandModel, grip: Grip, part: HandPart, at: DVec3) -> Pose {
    let rotation = held(grip, at);
    let wrist = at - rotation * model.part(&grip.shape(), part);
    Pose { position: reached(wrist), rotation }
}

/// Nearest point to a target that the wrist can reach.
pub(crate) fn reached(mut wrist: DVec3) -> DVec3 {
    wrist.z = wrist.z.max(CLOSEST_M);
    let stretch = wrist - SHOULDER;
    SHOULDER + stretch.clamp_length_max(ARM_M)
}

/// Natural rotation of a hand at a point: mostly along the forearm, rolled by the grip.
pub(crate) fn held(grip: Grip, at: DVec3) -> DQuat {
    let (yaw, pitch) = yaw_pitch_deg(at - ELBOW);
    // Degrees: roll from palm-down towards thumb-up, and extension of the wrist.
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

/// Angles of wrist and forearm in degrees: flexion towards the palm, deviation towards the thumb, and pronation of the forearm
/// from thumb-up to palm-down.
struct Strain {
    flexion: f64,
    to_thumb: f64,
    pronation: f64,
}

const MOST_FLEXION_DEG: f64 = 80.0;
const MOST_EXTENSION_DEG: f64 = 75.0;
const MOST_TO_THUMB_DEG: f64 = 25.0;
const MOST_TO_LITTLE_FINGER_DEG: f64 = 40.0;
const MOST_PRONATION_DEG: f64 = 90.0;
const MOST_SUPINATION_DEG: f64 = 95.0;

impl Strain {
    /// Sum of all angles beyond their limits.
    fn excess_deg(&self) -> f64 {
        self.excesses().iter().map(|(excess, ..)| excess).sum()
    }

    /// Each angle beyond its limit, with name and limit, in degrees.
    fn excesses(&self) -> [(f64, &'static str, f64, f64); 6] {
        let Self { flexion, to_thumb, pronation } = *self;
        let excess = |angle: f64, most: f64, what| ((angle - most).max(0.0), what, angle, most);
        [
            excess(flexion, MOST_FLEXION_DEG, "the wrist would bend towards the palm by"),
            excess(-flexion, MOST_EXTENSION_DEG, "the wrist would bend back by"),
            excess(to_thumb, MOST_TO_THUMB_DEG, "the wrist would bend towards the thumb by"),
            excess(
                -to_thumb,
                MOST_TO_LITTLE_FINGER_DEG,
                "the wrist would bend towards the little finger by",
            ),
            excess(pronation, MOST_PRONATION_DEG, "the forearm would turn inwards by"),
            excess(-pronation, MOST_SUPINATION_DEG, "the forearm would turn outwards by"),
        ]
    }
}

/// Description of a joint angle that exceeds its limit for this wrist pose at every possible elbow position;
/// `None` if none does.
pub(crate) fn strain(wrist: &Pose) -> Option<String> {
    let least = least_strain(wrist)?;
    let (excess, what, angle, most) =
        least.excesses().into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    (excess > 1.0).then(|| format!("{what} {angle:.0}°, more than the limit of {most}°"))
}

/// Sum of the angles beyond their limits for this wrist pose, in degrees.
pub(crate) fn excess_deg(wrist: &Pose) -> f64 {
    least_strain(wrist).map_or(0.0, |strain| strain.excess_deg())
}

fn least_strain(wrist: &Pose) -> Option<Strain> {
    let strains = elbows(wrist.position).map(|elbow| strain_at(wrist, elbow));
    strains.min_by(|a, b| a.excess_deg().total_cmp(&b.excess_deg()))
}

/// Possible positions of the elbow for a wrist: on a circle around the line to the shoulder, from slightly inside of straight
/// down to slightly above the side.
fn elbows(wrist: DVec3) -> impl Iterator<Item = DVec3> {
    let line = wrist - SHOULDER;
    let away_m = line.length().clamp(0.05, UPPER_ARM_M + FOREARM_M);
    let line = line.normalize_or(DVec3::Z);
    let along_m =
        (UPPER_ARM_M * UPPER_ARM_M - FOREARM_M * FOREARM_M + away_m * away_m) / (2.0 * away_m);
    let aside_m = libm::sqrt((UPPER_ARM_M * UPPER_ARM_M - along_m * along_m).max(0.0));
    // z along the line, y as far down as possible, so that x is the inner side.
    let circle = frame(line, -DVec3::Y);
    (-3..=11_i8).map(move |step| {
        let (sin, cos) = libm::sincos((f64::from(step) * 10.0).to_radians());
        SHOULDER + line * along_m + circle * DVec3::new(-sin, cos, 0.0) * aside_m
    })
}

fn strain_at(wrist: &Pose, elbow: DVec3) -> Strain {
    let forearm = (wrist.position - elbow).normalize_or(DVec3::Z);
    let in_hand = wrist.rotation.conjugate() * forearm;
    // Neutral: the thumb in the plane of the arm, on the side of the shoulder.
    let across = |v: DVec3| v - forearm * v.dot(forearm);
    let neutral = across(SHOULDER - elbow);
    let thumb = across(wrist.rotation * -DVec3::X);
    Strain {
        flexion: libm::atan2(in_hand.y, in_hand.z).to_degrees(),
        to_thumb: libm::atan2(in_hand.x, in_hand.z).to_degrees(),
        pronation: libm::atan2(neutral.cross(thumb).dot(forearm), neutral.dot(thumb)).to_degrees(),
    }
}

const REST: DVec3 = DVec3::new(0.17, 1.26, 0.43);

/// Wrist of a hand at rest in front of the body, in the headset's sight.
pub(crate) fn rest(model: &HandModel) -> Pose {
    place(model, Grip::Relaxed, HandPart::Palm, REST)
}

/// Wrist of a hand that hangs beside the thigh, the thumb ahead.
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
        for part in [HandPart::Palm, HandPart::Pinch, HandPart::IndexTip, HandPart::Grasp] {
            let wrist = place(&model, Grip::Pinch, part, at);
            let there = wrist.point(model.part(&Grip::Pinch.shape(), part));
            assert!(there.distance(at) < 1e-9, "{part:?} at {there}");
        }
    }

    #[test]
    fn no_point_is_too_far() {
        let model = HandModel::new(1.05);
        for at in [[9.0, 9.0, 9.0], [-3.0, 0.0, -5.0], [0.0, 1.4, 0.0]] {
            let wrist = place(&model, Grip::Point, HandPart::IndexTip, DVec3::from_array(at));
            assert!(wrist.position.distance(SHOULDER) <= ARM_M + 1e-9, "{at:?}");
        }
    }

    #[test]
    fn hands_are_held_within_the_limits_of_their_wrists() {
        let model = HandModel::new(1.0);
        assert_eq!(strain(&rest(&model)), None);
        for (name, grip) in Grip::NAMED {
            for (x, y, z) in [(0.0, 1.2, 0.4), (0.2, 1.3, 0.45), (0.3, 1.45, 0.4), (0.1, 1.5, 0.5)]
            {
                let wrist = place(&model, grip, HandPart::Palm, DVec3::new(x, y, z));
                assert_eq!(strain(&wrist), None, "{name} at {x} {y} {z}");
            }
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
