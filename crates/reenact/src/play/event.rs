//! What happens while a recording plays, and what a listener knows from it.

use std::sync::Arc;

use crate::hand::Side;

/// Something that happened on the way from one tick to the next.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// When, in the recording's own time.
    pub time_secs: f32,
    /// What.
    pub kind: EventKind,
}

/// What happened, as one sees it who watches: backwards, a pinch ends where it began.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// A marker was passed.
    MarkerPassed {
        /// Its place in the recording's marker list, counted from 0.
        index: usize,
        /// Its name.
        name: Arc<str>,
    },
    /// A hand is tracked from here on.
    HandAppeared(Side),
    /// A hand is not tracked from here on.
    HandLost(Side),
    /// A hand pinches from here on.
    PinchBegan(Side),
    /// A hand does not pinch from here on.
    PinchEnded(Side),
    /// Playback came to one end of its loop and goes on at the other, the event's time.
    Looped {
        /// How often; more than once only where one tick is many loops long. See
        /// [`Player::MAX_LOOPS`](crate::Player::MAX_LOOPS).
        times: u64,
    },
    /// Playback came to the end of the recording and is paused.
    EndReached,
    /// Playback came to the start of the recording, backwards, and is paused.
    StartReached,
}

/// Which hands are tracked, and which pinch.
///
/// By default none. A listener keeps one and gives it every event:
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

    /// Takes note of an event; markers, loops and ends change nothing.
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

    /// What has to happen for these states to become those: pinches end, hands are lost, hands appear, pinches
    /// begin, and of each the left before the right. So no hand is lost in mid-pinch, or pinches before it is there.
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
