//! The body that carries it all: where it stands, how it sways and steps, and how the head sits on it.

use glam::DVec3;

use crate::math::{Pose, about_x, about_y, about_z};
use crate::motion::Blend;
use crate::noise::Wander;
use crate::plan::Plan;
use crate::rng;

/// Where the feet are and where the chest faces.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Stance {
    pub(crate) x_m: f64,
    pub(crate) z_m: f64,
    pub(crate) yaw_deg: f64,
}

impl Stance {
    /// The space of the body: on the floor, z ahead.
    pub(crate) fn ground(&self) -> Pose {
        Pose { position: DVec3::new(self.x_m, 0.0, self.z_m), rotation: about_y(self.yaw_deg) }
    }
}

impl Blend for Stance {
    fn blend(from: Self, to: Self, share: f64) -> Self {
        Self {
            x_m: f64::blend(from.x_m, to.x_m, share),
            z_m: f64::blend(from.z_m, to.z_m, share),
            yaw_deg: f64::blend(from.yaw_deg, to.yaw_deg, share),
        }
    }
}

/// How the head is turned on the shoulders.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Look {
    pub(crate) yaw_deg: f64,
    pub(crate) pitch_deg: f64,
}

impl Look {
    /// Roughly where the eyes are, in the space of the body.
    pub(crate) const EYES: DVec3 = DVec3::new(0.0, 1.64, 0.09);
}

impl Blend for Look {
    fn blend(from: Self, to: Self, share: f64) -> Self {
        Self {
            yaw_deg: f64::blend(from.yaw_deg, to.yaw_deg, share),
            pitch_deg: f64::blend(from.pitch_deg, to.pitch_deg, share),
        }
    }
}

/// The joint that the head nods about, and the headset as seen from it.
const NECK: DVec3 = DVec3::new(0.0, 1.53, -0.03);
const HEADSET: DVec3 = DVec3::new(0.0, 0.12, 0.11);
const STEPS_PER_SEC: f64 = 1.75;

/// One person's way of standing.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    taller_m: f64,
    sway: Wander,
    shiver: Wander,
    restless: Wander,
}

impl Body {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            taller_m: rng::Rng::new(seed).between(-0.03, 0.03),
            sway: Wander::new(rng::derive(seed, 1), 2.3),
            shiver: Wander::new(rng::derive(seed, 2), 0.45),
            restless: Wander::new(rng::derive(seed, 3), 1.4),
        }
    }

    /// How far the trunk is from where it stands, in its own space: swaying, breathing, and the gait.
    pub(crate) fn sway(&self, plan: &Plan, time_secs: f64) -> DVec3 {
        let sway = self.sway.at(time_secs) * DVec3::new(0.012, 0.002, 0.014);
        let shiver = self.shiver.at(time_secs) * 0.001;
        let breath = 0.0015 * libm::sin(time_secs * (core::f64::consts::TAU * 0.24));
        sway + shiver + DVec3::new(0.0, breath, 0.0) + gait(plan, time_secs)
    }

    /// The headset's pose in the room.
    pub(crate) fn head(&self, plan: &Plan, time_secs: f64) -> Pose {
        let ground = plan.stance.at(time_secs).ground();
        let look = plan.look.at(time_secs);
        let idle = self.restless.at(time_secs);
        let rotation = about_y(look.yaw_deg + idle.y * 2.0)
            * about_x(look.pitch_deg + idle.x * 1.5)
            * about_z(idle.z * 1.2 - look.yaw_deg * 0.05);
        let neck = NECK + DVec3::new(0.0, self.taller_m, 0.0) + self.sway(plan, time_secs);
        ground.then(&Pose { position: neck + rotation * HEADSET, rotation })
    }
}

/// The trunk rises with every step and leans over the standing foot, the more the faster it goes.
fn gait(plan: &Plan, time_secs: f64) -> DVec3 {
    const AROUND_SECS: f64 = 0.05;
    let before = plan.stance.at(time_secs - AROUND_SECS).ground().position;
    let after = plan.stance.at(time_secs + AROUND_SECS).ground().position;
    let speed = before.distance(after) / (2.0 * AROUND_SECS);
    if speed == 0.0 {
        return DVec3::ZERO;
    }
    let stride = time_secs * (core::f64::consts::PI * STEPS_PER_SEC);
    let vigour = speed.min(1.2);
    DVec3::new(0.018 * libm::sin(stride), 0.016 * libm::sin(2.0 * stride + 0.6), 0.0) * vigour
}
