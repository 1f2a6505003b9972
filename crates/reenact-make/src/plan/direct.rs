//! Planner of one hand: turns its acts into movements.

use glam::DVec3;
use reenact::hand::Side;

use super::turn::Led;
use super::{HandPlace, HandPlan, HeadPlan, Opening, PlannedMarker, busy, tidy};
use crate::act::{
    GRASP_SECS, Grab, HandAct, PINCH_CLOSE_SECS, PINCH_OPEN_SECS, PUSH_SECS, Poke, Spot, Turn,
};
use crate::arm;
use crate::error::Fault;
use crate::grip::Grip;
use crate::hand_model::{HandModel, HandPart};
use crate::math::{Pose, mirror};
use crate::motion::TimeRange;

/// Distance of the fingertip from a button before and after a poke.
const DRAWN_BACK_M: f64 = 0.08;

/// Plans the acts of one hand.
pub(super) struct Director<'a> {
    opening: &'a Opening,
    model: &'a HandModel,
    head: &'a HeadPlan,
    side: Side,
    plan: HandPlan,
    /// Rotation requested by the current act.
    turn: Option<Turn>,
    wrist_free_secs: f64,
    fingers_free_secs: f64,
    /// Times from which the hand is hidden (`true`) or shown, in order.
    sights: Vec<(f64, bool)>,
    markers: Vec<PlannedMarker>,
    used: bool,
}

impl<'a> Director<'a> {
    pub(super) fn new(
        opening: &'a Opening,
        model: &'a HandModel,
        head: &'a HeadPlan,
        side: Side,
    ) -> Result<Self, Fault> {
        let start = opening.hand(side);
        let mut director = Self {
            opening,
            model,
            head,
            side,
            plan: HandPlan::new(HandPart::Wrist, arm::rest(model), start.pose),
            turn: start.turn,
            wrist_free_secs: 0.0,
            fingers_free_secs: 0.0,
            sights: Vec::new(),
            markers: Vec::new(),
            used: false,
        };
        let first = match start.at {
            HandPlace::Rest => match start.turn {
                None => None,
                Some(Turn { offset, .. }) => {
                    let palm = director.palm(0.0);
                    Some((
                        HandPart::Palm,
                        director.turned(0.0, start.pose, HandPart::Palm, palm, offset)?,
                    ))
                }
            },
            HandPlace::Wrist(held) => Some((HandPart::Wrist, held)),
            HandPlace::Palm(spot) => {
                Some((HandPart::Palm, director.held(0.0, start.pose, HandPart::Palm, spot)?))
            }
        };
        if let Some((part, held)) = first {
            director.plan = HandPlan::new(part, held, start.pose);
        }
        Ok(director)
    }

    /// Plan of the hand and its markers.
    pub(super) fn finish(mut self) -> (HandPlan, Vec<PlannedMarker>) {
        // By default a hand with any act is visible from the start, unless its first visibility act shows it.
        let shown_later = self.sights.first().is_some_and(|(_, hidden)| !hidden);
        let tracked = self.opening.hand(self.side).tracked.unwrap_or(self.used && !shown_later);
        let mut hidden_since = (!tracked).then_some(f64::MIN);
        for (time_secs, hidden) in self.sights {
            if hidden {
                hidden_since.get_or_insert(time_secs);
            } else if let Some(since) = hidden_since.take() {
                self.plan.hidden.push(TimeRange::new(since, time_secs));
            }
        }
        self.plan.hidden.extend(hidden_since.map(|since| TimeRange::new(since, f64::MAX)));
        (self.plan, self.markers)
    }

    /// Plans one act.
    pub(super) fn direct(
        &mut self,
        start_secs: f64,
        act: &HandAct,
        turn: Option<Turn>,
        offset: usize,
    ) -> Result<(), Fault> {
        self.used = true;
        self.turn = turn;
        if matches!(act, HandAct::Hide | HandAct::Show) {
            let last_secs = self.sights.last().map_or(0.0, |(time_secs, _)| *time_secs);
            busy("a hide or show is in progress", start_secs, last_secs, offset)?;
            self.sights.push((start_secs, matches!(act, HandAct::Hide)));
            return Ok(());
        }
        let (moves_wrist, fingers) = act.moves();
        let wrist = moves_wrist || turn.is_some();
        let free = |moves: bool, free_secs: f64| if moves { free_secs } else { 0.0 };
        let free_secs =
            free(wrist, self.wrist_free_secs).max(free(fingers, self.fingers_free_secs));
        let what = format!("the {} hand is busy", self.side);
        busy(&what, start_secs, free_secs, offset)?;
        let end_secs = self.plan_act(start_secs, act)?;
        if wrist {
            self.wrist_free_secs = end_secs;
        }
        if fingers {
            self.fingers_free_secs = end_secs;
        }
        Ok(())
    }

    /// Plans an act of an idle hand, and returns its end.
    fn plan_act(&mut self, start_secs: f64, act: &HandAct) -> Result<f64, Fault> {
        Ok(match act {
            HandAct::Move { to, part, pose, secs } => {
                let grip = pose.unwrap_or(self.plan.grip);
                if pose.is_some() {
                    self.plan.form(start_secs, *secs, grip);
                }
                self.lead(start_secs, *secs, grip, *part, *to)?
            }
            HandAct::Carry { to, arc, secs } => self.carry(start_secs, *secs, *to, *arc),
            HandAct::Pose { pose, secs } => {
                let end_secs = start_secs + secs;
                let palm = self.palm(start_secs);
                self.plan.form(start_secs, *secs, *pose);
                if let Some(turn) = self.turn {
                    let held = self.turned(end_secs, *pose, HandPart::Palm, palm, turn.offset)?;
                    let span = TimeRange::new(start_secs, end_secs);
                    self.plan.lead(self.model, span, HandPart::Palm, held, DVec3::ZERO);
                }
                end_secs
            }
            HandAct::Pinch { at, approach_secs, close_secs, hold_secs, open_secs } => {
                let there = self.approach(start_secs, *approach_secs, *at, PINCH)?;
                let closed = self.close(there, *close_secs, Grip::Pinch, "pinch");
                self.open_pinch(closed, closed + hold_secs, *open_secs)
            }
            HandAct::Drag { from, path, approach_secs, secs, hold_secs } => {
                let there = self.approach(start_secs, *approach_secs, *from, PINCH)?;
                let closed = self.close(there, PINCH_CLOSE_SECS, Grip::Pinch, "drag");
                let arrived = self.follow(closed, *secs, path)?;
                self.open_pinch(closed, arrived + hold_secs, PINCH_OPEN_SECS)
            }
            HandAct::Grab(grab) => self.grab(start_secs, grab)?,
            HandAct::Poke(poke) => self.poke(start_secs, poke)?,
            HandAct::Rest { secs } => {
                let end_secs = self.carry(start_secs, *secs, arm::rest(self.model), DVec3::ZERO);
                self.plan.form(start_secs, *secs, Grip::Relaxed);
                end_secs
            }
            HandAct::Hide | HandAct::Show => start_secs,
        })
    }

    fn grab(&mut self, start_secs: f64, grab: &Grab) -> Result<f64, Fault> {
        let Grab { at, to, approach_secs, secs, hold_secs, pinching } = grab;
        let there = self.approach(start_secs, *approach_secs, *at, GRASP)?;
        let closed = self.close(there, GRASP_SECS, Grip::Grasp, "grab");
        let arrived = match to {
            Some(to) => self.lead(closed, *secs, Grip::Grasp, HandPart::Grasp, *to)?,
            None => closed,
        };
        let opens = arrived + hold_secs;
        if *pinching {
            self.plan.pinches.push(TimeRange::new(tidy(closed), tidy(opens)));
        }
        self.moment(opens, "release");
        self.plan.form(opens, GRASP_SECS, Grip::Open);
        Ok(opens + GRASP_SECS)
    }

    fn poke(&mut self, start_secs: f64, poke: &Poke) -> Result<f64, Fault> {
        let Poke { at, along, depth_m, approach_secs, hold_secs } = poke;
        let pushes_secs = start_secs + approach_secs;
        let along = along.unwrap_or_else(|| self.head.ground(pushes_secs).forward());
        let off = |by_m: f64| Spot { in_world: at.in_world + along * by_m, ..*at };
        self.plan.form(start_secs, *approach_secs, Grip::Point);
        let lead = |this: &mut Self, start_secs: f64, secs: f64, to: Spot| {
            this.lead(start_secs, secs, Grip::Point, HandPart::IndexTip, to)
        };
        lead(self, start_secs, *approach_secs, off(-DRAWN_BACK_M))?;
        let pushed = lead(self, pushes_secs, PUSH_SECS, off(*depth_m))?;
        self.moment(pushed, "poke");
        lead(self, pushed + hold_secs, PUSH_SECS, off(-DRAWN_BACK_M))
    }

    /// Moves the hand to the point at which it will close, if the act has one; returns the arrival time.
    fn approach(
        &mut self,
        start_secs: f64,
        secs: f64,
        to: Option<Spot>,
        (ready, closed, part): (Grip, Grip, HandPart),
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

    fn open_pinch(&mut self, closed_secs: f64, opens_secs: f64, secs: f64) -> f64 {
        self.plan.pinches.push(TimeRange::new(tidy(closed_secs), tidy(opens_secs)));
        self.moment(opens_secs, "release");
        self.plan.form(opens_secs, secs, Grip::PinchReady);
        opens_secs + secs
    }

    /// Moves the pinch along a path; the duration of each segment is proportional to its length.
    fn follow(&mut self, start_secs: f64, secs: f64, path: &[Spot]) -> Result<f64, Fault> {
        let shape = self.plan.shape.at(start_secs);
        let wrist = self.plan.wrist(self.model, &shape, start_secs);
        let from = self.in_world(start_secs, wrist.point(self.model.part(&shape, HandPart::Pinch)));
        let before = [from].into_iter().chain(path.iter().map(|spot| spot.in_world));
        let ways: Vec<f64> = before.zip(path).map(|(a, b)| a.distance(b.in_world)).collect();
        let whole: f64 = ways.iter().sum();
        let end_secs = start_secs + secs;
        let (mut gone, mut now_secs) = (0.0, start_secs);
        for (spot, way) in path.iter().zip(ways) {
            gone += way;
            let share = if whole > 0.0 { gone / whole } else { 1.0 };
            let until_secs = (start_secs + secs * share).clamp(now_secs, end_secs);
            self.lead(now_secs, until_secs - now_secs, Grip::Pinch, HandPart::Pinch, *spot)?;
            now_secs = until_secs;
        }
        Ok(end_secs)
    }

    /// Moves a part of the hand to a point of the room and returns the arrival time.
    fn lead(
        &mut self,
        start_secs: f64,
        secs: f64,
        grip: Grip,
        part: HandPart,
        to: Spot,
    ) -> Result<f64, Fault> {
        let end_secs = start_secs + secs;
        let held = self.held(end_secs, grip, part, to)?;
        let span = TimeRange::new(start_secs, end_secs);
        self.plan.lead(self.model, span, part, held, DVec3::ZERO);
        Ok(end_secs)
    }

    /// Moves the wrist to a pose and returns the arrival time.
    fn carry(&mut self, start_secs: f64, secs: f64, to: Pose, arc: DVec3) -> f64 {
        let end_secs = start_secs + secs;
        self.plan.lead(self.model, TimeRange::new(start_secs, end_secs), HandPart::Wrist, to, arc);
        end_secs
    }

    /// Wrist pose for a part of the hand at a point of the room, relative to the body at that time.
    fn held(&self, time_secs: f64, grip: Grip, part: HandPart, at: Spot) -> Result<Pose, Fault> {
        let point = self.seen_from_body(time_secs, at.in_world);
        self.turned(time_secs, grip, part, point, at.offset)
    }

    /// Wrist pose for a part of the hand at a point in body space, with the rotation of the script or the natural one.
    fn turned(
        &self,
        time_secs: f64,
        grip: Grip,
        part: HandPart,
        point: DVec3,
        offset: usize,
    ) -> Result<Pose, Fault> {
        let (model, side) = (self.model, self.side);
        let natural = arm::held(grip, point);
        let rotation = match self.turn {
            None => natural,
            Some(turn) => {
                let ground = self.head.ground(time_secs);
                let led = Led { model, side, ground, grip, part, point, natural };
                led.rotation(turn).map_err(|message| Fault::at(turn.offset, message))?
            }
        };
        let position = point - rotation * model.part(&grip.shape(), part);
        if self.opening.arms {
            let missed_m = arm::reached(position).distance(position);
            if missed_m > 0.000_5 {
                let message = format!(
                    "the {side} hand cannot reach this point at {time_secs:.3} s: it is {missed_m:.2} m out of the arm's reach; walk \
                     first, or set reach = \"any\" at the top"
                );
                return Err(Fault::at(offset, message));
            }
            if let Some((turn, strain)) = self.turn.zip(arm::strain(&Pose { position, rotation })) {
                let message = format!(
                    "the {side} hand cannot have this rotation at {time_secs:.3} s: {strain}; choose another rotation or position, or set reach = \"any\" at the top"
                );
                return Err(Fault::at(turn.offset, message));
            }
        }
        Ok(Pose { position: point, rotation })
    }

    /// Palm at a time, in body space.
    fn palm(&self, time_secs: f64) -> DVec3 {
        let shape = self.plan.shape.at(time_secs);
        let wrist = self.plan.wrist(self.model, &shape, time_secs);
        wrist.point(self.model.part(&shape, HandPart::Palm))
    }

    fn seen_from_body(&self, time_secs: f64, in_world: DVec3) -> DVec3 {
        let point = self.head.ground(time_secs).local(in_world);
        if self.side == Side::Left { mirror(point) } else { point }
    }

    fn in_world(&self, time_secs: f64, point: DVec3) -> DVec3 {
        let point = if self.side == Side::Left { mirror(point) } else { point };
        self.head.ground(time_secs).point(point)
    }

    fn moment(&mut self, time_secs: f64, name: &str) {
        self.markers.push(PlannedMarker { time_secs, name: name.to_owned() });
    }
}

/// Shape of the hand on approach, shape when closed, and the part that is then at the point.
const PINCH: (Grip, Grip, HandPart) = (Grip::PinchReady, Grip::Pinch, HandPart::Pinch);
const GRASP: (Grip, Grip, HandPart) = (Grip::Open, Grip::Grasp, HandPart::Grasp);
