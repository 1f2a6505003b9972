//! Gaze: fixations and saccades.
//!
//! Eyes that [scan](Manner::scans) make fixations around their target. A fixation lasts 0.2 to 0.6 s and stays on its point of
//! the room while the head moves. A saccade lasts 20 to 60 ms, longer for larger amplitudes (Bahill, Clark and Stark, 1975), and
//! spans 2° to 25°; larger angles take several saccades, and a movement of the head.

use glam::DVec3;

use crate::body::Body;
use crate::manner::Manner;
use crate::math::{Pose, about_x, about_y, angle_deg, frame, slerp_direction, small_rotation};
use crate::motion::{TimeRange, minimum_jerk};
use crate::noise::{Wander, bells};
use crate::plan::{Focus, Plan};
use crate::rng::{self, Rng};

/// Ray that starts between the eyes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ray {
    pub(crate) origin: DVec3,
    pub(crate) direction: DVec3,
}

/// Point between the eyes, relative to the headset.
const EYES: DVec3 = DVec3::new(0.0, -0.012, 0.019);
const SMALLEST_DEG: f64 = 2.2;
const WIDEST_DEG: f64 = 24.0;
/// Largest angle of the eyes in the head.
const COMFORT_DEG: f64 = 27.0;
/// Scatter of fixations around their target.
const SCATTER_DEG: f64 = 4.5;
const DRIFT_DEG: f64 = 0.2;
const WHITE_DEG: f64 = 0.05;

/// Duration of a jump of eyes that do not scan.
const JUMP_SECS: f64 = 0.04;

#[derive(Debug, Clone, Copy)]
struct Fixation {
    /// Time range of the jump to it.
    jump: TimeRange,
    point: DVec3,
}

/// All eye movements of a performance.
#[derive(Debug, Clone)]
pub(crate) struct Gaze {
    /// Fixations in order of time; empty if the eyes look exactly at their target.
    fixations: Vec<Fixation>,
    drift: Wander,
    /// Scale of the tracker's noise.
    sensors: f64,
    seed: u64,
}

impl Gaze {
    /// Computes all fixations up to `end_secs`.
    pub(crate) fn new(plan: &Plan, body: &Body, manner: Manner, end_secs: f64, seed: u64) -> Self {
        let fixations =
            if manner.scans { fixations(plan, body, end_secs, seed) } else { Vec::new() };
        let drift = Wander::new(rng::derive(seed, 1), 0.11);
        Self { fixations, drift, sensors: manner.sensors, seed: rng::derive(seed, 2) }
    }

    /// Gaze ray at a time, for a given head pose.
    pub(crate) fn at(&self, plan: &Plan, head: &Pose, time_secs: f64, frame_number: u64) -> Ray {
        let origin = head.point(EYES);
        let towards = |focus: Focus| match focus {
            Focus::Ahead => head.forward(),
            Focus::Point(point) => (point - origin).normalize_or(head.forward()),
        };
        let (before, jump, now) = self.looked_at(plan, time_secs);
        let direction = if time_secs < jump.end_secs {
            let share = minimum_jerk(jump.share(time_secs));
            slerp_direction(towards(before), towards(now), share)
        } else {
            towards(now)
        };
        let mut white = Rng::new(rng::derive(self.seed, frame_number));
        let tremor = self.drift.at(time_secs) * DRIFT_DEG + bells(&mut white) * WHITE_DEG;
        let tremor = small_rotation(tremor * self.sensors);
        Ray { origin, direction: (tremor * direction).normalize() }
    }

    /// Previous target, saccade, and current target.
    fn looked_at(&self, plan: &Plan, time_secs: f64) -> (Focus, TimeRange, Focus) {
        let after = self.fixations.partition_point(|f| f.jump.start_secs <= time_secs);
        let nth = |back: usize| after.checked_sub(back).and_then(|i| self.fixations.get(i));
        let point = |fixation: &Fixation| Focus::Point(fixation.point);
        if let Some(now) = nth(1) {
            return (nth(2).map_or(Focus::Ahead, point), now.jump, point(now));
        }
        let (now, since_secs, before) = plan.head.focus_at(time_secs);
        (before, TimeRange::new(since_secs, since_secs + JUMP_SECS), now)
    }
}

fn fixations(plan: &Plan, body: &Body, end_secs: f64, seed: u64) -> Vec<Fixation> {
    let mut rng = Rng::new(seed);
    let mut now_secs = 0.0;
    let first = choose(plan, &body.head(plan, 0.0), 0.0, None, &mut rng);
    let mut last = Fixation { jump: TimeRange::new(-1.0, -1.0), point: first };
    let mut fixations = vec![last];
    while now_secs < end_secs {
        let planned_secs = now_secs + rng.between(0.24, 0.58);
        now_secs = interrupted(plan, now_secs, planned_secs);
        let head = body.head(plan, now_secs);
        let point = choose(plan, &head, now_secs, Some(last.point), &mut rng);
        let eyes = head.point(EYES);
        let wide_deg = angle_deg(point - eyes, last.point - eyes);
        let jump_secs = (0.021 + 0.002_2 * wide_deg).clamp(0.02, 0.06);
        last = Fixation { jump: TimeRange::new(now_secs, now_secs + jump_secs), point };
        fixations.push(last);
    }
    fixations
}

/// End of a fixation: earlier than planned if the eyes get another target, but not immediately.
fn interrupted(plan: &Plan, now_secs: f64, planned_secs: f64) -> f64 {
    match plan.head.next_focus_secs(now_secs) {
        Some(next_secs) if next_secs < planned_secs => next_secs.max(now_secs + 0.2),
        _ => planned_secs,
    }
}

/// Next fixation: near the target, and at a saccade's distance from the previous one.
fn choose(plan: &Plan, head: &Pose, time_secs: f64, last: Option<DVec3>, rng: &mut Rng) -> DVec3 {
    let eyes = head.point(EYES);
    let target = match plan.head.focus_at(time_secs) {
        (Focus::Point(point), ..) => point,
        (Focus::Ahead, ..) => head.point(DVec3::Z),
    } - eyes;
    let distance = target.length().max(0.2);
    let wanted = within(head.forward(), target.normalize_or(head.forward()), COMFORT_DEG);
    let from = last.map(|point| (point - eyes).normalize_or(wanted));

    let mut direction = wanted;
    for _ in 0..12 {
        direction = scattered(wanted, rng);
        let far_enough = from.is_none_or(|from| angle_deg(from, direction) >= SMALLEST_DEG);
        // Eyes that look exactly along the head's forward axis look unnatural.
        if far_enough && angle_deg(head.forward(), direction) > 1.5 {
            break;
        }
    }
    if let Some(from) = from {
        direction = within(from, direction, WIDEST_DEG);
    }
    eyes + direction * distance
}

/// `direction`, limited to an angle of `most_deg` from `centre`.
fn within(centre: DVec3, direction: DVec3, most_deg: f64) -> DVec3 {
    let angle = angle_deg(centre, direction);
    if angle <= most_deg { direction } else { slerp_direction(centre, direction, most_deg / angle) }
}

fn scattered(direction: DVec3, rng: &mut Rng) -> DVec3 {
    let mut off = || rng.between(-SCATTER_DEG, SCATTER_DEG);
    frame(direction, DVec3::Y) * (about_y(off()) * about_x(off() * 0.8) * DVec3::Z)
}
