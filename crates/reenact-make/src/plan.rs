//! From a script to timelines: who moves where, and when, before anybody is filmed.
//!
//! A reach starts in the eyes: they jump to the target, the head follows, and the hand sets out a moment later and
//! arrives last.

use glam::DVec3;
use reenact::hand::Side;

use crate::arm;
use crate::body::{Look, Stance};
use crate::grip::{Grip, Shape};
use crate::hand_model::{HandModel, Part};
use crate::math::{Pose, mirror, yaw_pitch_deg};
use crate::motion::{Arcs, Span, Timeline};
use crate::rng::Rng;
use crate::script::{Act, Cue, Point, When};

/// All that happens in a performance, as if seen by a perfect camera.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) stance: Timeline<Stance>,
    pub(crate) look: Timeline<Look>,
    pub(crate) left: HandPlan,
    pub(crate) right: HandPlan,
    /// What the person has in mind to look at from when on, by time.
    pub(crate) attention: Vec<Attention>,
    /// Named moments, by time.
    pub(crate) moments: Vec<Moment>,
}

impl Plan {
    pub(crate) const fn hand(&self, side: Side) -> &HandPlan {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

/// What one hand does, in the space of the body and as if it were a right hand.
#[derive(Debug, Clone)]
pub(crate) struct HandPlan {
    pub(crate) wrist: Timeline<Pose>,
    pub(crate) arcs: Arcs,
    pub(crate) shape: Timeline<Shape>,
    /// When the tips of thumb and index are together.
    pub(crate) pinches: Vec<Span>,
}

impl HandPlan {
    fn new(wrist: Pose) -> Self {
        Self {
            wrist: Timeline::new(wrist),
            arcs: Arcs::default(),
            shape: Timeline::new(Grip::Relaxed.shape()),
            pinches: Vec::new(),
        }
    }

    fn free_secs(&self) -> f64 {
        self.wrist.free_secs().max(self.shape.free_secs())
    }
}

/// A point in the room that is worth looking at from a time on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attention {
    pub(crate) time_secs: f64,
    pub(crate) point_in_world: DVec3,
}

/// A named moment.
#[derive(Debug, Clone)]
pub(crate) struct Moment {
    pub(crate) time_secs: f64,
    pub(crate) name: String,
}

/// When the left hand, which hangs at first, is on its way into sight.
const LEFT_RISES_SECS: f64 = 0.45;
/// How far the finger draws back from a button.
const POKE_M: f64 = 0.08;
/// How long a hand stays at a place before the next thing.
const BEAT_SECS: f64 = 0.06;

/// Plays a script, cue by cue, into a [`Plan`].
#[derive(Debug)]
pub(crate) struct Planner<'a> {
    model: &'a HandModel,
    rng: Rng,
    plan: Plan,
    now_secs: f64,
    last_start_secs: f64,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(model: &'a HandModel, seed: u64) -> Self {
        let mut left = HandPlan::new(arm::hanging());
        left.wrist.go(LEFT_RISES_SECS, 0.8, arm::rest(model));
        let plan = Plan {
            stance: Timeline::new(Stance::default()),
            look: Timeline::new(Look { yaw_deg: 4.0, pitch_deg: 14.0 }),
            left,
            right: HandPlan::new(arm::rest(model)),
            attention: vec![Attention {
                time_secs: 0.0,
                point_in_world: DVec3::new(-0.2, 1.35, 1.2),
            }],
            moments: Vec::new(),
        };
        Self { model, rng: Rng::new(seed), plan, now_secs: 0.3, last_start_secs: 0.0 }
    }

    /// When all that was played so far is over.
    pub(crate) const fn now_secs(&self) -> f64 {
        self.now_secs
    }

    pub(crate) fn finish(self) -> Plan {
        let Self { mut plan, mut rng, .. } = self;
        // Acts that go on at the same time are planned one after the other.
        plan.attention.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
        plan.moments.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
        look_after(&plan.attention, &plan.stance, &mut plan.look, &mut rng);
        plan
    }

    /// Plays one cue.
    pub(crate) fn play(&mut self, cue: &Cue) {
        let start_secs = match cue.when {
            When::Then => self.now_secs,
            When::Meanwhile => self.last_start_secs,
        };
        let end_secs = self.act(start_secs, &cue.act);
        self.last_start_secs = start_secs;
        self.now_secs = self.now_secs.max(end_secs);
    }

    /// Plans an act and returns when it is over.
    fn act(&mut self, start_secs: f64, act: &Act) -> f64 {
        match *act {
            Act::Wait { secs } => {
                let ahead = self.ahead();
                self.attend(start_secs + 0.15, ahead);
                start_secs + duration(secs)
            }
            Act::Walk { to, facing_deg } => self.walk(start_secs, to, facing_deg),
            Act::Look { at, secs } => {
                self.attend(start_secs, at);
                let end_secs = start_secs + duration(secs);
                let ahead = self.ahead();
                self.attend(end_secs, ahead);
                end_secs
            }
            Act::Reach { hand, to, grip } => {
                let reach = self.reach(start_secs, hand, grip, grip, Part::Palm, to);
                self.mark(reach.start_secs, "reach");
                reach.end_secs
            }
            Act::Pinch { hand, at, hold_secs } => self.pinch(start_secs, hand, at, hold_secs),
            Act::Drag { hand, from, to } => self.drag(start_secs, hand, from, to),
            Act::Grab { hand, at, to } => self.grab(start_secs, hand, at, to),
            Act::Poke { hand, at } => self.poke(start_secs, hand, at),
            Act::Show { hand, grip, secs } => {
                let shown = reflect(hand, [0.19, 1.40, 0.40]);
                self.reach(start_secs, hand, grip, grip, Part::Palm, shown).end_secs
                    + duration(secs)
            }
            Act::Rest { hand } => self.rest(start_secs, hand),
            Act::Drop { hand, secs } => {
                let hung = self.carry(start_secs, hand, arm::hanging());
                self.shape(hung.start_secs, 0.4, hand, Grip::Relaxed);
                self.rest(hung.end_secs + duration(secs), hand)
            }
            Act::Mark { ref name } => {
                self.mark(start_secs, name);
                start_secs
            }
        }
    }

    fn walk(&mut self, start_secs: f64, to: [f64; 2], facing_deg: f64) -> f64 {
        let from = self.plan.stance.last();
        let bounded = |m: f64| if m.is_finite() { m.clamp(-50.0, 50.0) } else { 0.0 };
        let [x_m, z_m] = to.map(bounded);
        let yaw_deg =
            if facing_deg.is_finite() { facing_deg.clamp(-3600.0, 3600.0) } else { from.yaw_deg };
        let to = Stance { x_m, z_m, yaw_deg };
        let away = DVec3::new(to.x_m - from.x_m, 0.0, to.z_m - from.z_m);
        let secs = (0.5 + away.length() / 0.65).max(0.5 + (yaw_deg - from.yaw_deg).abs() / 45.0);
        let walk = self.plan.stance.go(start_secs, secs, to);
        // First the way, unless it leads backwards; then where it ends.
        let way = away.normalize_or_zero();
        if from.ground().forward().dot(way) > 0.5 {
            let beyond = to.ground().position + DVec3::new(0.0, 1.1, 0.0) + way * 0.8;
            self.attend_in_world(walk.start_secs, beyond);
        }
        self.attend_in_world(
            walk.start_secs + secs * 0.25,
            to.ground().point(DVec3::new(0.15, 1.3, 1.4)),
        );
        let ahead = self.ahead();
        self.attend(walk.end_secs - 0.15, ahead);
        walk.end_secs
    }

    /// Somewhere in front, where the hands are.
    fn ahead(&mut self) -> Point {
        [self.rng.between(-0.15, 0.15), self.rng.between(1.25, 1.4), self.rng.between(0.6, 0.9)]
    }

    fn pinch(&mut self, start_secs: f64, hand: Side, at: Point, hold_secs: f64) -> f64 {
        let reach = self.reach(start_secs, hand, Grip::PinchReady, Grip::Pinch, Part::Pinch, at);
        let closed_secs = self.close(reach.end_secs, hand, Grip::Pinch, 0.18);
        self.mark(closed_secs, "pinch");
        self.let_go(closed_secs, closed_secs + duration(hold_secs).max(0.1), hand)
    }

    fn drag(&mut self, start_secs: f64, hand: Side, from: Point, to: Point) -> f64 {
        let reach = self.reach(start_secs, hand, Grip::PinchReady, Grip::Pinch, Part::Pinch, from);
        let closed_secs = self.close(reach.end_secs, hand, Grip::Pinch, 0.18);
        self.mark(closed_secs, "drag");
        self.attend(closed_secs + 0.1, to);
        let goal = self.placed(hand, Grip::Pinch, Part::Pinch, to);
        let dragged = self.carry(closed_secs + 0.2, hand, goal);
        let open_secs = dragged.end_secs + self.rng.between(0.08, 0.3);
        self.mark(open_secs, "release");
        self.let_go(closed_secs, open_secs, hand)
    }

    fn grab(&mut self, start_secs: f64, hand: Side, at: Point, to: Point) -> f64 {
        let reach = self.reach(start_secs, hand, Grip::Open, Grip::Grasp, Part::Grasp, at);
        let closed_secs = self.close(reach.end_secs, hand, Grip::Grasp, 0.3);
        self.mark(closed_secs, "grab");
        self.attend(closed_secs, to);
        let goal = self.placed(hand, Grip::Grasp, Part::Grasp, to);
        let carried = self.carry(closed_secs + 0.15, hand, goal);
        let open_secs = carried.end_secs + self.rng.between(0.1, 0.3);
        self.mark(open_secs, "release");
        let opened = self.shape(open_secs, 0.28, hand, Grip::Open);
        self.shape(opened.end_secs, 0.3, hand, Grip::Relaxed).end_secs
    }

    fn poke(&mut self, start_secs: f64, hand: Side, at: Point) -> f64 {
        let [x, y, z] = at;
        self.reach(start_secs, hand, Grip::Point, Grip::Point, Part::IndexTip, [x, y, z - POKE_M]);
        let pushed = self.placed(hand, Grip::Point, Part::IndexTip, at);
        let back = self.placed(hand, Grip::Point, Part::IndexTip, [x, y, z - POKE_M]);
        let wrist = &mut self.plan.hand_mut(hand).wrist;
        let push = wrist.go(wrist.free_secs() + BEAT_SECS, 0.26, pushed);
        let pull = wrist.go(push.end_secs + BEAT_SECS, 0.28, back);
        self.mark(push.end_secs, "poke");
        self.shape(pull.end_secs, 0.3, hand, Grip::Relaxed).end_secs
    }

    fn rest(&mut self, start_secs: f64, hand: Side) -> f64 {
        let resting = arm::rest(self.model);
        let home = self.carry(start_secs, hand, resting);
        self.shape(home.start_secs, 0.4, hand, Grip::Relaxed);
        home.end_secs
    }

    /// Looks at a point and brings a part of the hand there: in the shape `on_the_way`, but so that the part is at the
    /// point once the hand has the shape `there`.
    fn reach(
        &mut self,
        start_secs: f64,
        hand: Side,
        on_the_way: Grip,
        there: Grip,
        part: Part,
        at: Point,
    ) -> Span {
        let start_secs = start_secs.max(self.plan.hand(hand).free_secs());
        self.attend(start_secs, at);
        let goal = self.placed(hand, there, part, at);
        let leaves_secs = start_secs + self.rng.between(0.14, 0.28);
        let span = self.carry(leaves_secs, hand, goal);
        self.shape(span.start_secs, (span.end_secs - span.start_secs) * 0.8, hand, on_the_way);
        span
    }

    fn placed(&self, hand: Side, grip: Grip, part: Part, at: Point) -> Pose {
        arm::place(self.model, grip, part, DVec3::from_array(reflect(hand, at)))
    }

    /// Moves the wrist, as fast as people do: slower for short ways, faster for long ones.
    fn carry(&mut self, start_secs: f64, hand: Side, goal: Pose) -> Span {
        let plan = self.plan.hand_mut(hand);
        let way = goal.position - plan.wrist.last().position;
        let secs = 0.34 + 0.9 * way.length() + self.rng.between(0.0, 0.12);
        let span = plan.wrist.go(start_secs, secs, goal);
        // Hands take no straight lines: a little up and to one side.
        let swing = DVec3::new(self.rng.between(-0.05, 0.05), self.rng.between(0.0, 0.1), 0.0);
        plan.arcs.add(span, swing * way.length());
        span
    }

    fn shape(&mut self, start_secs: f64, secs: f64, hand: Side, grip: Grip) -> Span {
        self.plan.hand_mut(hand).shape.go(start_secs, secs, grip.shape())
    }

    /// Closes the hand and returns when it is closed.
    fn close(&mut self, start_secs: f64, hand: Side, grip: Grip, secs: f64) -> f64 {
        self.shape(start_secs + BEAT_SECS, secs, hand, grip).end_secs
    }

    /// Ends a pinch that began at `closed_secs`; returns when the hand is open.
    fn let_go(&mut self, closed_secs: f64, open_secs: f64, hand: Side) -> f64 {
        self.plan.hand_mut(hand).pinches.push(Span::new(closed_secs, open_secs));
        let opened = self.shape(open_secs, 0.22, hand, Grip::PinchReady);
        self.shape(opened.end_secs, 0.3, hand, Grip::Relaxed).end_secs
    }

    fn mark(&mut self, time_secs: f64, name: &str) {
        self.plan.moments.push(Moment { time_secs, name: name.to_owned() });
    }

    fn attend(&mut self, time_secs: f64, at: Point) {
        let at = DVec3::from_array(at);
        let at = if at.is_finite() { at } else { DVec3::new(0.0, 1.4, 2.0) };
        let point_in_world = self.plan.stance.at(time_secs).ground().point(at);
        self.attend_in_world(time_secs, point_in_world);
    }

    fn attend_in_world(&mut self, time_secs: f64, point_in_world: DVec3) {
        self.plan.attention.push(Attention { time_secs, point_in_world });
    }
}

/// Turns the head after what is in mind. It leaves the small angles to the eyes and goes most of the way for the
/// others; what is in mind for a moment only is for the eyes alone.
fn look_after(
    attention: &[Attention],
    stance: &Timeline<Stance>,
    look: &mut Timeline<Look>,
    rng: &mut Rng,
) {
    let next_secs = attention.iter().skip(1).map(|a| a.time_secs).chain([f64::MAX]);
    for (minded, next_secs) in attention.iter().zip(next_secs) {
        let time_secs = minded.time_secs;
        if next_secs - time_secs < 0.25 {
            continue;
        }
        let ground = stance.at(time_secs + 0.3).ground();
        let (yaw, pitch) = yaw_pitch_deg(ground.local(minded.point_in_world) - Look::EYES);
        let from = look.last();
        let (right, down) =
            (yaw.clamp(-55.0, 55.0) - from.yaw_deg, pitch.clamp(-30.0, 45.0) - from.pitch_deg);
        let angle = libm::hypot(right, down);
        if angle > 7.0 {
            let share = rng.between(0.5, 0.75);
            let to = Look {
                yaw_deg: from.yaw_deg + right * share,
                pitch_deg: from.pitch_deg + down * share,
            };
            look.go(time_secs + 0.07, 0.32 + angle * 0.009, to);
        }
    }
}

impl Plan {
    const fn hand_mut(&mut self, side: Side) -> &mut HandPlan {
        match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        }
    }
}

/// The point as a right hand would see it.
fn reflect(hand: Side, point: Point) -> Point {
    match hand {
        Side::Left => mirror(DVec3::from_array(point)).to_array(),
        Side::Right => point,
    }
}

/// A length of time that makes sense.
fn duration(secs: f64) -> f64 {
    if secs.is_finite() { secs.clamp(0.0, 3600.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Script;

    fn plan(script: &Script) -> (Plan, f64) {
        let model = HandModel::new(1.0);
        let mut planner = Planner::new(&model, 1);
        script.cues.iter().for_each(|cue| planner.play(cue));
        let now_secs = planner.now_secs();
        (planner.finish(), now_secs)
    }

    #[test]
    fn the_eyes_arrive_before_the_hand() {
        let at = [0.2, 1.3, 0.5];
        let (plan, _) = plan(&Script::default().then(Act::Poke { hand: Side::Right, at }));
        let looked = plan.attention.last().unwrap().time_secs;
        let poked = plan.moments.last().unwrap().time_secs;
        assert!(looked + 0.4 < poked, "looked at {looked}, poked at {poked}");
    }

    #[test]
    fn acts_follow_each_other_unless_they_go_together() {
        let poke = |hand| Act::Poke { hand, at: [0.0, 1.3, 0.5] };
        let (_, one) = plan(&Script::default().then(poke(Side::Right)));
        let (_, two) = plan(&Script::default().then(poke(Side::Right)).then(poke(Side::Right)));
        let (_, both) =
            plan(&Script::default().then(poke(Side::Right)).meanwhile(poke(Side::Left)));
        assert!(two > one + 1.0, "{one} {two}");
        assert!(both < two, "{both} {two}");
    }

    #[test]
    fn a_script_of_nonsense_still_gives_a_plan() {
        let nowhere = [f64::NAN, f64::INFINITY, -1e30];
        let script = Script::default()
            .then(Act::Wait { secs: f64::NAN })
            .then(Act::Walk { to: [f64::NAN, 1e30], facing_deg: f64::INFINITY })
            .then(Act::Look { at: nowhere, secs: -1.0 })
            .then(Act::Pinch { hand: Side::Left, at: nowhere, hold_secs: f64::INFINITY })
            .then(Act::Grab { hand: Side::Right, at: nowhere, to: nowhere });
        let (plan, end_secs) = plan(&script);
        assert!(end_secs.is_finite());
        for i in 0..1000_i32 {
            let t = f64::from(i) * 0.1;
            assert!(plan.left.wrist.at(t).position.is_finite());
            assert!(plan.right.wrist.at(t).position.is_finite());
        }
    }
}
