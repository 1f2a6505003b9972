//! From frames to a recording: one key a frame and curve, and none while a hand is lost.

use glam::{DQuat, DVec3};
use reenact::hand::{Joint, Side};
use reenact::number::to_f32;
use reenact::{
    Curve, CurveId, Form, KeyKind, Marker, PoseComponent, RayComponent, Recording, Result, Tracks,
};

use crate::device::{NEAR_M, Start, filter_keys, is_near_rotation};
use crate::hand_model::JOINTS;
use crate::math::Pose;
use crate::stage::{Frame, HandFrame};

/// How frames become keys.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Storage {
    /// A key in every frame, at the time of the performance; quaternions keep their sign.
    EveryFrame,
    /// As MRTK 2.0 stores what a headset delivers: signs as they come, no keys where a pose hardly changes.
    Filtered(Start),
}

impl Storage {
    const fn start(self) -> Start {
        match self {
            Self::EveryFrame => Start::Zero,
            Self::Filtered(start) => start,
        }
    }
}

/// Records a frame at each of `times_secs`, which count from the beginning of the performance; `frame` gets the time and the
/// number of the frame. `markers` gets the time of the last frame, and is called only where the form has a marker list.
pub(crate) fn film<'m>(
    times_secs: impl ExactSizeIterator<Item = f64>,
    storage: Storage,
    form: Form,
    frame: impl Fn(f64, u64) -> Frame,
    markers: impl FnOnce(f32) -> Vec<Marker<'m>>,
) -> Result<Recording> {
    let tracks = if form.version.is_1_1() { Tracks::ALL } else { Tracks::V1_0 };
    let mut columns = Columns::new(times_secs.len(), tracks.gaze, storage);
    let offset_secs = storage.start().offset_secs();
    for (time_secs, number) in times_secs.zip(0_u64..) {
        columns.push(to_f32(time_secs + offset_secs), &frame(time_secs, number));
    }
    let end_secs = columns.camera.times.last().copied().unwrap_or_default();
    let mut recording = columns.into_recording(form, tracks)?;
    if form.marker_list {
        recording.set_markers(markers(end_secs))?;
    }
    Ok(recording)
}

/// The values of a recording, curve by curve: a seventh of what 28-byte keys take.
struct Columns {
    storage: Storage,
    camera: Track<1>,
    /// One value a frame and component; none when not recorded.
    gaze: Option<[Vec<f32>; 6]>,
    left: Hand,
    right: Hand,
}

/// Poses that are keyed at the same times.
struct Track<const POSES: usize> {
    storage: Storage,
    times: Vec<f32>,
    poses: Vec<[Vec<f32>; 7]>,
    last: [DQuat; POSES],
}

struct Hand {
    joints: Track<JOINTS>,
    tracked: Switch,
    pinching: Switch,
}

/// The keys of a boolean curve: the first frame's, and each change.
#[derive(Default)]
struct Switch {
    keys: Vec<(f32, bool)>,
}

impl Switch {
    fn push(&mut self, time_secs: f32, on: bool) {
        if self.keys.last().is_none_or(|&(_, last)| last != on) {
            self.keys.push((time_secs, on));
        }
    }
}

impl Columns {
    fn new(frames: usize, gaze: bool, storage: Storage) -> Self {
        let hand = || Hand {
            joints: Track::new(frames, storage),
            tracked: Switch::default(),
            pinching: Switch::default(),
        };
        Self {
            storage,
            camera: Track::new(frames, storage),
            gaze: gaze.then(|| [(); 6].map(|()| Vec::with_capacity(frames))),
            left: hand(),
            right: hand(),
        }
    }

    fn push(&mut self, time_secs: f32, frame: &Frame) {
        self.camera.push(time_secs, &[frame.camera]);
        self.left.push(time_secs, frame.left.as_ref());
        self.right.push(time_secs, frame.right.as_ref());
        if let Some(gaze) = &mut self.gaze {
            let [ox, oy, oz] = frame.gaze.origin.to_array();
            let [dx, dy, dz] = frame.gaze.direction.to_array();
            for (column, value) in gaze.iter_mut().zip([ox, oy, oz, dx, dy, dz]) {
                column.push(to_f32(value));
            }
        }
    }

    /// Frees each column as soon as its curve is made, so that no more than the recording and the columns are ever
    /// in memory.
    fn into_recording(self, form: Form, tracks: Tracks) -> Result<Recording> {
        let kind = form.float_kind();
        let mut recording = Recording::new(form, tracks)?;
        let Self { storage, camera, gaze, left, right } = self;
        let gaze_keys = storage.drop_before_zero(&camera.times, (0..camera.times.len()).collect());
        for (component, column) in RayComponent::ALL.into_iter().zip(gaze.into_iter().flatten()) {
            let curve = curve(kind, &camera.times, &column, &gaze_keys);
            recording.set_curve(CurveId::Gaze(component), curve)?;
        }
        camera.into_curves(
            kind,
            |_, component| Some(CurveId::Camera(component)),
            &mut recording,
        )?;
        for (side, hand) in [(Side::Left, left), (Side::Right, right)] {
            let switch = |switch: Switch| Curve::boolean(storage.drop_switches_before_zero(switch));
            recording.set_curve(CurveId::Tracked(side), switch(hand.tracked))?;
            recording.set_curve(CurveId::Pinching(side), switch(hand.pinching))?;
            let id = |pose: usize, component| {
                Some(CurveId::Joint(side, *Joint::TRACKED.get(pose)?, component))
            };
            hand.joints.into_curves(kind, id, &mut recording)?;
        }
        Ok(recording)
    }
}

impl Storage {
    /// Of the keys before 0, a rolling buffer keeps the last.
    fn drop_before_zero(self, times: &[f32], mut keys: Vec<usize>) -> Vec<usize> {
        if matches!(self.start(), Start::RollingBuffer { .. }) {
            let before =
                keys.partition_point(|&key| times.get(key).is_some_and(|&secs| secs < 0.0));
            keys.drain(..before.saturating_sub(1));
        }
        keys
    }

    fn drop_switches_before_zero(self, switch: Switch) -> Vec<(f32, bool)> {
        let mut keys = switch.keys;
        if matches!(self.start(), Start::RollingBuffer { .. }) {
            let before = keys.partition_point(|&(secs, _)| secs < 0.0);
            keys.drain(..before.saturating_sub(1));
        }
        keys
    }
}

impl Hand {
    fn push(&mut self, time_secs: f32, frame: Option<&HandFrame>) {
        self.tracked.push(time_secs, frame.is_some());
        self.pinching.push(time_secs, frame.is_some_and(|f| f.pinching));
        if let Some(frame) = frame {
            self.joints.push(time_secs, &frame.joints);
        }
    }
}

impl<const POSES: usize> Track<POSES> {
    fn new(frames: usize, storage: Storage) -> Self {
        let column = || [(); 7].map(|()| Vec::with_capacity(frames));
        Self {
            storage,
            times: Vec::with_capacity(frames),
            poses: (0..POSES).map(|_| column()).collect(),
            last: [DQuat::IDENTITY; POSES],
        }
    }

    fn push(&mut self, time_secs: f32, poses: &[Pose; POSES]) {
        self.times.push(time_secs);
        for ((columns, last), pose) in self.poses.iter_mut().zip(&mut self.last).zip(poses) {
            // q and −q are the same rotation; MRTK interpolates components, so stay on the side of the last key.
            let is_flipped = self.storage == Storage::EveryFrame && last.dot(pose.rotation) < 0.0;
            let rotation = if is_flipped { -pose.rotation } else { pose.rotation };
            *last = rotation;
            let [px, py, pz] = pose.position.to_array();
            let [qx, qy, qz, qw] = rotation.to_array();
            for (column, value) in columns.iter_mut().zip([px, py, pz, qx, qy, qz, qw]) {
                column.push(to_f32(value));
            }
        }
    }

    fn into_curves(
        self,
        kind: KeyKind,
        id: impl Fn(usize, PoseComponent) -> Option<CurveId>,
        recording: &mut Recording,
    ) -> Result<()> {
        let Self { storage, times, poses, last: _ } = self;
        let all: Vec<usize> = (0..times.len()).collect();
        for (pose, columns) in poses.into_iter().enumerate() {
            let [position_keys, rotation_keys] = match storage {
                Storage::EveryFrame => [None, None],
                Storage::Filtered(_) => {
                    let kept = [moving_keys(&columns), turning_keys(&columns)];
                    kept.map(|keys| Some(storage.drop_before_zero(&times, keys)))
                }
            };
            let keys = std::iter::repeat_n(&position_keys, 3)
                .chain(std::iter::repeat_n(&rotation_keys, 4))
                .map(|keys| keys.as_ref().unwrap_or(&all));
            for ((component, column), keys) in PoseComponent::ALL.into_iter().zip(columns).zip(keys)
            {
                if let Some(id) = id(pose, component) {
                    recording.set_curve(id, curve(kind, &times, &column, keys))?;
                }
            }
        }
        Ok(())
    }
}

/// Keys of a position that MRTK's filter keeps.
fn moving_keys([x, y, z, ..]: &[Vec<f32>; 7]) -> Vec<usize> {
    let at = |key: usize| DVec3::from_array([x, y, z].map(|column| value(column, key)));
    filter_keys(x.len(), |a, b| at(a).distance(at(b)) < NEAR_M)
}

/// Keys of a rotation that MRTK's filter keeps.
fn turning_keys([_, _, _, x, y, z, w]: &[Vec<f32>; 7]) -> Vec<usize> {
    let at = |key: usize| DQuat::from_array([x, y, z, w].map(|column| value(column, key)));
    filter_keys(x.len(), |a, b| is_near_rotation(at(a), at(b)))
}

fn value(column: &[f32], key: usize) -> f64 {
    column.get(key).copied().unwrap_or_default().into()
}

fn curve(kind: KeyKind, times: &[f32], values: &[f32], keys: &[usize]) -> Curve {
    Curve::linear(kind, keys.iter().filter_map(|&key| Some((*times.get(key)?, *values.get(key)?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_keeps_its_first_value_and_each_change() {
        let mut switch = Switch::default();
        for (time_secs, on) in [(0.0, false), (0.1, false), (0.2, true), (0.3, true), (0.4, false)]
        {
            switch.push(time_secs, on);
        }
        assert_eq!(switch.keys, [(0.0, false), (0.2, true), (0.4, false)]);
    }
}
