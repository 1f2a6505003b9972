//! Start, end and duration of a recording; tracked and pinching spans of hands.
//!
//! `docs/reference/format.md`, section "Times", has the definitions.

use super::Recording;
use crate::curve::BooleanSpans;
use crate::curve::{Curve, CurveId};
use crate::hand::Side;

/// Span of time in seconds. The end is not before the start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeSpan {
    /// Start.
    pub start_secs: f32,
    /// End.
    pub end_secs: f32,
}

impl TimeSpan {
    /// Length in seconds.
    pub fn secs(&self) -> f64 {
        f64::from(self.end_secs) - f64::from(self.start_secs)
    }

    /// Intersection with another span; `None` if they are disjoint.
    #[must_use]
    pub fn within(self, other: Self) -> Option<Self> {
        let start_secs = self.start_secs.max(other.start_secs);
        let end_secs = self.end_secs.min(other.end_secs);
        (start_secs <= end_secs).then_some(Self { start_secs, end_secs })
    }
}

impl Recording {
    /// Time of the first key of any curve, in seconds; `None` if there is no key with a finite time.
    ///
    /// Negative if a ring buffer kept one key of each curve from before its window.
    pub fn first_key_secs(&self) -> Option<f32> {
        let firsts = self.curves.iter().filter_map(|curve| finite_secs(curve, 0..curve.len()));
        firsts.reduce(f32::min)
    }

    /// Start of the recording in seconds: the time of the first key of any curve, but not before 0.
    ///
    /// Keys before 0 are kept, and values after 0 are interpolated from them, but they are not played.
    pub fn start_secs(&self) -> f32 {
        // Adding 0 turns −0 into 0.
        self.first_key_secs().unwrap_or(0.0).clamp(0.0, self.end_secs()) + 0.0
    }

    /// End of the recording in seconds: the time of the last key of any curve, at least 0.
    ///
    /// This is MRTK's duration. Markers do not count.
    pub fn end_secs(&self) -> f32 {
        let lasts = self.curves.iter();
        let lasts = lasts.filter_map(|curve| finite_secs(curve, (0..curve.len()).rev()));
        lasts.fold(0.0, f32::max)
    }

    /// Length of the recording in seconds, from [`start_secs`](Self::start_secs) to [`end_secs`](Self::end_secs).
    pub fn duration_secs(&self) -> f32 {
        self.end_secs() - self.start_secs()
    }

    /// Time from the start of the recording to its end.
    pub fn time_span(&self) -> TimeSpan {
        TimeSpan { start_secs: self.start_secs(), end_secs: self.end_secs() }
    }

    /// Spans in which a hand was tracked, in order, within the recording.
    ///
    /// Each span starts at a key that turns the tracked curve on and ends at the next key that turns it off, at which the hand is
    /// no longer tracked; or at the end of the recording, at which it still is. Before its first key the curve has that key's
    /// value, as in MRTK. A span at the very end of the recording can have length 0.
    ///
    /// ```
    /// use reenact::hand::Side;
    /// use reenact::{Curve, CurveId, Form, Recording, Tracks};
    ///
    /// let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
    /// let keys = [(0.0, true), (1.25, false), (2.0, true), (2.5, false)];
    /// recording.set_curve(CurveId::Tracked(Side::Left), Curve::boolean(keys))?;
    /// let tracked = recording.tracked_spans(Side::Left);
    /// assert_eq!((tracked[0].start_secs, tracked[0].end_secs), (0.0, 1.25));
    /// assert_eq!((tracked[1].start_secs, tracked[1].end_secs), (2.0, 2.5));
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn tracked_spans(&self, side: Side) -> Vec<TimeSpan> {
        self.spans_on(CurveId::Tracked(side))
    }

    /// Spans in which the pinching curve of a hand is on, in order, with ends as in [`tracked_spans`](Self::tracked_spans).
    pub fn pinching_spans(&self, side: Side) -> Vec<TimeSpan> {
        self.spans_on(CurveId::Pinching(side))
    }

    fn spans_on(&self, id: CurveId) -> Vec<TimeSpan> {
        let whole = self.time_span();
        let on = self.curve(id).map(|curve| spans_on(curve, whole)).unwrap_or_default();
        on.into_iter().filter_map(|on| on.within(whole)).collect()
    }
}

/// First finite time among some keys.
pub(crate) fn finite_secs(curve: &Curve, mut keys: impl Iterator<Item = usize>) -> Option<f32> {
    keys.find_map(|index| curve.time_secs(index).filter(|time_secs| time_secs.is_finite()))
}

/// Span in which a boolean curve is on.
#[derive(Debug, Clone, Copy)]
pub(super) struct On {
    /// Start; negative infinity if it is on before its first key.
    pub(super) start_secs: f32,
    /// Time at which it turns off; `None` if it is still on at the end of the recording.
    pub(super) off_secs: Option<f32>,
}

impl On {
    /// Intersection with the time of a recording.
    fn within(self, whole: TimeSpan) -> Option<TimeSpan> {
        let Self { start_secs, off_secs } = self;
        let span = TimeSpan { start_secs, end_secs: off_secs.unwrap_or(whole.end_secs) };
        span.within(whole).filter(|span| off_secs.is_none() || span.start_secs < span.end_secs)
    }
}

/// Spans in which a boolean curve is on, up to the end of a recording. They start at its first key, even if
/// that is before 0.
pub(super) fn spans_on(curve: &Curve, whole: TimeSpan) -> Vec<On> {
    let finite = curve.iter().map(|key| key.time_secs).filter(|time_secs| time_secs.is_finite());
    let from_secs = finite.fold(whole.start_secs, f32::min);
    let turns = BooleanSpans::of(curve, [from_secs, whole.end_secs]);
    let on = |(from, off_secs): (Option<f32>, _)| On {
        start_secs: from.unwrap_or(f32::NEG_INFINITY),
        off_secs,
    };
    turns.on_spans().map(on).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::{Key, KeyKind, PoseComponent, Tracks};
    use crate::recording::Form;

    const X: CurveId = CurveId::Camera(PoseComponent::PositionX);
    const LEFT: CurveId = CurveId::Tracked(Side::Left);

    fn recording(camera: &[f32], tracked: &[(f32, bool)]) -> Recording {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        recording.set_curve(X, Curve::simple(camera.iter().map(|&secs| (secs, 1.0)))).unwrap();
        recording.set_curve(LEFT, Curve::boolean(tracked.iter().copied())).unwrap();
        recording
    }

    fn tracked(camera: &[f32], keys: &[(f32, bool)]) -> Vec<(f32, f32)> {
        let spans = recording(camera, keys).tracked_spans(Side::Left);
        spans.iter().map(|span| (span.start_secs, span.end_secs)).collect()
    }

    #[test]
    fn a_recording_starts_at_its_first_key_but_not_before_0() {
        let times = |camera: &[f32], tracked: &[(f32, bool)]| {
            let recording = recording(camera, tracked);
            (recording.start_secs(), recording.end_secs(), recording.duration_secs())
        };
        assert_eq!(times(&[41.0, 62.0], &[]), (41.0, 62.0, 21.0));
        assert_eq!(times(&[-5.25, 14.5], &[]), (0.0, 14.5, 14.5));
        assert_eq!(times(&[3.0, 4.0], &[(2.0, true), (6.0, false)]), (2.0, 6.0, 4.0));
        assert_eq!(times(&[-3.0, -2.0], &[]), (0.0, 0.0, 0.0));
        assert_eq!(times(&[], &[]), (0.0, 0.0, 0.0));
        assert_eq!(times(&[7.0], &[]), (7.0, 7.0, 0.0));
        let odd = [(f32::NAN, true), (f32::INFINITY, true)];
        assert_eq!(times(&[1.0, 2.0], &odd), (1.0, 2.0, 1.0), "no times");
        assert_eq!(times(&[f32::NEG_INFINITY, 1.0, 2.0, f32::NAN], &[]), (1.0, 2.0, 1.0));
        assert_eq!(recording(&[-5.25, 14.5], &[]).first_key_secs(), Some(-5.25));
        assert_eq!(recording(&[f32::NAN], &[]).first_key_secs(), None);
    }

    #[test]
    fn a_hand_is_tracked_from_an_on_key_to_the_next_off_key() {
        let whole = [0.0, 5.0];
        let keys = [(1.0, true), (2.0, true), (3.0, false), (4.0, true)];
        assert_eq!(tracked(&whole, &keys), [(0.0, 3.0), (4.0, 5.0)], "as its first key before it");
        assert_eq!(tracked(&whole, &[]), []);
        assert_eq!(tracked(&whole, &[(0.0, false)]), []);
        assert_eq!(tracked(&whole, &[(-9.0, true), (4.0, false)]), [(0.0, 4.0)]);
        assert_eq!(tracked(&whole, &[(-9.0, true), (-3.0, false)]), []);
        assert_eq!(tracked(&whole, &[(0.0, true), (0.0, false)]), []);
        assert_eq!(tracked(&[41.0, 62.0], &[(45.0, true)]), [(41.0, 62.0)]);
        assert_eq!(tracked(&[-5.0, 2.0], &[(-4.0, false), (-1.0, true)]), [(0.0, 2.0)]);
    }

    #[test]
    fn a_hand_of_one_frame_is_tracked_in_it() {
        assert_eq!(tracked(&[0.0], &[(0.0, true)]), [(0.0, 0.0)]);
        assert_eq!(tracked(&[0.0, 2.0], &[(0.0, false), (2.0, true)]), [(2.0, 2.0)]);
        assert_eq!(tracked(&[0.0], &[(0.0, false)]), []);
    }

    #[test]
    fn spans_are_where_the_curve_says_so_whatever_its_keys() {
        let keys = [(3.0, false), (f32::NAN, false), (1.0, true), (0.0, false), (4.0, true)];
        let recording = recording(&[0.0, 5.0], &keys);
        let spans = recording.tracked_spans(Side::Left);
        let curve = recording.curve(LEFT).unwrap();
        for step in 0..50_u8 {
            let time_secs = f32::from(step) / 10.0;
            let is_in =
                spans.iter().any(|span| span.start_secs <= time_secs && time_secs < span.end_secs);
            assert_eq!(is_in, curve.is_on_at(time_secs), "{time_secs}: {spans:?}");
        }
        let keys = [Key::linear(f32::NAN, 1.0)];
        let only_nan = Curve::from_keys(KeyKind::Boolean, keys);
        assert_eq!(spans_on(&only_nan, recording.time_span()).len(), 1, "its value, at all times");
    }
}
