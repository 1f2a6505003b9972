//! Frames equal MRTK's evaluation, and all ways of sampling return the same bits.

use super::common::{mrtk_cases, number, readable_cases};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Frame, FrameTimes, HandFrame, Key, KeyKind, Mode, Pose, PoseComponent,
    Recording, Sampler, Tracks, WrapMode,
};
use serde_json::Value;

pub(crate) const MODES: [Mode; 2] = [Mode::Mrtk, Mode::Clean];

/// Bits of a frame, which distinguish NaNs and signed zeros.
fn bits(frame: &Frame) -> Vec<u32> {
    let mut bits = vec![frame.time_secs.to_bits()];
    let mut pose = |pose: Option<Pose>| match pose {
        None => bits.push(1),
        Some(Pose { position, rotation }) => {
            bits.extend(position.to_array().map(f32::to_bits));
            bits.extend(rotation.to_array().map(f32::to_bits));
        }
    };
    pose(frame.camera);
    for hand in Side::ALL.into_iter().filter_map(|side| frame.hand(side)) {
        pose(Some(Pose {
            position: Vec3::new(
                f32::from(u8::from(hand.tracked)),
                f32::from(u8::from(hand.pinching)),
                0.0,
            ),
            ..Pose::IDENTITY
        }));
        hand.joints().for_each(|(_, joint)| pose(joint));
    }
    pose(frame.gaze.map(|gaze| Pose {
        position: gaze.origin,
        rotation: gaze.direction.extend(0.0).to_array().into_quat(),
    }));
    bits
}

trait IntoQuat {
    fn into_quat(self) -> Quat;
}

impl IntoQuat for [f32; 4] {
    fn into_quat(self) -> Quat {
        Quat::from_array(self)
    }
}

#[test]
fn mrtk_frames_are_what_mrtk_evaluates() {
    let mut compared = 0;
    for case in mrtk_cases() {
        let recording = Recording::from_slice(&case.bytes).unwrap();
        let sampler = Sampler::new(&recording, Mode::Mrtk);
        for eval in case.expected["eval"].as_array().unwrap() {
            let time = number(&eval["time"]);
            let place = format!("{} at {time}", case.name);
            let frame = sampler.frame_at(time);
            let tolerance = 2e-6;
            // At the very end of a loop, the replacement for Unity's curves is not yet back at the start; Unity is.
            if case.name.ends_with("synth_wrap") && time == recording.end_secs() {
                continue;
            }
            let same = |found: f32, expected: &Value| {
                let expected = number(expected);
                assert!(
                    (found - expected).abs() <= tolerance * expected.abs().max(1.0),
                    "{place}: {found}, MRTK has {expected}"
                );
            };
            let same_pose = |pose: Pose, expected: &Value| {
                let found =
                    [pose.position.to_array().as_slice(), &pose.rotation.to_array()].concat();
                let expected = expected.as_array().unwrap();
                assert_eq!(found.len(), expected.len());
                found.iter().zip(expected).for_each(|(found, expected)| same(*found, expected));
            };
            if let Some(camera) = frame.camera {
                same_pose(camera, &eval["camera"]);
            }
            for side in Side::ALL {
                let expected = &eval[side.name()];
                let Some(hand) = frame.hand(side) else { continue };
                assert_eq!(expected["tracked"], hand.tracked, "{place}");
                assert_eq!(expected["pinching"], hand.pinching, "{place}");
                let joints = expected["joints"].as_array().unwrap();
                assert_eq!(joints.len(), 27);
                for ((joint, pose), expected) in hand.joints().zip(joints) {
                    same_pose(pose.unwrap_or_else(|| panic!("{place} {joint}")), expected);
                    compared += 1;
                }
            }
            if let Some(gaze) = frame.gaze {
                let expected = eval["gaze"].as_array().map_or_else(
                    || {
                        let gaze = &eval["gaze"];
                        [
                            gaze["origin"].as_array().unwrap().clone(),
                            gaze["direction"].as_array().unwrap().clone(),
                        ]
                        .concat()
                    },
                    Clone::clone,
                );
                let found = [gaze.origin.to_array(), gaze.direction.to_array()].concat();
                assert_eq!(found.len(), expected.len());
                found.iter().zip(&expected).for_each(|(found, expected)| same(*found, expected));
            }
        }
    }
    assert!(compared > 20_000, "{compared} joints compared");
}

/// Compares all sampling paths at evenly spaced and at irregular times.
fn assert_all_ways_agree(name: &str, recording: &Recording, times: FrameTimes, odd_times: &[f32]) {
    for mode in MODES {
        let sampler = Sampler::new(recording, mode);
        let owned = recording.clone();
        let of_owned = Sampler::new(&owned, mode);
        let columns = sampler.resample(times).unwrap();
        let mut forwards = sampler.cursor();
        let place = |time: f32| format!("{name} at {time}, {mode}");
        for ((index, time), iterated) in times.iter().enumerate().zip(sampler.frames(times)) {
            let frame = bits(&sampler.frame_at(time));
            assert_eq!(frame, bits(&forwards.frame_at(time)), "cursor, {}", place(time));
            assert_eq!(frame, bits(&iterated), "iterator, {}", place(time));
            assert_eq!(frame, bits(&of_owned.frame_at(time)), "owned, {}", place(time));
            assert_columns_agree(&sampler.frame_at(time), index, &columns, &place(time));
        }
        let mut backwards = sampler.cursor();
        for time in times.iter().rev() {
            assert_eq!(
                bits(&sampler.frame_at(time)),
                bits(&backwards.frame_at(time)),
                "backwards, {}",
                place(time)
            );
        }
        let mut jumping = sampler.cursor();
        for &time in odd_times {
            let frame = bits(&sampler.frame_at(time));
            assert_eq!(frame, bits(&jumping.frame_at(time)), "jumping, {}", place(time));
        }
    }
}

pub(crate) fn assert_columns_agree(
    frame: &Frame,
    index: usize,
    columns: &reenact::Columns,
    place: &str,
) {
    for (id, column) in columns.columns() {
        let pose_value = |pose: Option<Pose>, component: PoseComponent| {
            pose.map_or(f32::NAN, |pose| {
                [pose.position.to_array().as_slice(), &pose.rotation.to_array()].concat()
                    [component.index()]
            })
        };
        let expected = match id {
            CurveId::Camera(component) => pose_value(frame.camera, component),
            CurveId::Tracked(side) => f32::from(u8::from(frame.hand(side).unwrap().tracked)),
            CurveId::Pinching(side) => f32::from(u8::from(frame.hand(side).unwrap().pinching)),
            CurveId::Joint(side, joint, component) => {
                pose_value(frame.joint(side, joint), component)
            }
            CurveId::Gaze(component) => frame.gaze.map_or(f32::NAN, |gaze| {
                [gaze.origin.to_array(), gaze.direction.to_array()].concat()[component.index()]
            }),
        };
        let found = column[index];
        assert!(
            found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan()),
            "column {id}, {place}: {found} {expected}"
        );
    }
}

#[test]
fn every_way_of_sampling_gives_the_same_bits() {
    for case in readable_cases() {
        let recording = Recording::from_slice(&case.bytes).unwrap();
        let times = FrameTimes::new(-0.2..=recording.end_secs().min(3.0) + 0.2, 31.0).unwrap();
        let odd = [
            0.9,
            0.1,
            2.5,
            -1.0,
            0.100_001,
            1e9,
            f32::NEG_INFINITY,
            f32::NAN,
            0.5,
            f32::INFINITY,
            0.0,
            -0.0,
        ];
        assert_all_ways_agree(&case.name, &recording, times, &odd);
    }
}

pub(crate) fn odd_float() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => -3.0_f32..3.0,
        1 => prop::sample::select(vec![0.0, -0.0, 1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1e-45]),
    ]
}

pub(crate) fn odd_curve() -> impl Strategy<Value = (Vec<Key>, WrapMode, bool)> {
    let mode = prop::sample::select(vec![0, 1, 2, 4, 8, 77]).prop_map(WrapMode);
    let key = (odd_float(), odd_float(), odd_float(), prop::sample::select(vec![0, 1, 2, 3]))
        .prop_map(|(time_secs, value, tangent, weighted)| Key {
            time_secs,
            value,
            in_tangent: tangent,
            out_tangent: tangent,
            weighted_mode: reenact::WeightedMode(weighted),
            ..Key::linear(0.0, 0.0)
        });
    (prop::collection::vec(key, 0..9), mode, any::<bool>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn degenerate_recordings_are_sampled_alike_by_every_way(
        curves in prop::collection::vec((0_usize..395, odd_curve()), 1..10),
        is_full in any::<bool>(),
        odd_times in prop::collection::vec(odd_float(), 0..8),
    ) {
        let form = if is_full { Form::PUBLISHED_1_1 } else { Form::MRTK_1_1 };
        let mut recording = Recording::new(form, Tracks::ALL).unwrap();
        for (place, (mut keys, wrap, is_sorted)) in curves {
            if is_sorted {
                keys.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
            }
            // The same keys for the whole group, so that some groups share a clock.
            for index in place.saturating_sub(3)..=place {
                let id = Tracks::ALL.id_at(index).unwrap();
                let kind = if id.is_boolean() { KeyKind::Boolean } else { form.float_kind() };
                let mut curve = Curve::from_keys(kind, keys.iter().copied());
                curve.pre_wrap = wrap;
                curve.post_wrap = wrap;
                recording.set_curve(id, curve).unwrap();
            }
        }
        let times = FrameTimes::new(-3.5..=3.5, 7.0).unwrap();
        assert_all_ways_agree("made up", &recording, times, &odd_times);
    }

    #[test]
    fn clean_rotations_are_unit_length_and_take_the_short_way(
        turns in prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0), 2..12),
        is_full in any::<bool>(),
    ) {
        let turns: Vec<Quat> = turns
            .into_iter()
            .map(|(x, y, z, w)| Quat::from_xyzw(x, y, z, w))
            .filter(|turn| turn.length() > 0.1)
            .map(Quat::normalize)
            .collect();
        prop_assume!(turns.len() >= 2);
        let form = if is_full { Form::PUBLISHED_1_1 } else { Form::MRTK_1_1 };
        let recording = camera_turning(form, &turns);
        let sampler = Sampler::new(&recording, Mode::Clean);
        let rotation = |time: f32| sampler.frame_at(time).camera.unwrap().rotation;
        let mut before = rotation(0.0);
        for step in 0..=(turns.len() - 1) * 40 {
            let time = step as f32 / 40.0;
            let now = rotation(time);
            prop_assert!((now.length() - 1.0).abs() < 1e-5, "{now} at {time}");
            prop_assert!(now.dot(before) > 0.0, "the sign jumps at {time}");
            // Between two keys, the rotation is no farther from either than they are from each other.
            let (left, right) = (step / 40, (step / 40 + 1).min(turns.len() - 1));
            let apart = turns[left].angle_between(turns[right]);
            prop_assert!(angle(now, turns[left]) <= apart + 2e-3, "the long way at {time}");
            prop_assert!(angle(now, turns[right]) <= apart + 2e-3, "the long way at {time}");
            before = now;
        }
        // MRTK plays the components as stored.
        let raw = Sampler::new(&recording, Mode::Mrtk);
        for (index, turn) in turns.iter().enumerate() {
            prop_assert_eq!(raw.frame_at(index as f32).camera.unwrap().rotation, *turn);
        }
    }
}

#[test]
fn a_rotation_whose_curves_have_keys_at_different_times_takes_the_short_way_across_a_flip() {
    // A slow rotation as MRTK's drafts store it, at 25 Hz: the sign flips between frames 20 and 21, and a curve has no key where
    // it hardly changes.
    let turn =
        |frame: u16| Quat::from_rotation_y(0.01 * f32::from(frame)) * Quat::from_rotation_x(1.0);
    let sign = |frame: u16| if frame > 20 { -1.0 } else { 1.0 };
    let every = [3, 5, 2, 7];
    for form in [Form::MRTK_1_0, Form::MRTK_1_1] {
        let tracks = if form == Form::MRTK_1_0 { Tracks::V1_0 } else { Tracks::ALL };
        let mut recording = Recording::new(form, tracks).unwrap();
        for component in PoseComponent::ALL {
            let keys = (0..=40_u16).filter_map(|frame| {
                let time = 41.25 + f32::from(frame) / 25.0;
                let Some(axis) = component.index().checked_sub(3) else { return Some((time, 0.5)) };
                let is_key = frame % every[axis] == 0 || [20, 21, 40].contains(&frame);
                is_key.then(|| (time, sign(frame) * turn(frame).to_array()[axis]))
            });
            let curve = Curve::linear(form.float_kind(), keys);
            recording.set_curve(CurveId::Camera(component), curve).unwrap();
        }
        let sampler = Sampler::new(&recording, Mode::Clean);
        let mut cursor = sampler.cursor();
        for step in 0..=400_u16 {
            let time = 41.25 + f32::from(step) / 250.0;
            let frame = sampler.frame_at(time);
            assert_eq!(frame, cursor.frame_at(time));
            let Some(camera) = frame.camera else { continue };
            let expected =
                Quat::from_rotation_y(0.001 * f32::from(step)) * Quat::from_rotation_x(1.0);
            let off = angle(camera.rotation, expected);
            assert!(off < 0.01, "{form:?}: {off} rad off at {time} s");
        }
        assert!(sampler.frame_at(42.0).camera.is_some());
    }
}

/// Angle between two rotations, ignoring the sign.
fn angle(a: Quat, b: Quat) -> f32 {
    2.0 * a.dot(b).abs().min(1.0).acos()
}

/// A camera that rotates from one rotation to the next every second.
fn camera_turning(form: Form, turns: &[Quat]) -> Recording {
    let mut recording = Recording::new(form, Tracks { camera: true, ..Tracks::NONE }).unwrap();
    for component in PoseComponent::ALL {
        let value = |turn: &Quat| match component.index() {
            0..3 => 0.5,
            axis => turn.to_array()[axis - 3],
        };
        let keys = (0_u8..).zip(turns).map(|(time, turn)| (f32::from(time), value(turn)));
        recording
            .set_curve(CurveId::Camera(component), Curve::linear(form.float_kind(), keys))
            .unwrap();
    }
    recording
}

#[test]
fn clean_frames_say_nothing_of_what_was_not_seen() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for component in PoseComponent::ALL {
        let keys = || Curve::simple([0.0, 0.9, 2.0, 4.0].map(|secs| (secs, 0.5)));
        recording.set_curve(CurveId::Joint(Side::Left, Joint::Wrist, component), keys()).unwrap();
        recording.set_curve(CurveId::Joint(Side::Left, Joint::None, component), keys()).unwrap();
    }
    let tracked = Curve::boolean([(0.0, true), (1.0, false), (2.0, true)]);
    recording.set_curve(CurveId::Tracked(Side::Left), tracked).unwrap();
    let clean = Sampler::new(&recording, Mode::Clean);
    let wrist = |time| clean.frame_at(time).joint(Side::Left, Joint::Wrist);
    assert!(wrist(0.5).is_some() && wrist(3.0).is_some());
    assert_eq!((wrist(1.0), wrist(1.5)), (None, None), "lost");
    assert_eq!((wrist(0.95), wrist(4.5), wrist(1e9)), (None, None, None), "beyond its keys");
    let beyond = clean.frame_at(0.95).left.unwrap();
    assert!(beyond.tracked && !beyond.observed);
    let frame = clean.frame_at(0.5);
    assert_eq!(frame.joint(Side::Left, Joint::Palm), None, "no keys");
    assert_eq!(frame.joint(Side::Left, Joint::None), None, "not a joint");
    assert_eq!((frame.camera, frame.gaze), (None, None), "no keys");
    assert!(!frame.right.as_ref().unwrap().tracked);

    let mrtk = Sampler::new(&recording, Mode::Mrtk).frame_at(1.5);
    assert!(!mrtk.left.as_ref().unwrap().observed);
    assert_eq!(mrtk.joint(Side::Left, Joint::Wrist).unwrap().position, Vec3::splat(0.5));
    let empty = mrtk.joint(Side::Left, Joint::Palm).unwrap();
    assert_eq!((empty.position, empty.rotation.to_array()), (Vec3::ZERO, [0.0; 4]));
}

#[test]
fn a_joint_is_where_its_parent_and_its_local_pose_say() {
    let case =
        mrtk_cases().into_iter().find(|case| case.name.ends_with("v11_real_2s_asset")).unwrap();
    let recording = Recording::from_slice(&case.bytes).unwrap();
    let frame = Sampler::new(&recording, Mode::Clean).frame_at(0.4);
    let camera = frame.camera.unwrap();
    let close = |a: Pose, b: Pose| {
        a.position.distance(b.position) < 1e-6 && a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6
    };
    let mut checked = 0;
    for side in Side::ALL {
        let hand: &HandFrame = frame.hand(side).unwrap();
        let wrist = hand.joint(Joint::Wrist).unwrap();
        assert_eq!(hand.joint_in_parent(Joint::Wrist), Some(wrist));
        for (near, far) in Joint::bones() {
            let pose = hand.joint(far).unwrap();
            assert!(
                close(
                    hand.joint(near).unwrap().transform(&hand.joint_in_parent(far).unwrap()),
                    pose
                ),
                "{far}"
            );
            assert!(close(wrist.transform(&hand.joint_in_wrist(far).unwrap()), pose), "{far}");
            assert!(
                close(camera.transform(&frame.joint_in_head(side, far).unwrap()), pose),
                "{far}"
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 50);
}

#[test]
fn times_do_not_drift_over_an_hour() {
    let times = FrameTimes::new(0.0..=3600.0, 90.0).unwrap();
    assert_eq!(times.len(), 324_001);
    for (index, time) in times.iter().enumerate() {
        let exact = index as f64 / 90.0;
        assert!(
            (f64::from(time) - exact).abs() <= exact * f64::from(f32::EPSILON),
            "{index}: {time}"
        );
    }
    // A recording's last time is an f32 and may fall short of a whole number of frames by rounding.
    assert_eq!(FrameTimes::new(0.0..=1.599_999_4, 60.0).unwrap().len(), 97);
    assert_eq!(FrameTimes::new(1.0..=0.0, 60.0).unwrap().len(), 0);
    for (range, rate) in [(0.0..=1.0, 0.0), (0.0..=1.0, f32::NAN), (0.0..=f32::INFINITY, 60.0)] {
        assert!(FrameTimes::new(range, rate).is_err());
    }
    let error = FrameTimes::new(0.0..=1e30, 60.0).unwrap_err();
    assert_eq!(error.fault(), reenact::Fault::Limit);
}

#[test]
fn ten_million_keys_at_one_time_are_no_trouble() {
    let mut recording =
        Recording::new(Form::MRTK_1_1, Tracks { camera: true, ..Tracks::NONE }).unwrap();
    let keys = (0..10_000_000).map(|n| (1.0, if n == 0 { 3.0 } else { 4.0 }));
    let id = CurveId::Camera(PoseComponent::PositionX);
    recording.set_curve(id, Curve::simple(keys)).unwrap();
    let sampler = Sampler::new(&recording, Mode::Mrtk);
    for (time, expected) in [(0.0, 3.0), (1.0, 4.0), (2.0, 4.0)] {
        assert_eq!(sampler.frame_at(time).camera.unwrap().position.x, expected);
    }
}
