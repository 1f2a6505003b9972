//! Recordings as frames, for tests of movement.

use glam::{DQuat, DVec3};
use reenact::hand::{Joint, Side};
use reenact::{CurveId, PoseComponent, RayComponent, Recording};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Pose {
    pub(crate) position: DVec3,
    pub(crate) rotation: DQuat,
}

pub(crate) struct HandKey {
    pub(crate) time_secs: f32,
    /// Without slot `None`.
    pub(crate) joints: [Pose; 26],
}

impl HandKey {
    pub(crate) fn at(&self, joint: Joint) -> DVec3 {
        self.joints[joint.index() - 1].position
    }
}

/// Values of one curve, with their times.
pub(crate) fn values(recording: &Recording, id: CurveId) -> Vec<(f32, f32)> {
    recording.curve(id).unwrap().iter().map(|key| (key.time_secs, key.value)).collect()
}

fn poses(recording: &Recording, id: impl Fn(PoseComponent) -> CurveId) -> Vec<(f32, Pose)> {
    let columns = PoseComponent::ALL.map(|component| values(recording, id(component)));
    (0..columns[0].len())
        .map(|i| {
            let [px, py, pz, qx, qy, qz, qw] =
                columns.each_ref().map(|column| f64::from(column[i].1));
            assert!(
                columns.iter().all(|column| column[i].0 == columns[0][i].0),
                "keys share their times"
            );
            let pose = Pose {
                position: DVec3::new(px, py, pz),
                rotation: DQuat::from_xyzw(qx, qy, qz, qw),
            };
            (columns[0][i].0, pose)
        })
        .collect()
}

pub(crate) fn camera(recording: &Recording) -> Vec<(f32, Pose)> {
    poses(recording, CurveId::Camera)
}

pub(crate) fn hand(recording: &Recording, side: Side) -> Vec<HandKey> {
    let joints = Joint::TRACKED
        .map(|joint| poses(recording, |component| CurveId::Joint(side, joint, component)));
    (0..joints[0].len())
        .map(|i| HandKey {
            time_secs: joints[0][i].0,
            joints: joints.each_ref().map(|joint| joint[i].1),
        })
        .collect()
}

pub(crate) fn gaze(recording: &Recording) -> Vec<(f32, DVec3, DVec3)> {
    let columns = RayComponent::ALL.map(|component| values(recording, CurveId::Gaze(component)));
    (0..columns[0].len())
        .map(|i| {
            let [ox, oy, oz, dx, dy, dz] = columns.each_ref().map(|column| f64::from(column[i].1));
            (columns[0][i].0, DVec3::new(ox, oy, oz), DVec3::new(dx, dy, dz))
        })
        .collect()
}

/// Spans in which a boolean curve is on (or off), up to `end_secs`.
pub(crate) fn spans(
    recording: &Recording,
    id: CurveId,
    on: bool,
    end_secs: f32,
) -> Vec<(f32, f32)> {
    let keys = values(recording, id);
    let ends = keys.iter().skip(1).map(|key| key.0).chain([end_secs]);
    keys.iter()
        .zip(ends)
        .filter(|(key, _)| (key.1 > 0.5) == on)
        .map(|(key, end)| (key.0, end))
        .collect()
}

pub(crate) fn is_in(spans: &[(f32, f32)], time_secs: f32) -> bool {
    spans.iter().any(|&(start, end)| (start..end).contains(&time_secs))
}

/// Pairs of adjacent keys at the given rate, without a gap in between.
pub(crate) fn neighbours(
    keys: &[HandKey],
    rate_hz: f32,
) -> impl Iterator<Item = (&HandKey, &HandKey)> {
    keys.windows(2)
        .map(|pair| (&pair[0], &pair[1]))
        .filter(move |(a, b)| (b.time_secs - a.time_secs) * rate_hz < 1.5)
}
