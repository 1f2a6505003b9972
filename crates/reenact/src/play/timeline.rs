//! Everything that happens in a recording, in order of time.

use std::sync::Arc;

use super::event::{Event, EventKind, HandStates};
use crate::curve::BooleanSpans;
use crate::curve::{Curve, CurveId};
use crate::hand::Side;
use crate::recording::Recording;

/// What happens from 0 to an end, made once for a recording; a tick finds its part of it by halving.
#[derive(Debug, Clone)]
pub(super) struct Timeline {
    /// Those at 0.
    first_states: HandStates,
    /// By time; at one time first what changes, then the markers in file order.
    moments: Vec<Moment>,
}

#[derive(Debug, Clone)]
struct Moment {
    time_secs: f32,
    /// From here on.
    states: HandStates,
    /// Which marker it is, and its name; `None` if it is here that the states change.
    marker: Option<(usize, Arc<str>)>,
}

impl Timeline {
    /// Looks at every key of the boolean curves and at every marker. Markers outside the time that is played are
    /// left out.
    pub(super) fn new(recording: &Recording, end_secs: f32) -> Self {
        let of = |id| {
            recording.curve(id).map_or_else(BooleanSpans::default, |curve: &Curve| {
                BooleanSpans::of(curve, [0.0, end_secs])
            })
        };
        let tracked = Side::ALL.map(|side| of(CurveId::Tracked(side)));
        let pinching = Side::ALL.map(|side| of(CurveId::Pinching(side)));
        let first = |turns: &[BooleanSpans; 2]| turns.each_ref().map(|turns| turns.is_on_at_first);
        let first_states = HandStates::new(first(&tracked), first(&pinching));

        let mut times_secs: Vec<f32> = tracked
            .iter()
            .chain(&pinching)
            .flat_map(|turns| turns.times_secs.iter().copied())
            .collect();
        times_secs.sort_unstable_by(f32::total_cmp);
        times_secs.dedup();
        let mut readers = [&tracked, &pinching].map(|turns| turns.each_ref().map(StateReader::new));
        let changes = times_secs.into_iter().map(|time_secs| {
            let [tracked, pinching] = readers
                .each_mut()
                .map(|hands| hands.each_mut().map(|hand| hand.is_on_at(time_secs)));
            Moment { time_secs, states: HandStates::new(tracked, pinching), marker: None }
        });

        let markers = recording.markers().enumerate();
        let markers = markers.filter(|(_, marker)| (0.0..=end_secs).contains(&marker.time_secs));
        let markers = markers.map(|(index, marker)| Moment {
            // −0 is 0.
            time_secs: marker.time_secs + 0.0,
            states: HandStates::default(),
            marker: Some((index, marker.name.into())),
        });
        let mut moments: Vec<_> = changes.chain(markers).collect();
        // Stable: it is changes before markers, and markers in file order, already.
        moments.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
        let mut states = first_states;
        for moment in &mut moments {
            if moment.marker.is_some() {
                moment.states = states;
            }
            states = moment.states;
        }
        Self { first_states, moments }
    }

    /// Which hands are tracked and which pinch at a time.
    pub(super) fn states_at(&self, time_secs: f32) -> HandStates {
        self.states_before(self.after(time_secs))
    }

    /// The markers at a time, in file order or from the last to the first.
    pub(super) fn push_markers_at(
        &self,
        time_secs: f32,
        is_forward: bool,
        events: &mut Vec<Event>,
    ) {
        self.push_range(self.amid(time_secs), self.after(time_secs), is_forward, events);
    }

    /// What happens between two times.
    ///
    /// Forwards that is everything after `from_secs` up to and with `to_secs`. Backwards it is the markers before
    /// `from_secs` down to and with `to_secs`, as they are come to; but the changes at `from_secs` and after
    /// `to_secs`: a state that begins at a time is there at that time, and is undone only by leaving it.
    pub(super) fn push_between(
        &self,
        from_secs: f32,
        to_secs: f32,
        is_forward: bool,
        events: &mut Vec<Event>,
    ) {
        if is_forward {
            self.push_range(self.after(from_secs), self.after(to_secs), true, events);
        } else {
            self.push_range(self.amid(to_secs), self.amid(from_secs), false, events);
        }
    }

    fn push_range(&self, start: usize, end: usize, is_forward: bool, events: &mut Vec<Event>) {
        let range = start..end;
        if is_forward {
            range.for_each(|index| self.push(index, is_forward, events));
        } else {
            range.rev().for_each(|index| self.push(index, is_forward, events));
        }
    }

    fn push(&self, index: usize, is_forward: bool, events: &mut Vec<Event>) {
        let Some(Moment { time_secs, states, marker }) = self.moments.get(index) else { return };
        if let Some((index, name)) = marker {
            let kind = EventKind::MarkerPassed { index: *index, name: name.clone() };
            events.push(Event { time_secs: *time_secs, kind });
        } else {
            let before = self.states_before(index);
            let (from, to) = if is_forward { (before, *states) } else { (*states, before) };
            push_changes(*time_secs, from, to, events);
        }
    }

    fn states_before(&self, index: usize) -> HandStates {
        let before = index.checked_sub(1).and_then(|index| self.moments.get(index));
        before.map_or(self.first_states, |moment| moment.states)
    }

    /// The first moment after a time.
    fn after(&self, time_secs: f32) -> usize {
        self.moments.partition_point(|moment| moment.time_secs <= time_secs)
    }

    /// The first moment after a time's changes and not after its markers.
    fn amid(&self, time_secs: f32) -> usize {
        self.moments.partition_point(|moment| {
            moment.time_secs < time_secs
                || (moment.time_secs == time_secs && moment.marker.is_none())
        })
    }
}

/// What a listener has to hear who believes the one and should believe the other.
pub(super) fn push_changes(
    time_secs: f32,
    from: HandStates,
    to: HandStates,
    events: &mut Vec<Event>,
) {
    events.extend(from.changes_to(to).map(|kind| Event { time_secs, kind }));
}

/// Goes through the turns of one curve in order.
struct StateReader<'t> {
    rest: std::iter::Peekable<std::slice::Iter<'t, f32>>,
    is_on: bool,
}

impl<'t> StateReader<'t> {
    fn new(turns: &'t BooleanSpans) -> Self {
        Self { rest: turns.times_secs.iter().peekable(), is_on: turns.is_on_at_first }
    }

    fn is_on_at(&mut self, time_secs: f32) -> bool {
        while self.rest.next_if(|&&turn_secs| turn_secs <= time_secs).is_some() {
            self.is_on = !self.is_on;
        }
        self.is_on
    }
}
