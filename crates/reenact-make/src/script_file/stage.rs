//! A script in front of the headset's sensors.
//!
//! With noise, the person sways and the sensors err, but who looks at a point looks there, and a hand that is led to a
//! point gets there: all of it together is less than 5 mm and 1°.

use glam::DVec3;
use reenact::hand::Side;

use super::plan::Plan;
use super::settings::Settings;
use crate::gaze::{EYES, Ray};
use crate::math::{Pose, small_rotation};
use crate::motion::any_contains;
use crate::noise::{Jitter, Wander, bells};
use crate::rng::{self, Rng};
use crate::stage::{Frame, HandFrame, Tremor};

/// What never holds still.
struct Noise {
    sway: Wander,
    nod: Wander,
    drift: Wander,
    seed: u64,
    left: HandNoise,
    right: HandNoise,
}

struct HandNoise {
    fidget: Tremor,
    drift: Wander,
    jitter: Jitter,
}

impl Noise {
    fn new(seed: u64) -> Self {
        let hand = |part: u64| {
            let seed = rng::derive(seed, part);
            HandNoise {
                fidget: Tremor::new(rng::derive(seed, 1)),
                drift: Wander::new(rng::derive(seed, 2), 1.9),
                jitter: Jitter::new(rng::derive(seed, 3)),
            }
        };
        Self {
            sway: Wander::new(rng::derive(seed, 1), 2.3),
            nod: Wander::new(rng::derive(seed, 2), 1.4),
            drift: Wander::new(rng::derive(seed, 3), 0.11),
            seed: rng::derive(seed, 4),
            left: hand(5),
            right: hand(6),
        }
    }

    const fn hand(&self, side: Side) -> &HandNoise {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

/// A plan that can be filmed.
pub(super) struct Stage<'a> {
    plan: &'a Plan,
    noise: Option<Noise>,
}

impl<'a> Stage<'a> {
    pub(super) fn new(plan: &'a Plan, settings: &Settings) -> Self {
        Self { plan, noise: settings.noise.then(|| Noise::new(settings.seed)) }
    }

    /// Films one frame. The number only tells one frame's sensor noise from another's.
    pub(super) fn frame(&self, time_secs: f64, number: u64) -> Frame {
        let camera = self.camera(time_secs, number);
        let origin = camera.point(EYES);
        let mut direction = self.plan.head.gaze(&camera, origin, time_secs);
        if let Some(noise) = &self.noise {
            let mut white = Rng::new(rng::derive(rng::derive(noise.seed, 1), number));
            let tremor = noise.drift.at(time_secs) * 0.2 + bells(&mut white) * 0.05;
            direction = (small_rotation(tremor) * direction).normalize();
        }
        Frame {
            camera,
            gaze: Ray { origin, direction },
            left: self.hand(Side::Left, time_secs, number),
            right: self.hand(Side::Right, time_secs, number),
        }
    }

    fn camera(&self, time_secs: f64, number: u64) -> Pose {
        let mut position = self.plan.head.stand.at(time_secs).head;
        if let Some(noise) = &self.noise {
            // The head starts where the script says.
            let sway = noise.sway.at(time_secs) - noise.sway.at(0.0);
            position += sway * DVec3::new(0.008, 0.002, 0.009);
        }
        let mut rotation = self.plan.head.rotation(position, time_secs);
        if let Some(noise) = &self.noise {
            let mut white = Rng::new(rng::derive(rng::derive(noise.seed, 2), number));
            position += bells(&mut white) * 0.000_04;
            let nod = noise.nod.at(time_secs) * 0.25 + bells(&mut white) * 0.01;
            rotation = (rotation * small_rotation(nod)).normalize();
        }
        Pose { position, rotation }
    }

    fn hand(&self, side: Side, time_secs: f64, number: u64) -> Option<HandFrame> {
        let hand = self.plan.hand(side);
        if any_contains(&hand.hidden, time_secs) {
            return None;
        }
        let noise = self.noise.as_ref().map(|noise| noise.hand(side));
        let mut shape = hand.shape.at(time_secs);
        if let Some(noise) = noise {
            shape = noise.fidget.fidget(shape, time_secs);
        }
        // Of the shape as it is, so that the part that is led is where it is led to.
        let mut wrist = hand.wrist(&self.plan.model, &shape, time_secs);
        if side == Side::Left {
            wrist = wrist.mirrored();
        }
        let mut wrist = self.plan.head.stand.at(time_secs).ground().then(&wrist);
        if let Some(noise) = noise {
            wrist.position += noise.drift.at(time_secs) * 0.001_2;
        }
        let mut joints = self.plan.model.joints(&shape).map(|joint| {
            wrist.then(&match side {
                Side::Left => joint.mirrored(),
                Side::Right => joint,
            })
        });
        if let Some(noise) = noise {
            noise.jitter.disturb(&mut joints, time_secs, number);
        }
        Some(HandFrame { pinching: any_contains(&hand.pinches, time_secs), joints })
    }
}
