//! Stripped data is removed, and the rest is unchanged.

use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{CurveId, Form, Mode, PoseComponent, Recording, Sampler, Tracks};
use reenact_edit::strip::{Options, strip};
use reenact_make::make;
use reenact_testkit::arbitrary::{Numbers, recording};
use reenact_testkit::corpus;

use crate::common::{check_valid, keys};

fn film(form: Form) -> Recording {
    make(&reenact_make::Options { seconds: 3.0, form, ..Default::default() }).unwrap()
}

#[test]
fn in_1_1_a_track_is_gone_and_the_others_keep_their_bits() {
    let recording = film(Form::MRTK_1_1);
    let options = Options { camera: true, gaze: true, ..Options::default() };
    let edited = strip(&recording, &options).unwrap();
    check_valid(&edited, &recording);
    assert_eq!(edited.recording.tracks(), Tracks { camera: false, hands: true, gaze: false });
    for (id, curve) in edited.recording.curves() {
        assert_eq!(Some(curve), recording.curve(id));
    }
    assert!(edited.recording.markers().eq(recording.markers()));
    assert!(edited.notes.is_empty());
}

#[test]
fn in_1_0_a_track_is_emptied_and_noted() {
    let recording = film(Form::MRTK_1_0);
    let options = Options { camera: true, left: true, right: true, ..Options::default() };
    let edited = strip(&recording, &options).unwrap();
    check_valid(&edited, &recording);
    assert_eq!(edited.recording.tracks(), Tracks::V1_0);
    assert_eq!(edited.recording.key_count(), 4, "one off key for each state of each hand");
    assert_eq!(edited.notes[0].code.name(), "tracks-emptied");
}

#[test]
fn one_hand_reads_as_never_seen_and_the_other_stays() {
    let recording = film(Form::MRTK_1_1);
    let edited = strip(&recording, &Options { left: true, ..Options::default() }).unwrap();
    check_valid(&edited, &recording);
    let frame = Sampler::new(&edited.recording, Mode::Clean).frame_at(1.0);
    let left = frame.left.unwrap();
    assert!(!left.tracked && !left.pinching && left.joint(Joint::Wrist).is_none());
    for (id, curve) in edited.recording.curves() {
        match id {
            CurveId::Joint(Side::Left, ..) => assert!(curve.is_empty()),
            CurveId::Tracked(Side::Left) | CurveId::Pinching(Side::Left) => {
                assert_eq!(curve.len(), 1);
            }
            _ => assert_eq!(Some(curve), recording.curve(id)),
        }
    }
}

#[test]
fn joints_markers_and_trailing_bytes_go() {
    let mut bytes = film(Form::MRTK_1_1).to_bytes();
    bytes.extend(b"secret");
    let recording = Recording::from_slice(&bytes).unwrap();
    assert_eq!(recording.trailing(), b"secret");
    let options =
        Options { joints: vec![Joint::Palm], markers: true, trailing: true, ..Options::default() };
    let edited = strip(&recording, &options).unwrap();
    check_valid(&edited, &recording);
    assert!(edited.recording.trailing().is_empty());
    assert_eq!(edited.recording.marker_list().unwrap().len(), 0);
    for side in Side::ALL {
        let x = |joint| CurveId::Joint(side, joint, PoseComponent::PositionX);
        assert!(edited.recording.curve(x(Joint::Palm)).unwrap().is_empty());
        assert_eq!(edited.recording.curve(x(Joint::Wrist)), recording.curve(x(Joint::Wrist)));
    }
    // Trailing bytes are kept unless requested otherwise, even if tracks change.
    let edited = strip(&recording, &Options { gaze: true, ..Options::default() }).unwrap();
    assert_eq!(edited.recording.trailing(), b"secret");
    check_valid(&edited, &recording);
}

#[test]
fn the_heads_median_height_is_the_one_asked_for_and_all_else_moves_along() {
    let recording = film(Form::MRTK_1_1);
    let edited =
        strip(&recording, &Options { head_height_m: Some(1.6), ..Options::default() }).unwrap();
    check_valid(&edited, &recording);
    let y = CurveId::Camera(PoseComponent::PositionY);
    let mut heights: Vec<f32> = keys(&edited.recording, y).iter().map(|key| key.1).collect();
    heights.sort_by(f32::total_cmp);
    // Even key times, so the plain median equals the time-weighted one.
    assert!((heights[heights.len() / 2] - 1.6).abs() < 2e-4, "{}", heights[heights.len() / 2]);
    let up = edited.recording.curve(y).unwrap().value_at(1.0)
        - recording.curve(y).unwrap().value_at(1.0);
    assert!(up.abs() > 0.01, "the made-up person is not 1.6 m: {up}");
    let mut moved = 0;
    for (id, curve) in recording.curves() {
        let by = match id {
            CurveId::Camera(PoseComponent::PositionY)
            | CurveId::Joint(_, _, PoseComponent::PositionY)
            | CurveId::Gaze(reenact::RayComponent::OriginY) => up,
            _ => 0.0,
        };
        for (a, b) in curve.iter().zip(edited.recording.curve(id).unwrap()) {
            assert!((b.value - a.value - by).abs() < 1e-6, "{id}");
        }
        moved += usize::from(by != 0.0 && !curve.is_empty());
    }
    assert!(moved >= 54);
}

#[test]
fn a_sparse_curve_counts_by_time_and_not_by_keys() {
    let mut recording =
        Recording::new(Form::MRTK_1_1, Tracks { camera: true, ..Tracks::NONE }).unwrap();
    let y = CurveId::Camera(PoseComponent::PositionY);
    // Ten seconds at 2 m in two keys, then many keys at 1 m within 0.2 s.
    let crouch = (0..20_u8).map(|n| (10.1 + f32::from(n) * 0.01, 1.0));
    let stored = reenact::Curve::simple([(0.0, 2.0), (10.0, 2.0)].into_iter().chain(crouch));
    recording.set_curve(y, stored).unwrap();
    let edited =
        strip(&recording, &Options { head_height_m: Some(0.0), ..Options::default() }).unwrap();
    assert_eq!(keys(&edited.recording, y)[0], (0.0, 0.0));
}

#[test]
fn without_a_camera_there_is_no_height() {
    let recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let options = Options { head_height_m: Some(1.6), ..Options::default() };
    assert_eq!(strip(&recording, &options).unwrap().notes[0].code.name(), "no-height");
    let options = Options { head_height_m: Some(f32::NAN), ..Options::default() };
    assert!(strip(&recording, &options).is_err());
}

#[test]
fn every_recording_of_the_corpus_stays_valid() {
    for (name, bytes) in corpus::recordings() {
        let recording = Recording::from_slice(&bytes).expect(&name);
        let options = Options {
            camera: true,
            left: true,
            gaze: true,
            markers: true,
            trailing: true,
            head_height_m: Some(1.6),
            ..Options::default()
        };
        check_valid(&strip(&recording, &options).expect(&name), &recording);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_recording_stays_valid(recording in recording(Numbers::Any), what in prop::array::uniform7(any::<bool>())) {
        let [camera, left, right, gaze, markers, trailing, height] = what;
        let joints = if height { vec![Joint::None, Joint::IndexTip] } else { Vec::new() };
        let head_height_m = height.then_some(1.6);
        let options = Options { camera, left, right, gaze, markers, trailing, joints, head_height_m };
        let edited = strip(&recording, &options).unwrap();
        check_valid(&edited, &recording);
        for (id, curve) in edited.recording.curves() {
            let is_wanted = match id {
                CurveId::Camera(_) => camera,
                CurveId::Joint(side, ..) => if side == Side::Left { left } else { right },
                CurveId::Gaze(_) => gaze,
                _ => false,
            };
            prop_assert!(!is_wanted || curve.is_empty(), "{}", id);
        }
    }
}

#[test]
fn odd_flags_and_bytes_after_the_markers_stay_when_a_track_goes() {
    let mut bytes = film(Form::MRTK_1_1).to_bytes();
    bytes[16..19].copy_from_slice(&[7, 2, 3]);
    bytes.extend(b"more");
    let recording = Recording::from_slice(&bytes).unwrap();
    let edited = strip(&recording, &Options { gaze: true, ..Options::default() }).unwrap();
    assert_eq!(edited.recording.flags(), [7, 2, 0]);
    assert_eq!(edited.recording.trailing(), b"more");
}
