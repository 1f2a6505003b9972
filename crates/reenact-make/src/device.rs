//! Device profiles: how a headset samples, distorts and stores a performance.
//!
//! [`Device::HoloLens2`] has the statistics of recordings that people made with a worn HoloLens 2 and MRTK 2.0: about 24 frames
//! per second at uneven times, bones whose length changes with the pose, quaternions with sign flips, no keys while a joint
//! hardly moves, and recordings that do not start at 0. The thresholds of `doctor` are calibrated on it.

use glam::{DQuat, DVec3};
use reenact::{Curve, CurveGroup, CurveId, Recording, Result, named};
use reenact_base::number::to_f32;

use crate::hand_model::JOINTS;
use crate::math::Pose;
use crate::noise::{Wander, bells};
use crate::rng::{self, Rng};

/// Headset that records a performance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Device {
    /// Evenly spaced frames, rigid bones, continuous signs, a key in every frame, starting at 0.
    #[default]
    Ideal,
    /// A worn HoloLens 2 with MRTK 2.0: uneven frame times, elastic bones, sign flips, sparse keys.
    ///
    /// Depending on the seed, the recording starts at 0; or at the time for which the application had been running; or it is the
    /// content of a ring buffer, with one key of each curve before 0.
    HoloLens2,
}

named!(Device, "device": Ideal = "ideal", HoloLens2 = "hololens2");

impl Device {
    /// Mean frame rate of the device.
    pub(crate) const fn rate_hz(self) -> f32 {
        match self {
            Self::Ideal => 60.0,
            Self::HoloLens2 => 24.0,
        }
    }

    pub(crate) fn start(self, seed: u64) -> Start {
        match (self, seed % 3) {
            (Self::Ideal, _) | (_, 0) => Start::Zero,
            (Self::HoloLens2, 1) => Start::Late { secs: 41.25 },
            (Self::HoloLens2, _) => Start::RollingBuffer { dropped_secs: 6.0 },
        }
    }
}

/// Uneven frame times of a performance on a HoloLens 2, from 0 to its end, at a mean rate.
pub(crate) fn uneven_times(end_secs: f64, rate_hz: f64, seed: u64) -> Vec<f64> {
    let mut rng = Rng::new(rng::derive(seed, 9));
    let mut times = Vec::new();
    let mut time_secs = 0.0;
    while time_secs < end_secs {
        times.push(time_secs);
        // Measured: 90th percentile 1.27 and 99th 1.6 times the median interval.
        let interval = (1.0 + 0.19 * rng.bell()).clamp(0.45, 1.6);
        time_secs += interval / rate_hz;
    }
    times.push(end_secs);
    times
}

/// Start of a recording in the performance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Start {
    Zero,
    /// Times count from the application's start.
    Late {
        secs: f64,
    },
    /// Keys before 0 are dropped, except the last of each curve.
    RollingBuffer {
        dropped_secs: f64,
    },
}

impl Start {
    /// Length of the performance before the recording's 0.
    pub(crate) const fn dropped_secs(self) -> f64 {
        match self {
            Self::RollingBuffer { dropped_secs } => dropped_secs,
            Self::Zero | Self::Late { .. } => 0.0,
        }
    }

    /// Offset from a time of the performance to the time in the recording.
    pub(crate) const fn offset_secs(self) -> f64 {
        match self {
            Self::Zero => 0.0,
            Self::Late { secs } => secs,
            Self::RollingBuffer { dropped_secs } => -dropped_secs,
        }
    }
}

/// Errors of a HoloLens 2's hand tracker beyond the noise of each joint.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HandSensor {
    seed: u64,
    stretch: Wander,
}

impl HandSensor {
    /// Standard deviation of the position noise of the whole hand for each axis: in most frames, and in frames in which the
    /// tracker jumps.
    ///
    /// Measured: second differences of the wrist, 90th percentile 5.5 to 12 mm at a median of 1.4 to 3.5 mm.
    const WHITE_M: f64 = 0.000_42;
    const JUMP_M: f64 = 0.002_8;
    /// Fraction of frames with a jump.
    const JUMP_SHARE: f64 = 0.06;
    /// Fraction of frames in which all quaternions of a hand, or those of one joint, have the opposite sign.
    const HAND_FLIP_SHARE: f64 = 0.008;
    const JOINT_FLIP_SHARE: f64 = 0.015;
    const STRETCH_PERIOD_SECS: f64 = 1.1;

    pub(crate) const fn new(seed: u64) -> Self {
        let stretch = Wander::new(rng::derive(seed, 1), Self::STRETCH_PERIOD_SECS);
        Self { seed: rng::derive(seed, 2), stretch }
    }

    /// Changes bone lengths, moves the hand and flips signs.
    pub(crate) fn disturb(&self, joints: &mut [Pose; JOINTS], time_secs: f64, frame: u64) {
        let mut white = Rng::new(rng::derive(self.seed, frame));
        self.stretch_bones(joints, time_secs);
        let jumps = white.chance(Self::JUMP_SHARE);
        let moved = bells(&mut white) * if jumps { Self::JUMP_M } else { Self::WHITE_M };
        let hand_flips = white.chance(Self::HAND_FLIP_SHARE);
        for joint in joints {
            joint.position += moved;
            if hand_flips != white.chance(Self::JOINT_FLIP_SHARE) {
                joint.rotation = -joint.rotation;
            }
        }
    }

    fn stretch_bones(&self, joints: &mut [Pose; JOINTS], time_secs: f64) {
        let rigid = *joints;
        let position = |joints: &[Pose; JOINTS], joint: usize| {
            joints.get(joint).map_or(DVec3::ZERO, |joint| joint.position)
        };
        for ((child, lane), bone) in (0..).zip(0..).zip(&BONES) {
            let stretch = self.stretch.at_lane(time_secs, lane).x * bone.spread / SPREAD_OF_WANDER;
            let along = position(&rigid, child) - position(&rigid, bone.parent);
            let stretched = position(joints, bone.parent) + along * (1.0 + stretch);
            if let Some(joint) = joints.get_mut(child) {
                joint.position = stretched;
            }
        }
    }
}

/// 90th minus 10th percentile of one component of a [`Wander`].
const SPREAD_OF_WANDER: f64 = 1.35;

/// Bone that ends at a joint.
struct Bone {
    parent: usize,
    /// 90th minus 10th percentile of its length, as a fraction of it.
    spread: f64,
}

const fn bone(parent: usize, percent: f64) -> Bone {
    Bone { parent, spread: percent / 100.0 }
}

/// Measured on a worn HoloLens 2: bones near the knuckles of ring finger and pinky, and the first phalanges, change most.
#[rustfmt::skip]
const BONES: [Bone; JOINTS] = [
    bone(0, 0.0), bone(0, 5.0), // wrist, palm
    bone(0, 9.0), bone(2, 5.0), bone(3, 9.0), bone(4, 7.0), // thumb
    bone(0, 9.0), bone(6, 3.0), bone(7, 15.0), bone(8, 5.0), bone(9, 9.0), // index
    bone(0, 9.0), bone(11, 8.0), bone(12, 17.0), bone(13, 9.0), bone(14, 7.0), // middle
    bone(0, 6.0), bone(16, 16.0), bone(17, 14.0), bone(18, 5.0), bone(19, 9.0), // ring
    bone(0, 5.0), bone(21, 10.0), bone(22, 20.0), bone(23, 9.0), bone(24, 8.0), // pinky
];

/// Stores a recording of all frames as MRTK 2.0 does on a HoloLens 2: with times of its clock, without keys of poses that hardly
/// change, and without keys dropped by the ring buffer.
///
/// `times_secs` are the times of the frames in the performance.
pub(crate) fn store(recording: &mut Recording, times_secs: &[f64], start: Start) -> Result<()> {
    let stored = |time_secs: &f64| (to_f32(*time_secs), to_f32(time_secs + start.offset_secs()));
    let clock: Vec<(f32, f32)> = times_secs.iter().map(stored).collect();
    for group in CurveGroup::all(recording.tracks()) {
        let curves: Vec<(CurveId, Curve)> =
            group.ids().iter().filter_map(|&id| Some((id, recording.curve(id)?.clone()))).collect();
        let values: Vec<Vec<f32>> =
            curves.iter().map(|(_, curve)| curve.iter().map(|key| key.value).collect()).collect();
        let times = curves.first().map_or(Vec::new(), |(_, curve)| retimed(curve, &clock));
        let mut kept = kept_keys(group, &values, times.len());
        if matches!(start, Start::RollingBuffer { .. }) {
            // Of the keys before 0, the ring buffer keeps the last.
            let before = kept.partition_point(|&key| times.get(key).is_some_and(|&t| t < 0.0));
            kept.drain(..before.saturating_sub(1));
        }
        for ((id, curve), values) in curves.iter().zip(&values) {
            let keys = kept.iter().filter_map(|&key| Some((*times.get(key)?, *values.get(key)?)));
            let is_boolean = matches!(group, CurveGroup::Tracked(_) | CurveGroup::Pinching(_));
            let stored = if is_boolean {
                Curve::boolean(keys.map(|(time_secs, value)| (time_secs, value > 0.5)))
            } else {
                Curve::linear(curve.kind(), keys)
            };
            recording.set_curve(*id, stored)?;
        }
    }
    Ok(())
}

/// Times of a curve's keys on the clock of the device.
fn retimed(curve: &Curve, clock: &[(f32, f32)]) -> Vec<f32> {
    let mut clock = clock.iter();
    curve
        .iter()
        .filter_map(|key| clock.find(|(time_secs, _)| *time_secs == key.time_secs))
        .map(|(_, stored_secs)| *stored_secs)
        .collect()
}

/// Thresholds of MRTK's key filter for joints and head.
///
/// Recordings of a worn HoloLens 2 were filtered by 1 mm per component; here the three components of a position share their keys, and a slightly larger threshold gives the same intervals between keys.
const NEAR_M: f64 = 0.001_18;
const NEAR_DEG: f64 = 0.2;

/// Indices of the keys that MRTK's filter leaves in a group of curves.
fn kept_keys(group: CurveGroup, values: &[Vec<f32>], keys: usize) -> Vec<usize> {
    let value = |column: &[f32], key: usize| column.get(key).copied().unwrap_or_default().into();
    match (group, values) {
        (CurveGroup::Position(_), [x, y, z]) => {
            let at = |key: usize| DVec3::from_array([x, y, z].map(|column| value(column, key)));
            filter_keys(keys, |a, b| at(a).distance(at(b)) < NEAR_M)
        }
        (CurveGroup::Rotation(_), [x, y, z, w]) => {
            let at = |key: usize| DQuat::from_array([x, y, z, w].map(|column| value(column, key)));
            let near_dot = libm::cos(NEAR_DEG.to_radians() * 0.5);
            filter_keys(keys, |a, b| at(a).dot(at(b)) >= near_dot)
        }
        _ => (0..keys).collect(),
    }
}

/// MRTK's filter for new keys: a key that differs from both its neighbours by less than the threshold is left out.
fn filter_keys(count: usize, is_near: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::with_capacity(count);
    for new in 0..count {
        if let &[.., before, last] = kept.as_slice()
            && is_near(before, last)
            && is_near(last, new)
        {
            kept.pop();
        }
        kept.push(new);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filter_keeps_ends_and_changes() {
        let values = [0.0_f64, 0.0, 0.0, 5.0, 5.0, 5.0, 5.0];
        let kept = filter_keys(values.len(), |a, b| (values[a] - values[b]).abs() < 1.0);
        assert_eq!(kept, [0, 2, 3, 6]);
    }

    #[test]
    fn every_bone_ends_where_a_later_joint_begins() {
        assert!(BONES.iter().enumerate().skip(1).all(|(joint, bone)| bone.parent < joint));
    }
}
