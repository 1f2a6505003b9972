//! Everything a performance needs, ready to be filmed at any moment.

use glam::DVec3;
use reenact::hand::Side;

use crate::body::Body;
use crate::device::{Device, HandSensor};
use crate::gaze::{Gaze, Ray};
use crate::grip::Shape;
use crate::hand_model::{HandModel, JOINTS, PALM};
use crate::math::{Pose, small_rotation};
use crate::motion::{Span, any_contains};
use crate::noise::{Jitter, Wander, bells};
use crate::plan::{Moment, Plan, Planner};
use crate::rng::{self, Rng};
use crate::script::Cue;
use crate::tracking;

/// A person with a plan, in front of a headset's sensors.
#[derive(Debug)]
pub(crate) struct Stage {
    model: HandModel,
    body: Body,
    plan: Plan,
    gaze: Gaze,
    left: Sensed,
    right: Sensed,
    seed: u64,
}

/// What is one hand's own: when it is lost, how it trembles, how its tracker errs.
#[derive(Debug)]
struct Sensed {
    lost: Vec<Span>,
    tremor: Tremor,
    jitter: Jitter,
    /// Errors of a real device, where one is simulated.
    sensor: Option<HandSensor>,
}

/// All that the headset records at one moment.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) camera: Pose,
    pub(crate) gaze: Ray,
    pub(crate) left: Option<HandFrame>,
    pub(crate) right: Option<HandFrame>,
}

/// One tracked hand at one moment.
#[derive(Debug)]
pub(crate) struct HandFrame {
    pub(crate) pinching: bool,
    pub(crate) joints: [Pose; JOINTS],
}

/// The seed of each part of a performance, so that a change in one leaves the others as they were.
mod part {
    pub(super) const PERSON: u64 = 1;
    pub(super) const SCRIPT: u64 = 2;
    pub(super) const PLAN: u64 = 3;
    pub(super) const GAZE: u64 = 4;
    pub(super) const CAMERA: u64 = 5;
    pub(super) const LEFT: u64 = 6;
    pub(super) const RIGHT: u64 = 7;
}

/// The hands of the person that a seed stands for: within 5 % of the mean size.
fn model(seed: u64) -> HandModel {
    HandModel::new(Rng::new(rng::derive(seed, part::PERSON)).between(0.95, 1.05))
}

/// When a script is over, and then a little.
pub(crate) fn length_secs(cues: &[Cue], seed: u64) -> f64 {
    let model = model(seed);
    let mut planner = Planner::new(&model, rng::derive(seed, part::PLAN));
    for cue in cues {
        planner.play(cue);
    }
    planner.now_secs() + 0.5
}

impl Stage {
    /// Plays the cues that `next` gives until `end_secs` is filled or there are no more; `next` is told the time and
    /// has random numbers of its own.
    pub(crate) fn new(
        end_secs: f64,
        seed: u64,
        device: Device,
        mut next: impl FnMut(f64, &mut Rng) -> Option<Cue>,
    ) -> Self {
        let model = model(seed);
        let mut script_rng = Rng::new(rng::derive(seed, part::SCRIPT));
        let mut planner = Planner::new(&model, rng::derive(seed, part::PLAN));
        while planner.now_secs() < end_secs {
            let Some(cue) = next(planner.now_secs(), &mut script_rng) else { break };
            planner.play(&cue);
        }
        let plan = planner.finish();
        let body = Body::new(rng::derive(seed, part::PERSON));
        let gaze = Gaze::new(&plan, &body, end_secs, rng::derive(seed, part::GAZE));
        let sensed = |side: Side, part: u64| {
            let seed = rng::derive(seed, part);
            let tremor = Tremor::new(rng::derive(seed, 1));
            let see = |side, t| (body.head(&plan, t), palm(&plan, &body, &model, side, t));
            let lost =
                tracking::lost(end_secs, &plan.hand(side).pinches, rng::derive(seed, 2), side, see);
            let sensor = match device {
                Device::Ideal => None,
                Device::HoloLens2 => Some(HandSensor::new(rng::derive(seed, 4))),
            };
            Sensed { lost, tremor, jitter: Jitter::new(rng::derive(seed, 3)), sensor }
        };
        let (left, right) = (sensed(Side::Left, part::LEFT), sensed(Side::Right, part::RIGHT));
        Self { model, body, plan, gaze, left, right, seed }
    }

    /// The named moments, by time.
    pub(crate) fn moments(&self) -> &[Moment] {
        &self.plan.moments
    }

    /// Films one frame. The number only tells one frame's sensor noise from another's.
    pub(crate) fn frame(&self, time_secs: f64, number: u64) -> Frame {
        let head = self.body.head(&self.plan, time_secs);
        let mut white = Rng::new(rng::derive(rng::derive(self.seed, part::CAMERA), number));
        let camera = Pose {
            position: head.position + bells(&mut white) * 0.000_04,
            rotation: (head.rotation * small_rotation(bells(&mut white) * 0.01)).normalize(),
        };
        Frame {
            camera,
            gaze: self.gaze.at(&camera, time_secs, number),
            left: self.hand(Side::Left, time_secs, number),
            right: self.hand(Side::Right, time_secs, number),
        }
    }

    fn hand(&self, side: Side, time_secs: f64, number: u64) -> Option<HandFrame> {
        let sensed = match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        };
        if any_contains(&sensed.lost, time_secs) {
            return None;
        }
        let planned = self.plan.hand(side);
        let shape = sensed.tremor.fidget(planned.shape.at(time_secs), time_secs);
        let mut wrist = wrist(&self.plan, &self.body, side, time_secs);
        sensed.tremor.shake(&mut wrist, shape.firm, time_secs);
        let mut joints = self.model.joints(&shape).map(|joint| {
            wrist.then(&match side {
                Side::Left => joint.mirrored(),
                Side::Right => joint,
            })
        });
        sensed.jitter.disturb(&mut joints, time_secs, number);
        if let Some(sensor) = &sensed.sensor {
            sensor.disturb(&mut joints, time_secs, number);
        }
        Some(HandFrame { pinching: any_contains(&planned.pinches, time_secs), joints })
    }
}

/// The wrist in the room, as planned.
fn wrist(plan: &Plan, body: &Body, side: Side, time_secs: f64) -> Pose {
    let hand = plan.hand(side);
    let mut wrist = hand.wrist.at(time_secs);
    wrist.position += hand.arcs.at(time_secs);
    if side == Side::Left {
        wrist = wrist.mirrored();
    }
    // Hands take part in what the trunk does, but not fully: arms are soft.
    wrist.position += body.sway(plan, time_secs) * 0.6;
    plan.stance.at(time_secs).ground().then(&wrist)
}

fn palm(plan: &Plan, body: &Body, model: &HandModel, side: Side, time_secs: f64) -> DVec3 {
    let local = model.joints(&plan.hand(side).shape.at(time_secs));
    // The palm is in the middle of the hand: its mirror image is itself.
    local
        .get(PALM)
        .map_or(DVec3::ZERO, |palm| wrist(plan, body, side, time_secs).point(palm.position))
}

/// What living hands do all the time.
#[derive(Debug)]
pub(crate) struct Tremor {
    drift: Wander,
    turn: Wander,
    quiver: Wander,
    fingers: [Wander; 5],
}

impl Tremor {
    pub(crate) fn new(seed: u64) -> Self {
        let finger = |n: u64| Wander::new(rng::derive(seed, 10 + n), 1.3);
        Self {
            drift: Wander::new(rng::derive(seed, 1), 2.1),
            turn: Wander::new(rng::derive(seed, 2), 1.7),
            quiver: Wander::new(rng::derive(seed, 3), 0.09),
            fingers: [finger(0), finger(1), finger(2), finger(3), finger(4)],
        }
    }

    /// A relaxed hand drifts, a working one less so, and both quiver a little at some 10 Hz.
    fn shake(&self, wrist: &mut Pose, firm: f64, time_secs: f64) {
        let ease = 1.0 - 0.6 * firm;
        wrist.position +=
            self.drift.at(time_secs) * (0.007 * ease) + self.quiver.at(time_secs) * 0.000_25;
        wrist.rotation =
            (wrist.rotation * small_rotation(self.turn.at(time_secs) * (3.0 * ease))).normalize();
    }

    /// Fingers that hold nothing are never quite still.
    pub(crate) fn fidget(&self, mut shape: Shape, time_secs: f64) -> Shape {
        let ease = 1.0 - shape.firm;
        let [thumb, fingers @ ..] = &self.fingers;
        let off = thumb.at(time_secs) * ease;
        shape.thumb.oppose += off.x * 3.0;
        shape.thumb.spread += off.y * 2.5;
        shape.thumb.tip += off.z * 4.0;
        for (finger, wander) in shape.fingers.iter_mut().zip(fingers) {
            let off = wander.at(time_secs) * ease;
            finger.knuckle += off.x * 4.0;
            finger.middle += off.y * 5.0;
            finger.spread += off.z * 1.5;
        }
        shape.within_limits()
    }
}
