//! The measures of a hand.

use glam::DVec3;
use reenact::TimeSpan;
use reenact::hand::Side;
use reenact::number::to_f64;

use crate::measure::number::{finite, mean};
use crate::measure::observed::Observed;
use crate::measure::pinch::pinches;
use crate::measure::smoothness::{Strokes, length, log_dimensionless_jerk, sparc, trapezoid};
use crate::measure::{HandMeasure, Spread};

/// The measures of a hand.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandStats {
    /// How long it was tracked in all.
    pub tracked_secs: Option<f64>,
    /// How long its joints were recorded while it was tracked: what the measures below are of. Less than
    /// [`tracked_secs`](Self::tracked_secs) where the recorder stopped writing it.
    pub observed_secs: Option<f64>,
    /// How often it was lost and came back.
    pub gaps: Option<usize>,
    /// The longest time between being lost and coming back.
    pub longest_gap_secs: Option<f64>,
    /// How often it pinched while it was tracked.
    pub pinches: Option<usize>,
    /// How long a pinch took.
    pub pinch_secs: Option<Spread>,
    /// The mean distance of the tips of thumb and index while it pinched.
    pub pinched_aperture_m: Option<f64>,
    /// The distance of the tips of thumb and index.
    pub pinch_aperture_m: Option<Spread>,
    /// The distance of the thumb's tip from the middle of the other tips.
    pub grasp_aperture_m: Option<Spread>,
    /// How far it went in all.
    pub path_length_m: Option<f64>,
    /// How fast it went.
    pub speed_m_s: Option<Spread>,
    /// How fast its velocity changed.
    pub acceleration_m_s2: Option<Spread>,
    /// How fast its acceleration changed.
    pub jerk_m_s3: Option<Spread>,
    /// How many movements it made.
    pub movements: Option<usize>,
    /// How long a movement took.
    pub movement_secs: Option<Spread>,
    /// The mean over its movements of their log dimensionless jerk: the nearer to 0, the smoother.
    pub log_dimensionless_jerk: Option<f64>,
    /// The mean over its movements of their spectral arc length: the nearer to 0, the smoother.
    pub sparc: Option<f64>,
    /// How far index, middle, ring and pinky were bent in the mean.
    pub curl_deg: Option<Spread>,
    /// How far each finger was bent, thumb first.
    pub finger_curl_deg: [Option<Spread>; 5],
    /// The angle from index to pinky in the palm's plane.
    pub splay_deg: Option<Spread>,
    /// How wide, high and deep the box is that held it, as the head sees it.
    pub reach_m: Option<[f64; 3]>,
    /// The volume of that box.
    pub reach_volume_m3: Option<f64>,
    /// How far it was from the head.
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
            // An empty sum is −0.
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

    /// What follows from how it moves.
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
        // Without a run that is long enough, nothing is known of its way.
        self.path_length_m = self.speed_m_s.and_then(|_| finite(path_m));
        self.acceleration_m_s2 = Spread::of(accelerations);
        self.jerk_m_s3 = Spread::of(jerks);
        self.movement_secs = Spread::of(movement_secs);
        self.log_dimensionless_jerk = mean(log_jerks);
        self.sparc = mean(sparcs);
    }
}

/// The box that holds a hand in all frames, as the head sees it: right, up and ahead.
fn reach_m(observed: &Observed, side: Side) -> Option<[f64; 3]> {
    let seen = observed.hand(side).seen();
    let points = seen.filter_map(|(index, _)| observed.point_in_head(side, index));
    let (low, high) = points
        .map(|point| (point, point))
        .reduce(|(low, high), (point, _): (DVec3, DVec3)| (low.min(point), high.max(point)))?;
    Some((high - low).to_array())
}
