//! Which frames belong together: those of one tracked span, with keys, without a hole.

use std::ops::Range;

use reenact::hand::{Joint, Side};
use reenact::{CurveId, FrameTimes, PoseComponent, Recording};

use super::options::Window;
use super::states::Span;

/// A recorder that loses a hand writes its last key at most so long before it says so.
const EDGE_SECS: f32 = 0.05;

/// Neighbouring frames of one span for which something holds.
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

/// The frames from the first key of some curves to the last: what is held before and after them is not observed. With
/// `can_stand_still`, a single key is something that never moved, and holds for all frames.
pub(crate) fn frames_of(
    recording: &Recording<'_>,
    times: FrameTimes,
    is_part: impl Fn(CurveId) -> bool,
    can_stand_still: bool,
) -> Range<usize> {
    let curves = recording.curves().filter(|(id, _)| is_part(*id));
    let ends =
        curves.filter_map(|(_, curve)| Some((curve.first()?.time_secs, curve.last()?.time_secs)));
    match ends.reduce(|(a, b), (c, d)| (a.min(c), b.max(d))) {
        Some((first_secs, last_secs)) if can_stand_still && first_secs == last_secs => {
            0..times.len()
        }
        Some((first_secs, last_secs)) => index_of(times, first_secs)..index_after(times, last_secs),
        None => 0..0,
    }
}

/// The frames of each span in which a hand was tracked, without those that lie beyond its keys.
pub(crate) fn hand_spans(
    recording: &Recording<'_>,
    side: Side,
    joint: Joint,
    tracked: &[Span],
    window: &Window,
) -> Vec<Range<usize>> {
    let times = window.times;
    let is_part =
        |id| matches!(id, CurveId::Joint(of, joint, _) if of == side && joint != Joint::None);
    let keyed = frames_of(recording, times, is_part, false);
    let id = CurveId::Joint(side, joint, PoseComponent::PositionX);
    let keys = recording.curve(id).filter(|curve| curve.is_sorted());
    let key_secs: Vec<f32> = keys.into_iter().flatten().map(|key| key.time_secs).collect();
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut free = 0;
    for &Span { from_secs, to_secs } in tracked {
        let mut start = index_of(times, from_secs);
        let mut end = index_after(times, to_secs);
        let at = |place: usize| key_secs.get(place).copied();
        // Between the last key of a span and its end a curve is on its way to where the hand appears again.
        let first = at(key_secs.partition_point(|&secs| secs < from_secs));
        if let Some(first_secs) = first.filter(|secs| secs - from_secs <= EDGE_SECS) {
            start = start.max(index_of(times, first_secs));
        }
        let last = key_secs.partition_point(|&secs| secs < to_secs).checked_sub(1).and_then(at);
        // A span that goes on to the end of the window was not cut short: its last frame is part of it.
        if to_secs < window.to_secs {
            end = index_of(times, to_secs);
            if let Some(last_secs) = last.filter(|secs| to_secs - secs <= EDGE_SECS) {
                end = end.min(index_after(times, last_secs));
            }
        }
        let span = start.max(keyed.start).max(free)..end.min(keyed.end);
        if !span.is_empty() {
            free = span.end;
            spans.push(span);
        }
    }
    spans
}

/// Of a frame's length: times of a file are rounded, and so are those of frames.
const SLACK: f32 = 1e-3;

/// The first frame that is not before a time.
pub(crate) fn index_of(times: FrameTimes, time_secs: f32) -> usize {
    let slack = (times.time_secs(1) - times.time_secs(0)) * SLACK;
    search(times, |frame_secs| frame_secs < time_secs - slack)
}

/// The first frame that is after a time.
fn index_after(times: FrameTimes, time_secs: f32) -> usize {
    let slack = (times.time_secs(1) - times.time_secs(0)) * SLACK;
    search(times, |frame_secs| frame_secs <= time_secs + slack)
}

/// The first frame for which something does not hold that holds for all before it.
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
