//! When a hand was observed, for formats that show and hide it.

#[cfg(any(feature = "unity", feature = "usd"))]
use reenact::FrameTimes;
#[cfg(feature = "usd")]
use reenact::WrapMode;
use reenact::hand::Side;
use reenact::{Curve, CurveId, ObservedSpans, Recording, TimeSpan, Track};

/// A boolean curve that is on while a hand was observed, off throughout if it never was; `None` without a tracked curve.
///
/// It is on at every time at which the hand is observed within the tolerance of [`ObservedSpans`], and at no other.
pub(crate) fn visibility(recording: &Recording, side: Side) -> Option<Curve> {
    let is_known = recording.curve(CurveId::Tracked(side)).is_some_and(|curve| !curve.is_empty());
    let observed = ObservedSpans::of(recording);
    let spans = observed.tolerant_spans(Track::Hand(side));
    if spans.is_empty() && !is_known {
        return None;
    }
    let end_secs = recording.end_secs();
    let mut keys = Vec::new();
    if spans.first().is_none_or(|span| span.start_secs > 0.0) {
        keys.push((0.0, false));
    }
    for (n, span) in spans.iter().enumerate() {
        // The tolerance reaches beyond the recording.
        let on_secs = span.start_secs.max(0.0);
        let off_secs = span.end_secs.next_up();
        let is_before = |next: &TimeSpan| off_secs < next.start_secs;
        keys.push((on_secs, true));
        if off_secs <= end_secs && spans.get(n + 1).is_none_or(is_before) {
            keys.push((off_secs, false));
        }
    }
    Some(Curve::boolean(keys))
}

/// The times at which a boolean curve changes, with what it is from then on; the first says what it was from the start.
#[cfg(feature = "usd")]
pub(crate) fn changes(curve: &Curve) -> Vec<(f32, bool)> {
    let mut curve = curve.clone();
    (curve.pre_wrap, curve.post_wrap) = (WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER);
    let mut times: Vec<f32> = (0..curve.len())
        .filter_map(|index| curve.time_secs(index))
        .filter(|time| time.is_finite())
        // Nothing before 0 is played, and minus zero is no other time.
        .map(|time| time.max(0.0) + 0.0)
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

/// The frames in which a hand is observed, and the first and last moment of each span: between two spans another program may
/// interpolate, but not into them.
#[cfg(any(feature = "unity", feature = "usd"))]
pub(crate) fn observed_times(recording: &Recording, side: Side, frames: FrameTimes) -> Vec<f32> {
    let observed = ObservedSpans::of(recording);
    let track = Track::Hand(side);
    let mut times: Vec<f32> =
        frames.iter().filter(|&time| observed.is_observed_at(track, time)).collect();
    let spans = observed.tolerant_spans(track);
    let end_secs = recording.end_secs();
    let ends = |span: &TimeSpan| [span.start_secs.max(0.0), span.end_secs.min(end_secs)];
    times.extend(spans.iter().flat_map(ends));
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}
