//! Evidence for one of two rotations in the rest of the recording.
//!
//! Each piece of evidence is a view: a quantity in the local frame of the pose that is nearly constant over all keys if the
//! rotation is the true one. Views are the direction of a neighbouring joint (bones are rigid), the rotation relative to the
//! parent joint (fingers bend about one axis and do not twist), and the directions of up, gaze and hands relative to the head.
//! The mean of a view comes from the first key, which is correct; for hands, its variance is estimated from the keys whose sign
//! is certain.

use glam::{DQuat, DVec3};
use reenact::angle::between_directions_deg;
use reenact::hand::{Finger, Joint, Side};
use reenact::{CurveId, PoseId, Recording};

use super::model::Model;
use super::track::{PositionReader, Turn, direction};
use crate::helpers::groups::{Readers, curves};
use crate::helpers::rotation::{log, unit_direction};

/// Usual angle of a neighbour's direction from the first: a few millimetres of noise on a few centimetres of bone.
const BONE_DEG: f64 = 8.0;
/// Usual twist of a joint about its own bone: small for fingers, larger for an opposing thumb.
const TWIST_DEG: f64 = 25.0;
/// Usual bend of a joint.
const BEND_DEG: f64 = 60.0;
/// Usual lean of a head.
const LEAN_DEG: f64 = 30.0;
/// Usual angle of the eyes from the direction of the head.
const EYES_DEG: f64 = 25.0;
/// Usual angle of the hands from straight ahead.
const HANDS_DEG: f64 = 45.0;
/// Duration for which eyes, head and hands stay in position: about that of a fixation.
const LOOK_SECS: f64 = 0.3;
/// A neighbour that deviates by more than this most of the time is not on the same bone; its distribution is estimated before it
/// is used.
const RIGID_DEG: f64 = 15.0;
/// Standard deviation of a view from noise alone: of a direction, and of a rotation.
const DIRECTION_NOISE_DEG: f64 = 0.5;
const ROTATION_NOISE_DEG: f64 = 0.3;

/// A view from a pose, in degrees, for either of the two rotations at each key.
pub(super) struct View {
    pub(super) seen: Vec<Option<[DVec3; 2]>>,
    /// The prior distribution; `None` if there is none.
    pub(super) at_first: Option<Model>,
    /// The smallest standard deviation; `None` if the distribution is not estimated, because the view is not constant.
    pub(super) noise_deg: Option<f64>,
    /// Time within which keys count as one observation.
    pub(super) lasts_secs: f64,
}

/// All evidence for one of the two rotations of a pose.
pub(super) fn views(
    recording: &Recording,
    pose: PoseId,
    times: &[f32],
    choices: &[[DQuat; 2]],
    first: DQuat,
    parent: Option<Turn>,
) -> Vec<View> {
    let row = Row { times, choices, first };
    match pose {
        PoseId::Camera => row.of_head(recording),
        PoseId::Joint(side, joint) => {
            let bones = neighbours(joint).into_iter().filter_map(|neighbour| {
                row.of_bone(
                    [joint, neighbour]
                        .map(|joint| PositionReader::of(recording, PoseId::Joint(side, joint))),
                )
            });
            let mut views: Vec<View> = bones.collect();
            if let Some(parent) = parent {
                views.extend(row.of_parent(parent, row.bone(recording, side, joint)));
            }
            views
        }
    }
}

/// Joints whose position relative to a joint is fixed or moves in one plane: its parent, the next two towards the tip and, for
/// joints of the palm, all others of the palm.
fn neighbours(joint: Joint) -> Vec<Joint> {
    // The base of the thumb moves relative to the palm; the other joints of the palm hardly do.
    let is_in_palm = |joint: Joint| {
        joint == Joint::Wrist
            || (joint.parent() == Some(Joint::Wrist) && joint != Joint::ThumbMetacarpalJoint)
    };
    let hangs_on = |other: &Joint| {
        let parent = other.parent();
        parent == Some(joint) || parent.and_then(Joint::parent) == Some(joint)
    };
    let mut found: Vec<Joint> = if is_in_palm(joint) {
        let knuckles = Finger::ALL.into_iter().skip(1).filter_map(|f| f.joints().get(1).copied());
        Joint::TRACKED.into_iter().filter(|&other| is_in_palm(other)).chain(knuckles).collect()
    } else {
        let outwards = Joint::TRACKED.into_iter().filter(hangs_on);
        joint
            .parent()
            .into_iter()
            .filter(|&parent| parent != Joint::Wrist)
            .chain(outwards)
            .collect()
    };
    found.retain(|&other| other != joint);
    found
}

/// Keys of a pose: times, the two candidate rotations of each, and the first rotation, which is known.
struct Row<'r> {
    times: &'r [f32],
    choices: &'r [[DQuat; 2]],
    first: DQuat,
}

impl Row<'_> {
    /// Direction in world space, transformed to the local frame of the pose at each key.
    fn seen(&self, mut way: impl FnMut(f32) -> Option<DVec3>) -> Vec<Option<[DVec3; 2]>> {
        let keys = self.times.iter().zip(self.choices);
        keys.map(|(&time, choice)| {
            let way = way(time)?;
            Some(choice.map(|turn| in_degrees(turn.conjugate() * way)))
        })
        .collect()
    }

    fn of_bone(&self, ends: [Option<PositionReader<'_>>; 2]) -> Option<View> {
        let [Some(mut near), Some(mut far)] = ends else { return None };
        let way = near.way_to(&mut far, *self.times.first()?)?;
        let seen = self.seen(|time| near.way_to(&mut far, time));
        let expected = in_degrees(self.first.conjugate() * way);
        // For a neighbour on the same bone, one of the two candidates fits most of the time.
        let off = |seen: DVec3| {
            between_directions_deg(seen / in_degrees(DVec3::X).x, self.first.conjugate() * way)
        };
        let is_near = |seen: &&[DVec3; 2]| seen.iter().any(|&seen| off(seen) < RIGID_DEG);
        let fits = seen.iter().flatten().filter(is_near).count();
        let is_rigid = fits * 4 >= seen.len() * 3;
        let at_first = is_rigid.then(|| Model::round(expected, BONE_DEG));
        Some(View { seen, at_first, noise_deg: Some(DIRECTION_NOISE_DEG), lasts_secs: 0.0 })
    }

    /// Direction of the pose's own bone in its local frame: to its child or, at a tip, from its parent.
    fn bone(&self, recording: &Recording, side: Side, joint: Joint) -> DVec3 {
        let child = Joint::TRACKED.into_iter().find(|other| other.parent() == Some(joint));
        let along = || {
            let ends = match (child, joint.parent()) {
                (Some(child), _) => [joint, child],
                (None, parent) => [parent?, joint],
            };
            let [from, to] =
                ends.map(|joint| PositionReader::of(recording, PoseId::Joint(side, joint)));
            Some(self.first.conjugate() * from?.way_to(&mut to?, *self.times.first()?)?)
        };
        along().unwrap_or(DVec3::Z)
    }

    /// Rotation relative to the parent, as a change since the first key.
    fn of_parent(&self, mut parent: Turn, bone: DVec3) -> Option<View> {
        let bent_at_first = parent.at(*self.times.first()?)?.conjugate() * self.first;
        let keys = self.times.iter().zip(self.choices);
        let seen = keys.map(|(&time, choice)| {
            let back = bent_at_first.conjugate() * parent.at(time)?.conjugate();
            Some(choice.map(|turn| log(back * turn).map(f64::to_degrees)))
        });
        let at_first = Some(Model::stretched(DVec3::ZERO, bone, TWIST_DEG, BEND_DEG));
        Some(View {
            seen: seen.collect(),
            at_first,
            noise_deg: Some(ROTATION_NOISE_DEG),
            lasts_secs: 0.0,
        })
    }

    /// Directions of up, of the gaze and of the hands.
    fn of_head(&self, recording: &Recording) -> Vec<View> {
        let view = |seen, expected: DVec3, scale_deg| View {
            seen,
            at_first: Some(Model::round(in_degrees(expected), scale_deg)),
            noise_deg: None,
            lasts_secs: LOOK_SECS,
        };
        let mut views = vec![view(self.seen(|_| Some(DVec3::Y)), DVec3::Y, LEAN_DEG)];
        if recording.tracks().gaze {
            let mut eyes = Readers::new(curves(recording, CurveId::GAZE_DIRECTION));
            let seen = self.seen(|time| unit_direction(eyes.at(time)));
            views.push(view(seen, DVec3::Z, EYES_DEG));
        }
        for side in Side::ALL {
            let tracked = recording.curve(CurveId::Tracked(side));
            let palm = PositionReader::of(recording, PoseId::Joint(side, Joint::Palm));
            let head = PositionReader::of(recording, PoseId::Camera);
            let (Some(tracked), Some(mut palm), Some(mut head)) = (tracked, palm, head) else {
                continue;
            };
            let seen = self.seen(|time| {
                let way = head.way_to(&mut palm, time).filter(|_| tracked.is_on_at(time))?;
                // The height of hands varies too much: only left and right are used.
                direction(DVec3::ZERO, DVec3::new(way.x, 0.0, way.z))
            });
            views.push(view(seen, DVec3::Z, HANDS_DEG));
        }
        views
    }
}

/// Direction as a vector with a length of one unit per degree across the mean.
fn in_degrees(direction: DVec3) -> DVec3 {
    direction.map(f64::to_degrees)
}
