//! Checks for tracks, joints and curves without keys.

use reenact::hand::{Joint, Side};
use reenact::{CurveGroup, CurveId, PoseId, Track};

use super::code::Code;
use super::exam::{Exam, Pose, poses_of};
use super::report::{Finding, Where};
use super::states::States;
use super::words::{plural, the};

pub(super) fn check(exam: &mut Exam<'_>, states: &States) {
    if exam.recording.key_count() == 0 {
        return nothing_recorded(exam);
    }
    for track in Track::ALL {
        let is_tracked = match track {
            Track::Hand(side) => !states.tracked(side).is_empty(),
            // In version 1.1 the flags declare these two tracks; a file of version 1.0 always has curves of a camera.
            Track::Camera | Track::Gaze => exam.recording.version().is_1_1(),
        };
        let poses: Vec<Keyed> = (poses_of(track).into_iter())
            .map(|pose| Keyed::new(exam, pose))
            .filter(|pose| pose.curves > 0)
            .collect();
        let is_empty = poses.iter().all(|pose| pose.missing == pose.curves);
        match track {
            _ if poses.is_empty() || (is_empty && !is_tracked) => {}
            Track::Hand(side) if is_empty => tracked_without_joints(exam, states, side),
            _ => {
                rotations_missing(exam, track, &poses);
                curves_missing(exam, track, &poses);
            }
        }
    }
    let has_pose = exam.recording.curves().any(|(id, curve)| !id.is_boolean() && !curve.is_empty());
    if !has_pose && Side::ALL.into_iter().all(|side| states.tracked(side).is_empty()) {
        let message =
            "no pose has a key: only hand states were recorded, and no hand was tracked".to_owned();
        exam.find(Finding::new(Code::NothingRecorded, Where::File, 1, message));
    }
}

fn nothing_recorded(exam: &mut Exam<'_>) {
    let message = if exam.recording.version().is_1_1() {
        "there are no keys: recording was never started, or the code uses MRTK's obsolete Add…Key methods, which do nothing"
    } else {
        "there are no keys: the recording service was probably created in code and never registered, so that MRTK recorded no frame"
    };
    exam.find(Finding::new(Code::NothingRecorded, Where::File, 1, message));
}

/// The curves of one pose or ray with and without keys.
struct Keyed {
    joint: Option<Joint>,
    curves: usize,
    missing: usize,
    first_missing: Option<CurveId>,
    /// Whether all curves of the position have keys and none of the rotation.
    is_position_only: bool,
}

impl Keyed {
    fn new(exam: &Exam<'_>, pose: Pose) -> Self {
        let curves = || pose.into_iter().flat_map(|group| exam.curves_of(group));
        let missing: Vec<CurveId> =
            curves().filter(|(_, curve)| curve.is_empty()).map(|(id, _)| id).collect();
        let is_of_rotation = |id: &CurveId| matches!(CurveGroup::of(*id), CurveGroup::Rotation(_));
        let [position, _] = pose;
        Self {
            joint: position.pose().and_then(PoseId::joint),
            curves: curves().count(),
            first_missing: missing.first().copied(),
            is_position_only: missing.len() == 4 && missing.iter().all(is_of_rotation),
            missing: missing.len(),
        }
    }
}

/// Reports a hand that is marked as tracked although none of its joints has a key.
fn tracked_without_joints(exam: &mut Exam<'_>, states: &States, side: Side) {
    let (Some(first), Some(last)) = (states.tracked(side).first(), states.tracked(side).last())
    else {
        return;
    };
    let end_secs = exam.recording.end_secs().max(first.start_secs);
    let to_secs = if last.end_secs.is_finite() { last.end_secs } else { end_secs };
    let message = format!(
        "{} is marked as tracked, but none of its joints has a key",
        the(Track::Hand(side))
    );
    let at = exam.head_at(CurveId::Tracked(side));
    let finding = Finding::new(Code::TrackedWithoutJoints, CurveId::Tracked(side), 1, message);
    exam.find(finding.at_byte(at).between(first.start_secs, to_secs));
}

fn rotations_missing(exam: &mut Exam<'_>, track: Track, poses: &[Keyed]) {
    let found: Vec<&Keyed> = poses.iter().filter(|pose| pose.is_position_only).collect();
    let Some(first) = found.first() else { return };
    let message = match track {
        Track::Hand(_) => format!(
            "{} of {}: positions have keys, rotations have none",
            plural(found.len(), "joint"),
            the(track)
        ),
        Track::Camera | Track::Gaze => {
            format!("the position of {} has keys, its rotation has none", the(track))
        }
    };
    let at = first.first_missing.and_then(|id| exam.head_at(id));
    exam.find(Finding::new(Code::RotationsMissing, track, found.len(), message).at_byte(at));
}

fn curves_missing(exam: &mut Exam<'_>, track: Track, poses: &[Keyed]) {
    let found: Vec<&Keyed> =
        poses.iter().filter(|pose| pose.missing > 0 && !pose.is_position_only).collect();
    let Some(first) = found.first() else { return };
    let curves: usize = found.iter().map(|pose| pose.missing).sum();
    let whole: Vec<&&Keyed> = found.iter().filter(|pose| pose.missing == pose.curves).collect();
    let partial = found.len() - whole.len();
    let which = match (track, whole.as_slice()) {
        (Track::Hand(_), []) => format!("{} without some of its curves", plural(partial, "joint")),
        (Track::Hand(_), whole) => {
            let whole = match whole {
                [Keyed { joint: Some(joint), .. }] => format!("all of {joint}"),
                _ => format!("{} of {} joints", whole.len(), Joint::TRACKED.len()),
            };
            match partial {
                0 => whole,
                _ => format!("{whole}, and some of {}", plural(partial, "other")),
            }
        }
        (_, []) => "some of them".to_owned(),
        _ => "all of them".to_owned(),
    };
    let message = format!(
        "{} of {} without keys ({which}): lost in a truncated or damaged file, removed, or not provided by the tracker",
        plural(curves, "curve"),
        the(track)
    );
    let at = first.first_missing.and_then(|id| exam.head_at(id));
    exam.find(Finding::new(Code::CurvesMissing, track, curves, message).at_byte(at));
}
