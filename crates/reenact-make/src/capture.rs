//! From frames to a recording: one key a frame and curve, and none while a hand is lost.

use glam::DQuat;
use reenact::hand::{Joint, Side};
use reenact::number::{to_f32, to_f64};
use reenact::{
    Curve, CurveId, Form, KeyKind, Marker, PoseComponent, RayComponent, Recording, Result, Tracks,
};

use crate::hand_model::JOINTS;
use crate::math::Pose;
use crate::stage::{Frame, HandFrame};

/// Films `frames` frames, each as `frame` has it at a time and by its number. `markers` is told the time of the last
/// one, and asked only where the form has a marker list.
pub(crate) fn film<'m>(
    frames: usize,
    rate_hz: f64,
    form: Form,
    frame: impl Fn(f64, u64) -> Frame,
    markers: impl FnOnce(f32) -> Vec<Marker<'m>>,
) -> Result<Recording<'static>> {
    let tracks = if form.version.is_1_1() { Tracks::ALL } else { Tracks::V1_0 };
    let mut columns = Columns::new(frames, tracks.gaze);
    for (index, number) in (0..frames).zip(0_u64..) {
        let time_secs = to_f64(index) / rate_hz;
        columns.push(to_f32(time_secs), &frame(time_secs, number));
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
    camera: Track<1>,
    /// One value a frame and component; none when not recorded.
    gaze: Option<[Vec<f32>; 6]>,
    left: Hand,
    right: Hand,
}

/// Poses that are keyed at the same times.
struct Track<const POSES: usize> {
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
    fn new(frames: usize, gaze: bool) -> Self {
        let hand = || Hand {
            joints: Track::new(frames),
            tracked: Switch::default(),
            pinching: Switch::default(),
        };
        Self {
            camera: Track::new(frames),
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
    fn into_recording(self, form: Form, tracks: Tracks) -> Result<Recording<'static>> {
        let kind = form.float_kind();
        let mut recording = Recording::new(form, tracks)?;
        let Self { camera, gaze, left, right } = self;
        for (component, column) in RayComponent::ALL.into_iter().zip(gaze.into_iter().flatten()) {
            recording.set_curve(CurveId::Gaze(component), curve(kind, &camera.times, &column))?;
        }
        camera.into_curves(
            kind,
            |_, component| Some(CurveId::Camera(component)),
            &mut recording,
        )?;
        for (side, hand) in [(Side::Left, left), (Side::Right, right)] {
            recording.set_curve(CurveId::Tracked(side), Curve::boolean(hand.tracked.keys))?;
            recording.set_curve(CurveId::Pinching(side), Curve::boolean(hand.pinching.keys))?;
            let id = |pose: usize, component| {
                Some(CurveId::Joint(side, *Joint::TRACKED.get(pose)?, component))
            };
            hand.joints.into_curves(kind, id, &mut recording)?;
        }
        Ok(recording)
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
    fn new(frames: usize) -> Self {
        let column = || [(); 7].map(|()| Vec::with_capacity(frames));
        Self {
            times: Vec::with_capacity(frames),
            poses: (0..POSES).map(|_| column()).collect(),
            last: [DQuat::IDENTITY; POSES],
        }
    }

    fn push(&mut self, time_secs: f32, poses: &[Pose; POSES]) {
        self.times.push(time_secs);
        for ((columns, last), pose) in self.poses.iter_mut().zip(&mut self.last).zip(poses) {
            // q and −q are the same rotation; MRTK interpolates components, so stay on the side of the last key.
            let rotation =
                if last.dot(pose.rotation) < 0.0 { -pose.rotation } else { pose.rotation };
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
        recording: &mut Recording<'static>,
    ) -> Result<()> {
        for (pose, columns) in self.poses.into_iter().enumerate() {
            for (component, column) in PoseComponent::ALL.into_iter().zip(columns) {
                if let Some(id) = id(pose, component) {
                    recording.set_curve(id, curve(kind, &self.times, &column))?;
                }
            }
        }
        Ok(())
    }
}

fn curve(kind: KeyKind, times: &[f32], values: &[f32]) -> Curve<'static> {
    Curve::linear(kind, times.iter().copied().zip(values.iter().copied()))
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
