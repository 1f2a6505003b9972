//! Observed spans: times at which the pose of a track was measured, not held or interpolated.
//!
//! `docs/reference/format.md`, section "Times", has the definition and its reasons.

use super::Recording;
use super::times::{On, TimeSpan, spans_on};
use crate::curve::{Curve, CurveId, Track};
use crate::hand::{Joint, Side};

/// Tolerance in seconds at both ends of an observed span.
///
/// Covers rounding: a frame at the time of a key must count as observed although both times were rounded to `f32`. An application
/// that ran for 4 hours stores times to 1 ms. The shortest frames in recordings are 6 ms long.
pub const OBSERVED_TOLERANCE_SECS: f32 = 0.001;

/// Spans in which the pose of each track was observed.
///
/// A hand is observed while it is tracked, from the first key of its joints in that tracked span to the last one. Camera and gaze
/// are observed from their first key to their last. Values that a curve holds before and after, or interpolates across a tracking
/// gap, are not observed. Spans belong to a whole track, because a joint that does not move may have no keys of its own.
///
/// ```
/// use reenact::hand::{Joint, Side};
/// use reenact::{Curve, CurveId, Form, ObservedSpans, PoseComponent, Recording, Track, Tracks};
///
/// let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
/// recording.set_curve(CurveId::Tracked(Side::Left), Curve::boolean([(0.0, true), (1.0, false)]))?;
/// // MRTK lost the keys of the last frames.
/// let height = CurveId::Joint(Side::Left, Joint::Wrist, PoseComponent::PositionY);
/// recording.set_curve(height, Curve::simple([(0.0, 1.0), (0.5, 1.2)]))?;
///
/// let observed = ObservedSpans::of(&recording);
/// let left = Track::Hand(Side::Left);
/// assert_eq!(observed.spans(left)[0].end_secs, 0.5);
/// assert!(observed.is_observed_at(left, 0.4));
/// assert!(!observed.is_observed_at(left, 0.6));
/// assert_eq!(recording.tracked_spans(Side::Left)[0].end_secs, 1.0);
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ObservedSpans {
    /// In the order of [`Track::ALL`].
    spans: [Vec<TimeSpan>; 4],
    /// Spans with tolerance, clipped to the time of tracking loss.
    tolerant: [Vec<TimeSpan>; 4],
}

impl ObservedSpans {
    /// Finds the spans of a recording.
    ///
    /// Reads few keys, by binary search. In a curve with unsorted keys some are missed; those of the other curves of the track
    /// still count.
    pub fn of(recording: &Recording) -> Self {
        let mut observed = Self::default();
        let slots = observed.spans.iter_mut().zip(&mut observed.tolerant);
        for (track, (spans, tolerant)) in Track::ALL.into_iter().zip(slots) {
            for (span, within) in spans_of(recording, track) {
                spans.push(span);
                tolerant.extend(widened(span).within(within));
            }
        }
        observed
    }

    /// Observed spans of a track, in order, within the recording. Both ends are observed, unless tracking is lost at the very
    /// end. The length is 0 if a single key was recorded.
    pub fn spans(&self, track: Track) -> &[TimeSpan] {
        pick(&self.spans, track)
    }

    /// Whether a track was observed at a time, with a tolerance of [`OBSERVED_TOLERANCE_SECS`], also beyond the ends of the
    /// recording. Never while the hand was not tracked.
    pub fn is_observed_at(&self, track: Track, time_secs: f32) -> bool {
        let spans = self.tolerant_spans(track);
        let next = spans.partition_point(|span| span.start_secs <= time_secs);
        let last = next.checked_sub(1).and_then(|place| spans.get(place));
        last.is_some_and(|span| time_secs <= span.end_secs)
    }

    /// Spans that contain exactly the times at which [`is_observed_at`](Self::is_observed_at) is true, in order.
    pub fn tolerant_spans(&self, track: Track) -> &[TimeSpan] {
        pick(&self.tolerant, track)
    }
}

fn pick([camera, left, right, gaze]: &[Vec<TimeSpan>; 4], track: Track) -> &[TimeSpan] {
    match track {
        Track::Camera => camera,
        Track::Hand(Side::Left) => left,
        Track::Hand(Side::Right) => right,
        Track::Gaze => gaze,
    }
}

fn widened(span: TimeSpan) -> TimeSpan {
    TimeSpan {
        start_secs: span.start_secs - OBSERVED_TOLERANCE_SECS,
        end_secs: span.end_secs + OBSERVED_TOLERANCE_SECS,
    }
}

/// Observed spans of a track, each with the range to which it may be widened.
fn spans_of(recording: &Recording, track: Track) -> Vec<(TimeSpan, TimeSpan)> {
    let whole = recording.time_span();
    let tracked = match track {
        Track::Hand(side) => {
            let curve = recording.curve(CurveId::Tracked(side));
            curve.map(|curve| spans_on(curve, whole)).unwrap_or_default()
        }
        Track::Camera | Track::Gaze => {
            vec![On { start_secs: f32::NEG_INFINITY, off_secs: None }]
        }
    };
    // A key at the time of tracking loss still ends the span.
    let closed = |on: &On| TimeSpan {
        start_secs: on.start_secs,
        end_secs: on.off_secs.unwrap_or(f32::INFINITY),
    };
    let tracked: Vec<TimeSpan> = tracked.iter().map(closed).collect();
    let mut keyed: Vec<Option<TimeSpan>> = vec![None; tracked.len()];
    for (id, curve) in recording.curves().filter(|(id, _)| is_pose_of(*id, track)) {
        debug_assert!(!id.is_boolean(), "a pose has float curves");
        find_keys(curve, &tracked, &mut keyed);
    }
    let spans = tracked.into_iter().zip(keyed).filter_map(|(tracked, keyed)| {
        let keyed = keyed?;
        // A camera with one key did not move: its writer omitted equal keys.
        let is_still = track == Track::Camera && keyed.start_secs == keyed.end_secs;
        let span = if is_still { whole } else { keyed };
        Some((span.within(whole)?.within(tracked)?, until_lost(tracked)))
    });
    spans.collect()
}

/// Times at which a hand is tracked, excluding the time of tracking loss.
const fn until_lost(TimeSpan { start_secs, end_secs }: TimeSpan) -> TimeSpan {
    let end_secs = if end_secs == f32::INFINITY { end_secs } else { end_secs.next_down() };
    TimeSpan { start_secs, end_secs }
}

fn is_pose_of(id: CurveId, track: Track) -> bool {
    match id {
        CurveId::Camera(_) => track == Track::Camera,
        CurveId::Joint(side, joint, _) => track == Track::Hand(side) && joint != Joint::None,
        CurveId::Gaze(_) => track == Track::Gaze,
        CurveId::Tracked(_) | CurveId::Pinching(_) => false,
    }
}

/// Widens each span of `keyed` to the first and last key of the curve in that tracked span.
///
/// Skips from span to span: the cost is a few binary searches for each span with keys, independent of the number of keys.
fn find_keys(curve: &Curve, tracked: &[TimeSpan], keyed: &mut [Option<TimeSpan>]) {
    let mut index = 0;
    while let Some(time_secs) = curve.time_secs(index) {
        let place = tracked.partition_point(|span| span.end_secs < time_secs);
        let Some(span) = tracked.get(place) else {
            // After the last span, or NaN.
            index = if time_secs.is_nan() { index + 1 } else { curve.len() };
            continue;
        };
        if !(time_secs >= span.start_secs && time_secs.is_finite()) {
            index = search(curve, index, |time_secs| time_secs < span.start_secs).max(index + 1);
            continue;
        }
        let after = search(curve, index, |time_secs| time_secs <= span.end_secs).max(index + 1);
        let last = curve.time_secs(after - 1).filter(|last_secs| {
            *last_secs >= time_secs && *last_secs <= span.end_secs && last_secs.is_finite()
        });
        let found = TimeSpan { start_secs: time_secs, end_secs: last.unwrap_or(time_secs) };
        if let Some(keyed) = keyed.get_mut(place) {
            *keyed = Some(keyed.map_or(found, |keyed| TimeSpan {
                start_secs: keyed.start_secs.min(found.start_secs),
                end_secs: keyed.end_secs.max(found.end_secs),
            }));
        }
        index = after;
    }
}

/// Binary search from `low` on: first key whose time does not satisfy a monotonic condition.
fn search(curve: &Curve, mut low: usize, holds: impl Fn(f32) -> bool) -> usize {
    let mut high = curve.len();
    while low < high {
        let middle = low.midpoint(high);
        if curve.time_secs(middle).is_some_and(&holds) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::{PoseComponent, RayComponent, Tracks};
    use crate::recording::Form;

    const CAMERA: CurveId = CurveId::Camera(PoseComponent::PositionX);
    const GAZE: CurveId = CurveId::Gaze(RayComponent::DirectionX);
    const WRIST: CurveId = CurveId::Joint(Side::Left, Joint::Wrist, PoseComponent::PositionY);
    const TIP: CurveId = CurveId::Joint(Side::Left, Joint::IndexTip, PoseComponent::RotationW);
    const LEFT: Track = Track::Hand(Side::Left);

    fn recording(curves: &[(CurveId, &[f32])], tracked: &[(f32, bool)]) -> Recording {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        let keys = |times: &[f32]| Curve::simple(times.iter().map(|&secs| (secs, 1.0)));
        for (id, times) in curves {
            recording.set_curve(*id, keys(times)).unwrap();
        }
        let tracked = Curve::boolean(tracked.iter().copied());
        recording.set_curve(CurveId::Tracked(Side::Left), tracked).unwrap();
        recording
    }

    fn spans(recording: &Recording, track: Track) -> Vec<(f32, f32)> {
        let observed = ObservedSpans::of(recording);
        observed.spans(track).iter().map(|span| (span.start_secs, span.end_secs)).collect()
    }

    #[test]
    fn a_hand_is_observed_between_the_first_and_the_last_key_of_each_tracked_span() {
        let tracked = [(0.0, true), (1.0, false), (2.0, true), (3.0, false), (4.0, true)];
        let wrist: &[f32] = &[0.0, 0.4, 0.8, 2.2, 2.5, 5.0];
        let tip: &[f32] = &[0.1, 0.9, 2.1, 2.4];
        let recording = recording(&[(WRIST, wrist), (TIP, tip), (CAMERA, &[0.0, 9.0])], &tracked);
        assert_eq!(spans(&recording, LEFT), [(0.0, 0.9), (2.1, 2.5), (5.0, 5.0)]);
        assert_eq!(spans(&recording, Track::Hand(Side::Right)), []);
        let observed = ObservedSpans::of(&recording);
        for (time_secs, is_observed) in [
            (-0.1, false),
            (0.0, true),
            (0.85, true),
            (0.9005, true),
            (0.95, false),
            (1.5, false),
            (2.05, false),
            (2.0995, true),
            (2.3, true),
            (2.6, false),
            (4.5, false),
            (5.0, true),
            (5.1, false),
            (1e9, false),
            (f32::NAN, false),
        ] {
            assert_eq!(observed.is_observed_at(LEFT, time_secs), is_observed, "{time_secs}");
        }
    }

    #[test]
    fn the_tolerance_does_not_reach_to_where_the_hand_is_not_tracked() {
        let recording = recording(
            &[(WRIST, &[1.0, 2.0, 3.0])],
            &[(0.0, false), (1.0, true), (2.0, false), (2.0005, true)],
        );
        assert_eq!(spans(&recording, LEFT), [(1.0, 2.0), (3.0, 3.0)]);
        let observed = ObservedSpans::of(&recording);
        assert!(!observed.is_observed_at(LEFT, 1.0_f32.next_down()));
        assert!(observed.is_observed_at(LEFT, 2.0_f32.next_down()));
        assert!(!observed.is_observed_at(LEFT, 2.0), "the hand is lost at this very time");
    }

    #[test]
    fn camera_and_gaze_are_observed_from_their_first_key_to_their_last() {
        let keys: &[(CurveId, &[f32])] =
            &[(CAMERA, &[-5.0, 3.0]), (GAZE, &[0.5, 1.5]), (WRIST, &[9.0])];
        let moving = recording(keys, &[]);
        assert_eq!(spans(&moving, Track::Camera), [(0.0, 3.0)]);
        assert_eq!(spans(&moving, Track::Gaze), [(0.5, 1.5)]);
        assert_eq!(spans(&moving, LEFT), [], "never tracked");
        let still =
            recording(&[(CAMERA, &[-1.0]), (GAZE, &[0.5]), (WRIST, &[9.0])], &[(0.0, true)]);
        assert_eq!(spans(&still, Track::Camera), [(0.0, 9.0)], "stood still");
        assert_eq!(spans(&still, Track::Gaze), [(0.5, 0.5)]);
        assert_eq!(spans(&still, LEFT), [(9.0, 9.0)]);
    }

    #[test]
    fn what_lies_before_0_is_not_observed_but_ends_an_observed_span() {
        let tracked = [(-8.0, true), (-6.0, false), (-3.0, true)];
        let early = recording(&[(WRIST, &[-7.0, -2.0, 1.0]), (CAMERA, &[0.0, 2.0])], &tracked);
        assert_eq!(spans(&early, LEFT), [(0.0, 1.0)]);
        let late = recording(&[(WRIST, &[-7.0, 0.5, 1.0]), (CAMERA, &[0.0, 2.0])], &tracked);
        assert_eq!(spans(&late, LEFT), [(0.5, 1.0)], "the key at -7 s is of another span");
    }

    #[test]
    fn keys_without_a_time_and_out_of_order_do_no_harm() {
        let nan: &[f32] = &[f32::NAN, 0.5, f32::INFINITY];
        let all = [(WRIST, &[0.0, 1.0, 2.0][..]), (TIP, nan), (CAMERA, &[0.0, 3.0])];
        assert_eq!(spans(&recording(&all, &[(0.0, true)]), LEFT), [(0.0, 2.0)]);
        let unsorted: &[f32] = &[3.0, 1.0, 2.0, 0.0];
        let all = [(WRIST, &[0.5, 2.5][..]), (TIP, unsorted), (CAMERA, &[0.0, 3.0])];
        let found = spans(&recording(&all, &[(0.0, true)]), LEFT);
        assert!(matches!(found[..], [(from, to)] if from <= 0.5 && to >= 2.5), "{found:?}");
    }
}
