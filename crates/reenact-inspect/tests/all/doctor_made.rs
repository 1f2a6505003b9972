//! Recordings with one defect, made from a healthy one.

use glam::{Quat, Vec3};
use reenact::hand::{Finger, Joint, Side};
use reenact::{
    Curve, CurveId, Form, Key, KeyKind, Marker, Mode, PoseComponent, RayComponent, Recording,
    Sampler, Tracks, WeightedMode, WrapMode,
};
use reenact_inspect::doctor::limits;

/// Five seconds with both hands tracked throughout.
pub(crate) fn healthy() -> Recording {
    made(Form::MRTK_1_1)
}

pub(crate) fn made(form: Form) -> Recording {
    let options = reenact_make::Options { seconds: 5.0, seed: 3, form, ..Default::default() };
    reenact_make::make(&options).unwrap()
}

/// Changes each key of a curve, or drops it.
pub(crate) fn edit(
    recording: &mut Recording,
    id: CurveId,
    change: impl Fn(usize, Key) -> Option<Key>,
) {
    let curve = recording.curve(id).unwrap().clone();
    let keys: Vec<Key> =
        curve.iter().enumerate().filter_map(|(index, key)| change(index, key)).collect();
    let mut edited = Curve::from_keys(curve.kind(), keys);
    (edited.pre_wrap, edited.post_wrap) = (curve.pre_wrap, curve.post_wrap);
    recording.set_curve(id, edited).unwrap();
}

/// A healthy recording with keys of one curve changed.
pub(crate) fn with(id: CurveId, change: impl Fn(usize, Key) -> Option<Key>) -> Vec<u8> {
    let mut recording = healthy();
    edit(&mut recording, id, change);
    recording.to_bytes()
}

/// A healthy recording with one key of the camera's position changed.
pub(crate) fn with_key(change: impl Fn(Key, &mut Key)) -> Vec<u8> {
    let before = healthy().curve(CAMERA_X).unwrap().key(99).unwrap();
    with(CAMERA_X, |index, mut key| {
        if index == 100 {
            change(before, &mut key);
        }
        Some(key)
    })
}

pub(crate) const CAMERA_X: CurveId = CurveId::Camera(PoseComponent::PositionX);
pub(crate) const FRAME_SECS: f32 = 1.0 / 60.0;

pub(crate) fn rotation_ids(id: impl Fn(PoseComponent) -> CurveId) -> [CurveId; 4] {
    use PoseComponent as C;
    [C::RotationX, C::RotationY, C::RotationZ, C::RotationW].map(id)
}

/// A healthy recording with the rotations of the left wrist multiplied by a factor for each key.
pub(crate) fn with_wrist_times(factor: impl Fn(usize) -> f32) -> Vec<u8> {
    let mut recording = healthy();
    for id in rotation_ids(|c| CurveId::Joint(Side::Left, Joint::Wrist, c)) {
        edit(&mut recording, id, |index, key| {
            Some(Key { value: key.value * factor(index), ..key })
        });
    }
    recording.to_bytes()
}

/// A healthy recording with most rotations of the camera set to zero.
pub(crate) fn with_camera_zero(is_kept: impl Fn(usize) -> bool) -> Vec<u8> {
    let mut recording = healthy();
    for id in rotation_ids(CurveId::Camera) {
        edit(&mut recording, id, |index, key| {
            Some(if is_kept(index) { key } else { Key { value: 0.0, ..key } })
        });
    }
    recording.to_bytes()
}

pub(crate) fn joint_ids(side: Side, joint: Joint) -> impl Iterator<Item = CurveId> {
    PoseComponent::ALL.into_iter().map(move |c| CurveId::Joint(side, joint, c))
}

/// All curves of a hand's 26 joints.
pub(crate) fn hand_ids(side: Side) -> impl Iterator<Item = CurveId> {
    Joint::TRACKED.into_iter().flat_map(move |joint| joint_ids(side, joint))
}

/// A healthy recording with keys of the joints of the left hand removed.
pub(crate) fn with_left_hand(is_kept: impl Fn(usize, Key) -> bool) -> Vec<u8> {
    let mut recording = healthy();
    for id in hand_ids(Side::Left) {
        edit(&mut recording, id, |index, key| is_kept(index, key).then_some(key));
    }
    recording.to_bytes()
}

/// Changes the positions of a hand's joints, key by key.
pub(crate) fn with_positions(
    side: Side,
    change: impl Fn(usize, &mut dyn FnMut(Joint) -> Vec3, Joint) -> Vec3,
) -> Vec<u8> {
    use PoseComponent as C;
    let old = healthy();
    let mut recording = healthy();
    let id = |joint, component| CurveId::Joint(side, joint, component);
    let place = |joint, index| {
        let value = |c| old.curve(id(joint, c)).unwrap().key(index).unwrap().value;
        Vec3::new(value(C::PositionX), value(C::PositionY), value(C::PositionZ))
    };
    for joint in Joint::TRACKED {
        for (axis, component) in [C::PositionX, C::PositionY, C::PositionZ].into_iter().enumerate()
        {
            edit(&mut recording, id(joint, component), |index, key| {
                let new = change(index, &mut |joint| place(joint, index), joint);
                Some(Key { value: new.to_array()[axis], ..key })
            });
        }
    }
    recording.to_bytes()
}

/// The index finger bent backwards at its knuckle, over the last tenth of a second.
pub(crate) fn with_index_bent(deg: f32) -> Vec<u8> {
    with_positions(Side::Right, |index, old, joint| {
        let is_beyond =
            joint.finger() == Some(Finger::Index) && joint.index() > Joint::IndexKnuckle.index();
        if !is_beyond || index < 294 {
            return old(joint);
        }
        let (knuckle, base) = (old(Joint::IndexKnuckle), old(Joint::IndexMetacarpal));
        // Extended straight, and rotated back from there.
        let along = (knuckle - base).normalize();
        let across = old(Joint::PinkyKnuckle) - old(Joint::IndexKnuckle);
        let across = across.reject_from_normalized(along).normalize();
        let reach = (old(joint) - knuckle).length();
        knuckle + Quat::from_axis_angle(across, -deg.to_radians()) * along * reach
    })
}

/// One bone of the palm lengthened from a key on, with the finger moved accordingly.
pub(crate) fn with_longer_bone(by_m: f32, from: usize) -> Vec<u8> {
    with_positions(Side::Right, |index, old, joint| {
        let longer = (old(Joint::RingKnuckle) - old(Joint::RingMetacarpal)).normalize() * by_m;
        let is_beyond =
            joint.finger() == Some(Finger::Ring) && joint.index() >= Joint::RingKnuckle.index();
        if is_beyond && index >= from { old(joint) + longer } else { old(joint) }
    })
}

/// The right hand scaled from a key on.
pub(crate) fn with_larger_hand(factor: f32, from: usize) -> Vec<u8> {
    with_positions(Side::Right, |index, old, joint| {
        let wrist = old(Joint::Wrist);
        let factor = if index >= from { factor } else { 1.0 };
        wrist + (old(joint) - wrist) * factor
    })
}

/// The origin of the gaze changed at one key.
pub(crate) fn with_gaze_origin(value: f32) -> Vec<u8> {
    with(CurveId::Gaze(RayComponent::OriginX), |index, key| {
        Some(if index == 100 { Key { value, ..key } } else { key })
    })
}

pub(crate) const FINGERTIP_Y: CurveId =
    CurveId::Joint(Side::Left, Joint::PinkyTip, PoseComponent::PositionY);

/// Keys of some curves of a fingertip of the left hand removed.
pub(crate) fn with_fingertip(
    is_changed: impl Fn(CurveId) -> bool,
    is_kept: impl Fn(usize) -> bool,
) -> Vec<u8> {
    let mut recording = healthy();
    for id in joint_ids(Side::Left, Joint::PinkyTip).filter(|id| is_changed(*id)) {
        edit(&mut recording, id, |index, key| is_kept(index).then_some(key));
    }
    recording.to_bytes()
}

pub(crate) fn is_rotation(id: CurveId) -> bool {
    rotation_ids(|c| CurveId::Joint(Side::Left, Joint::PinkyTip, c)).contains(&id)
}

/// The whole right hand displaced from a key on.
pub(crate) fn with_jump(by_m: f32) -> Vec<u8> {
    with_positions(Side::Right, |index, old, joint| {
        let jump = if index >= 150 { Vec3::Y * by_m } else { Vec3::ZERO };
        old(joint) + jump
    })
}

/// Left and right hand swapped up to a key.
pub(crate) fn with_hands_swapped(until: usize) -> Vec<u8> {
    let old = healthy();
    let mut recording = healthy();
    for side in Side::ALL {
        for joint in Joint::TRACKED {
            for component in PoseComponent::ALL {
                let other = old.curve(CurveId::Joint(side.other(), joint, component)).unwrap();
                edit(&mut recording, CurveId::Joint(side, joint, component), |index, key| {
                    let value =
                        if index < until { other.value_at(key.time_secs) } else { key.value };
                    Some(Key { value, ..key })
                });
            }
        }
    }
    recording.to_bytes()
}

/// A walking person with a constant gaze for a while.
pub(crate) fn with_frozen_gaze(secs: f32) -> Vec<u8> {
    let mut recording = reenact_make::demo();
    let sampler = Sampler::new(&recording, Mode::Clean);
    let head = |time| sampler.frame_at(time).camera.unwrap().position;
    let at = (0_u8..150)
        .map(|step| f32::from(step) / 10.0)
        .find(|at| head(*at).distance(head(at + limits::FROZEN_SECS - 0.2)) > 0.3)
        .expect("somebody walks in the demo");
    let ids: Vec<CurveId> = RayComponent::ALL.into_iter().map(CurveId::Gaze).collect();
    for id in ids {
        let held = recording.curve(id).unwrap().value_at(at);
        edit(&mut recording, id, |_, key| {
            let is_held = key.time_secs >= at && key.time_secs <= at + secs;
            Some(if is_held { Key { value: held, ..key } } else { key })
        });
    }
    recording.to_bytes()
}

/// A gaze at an angle in degrees from the direction of the head.
pub(crate) fn with_gaze_beside_head(deg: f32) -> Vec<u8> {
    let mut recording = healthy();
    let old = healthy();
    let sampler = Sampler::new(&old, Mode::Clean);
    for (axis, component) in
        [RayComponent::DirectionX, RayComponent::DirectionY, RayComponent::DirectionZ]
            .into_iter()
            .enumerate()
    {
        edit(&mut recording, CurveId::Gaze(component), |_, key| {
            let turn = sampler.frame_at(key.time_secs).camera.unwrap().rotation;
            let gaze = turn * Quat::from_rotation_y(deg.to_radians()) * Vec3::Z;
            Some(Key { value: gaze.to_array()[axis], ..key })
        });
    }
    recording.to_bytes()
}

/// Every fourth frame delayed by a fraction of a frame.
pub(crate) fn with_late_frames(share: f32) -> Vec<u8> {
    let mut recording = healthy();
    let ids: Vec<CurveId> =
        recording.curves().map(|(id, _)| id).filter(|id| !id.is_boolean()).collect();
    for id in ids {
        edit(&mut recording, id, |_, key| {
            let frame = (key.time_secs / FRAME_SECS).round() as usize;
            let late = if frame % 4 == 2 { share * FRAME_SECS } else { 0.0 };
            Some(Key { time_secs: key.time_secs + late, ..key })
        });
    }
    recording.to_bytes()
}

pub(crate) fn made_at(rate_hz: f32) -> Vec<u8> {
    reenact_make::make(&reenact_make::Options {
        seconds: 5.0,
        rate_hz,
        seed: 3,
        form: Form::MRTK_1_1,
        ..Default::default()
    })
    .unwrap()
    .to_bytes()
}

pub(crate) fn made_for(seconds: f32) -> Vec<u8> {
    let options = reenact_make::Options { seconds, seed: 3, ..Default::default() };
    reenact_make::make(&options).unwrap().to_bytes()
}

/// A camera that turns slowly, with keys at given frames of 60 Hz.
pub(crate) fn camera_at(frames: &[u16]) -> Vec<u8> {
    let tracks = Tracks { camera: true, hands: false, gaze: false };
    let mut recording = Recording::new(Form::MRTK_1_1, tracks).unwrap();
    let id = CurveId::Camera;
    for component in PoseComponent::ALL {
        let keys = frames.iter().map(|&frame| {
            let turn = Quat::from_rotation_y(f32::from(frame) * 1e-3);
            let value = match component.index().checked_sub(3) {
                Some(axis) => turn.to_array()[axis],
                None => 0.0,
            };
            (f32::from(frame) / 60.0, value)
        });
        recording.set_curve(id(component), Curve::simple(keys)).unwrap();
    }
    recording.to_bytes()
}

pub(crate) const THINNED: [u16; 18] =
    [0, 3, 9, 14, 20, 24, 31, 32, 40, 43, 50, 58, 64, 70, 75, 81, 90, 96];

pub(crate) fn with_markers(times: &[f32]) -> Vec<u8> {
    let mut recording = healthy();
    recording.set_markers(times.iter().map(|&time| Marker::new(time, "here"))).unwrap();
    recording.to_bytes()
}

pub(crate) fn with_state(id: CurveId, keys: &[(f32, bool)]) -> Recording {
    let mut recording = healthy();
    recording.set_curve(id, Curve::boolean(keys.iter().copied())).unwrap();
    recording
}

pub(crate) fn with_byte(at: usize, byte: u8) -> Vec<u8> {
    let mut bytes = healthy().to_bytes();
    bytes[at] = byte;
    bytes
}

pub(crate) fn with_wrap(mode: i32) -> Vec<u8> {
    let mut recording = healthy();
    let mut curve = recording.curve(CAMERA_X).unwrap().clone();
    curve.post_wrap = WrapMode(mode);
    recording.set_curve(CAMERA_X, curve).unwrap();
    recording.to_bytes()
}

pub(crate) fn with_weighted_mode(mode: i32) -> Vec<u8> {
    let mut recording = made(Form::MRTK_1_0);
    edit(&mut recording, CAMERA_X, |index, key| {
        Some(if index == 7 { Key { weighted_mode: WeightedMode(mode), ..key } } else { key })
    });
    recording.to_bytes()
}

pub(crate) fn without_joints(is_tracked: bool) -> Vec<u8> {
    let mut recording = with_state(CurveId::Tracked(Side::Left), &[(0.0, is_tracked)]);
    recording.set_curve(CurveId::Pinching(Side::Left), Curve::boolean([(0.0, false)])).unwrap();
    for id in hand_ids(Side::Left) {
        recording.set_curve(id, Curve::empty(KeyKind::Simple)).unwrap();
    }
    recording.to_bytes()
}

pub(crate) fn testdata(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name);
    std::fs::read(path).unwrap()
}

pub(crate) fn cut_by(bytes: usize) -> Vec<u8> {
    let mut file = healthy().to_bytes();
    file.truncate(file.len() - bytes);
    file
}

pub(crate) fn marker_list_bytes() -> usize {
    let recording = healthy();
    let keys: usize =
        recording.curves().map(|(_, curve)| 12 + curve.raw_keys().as_bytes().len()).sum();
    recording.encoded_len() - 19 - keys
}

/// A hand that is tracked for two seconds and pinches until a given time.
pub(crate) fn pinching_until(secs: f32) -> Vec<u8> {
    let mut recording = with_state(CurveId::Tracked(Side::Left), &[(0.0, true), (2.0, false)]);
    let pinch = Curve::boolean([(0.0, false), (1.0, true), (secs, false)]);
    recording.set_curve(CurveId::Pinching(Side::Left), pinch).unwrap();
    recording.to_bytes()
}

pub(crate) fn with_slot_none(keys: usize) -> Vec<u8> {
    let mut recording = healthy();
    for id in joint_ids(Side::Left, Joint::None) {
        let curve = Curve::simple((0..keys).map(|_| (0.0, 0.0)));
        recording.set_curve(id, curve).unwrap();
    }
    recording.to_bytes()
}
