//! Fixations and saccades, by velocity (I-VT) and by dispersion (I-DT).
//!
//! Salvucci and Goldberg, Identifying fixations and saccades in eye-tracking protocols, ETRA 2000. Both methods use the direction
//! of the gaze in the world, where eyes that fixate a target do not move while the head turns. Both take one pass over the
//! frames.

use std::ops::RangeInclusive;

use glam::DVec3;
use reenact::angle::between_directions_deg;

use super::shape::direction_angle_deg;

/// A fixation; frames are relative to the run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stay {
    pub(crate) frames: RangeInclusive<usize>,
    /// The mean direction, of unit length.
    pub(crate) direction: DVec3,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Jump {
    pub(crate) frames: RangeInclusive<usize>,
    /// Angle between its start and end.
    pub(crate) amplitude_deg: f64,
    pub(crate) peak_deg_s: f64,
}

/// Fixations and saccades of a run.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct EyeMovements {
    pub(crate) fixations: Vec<Stay>,
    pub(crate) saccades: Vec<Jump>,
}

/// Thresholds; times in frame steps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) rate_hz: f64,
    pub(crate) saccade_deg_s: f64,
    pub(crate) saccade_deg: f64,
    pub(crate) merge_steps: usize,
    pub(crate) merge_deg: f64,
    pub(crate) fixation_steps: usize,
    pub(crate) dispersion_deg: f64,
}

/// I-VT: consecutive frame steps that turn faster than the limit form a saccade, if its amplitude is large enough; all others
/// form a fixation. Fixations that are close in time and angle are merged, and short ones dropped.
pub(crate) fn by_velocity(run: &[DVec3], limits: Limits) -> EyeMovements {
    let mut fixations: Vec<(RangeInclusive<usize>, DVec3)> = Vec::new();
    let mut saccades: Vec<RangeInclusive<usize>> = Vec::new();
    let speeds = speeds_deg_s(run, limits.rate_hz);
    let amplitude_deg = |frames: &RangeInclusive<usize>| {
        let [from, to] = [frames.start(), frames.end()].map(|&at| run.get(at).copied());
        from.zip(to).map_or(0.0, |(from, to)| between_directions_deg(from, to))
    };
    let mut fast: Vec<bool> = speeds.iter().map(|&speed| speed >= limits.saccade_deg_s).collect();
    for steps in fast.chunk_by_mut(|a, b| a == b).scan(0, |start, steps| {
        let from = *start;
        *start += steps.len();
        Some((from..=*start, steps))
    }) {
        // A single noisy frame or a tremor is fast, but has little amplitude.
        if let (frames, steps @ [true, ..]) = steps
            && amplitude_deg(&frames) < limits.saccade_deg
        {
            steps.fill(false);
        }
    }
    let is_fast = |step: usize| fast.get(step).copied().unwrap_or_default();
    let mut step = 0;
    while step < speeds.len() {
        let start = step;
        let fast = is_fast(start);
        while step < speeds.len() && is_fast(step) == fast {
            step += 1;
        }
        if fast {
            saccades.push(start..=step);
            continue;
        }
        let sum = sum(run, &(start..=step));
        match fixations.last_mut() {
            Some((before, before_sum))
                if start - before.end() <= limits.merge_steps
                    && between_directions_deg(*before_sum, sum) <= limits.merge_deg =>
            {
                let bridged = *before.end();
                saccades.retain_last(|saccade| *saccade.start() < bridged);
                *before = *before.start()..=step;
                *before_sum += sum;
            }
            _ => fixations.push((start..=step, sum)),
        }
    }
    let fixations = fixations
        .into_iter()
        .filter(|(frames, _)| frames.end() - frames.start() >= limits.fixation_steps)
        .map(|(frames, sum)| Stay { frames, direction: sum.normalize_or_zero() });
    let saccades = saccades.into_iter().map(|frames| {
        let amplitude_deg = amplitude_deg(&frames);
        jump(frames, amplitude_deg, &speeds)
    });
    EyeMovements { fixations: fixations.collect(), saccades: saccades.collect() }
}

/// I-DT: a fixation begins with the shortest allowed number of frames, all within the limit of their mean direction, and is
/// extended by each further frame within the limit of the mean of those before it. The time between two fixations is a saccade.
pub(crate) fn by_dispersion(run: &[DVec3], limits: Limits) -> EyeMovements {
    let mut looks = EyeMovements::default();
    let speeds = speeds_deg_s(run, limits.rate_hz);
    let is_near = |direction: &DVec3, mean: DVec3| {
        mean != DVec3::ZERO && between_directions_deg(*direction, mean) <= limits.dispersion_deg
    };
    let steps = limits.fixation_steps.max(1);
    let mut start: usize = 0;
    while let Some(first) = run.get(start..=start.saturating_add(steps)) {
        let mut sum: DVec3 = first.iter().sum();
        if !first.iter().all(|direction| is_near(direction, sum)) {
            start += 1;
            continue;
        }
        let mut end = start + steps;
        while let Some(next) = run.get(end + 1).filter(|next| is_near(next, sum)) {
            sum += next;
            end += 1;
        }
        let stay = Stay { frames: start..=end, direction: sum.normalize_or_zero() };
        if let Some(before) = looks.fixations.last() {
            let amplitude_deg = between_directions_deg(before.direction, stay.direction);
            looks.saccades.push(jump(*before.frames.end()..=start, amplitude_deg, &speeds));
        }
        looks.fixations.push(stay);
        start = end + 1;
    }
    looks
}

/// Angular speed of the gaze in each step.
pub(crate) fn speeds_deg_s(run: &[DVec3], rate_hz: f64) -> Vec<f64> {
    run.iter().zip(run.iter().skip(1)).map(|(&a, &b)| direction_angle_deg(a, b) * rate_hz).collect()
}

fn sum(run: &[DVec3], frames: &RangeInclusive<usize>) -> DVec3 {
    run.get(frames.clone()).unwrap_or_default().iter().sum()
}

fn jump(frames: RangeInclusive<usize>, amplitude_deg: f64, speeds: &[f64]) -> Jump {
    let steps = speeds.get(*frames.start()..*frames.end()).unwrap_or_default();
    let peak_deg_s = steps.iter().copied().fold(0.0, f64::max);
    Jump { frames, amplitude_deg, peak_deg_s }
}

trait RetainLast<T> {
    /// Drops items from the end until one satisfies the condition.
    fn retain_last(&mut self, stays: impl Fn(&T) -> bool);
}

impl<T> RetainLast<T> for Vec<T> {
    fn retain_last(&mut self, stays: impl Fn(&T) -> bool) {
        while self.last().is_some_and(|last| !stays(last)) {
            self.pop();
        }
    }
}
