//! Expresses a recording in another frame of reference, and moves, turns and scales it.
//!
//! ```text
//! head at (0, 1.6, 0), tip at (0, 1.5, 0.4)
//! seen from the head: head at (0, 0, 0), tip at (0, -0.1, 0.4)
//! ```

mod checked;
mod moving;
mod path;

use glam::{DQuat, DVec3, Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Pose, Recording, Result};

use self::checked::Checked;
use self::moving::move_along;
use self::path::{Path, Stand};
use crate::near::Near;
use crate::outcome::Outcome;
use crate::poses::Owner;
use crate::transform::transformed;
use crate::{Edited, Note};

/// From where a recording is seen.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Anchor {
    /// From where it was: nothing changes.
    #[default]
    World,
    /// From the head, moment by moment.
    Head,
    /// From a wrist, moment by moment while that hand was tracked.
    Wrist(Side),
    /// From where the head was in its first frame, throughout.
    FirstHead,
    /// From this pose in the world, throughout. Its rotation is normalised.
    Pose(Pose),
}

/// Into which frame of reference, and what happens in it: first the anchor, then turn and scale about the pivot,
/// then move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// From where the recording is seen.
    pub anchor: Anchor,
    /// How it is turned about the pivot. Normalised.
    pub rotation: Quat,
    /// By how much it is scaled about the pivot: positions only, since rotations have no size. Above 0.
    pub scale: f32,
    /// About which point, as the anchor sees it, in metres.
    pub pivot: Vec3,
    /// How far it is moved, in metres.
    pub translation: Vec3,
    /// How far positions may stray between the new keys where keys have to be made, in metres.
    pub tolerance_m: f32,
    /// How far rotations and the gaze may stray there, in degrees.
    pub tolerance_deg: f32,
}

impl Default for Options {
    /// Nothing changes. What has to be sampled stays within 0.1 mm and 0.05°: a tenth of the 1 mm and a quarter of
    /// the 0.2° that MRTK's own recorder allows itself.
    fn default() -> Self {
        let Near { tolerance_m, tolerance_deg } = Near::default();
        Self {
            anchor: Anchor::World,
            rotation: Quat::IDENTITY,
            scale: 1.0,
            pivot: Vec3::ZERO,
            translation: Vec3::ZERO,
            tolerance_m,
            tolerance_deg,
        }
    }
}

/// Expresses a recording in another frame of reference.
///
/// A frame that stands still maps keys to keys: times, weights and wrap modes stay, tangents turn along, and the
/// result is exact at all times, in both modes of evaluation, up to the rounding of `f32`. Only where the curves of
/// one position or rotation have different key times or weights they are sampled at all of these times; bent ones
/// between them, too, until they are within the tolerance. That is noted.
///
/// A frame that moves is sampled: at the key times of both the track and the anchor, and in between until straight
/// lines are within the tolerance. Rotations are those of `clean` mode: of unit length and continuous sign. While
/// the anchor was not tracked or turned nowhere, nothing can be said: there are no keys, the other hand counts as not tracked, and a
/// note says for how long. A recording without the anchor stays as it is, which is noted.
///
/// Slot `None` moves along like a joint; an all-zero rotation stays one. Refused: numbers that are not finite, a
/// scale or tolerance that is not above 0, a rotation of length 0.
///
/// ```text
/// move by (1, 0, 0)   camera.position.x 0.2 0.3 → 1.2 1.3
/// ```
pub fn reanchor<'r>(recording: &'r Recording, options: &Options) -> Result<Edited> {
    let checked = Checked::new(options)?;
    let mut edited = Edited::new(recording.clone());
    if options.scale != 1.0 {
        let message =
            "positions were scaled; rotations, directions and times have no size and stay";
        edited.notes.push(Note::remark("scaled-positions", message));
    }
    let path = |owner| Some(Path::new(recording, owner)).filter(Path::has_keys);
    let first = |path: Path<'r>| {
        let start = path.times().reduce(f32::min)?;
        path.walker().at(start)
    };
    let (still, moving) = match options.anchor {
        Anchor::World => (Some(Stand { position: DVec3::ZERO, rotation: DQuat::IDENTITY }), None),
        Anchor::Pose(_) => (checked.pose, None),
        Anchor::FirstHead => (path(Owner::Camera).and_then(first), None),
        Anchor::Head => (None, path(Owner::Camera)),
        Anchor::Wrist(side) => (None, path(Owner::Joint(side, Joint::Wrist))),
    };
    let moving = moving.filter(|path| {
        let mut walker = path.walker();
        path.times().any(|time| walker.at(time).is_some())
    });
    let (mut outcome, mut lost_secs) = (Outcome::default(), 0.0);
    match (still, moving) {
        (Some(anchor), _) => {
            let transform = checked.map_after(anchor).transform();
            edited.recording = transformed(recording, &transform, checked.near, &mut outcome)?;
        }
        (None, Some(path)) => {
            lost_secs = move_along(recording, &path, &checked, &mut edited, &mut outcome)?;
        }
        (None, None) => {
            let message =
                format!("there is no {} to see it from: nothing was changed", name(options.anchor));
            edited.notes = vec![Note::loss("no-anchor", message)];
            return Ok(edited);
        }
    }
    edited.notes.extend(outcome.notes(checked.near));
    if lost_secs > 0.0 {
        let anchor = name(options.anchor);
        let message = format!(
            "the {anchor} was not tracked for {lost_secs:.3} s: nothing can be said of that time"
        );
        edited.notes.push(Note::loss("anchor-lost", message));
    } else if outcome.unseen > 0 {
        let (anchor, unseen) = (name(options.anchor), outcome.unseen);
        let message = format!("the {anchor} has no pose at {unseen} times of keys, which are gone");
        edited.notes.push(Note::loss("anchor-lost", message));
    }
    Ok(edited)
}

/// What the anchor is called.
fn name(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Wrist(Side::Left) => "left wrist",
        Anchor::Wrist(Side::Right) => "right wrist",
        _ => "head",
    }
}

/// Puts curves that were made into a recording.
fn set<const N: usize>(edited: &mut Edited, ids: [CurveId; N], made: [Curve; N]) -> Result<()> {
    ids.into_iter().zip(made).try_for_each(|(id, curve)| edited.recording.set_curve(id, curve))
}
