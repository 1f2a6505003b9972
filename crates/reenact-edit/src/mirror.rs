//! Left for right.

use glam::{DQuat, DVec3};
use reenact::hand::{Joint, Side};
use reenact::{CurveId, Error, PoseComponent, RayComponent, Recording, Result};

use crate::Edited;
use crate::keys::negated;
use crate::near::Near;
use crate::outcome::Outcome;
use crate::transform::{Transform, transformed};

/// Where the mirror stands. Both planes are upright.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Plane {
    /// In the world's plane x = 0: what was right of the origin is left of it.
    #[default]
    World,
    /// In the plane that divides the head into left and right where the recording starts: the person stays where
    /// they are.
    Head,
}

/// How to mirror.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Where the mirror stands.
    pub plane: Plane,
}

/// Makes the left hand the right one and the right the left, and mirrors everything.
///
/// `left.Wrist.position (0.2, 1, 0.4)` → `right.Wrist.position (-0.2, 1, 0.4)`
///
/// In the world's plane a position (x, y, z) becomes (−x, y, z), a rotation (x, y, z, w) becomes (x, −y, −z, w), and
/// whether a hand is tracked or pinching goes with the hand. Only signs change, so twice is the original to the bit;
/// curves that keep theirs stay borrowed. MRTK's joints point along their bones, and their backs up, in both hands
/// alike, so a mirrored right hand is a left hand as MRTK has it.
///
/// In the head's plane positions and rotations are computed anew: twice is the original but for rounding. It fails if
/// there is no head, or if it looks straight up or down where the recording starts. Where the curves of one position or
/// rotation differ in their key times or weights they are sampled within 0.1 mm and 0.05°, which is noted.
pub fn mirror(recording: &Recording, options: &Options) -> Result<Edited> {
    let mut edited = Edited::new(recording.clone());
    match options.plane {
        Plane::World => {
            for (id, curve) in recording.curves() {
                let curve = if changes_sign(id) { negated(curve) } else { curve.clone() };
                edited.recording.set_curve(other_side(id), curve)?;
            }
        }
        Plane::Head => {
            let (near, mut outcome) = (Near::default(), Outcome::default());
            let mirrored = transformed(recording, &in_head(recording)?, near, &mut outcome)?;
            for (id, curve) in mirrored.curves() {
                edited.recording.set_curve(other_side(id), curve.clone())?;
            }
            edited.notes.extend(outcome.notes(near));
        }
    }
    Ok(edited)
}

/// The same curve of the other hand.
fn other_side(id: CurveId) -> CurveId {
    match id {
        CurveId::Tracked(side) => CurveId::Tracked(side.other()),
        CurveId::Pinching(side) => CurveId::Pinching(side.other()),
        CurveId::Joint(side, joint, component) => CurveId::Joint(side.other(), joint, component),
        CurveId::Camera(_) | CurveId::Gaze(_) => id,
    }
}

/// Whether a curve is upside down in a mirror at x = 0.
fn changes_sign(id: CurveId) -> bool {
    match id {
        CurveId::Camera(component) | CurveId::Joint(_, _, component) => matches!(
            component,
            PoseComponent::PositionX | PoseComponent::RotationY | PoseComponent::RotationZ
        ),
        CurveId::Gaze(component) => {
            matches!(component, RayComponent::OriginX | RayComponent::DirectionX)
        }
        CurveId::Tracked(_) | CurveId::Pinching(_) => false,
    }
}

/// The mirror that divides the head where the recording starts.
fn in_head(recording: &Recording) -> Result<Transform> {
    let none = || {
        Error::wrong_option(
            "the mirror cannot stand in the head: there is none, or it has no left and right at the start",
        )
    };
    let (head, turn) =
        pose_at(recording, CurveId::Camera, recording.start_secs()).ok_or_else(none)?;
    let forward = turn * DVec3::Z;
    if forward.x.hypot(forward.z) < 1e-3 {
        return Err(none());
    }
    Ok(Transform::mirror(head, DQuat::from_rotation_y(forward.x.atan2(forward.z))))
}

/// A pose at a time, if it has keys and turns somewhere.
pub(crate) fn pose_at(
    recording: &Recording,
    pose: impl Fn(PoseComponent) -> CurveId,
    time_secs: f32,
) -> Option<(DVec3, DQuat)> {
    let mut values = [0.0; 7];
    for (value, component) in values.iter_mut().zip(PoseComponent::ALL) {
        let curve = recording.curve(pose(component)).filter(|curve| !curve.is_empty())?;
        *value = f64::from(curve.value_at(time_secs));
    }
    let [x, y, z, qx, qy, qz, qw] = values;
    let rotation = DQuat::from_xyzw(qx, qy, qz, qw);
    let length = rotation.length();
    let is_good = length > 1e-5 && values.iter().all(|value| value.is_finite());
    is_good.then(|| (DVec3::new(x, y, z), rotation / length))
}

/// The wrist of a hand that is tracked at a time.
pub(crate) fn wrist_at(
    recording: &Recording,
    side: Side,
    time_secs: f32,
) -> Option<(DVec3, DQuat)> {
    recording.curve(CurveId::Tracked(side)).filter(|curve| curve.is_on_at(time_secs))?;
    pose_at(recording, |component| CurveId::Joint(side, Joint::Wrist, component), time_secs)
}
