//! All events of a recording in order of time.

use std::sync::Arc;

use super::event::{Event, EventKind, HandStates};
use crate::curve::BooleanSpans;
use crate::curve::{Curve, CurveId};
use crate::hand::Side;
use crate::recording::Recording;

/// Events from 0 to the end, built once per recording. A tick finds its range by binary search.
#[derive(Debug, Clone)]
pub(super) struct Timeline {
    /// Hand states at 0.
    first_states: HandStates,
    /// Sorted by time; at equal times state changes first, then the markers in file order.
    entries: Vec<Entry>,
}

#[derive(Debug, Clone)]
struct Entry {
    time_secs: f32,
    /// Hand states from this time on.
    states: HandStates,
    /// Index and name of the marker; `None` for a state change.
    marker: Option<(usize, Arc<str>)>,
}

impl Timeline {
    /// Reads every key of the boolean curves and every marker. Markers outside the played time are left out.
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
            Entry { time_secs, states: HandStates::new(tracked, pinching), marker: None }
        });

        let markers = recording.markers().enumerate();
        let markers = markers.filter(|(_, marker)| (0.0..=end_secs).contains(&marker.time_secs));
        let markers = markers.map(|(index, marker)| Entry {
            // Adding zero turns −0 into 0.
            time_secs: marker.time_secs + 0.0,
            states: HandStates::default(),
            marker: Some((index, marker.name.into())),
        });
        let mut entries: Vec<_> = changes.chain(markers).collect();
        // The sort is stable: changes stay before markers, and markers in file order.
        entries.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
        let mut states = first_states;
        for entry in &mut entries {
            if entry.marker.is_some() {
                entry.states = states;
            }
            states = entry.states;
        }
        Self { first_states, entries }
    }

    /// Hand states at a time.
    pub(super) fn states_at(&self, time_secs: f32) -> HandStates {
        self.states_before(self.after(time_secs))
    }

    /// Appends the markers at a time, in file order or reversed.
    pub(super) fn push_markers_at(
        &self,
        time_secs: f32,
        is_forward: bool,
        events: &mut Vec<Event>,
    ) {
        self.push_range(self.first_marker_at(time_secs), self.after(time_secs), is_forward, events);
    }

    /// Appends the events between two times.
    ///
    /// Forwards: everything after `from_secs` up to and including `to_secs`. Backwards: the markers before
    /// `from_secs` down to and including `to_secs`, but the state changes from `from_secs` down to, and
    /// excluding, `to_secs`. A state that begins at a time is present at that time, so playback must pass it
    /// to undo it.
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
            self.push_range(
                self.first_marker_at(to_secs),
                self.first_marker_at(from_secs),
                false,
                events,
            );
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
        let Some(Entry { time_secs, states, marker }) = self.entries.get(index) else { return };
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
        let before = index.checked_sub(1).and_then(|index| self.entries.get(index));
        before.map_or(self.first_states, |entry| entry.states)
    }

    /// Index of the first entry after a time.
    fn after(&self, time_secs: f32) -> usize {
        self.entries.partition_point(|entry| entry.time_secs <= time_secs)
    }

    /// Index of the first marker at a time, or else of the first entry after it.
    fn first_marker_at(&self, time_secs: f32) -> usize {
        self.entries.partition_point(|entry| {
            entry.time_secs < time_secs || (entry.time_secs == time_secs && entry.marker.is_none())
        })
    }
}

/// Appends the events that lead from one state to another.
pub(super) fn push_changes(
    time_secs: f32,
    from: HandStates,
    to: HandStates,
    events: &mut Vec<Event>,
) {
    events.extend(from.changes_to(to).map(|kind| Event { time_secs, kind }));
}

/// Evaluates one boolean curve at increasing times.
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
