//! Checks of the gaze: whether it is the direction of the head, and whether it is frozen.

use glam::{Quat, Vec3};
use reenact::{CurveGroup, PoseId, Track};

use super::code::Code;
use super::exam::{Exam, count_f32, main_pose_of, quantile, to_count};
use super::limits::{
    FROZEN_DEG, FROZEN_M, FROZEN_SECS, GAZE_FRAMES, GAZE_IS_HEAD_DEG, GAZE_IS_HEAD_SECS,
    GAZE_RATE_HZ, HEAD_MOVED_M, HEAD_TURNED_DEG,
};
use super::report::Finding;
use super::scan::Scan;
use super::words::plural;

/// Gaze and head at one time.
#[derive(Clone, Copy)]
struct GazeSample {
    time_secs: f32,
    origin: Vec3,
    direction: Vec3,
    head: Vec3,
    turn: Quat,
}

pub(super) fn check(exam: &mut Exam<'_>, scan: &Scan) {
    if scan.is_camera_unset() || scan.is_w_lost(PoseId::Camera) {
        return;
    }
    let Some(samples) = samples(exam) else { return };
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return };
    if last.time_secs - first.time_secs >= GAZE_IS_HEAD_SECS {
        let mut angles: Vec<f32> = (samples.iter())
            .map(|sample| (sample.turn * Vec3::Z).angle_between(sample.direction).to_degrees())
            .collect();
        angles.sort_by(f32::total_cmp);
        if let Some(angle) = quantile(&angles, 0.95)
            && angle < GAZE_IS_HEAD_DEG
        {
            let message = format!(
                "the gaze is the direction of the head, within {angle:.2}°: there was no eye tracker, or no permission to use it"
            );
            let finding = Finding::new(Code::GazeIsHead, Track::Gaze, angles.len(), message);
            exam.find(finding.between(first.time_secs, last.time_secs));
        }
    }
    frozen(exam, &samples);
}

/// Samples at times evenly distributed over the keys of the gaze. `None` unless there are gaze and head.
fn samples(exam: &Exam<'_>) -> Option<Vec<GazeSample>> {
    let origin = exam.path_of(CurveGroup::GazeOrigin)?;
    let direction = exam.path_of(CurveGroup::GazeDirection)?;
    let head = exam.path_of(CurveGroup::Position(PoseId::Camera))?;
    let start = direction.clock().first()?.time_secs;
    let end = exam.end_of(main_pose_of(Track::Gaze))?;
    let length = end - start;
    if !(length > 0.0 && length.is_finite()) {
        return None;
    }
    let steps = to_count(length * GAZE_RATE_HZ).clamp(1, GAZE_FRAMES);
    let look = |step: usize| {
        let time_secs = start + length * (count_f32(step) / count_f32(steps));
        let sample = GazeSample {
            time_secs,
            origin: origin.at(time_secs),
            direction: direction.at(time_secs).try_normalize()?,
            head: head.at(time_secs),
            turn: exam.rotation_at(PoseId::Camera, time_secs)?,
        };
        (sample.origin.is_finite() && sample.head.is_finite()).then_some(sample)
    };
    Some((0..=steps).filter_map(look).collect())
}

/// Finds spans at which the gaze stays constant while the head moves.
fn frozen(exam: &mut Exam<'_>, samples: &[GazeSample]) {
    let (mut count, mut total, mut longest) = (0, 0.0, (0.0, 0.0));
    let mut rest = samples;
    while let Some(anchor) = rest.first() {
        let still = rest.iter().take_while(|sample| {
            sample.direction.angle_between(anchor.direction).to_degrees() < FROZEN_DEG
                && sample.origin.distance(anchor.origin) < FROZEN_M
        });
        let len = still.count().max(1);
        let (run, after) = rest.split_at_checked(len).unwrap_or((rest, &[]));
        rest = after;
        let end = run.last().map_or(anchor.time_secs, |sample| sample.time_secs);
        let secs = end - anchor.time_secs;
        let has_moved = run.iter().any(|sample| {
            sample.turn.angle_between(anchor.turn).to_degrees() > HEAD_TURNED_DEG
                || sample.head.distance(anchor.head) > HEAD_MOVED_M
        });
        if secs >= FROZEN_SECS && has_moved {
            count += 1;
            total += secs;
            if secs > longest.1 - longest.0 {
                longest = (anchor.time_secs, end);
            }
        }
    }
    if count > 0 {
        let message = format!(
            "{}, {total:.1} s in total: the gaze stays constant while the head moves, so the eye tracker probably lost the eyes",
            plural(count, "span")
        );
        let finding = Finding::new(Code::GazeFrozen, Track::Gaze, count, message);
        exam.find(finding.between(longest.0, longest.1));
    }
}
