//! Simulated sensors: what the headset measures of a plan at any time.

use glam::DVec3;
use reenact::hand::Side;

use crate::body::Body;
use crate::device::{Device, HandSensor};
use crate::gaze::{Gaze, Ray};
use crate::hand_model::{JOINTS, PALM};
use crate::manner::Manner;
use crate::math::{Pose, small_rotation};
use crate::motion::{TimeRange, any_contains};
use crate::noise::{Jitter, bells};
use crate::plan::Plan;
use crate::rng::{self, Rng};
use crate::tracking;
use crate::tremor::Tremor;

/// Person with a plan, as seen by the sensors of a headset.
#[derive(Debug)]
pub(crate) struct Stage<'a> {
    plan: &'a Plan,
    manner: Manner,
    body: Body,
    gaze: Gaze,
    left: Sensed,
    right: Sensed,
    seed: u64,
}

/// Tracking loss, tremor and sensor errors of one hand.
#[derive(Debug)]
struct Sensed {
    lost: Vec<TimeRange>,
    tremor: Tremor,
    jitter: Jitter,
    /// Errors of a real device, if one is simulated.
    sensor: Option<HandSensor>,
}

/// All measurements of the headset at one time.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) camera: Pose,
    pub(crate) gaze: Ray,
    pub(crate) left: Option<SeenHand>,
    pub(crate) right: Option<SeenHand>,
}

/// One tracked hand at one time.
#[derive(Debug)]
pub(crate) struct SeenHand {
    pub(crate) pinching: bool,
    pub(crate) joints: [Pose; JOINTS],
}

/// Seed of each part of a performance, so that a change in one does not affect the others.
pub(crate) mod part {
    pub(crate) const PERSON: u64 = 1;
    pub(crate) const IDEAS: u64 = 2;
    pub(crate) const ACTS: u64 = 3;
    pub(super) const GAZE: u64 = 4;
    pub(super) const CAMERA: u64 = 5;
    pub(super) const LEFT: u64 = 6;
    pub(super) const RIGHT: u64 = 7;
}

impl<'a> Stage<'a> {
    /// Precomputes everything that does not depend on the frame rate, up to `end_secs`.
    pub(crate) fn new(
        plan: &'a Plan,
        manner: Manner,
        device: Device,
        seed: u64,
        end_secs: f64,
    ) -> Self {
        let body = Body::new(manner, rng::derive(seed, part::PERSON));
        let gaze = Gaze::new(plan, &body, manner, end_secs, rng::derive(seed, part::GAZE));
        let sensed = |side: Side, part: u64| {
            let seed = rng::derive(seed, part);
            let planned = plan.hand(side);
            let see = |t| (body.head(plan, t), palm(plan, &body, manner, side, t));
            let lost = if manner.loses_hands {
                tracking::lost(end_secs, &planned.pinches, rng::derive(seed, 2), see)
            } else {
                planned.hidden.clone()
            };
            let sensor = match device {
                Device::Ideal => None,
                Device::HoloLens2 => Some(HandSensor::new(rng::derive(seed, 4))),
            };
            let tremor = Tremor::new(manner, rng::derive(seed, 1));
            Sensed { lost, tremor, jitter: Jitter::new(rng::derive(seed, 3)), sensor }
        };
        let (left, right) = (sensed(Side::Left, part::LEFT), sensed(Side::Right, part::RIGHT));
        Self { plan, manner, body, gaze, left, right, seed }
    }

    /// Measurements at a time. `number` seeds the sensor noise of the frame.
    pub(crate) fn frame(&self, time_secs: f64, number: u64) -> Seen {
        let head = self.body.head(self.plan, time_secs);
        let mut white = Rng::new(rng::derive(rng::derive(self.seed, part::CAMERA), number));
        let mut bells = || bells(&mut white) * self.manner.sensors;
        let camera = Pose {
            position: head.position + bells() * 0.000_04,
            rotation: (head.rotation * small_rotation(bells() * 0.01)).normalize(),
        };
        Seen {
            camera,
            gaze: self.gaze.at(self.plan, &camera, time_secs, number),
            left: self.hand(Side::Left, time_secs, number),
            right: self.hand(Side::Right, time_secs, number),
        }
    }

    fn hand(&self, side: Side, time_secs: f64, number: u64) -> Option<SeenHand> {
        let sensed = match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        };
        if any_contains(&sensed.lost, time_secs) {
            return None;
        }
        let (plan, planned) = (self.plan, self.plan.hand(side));
        let shape = sensed.tremor.fidget(planned.shape.at(time_secs), time_secs);
        // Uses the actual shape, so that the guided part is exactly at its target.
        let wrist = planned.wrist(&plan.model, &shape, time_secs);
        let mut wrist = in_room(plan, &self.body, self.manner, side, wrist, time_secs);
        sensed.tremor.shake(&mut wrist, shape.firm, time_secs);
        let mut joints = plan.model.joints(&shape).map(|joint| {
            wrist.then(&match side {
                Side::Left => joint.mirrored(),
                Side::Right => joint,
            })
        });
        if self.manner.sensors > 0.0 {
            sensed.jitter.disturb(&mut joints, time_secs, number);
        }
        if let Some(sensor) = &sensed.sensor {
            sensor.disturb(&mut joints, time_secs, number);
        }
        Some(SeenHand { pinching: any_contains(&planned.pinches, time_secs), joints })
    }
}

/// Transforms a planned wrist to room space.
fn in_room(
    plan: &Plan,
    body: &Body,
    manner: Manner,
    side: Side,
    wrist: Pose,
    time_secs: f64,
) -> Pose {
    let mut wrist = if side == Side::Left { wrist.mirrored() } else { wrist };
    // Hands follow the trunk only partly: arms are compliant.
    wrist.position += body.sway(plan, time_secs) * manner.hands_sway;
    plan.head.ground(time_secs).then(&wrist)
}

/// Planned palm in room space.
fn palm(plan: &Plan, body: &Body, manner: Manner, side: Side, time_secs: f64) -> DVec3 {
    let planned = plan.hand(side);
    let shape = planned.shape.at(time_secs);
    let wrist = planned.wrist(&plan.model, &shape, time_secs);
    // The palm is on the mirror plane of the hand, so it needs no mirroring.
    plan.model.joints(&shape).get(PALM).map_or(DVec3::ZERO, |palm| {
        in_room(plan, body, manner, side, wrist, time_secs).point(palm.position)
    })
}
