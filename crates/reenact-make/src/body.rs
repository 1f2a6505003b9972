//! Trunk and head motion on top of the plan: sway, breathing and steps.

use glam::DVec3;

use crate::manner::Manner;
use crate::math::{Pose, about_x, about_y, about_z};
use crate::noise::Wander;
use crate::plan::Plan;
use crate::rng;

/// Pose of the headset in body space, for a person who looks straight ahead.
pub(crate) const HEADSET: DVec3 = DVec3::new(0.0, 1.65, 0.08);
/// Position of the headset relative to the joint about which the head nods.
const FROM_NECK: DVec3 = DVec3::new(0.0, 0.12, 0.11);
const STEPS_PER_SEC: f64 = 1.75;

/// Posture and sway of one person.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    manner: Manner,
    taller_m: f64,
    sway: Wander,
    shiver: Wander,
    restless: Wander,
}

impl Body {
    pub(crate) fn new(manner: Manner, seed: u64) -> Self {
        Self {
            manner,
            taller_m: rng::Rng::new(seed).between(-manner.taller_m, manner.taller_m),
            sway: Wander::new(rng::derive(seed, 1), 2.3),
            shiver: Wander::new(rng::derive(seed, 2), 0.45),
            restless: Wander::new(rng::derive(seed, 3), 1.4),
        }
    }

    /// Offset of the trunk from its planned position, in the space of the body: sway, breathing and gait.
    pub(crate) fn sway(&self, plan: &Plan, time_secs: f64) -> DVec3 {
        let Manner { sway_m, shiver_m, breath_m, .. } = self.manner;
        let mut sway = self.sway.at(time_secs);
        if self.manner.starts_in_place {
            sway -= self.sway.at(0.0);
        }
        let shiver = self.shiver.at(time_secs) * shiver_m;
        let breath = breath_m * libm::sin(time_secs * (core::f64::consts::TAU * 0.24));
        sway * sway_m + shiver + DVec3::new(0.0, breath, 0.0) + self.gait(plan, time_secs)
    }

    /// The headset's pose in the room.
    pub(crate) fn head(&self, plan: &Plan, time_secs: f64) -> Pose {
        let ground = plan.head.ground(time_secs);
        let upright = HEADSET + DVec3::new(0.0, self.taller_m, 0.0) + self.sway(plan, time_secs);
        let (yaw, pitch) = plan.head.yaw_pitch_deg(ground.point(upright), time_secs);
        let yaw = yaw - plan.head.stand.at(time_secs).yaw_deg;
        let idle = self.restless.at(time_secs) * self.manner.restless_deg;
        let rotation = about_y(yaw + idle.y)
            * about_x(pitch + idle.x)
            * about_z(idle.z - yaw * self.manner.lean);
        let nod = (rotation * FROM_NECK - FROM_NECK) * self.manner.neck;
        ground.then(&Pose { position: upright + nod, rotation })
    }

    /// Vertical and lateral motion of the trunk while walking, in proportion to the speed.
    fn gait(&self, plan: &Plan, time_secs: f64) -> DVec3 {
        const AROUND_SECS: f64 = 0.05;
        let before = plan.head.ground(time_secs - AROUND_SECS).position;
        let after = plan.head.ground(time_secs + AROUND_SECS).position;
        let speed = before.distance(after) / (2.0 * AROUND_SECS);
        if speed == 0.0 {
            return DVec3::ZERO;
        }
        let stride = time_secs * (core::f64::consts::PI * STEPS_PER_SEC);
        let vigour = speed.min(1.2) * self.manner.gait;
        DVec3::new(0.018 * libm::sin(stride), 0.016 * libm::sin(2.0 * stride + 0.6), 0.0) * vigour
    }
}
