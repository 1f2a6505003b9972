//! Writes actions as acts: adds times, speeds and glances.
//!
//! A reach starts with the eyes: they jump to the target, the head follows, and the hand starts shortly after
//! and arrives last.

use glam::DVec3;
use reenact::hand::Side;

use super::idea::{Idea, Next, Point};
use crate::act::{Act, Cue, HandAct, HeadAct, When};
use crate::arm;
use crate::grip::Grip;
use crate::hand_model::{HandModel, HandPart};
use crate::math::{Pose, mirror, yaw_pitch_deg};
use crate::motion::{TimeRange, Timeline};
use crate::plan::{Aim, HandPlace, HandStart, Opening, Pivot, Stand};
use crate::rng::{self, Rng};
use crate::stage::part;

/// Start and duration of the left hand's rise into view. It starts lowered.
const LEFT_RISES_SECS: (f64, f64) = (0.45, 0.8);
/// Distance of the finger before and after pressing a button.
const POKE_M: f64 = 0.08;
/// Pause of a hand at a place before the next action.
const BEAT_SECS: f64 = 0.06;
/// Time to close and to open a pinch.
const PINCH_SECS: f64 = 0.18;
const UNPINCH_SECS: f64 = 0.22;
/// Approximate position of the eyes in body space.
const EYES: DVec3 = DVec3::new(0.0, 1.64, 0.09);
/// Direction of the head at the start, relative to the chest: yaw and pitch.
const FIRST_LOOK_DEG: (f64, f64) = (4.0, 14.0);

/// Writes a script, action by action.
#[derive(Debug)]
pub(super) struct Writer {
    hand_scale: f64,
    model: HandModel,
    rng: Rng,
    cues: Vec<Cue>,
    stand: Timeline<Stand>,
    left: Arm,
    right: Arm,
    /// Targets of the eyes, with their times.
    glances: Vec<(f64, DVec3)>,
    now_secs: f64,
    last_start_secs: f64,
}

/// State of one arm after all acts so far.
#[derive(Debug)]
struct Arm {
    wrist: Pose,
    wrist_free_secs: f64,
    fingers_free_secs: f64,
}

impl Writer {
    pub(super) fn new(seed: u64) -> Self {
        // Within 5 % of the mean size.
        let hand_scale = Rng::new(rng::derive(seed, part::PERSON)).between(0.95, 1.05);
        let model = HandModel::new(hand_scale);
        let rest = arm::rest(&model);
        let arm = |wrist| Arm { wrist, wrist_free_secs: 0.0, fingers_free_secs: 0.0 };
        let mut writer = Self {
            hand_scale,
            model,
            rng: Rng::new(rng::derive(seed, part::ACTS)),
            cues: Vec::new(),
            stand: Timeline::new(Stand::default()),
            left: arm(arm::hanging()),
            right: arm(rest),
            glances: vec![(0.0, DVec3::new(-0.2, 1.35, 1.2))],
            now_secs: 0.3,
            last_start_secs: 0.0,
        };
        let (start_secs, secs) = LEFT_RISES_SECS;
        writer.move_wrist(start_secs, secs, Side::Left, rest, DVec3::ZERO);
        writer
    }

    /// End of everything written so far.
    pub(super) const fn now_secs(&self) -> f64 {
        self.now_secs
    }

    /// State of the person before the first act, and the acts.
    pub(super) fn finish(mut self) -> (Opening, Vec<Cue>) {
        // Simultaneous actions are written one after the other, so glances are not sorted.
        self.glances.sort_by(|a, b| a.0.total_cmp(&b.0));
        let glances = std::mem::take(&mut self.glances);
        for &(time_secs, at) in &glances {
            self.cue(time_secs, Act::Head(HeadAct::Glance { at }));
        }
        self.look_after(&glances);
        let start = |at| HandStart { tracked: Some(true), pose: Grip::Relaxed, at, turn: None };
        let (yaw_deg, pitch_deg) = FIRST_LOOK_DEG;
        let opening = Opening {
            hand_scale: self.hand_scale,
            longest_secs: f64::INFINITY,
            arms: false,
            mark_acts: false,
            pivot: Pivot::Feet,
            stand: Stand::default(),
            aim: Aim::Chest { yaw_deg, pitch_deg },
            left: start(HandPlace::Wrist(arm::hanging())),
            right: start(HandPlace::Rest),
        };
        (opening, self.cues)
    }

    /// Writes one action.
    pub(super) fn write(&mut self, next: &Next) {
        let start_secs = if next.meanwhile { self.last_start_secs } else { self.now_secs };
        let end_secs = self.idea(start_secs, &next.idea);
        self.last_start_secs = start_secs;
        self.now_secs = self.now_secs.max(end_secs);
    }

    /// Writes an action and returns its end.
    fn idea(&mut self, start_secs: f64, idea: &Idea) -> f64 {
        match *idea {
            Idea::Wait { secs } => {
                let ahead = self.ahead();
                self.glance(start_secs + 0.15, ahead);
                start_secs + secs
            }
            Idea::Walk { to, facing_deg } => self.walk(start_secs, to, facing_deg),
            Idea::Look { at, secs } => {
                self.glance(start_secs, at);
                let end_secs = start_secs + secs;
                let ahead = self.ahead();
                self.glance(end_secs, ahead);
                end_secs
            }
            Idea::Reach { hand, to, grip } => {
                let reach = self.reach(start_secs, hand, grip, grip, HandPart::Palm, to);
                self.mark(reach.start_secs, "reach");
                reach.end_secs
            }
            Idea::Pinch { hand, at, hold_secs } => {
                let closes_secs = self.reach_to_pinch(start_secs, hand, at);
                self.mark(closes_secs + PINCH_SECS, "pinch");
                self.pinch(closes_secs, hold_secs.max(0.1), hand)
            }
            Idea::Drag { hand, from, to } => self.drag(start_secs, hand, from, to),
            Idea::Grab { hand, at, to } => self.grab(start_secs, hand, at, to),
            Idea::Poke { hand, at } => self.poke(start_secs, hand, at),
            Idea::Show { hand, grip, secs } => {
                let shown = reflect(hand, [0.19, 1.40, 0.40]);
                self.reach(start_secs, hand, grip, grip, HandPart::Palm, shown).end_secs + secs
            }
            Idea::Rest { hand } => self.rest(start_secs, hand),
            Idea::Drop { hand, secs } => {
                let hung = self.carry(start_secs, hand, arm::hanging());
                self.pose(hung.start_secs, 0.4, hand, Grip::Relaxed);
                self.rest(hung.end_secs + secs, hand)
            }
        }
    }

    fn walk(&mut self, start_secs: f64, [x_m, z_m]: [f64; 2], yaw_deg: f64) -> f64 {
        let from = self.stand.last();
        let to = Stand { at: DVec3::new(x_m, 0.0, z_m), yaw_deg };
        let away = to.at - from.at;
        let secs = (0.5 + away.length() / 0.65).max(0.5 + (yaw_deg - from.yaw_deg).abs() / 45.0);
        let walk = self.stand.go(start_secs, secs, to);
        let act = HeadAct::Walk { to: to.at, yaw_deg: Some(yaw_deg), secs: Some(secs) };
        self.cue(walk.start_secs, Act::Head(act));
        // First along the path, unless it leads backwards; then at its end.
        let way = away.normalize_or_zero();
        if ground(from).forward().dot(way) > 0.5 {
            let beyond = to.at + DVec3::new(0.0, 1.1, 0.0) + way * 0.8;
            self.glances.push((walk.start_secs, beyond));
        }
        let beside = ground(to).point(DVec3::new(0.15, 1.3, 1.4));
        self.glances.push((walk.start_secs + secs * 0.25, beside));
        let ahead = self.ahead();
        self.glance(walk.end_secs - 0.15, ahead);
        walk.end_secs
    }

    /// Random point in front, where the hands are.
    fn ahead(&mut self) -> Point {
        [self.rng.between(-0.15, 0.15), self.rng.between(1.25, 1.4), self.rng.between(0.6, 0.9)]
    }

    fn drag(&mut self, start_secs: f64, hand: Side, from: Point, to: Point) -> f64 {
        let closes_secs = self.reach_to_pinch(start_secs, hand, from);
        let closed_secs = closes_secs + PINCH_SECS;
        self.mark(closed_secs, "drag");
        self.glance(closed_secs + 0.1, to);
        let goal = self.placed(hand, Grip::Pinch, HandPart::Pinch, to);
        let dragged = self.carry(closed_secs + 0.2, hand, goal);
        let opens_secs = dragged.end_secs + self.rng.between(0.08, 0.3);
        self.mark(opens_secs, "release");
        self.pinch(closes_secs, opens_secs - closed_secs, hand)
    }

    fn grab(&mut self, start_secs: f64, hand: Side, at: Point, to: Point) -> f64 {
        let reach = self.reach(start_secs, hand, Grip::Open, Grip::Grasp, HandPart::Grasp, at);
        let closed_secs = self.pose(reach.end_secs + BEAT_SECS, 0.3, hand, Grip::Grasp).end_secs;
        self.mark(closed_secs, "grab");
        self.glance(closed_secs, to);
        let goal = self.placed(hand, Grip::Grasp, HandPart::Grasp, to);
        let carried = self.carry(closed_secs + 0.15, hand, goal);
        let opens_secs = carried.end_secs + self.rng.between(0.1, 0.3);
        self.mark(opens_secs, "release");
        let opened = self.pose(opens_secs, 0.28, hand, Grip::Open);
        self.pose(opened.end_secs, 0.3, hand, Grip::Relaxed).end_secs
    }

    fn poke(&mut self, start_secs: f64, hand: Side, at: Point) -> f64 {
        let [x, y, z] = at;
        let before = [x, y, z - POKE_M];
        self.reach(start_secs, hand, Grip::Point, Grip::Point, HandPart::IndexTip, before);
        let pushed = self.placed(hand, Grip::Point, HandPart::IndexTip, at);
        let back = self.placed(hand, Grip::Point, HandPart::IndexTip, before);
        let pushes_secs = self.arm(hand).wrist_free_secs + BEAT_SECS;
        let push = self.move_wrist(pushes_secs, 0.26, hand, pushed, DVec3::ZERO);
        let pull = self.move_wrist(push.end_secs + BEAT_SECS, 0.28, hand, back, DVec3::ZERO);
        self.mark(push.end_secs, "poke");
        self.pose(pull.end_secs, 0.3, hand, Grip::Relaxed).end_secs
    }

    fn rest(&mut self, start_secs: f64, hand: Side) -> f64 {
        let home = self.carry(start_secs, hand, arm::rest(&self.model));
        self.pose(home.start_secs, 0.4, hand, Grip::Relaxed);
        home.end_secs
    }

    /// Looks at a point and moves a part of the hand there in the shape `on_the_way`, so that the part is at the point when the
    /// hand has the shape `there`.
    fn reach(
        &mut self,
        start_secs: f64,
        hand: Side,
        on_the_way: Grip,
        there: Grip,
        part: HandPart,
        at: Point,
    ) -> TimeRange {
        let Arm { wrist_free_secs, fingers_free_secs, .. } = *self.arm(hand);
        let start_secs = start_secs.max(wrist_free_secs.max(fingers_free_secs));
        self.glance(start_secs, at);
        let goal = self.placed(hand, there, part, at);
        let leaves_secs = start_secs + self.rng.between(0.14, 0.28);
        let span = self.carry(leaves_secs, hand, goal);
        self.pose(span.start_secs, (span.end_secs - span.start_secs) * 0.8, hand, on_the_way);
        span
    }

    /// Moves thumb and index to a point and returns when they start to close.
    fn reach_to_pinch(&mut self, start_secs: f64, hand: Side, at: Point) -> f64 {
        let reach =
            self.reach(start_secs, hand, Grip::PinchReady, Grip::Pinch, HandPart::Pinch, at);
        (reach.end_secs + BEAT_SECS).max(self.arm(hand).fingers_free_secs)
    }

    /// Closes thumb and index, holds and opens them; returns when the hand is open.
    fn pinch(&mut self, closes_secs: f64, hold_secs: f64, hand: Side) -> f64 {
        let (close_secs, open_secs) = (PINCH_SECS, UNPINCH_SECS);
        let act = HandAct::Pinch { at: None, approach_secs: 0.0, close_secs, hold_secs, open_secs };
        self.cue(closes_secs, hand_act(hand, act));
        let open_secs = closes_secs + close_secs + hold_secs + open_secs;
        self.arm_mut(hand).fingers_free_secs = open_secs;
        self.pose(open_secs, 0.3, hand, Grip::Relaxed).end_secs
    }

    fn placed(&self, hand: Side, grip: Grip, part: HandPart, at: Point) -> Pose {
        arm::place(&self.model, grip, part, DVec3::from_array(reflect(hand, at)))
    }

    /// Moves the wrist at a human speed: slower for short distances, faster for long ones.
    fn carry(&mut self, start_secs: f64, hand: Side, goal: Pose) -> TimeRange {
        let way_m = goal.position.distance(self.arm(hand).wrist.position);
        let secs = 0.34 + 0.9 * way_m + self.rng.between(0.0, 0.12);
        // Hands do not move in straight lines: the path curves slightly up and to one side.
        let swing = DVec3::new(self.rng.between(-0.05, 0.05), self.rng.between(0.0, 0.1), 0.0);
        self.move_wrist(start_secs, secs, hand, goal, swing * way_m)
    }

    fn move_wrist(
        &mut self,
        start_secs: f64,
        secs: f64,
        hand: Side,
        to: Pose,
        arc: DVec3,
    ) -> TimeRange {
        let arm = self.arm_mut(hand);
        let start_secs = start_secs.max(arm.wrist_free_secs);
        let span = TimeRange::new(start_secs, start_secs + secs);
        (arm.wrist, arm.wrist_free_secs) = (to, span.end_secs);
        self.cue(start_secs, hand_act(hand, HandAct::Carry { to, arc, secs }));
        span
    }

    fn pose(&mut self, start_secs: f64, secs: f64, hand: Side, pose: Grip) -> TimeRange {
        let arm = self.arm_mut(hand);
        let start_secs = start_secs.max(arm.fingers_free_secs);
        let span = TimeRange::new(start_secs, start_secs + secs);
        arm.fingers_free_secs = span.end_secs;
        self.cue(start_secs, hand_act(hand, HandAct::Pose { pose, secs }));
        span
    }

    fn mark(&mut self, time_secs: f64, name: &str) {
        self.cue(time_secs, Act::Marker { name: name.to_owned() });
    }

    fn glance(&mut self, time_secs: f64, at: Point) {
        let at = ground(self.stand.at(time_secs)).point(DVec3::from_array(at));
        self.glances.push((time_secs, at));
    }

    /// Turns the head after the eyes. It ignores small angles, covers most of larger ones, and does not follow a short glance.
    fn look_after(&mut self, glances: &[(f64, DVec3)]) {
        let next_secs = glances.iter().skip(1).map(|glance| glance.0).chain([f64::MAX]);
        let (mut yaw_deg, mut pitch_deg) = FIRST_LOOK_DEG;
        let mut free_secs = f64::MIN;
        for (&(time_secs, at), next_secs) in glances.iter().zip(next_secs) {
            if next_secs - time_secs < 0.25 {
                continue;
            }
            let ground = ground(self.stand.at(time_secs + 0.3));
            let (yaw, pitch) = yaw_pitch_deg(ground.local(at) - EYES);
            let right = yaw.clamp(-55.0, 55.0) - yaw_deg;
            let down = pitch.clamp(-30.0, 45.0) - pitch_deg;
            let angle = libm::hypot(right, down);
            if angle > 7.0 {
                let share = self.rng.between(0.5, 0.75);
                yaw_deg += right * share;
                pitch_deg += down * share;
                let start_secs = f64::max(time_secs + 0.07, free_secs);
                let secs = 0.32 + angle * 0.009;
                free_secs = start_secs + secs;
                self.cue(start_secs, Act::Head(HeadAct::Nod { yaw_deg, pitch_deg, secs }));
            }
        }
    }

    fn cue(&mut self, time_secs: f64, act: Act) {
        self.cues.push(Cue { offset: 0, when: When::At(time_secs), act });
    }

    const fn arm(&self, hand: Side) -> &Arm {
        match hand {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }

    const fn arm_mut(&mut self, hand: Side) -> &mut Arm {
        match hand {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        }
    }
}

const fn hand_act(side: Side, act: HandAct) -> Act {
    Act::Hand { side, act, turn: None }
}

fn ground(stand: Stand) -> Pose {
    stand.ground(Pivot::Feet)
}

/// Mirrors a point of the left hand to the right hand.
fn reflect(hand: Side, point: Point) -> Point {
    match hand {
        Side::Left => mirror(DVec3::from_array(point)).to_array(),
        Side::Right => point,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(ideas: &[Next]) -> (Vec<Cue>, f64) {
        let mut writer = Writer::new(1);
        for next in ideas {
            writer.write(next);
        }
        let now_secs = writer.now_secs();
        (writer.finish().1, now_secs)
    }

    #[test]
    fn the_eyes_arrive_before_the_hand() {
        let at = [0.2, 1.3, 0.5];
        let (cues, _) = written(&[Next::then(Idea::Poke { hand: Side::Right, at })]);
        let last = |is_it: fn(&Act) -> bool| {
            let cue = cues.iter().rfind(|cue| is_it(&cue.act)).unwrap();
            let When::At(time_secs) = cue.when else { panic!("{cue:?}") };
            time_secs
        };
        let looked = last(|act| matches!(act, Act::Head(HeadAct::Glance { .. })));
        let poked = last(|act| matches!(act, Act::Marker { .. }));
        assert!(looked + 0.4 < poked, "looked at {looked}, poked at {poked}");
    }

    #[test]
    fn ideas_follow_each_other_unless_they_go_together() {
        let poke = |hand| Idea::Poke { hand, at: [0.0, 1.3, 0.5] };
        let (_, one) = written(&[Next::then(poke(Side::Right))]);
        let (_, two) = written(&[Next::then(poke(Side::Right)), Next::then(poke(Side::Right))]);
        let (_, both) =
            written(&[Next::then(poke(Side::Right)), Next::meanwhile(poke(Side::Left))]);
        assert!(two > one + 1.0, "{one} {two}");
        assert!(both < two, "{both} {two}");
    }
}
