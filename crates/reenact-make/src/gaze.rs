//! Where the eyes look: they rest on a point, jump to the next, and never glide.
//!
//! A fixation lasts 0.2 to 0.6 s and stays on its point of the room while the head moves. A saccade between two lasts
//! 20 to 60 ms, the longer the wider (Bahill, Clark and Stark, 1975), and spans 2° to 25°; what is further away takes
//! several, and the head's help.

use glam::DVec3;

use crate::body::Body;
use crate::math::{Pose, about_x, about_y, angle_deg, frame, slerp_direction, small_rotation};
use crate::motion::minimum_jerk;
use crate::noise::{Wander, bells};
use crate::plan::Plan;
use crate::rng::{self, Rng};

/// A ray that starts between the eyes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ray {
    pub(crate) origin: DVec3,
    pub(crate) direction: DVec3,
}

/// Between the eyes, as seen from the headset's pose.
pub(crate) const EYES: DVec3 = DVec3::new(0.0, -0.012, 0.019);
const SMALLEST_DEG: f64 = 2.2;
const WIDEST_DEG: f64 = 24.0;
/// How far the eyes are turned in the head before they leave the rest to it.
const COMFORT_DEG: f64 = 27.0;
/// How far around the point in mind the eyes go to and fro.
const SCATTER_DEG: f64 = 4.5;
const DRIFT_DEG: f64 = 0.2;
const WHITE_DEG: f64 = 0.05;

#[derive(Debug, Clone, Copy)]
struct Fixation {
    /// The jump to it starts here …
    leaves_secs: f64,
    /// … and ends here.
    lands_secs: f64,
    point: DVec3,
}

/// Everything the eyes do in a performance.
#[derive(Debug, Clone)]
pub(crate) struct Gaze {
    fixations: Vec<Fixation>,
    drift: Wander,
    seed: u64,
}

impl Gaze {
    /// Works out all fixations up to `end_secs`.
    pub(crate) fn new(plan: &Plan, body: &Body, end_secs: f64, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut now_secs = 0.0;
        let first = choose(plan, &body.head(plan, 0.0), 0.0, None, &mut rng);
        let mut last = Fixation { leaves_secs: -1.0, lands_secs: -1.0, point: first };
        let mut fixations = vec![last];
        while now_secs < end_secs {
            let planned_secs = now_secs + rng.between(0.24, 0.58);
            now_secs = interrupted(plan, now_secs, planned_secs);
            let head = body.head(plan, now_secs);
            let point = choose(plan, &head, now_secs, Some(last.point), &mut rng);
            let eyes = head.point(EYES);
            let wide_deg = angle_deg(point - eyes, last.point - eyes);
            let jump_secs = (0.021 + 0.002_2 * wide_deg).clamp(0.02, 0.06);
            last = Fixation { leaves_secs: now_secs, lands_secs: now_secs + jump_secs, point };
            fixations.push(last);
        }
        let drift = Wander::new(rng::derive(seed, 1), 0.11);
        Self { fixations, drift, seed: rng::derive(seed, 2) }
    }

    /// The ray at a time, from a head that is there.
    pub(crate) fn at(&self, head: &Pose, time_secs: f64, frame_number: u64) -> Ray {
        let origin = head.point(EYES);
        let after = self.fixations.partition_point(|f| f.leaves_secs <= time_secs);
        let nth = |back: usize| after.checked_sub(back).and_then(|i| self.fixations.get(i));
        let towards = |f: &Fixation| (f.point - origin).normalize_or(head.forward());
        let direction = match (nth(1), nth(2)) {
            (Some(now), Some(before)) if time_secs < now.lands_secs => {
                let share = (time_secs - now.leaves_secs) / (now.lands_secs - now.leaves_secs);
                slerp_direction(towards(before), towards(now), minimum_jerk(share))
            }
            (Some(now), _) => towards(now),
            (None, _) => head.forward(),
        };
        let mut white = Rng::new(rng::derive(self.seed, frame_number));
        let tremor = self.drift.at(time_secs) * DRIFT_DEG + bells(&mut white) * WHITE_DEG;
        Ray { origin, direction: (small_rotation(tremor) * direction).normalize() }
    }
}

/// When a fixation really ends: earlier than planned if something else comes to mind, but not at once.
fn interrupted(plan: &Plan, now_secs: f64, planned_secs: f64) -> f64 {
    let next = plan.attention.partition_point(|a| a.time_secs <= now_secs);
    match plan.attention.get(next) {
        Some(a) if a.time_secs < planned_secs => a.time_secs.max(now_secs + 0.2),
        _ => planned_secs,
    }
}

/// The next point to rest the eyes on: near what is in mind, and a jump away from the last one.
fn choose(plan: &Plan, head: &Pose, time_secs: f64, last: Option<DVec3>, rng: &mut Rng) -> DVec3 {
    let eyes = head.point(EYES);
    let minded = plan.attention.partition_point(|a| a.time_secs <= time_secs);
    let in_mind = minded.checked_sub(1).and_then(|i| plan.attention.get(i));
    let target = in_mind.map_or(head.point(DVec3::Z), |a| a.point_in_world) - eyes;
    let distance = target.length().max(0.2);
    let wanted = within(head.forward(), target.normalize_or(head.forward()), COMFORT_DEG);
    let from = last.map(|point| (point - eyes).normalize_or(wanted));

    let mut direction = wanted;
    for _ in 0..12 {
        direction = scattered(wanted, rng);
        let far_enough = from.is_none_or(|from| angle_deg(from, direction) >= SMALLEST_DEG);
        // Eyes that look exactly where the head points would be no eyes at all.
        if far_enough && angle_deg(head.forward(), direction) > 1.5 {
            break;
        }
    }
    if let Some(from) = from {
        direction = within(from, direction, WIDEST_DEG);
    }
    eyes + direction * distance
}

/// `direction`, or as far towards it as `most_deg` from `centre` allows.
fn within(centre: DVec3, direction: DVec3, most_deg: f64) -> DVec3 {
    let angle = angle_deg(centre, direction);
    if angle <= most_deg { direction } else { slerp_direction(centre, direction, most_deg / angle) }
}

fn scattered(direction: DVec3, rng: &mut Rng) -> DVec3 {
    let mut off = || rng.between(-SCATTER_DEG, SCATTER_DEG);
    frame(direction, DVec3::Y) * (about_y(off()) * about_x(off() * 0.8) * DVec3::Z)
}
