//! Frames of a track by observed span.

use std::ops::Range;

use reenact::{FrameTimes, OBSERVED_TOLERANCE_SECS, ObservedSpans, Track};

/// Runs of consecutive frames of one span that satisfy a condition.
pub(crate) fn runs(spans: &[Range<usize>], holds: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for span in spans {
        let mut start = None;
        for index in span.clone() {
            match (holds(index), start) {
                (true, None) => start = Some(index),
                (false, Some(from)) => {
                    runs.push(from..index);
                    start = None;
                }
                _ => {}
            }
        }
        runs.extend(start.map(|from| from..span.end));
    }
    runs
}

/// Frames in which a track was observed, one range for each observed span with frames.
pub(crate) fn observed_frames(
    observed: &ObservedSpans,
    track: Track,
    times: FrameTimes,
) -> Vec<Range<usize>> {
    let is_observed = |index: &usize| observed.is_observed_at(track, times.time_secs(*index));
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut free = 0;
    for span in observed.spans(track) {
        let [from_secs, to_secs] =
            [span.start_secs - OBSERVED_TOLERANCE_SECS, span.end_secs + OBSERVED_TOLERANCE_SECS];
        let first = search(times, |frame_secs| frame_secs < from_secs).max(free);
        let after = search(times, |frame_secs| frame_secs <= to_secs);
        // The tolerance ends where tracking is lost, so some of the few frames in it may not count.
        let mut frames = first..after;
        let start = frames.find(is_observed);
        let end = frames.rfind(is_observed).or(start);
        if let Some((start, end)) = start.zip(end) {
            free = end + 1;
            found.push(start..free);
        }
    }
    found
}

/// Time tolerance as a fraction of a frame, for rounded times.
const SLACK: f32 = 1e-3;

/// First frame that is not before a time.
pub(crate) fn index_of(times: FrameTimes, time_secs: f32) -> usize {
    let slack = (times.time_secs(1) - times.time_secs(0)) * SLACK;
    search(times, |frame_secs| frame_secs < time_secs - slack)
}

/// Binary search: first frame that does not satisfy a monotonic condition.
fn search(times: FrameTimes, holds: impl Fn(f32) -> bool) -> usize {
    let (mut low, mut high) = (0, times.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        if holds(times.time_secs(middle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
