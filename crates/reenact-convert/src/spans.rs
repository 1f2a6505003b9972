//! When a hand was tracked.

#[cfg(any(feature = "unity", feature = "usd"))]
use reenact::FrameTimes;
use reenact::hand::Side;
use reenact::{CurveId, Recording, WrapMode};

/// The times at which a boolean curve changes, with what it is from then on; the first says what it was from the start.
pub(crate) fn changes(recording: &Recording<'_>, id: CurveId) -> Vec<(f32, bool)> {
    let Some(curve) = recording.curve(id) else { return Vec::new() };
    let mut curve = curve.borrow();
    (curve.pre_wrap, curve.post_wrap) = (WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER);
    let mut times: Vec<f32> = (0..curve.len())
        .filter_map(|index| curve.time_secs(index))
        .filter(|time| time.is_finite())
        // Minus zero is no other time.
        .map(|time| time + 0.0)
        .collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let mut changes: Vec<(f32, bool)> = Vec::new();
    for time in times {
        let is_on = curve.is_on_at(time);
        if changes.last().is_none_or(|&(_, was_on)| was_on != is_on) {
            changes.push((time, is_on));
        }
    }
    changes
}

/// When a hand was tracked: from, and up to but not including, where that is known.
pub(crate) fn tracked(recording: &Recording<'_>, side: Side) -> Vec<(f32, Option<f32>)> {
    let mut spans: Vec<(f32, Option<f32>)> = Vec::new();
    for (time, is_on) in changes(recording, CurveId::Tracked(side)) {
        match (is_on, spans.last_mut()) {
            (true, _) => spans.push((time, None)),
            (false, Some((_, end @ None))) => *end = Some(time),
            (false, _) => {}
        }
    }
    spans
}

/// The frames in which a hand is tracked, and the first and last moment of each span: between two spans somebody else's
/// straight line may run, but not into them.
#[cfg(any(feature = "unity", feature = "usd"))]
pub(crate) fn tracked_times(recording: &Recording<'_>, side: Side, frames: FrameTimes) -> Vec<f32> {
    let is_on =
        |time| recording.curve(CurveId::Tracked(side)).is_some_and(|curve| curve.is_on_at(time));
    let mut times: Vec<f32> = frames.iter().filter(|&time| is_on(time)).collect();
    let (Some(first), Some(last)) = (frames.iter().next(), frames.iter().next_back()) else {
        return times;
    };
    let ends = tracked(recording, side)
        .into_iter()
        .flat_map(|(from, to)| [Some(from), to.map(f32::next_down)])
        .flatten();
    times.extend(ends.filter(|time| (first..=last).contains(time) && is_on(*time)));
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}
