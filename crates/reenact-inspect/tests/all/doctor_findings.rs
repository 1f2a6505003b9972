//! For each finding, a synthetic file that has it, and one just below its threshold.

use std::collections::BTreeSet;
use std::f32::consts::FRAC_PI_2;

use glam::Quat;
use reenact::hand::{Joint, Side};
use reenact::{CurveId, Form, Key, PoseComponent, Recording, Tracks};
use reenact_inspect::doctor::{Code, Finding, Options, Report, Severity, examine, limits};

use crate::doctor_made::*;

fn report(recording: &Recording) -> Report {
    examine(recording.to_bytes(), &Options::default())
}

/// A file whose joints all have rotations of 0.5 in x, y, z and w, except for the w of the last.
fn with_equal_components(last: f32) -> Vec<u8> {
    use PoseComponent as C;
    let mut recording = made(Form::MRTK_1_1);
    let joints = Side::ALL.into_iter().flat_map(|side| Joint::TRACKED.map(|joint| (side, joint)));
    for (side, joint) in joints {
        for component in [C::RotationX, C::RotationY, C::RotationZ, C::RotationW] {
            let is_last = (side, joint, component) == (Side::Right, Joint::PinkyTip, C::RotationW);
            let value = if is_last { last } else { 0.5 };
            let times = recording.curve(CurveId::Joint(side, joint, C::PositionX)).unwrap();
            let keys: Vec<_> = times.iter().map(|key| (key.time_secs, value)).collect();
            let curve = reenact::Curve::simple(keys);
            recording.set_curve(CurveId::Joint(side, joint, component), curve).unwrap();
        }
    }
    recording.to_bytes()
}

/// A code, a file that has it, one just below its threshold, and the other findings above a note of the first.
pub(crate) type Case = (Code, fn() -> Vec<u8>, fn() -> Vec<u8>, &'static [Code]);

pub(crate) const CASES: &[Case] = &[
    (Code::EmptyFile, Vec::new, || b"\xc6".to_vec(), &[]),
    (Code::NotARecording, || with_byte(7, 0x6b), || with_byte(7, 0x6a), &[]),
    (Code::KnownFork, || testdata("fork/cut.bin"), || testdata("odd/v1_2.bin"), &[]),
    (
        Code::TextForm,
        || testdata("fork/text_t10.bin"),
        || b"7678548776933278405\nTrue".to_vec(),
        &[],
    ),
    (Code::VersionTooNew, || with_byte(12, 2), || with_byte(12, 1), &[]),
    (Code::Truncated, || cut_by(1), || cut_by(0), &[]),
    // The top byte of the first curve's key count: −16,777,… and the original.
    (Code::Damaged, || with_byte(30, 0xff), || with_byte(30, 0), &[]),
    (
        Code::NonFinite,
        || with_key(|_, key| key.value = f32::INFINITY),
        || with_key(|_, key| key.value = f32::MAX),
        &[],
    ),
    (
        Code::ValueOutOfRange,
        || with_gaze_origin(1.001 * limits::VALUE_LIMIT),
        || with_gaze_origin(limits::VALUE_LIMIT),
        &[],
    ),
    (
        Code::TimesDecrease,
        || with_key(|before, key| key.time_secs = before.time_secs.next_down()),
        || with_key(|before, key| key.time_secs = before.time_secs),
        &[],
    ),
    (
        Code::RotationComponentsEqual,
        || with_equal_components(0.5),
        || with_equal_components(-0.5),
        &[],
    ),
    (
        Code::DraftForm,
        // Version 1.0 without its header is a draft that MRTK wrote before.
        || made(Form::MRTK_1_0).to_bytes().split_off(16),
        || made(Form::MRTK_1_0).to_bytes(),
        &[],
    ),
    (
        Code::DuplicateTimes,
        || with_key(|before, key| key.time_secs = before.time_secs),
        || with_key(|before, key| key.time_secs = before.time_secs.next_up()),
        &[Code::DamagedNumber],
    ),
    (
        Code::DamagedNumber,
        || with_key(|_, key| key.time_secs = key.time_secs.next_up()),
        // With too many keys at different times, the curve counts as never having shared its times.
        || {
            with(CAMERA_X, |index, key| {
                let time_secs = key.time_secs + if index % 8 == 0 { 1e-3 } else { 0.0 };
                Some(Key { time_secs, ..key })
            })
        },
        &[],
    ),
    (
        Code::RotationWLost,
        || {
            with(CurveId::Camera(PoseComponent::RotationW), |index, key| {
                (index == 0).then_some(key)
            })
        },
        || with(CurveId::Camera(PoseComponent::RotationW), |index, key| (index < 2).then_some(key)),
        &[],
    ),
    (
        Code::TrackCollapsed,
        || with_left_hand(|index, _| index == 0),
        || with_left_hand(|index, _| index < 2),
        &[],
    ),
    (
        Code::OddVersion,
        || {
            let mut bytes = made(Form::MRTK_1_0).to_bytes();
            bytes[8..16].copy_from_slice(&[0, 0, 0, 0, 9, 0, 0, 0]);
            bytes
        },
        || made(Form::MRTK_1_0).to_bytes(),
        &[],
    ),
    (Code::OddFlagByte, || with_byte(17, 2), || with_byte(17, 1), &[]),
    (
        Code::PublishedLayout,
        || made(Form { marker_list: true, ..Form::PUBLISHED_1_1 }).to_bytes(),
        || made(Form::MRTK_1_0).to_bytes(),
        &[],
    ),
    (Code::MissingMarkerList, || cut_by(marker_list_bytes()), || cut_by(0), &[]),
    (
        Code::TrailingBytes,
        || [healthy().to_bytes(), vec![0]].concat(),
        || healthy().to_bytes(),
        &[],
    ),
    (Code::UnknownWrapMode, || with_wrap(3), || with_wrap(4), &[]),
    (Code::UnknownWeightedMode, || with_weighted_mode(4), || with_weighted_mode(3), &[]),
    (Code::MarkersUnsorted, || with_markers(&[2.0, 1.9]), || with_markers(&[2.0, 2.0]), &[]),
    (
        Code::RotationZero,
        || with_wrist_times(|index| if index == 9 { 0.0 } else { 1.0 }),
        || with_wrist_times(|index| if index == 9 { 1e-4 } else { 1.0 }),
        &[],
    ),
    (
        Code::RotationNotUnit,
        || with_wrist_times(|index| if index == 9 { 1.0011 } else { 1.0 }),
        || with_wrist_times(|index| if index == 9 { 1.0009 } else { 1.0 }),
        &[],
    ),
    (
        Code::RotationFlips,
        || with_wrist_times(|index| if index < 100 { 1.0 } else { -1.0 }),
        || with_wrist_times(|_| -1.0),
        &[],
    ),
    (
        Code::TailLost,
        || with_left_hand(|_, key| key.time_secs < 5.0 - 0.5 * FRAME_SECS),
        || with_left_hand(|_, _| true),
        &[],
    ),
    (
        Code::NothingRecorded,
        || Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap().to_bytes(),
        || camera_at(&[0]),
        &[],
    ),
    (
        Code::CurvesMissing,
        || with_fingertip(|id| id == FINGERTIP_Y, |_| false),
        || with_fingertip(|id| id == FINGERTIP_Y, |index| index == 0),
        &[],
    ),
    (
        Code::RotationsMissing,
        || with_fingertip(is_rotation, |_| false),
        || with_fingertip(is_rotation, |index| index == 0),
        &[],
    ),
    (
        Code::CameraUnset,
        || with_camera_zero(|_| false),
        || with_camera_zero(|index| index == 5),
        &[],
    ),
    (Code::TrackedWithoutJoints, || without_joints(true), || without_joints(false), &[]),
    (Code::PinchingUntracked, || pinching_until(2.0_f32.next_up()), || pinching_until(2.0), &[]),
    (
        Code::Teleport,
        || with_jump(1.1 * limits::HAND_SPEED_M_PER_S * FRAME_SECS),
        || with_jump(0.9 * limits::HAND_SPEED_M_PER_S * FRAME_SECS),
        &[],
    ),
    (
        Code::BoneLengthsChange,
        || with_longer_bone(1.5 * limits::BONE_CHANGE_SHARE * 0.06, 200),
        || with_longer_bone(0.7 * limits::BONE_CHANGE_SHARE * 0.06, 200),
        &[],
    ),
    (Code::FingersOverbent, || with_index_bent(70.0), || with_index_bent(60.0), &[]),
    (Code::HandsSwapped, || with_hands_swapped(usize::MAX), || with_hands_swapped(150), &[]),
    (
        Code::GazeFrozen,
        || with_frozen_gaze(limits::FROZEN_SECS + 0.1),
        || with_frozen_gaze(limits::FROZEN_SECS - 0.1),
        &[],
    ),
    (
        Code::KeysBeforeZero,
        || {
            with(CAMERA_X, |index, key| {
                Some(if index == 0 { Key { time_secs: -1e-6, ..key } } else { key })
            })
        },
        || {
            with(CAMERA_X, |index, key| {
                Some(if index == 0 { Key { time_secs: -0.0, ..key } } else { key })
            })
        },
        &[Code::DamagedNumber],
    ),
    (
        Code::MarkersOutside,
        || with_markers(&[5.0_f32.next_up()]),
        || with_markers(&[0.0, 5.0]),
        &[],
    ),
    (
        Code::TailMayBeLost,
        || camera_at(&THINNED),
        || camera_at(&[&THINNED[..], &[97]].concat()),
        &[],
    ),
    (Code::SlotNoneFilled, || with_slot_none(1), || with_slot_none(0), &[]),
    (
        Code::TrackingGaps,
        || {
            with_state(CurveId::Tracked(Side::Left), &[(0.0, true), (1.0, false), (1.5, true)])
                .to_bytes()
        },
        || {
            with_state(CurveId::Tracked(Side::Left), &[(0.0, false), (1.0, true), (1.5, true)])
                .to_bytes()
        },
        &[],
    ),
    (
        Code::GazeIsHead,
        || with_gaze_beside_head(0.9 * limits::GAZE_IS_HEAD_DEG),
        || with_gaze_beside_head(1.1 * limits::GAZE_IS_HEAD_DEG),
        &[],
    ),
    (
        Code::LowRate,
        || made_at(0.95 * limits::LOW_RATE_HZ),
        || made_at(1.05 * limits::LOW_RATE_HZ),
        &[],
    ),
    (
        Code::RateJitter,
        || with_late_frames(1.1 * limits::JITTER_SHARE),
        || with_late_frames(0.9 * limits::JITTER_SHARE),
        &[],
    ),
    (Code::Dense, || made_for(1.4), || made_for(1.3), &[]),
];

fn above_notes(report: &Report) -> BTreeSet<Code> {
    let findings = report.findings.iter();
    findings.filter(|f| f.severity != Severity::Note).map(|f| f.code).collect()
}

#[test]
fn each_finding_is_made_by_a_file_that_has_it_and_not_by_one_that_barely_has_not() {
    for (code, has, has_not, others) in CASES {
        let found = examine(has(), &Options::default());
        assert!(found.has(*code), "{code} is not found in {:#?}", found.findings);
        let others: BTreeSet<Code> = others.iter().copied().collect();
        let mut more = above_notes(&found);
        more.remove(code);
        assert_eq!(more, others, "{code}: {:#?}", found.findings);

        let not = examine(has_not(), &Options::default());
        assert!(!not.has(*code), "{code} is found in {:#?}", not.findings);
    }
}

#[test]
fn each_code_has_its_case() {
    for code in Code::ALL {
        assert_eq!(CASES.iter().filter(|case| case.0 == code).count(), 1, "{code}");
    }
}

#[test]
fn made_recordings_of_every_form_are_healthy() {
    for form in [Form::MRTK_1_0, Form::MRTK_1_1] {
        for seed in 0..6 {
            let options = reenact_make::Options { seed, seconds: 12.0, form, ..Default::default() };
            let report = report(&reenact_make::make(&options).unwrap());
            assert!(report.is_healthy(), "seed {seed}, {form}: {:#?}", report.findings);
        }
    }
    let demo = report(&reenact_make::demo());
    assert!(demo.is_healthy(), "{:#?}", demo.findings);
}

#[test]
fn a_camera_that_jumps_is_found_like_a_hand_is() {
    for (factor, is_found) in [(1.1, true), (0.9, false)] {
        let by_m = factor * limits::HEAD_SPEED_M_PER_S * FRAME_SECS;
        let bytes = with(CurveId::Camera(PoseComponent::PositionY), |index, key| {
            Some(if index >= 100 { Key { value: key.value + by_m, ..key } } else { key })
        });
        assert_eq!(
            examine(bytes.clone(), &Options::default()).has(Code::Teleport),
            is_found,
            "{factor}"
        );
    }
}

#[test]
fn a_joint_that_leaves_its_hand_is_found_in_a_single_key() {
    for (factor, is_found) in [(1.2, true), (0.8, false)] {
        let id = CurveId::Joint(Side::Left, Joint::Palm, PoseComponent::PositionY);
        let by_m = factor * limits::JOINT_JUMP_M;
        let bytes = with(id, |index, key| {
            Some(if index == 100 { Key { value: key.value + by_m, ..key } } else { key })
        });
        let report = examine(bytes, &Options::default());
        let found: Vec<_> = report.of(Code::Teleport).collect();
        assert_eq!(!found.is_empty(), is_found, "{factor}");
        assert!(found.iter().all(|jumps| jumps.count == 2 && jumps.message.contains("left.Palm")));
    }
}

#[test]
fn one_hand_of_the_wrong_kind_is_told_from_two() {
    let old = healthy();
    let mut recording = healthy();
    for joint in Joint::TRACKED {
        for component in PoseComponent::ALL {
            let right = old.curve(CurveId::Joint(Side::Right, joint, component)).unwrap();
            let id = CurveId::Joint(Side::Left, joint, component);
            recording.set_curve(id, right.clone()).unwrap();
        }
    }
    let found = report(&recording);
    let swapped: Vec<&Finding> = found.of(Code::HandsSwapped).collect();
    assert_eq!(swapped.len(), 1);
    assert_eq!((swapped[0].count, swapped[0].location.at.to_string().as_str()), (1, "left"));
    assert!(swapped[0].message.contains("shaped like a right hand"), "{}", swapped[0].message);
}

#[test]
fn a_tail_is_measured_in_frames_by_what_goes_on_without_it() {
    for frames in [1_u8, 7, 31] {
        let end = 5.0 - (f32::from(frames) - 0.5) * FRAME_SECS;
        let found = examine(with_left_hand(|_, key| key.time_secs < end), &Options::default());
        let lost: Vec<&Finding> = found.of(Code::TailLost).collect();
        assert_eq!(lost.len(), 1);
        assert_eq!(
            (lost[0].count, lost[0].location.at.to_string()),
            (frames.into(), "left".to_owned())
        );
        let (from, to) = lost[0].location.span_secs.unwrap();
        assert!((to - from - f32::from(frames) * FRAME_SECS).abs() < 1e-3);
    }
}

#[test]
fn a_turn_of_less_than_half_between_two_keys_is_no_flip() {
    for (turn, is_found) in [(1.9 * FRAC_PI_2, false), (2.1 * FRAC_PI_2, true)] {
        let mut recording = healthy();
        for (axis, id) in rotation_ids(CurveId::Camera).into_iter().enumerate() {
            edit(&mut recording, id, |index, key| {
                let turned = Quat::from_rotation_y(if index < 100 { 0.0 } else { turn });
                Some(Key { value: turned.to_array()[axis], ..key })
            });
        }
        assert_eq!(report(&recording).has(Code::RotationFlips), is_found, "{turn}");
    }
}
