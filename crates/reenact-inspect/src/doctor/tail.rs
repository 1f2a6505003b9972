//! Detection of frames that MRTK's optimizer dropped: the end of every track, or all but the first key.
//!
//! The optimizer works in partitions of 32 frames and skips the last one if it is incomplete. Boolean curves keep all keys, so a
//! hand can be tracked after its joints have ended; and each track ends at a different frame.

use reenact::hand::Side;
use reenact::{Curve, Layout, Track};

use super::code::Code;
use super::exam::{Exam, count_f32, main_pose_of, poses_of, to_count};
use super::limits::{PARTITION_FRAMES, TAIL_FRAMES};
use super::report::Finding;
use super::sampling::Clock;
use super::states::States;
use super::words::{plural, the};

/// Findings about the ends of tracks.
pub(super) struct Tails {
    /// Whether some track ends, with a key, at the end of a partition of 32 frames.
    pub(super) is_partitioned: bool,
}

pub(super) fn check(exam: &mut Exam<'_>, states: &States, clock: &Clock) -> Tails {
    // Only these releases and this layout have the defect.
    if !exam.recording.version().is_1_1() || exam.recording.layout() != Layout::Mrtk {
        return Tails { is_partitioned: false };
    }
    let collapsed = collapsed(exam, states, clock);
    let mut partitioned = Vec::new();
    for track in Track::ALL {
        if collapsed.contains(&track) {
            continue;
        }
        let lost = lost_secs(exam, states, clock, track);
        if ends_with_a_partition(exam, states, clock, track) {
            partitioned.push((track, lost.is_some()));
        }
        if let Some((from, to)) = lost {
            report_lost(exam, clock, track, from, to);
        }
    }
    let perhaps: Vec<Track> =
        partitioned.iter().filter(|(_, is_lost)| !is_lost).map(|(track, _)| *track).collect();
    if let Some(first) = perhaps.first() {
        let names: Vec<_> = perhaps.iter().map(|&track| the(track)).collect();
        let most = count_f32(PARTITION_FRAMES - 1) * clock.frame_secs();
        let message = format!(
            "{} {} with a full partition of {PARTITION_FRAMES} frames of MRTK's optimizer, which may have dropped up to {} \
             frames ({most:.2} s) after it",
            names.join(" and "),
            if perhaps.len() == 1 { "ends" } else { "end" },
            PARTITION_FRAMES - 1
        );
        let end = exam.end_of(main_pose_of(*first)).unwrap_or(f32::NAN);
        let finding = Finding::new(Code::TailMayBeLost, *first, perhaps.len(), message);
        exam.find(finding.between(end, end));
    }
    Tails { is_partitioned: !partitioned.is_empty() }
}

fn end_of_track(exam: &Exam<'_>, track: Track) -> Option<f32> {
    poses_of(track).into_iter().filter_map(|pose| exam.end_of(pose)).reduce(f32::max)
}

/// Number of keys of the longest curve of a track.
fn longest(exam: &Exam<'_>, track: Track) -> usize {
    let groups = poses_of(track).into_iter().flatten();
    groups.flat_map(|group| exam.curves_of(group)).map(|(_, curve)| curve.len()).max().unwrap_or(0)
}

/// Finds tracks that have only their first key although they lasted longer.
fn collapsed(exam: &mut Exam<'_>, states: &States, clock: &Clock) -> Vec<Track> {
    let lengths = Track::ALL.map(|track| (track, longest(exam, track)));
    let recorded = || lengths.into_iter().filter(|(_, keys)| *keys > 0);
    let single: Vec<Track> =
        recorded().filter(|(_, keys)| *keys == 1).map(|(track, _)| track).collect();
    // Camera and gaze are sampled in every frame. In a recording of at most 32 frames, all tracks have one key; otherwise a
    // camera with one key did not move, and another writer omitted the rest.
    let all_single = recorded().count() == single.len();
    let found: Vec<Track> = single
        .into_iter()
        .filter(|track| match track {
            Track::Hand(side) => match states.tracked(*side) {
                [] => false,
                _ => {
                    all_single
                        || tracked_secs(exam, states, *side) > TAIL_FRAMES * clock.frame_secs()
                }
            },
            Track::Camera | Track::Gaze => all_single,
        })
        .collect();
    if let Some(first) = found.first() {
        let names: Vec<_> = found.iter().map(|&track| the(track)).collect();
        let message = format!(
            "only the first key is left of {}: MRTK's optimizer drops all others of a track of {PARTITION_FRAMES} frames or fewer",
            names.join(", "),
        );
        let start = exam.first_curves(main_pose_of(*first)).into_iter().flatten().next();
        let start = start.and_then(|curve| curve.time_secs(0)).unwrap_or(f32::NAN);
        let end = exam.recording.end_secs().max(start);
        exam.find(
            Finding::new(Code::TrackCollapsed, *first, found.len(), message).between(start, end),
        );
    }
    found
}

/// Total tracked time of a hand, up to the end of the recording.
fn tracked_secs(exam: &Exam<'_>, states: &States, side: Side) -> f32 {
    let end = exam.end_secs().unwrap_or(0.0);
    states
        .tracked(side)
        .iter()
        .map(|span| (span.end_secs.min(end) - span.start_secs).max(0.0))
        .sum()
}

/// Start and end of the missing part of a track.
fn lost_secs(exam: &Exam<'_>, states: &States, clock: &Clock, track: Track) -> Option<(f32, f32)> {
    let end = end_of_track(exam, track)?;
    let duration = exam.end_secs()?;
    let expected = match track {
        // Recorded for the whole recording, so until the last key of any other track.
        Track::Camera | Track::Gaze => duration,
        Track::Hand(side) => match states.tracked(side).last() {
            // The key of tracking loss is at the first frame without the hand.
            Some(last) if last.end_secs.is_finite() => last.end_secs - clock.frame_secs(),
            Some(_) => duration,
            None => return None,
        },
    };
    let frames = (expected - end) / clock.frame_secs();
    // Half a frame is added for uneven frame times.
    (frames > TAIL_FRAMES - 1.0 && frames.is_finite()).then_some((end, expected))
}

fn report_lost(exam: &mut Exam<'_>, clock: &Clock, track: Track, from: f32, to: f32) {
    let frames = to_count((to - from) / clock.frame_secs()).max(1);
    let why = if frames < PARTITION_FRAMES {
        "MRTK's optimizer drops up to 31 frames at the end"
    } else {
        "more than the 31 that MRTK's optimizer drops, so it has another cause"
    };
    let message = format!(
        "{} ({:.2} s) missing: {} ends before other curves do; {why}",
        plural(frames, "frame"),
        to - from,
        the(track)
    );
    exam.find(Finding::new(Code::TailLost, track, frames, message).between(from, to));
}

/// Whether a track has a key at the end of each partition of 32 frames, ends with one, and lacks keys in between: the pattern of
/// MRTK's optimizer.
fn ends_with_a_partition(exam: &Exam<'_>, states: &States, clock: &Clock, track: Track) -> bool {
    // Time gives the number of frames only while the hand was tracked without a gap.
    let is_whole = |curve: &Curve| {
        let ends = [curve.first(), curve.last()].map(|key| key.map(|key| key.time_secs));
        track.side().is_none_or(
            |side| matches!(ends, [Some(from), Some(to)] if states.is_tracked(side, from, to)),
        )
    };
    let [Some(position), Some(turn)] = exam.first_curves(main_pose_of(track)) else { return false };
    clock.sampling.is_some()
        && is_whole(position)
        && is_partitioned(position, clock.frame_secs())
        && is_partitioned(turn, clock.frame_secs())
}

fn is_partitioned(curve: &Curve, frame_secs: f32) -> bool {
    let (Some(first), Some(last)) = (curve.time_secs(0), curve.last()) else { return false };
    let frames = (last.time_secs - first) / frame_secs;
    // One key per frame is the result of another partition size, or of no reduction.
    if !frames.is_finite() || to_count(frames) < curve.len() || curve.len() < 2 {
        return false;
    }
    let step = count_f32(PARTITION_FRAMES) * frame_secs;
    let mut at = first;
    let mut times = curve.iter().map(|key| key.time_secs);
    // Searched from each key found, because the error of the frame duration would accumulate.
    while at < last.time_secs {
        let next = at + step;
        match times.find(|time| *time > next - 0.25 * frame_secs) {
            Some(time) if time < next + 0.25 * frame_secs => at = time,
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(frames: &[u16]) -> Curve {
        Curve::simple(frames.iter().map(|frame| (f32::from(*frame) / 60.0, 0.0)))
    }

    #[test]
    fn a_partition_ends_every_32_frames() {
        let is = |frames: &[u16]| is_partitioned(&curve(frames), 1.0 / 60.0);
        assert!(is(&[0, 32]));
        assert!(is(&[0, 9, 24, 32, 43, 58, 64]));
        assert!(!is(&[0, 9, 24, 32, 43, 58, 65]), "does not end there");
        assert!(!is(&[0, 9, 24, 33, 43, 58, 64]), "has no key at 32");
        assert!(!is(&(0..=32).collect::<Vec<_>>()), "has every frame");
        assert!(!is(&[0]));
        assert!(!is(&[]));
    }
}
