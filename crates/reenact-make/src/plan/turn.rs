//! Rotation of a hand from the directions of palm and fingers in a script.
//!
//! All values are for a right hand in body space, as in [`crate::arm`].

use glam::{DQuat, DVec3};
use reenact::hand::Side;

use crate::act::{Facing, Turn, Way};
use crate::arm;
use crate::body::HEADSET;
use crate::grip::Grip;
use crate::hand_model::{HandModel, HandPart};
use crate::math::{Pose, angle_deg, frame, mirror};

/// Smallest angle between the directions of palm and fingers for both to be possible.
const APART_DEG: f64 = 30.0;
/// Iterations that correct the direction to a point for the size of the hand; the error is then below 0.001°.
const STEPS: usize = 12;

/// Hand that is moved to a point.
pub(super) struct Led<'a> {
    pub(super) model: &'a HandModel,
    pub(super) side: Side,
    /// Body space in the room.
    pub(super) ground: Pose,
    pub(super) grip: Grip,
    pub(super) part: HandPart,
    pub(super) point: DVec3,
    /// Rotation of the hand if the script gives none.
    pub(super) natural: DQuat,
}

impl Led<'_> {
    /// Rotation requested by a script; fails with a description of what is impossible.
    pub(super) fn rotation(&self, turn: Turn) -> Result<DQuat, String> {
        match turn.facing {
            Facing::Rotation(in_room) => {
                let rotation = self.ground.rotation.conjugate() * in_room;
                let pose = Pose { position: DVec3::ZERO, rotation };
                Ok(if self.side == Side::Left { pose.mirrored() } else { pose }.rotation)
            }
            Facing::Ways { palm: Some(palm), fingers } => self.palm_to(palm, fingers),
            Facing::Ways { palm: None, fingers: Some(fingers) } => Ok(self.fingers_to(fingers)),
            Facing::Ways { palm: None, fingers: None } => Ok(self.natural),
        }
    }

    /// Rotation with the exact direction of the palm, and the fingers as near as possible to the given or natural direction.
    fn palm_to(&self, palm: Way, fingers: Option<Way>) -> Result<DQuat, String> {
        let palm_in_hand = self.model.part(&self.grip.shape(), HandPart::Palm);
        let facing = |hint: DQuat| {
            let mut rotation = self.natural;
            for _ in 0..STEPS {
                let at = self.at(rotation, palm_in_hand);
                let normal = self.direction(palm, at);
                let along = fingers.map_or(hint * DVec3::Z, |way| self.direction(way, at));
                rotation = frame(upright(along, normal), -normal);
                if fingers.is_some() && !is_apart(normal, along) {
                    return Err(format!(
                        "the directions of palm and fingers are {:.0}° apart, but on a hand about 90°: change one of them, or leave one out",
                        angle_deg(normal, along)
                    ));
                }
            }
            Ok(rotation)
        };
        let rotation = facing(self.natural)?;
        if fingers.is_some() { Ok(rotation) } else { facing(self.eased(rotation, DVec3::Y)) }
    }

    /// Rotation with the exact direction of the fingers, and the palm as near to natural as possible.
    fn fingers_to(&self, fingers: Way) -> DQuat {
        let (base, axis) = self.pointer();
        let pointing = |hint: DQuat| {
            let mut rotation = self.natural;
            for _ in 0..STEPS {
                let along = self.direction(fingers, self.at(rotation, base));
                let back = upright(hint * DVec3::Y, along);
                rotation = frame(along, back) * frame(axis, DVec3::Y).conjugate();
            }
            rotation
        };
        pointing(self.eased(pointing(self.natural), axis))
    }

    /// Rotation about an axis of the hand with the least joint strain, and the most natural of those.
    fn eased(&self, rotation: DQuat, axis: DVec3) -> DQuat {
        let cost = |rotation: DQuat| {
            let position = self.at(rotation, DVec3::ZERO);
            let off = 1.0 - rotation.dot(self.natural).abs();
            arm::excess_deg(&Pose { position, rotation }) + off * 50.0
        };
        let turned = (-35..=36_i8).map(|step| {
            let (sin, cos) = libm::sincos((f64::from(step) * 2.5).to_radians());
            let DVec3 { x, y, z } = axis * sin;
            rotation * DQuat::from_xyzw(x, y, z, cos)
        });
        turned.min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or(rotation)
    }

    /// Origin and direction of pointing, relative to the wrist: the index finger of a pointing hand, otherwise the palm.
    fn pointer(&self) -> (DVec3, DVec3) {
        let shape = self.grip.shape();
        if self.grip == Grip::Point {
            let [base, tip] =
                [HandPart::IndexKnuckle, HandPart::IndexTip].map(|p| self.model.part(&shape, p));
            (base, (tip - base).normalize_or(DVec3::Z))
        } else {
            (self.model.part(&shape, HandPart::Palm), DVec3::Z)
        }
    }

    /// Point of the hand, for a rotation.
    fn at(&self, rotation: DQuat, in_hand: DVec3) -> DVec3 {
        let led = self.model.part(&self.grip.shape(), self.part);
        self.point + rotation * (in_hand - led)
    }

    fn direction(&self, way: Way, from: DVec3) -> DVec3 {
        let mirrored = |v: DVec3| if self.side == Side::Left { mirror(v) } else { v };
        match way {
            Way::Body(direction) => mirrored(direction),
            Way::Head => (HEADSET - from).normalize_or(-DVec3::Z),
            Way::Point(in_room) => {
                (mirrored(self.ground.local(in_room)) - from).normalize_or(DVec3::Z)
            }
        }
    }
}

/// Whether two directions are far enough from parallel to define a rotation.
fn is_apart(a: DVec3, b: DVec3) -> bool {
    (APART_DEG..=180.0 - APART_DEG).contains(&angle_deg(a, b))
}

/// Component of `wanted` perpendicular to `to`; up or back if they are parallel.
fn upright(wanted: DVec3, to: DVec3) -> DVec3 {
    let across = |v: DVec3| v - to * v.dot(to);
    if is_apart(wanted, to) {
        return across(wanted).normalize_or(DVec3::Y);
    }
    let other = if is_apart(DVec3::Y, to) { DVec3::Y } else { -DVec3::Z };
    across(other).normalize_or(DVec3::Y)
}
