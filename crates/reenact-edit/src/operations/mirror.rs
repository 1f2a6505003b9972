//! Mirrors left and right.

use glam::{DQuat, DVec3};
use reenact::{CurveId, Error, PoseComponent, PoseId, RayComponent, Recording, Result};

use crate::Edited;
use crate::helpers::keys::negated;
use crate::helpers::outcome::Outcome;
use crate::helpers::rotation::WidePose;
use crate::helpers::tolerance::Tolerance;
use crate::helpers::transform::{Transform, transformed};

/// Mirror planes. Both are vertical.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Plane {
    /// World plane x = 0: swaps the left and right of the origin.
    #[default]
    World,
    /// Sagittal plane of the head at the start of the recording: the person stays in place.
    Head,
}

reenact::named!(
    Plane, "plane":
    World = "world" => "World plane x = 0",
    Head = "head" => "Vertical plane through the first head pose: the person stays in place",
);

/// Options of mirroring.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Mirror plane.
    pub plane: Plane,
}

/// Mirrors a recording: the left hand becomes the right one, and the right hand the left one.
///
/// `left.Wrist.position (0.2, 1, 0.4)` → `right.Wrist.position (-0.2, 1, 0.4)`
///
/// In the world plane a position (x, y, z) becomes (−x, y, z) and a rotation (x, y, z, w) becomes (x, −y, −z, w); tracked and
/// pinching states follow the hand. Only signs change, so mirroring twice restores the original bit for bit; curves without a
/// sign change stay shared. MRTK's joints point along their bones, with the back of the hand up, in both hands alike, so a
/// mirrored right hand is a valid left hand.
///
/// In the head plane positions and rotations are recomputed: mirroring twice restores the original except for rounding. Fails if
/// there is no head, or if it looks straight up or down at the start of the recording. If the curves of a position or rotation
/// differ in their key times or weights, they are sampled within 0.1 mm and 0.05°, with a note.
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
            let (tolerance, mut outcome) = (Tolerance::default(), Outcome::default());
            let mirrored = transformed(recording, &in_head(recording)?, tolerance, &mut outcome)?;
            for (id, curve) in mirrored.curves() {
                edited.recording.set_curve(other_side(id), curve.clone())?;
            }
            edited.notes.extend(outcome.notes(tolerance));
        }
    }
    Ok(edited)
}

/// Corresponding curve of the other hand.
fn other_side(id: CurveId) -> CurveId {
    match id {
        CurveId::Tracked(side) => CurveId::Tracked(side.other()),
        CurveId::Pinching(side) => CurveId::Pinching(side.other()),
        CurveId::Joint(side, joint, component) => CurveId::Joint(side.other(), joint, component),
        CurveId::Camera(_) | CurveId::Gaze(_) => id,
    }
}

/// Whether mirroring at x = 0 negates a curve.
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

/// Mirror transform in the sagittal plane of the head at the start of the recording.
fn in_head(recording: &Recording) -> Result<Transform> {
    let none = || {
        Error::wrong_option(
            "no mirror plane through the head: the recording has no head pose at its start, or it looks straight up or down",
        )
    };
    let head = WidePose::at(recording, PoseId::Camera, recording.start_secs()).ok_or_else(none)?;
    let forward = head.rotation * DVec3::Z;
    if forward.x.hypot(forward.z) < 1e-3 {
        return Err(none());
    }
    Ok(Transform::mirror(head.position, DQuat::from_rotation_y(forward.x.atan2(forward.z))))
}
