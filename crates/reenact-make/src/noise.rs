//! Noise: smooth random paths of people and jitter of trackers.
//!
//! A [`Wander`] is a smooth function of time, so a performance is the same at every frame rate. [`Jitter`] is
//! independent in every frame, like sensor noise. Both can be evaluated at any time, in any order.

use glam::{DQuat, DVec3};

use crate::math::{Pose, floor, small_rotation};
use crate::rng::{self, Rng};

/// Smooth random path in three dimensions, each within ±1, that changes direction about once per `period_secs`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wander {
    seed: u64,
    period_secs: f64,
}

impl Wander {
    pub(crate) const fn new(seed: u64, period_secs: f64) -> Self {
        Self { seed, period_secs }
    }

    pub(crate) fn at(&self, time_secs: f64) -> DVec3 {
        self.at_lane(time_secs, 0)
    }

    /// Position on one of many independent paths of the same period.
    pub(crate) fn at_lane(&self, time_secs: f64, lane: u64) -> DVec3 {
        let (from, to, share) = self.between(time_secs, lane);
        from + (to - from) * share
    }

    /// Random points before and after a time on one of many `lane`s, and the fraction of the way between them.
    fn between(&self, time_secs: f64, lane: u64) -> (DVec3, DVec3, f64) {
        let steps = time_secs / self.period_secs;
        let step = floor(steps);
        let u = steps - libm::floor(steps);
        let share = u * u * u * (10.0 - u * (15.0 - 6.0 * u));
        let seed = rng::derive(self.seed, lane);
        (lattice(seed, step), lattice(seed, step.wrapping_add(1)), share)
    }
}

fn lattice(seed: u64, step: i64) -> DVec3 {
    DVec3::from_array(rng::signed_triple(rng::mix(seed ^ rng::mix(step.cast_unsigned()))))
}

/// Error of a hand tracker: a drift, and noise that is independent in every frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Jitter {
    seed: u64,
    drift: Wander,
}

impl Jitter {
    // Together about 0.3 mm and 0.2° (RMS over all three axes), as measured for a hand at rest with a headset's tracker.
    const WHITE_M: f64 = 0.000_11;
    const DRIFT_M: f64 = 0.000_25;
    const WHITE_DEG: f64 = 0.07;
    const DRIFT_DEG: f64 = 0.18;
    const DRIFT_PERIOD_SECS: f64 = 0.17;

    pub(crate) const fn new(seed: u64) -> Self {
        let drift = Wander::new(rng::derive(seed, 1), Self::DRIFT_PERIOD_SECS);
        Self { seed: rng::derive(seed, 2), drift }
    }

    /// Disturbs all poses of one frame.
    pub(crate) fn disturb(&self, poses: &mut [Pose], time_secs: f64, frame: u64) {
        let mut white = Rng::new(rng::derive(self.seed, frame));
        for (pose, lane) in poses.iter_mut().zip(0..) {
            let moved = self.drift.at_lane(time_secs, 2 * lane) * Self::DRIFT_M
                + bells(&mut white) * Self::WHITE_M;
            let turned = self.drift.at_lane(time_secs, 2 * lane + 1) * Self::DRIFT_DEG
                + bells(&mut white) * Self::WHITE_DEG;
            pose.position += moved;
            pose.rotation = DQuat::normalize(pose.rotation * small_rotation(turned));
        }
    }
}

/// Three independent draws from a nearly normal distribution.
pub(crate) fn bells(rng: &mut Rng) -> DVec3 {
    DVec3::new(rng.bell(), rng.bell(), rng.bell())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wander_is_smooth_bounded_and_really_moves() {
        let wander = Wander::new(3, 0.5);
        let path: Vec<DVec3> = (0..5_000_i32).map(|i| wander.at(f64::from(i) * 0.001)).collect();
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        for pair in path.windows(2) {
            assert!((pair[1] - pair[0]).length() < 0.02);
            low = low.min(pair[0].x);
            high = high.max(pair[0].x);
        }
        assert!(low > -1.0 && high < 1.0 && high - low > 0.8, "{low} to {high}");
    }

    #[test]
    fn the_tracker_errs_by_a_third_of_a_millimetre_and_a_fifth_of_a_degree() {
        let jitter = Jitter::new(5);
        let (mut square_m, mut square_deg) = (0.0, 0.0);
        for i in 0..2_000_u32 {
            let mut poses = [Pose { position: DVec3::ZERO, rotation: DQuat::IDENTITY }; 1];
            jitter.disturb(&mut poses, f64::from(i) / 60.0, u64::from(i));
            square_m += poses[0].position.length_squared();
            square_deg += (2.0 * poses[0].rotation.xyz().length()).to_degrees().powi(2);
        }
        let (rms_m, rms_deg) = ((square_m / 2_000.0).sqrt(), (square_deg / 2_000.0).sqrt());
        assert!((0.000_2..0.000_4).contains(&rms_m), "{rms_m}");
        assert!((0.13..0.27).contains(&rms_deg), "{rms_deg}");
    }
}
