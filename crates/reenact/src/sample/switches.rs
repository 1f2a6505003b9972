//! State of every track over a whole recording, found by one search.

use std::ops::Range;

use super::presence::{HandState, States};
use crate::curve::{Curve, CurveId, KeyKind, Track, WrapMode};
use crate::hand::Side;
use crate::recording::{ObservedSpans, Recording};

/// Observed, tracked and pinching states over time.
#[derive(Debug, Clone)]
pub(super) struct Switches {
    observed: ObservedSpans,
    changes: Option<StateChanges>,
}

/// All times at which a state may change, and the states from then on.
#[derive(Debug, Clone)]
struct StateChanges {
    times: Vec<f32>,
    /// States before the first time, and from each time on.
    states: Vec<States>,
}

impl Switches {
    pub(super) fn new(recording: &Recording) -> Self {
        let observed = ObservedSpans::of(recording);
        Self { changes: StateChanges::of(recording, &observed), observed }
    }

    pub(super) const fn observed(&self) -> &ObservedSpans {
        &self.observed
    }

    /// States at a time.
    #[inline]
    pub(super) fn states_at(&self, recording: &Recording, time_secs: f32) -> States {
        let known = self.changes.as_ref().and_then(|changes| changes.states_at(time_secs));
        known.unwrap_or_else(|| states_at(recording, &self.observed, time_secs))
    }

    /// States at several times, as runs of times with the same states.
    pub(super) fn runs(&self, recording: &Recording, times: &[f32]) -> Vec<Run> {
        let are_finite =
            [times.first(), times.last()].iter().flatten().all(|secs| secs.is_finite());
        let are_ascending = are_finite && times.is_sorted();
        let Some(changes) = self.changes.as_ref().filter(|_| are_ascending) else {
            let at = |&time_secs: &f32| states_at(recording, &self.observed, time_secs);
            return runs_of_each(times.iter().map(at));
        };
        changes.runs(times)
    }
}

/// Range of consecutive times with the same states.
pub(super) type Run = (Range<usize>, States);

fn runs_of_each(states: impl Iterator<Item = States>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (place, states) in states.enumerate() {
        match runs.last_mut() {
            Some((places, same)) if *same == states => places.end = place + 1,
            _ => runs.push((place..place + 1, states)),
        }
    }
    runs
}

/// States from the four boolean curves and the observed spans, each searched separately.
fn states_at(recording: &Recording, observed: &ObservedSpans, time_secs: f32) -> States {
    let is_on = |id| recording.curve(id).is_some_and(|curve| curve.is_on_at(time_secs));
    let is_observed = |track| observed.is_observed_at(track, time_secs);
    let hand = |side| {
        let tracked = is_on(CurveId::Tracked(side));
        HandState {
            tracked,
            pinching: is_on(CurveId::Pinching(side)),
            // Evaluating a repeating boolean curve can be on at times that its spans leave out.
            observed: tracked && is_observed(Track::Hand(side)),
        }
    };
    States {
        hands: Side::ALL.map(hand),
        is_camera_observed: is_observed(Track::Camera),
        is_gaze_observed: is_observed(Track::Gaze),
    }
}

impl StateChanges {
    /// `None` if a boolean curve repeats or its keys are unsorted: then its changes cannot be listed.
    fn of(recording: &Recording, observed: &ObservedSpans) -> Option<Self> {
        let curves = Side::ALL.into_iter().flat_map(|side| {
            [CurveId::Tracked(side), CurveId::Pinching(side)]
                .into_iter()
                .filter_map(|id| recording.curve(id))
        });
        let mut times = Vec::new();
        for curve in curves {
            if !is_plain(curve) {
                return None;
            }
            times.extend(curve.iter().map(|key| key.time_secs));
        }
        for span in Track::ALL.into_iter().flat_map(|track| observed.tolerant_spans(track)) {
            times.extend([span.start_secs, span.end_secs.next_up()]);
        }
        times.sort_by(f32::total_cmp);
        times.dedup();
        let before = states_at(recording, observed, f32::NEG_INFINITY);
        let after = times.iter().map(|&time_secs| states_at(recording, observed, time_secs));
        let states = std::iter::once(before).chain(after).collect();
        Some(Self { times, states })
    }

    /// States at a time; `None` for NaN.
    #[inline]
    fn states_at(&self, time_secs: f32) -> Option<States> {
        if time_secs.is_nan() {
            return None;
        }
        self.states.get(self.times.partition_point(|&from_secs| from_secs <= time_secs)).copied()
    }

    fn runs(&self, times: &[f32]) -> Vec<Run> {
        let mut runs = Vec::new();
        let mut start = 0;
        let ends = self.times.iter().copied().chain([f32::INFINITY]);
        for (&states, until_secs) in self.states.iter().zip(ends) {
            let rest = times.get(start..).unwrap_or_default();
            let len = rest.iter().take_while(|&&time_secs| time_secs < until_secs).count();
            if len > 0 {
                runs.push((start..start + len, states));
                start += len;
            }
        }
        runs
    }
}

/// Whether the value of a curve changes only at a key, to the value of that key.
fn is_plain(curve: &Curve) -> bool {
    let holds = |wrap| matches!(wrap, WrapMode::ONCE | WrapMode::CLAMP_FOREVER);
    let mut times = curve.iter().map(|key| key.time_secs);
    // Of several keys at the first time, the first counts at exactly that time and the last one after it.
    let starts_twice = times.next().zip(times.next()).is_some_and(|(a, b)| a == b);
    curve.kind() == KeyKind::Boolean
        && holds(curve.pre_wrap)
        && holds(curve.post_wrap)
        && curve.is_sorted()
        && !starts_twice
}
