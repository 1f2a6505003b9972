//! Tells one hand what to do, act by act.

use glam::DVec3;
use reenact::hand::Side;

use super::acts::{
    GRASP_SECS, Grab, HandAct, PINCH_CLOSE_SECS, PINCH_OPEN_SECS, PUSH_SECS, Poke, Spot,
};
use super::error::Fault;
use super::hand::{HandPlan, Held};
use super::head::HeadPlan;
use super::plan::{busy, tidy};
use super::settings::Settings;
use crate::arm;
use crate::grip::Grip;
use crate::hand_model::{HandModel, Part};
use crate::math::mirror;
use crate::motion::Span;
use crate::plan::Moment;

/// How far from a button the finger waits before and after.
const DRAWN_BACK_M: f64 = 0.08;

/// Tells one hand what to do.
pub(super) struct Director<'a> {
    settings: &'a Settings,
    model: &'a HandModel,
    head: &'a HeadPlan,
    side: Side,
    plan: HandPlan,
    free_secs: f64,
    /// From when on it is out of sight, or in sight again, by time.
    sights: Vec<(f64, bool)>,
    moments: Vec<Moment>,
    used: bool,
}

impl<'a> Director<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        model: &'a HandModel,
        head: &'a HeadPlan,
        side: Side,
    ) -> Result<Self, Fault> {
        let rest = arm::rest(model);
        let held = Held { point: rest.position, rotation: rest.rotation };
        let start = settings.hand(side);
        let plan = HandPlan::new(Part::Wrist, held, start.pose);
        let mut director = Self {
            settings,
            model,
            head,
            side,
            plan,
            free_secs: 0.0,
            sights: Vec::new(),
            moments: Vec::new(),
            used: false,
        };
        if let Some((in_world, offset)) = start.at {
            let spot = Spot { offset, in_world };
            let held = director.held(0.0, start.pose, Part::Palm, spot)?;
            director.plan = HandPlan::new(Part::Palm, held, start.pose);
        }
        Ok(director)
    }

    /// What was planned, and its moments.
    pub(super) fn finish(mut self) -> (HandPlan, Vec<Moment>) {
        // Unless told, a hand is in sight from the start if there is something for it to do, and showing it is not the
        // first thing.
        let shown_later = self.sights.first().is_some_and(|(_, hidden)| !hidden);
        let tracked = self.settings.hand(self.side).tracked.unwrap_or(self.used && !shown_later);
        let mut hidden_since = (!tracked).then_some(f64::MIN);
        for (time_secs, hidden) in self.sights {
            if hidden {
                hidden_since.get_or_insert(time_secs);
            } else if let Some(since) = hidden_since.take() {
                self.plan.hidden.push(Span::new(since, time_secs));
            }
        }
        self.plan.hidden.extend(hidden_since.map(|since| Span::new(since, f64::MAX)));
        (self.plan, self.moments)
    }

    /// Plans one act.
    pub(super) fn direct(
        &mut self,
        start_secs: f64,
        act: &HandAct,
        offset: usize,
    ) -> Result<(), Fault> {
        self.used = true;
        if matches!(act, HandAct::Hide | HandAct::Show) {
            let last_secs = self.sights.last().map_or(0.0, |(time_secs, _)| *time_secs);
            busy("hide and show go on", start_secs, last_secs, offset)?;
            self.sights.push((start_secs, matches!(act, HandAct::Hide)));
            return Ok(());
        }
        let what = format!("the {} hand is busy", self.side);
        busy(&what, start_secs, self.free_secs, offset)?;
        let end_secs = match act {
            HandAct::Move { to, part, pose, secs } => {
                let grip = pose.unwrap_or(self.plan.grip);
                if pose.is_some() {
                    self.plan.form(start_secs, *secs, grip);
                }
                self.lead(start_secs, *secs, grip, *part, *to)?
            }
            HandAct::Pose { pose, secs } => {
                self.plan.form(start_secs, *secs, *pose);
                start_secs + secs
            }
            HandAct::Pinch { at, approach_secs, hold_secs } => {
                let there = self.approach(start_secs, *approach_secs, *at, PINCH)?;
                let closed = self.close(there, PINCH_CLOSE_SECS, Grip::Pinch, "pinch");
                self.open_pinch(closed, closed + hold_secs)
            }
            HandAct::Drag { from, path, approach_secs, secs, hold_secs } => {
                let there = self.approach(start_secs, *approach_secs, *from, PINCH)?;
                let closed = self.close(there, PINCH_CLOSE_SECS, Grip::Pinch, "drag");
                let arrived = self.follow(closed, *secs, path)?;
                self.open_pinch(closed, arrived + hold_secs)
            }
            HandAct::Grab(grab) => self.grab(start_secs, grab)?,
            HandAct::Poke(poke) => self.poke(start_secs, poke)?,
            HandAct::Rest { secs } => {
                let rest = arm::rest(self.model);
                let held = Held { point: rest.position, rotation: rest.rotation };
                let span = Span::new(start_secs, start_secs + secs);
                self.plan.lead(self.model, span, Part::Wrist, held);
                self.plan.form(start_secs, *secs, Grip::Relaxed);
                span.end_secs
            }
            HandAct::Hide | HandAct::Show => start_secs,
        };
        self.free_secs = end_secs;
        Ok(())
    }

    fn grab(&mut self, start_secs: f64, grab: &Grab) -> Result<f64, Fault> {
        let Grab { at, to, approach_secs, secs, hold_secs, pinching } = grab;
        let there = self.approach(start_secs, *approach_secs, *at, GRASP)?;
        let closed = self.close(there, GRASP_SECS, Grip::Grasp, "grab");
        let arrived = match to {
            Some(to) => self.lead(closed, *secs, Grip::Grasp, Part::Grasp, *to)?,
            None => closed,
        };
        let opens = arrived + hold_secs;
        if *pinching {
            self.plan.pinches.push(Span::new(tidy(closed), tidy(opens)));
        }
        self.moment(opens, "release");
        self.plan.form(opens, GRASP_SECS, Grip::Open);
        Ok(opens + GRASP_SECS)
    }

    fn poke(&mut self, start_secs: f64, poke: &Poke) -> Result<f64, Fault> {
        let Poke { at, along, depth_m, approach_secs, hold_secs } = poke;
        let pushes_secs = start_secs + approach_secs;
        let ahead = || self.head.stand.at(pushes_secs).ground().forward();
        let along = along.unwrap_or_else(ahead);
        let off = |by_m: f64| Spot { in_world: at.in_world + along * by_m, ..*at };
        self.plan.form(start_secs, *approach_secs, Grip::Point);
        let lead = |this: &mut Self, start_secs: f64, secs: f64, to: Spot| {
            this.lead(start_secs, secs, Grip::Point, Part::IndexTip, to)
        };
        lead(self, start_secs, *approach_secs, off(-DRAWN_BACK_M))?;
        let pushed = lead(self, pushes_secs, PUSH_SECS, off(*depth_m))?;
        self.moment(pushed, "poke");
        lead(self, pushed + hold_secs, PUSH_SECS, off(-DRAWN_BACK_M))
    }

    /// Brings the hand to where it will close, if told where; returns when it is there.
    fn approach(
        &mut self,
        start_secs: f64,
        secs: f64,
        to: Option<Spot>,
        (ready, closed, part): (Grip, Grip, Part),
    ) -> Result<f64, Fault> {
        let Some(to) = to else { return Ok(start_secs) };
        self.plan.form(start_secs, secs * 0.8, ready);
        self.lead(start_secs, secs, closed, part, to)
    }

    fn close(&mut self, start_secs: f64, secs: f64, grip: Grip, name: &str) -> f64 {
        self.plan.form(start_secs, secs, grip);
        self.moment(start_secs + secs, name);
        start_secs + secs
    }

    fn open_pinch(&mut self, closed_secs: f64, opens_secs: f64) -> f64 {
        self.plan.pinches.push(Span::new(tidy(closed_secs), tidy(opens_secs)));
        self.moment(opens_secs, "release");
        self.plan.form(opens_secs, PINCH_OPEN_SECS, Grip::PinchReady);
        opens_secs + PINCH_OPEN_SECS
    }

    /// From point to point of a path, the time shared by how far each is.
    fn follow(&mut self, start_secs: f64, secs: f64, path: &[Spot]) -> Result<f64, Fault> {
        let shape = self.plan.shape.at(start_secs);
        let wrist = self.plan.wrist(self.model, &shape, start_secs);
        let from = self.in_world(start_secs, wrist.point(self.model.part(&shape, Part::Pinch)));
        let before = [from].into_iter().chain(path.iter().map(|spot| spot.in_world));
        let ways: Vec<f64> = before.zip(path).map(|(a, b)| a.distance(b.in_world)).collect();
        let whole: f64 = ways.iter().sum();
        let end_secs = start_secs + secs;
        let (mut gone, mut now_secs) = (0.0, start_secs);
        for (spot, way) in path.iter().zip(ways) {
            gone += way;
            let share = if whole > 0.0 { gone / whole } else { 1.0 };
            let until_secs = (start_secs + secs * share).clamp(now_secs, end_secs);
            self.lead(now_secs, until_secs - now_secs, Grip::Pinch, Part::Pinch, *spot)?;
            now_secs = until_secs;
        }
        Ok(end_secs)
    }

    /// Leads a part of the hand to a point of the room and returns when it is there.
    fn lead(
        &mut self,
        start_secs: f64,
        secs: f64,
        grip: Grip,
        part: Part,
        to: Spot,
    ) -> Result<f64, Fault> {
        let end_secs = start_secs + secs;
        let held = self.held(end_secs, grip, part, to)?;
        self.plan.lead(self.model, Span::new(start_secs, end_secs), part, held);
        Ok(end_secs)
    }

    /// A part of the hand at a point of the room, from where the body is at that time.
    fn held(&self, time_secs: f64, grip: Grip, part: Part, at: Spot) -> Result<Held, Fault> {
        let point = self.seen_from_body(time_secs, at.in_world);
        let wrist = arm::place_anywhere(self.model, grip, part, point);
        let missed_m = arm::reached(wrist.position).distance(wrist.position);
        if self.settings.arms && missed_m > 0.000_5 {
            let message = format!(
                "the {} hand cannot get there at {time_secs:.3} s: {missed_m:.2} m out of the arm's reach; walk first, \
                 or set reach = \"any\" at the top",
                self.side
            );
            return Err(Fault::at(at.offset, message));
        }
        Ok(Held { point, rotation: wrist.rotation })
    }

    fn seen_from_body(&self, time_secs: f64, in_world: DVec3) -> DVec3 {
        let point = self.head.stand.at(time_secs).ground().local(in_world);
        if self.side == Side::Left { mirror(point) } else { point }
    }

    fn in_world(&self, time_secs: f64, point: DVec3) -> DVec3 {
        let point = if self.side == Side::Left { mirror(point) } else { point };
        self.head.stand.at(time_secs).ground().point(point)
    }

    fn moment(&mut self, time_secs: f64, name: &str) {
        self.moments.push(Moment { time_secs, name: name.to_owned() });
    }
}

/// The shape in which a hand comes, the one in which it closes, and what is then at the point.
const PINCH: (Grip, Grip, Part) = (Grip::PinchReady, Grip::Pinch, Part::Pinch);
const GRASP: (Grip, Grip, Part) = (Grip::Open, Grip::Grasp, Part::Grasp);
