//! Records the simulated sensors into a recording.

use glam::DQuat;
use reenact::hand::Joint;
use reenact::{
    Form, Frame, HandFrame, Keep, Marker, Pose, Ray, RecordOptions, Recorder, Recording, Result,
    Tracks,
};
use reenact_base::number::{to_f32, to_f64};

use crate::hand_model::JOINTS;
use crate::math;
use crate::stage::{Seen, SeenHand, Stage};

/// Signs of recorded quaternions: `q` and `−q` are the same rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signs {
    /// In the hemisphere of the previous frame: MRTK interpolates components.
    Continuous,
    /// As delivered by the device.
    AsSeen,
}

/// Times of evenly spaced frames, the first at 0.
pub(crate) fn even_times(frames: usize, rate_hz: f64) -> impl Iterator<Item = f64> {
    (0..frames).map(move |index| to_f64(index) / rate_hz)
}

/// Records a frame at each of `times_secs`.
pub(crate) fn record(
    stage: &Stage<'_>,
    times_secs: impl Iterator<Item = f64>,
    signs: Signs,
    form: Form,
) -> Result<Recording> {
    let options = RecordOptions {
        max_rate_hz: None,
        keep: Keep::All,
        cut_pauses: false,
        tracks: Tracks::ALL,
        form,
    };
    let mut recorder = Recorder::new(options)?;
    let mut rotations =
        Rotations { signs, camera: DQuat::IDENTITY, hands: [[DQuat::IDENTITY; JOINTS]; 2] };
    for (time_secs, number) in times_secs.zip(0_u64..) {
        recorder.record_at(time_secs, &rotations.frame(time_secs, &stage.frame(time_secs, number)));
    }
    Ok(recorder.finish())
}

/// Sets the markers, if the form has a marker list.
pub(crate) fn set_markers<'m>(
    recording: &mut Recording,
    markers: impl Iterator<Item = Marker<'m>>,
) -> Result<()> {
    if recording.form().marker_list { recording.set_markers(markers) } else { Ok(()) }
}

/// Creates a recording from frames and markers that were validated before.
#[expect(
    clippy::expect_used,
    reason = "a recorder that keeps all frames is valid, and there are few enough markers"
)]
pub(crate) fn counted(recording: Result<Recording>) -> Recording {
    recording.expect("every form holds the tracks that are recorded for it")
}

/// Previous rotation of every pose.
struct Rotations {
    signs: Signs,
    camera: DQuat,
    hands: [[DQuat; JOINTS]; 2],
}

impl Rotations {
    fn frame(&mut self, time_secs: f64, seen: &Seen) -> Frame {
        let Self { signs, camera, hands: [left, right] } = self;
        Frame {
            time_secs: to_f32(time_secs),
            camera: Some(pose(*signs, camera, &seen.camera)),
            left: Some(hand(*signs, left, seen.left.as_ref())),
            right: Some(hand(*signs, right, seen.right.as_ref())),
            gaze: Some(Ray {
                origin: seen.gaze.origin.as_vec3(),
                direction: seen.gaze.direction.as_vec3(),
            }),
        }
    }
}

fn hand(signs: Signs, last: &mut [DQuat; JOINTS], seen: Option<&SeenHand>) -> HandFrame {
    let Some(SeenHand { pinching, joints }) = seen else {
        return HandFrame::new(false, false, |_| None);
    };
    let mut joints = last.iter_mut().zip(joints);
    HandFrame::new(true, *pinching, |joint| {
        let is_tracked = joint != Joint::None;
        let (last, seen) = is_tracked.then(|| joints.next()).flatten()?;
        Some(pose(signs, last, seen))
    })
}

fn pose(signs: Signs, last: &mut DQuat, seen: &math::Pose) -> Pose {
    let is_flipped = signs == Signs::Continuous && last.dot(seen.rotation) < 0.0;
    *last = if is_flipped { -seen.rotation } else { seen.rotation };
    Pose { position: seen.position.as_vec3(), rotation: last.as_quat() }
}
