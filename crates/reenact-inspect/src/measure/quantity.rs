//! Measures with a value per frame.

use std::fmt;
use std::str::FromStr;

use glam::{DVec3, Vec3};
use reenact::hand::Side;
use reenact::{NoSuchName, Track};

use super::derive::Motion;
use super::gaze::speeds_deg_s;
use super::observed::{HandSample, Observed};
use super::shape::direction_angle_deg;
use super::smoothness::length;
use super::unit::Unit;

/// A measure with a value per frame, such as `left_speed_m_s`.
///
/// ```
/// use reenact::hand::Side;
/// use reenact_inspect::measure::{HandMeasure, Measure};
///
/// let speed = Measure::Hand(Side::Left, HandMeasure::Speed);
/// assert_eq!(speed.to_string(), "left_speed_m_s");
/// assert_eq!("left_speed_m_s".parse(), Ok(speed));
/// assert_eq!((speed.label().as_str(), speed.unit()), ("left speed", "m/s"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// Measure of a hand.
    Hand(Side, HandMeasure),
    /// Distance between the hands.
    HandsDistance,
    /// Speed of the head.
    HeadSpeed,
    /// Angular speed of the head.
    HeadTurn,
    /// Angle between gaze and head.
    GazeHeadAngle,
    /// Angular speed of the gaze.
    GazeSpeed,
}

/// A measure of a hand with a value in every frame in which the required joints are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HandMeasure {
    /// Distance of the tips of thumb and index.
    PinchAperture,
    /// Distance of the thumb's tip from the centre of the other tips.
    GraspAperture,
    /// Speed of the joint that represents the hand.
    Speed,
    /// Its acceleration.
    Acceleration,
    /// Its jerk.
    Jerk,
    /// Mean curl of the four fingers.
    Curl,
    /// Curl of the thumb.
    ThumbCurl,
    /// Curl of the index finger.
    IndexCurl,
    /// Curl of the middle finger.
    MiddleCurl,
    /// Curl of the ring finger.
    RingCurl,
    /// Curl of the little finger.
    PinkyCurl,
    /// Angle from index to little finger in the palm's plane.
    Splay,
    /// Distance from the head.
    HeadDistance,
}

/// Name without side and unit, label, and unit.
type Parts = (&'static str, &'static str, Unit);

impl HandMeasure {
    /// All measures, in the order of tables.
    pub const ALL: [Self; 13] = [
        Self::PinchAperture,
        Self::GraspAperture,
        Self::Speed,
        Self::Acceleration,
        Self::Jerk,
        Self::Curl,
        Self::ThumbCurl,
        Self::IndexCurl,
        Self::MiddleCurl,
        Self::RingCurl,
        Self::PinkyCurl,
        Self::Splay,
        Self::HeadDistance,
    ];

    /// Curl of each finger, thumb first.
    pub(crate) const FINGER_CURLS: [Self; 5] =
        [Self::ThumbCurl, Self::IndexCurl, Self::MiddleCurl, Self::RingCurl, Self::PinkyCurl];

    pub(crate) const fn parts(self) -> Parts {
        match self {
            Self::PinchAperture => ("pinch_aperture", "thumb to index", Unit::Metres),
            Self::GraspAperture => ("grasp_aperture", "thumb to fingers", Unit::Metres),
            Self::Speed => ("speed", "speed", Unit::MetresPerSecond),
            Self::Acceleration => ("acceleration", "acceleration", Unit::MetresPerSecond2),
            Self::Jerk => ("jerk", "jerk", Unit::MetresPerSecond3),
            Self::Curl => ("curl", "finger curl", Unit::Degrees),
            Self::ThumbCurl => ("thumb_curl", "thumb curl", Unit::Degrees),
            Self::IndexCurl => ("index_curl", "index curl", Unit::Degrees),
            Self::MiddleCurl => ("middle_curl", "middle finger curl", Unit::Degrees),
            Self::RingCurl => ("ring_curl", "ring finger curl", Unit::Degrees),
            Self::PinkyCurl => ("pinky_curl", "pinky curl", Unit::Degrees),
            Self::Splay => ("splay", "finger splay", Unit::Degrees),
            Self::HeadDistance => ("head_distance", "distance to the head", Unit::Metres),
        }
    }

    /// Value in each frame; NaN if unknown.
    pub(crate) fn values(self, observed: &Observed, side: Side) -> Vec<f64> {
        let each = |value: &dyn Fn(&HandSample) -> f64| {
            let seen = observed.hand(side).seen();
            in_frames(observed, seen.map(|(index, sample)| (index, value(sample))))
        };
        let moving = |value: fn(&Motion<[f64; 3]>) -> [f64; 3]| {
            let runs = observed.moving(side, |sample| sample.point).into_iter();
            let values = runs.flat_map(|(run, motions)| run.zip(motions));
            in_frames(observed, values.map(|(index, motion)| (index, length(value(&motion)))))
        };
        let curl = |finger: usize| {
            each(&|sample| sample.curl_deg.get(finger).copied().unwrap_or(f32::NAN).into())
        };
        match self {
            Self::PinchAperture => each(&HandSample::aperture_m),
            Self::GraspAperture => each(&|sample| sample.grasp_m.into()),
            Self::Speed => moving(|motion| motion.velocity),
            Self::Acceleration => moving(|motion| motion.acceleration),
            Self::Jerk => moving(|motion| motion.jerk),
            Self::Curl => each(&HandSample::mean_curl_deg),
            Self::ThumbCurl => curl(0),
            Self::IndexCurl => curl(1),
            Self::MiddleCurl => curl(2),
            Self::RingCurl => curl(3),
            Self::PinkyCurl => curl(4),
            Self::Splay => each(&|sample| sample.splay_deg.into()),
            Self::HeadDistance => {
                let away =
                    |index| observed.head_to_hand(side, index).map_or(f64::NAN, DVec3::length);
                let seen = observed.hand(side).seen();
                in_frames(observed, seen.map(|(index, _)| (index, away(index))))
            }
        }
    }
}

impl Measure {
    /// All measures, in the order of tables: those of the left hand first.
    pub fn all() -> impl Iterator<Item = Self> {
        let hands = Side::ALL
            .into_iter()
            .flat_map(|side| HandMeasure::ALL.map(|measure| Self::Hand(side, measure)));
        hands.chain([
            Self::HandsDistance,
            Self::HeadSpeed,
            Self::HeadTurn,
            Self::GazeHeadAngle,
            Self::GazeSpeed,
        ])
    }

    pub(crate) const fn parts(self) -> Parts {
        match self {
            Self::Hand(_, measure) => measure.parts(),
            Self::HandsDistance => ("hands_distance", "hand to hand", Unit::Metres),
            Self::HeadSpeed => ("head_speed", "head speed", Unit::MetresPerSecond),
            Self::HeadTurn => ("head_turn", "head turning", Unit::DegreesPerSecond),
            Self::GazeHeadAngle => ("gaze_head", "gaze to head", Unit::Degrees),
            Self::GazeSpeed => ("gaze_speed", "gaze turning", Unit::DegreesPerSecond),
        }
    }

    /// Label, such as `left speed`.
    pub fn label(self) -> String {
        let (_, label, _) = self.parts();
        match self {
            Self::Hand(side, _) => format!("{side} {label}"),
            _ => label.to_owned(),
        }
    }

    /// Unit, such as `m/s`.
    pub const fn unit(self) -> &'static str {
        let (_, _, unit) = self.parts();
        unit.symbol()
    }

    /// Track of the measure; `None` for the distance of the hands.
    pub const fn track(self) -> Option<Track> {
        match self {
            Self::Hand(side, _) => Some(Track::Hand(side)),
            Self::HandsDistance => None,
            Self::HeadSpeed | Self::HeadTurn => Some(Track::Camera),
            Self::GazeHeadAngle | Self::GazeSpeed => Some(Track::Gaze),
        }
    }

    /// Value in each frame; NaN if unknown.
    pub(crate) fn values(self, observed: &Observed) -> Vec<f64> {
        match self {
            Self::Hand(side, measure) => measure.values(observed, side),
            Self::HandsDistance => {
                let mut right = vec![Vec3::NAN; observed.window.times.len()];
                for (index, sample) in observed.hand(Side::Right).seen() {
                    if let Some(slot) = right.get_mut(index) {
                        *slot = sample.point;
                    }
                }
                let left = observed.hand(Side::Left).seen();
                let distances = left.map(|(index, sample)| {
                    let other = right.get(index).copied().unwrap_or(Vec3::NAN);
                    (index, sample.point.as_dvec3().distance(other.as_dvec3()))
                });
                in_frames(observed, distances)
            }
            Self::HeadSpeed => {
                let runs = observed.head_moving().into_iter();
                let motions = runs.flat_map(|(run, motions)| run.zip(motions));
                in_frames(observed, motions.map(|(index, motion)| (index, length(motion.velocity))))
            }
            Self::HeadTurn => {
                let runs = observed.head_turning().into_iter();
                let speeds = runs.flat_map(|(run, speeds)| run.zip(speeds));
                in_frames(observed, speeds.map(|(index, speed)| (index, speed.to_degrees())))
            }
            Self::GazeHeadAngle => {
                let angle = |index| {
                    let (gaze, head) = (observed.gaze_at(index)?, observed.head_at(index)?);
                    Some((index, direction_angle_deg(gaze, head.forward())))
                };
                in_frames(observed, (0..observed.window.times.len()).filter_map(angle))
            }
            Self::GazeSpeed => {
                let speeds = observed.gaze_runs().into_iter().flat_map(|run| {
                    let speeds = speeds_deg_s(&observed.directions(&run), observed.rate_hz());
                    // The speed of a step belongs to the frame at its end.
                    run.skip(1).zip(speeds)
                });
                in_frames(observed, speeds)
            }
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stem, _, unit) = self.parts();
        let suffix = unit.suffix();
        match self {
            Self::Hand(side, _) => f.pad(&format!("{side}_{stem}{suffix}")),
            _ => f.pad(&format!("{stem}{suffix}")),
        }
    }
}

impl FromStr for Measure {
    type Err = NoSuchName;

    fn from_str(name: &str) -> Result<Self, NoSuchName> {
        let found = Self::all().find(|measure| measure.to_string() == name);
        found.ok_or_else(|| {
            NoSuchName::new("measure", name, Self::all().map(|measure| measure.to_string()))
        })
    }
}

/// Values of some frames, and NaN in the others.
fn in_frames(observed: &Observed, known: impl Iterator<Item = (usize, f64)>) -> Vec<f64> {
    let mut values = vec![f64::NAN; observed.window.times.len()];
    for (index, value) in known {
        if let Some(slot) = values.get_mut(index) {
            *slot = value;
        }
    }
    values
}
