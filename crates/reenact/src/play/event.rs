//! Playback events, and the hand states that follow from them.

use std::sync::Arc;

use crate::hand::Side;

/// Event between two ticks.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Time in the recording.
    pub time_secs: f32,
    /// Kind of event.
    pub kind: EventKind,
}

/// Kind of a playback event, as seen in the direction of playback: backwards, a pinch ends where it began.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// Playback passed a marker.
    MarkerPassed {
        /// Index in the recording's marker list.
        index: usize,
        /// Name of the marker.
        name: Arc<str>,
    },
    /// Tracking of a hand begins.
    HandAppeared(Side),
    /// Tracking of a hand is lost.
    HandLost(Side),
    /// A pinch begins.
    PinchBegan(Side),
    /// A pinch ends.
    PinchEnded(Side),
    /// Playback reached one end of its loop and continues at the other. The event's time is that of the other
    /// end.
    Looped {
        /// Number of loops; more than one only if one tick spans many loops. See
        /// [`Player::MAX_LOOPS`](crate::Player::MAX_LOOPS).
        times: u64,
    },
    /// Playback reached the end of the recording and is paused.
    EndReached,
    /// Playback reached the start of the recording, backwards, and is paused.
    StartReached,
}

/// Tracked and pinching states of both hands.
///
/// Initially all false. A listener keeps one and applies every event:
///
/// ```
/// use reenact::hand::Side;
/// use reenact::{EventKind, HandStates};
///
/// let mut states = HandStates::default();
/// states.apply(&EventKind::HandAppeared(Side::Left));
/// assert!(states.is_tracked(Side::Left) && !states.is_pinching(Side::Left));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct HandStates {
    /// Left, right.
    tracked: [bool; 2],
    pinching: [bool; 2],
}

impl HandStates {
    pub(super) const fn new(tracked: [bool; 2], pinching: [bool; 2]) -> Self {
        Self { tracked, pinching }
    }

    /// Whether a hand is tracked.
    pub const fn is_tracked(&self, side: Side) -> bool {
        of_side(self.tracked, side)
    }

    /// Whether a hand pinches.
    pub const fn is_pinching(&self, side: Side) -> bool {
        of_side(self.pinching, side)
    }

    /// Applies an event. Markers, loops and ends change nothing.
    pub const fn apply(&mut self, event: &EventKind) {
        match event {
            EventKind::HandAppeared(side) => set(&mut self.tracked, *side, true),
            EventKind::HandLost(side) => set(&mut self.tracked, *side, false),
            EventKind::PinchBegan(side) => set(&mut self.pinching, *side, true),
            EventKind::PinchEnded(side) => set(&mut self.pinching, *side, false),
            EventKind::MarkerPassed { .. }
            | EventKind::Looped { .. }
            | EventKind::EndReached
            | EventKind::StartReached => {}
        }
    }

    /// Events that lead from these states to `then`: pinches end, hands are lost, hands appear, pinches
    /// begin, each left before right. In this order no hand is lost while pinching, or pinches before it
    /// appears.
    pub(super) fn changes_to(self, then: Self) -> impl Iterator<Item = EventKind> {
        let is_turned = |from: [bool; 2], to: [bool; 2], on: bool| {
            Side::ALL
                .into_iter()
                .filter(move |&side| of_side(from, side) != on && of_side(to, side) == on)
        };
        is_turned(self.pinching, then.pinching, false)
            .map(EventKind::PinchEnded)
            .chain(is_turned(self.tracked, then.tracked, false).map(EventKind::HandLost))
            .chain(is_turned(self.tracked, then.tracked, true).map(EventKind::HandAppeared))
            .chain(is_turned(self.pinching, then.pinching, true).map(EventKind::PinchBegan))
    }
}

const fn of_side([left, right]: [bool; 2], side: Side) -> bool {
    match side {
        Side::Left => left,
        Side::Right => right,
    }
}

const fn set([left, right]: &mut [bool; 2], side: Side, on: bool) {
    match side {
        Side::Left => *left = on,
        Side::Right => *right = on,
    }
}

#[cfg(test)]
mod tests {
    use super::EventKind::{HandAppeared, HandLost, PinchBegan, PinchEnded};
    use super::*;

    #[test]
    fn changes_lead_from_any_states_to_any_others_without_a_detour() {
        let all = || (0..16_u8).map(|bits| [1, 2, 4, 8].map(|bit| bits & bit != 0));
        for ([a, b, c, d], [e, f, g, h]) in all().flat_map(|x| all().map(move |y| (x, y))) {
            let (from, to) = (HandStates::new([a, b], [c, d]), HandStates::new([e, f], [g, h]));
            let mut states = from;
            for change in from.changes_to(to) {
                let before = states;
                states.apply(&change);
                assert_ne!(states, before, "{change:?} said nothing new");
            }
            assert_eq!(states, to);
            let differing = [(a, e), (b, f), (c, g), (d, h)].iter().filter(|(x, y)| x != y).count();
            assert_eq!(from.changes_to(to).count(), differing);
        }
    }

    #[test]
    fn a_hand_lost_in_a_pinch_stops_pinching_first_and_one_found_in_a_pinch_appears_first() {
        let nothing = HandStates::default();
        let both = HandStates::new([true; 2], [true; 2]);
        let [l, r] = Side::ALL;
        assert!(both.changes_to(nothing).eq([
            PinchEnded(l),
            PinchEnded(r),
            HandLost(l),
            HandLost(r)
        ]));
        assert!(nothing.changes_to(both).eq([
            HandAppeared(l),
            HandAppeared(r),
            PinchBegan(l),
            PinchBegan(r)
        ]));
    }
}
