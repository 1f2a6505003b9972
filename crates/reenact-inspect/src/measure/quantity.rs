//! What is measured of every frame.

use glam::{DVec3, Vec3};
use reenact::hand::{Finger, Side};

use super::derive::Motion;
use super::gaze::speeds_deg_s;
use super::observed::{HandSample, Observed};
use super::shape::direction_angle_deg;
use super::smoothness::length;

/// Something of a hand that has a value in every frame in which the hand is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HandQuantity {
    PinchAperture,
    GraspAperture,
    Speed,
    Acceleration,
    Jerk,
    Curl,
    FingerCurl(Finger),
    Splay,
    HeadDistance,
}

/// Something else that does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantity {
    HandsDistance,
    HeadSpeed,
    HeadTurn,
    GazeHeadAngle,
    GazeSpeed,
}

/// What a quantity is called: its name with the unit at its end, in words, and its unit.
pub(crate) type Called = (&'static str, &'static str, &'static str);

impl HandQuantity {
    pub(crate) const ALL: [Self; 13] = [
        Self::PinchAperture,
        Self::GraspAperture,
        Self::Speed,
        Self::Acceleration,
        Self::Jerk,
        Self::Curl,
        Self::FingerCurl(Finger::Thumb),
        Self::FingerCurl(Finger::Index),
        Self::FingerCurl(Finger::Middle),
        Self::FingerCurl(Finger::Ring),
        Self::FingerCurl(Finger::Pinky),
        Self::Splay,
        Self::HeadDistance,
    ];

    pub(crate) const fn called(self) -> Called {
        match self {
            Self::PinchAperture => ("pinch_aperture_m", "thumb to index", "m"),
            Self::GraspAperture => ("grasp_aperture_m", "thumb to fingers", "m"),
            Self::Speed => ("speed_m_s", "speed", "m/s"),
            Self::Acceleration => ("acceleration_m_s2", "acceleration", "m/s²"),
            Self::Jerk => ("jerk_m_s3", "jerk", "m/s³"),
            Self::Curl => ("curl_deg", "finger curl", "°"),
            Self::FingerCurl(Finger::Thumb) => ("thumb_curl_deg", "thumb curl", "°"),
            Self::FingerCurl(Finger::Index) => ("index_curl_deg", "index curl", "°"),
            Self::FingerCurl(Finger::Middle) => ("middle_curl_deg", "middle finger curl", "°"),
            Self::FingerCurl(Finger::Ring) => ("ring_curl_deg", "ring finger curl", "°"),
            Self::FingerCurl(Finger::Pinky) => ("pinky_curl_deg", "pinky curl", "°"),
            Self::Splay => ("splay_deg", "finger splay", "°"),
            Self::HeadDistance => ("head_distance_m", "distance to the head", "m"),
        }
    }

    /// Its value in each frame; NaN where there is none.
    pub(crate) fn values(self, observed: &Observed, side: Side) -> Vec<f64> {
        let each = |value: &dyn Fn(&HandSample) -> f64| {
            let mut values = vec![f64::NAN; observed.window.times.len()];
            for (index, sample) in observed.hand(side).seen() {
                set(&mut values, index, value(sample));
            }
            values
        };
        let moving = |value: fn(&Motion<[f64; 3]>) -> [f64; 3]| {
            let mut values = vec![f64::NAN; observed.window.times.len()];
            for (run, motions) in observed.moving(side, |sample| sample.point) {
                for (index, motion) in run.zip(&motions) {
                    set(&mut values, index, length(value(motion)));
                }
            }
            values
        };
        match self {
            Self::PinchAperture => each(&HandSample::aperture_m),
            Self::GraspAperture => each(&|sample| sample.grasp_m.into()),
            Self::Speed => moving(|motion| motion.velocity),
            Self::Acceleration => moving(|motion| motion.acceleration),
            Self::Jerk => moving(|motion| motion.jerk),
            Self::Curl => each(&HandSample::mean_curl_deg),
            Self::FingerCurl(finger) => {
                let place = Finger::ALL.iter().position(|&other| other == finger).unwrap_or(0);
                each(&|sample| sample.curl_deg.get(place).copied().unwrap_or(f32::NAN).into())
            }
            Self::Splay => each(&|sample| sample.splay_deg.into()),
            Self::HeadDistance => {
                let mut values = vec![f64::NAN; observed.window.times.len()];
                for (index, _) in observed.hand(side).seen() {
                    let away = observed.head_to_hand(side, index);
                    set(&mut values, index, away.map_or(f64::NAN, DVec3::length));
                }
                values
            }
        }
    }
}

impl Quantity {
    pub(crate) const ALL: [Self; 5] = [
        Self::HandsDistance,
        Self::HeadSpeed,
        Self::HeadTurn,
        Self::GazeHeadAngle,
        Self::GazeSpeed,
    ];

    pub(crate) const fn called(self) -> Called {
        match self {
            Self::HandsDistance => ("hands_distance_m", "hand to hand", "m"),
            Self::HeadSpeed => ("head_speed_m_s", "head speed", "m/s"),
            Self::HeadTurn => ("head_turn_deg_s", "head turning", "°/s"),
            Self::GazeHeadAngle => ("gaze_head_deg", "gaze to head", "°"),
            Self::GazeSpeed => ("gaze_speed_deg_s", "gaze turning", "°/s"),
        }
    }

    /// Its value in each frame; NaN where there is none.
    pub(crate) fn values(self, observed: &Observed) -> Vec<f64> {
        let mut values = vec![f64::NAN; observed.window.times.len()];
        match self {
            Self::HandsDistance => {
                let mut right = vec![Vec3::NAN; values.len()];
                for (index, sample) in observed.hand(Side::Right).seen() {
                    if let Some(slot) = right.get_mut(index) {
                        *slot = sample.point;
                    }
                }
                for (index, sample) in observed.hand(Side::Left).seen() {
                    let other = right.get(index).copied().unwrap_or(Vec3::NAN);
                    set(&mut values, index, sample.point.as_dvec3().distance(other.as_dvec3()));
                }
            }
            Self::HeadSpeed => {
                for (run, motions) in observed.head_moving() {
                    for (index, motion) in run.zip(&motions) {
                        set(&mut values, index, length(motion.velocity));
                    }
                }
            }
            Self::HeadTurn => {
                for (run, speeds) in observed.head_turning() {
                    for (index, speed) in run.zip(speeds) {
                        set(&mut values, index, speed.to_degrees());
                    }
                }
            }
            Self::GazeHeadAngle => {
                for index in 0..values.len() {
                    if let (Some(gaze), Some(head)) =
                        (observed.gaze_at(index), observed.head_at(index))
                    {
                        set(&mut values, index, direction_angle_deg(gaze, head.forward()));
                    }
                }
            }
            Self::GazeSpeed => {
                for run in observed.gaze_runs() {
                    let directions = observed.directions(&run);
                    let speeds = speeds_deg_s(&directions, observed.rate_hz());
                    // The speed of a step is that of the frame it leads to.
                    for (index, speed) in run.skip(1).zip(speeds) {
                        set(&mut values, index, speed);
                    }
                }
            }
        }
        values
    }
}

fn set(values: &mut [f64], index: usize, value: f64) {
    if let Some(slot) = values.get_mut(index) {
        *slot = value;
    }
}
