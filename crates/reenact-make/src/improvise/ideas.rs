//! Endless random sequence of actions.

use std::collections::VecDeque;

use reenact::hand::Side;

use super::idea::{Idea, Next, Point};
use crate::grip::Grip;
use crate::rng::Rng;

/// Source of random ideas.
#[derive(Debug, Default)]
pub(super) struct Ideas {
    waiting: VecDeque<Next>,
    next_walk_secs: f64,
    next_drop_secs: f64,
    last_dropped: Option<Side>,
    /// Hand that has not yet returned to rest.
    away: Option<Side>,
}

impl Ideas {
    /// Next action. There always is one.
    pub(super) fn next(&mut self, now_secs: f64, rng: &mut Rng) -> Next {
        loop {
            if let Some(next) = self.waiting.pop_front() {
                return next;
            }
            self.plan_next(now_secs, rng);
        }
    }

    /// Adds a short sequence of related actions.
    fn plan_next(&mut self, now_secs: f64, rng: &mut Rng) {
        // Most people are right-handed.
        let hand = if rng.chance(0.62) { Side::Right } else { Side::Left };
        match rng.between(0.0, 90.0) {
            share if share < 19.0 => {
                let hold_secs = rng.between(0.25, 1.2);
                self.then(Idea::Pinch { hand, at: near(hand, rng), hold_secs });
            }
            share if share < 36.0 => {
                self.then(Idea::Drag { hand, from: near(hand, rng), to: near(hand, rng) });
            }
            share if share < 50.0 => {
                self.then(Idea::Grab { hand, at: near(hand, rng), to: near(hand, rng) });
                if rng.chance(0.25) {
                    let other = hand.other();
                    self.meanwhile(Idea::Grab {
                        hand: other,
                        at: near(other, rng),
                        to: near(other, rng),
                    });
                }
            }
            share if share < 66.0 => self.poke_some(hand, rng),
            share if share < 74.0 => {
                let grip = *pick(&[Grip::Open, Grip::Relaxed, Grip::Relaxed, Grip::Fist], rng);
                self.then(Idea::Reach { hand, to: near(hand, rng), grip });
            }
            share if share < 80.0 => {
                let grip = *pick(&[Grip::Open, Grip::ThumbUp, Grip::Point, Grip::Fist], rng);
                self.then(Idea::Show { hand, grip, secs: rng.between(0.6, 1.6) });
            }
            _ => {
                let at = [rng.between(-1.4, 1.4), rng.between(0.9, 1.9), rng.between(1.2, 2.6)];
                self.then(Idea::Look { at, secs: rng.between(0.8, 1.6) });
                return;
            }
        }
        // An idle hand returns to rest while the other one works.
        if let Some(away) = self.away.take()
            && away != hand
        {
            self.meanwhile(Idea::Rest { hand: away });
        }
        if rng.chance(0.65) {
            self.then(Idea::Rest { hand });
        } else {
            self.away = Some(hand);
        }
        if rng.chance(0.85) {
            self.then(Idea::Wait { secs: rng.between(0.4, 2.8) });
        }
        self.walk_occasionally(now_secs, rng);
        self.drop_occasionally(now_secs, rng);
    }

    /// Presses a keypad several times in a row.
    fn poke_some(&mut self, hand: Side, rng: &mut Rng) {
        let [x, y, z] = near(hand, rng);
        let times = if rng.chance(0.4) { 2 } else { 1 };
        for _ in 0..times {
            let at = [x + rng.between(-0.06, 0.06), y + rng.between(-0.06, 0.06), z];
            self.then(Idea::Poke { hand, at });
        }
    }

    /// Adds a walk every 12 to 30 s.
    fn walk_occasionally(&mut self, now_secs: f64, rng: &mut Rng) {
        if now_secs < self.next_walk_secs.max(8.0) {
            return;
        }
        self.next_walk_secs = now_secs + rng.between(12.0, 30.0);
        let to = [rng.between(-0.9, 0.9), rng.between(-0.7, 1.0)];
        self.then(Idea::Walk { to, facing_deg: rng.between(-50.0, 50.0) });
    }

    /// Lowers the hands in turn, every 14 to 30 s.
    fn drop_occasionally(&mut self, now_secs: f64, rng: &mut Rng) {
        if now_secs < self.next_drop_secs.max(6.0) {
            return;
        }
        self.next_drop_secs = now_secs + rng.between(14.0, 30.0);
        let hand = self.last_dropped.map_or(Side::Left, Side::other);
        self.last_dropped = Some(hand);
        self.then(Idea::Drop { hand, secs: rng.between(0.3, 1.2) });
    }

    fn then(&mut self, idea: Idea) {
        self.waiting.push_back(Next::then(idea));
    }

    fn meanwhile(&mut self, idea: Idea) {
        self.waiting.push_back(Next::meanwhile(idea));
    }
}

/// Point that is easy to reach: on the hand's own side, or slightly across.
fn near(hand: Side, rng: &mut Rng) -> Point {
    let outward = rng.between(-0.06, 0.28);
    let x = match hand {
        Side::Left => -outward,
        Side::Right => outward,
    };
    [x, rng.between(1.18, 1.52), rng.between(0.40, 0.58)]
}

fn pick<'a, T>(all: &'a [T; 4], rng: &mut Rng) -> &'a T {
    let [a, b, c, d] = all;
    match rng.next_u64() >> 62 {
        0 => a,
        1 => b,
        2 => c,
        _ => d,
    }
}
