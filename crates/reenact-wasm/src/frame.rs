//! Frame as a flat array of floats, in WebXR axes.

use js_sys::Float32Array;
use reenact::glam::{Quat, Vec3};
use reenact::hand::{Joint, Side, grip, target_ray};
use reenact::{Frame, HandFrame, Pose, Ray, Signs};
use reenact_convert::Axes;
use reenact_convert::iwer::palm;
use serde::Serialize;

use crate::error::{Error, Result};
use crate::times;

/// Position and rotation.
const POSE_LEN: usize = 7;
/// Origin and direction.
const RAY_LEN: usize = 6;
/// Tracked, pinching and observed.
const STATES_LEN: usize = 3;
const JOINTS: usize = Joint::TRACKED.len();
const HAND_LEN: usize = STATES_LEN + JOINTS * POSE_LEN;

const CAMERA: usize = 0;
const GAZE: usize = CAMERA + POSE_LEN;
const LEFT: usize = GAZE + RAY_LEN;
const RIGHT: usize = LEFT + HAND_LEN;

/// Floats per frame.
pub(crate) const LEN: usize = RIGHT + HAND_LEN;

/// Layout of a frame, for JavaScript.
#[derive(Debug, Serialize)]
pub(crate) struct Layout {
    len: usize,
    camera: usize,
    gaze: usize,
    hands: [usize; 2],
    joints: Vec<&'static str>,
    /// Names of the joints in WebXR, which has no palm.
    webxr: Vec<Option<&'static str>>,
    /// Index of each parent joint; −1 for the root.
    parents: Vec<i32>,
}

impl Default for Layout {
    fn default() -> Self {
        let place = |joint| Joint::TRACKED.iter().position(|&other| other == joint);
        let parent = |joint: Joint| {
            let place = joint.parent().and_then(place).and_then(|place| i32::try_from(place).ok());
            place.unwrap_or(-1)
        };
        Self {
            len: LEN,
            camera: CAMERA,
            gaze: GAZE,
            hands: [LEFT, RIGHT],
            joints: Joint::TRACKED.map(Joint::name).to_vec(),
            webxr: Joint::TRACKED.map(|joint| Some(joint.to_webxr()?.name())).to_vec(),
            parents: Joint::TRACKED.map(parent).to_vec(),
        }
    }
}

/// The floats of a frame.
pub(crate) type Floats = [f32; LEN];

/// Flattens a frame. Unknown values are NaN; an absent hand is not tracked.
pub(crate) fn floats(frame: &Frame) -> Floats {
    let mut floats = [f32::NAN; LEN];
    if let Some(camera) = &frame.camera {
        put(&mut floats, CAMERA, &pose(camera));
    }
    if let Some(gaze) = &frame.gaze {
        put(&mut floats, GAZE, &ray(gaze));
    }
    for (at, side) in [LEFT, RIGHT].into_iter().zip(Side::ALL) {
        put_hand(&mut floats, at, frame.hand(side));
    }
    floats
}

/// Frame of an array of JavaScript, with rotations on the side of those of the frames before.
pub(crate) fn of_array(array: &Float32Array, signs: &mut Signs) -> Result<Frame> {
    let given = usize::try_from(array.length()).unwrap_or(usize::MAX);
    if given != LEN {
        let message = format!("a frame has {LEN} floats, but the array has {given}");
        return Err(Error::new("wrong-option", message));
    }
    let mut floats = [f32::NAN; LEN];
    array.copy_to(&mut floats);
    Ok(signs.of_frame(&of_floats(&floats)))
}

/// Frame of an array of floats: the inverse of [`floats`]. A hand that is not tracked, or has no joint, is absent.
pub(crate) fn of_floats(floats: &Floats) -> Frame {
    let [left, right] = [LEFT, RIGHT].map(|at| hand_of(floats, at));
    let (camera, gaze) = (pose_of(floats, CAMERA), ray_of(floats, GAZE));
    Frame { time_secs: 0.0, camera, left, right, gaze }
}

fn hand_of(floats: &Floats, at: usize) -> Option<HandFrame> {
    let is_on = |state: usize| floats.get(at + state).is_some_and(|&value| value > 0.5);
    let first = at + STATES_LEN;
    let given = |joint: Joint| {
        let number = Joint::TRACKED.iter().position(|&other| other == joint)?;
        pose_of(floats, first + number * POSE_LEN)
    };
    // Hands of WebXR have no palm.
    let palm = given(Joint::Palm)
        .or_else(|| palm(given(Joint::MiddleMetacarpal), given(Joint::MiddleKnuckle)));
    let pose = |joint: Joint| if joint == Joint::Palm { palm } else { given(joint) };
    let has_joints = Joint::TRACKED.into_iter().any(|joint| pose(joint).is_some());
    (is_on(0) && has_joints).then(|| HandFrame::new(true, is_on(1), pose))
}

fn pose_of(floats: &Floats, at: usize) -> Option<Pose> {
    let numbers: [f32; POSE_LEN] = numbers_of(floats, at)?;
    let [x, y, z, qx, qy, qz, qw] = numbers;
    // The axes of the web are their own inverse.
    let position = Vec3::from_array(Axes::Web.vector([x, y, z]));
    Some(Pose { position, rotation: Quat::from_array(Axes::Web.rotation([qx, qy, qz, qw])) })
}

fn ray_of(floats: &Floats, at: usize) -> Option<Ray> {
    let numbers: [f32; RAY_LEN] = numbers_of(floats, at)?;
    let [x, y, z, dx, dy, dz] = numbers;
    let [origin, direction] =
        [[x, y, z], [dx, dy, dz]].map(|vector| Vec3::from_array(Axes::Web.vector(vector)));
    Some(Ray { origin, direction })
}

/// Numbers from a place on; none if one of them is not finite.
fn numbers_of<const N: usize>(floats: &Floats, at: usize) -> Option<[f32; N]> {
    let numbers: [f32; N] = floats.get(at..at + N)?.try_into().ok()?;
    numbers.iter().all(|number| number.is_finite()).then_some(numbers)
}

fn put_hand(floats: &mut Floats, at: usize, hand: Option<&HandFrame>) {
    let state = |is_on: bool| f32::from(u8::from(is_on));
    let states = hand
        .map_or([0.0; STATES_LEN], |hand| [hand.tracked, hand.pinching, hand.observed].map(state));
    put(floats, at, &states);
    let Some(hand) = hand else { return };
    for (number, joint) in Joint::TRACKED.into_iter().enumerate() {
        if let Some(joint) = hand.joint(joint) {
            put(floats, at + STATES_LEN + number * POSE_LEN, &pose(&joint));
        }
    }
}

fn put(floats: &mut Floats, at: usize, numbers: &[f32]) {
    if let Some(slots) = floats.get_mut(at..at + numbers.len()) {
        slots.copy_from_slice(numbers);
    }
}

/// Target ray and grip of each hand in WebXR axes; NaN if unknown.
pub(crate) fn pointers(frame: &Frame) -> Vec<f32> {
    let of_hand = |side| {
        let hand = frame.hand(side).filter(|hand| hand.observed);
        let ray = hand.and_then(|hand| target_ray(side, hand, frame.camera));
        [ray, hand.and_then(|hand| grip(side, hand))]
    };
    let poses = Side::ALL.into_iter().flat_map(of_hand);
    let numbers = |one: Option<Pose>| one.map_or([f32::NAN; POSE_LEN], |one| pose(&one));
    poses.flat_map(numbers).collect()
}

/// Flattens a frame into an array of JavaScript.
pub(crate) fn write(frame: &Frame, out: &Float32Array) -> Result<()> {
    let given = usize::try_from(out.length()).unwrap_or(usize::MAX);
    if given != LEN {
        let message = format!("a frame has {LEN} floats, but the array has room for {given}");
        return Err(Error::new("wrong-option", message));
    }
    out.copy_from(&floats(frame));
    Ok(())
}

/// Frames at evenly spaced times, concatenated.
pub(crate) fn frames(
    [from_secs, to_secs]: [f32; 2],
    count: usize,
    mut frame_at: impl FnMut(f32) -> Frame,
) -> Result<Vec<f32>> {
    let times = times::even(from_secs, to_secs, count)?;
    let mut all = allocate(count.saturating_mul(LEN))?;
    for time_secs in times {
        all.extend_from_slice(&floats(&frame_at(time_secs)));
    }
    Ok(all)
}

/// Positions of a joint at evenly spaced times: x y z each, NaN where it is unknown.
pub(crate) fn path(
    [from_secs, to_secs]: [f32; 2],
    count: usize,
    (side, joint): (Side, usize),
    mut frame_at: impl FnMut(f32) -> Frame,
) -> Result<Vec<f32>> {
    let joint = *Joint::TRACKED.get(joint).ok_or_else(|| {
        Error::new("wrong-option", format!("there is no joint {joint}: they are 0 to 25"))
    })?;
    let times = times::even(from_secs, to_secs, count)?;
    let mut all = allocate(count.saturating_mul(3))?;
    for time_secs in times {
        all.extend_from_slice(&position(&frame_at(time_secs), side, joint));
    }
    Ok(all)
}

/// Allocates a vector of floats; fails if memory is exhausted.
fn allocate(floats: usize) -> Result<Vec<f32>> {
    let mut list = Vec::new();
    let none = |_| Error::out_of_memory(floats.saturating_mul(4));
    list.try_reserve_exact(floats).map_err(none)?;
    Ok(list)
}

/// Position of a joint in WebXR axes; NaN if unknown.
fn position(frame: &Frame, side: Side, joint: Joint) -> [f32; 3] {
    let pose = frame.joint(side, joint);
    pose.map_or([f32::NAN; 3], |pose| Axes::Web.vector(pose.position.to_array()))
}

fn pose(pose: &Pose) -> [f32; POSE_LEN] {
    let [x, y, z] = Axes::Web.vector(pose.position.to_array());
    let [qx, qy, qz, qw] = Axes::Web.rotation(pose.rotation.to_array());
    [x, y, z, qx, qy, qz, qw]
}

fn ray(ray: &Ray) -> [f32; RAY_LEN] {
    let [x, y, z] = Axes::Web.vector(ray.origin.to_array());
    let [dx, dy, dz] = Axes::Web.vector(ray.direction.to_array());
    [x, y, z, dx, dy, dz]
}

#[cfg(test)]
mod tests {
    use reenact::{Mode, Sampler, Tracks};

    use super::*;

    #[test]
    fn every_pose_is_where_the_layout_says_and_z_is_turned_round() {
        let recording = reenact_make::demo();
        let sampler = Sampler::new(&recording, Mode::Clean);
        let frame = sampler.frame_at(4.0);
        let floats = floats(&frame);
        let layout = Layout::default();
        let camera = frame.camera.unwrap();
        assert_eq!(floats[layout.camera + 2], -camera.position.z);
        assert_eq!(floats[layout.camera + 3], -camera.rotation.x);
        assert_eq!(floats[layout.camera + 6], camera.rotation.w);
        assert_eq!(floats[layout.gaze + 5], -frame.gaze.unwrap().direction.z);
        for (side, at) in Side::ALL.into_iter().zip(layout.hands) {
            let hand = frame.hand(side).unwrap();
            let states = [hand.tracked, hand.pinching, hand.observed];
            assert_eq!(
                floats[at..at + STATES_LEN],
                states.map(|is_on| f32::from(u8::from(is_on))),
                "{side}"
            );
            for (number, name) in layout.joints.iter().enumerate() {
                let joint = name.parse().unwrap();
                let expected = frame.joint(side, joint).map_or(f32::NAN, |pose| pose.position.y);
                assert_eq!(
                    floats[at + STATES_LEN + POSE_LEN * number + 1].to_bits(),
                    expected.to_bits()
                );
                assert_eq!(position(&frame, side, joint)[1].to_bits(), expected.to_bits());
            }
        }
        assert_eq!(layout.parents.iter().filter(|&&parent| parent == -1).count(), 1);
        assert_eq!(layout.hands[1] + STATES_LEN + JOINTS * POSE_LEN, layout.len);
    }

    #[test]
    fn what_a_recording_does_not_have_is_nan_and_not_tracked() {
        let mut recording = reenact_make::demo();
        recording.retain_tracks(Tracks { camera: false, hands: false, gaze: false }).unwrap();
        let floats = floats(&Sampler::new(&recording, Mode::Clean).frame_at(1.0));
        let known: Vec<usize> = (0..LEN).filter(|&place| !floats[place].is_nan()).collect();
        assert_eq!(known, [LEFT, LEFT + 1, LEFT + 2, RIGHT, RIGHT + 1, RIGHT + 2]);
    }
}
