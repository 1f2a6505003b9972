//! Changes the reference frame of a recording; moves, rotates and scales it.
//!
//! ```text
//! head at (0, 1.6, 0), tip at (0, 1.5, 0.4)
//! seen from the head: head at (0, 0, 0), tip at (0, -0.1, 0.4)
//! ```

mod checked;
mod moving;
mod path;

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{Named, Pose, PoseId, Recording, Result};

use self::checked::Checked;
use self::moving::move_along;
use self::path::Path;
use crate::helpers::groups::Tracking;
use crate::helpers::outcome::Outcome;
use crate::helpers::rotation::WidePose;
use crate::helpers::tolerance::Tolerance;
use crate::helpers::transform::transformed;
use crate::{Edited, Note, NoteCode};

/// Reference frame of a recording.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Anchor {
    /// The world: nothing changes.
    #[default]
    World,
    /// The head at each time.
    Head,
    /// A wrist at each time, while that hand was tracked.
    Wrist(Side),
    /// The head in its first frame.
    FirstHead,
    /// A pose in the world. Its rotation is normalized.
    Pose(Pose),
}

/// All anchors except a pose have names.
impl Named for Anchor {
    const WHAT: &'static str = "anchor";
    const VALUES: &'static [Self] = &[
        Self::World,
        Self::Head,
        Self::Wrist(Side::Left),
        Self::Wrist(Side::Right),
        Self::FirstHead,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::World => "world",
            Self::Head => "head",
            Self::Wrist(Side::Left) => "left-wrist",
            Self::Wrist(Side::Right) => "right-wrist",
            Self::FirstHead => "first-head",
            Self::Pose(_) => "pose",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::World => "World coordinates, unchanged",
            Self::Head => "Moving frame of the head",
            Self::Wrist(Side::Left) => "Moving frame of the left wrist, while it is tracked",
            Self::Wrist(Side::Right) => "Moving frame of the right wrist, while it is tracked",
            Self::FirstHead => "Fixed frame of the first head pose",
            Self::Pose(_) => "A pose in the world",
        }
    }
}

/// Reference frame, and a transform in it: first the anchor, then rotation and scale about the pivot, then translation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Reference frame.
    pub anchor: Anchor,
    /// Rotation about the pivot; normalized.
    pub rotation: Quat,
    /// Scale of positions about the pivot; above 0.
    pub scale: f32,
    /// Pivot in the frame of the anchor, in metres.
    pub pivot: Vec3,
    /// Translation in metres.
    pub translation: Vec3,
    /// Largest error of positions in metres where curves have to be sampled.
    pub tolerance_m: f32,
    /// Largest error of rotations and directions in degrees where curves have to be sampled.
    pub tolerance_deg: f32,
}

impl Default for Options {
    /// Changes nothing. Sampled curves stay within 0.1 mm and 0.05°: a tenth of the 1 mm and a quarter of the 0.2° that MRTK's
    /// own recorder tolerates.
    fn default() -> Self {
        let Tolerance { position_m: tolerance_m, angle_deg: tolerance_deg } = Tolerance::default();
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

/// Changes the reference frame of a recording.
///
/// A static frame maps keys to keys: times, weights and wrap modes are kept, tangents are rotated, and the result is exact at all
/// times, in both evaluation modes, up to the rounding of `f32`. Only if the curves of a position or rotation have different key
/// times or weights are they sampled at all of these times, and curves that are not linear also between them, until they are
/// within the tolerance, with a note.
///
/// For a moving frame, curves are sampled: at the key times of both the track and the anchor, and between them until linear
/// interpolation is within the tolerance. Rotations are those of `clean` mode: of unit length and continuous in sign. While the
/// anchor was not tracked or its rotation is zero, there are no keys, the other hand is not tracked, and a note has the duration.
/// A recording without the anchor is not changed, with a note.
///
/// Slot `None` is transformed like a joint; an all-zero rotation stays zero. Fails for numbers that are not finite, a scale or
/// tolerance that is not above 0, and a rotation of length 0.
///
/// ```text
/// move by (1, 0, 0)   camera.position.x 0.2 0.3 → 1.2 1.3
/// ```
pub fn reanchor(recording: &Recording, options: &Options) -> Result<Edited> {
    let checked = Checked::new(options)?;
    let mut edited = Edited::new(recording.clone());
    if options.scale != 1.0 {
        let message = "positions were scaled; rotations, directions and times were not";
        edited.notes.push(Note::remark(NoteCode::ScaledPositions, message));
    }
    let tracking = Tracking::of(recording);
    let path = |pose| Path::new(recording, &tracking, pose);
    let first = |path: Path<'_>| {
        let start = path.times().reduce(f32::min)?;
        path.walker().at(start)
    };
    let (still, moving) = match options.anchor {
        Anchor::World => (Some(WidePose::IDENTITY), None),
        Anchor::Pose(_) => (checked.pose, None),
        Anchor::FirstHead => (path(PoseId::Camera).and_then(first), None),
        Anchor::Head => (None, path(PoseId::Camera)),
        Anchor::Wrist(side) => (None, path(PoseId::Joint(side, Joint::Wrist))),
    };
    let moving = moving.filter(|path| {
        let mut walker = path.walker();
        path.times().any(|time| walker.at(time).is_some())
    });
    let (mut outcome, mut lost_secs) = (Outcome::default(), 0.0);
    match (still, moving) {
        (Some(anchor), _) => {
            let transform = checked.map_after(anchor).transform();
            edited.recording = transformed(recording, &transform, checked.tolerance, &mut outcome)?;
        }
        (None, Some(path)) => {
            let moved = &mut edited.recording;
            lost_secs = move_along(moved, &path, &tracking, &checked, &mut outcome)?;
        }
        (None, None) => {
            let message =
                format!("the recording has no {}: nothing was changed", name(options.anchor));
            edited.notes = vec![Note::loss(NoteCode::NoAnchor, message)];
            return Ok(edited);
        }
    }
    edited.notes.extend(outcome.notes(checked.tolerance));
    if lost_secs > 0.0 {
        let anchor = name(options.anchor);
        let message = format!(
            "the {anchor} was not tracked for {lost_secs:.3} s: there are no poses for that time"
        );
        edited.notes.push(Note::loss(NoteCode::AnchorLost, message));
    } else if outcome.unseen > 0 {
        let (anchor, unseen) = (name(options.anchor), outcome.unseen);
        let message =
            format!("the {anchor} has no pose at {unseen} key times: these keys were removed");
        edited.notes.push(Note::loss(NoteCode::AnchorLost, message));
    }
    Ok(edited)
}

/// Name of an anchor in notes.
fn name(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Wrist(Side::Left) => "left wrist",
        Anchor::Wrist(Side::Right) => "right wrist",
        _ => "head",
    }
}
