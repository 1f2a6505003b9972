//! Poses that controllers and eyes have in OpenXR, derived from a hand's joints and the gaze.

use reenact::glam::{Mat3, Quat, Vec3};
use reenact::hand::{OpenXrJoint, Side, grip_in_palm, target_ray};
use reenact::{Frame, Pose};

use crate::hand::HandLocations;
use crate::headset::Location;

/// A pose that an action can be bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// `grip/pose`: in the palm, −z from the little finger to the thumb.
    Grip(Side),
    /// `grip_surface/pose` and `palm_ext/pose`: on the palm, −z along the fingers.
    Palm(Side),
    /// `aim/pose`: the hand's target ray.
    Aim(Side),
    /// `pinch_ext/pose`: between the tips of thumb and index finger.
    Pinch(Side),
    /// `poke_ext/pose`: the tip of the index finger.
    Poke(Side),
    /// `gaze_ext/pose`: the gaze.
    Gaze,
}

impl Source {
    /// The pose of a binding such as `/input/grip/pose` of a user path such as `/user/hand/left`.
    pub fn of(user: &str, component: &str) -> Option<Self> {
        let side = match user {
            "/user/hand/left" => Side::Left,
            "/user/hand/right" => Side::Right,
            "/user/eyes_ext" if component == "/input/gaze_ext/pose" => return Some(Self::Gaze),
            _ => return None,
        };
        match component {
            "/input/grip/pose" => Some(Self::Grip(side)),
            "/input/grip_surface/pose" | "/input/palm_ext/pose" => Some(Self::Palm(side)),
            "/input/aim/pose" => Some(Self::Aim(side)),
            "/input/pinch_ext/pose" => Some(Self::Pinch(side)),
            "/input/poke_ext/pose" => Some(Self::Poke(side)),
            _ => None,
        }
    }
}

/// Pose of a source in the space STAGE; `None` while it is not tracked.
pub(crate) fn locate(
    source: Source,
    frame: &Frame,
    hand: impl Fn(Side) -> Option<HandLocations>,
    in_stage: impl Fn(&Pose) -> Pose,
) -> Option<Location> {
    match source {
        Source::Gaze => {
            let gaze = frame.gaze.filter(reenact::Ray::is_finite)?.to_pose();
            gaze.is_finite().then(|| Location::valid(in_stage(&gaze), true))
        }
        Source::Aim(side) => {
            let located = hand(side)?;
            let ray = target_ray(side, frame.hand(side)?, frame.camera.filter(Pose::is_finite));
            Some(match ray.filter(Pose::is_finite) {
                Some(ray) => Location::valid(in_stage(&ray), true),
                // A hand without an index knuckle points as its palm does.
                None => Location::valid(located.palm().pose(), false),
            })
        }
        Source::Grip(side) => Some(turned(hand(side)?.palm().location, grip_in_palm(side))),
        Source::Palm(side) => Some(turned(hand(side)?.palm().location, surface_in_palm(side))),
        Source::Poke(side) => Some(hand(side)?.joint(OpenXrJoint::IndexTip).location),
        Source::Pinch(side) => {
            let hand = hand(side)?;
            let [thumb, index] =
                [OpenXrJoint::ThumbTip, OpenXrJoint::IndexTip].map(|tip| hand.joint(tip).location);
            let palm = hand.palm().location;
            let position = thumb.pose.position.midpoint(index.pose.position);
            Some(Location {
                pose: Pose { position, ..palm.pose },
                is_position_tracked: thumb.is_position_tracked && index.is_position_tracked,
                ..palm
            })
        }
    }
}

fn turned(palm: Location, rotation: Quat) -> Location {
    let pose = Pose { rotation: palm.pose.rotation * rotation, ..palm.pose };
    Location { pose, ..palm }
}

/// The x axis of the grip ([`grip_in_palm`]), and −z along the fingers.
fn surface_in_palm(side: Side) -> Quat {
    let x = match side {
        Side::Left => Vec3::NEG_Y,
        Side::Right => Vec3::Y,
    };
    Quat::from_mat3(&Mat3::from_cols(x, Vec3::Z.cross(x), Vec3::Z))
}

#[cfg(test)]
mod tests {
    use reenact::HandFrame;

    use super::*;

    /// Hands held palm down, fingers ahead (−z).
    fn located(source: Source) -> Location {
        let hand = HandFrame::new(true, false, |_| Some(Pose::IDENTITY));
        let frame = Frame {
            time_secs: 0.0,
            camera: None,
            left: Some(hand.clone()),
            right: Some(hand.clone()),
            gaze: Some(reenact::Ray { origin: Vec3::Y, direction: Vec3::X }),
        };
        let to_stage = |pose: &Pose| pose.with_z_reversed();
        locate(source, &frame, |side| HandLocations::new(side, &hand, to_stage), to_stage).unwrap()
    }

    #[test]
    fn grips_lead_to_the_thumb_and_share_their_x_axis() {
        for (side, thumb, x) in
            [(Side::Left, Vec3::X, Vec3::NEG_Y), (Side::Right, Vec3::NEG_X, Vec3::Y)]
        {
            let grip = located(Source::Grip(side)).pose.rotation;
            assert!((grip * Vec3::NEG_Z).abs_diff_eq(thumb, 1e-6), "{side}");
            assert!((grip * Vec3::X).abs_diff_eq(x, 1e-6), "{side}");
            let palm = located(Source::Palm(side)).pose.rotation;
            assert!((palm * Vec3::NEG_Z).abs_diff_eq(Vec3::NEG_Z, 1e-6), "{side}");
            assert!((palm * Vec3::X).abs_diff_eq(x, 1e-6), "{side}");
        }
    }

    #[test]
    fn the_gaze_looks_along_its_ray() {
        let gaze = located(Source::Gaze);
        assert!(gaze.is_position_tracked);
        assert_eq!(gaze.pose.position, Vec3::Y);
        assert!((gaze.pose.rotation * Vec3::NEG_Z).abs_diff_eq(Vec3::X, 1e-6));
    }

    #[test]
    fn sources_are_found_by_their_paths() {
        assert_eq!(Source::of("/user/hand/left", "/input/aim/pose"), Some(Source::Aim(Side::Left)));
        assert_eq!(Source::of("/user/eyes_ext", "/input/gaze_ext/pose"), Some(Source::Gaze));
        assert_eq!(Source::of("/user/hand/left", "/input/gaze_ext/pose"), None);
        assert_eq!(Source::of("/user/gamepad", "/input/aim/pose"), None);
    }
}
