//! Observed spans of a hand, for formats that show and hide it.

#[cfg(any(feature = "unity", feature = "usd"))]
use reenact::FrameTimes;
use reenact::hand::Side;
#[cfg(feature = "usd")]
use reenact::{BooleanSpans, WrapMode};
use reenact::{Curve, CurveId, ObservedSpans, Recording, TimeSpan, Track};

/// Boolean curve that is on while a hand was observed, and off if it never was; `None` without a tracked curve.
///
/// On at exactly the times at which the hand is observed within the tolerance of [`ObservedSpans`].
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
        // The tolerance extends beyond the recording.
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

/// States of a boolean curve from 0 on: the initial state, and the times of changes; empty without a finite key.
#[cfg(feature = "usd")]
pub(crate) fn changes(curve: &Curve) -> Vec<(f32, bool)> {
    let held = curve.clone().with_wraps(WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER);
    let times = curve.iter().map(|key| key.time_secs).filter(|secs| secs.is_finite());
    let (Some(first), Some(last)) = (times.clone().reduce(f32::min), times.reduce(f32::max)) else {
        return Vec::new();
    };
    // Nothing before 0 is played. Adding 0 turns −0 into 0.
    let [first, last] = [first, last].map(|secs| secs.max(0.0) + 0.0);
    let spans = BooleanSpans::of(&held, [first, last]);
    let times = std::iter::once(first).chain(spans.changes_secs().iter().copied());
    times.map(|secs| (secs, spans.is_on_at(secs))).collect()
}

/// Frame times at which a hand is observed, plus the first and last time of each span: other programs may interpolate between two
/// spans, but not inside them.
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
