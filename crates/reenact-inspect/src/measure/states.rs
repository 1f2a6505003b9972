//! When hands were tracked and pinched, to the exact time.

use reenact::hand::Side;
use reenact::{EventKind, Player, Sampler};

use super::options::Window;

/// From a time on, up to but not including another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Span {
    pub(crate) from_secs: f32,
    pub(crate) to_secs: f32,
}

impl Span {
    /// Its length in seconds.
    pub(crate) fn secs(self) -> f64 {
        f64::from(self.to_secs) - f64::from(self.from_secs)
    }

    fn both(self, other: Self) -> Option<Self> {
        let from_secs = self.from_secs.max(other.from_secs);
        let to_secs = self.to_secs.min(other.to_secs);
        (from_secs < to_secs).then_some(Self { from_secs, to_secs })
    }
}

/// Of each hand, left and right: when it was tracked, and when it pinched while it was.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct States {
    tracked: [Vec<Span>; 2],
    pinched: [Vec<Span>; 2],
}

impl States {
    /// Has a recording played in one tick: the player knows when states change, whatever the curves are like.
    pub(crate) fn new(sampler: &Sampler<'_>, window: &Window) -> Self {
        let whole = Span { from_secs: window.from_secs, to_secs: window.to_secs };
        let mut player = Player::new(sampler);
        player.play();
        let mut states = Self::default();
        let mut began = [[None; 2]; 2];
        let events = player.tick(f64::INFINITY);
        let end_secs = events.last().map_or(0.0, |event| event.time_secs);
        for event in events {
            let (of_pinch, side, is_on) = match event.kind {
                EventKind::HandAppeared(side) => (false, side, true),
                EventKind::HandLost(side) => (false, side, false),
                EventKind::PinchBegan(side) => (true, side, true),
                EventKind::PinchEnded(side) => (true, side, false),
                _ => continue,
            };
            let [tracked, pinched] = &mut began;
            let slot = pick_mut(if of_pinch { pinched } else { tracked }, side);
            let before = std::mem::replace(slot, is_on.then_some(event.time_secs));
            states.push(of_pinch, side, before, event.time_secs, whole);
        }
        for side in Side::ALL {
            let [tracked, pinched] = &began;
            states.push(false, side, *pick(tracked, side), end_secs, whole);
            states.push(true, side, *pick(pinched, side), end_secs, whole);
        }
        for side in Side::ALL {
            let pinched = pick_mut(&mut states.pinched, side);
            *pinched = common(pinched, pick::<Vec<_>>(&states.tracked, side));
        }
        states
    }

    fn push(&mut self, of_pinch: bool, side: Side, from: Option<f32>, to_secs: f32, whole: Span) {
        let list = if of_pinch { &mut self.pinched } else { &mut self.tracked };
        let span = from.and_then(|from_secs| Span { from_secs, to_secs }.both(whole));
        pick_mut(list, side).extend(span);
    }

    pub(crate) fn tracked(&self, side: Side) -> &[Span] {
        pick::<Vec<_>>(&self.tracked, side)
    }

    pub(crate) fn pinched(&self, side: Side) -> &[Span] {
        pick::<Vec<_>>(&self.pinched, side)
    }
}

/// What two lists in order of time have in common.
fn common(a: &[Span], b: &[Span]) -> Vec<Span> {
    let mut found = Vec::new();
    let (mut rest_a, mut rest_b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(a), Some(b)) = (rest_a.peek(), rest_b.peek()) {
        found.extend(a.both(**b));
        if a.to_secs < b.to_secs {
            rest_a.next();
        } else {
            rest_b.next();
        }
    }
    found
}

/// The one of a side, of two.
pub(crate) const fn pick<T>([left, right]: &[T; 2], side: Side) -> &T {
    match side {
        Side::Left => left,
        Side::Right => right,
    }
}

const fn pick_mut<T>([left, right]: &mut [T; 2], side: Side) -> &mut T {
    match side {
        Side::Left => left,
        Side::Right => right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_lists_have_in_common_is_in_both() {
        let span = |from_secs, to_secs| Span { from_secs, to_secs };
        let a = [span(0.0, 2.0), span(3.0, 4.0), span(6.0, 7.0)];
        let b = [span(1.0, 3.5), span(3.75, 8.0)];
        let both = [span(1.0, 2.0), span(3.0, 3.5), span(3.75, 4.0), span(6.0, 7.0)];
        assert_eq!(common(&a, &b), both);
        assert_eq!(common(&b, &a), both);
        assert_eq!(common(&a, &[]), []);
    }
}
