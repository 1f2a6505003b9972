//! All measures as rows with names and units: the columns of every table.

use reenact::hand::Side;
use reenact_base::number::to_f64;

use super::{EyeMovementStats, Group, HandStats, Stats};
use crate::measure::unit::Unit;
use crate::measure::{HandMeasure, Measure, Spread};

/// One measure of a recording, with its value.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Row {
    /// Name with the unit as suffix, such as `left_path_length_m`. The same in every table and API.
    pub name: String,
    /// Label, such as `left path length`.
    pub label: String,
    /// Unit, such as `m`; empty without one.
    pub unit: &'static str,
    /// Finite value, if known.
    pub value: Option<f64>,
    /// Whether it is a count, so that its value is a whole number.
    pub is_count: bool,
    /// Groups of the measure: defects of any of them affect it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub groups: Vec<Group>,
}

impl Stats {
    /// All measures, in the same order for every recording: the columns of a table with one row per recording.
    ///
    /// ```
    /// use reenact_inspect::stats::Stats;
    ///
    /// // The columns alone.
    /// let names: Vec<_> = Stats::default().rows().into_iter().map(|row| row.name).collect();
    /// assert!(names.iter().any(|name| name == "left_path_length_m"));
    /// ```
    pub fn rows(&self) -> Vec<Row> {
        use Statistic::{Least, Mean, Most, Peak};
        let mut rows = Rows::default();
        rows.one("duration", "duration", Unit::Seconds, self.duration_secs);
        for side in Side::ALL {
            rows.hand(side, self.hand(side));
        }
        rows.of(&[Group::LeftHand, Group::RightHand]);
        let hands = self.hands_distance_m;
        rows.spread(Measure::HandsDistance.parts(), &[Mean, Least, Most], hands);
        let head = &self.head;
        rows.of(&[Group::Head]);
        rows.one("head_path_length", "head path length", Unit::Metres, head.path_length_m);
        rows.spread(Measure::HeadSpeed.parts(), &[Mean, Peak], head.speed_m_s);
        rows.of(&[Group::Head, Group::HeadRotation]);
        rows.one("head_rotation", "total head rotation", Unit::Degrees, head.rotation_deg);
        rows.spread(Measure::HeadTurn.parts(), &[Mean, Peak], head.turn_deg_s);
        rows.of(&[Group::Head, Group::HeadRotation, Group::Gaze]);
        rows.spread(Measure::GazeHeadAngle.parts(), &[Mean, Most], self.gaze.head_angle_deg);
        rows.of(&[Group::Gaze]);
        rows.eye_movements("gaze_ivt", "by velocity", &self.gaze.by_velocity);
        rows.eye_movements("gaze_idt", "by dispersion", &self.gaze.by_dispersion);
        rows.list
    }
}

/// Statistic of a [`Spread`] in a column.
#[derive(Debug, Clone, Copy)]
enum Statistic {
    Mean,
    Median,
    Least,
    Most,
    /// Minimum of times.
    Shortest,
    /// Maximum of times.
    Longest,
    /// Maximum of speeds.
    Peak,
}

impl Statistic {
    /// Name and label.
    const fn called(self) -> (&'static str, &'static str) {
        match self {
            Self::Mean => ("mean", "mean"),
            Self::Median => ("median", "median"),
            Self::Least => ("min", "min"),
            Self::Most => ("max", "max"),
            Self::Shortest => ("min", "shortest"),
            Self::Longest => ("max", "longest"),
            Self::Peak => ("peak", "peak"),
        }
    }

    const fn of(self, spread: Spread) -> f64 {
        match self {
            Self::Mean => spread.mean,
            Self::Median => spread.median,
            Self::Least | Self::Shortest => spread.min,
            Self::Most | Self::Longest | Self::Peak => spread.max,
        }
    }
}

/// List of rows under construction.
#[derive(Default)]
struct Rows {
    list: Vec<Row>,
    /// Hand of the next rows.
    side: Option<Side>,
    /// Groups of the next rows.
    groups: Vec<Group>,
}

impl Rows {
    /// Sets the groups of the next rows.
    fn of(&mut self, groups: &[Group]) {
        self.groups = groups.to_vec();
    }

    fn one(&mut self, stem: &str, label: &str, unit: Unit, value: Option<f64>) {
        let name = format!("{stem}{}", unit.suffix());
        let (name, label) = match self.side {
            Some(side) => (format!("{side}_{name}"), format!("{side} {label}")),
            None => (name, label.to_owned()),
        };
        let groups = self.groups.clone();
        let is_count = unit == Unit::Count;
        self.list.push(Row { name, label, unit: unit.symbol(), value, is_count, groups });
    }

    fn count(&mut self, stem: &str, label: &str, count: Option<usize>) {
        self.one(stem, label, Unit::Count, count.map(to_f64));
    }

    fn spread(
        &mut self,
        (stem, label, unit): (&str, &str, Unit),
        statistics: &[Statistic],
        spread: Option<Spread>,
    ) {
        for statistic in statistics {
            let (name, words) = statistic.called();
            let value = spread.map(|spread| statistic.of(spread));
            self.one(&format!("{stem}_{name}"), &format!("{label}, {words}"), unit, value);
        }
    }

    fn hand(&mut self, side: Side, hand: &HandStats) {
        use HandMeasure as M;
        use Statistic::{Least, Longest, Mean, Median, Most, Peak, Shortest};
        use Unit::{CubicMetres, Metres, Seconds};
        let (states, joints) = match side {
            Side::Left => (Group::LeftStates, Group::LeftHand),
            Side::Right => (Group::RightStates, Group::RightHand),
        };
        self.side = Some(side);
        self.of(&[states]);
        self.one("tracked", "time tracked", Seconds, hand.tracked_secs);
        self.of(&[joints]);
        self.one("observed", "time observed", Seconds, hand.observed_secs);
        self.of(&[states]);
        self.count("gaps", "tracking gaps", hand.gaps);
        self.one("gap_longest", "longest tracking gap", Seconds, hand.longest_gap_secs);
        self.count("pinches", "pinches", hand.pinches);
        let pinch = ("pinch", "pinch", Seconds);
        self.spread(pinch, &[Mean, Median, Shortest, Longest], hand.pinch_secs);
        self.of(&[joints]);
        let aperture = hand.pinched_aperture_m;
        self.one("pinched_aperture_mean", "thumb to index in pinches, mean", Metres, aperture);
        self.spread(M::PinchAperture.parts(), &[Mean, Least, Most], hand.pinch_aperture_m);
        self.spread(M::GraspAperture.parts(), &[Mean, Least, Most], hand.grasp_aperture_m);
        self.one("path_length", "path length", Metres, hand.path_length_m);
        self.spread(M::Speed.parts(), &[Mean, Peak], hand.speed_m_s);
        self.spread(M::Acceleration.parts(), &[Mean, Peak], hand.acceleration_m_s2);
        self.spread(M::Jerk.parts(), &[Mean, Peak], hand.jerk_m_s3);
        self.count("movements", "movements", hand.movements);
        self.spread(("movement", "movement", Seconds), &[Mean], hand.movement_secs);
        let jerk = hand.log_dimensionless_jerk;
        self.one("log_dimensionless_jerk", "log dimensionless jerk", Unit::None, jerk);
        self.one("sparc", "spectral arc length", Unit::None, hand.sparc);
        self.spread(M::Curl.parts(), &[Mean, Most], hand.curl_deg);
        for (measure, curl_deg) in M::FINGER_CURLS.into_iter().zip(hand.finger_curl_deg) {
            self.spread(measure.parts(), &[Mean], curl_deg);
        }
        self.spread(M::Splay.parts(), &[Mean, Most], hand.splay_deg);
        self.of(&[joints, Group::Head, Group::HeadRotation]);
        let reach = |n: usize| hand.reach_m.and_then(|sides| sides.get(n).copied());
        self.one("reach_width", "reach, right to left", Metres, reach(0));
        self.one("reach_height", "reach, up and down", Metres, reach(1));
        self.one("reach_depth", "reach, near to far", Metres, reach(2));
        self.one("reach_volume", "reach, volume", CubicMetres, hand.reach_volume_m3);
        self.of(&[joints, Group::Head]);
        self.spread(M::HeadDistance.parts(), &[Mean, Least, Most], hand.head_distance_m);
        self.side = None;
    }

    fn eye_movements(&mut self, prefix: &str, by: &str, movements: &EyeMovementStats) {
        let fixation = movements.fixation_secs.map(|spread| spread.mean);
        for (stem, label, unit, value) in [
            ("fixations", "fixations", Unit::Count, movements.fixations.map(to_f64)),
            ("fixation_mean", "fixation, mean,", Unit::Seconds, fixation),
            ("saccades", "saccades", Unit::Count, movements.saccades.map(to_f64)),
            ("saccade_mean", "saccade, mean,", Unit::Degrees, movements.saccade_deg),
            (
                "saccade_peak",
                "saccade, peak speed,",
                Unit::DegreesPerSecond,
                movements.saccade_peak_deg_s,
            ),
        ] {
            self.one(&format!("{prefix}_{stem}"), &format!("{label} {by}"), unit, value);
        }
    }
}
