//! Measures of a hand.

use glam::DVec3;
use reenact::TimeSpan;
use reenact::hand::Side;
use reenact_base::number::to_f64;

use crate::measure::number::{finite, mean};
use crate::measure::observed::Observed;
use crate::measure::pinch::pinches;
use crate::measure::smoothness::{Strokes, length, log_dimensionless_jerk, sparc, trapezoid};
use crate::measure::{HandMeasure, Spread};

/// Measures of a hand.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandStats {
    /// Total tracked time.
    pub tracked_secs: Option<f64>,
    /// Total time with recorded joints while tracked, on which the measures below are based. Less than
    /// [`tracked_secs`](Self::tracked_secs) if the recorder stopped writing joints.
    pub observed_secs: Option<f64>,
    /// Number of tracking gaps.
    pub gaps: Option<usize>,
    /// Longest tracking gap.
    pub longest_gap_secs: Option<f64>,
    /// Number of pinches while tracked.
    pub pinches: Option<usize>,
    /// Duration of pinches.
    pub pinch_secs: Option<Spread>,
    /// Mean distance of the tips of thumb and index during pinches.
    pub pinched_aperture_m: Option<f64>,
    /// Distance of the tips of thumb and index.
    pub pinch_aperture_m: Option<Spread>,
    /// Distance of the thumb's tip from the centre of the other tips.
    pub grasp_aperture_m: Option<Spread>,
    /// Path length.
    pub path_length_m: Option<f64>,
    /// Speed.
    pub speed_m_s: Option<Spread>,
    /// Magnitude of the acceleration.
    pub acceleration_m_s2: Option<Spread>,
    /// Magnitude of the jerk.
    pub jerk_m_s3: Option<Spread>,
    /// Number of movements.
    pub movements: Option<usize>,
    /// Duration of movements.
    pub movement_secs: Option<Spread>,
    /// Mean log dimensionless jerk of its movements: nearer to 0 is smoother.
    pub log_dimensionless_jerk: Option<f64>,
    /// Mean spectral arc length of its movements: nearer to 0 is smoother.
    pub sparc: Option<f64>,
    /// Mean curl of index, middle, ring and pinky.
    pub curl_deg: Option<Spread>,
    /// Curl of each finger, thumb first.
    pub finger_curl_deg: [Option<Spread>; 5],
    /// Angle from index to pinky in the palm's plane.
    pub splay_deg: Option<Spread>,
    /// Width, height and depth of its bounding box in the head's axes.
    pub reach_m: Option<[f64; 3]>,
    /// Volume of that box.
    pub reach_volume_m3: Option<f64>,
    /// Distance from the head.
    pub head_distance_m: Option<Spread>,
}

impl HandStats {
    pub(super) fn new(observed: &Observed, side: Side) -> Self {
        if !observed.tracks.hands {
            return Self::default();
        }
        let spread = |quantity: HandMeasure| Spread::of(quantity.values(observed, side));
        let tracked = observed.states.tracked(side);
        let gaps = tracked.iter().zip(tracked.iter().skip(1));
        let gaps = gaps.map(|(a, b)| f64::from(b.start_secs) - f64::from(a.end_secs));
        let pinches = pinches(observed, side);
        let reach_m = reach_m(observed, side);
        let mut stats = Self {
            // The sum of an empty list is −0.
            tracked_secs: Some(tracked.iter().map(TimeSpan::secs).sum::<f64>() + 0.0),
            observed_secs: Some(to_f64(observed.hand(side).steps()) * observed.step_secs()),
            gaps: Some(gaps.len()),
            longest_gap_secs: gaps.reduce(f64::max),
            pinches: Some(pinches.len()),
            pinch_secs: Spread::of(pinches.iter().map(TimeSpan::secs)),
            pinched_aperture_m: mean(
                pinches
                    .iter()
                    .flat_map(|&span| observed.samples_in(side, span))
                    .map(|(_, sample)| sample.aperture_m()),
            ),
            pinch_aperture_m: spread(HandMeasure::PinchAperture),
            grasp_aperture_m: spread(HandMeasure::GraspAperture),
            curl_deg: spread(HandMeasure::Curl),
            finger_curl_deg: HandMeasure::FINGER_CURLS.map(spread),
            splay_deg: spread(HandMeasure::Splay),
            reach_m,
            reach_volume_m3: reach_m.and_then(|sides| finite(sides.iter().product())),
            head_distance_m: spread(HandMeasure::HeadDistance),
            ..Self::default()
        };
        stats.add_motion(observed, side);
        stats
    }

    /// Computes the measures of motion.
    fn add_motion(&mut self, observed: &Observed, side: Side) {
        let step_secs = observed.step_secs();
        let (mut speeds, mut accelerations, mut jerks) = (Vec::new(), Vec::new(), Vec::new());
        let (mut movement_secs, mut log_jerks, mut sparcs) = (Vec::new(), Vec::new(), Vec::new());
        let mut path_m = 0.0;
        for (_, run) in observed.moving(side, |sample| sample.point) {
            let run_speeds: Vec<f64> = run.iter().map(|motion| length(motion.velocity)).collect();
            path_m += trapezoid(run_speeds.iter().copied(), step_secs);
            accelerations.extend(run.iter().map(|motion| length(motion.acceleration)));
            jerks.extend(run.iter().map(|motion| length(motion.jerk)));
            for movement in Strokes::new(&run_speeds, observed.rest()).movements {
                movement_secs.push(to_f64(movement.len() - 1) * step_secs);
                let motions = run.get(movement.clone()).unwrap_or_default();
                log_jerks.extend(log_dimensionless_jerk(motions, step_secs));
                let profile = run_speeds.get(movement).unwrap_or_default();
                sparcs.extend(sparc(profile, observed.rate_hz()));
            }
            speeds.extend(run_speeds);
        }
        self.movements = Some(movement_secs.len());
        self.speed_m_s = Spread::of(speeds);
        // Without a run that is long enough, the path is unknown.
        self.path_length_m = self.speed_m_s.and_then(|_| finite(path_m));
        self.acceleration_m_s2 = Spread::of(accelerations);
        self.jerk_m_s3 = Spread::of(jerks);
        self.movement_secs = Spread::of(movement_secs);
        self.log_dimensionless_jerk = mean(log_jerks);
        self.sparc = mean(sparcs);
    }
}

/// Size of a hand's bounding box over all frames, in the head's axes: right, up and ahead.
fn reach_m(observed: &Observed, side: Side) -> Option<[f64; 3]> {
    let seen = observed.hand(side).seen();
    let points = seen.filter_map(|(index, _)| observed.point_in_head(side, index));
    let (low, high) = points
        .map(|point| (point, point))
        .reduce(|(low, high), (point, _): (DVec3, DVec3)| (low.min(point), high.max(point)))?;
    Some((high - low).to_array())
}
