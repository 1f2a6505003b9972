//! Writing recordings as Unity XR Hands files.

use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, FrameTimes, Marker, Mode, ObservedSpans, Sampler, Track};
use reenact_convert::handsbin::{File, Options, Origin, Version, read, read_reported, v2, write};
use reenact_convert::{LossCode, Losses};

use super::unity::bytes;

fn written(recording: &reenact::Recording, options: &Options<'_>) -> (Vec<u8>, Losses) {
    let mut bytes = Vec::new();
    let losses = write(recording, options, &mut bytes).unwrap();
    (bytes, losses)
}

fn v2(bytes: &[u8]) -> v2::File<'_> {
    let File::V2(file) = File::decode(bytes).unwrap() else { panic!("version 2") };
    file
}

#[test]
fn a_lost_hand_is_written_as_unity_s_playback_takes_it_for_lost() {
    // The same gap encoded in five ways: all are read as the same recording, and written in the way that plays correctly.
    let expected = bytes("crafted/gap_first_stale_then_omitted");
    let expected = v2(&expected);
    for way in ["stale", "omitted", "root_only", "snapshot_empty", "first_stale_then_omitted"] {
        let recording = read(&bytes(&format!("crafted/gap_{way}"))).unwrap();
        let name = "gap first_stale_then_omitted";
        let options = Options { key_times: true, name, ..Options::default() };
        let (bytes, losses) = written(&recording, &options);
        assert!(!losses.any(), "{losses}");
        let file = v2(&bytes);
        assert_eq!(file.frames.len(), expected.frames.len());
        for (n, (ours, theirs)) in file.frames.iter().zip(&expected.frames).enumerate() {
            assert_eq!((ours.time_secs, ours.head_state), (theirs.time_secs, theirs.head_state));
            assert_eq!((ours.flags & 3, ours.success), (theirs.flags, theirs.success), "{way} {n}");
            for (ours, theirs) in [(&ours.left, &theirs.left), (&ours.right, &theirs.right)] {
                assert_eq!(hand(ours).is_some(), hand(theirs).is_some(), "{way} {n}");
                let (Some(ours), Some(theirs)) = (hand(ours), hand(theirs)) else { continue };
                assert_eq!(ours.flags, theirs.flags, "{way} {n}");
                assert_near(&ours.root, &theirs.root);
                for (ours, theirs) in joints(ours).iter().zip(joints(theirs)) {
                    assert_near(ours, &theirs);
                }
            }
        }
        assert_eq!(file.header.duration_secs, expected.header.duration_secs);
        assert_eq!(file.header.finger_shapes, expected.header.finger_shapes);
        assert_eq!(file.header.name, expected.header.name);
    }
}

fn hand<'a>(side: &'a v2::Side<'_>) -> Option<&'a v2::Hand<'a>> {
    side.snapshot.as_ref()?.dynamic.as_ref()
}

fn joints(hand: &v2::Hand<'_>) -> Vec<[f32; 7]> {
    let joints = hand.joints.as_ref().unwrap().iter();
    joints
        .map(|joint| std::array::from_fn(|n| f32::from_le_bytes(joint.as_chunks().0[n])))
        .collect()
}

/// Positions equal bit for bit; rotations, which sampling normalizes, up to rounding.
fn assert_near(ours: &[f32; 7], theirs: &[f32; 7]) {
    assert_eq!(ours[..3], theirs[..3]);
    for (a, b) in ours.iter().zip(theirs).skip(3) {
        assert!((a - b).abs() < 2e-7, "{ours:?} {theirs:?}");
    }
}

#[test]
fn frames_hold_what_is_sampled_to_the_last_bit() {
    let recording = reenact_make::demo();
    for rate_hz in [60.0, 24.0] {
        let (bytes, losses) = written(&recording, &Options { rate_hz, ..Options::default() });
        assert!(losses.hands == 0 && losses.markers > 0, "{losses}");
        let file = v2(&bytes);
        let sampler = Sampler::new(&recording, Mode::Clean);
        let times = FrameTimes::from_zero(&recording, rate_hz).unwrap();
        assert_eq!(file.frames.len(), times.len());
        let mut seen = 0;
        for (stored, frame) in file.frames.iter().zip(sampler.frames(times)) {
            assert_eq!(stored.time_secs, frame.time_secs);
            let head = frame.camera.unwrap();
            let head: Vec<f32> =
                head.position.to_array().into_iter().chain(head.rotation.to_array()).collect();
            assert_eq!(stored.head.unwrap().as_slice(), head);
            for (side, stored) in [(Side::Left, &stored.left), (Side::Right, &stored.right)] {
                let hand = hand(stored).filter(|hand| hand.is_tracked());
                let sampled = frame.hand(side).filter(|hand| hand.observed);
                assert_eq!(hand.is_some(), sampled.is_some());
                let (Some(hand), Some(sampled)) = (hand, sampled) else { continue };
                seen += 1;
                let joints = joints(hand);
                assert_eq!(hand.root, joints[0]);
                for (joint, stored) in Joint::TRACKED.into_iter().zip(&joints) {
                    let pose = sampled.joint(joint).unwrap();
                    let numbers = pose.position.to_array().into_iter();
                    let numbers: Vec<f32> = numbers.chain(pose.rotation.to_array()).collect();
                    assert_eq!(stored.as_slice(), numbers);
                }
                let gestures = stored.gestures.as_ref().unwrap();
                assert_eq!(gestures.pinch_touched, Some(sampled.pinching));
                let [thumb, index] = [Joint::ThumbTip, Joint::IndexTip]
                    .map(|joint| sampled.joint(joint).unwrap().position);
                let value = ((0.045 - thumb.distance(index)) / 0.035).clamp(0.0, 1.0);
                assert!((gestures.pinch.unwrap() - value).abs() < 1e-4);
            }
        }
        assert!(seen > 100);
        assert_eq!(file.frames.last().unwrap().time_secs, file.header.duration_secs);
        assert_eq!(file.header.sequence_flags, 1 + 64);
    }
}

#[test]
fn a_gap_at_the_end_of_a_block_has_old_poses_too() {
    // More frames than are sampled at a time, with a hand that appears and disappears every few frames.
    let options = reenact_make::Options { seconds: 8.0, ..Default::default() };
    let mut recording = reenact_make::make(&options).unwrap();
    let end_secs = recording.end_secs();
    let flips = (0..).map(|n| n as f32 * 0.0173).take_while(|&time| time < end_secs);
    let flips = flips.enumerate().map(|(n, time)| (time, n % 2 == 0));
    recording.set_curve(CurveId::Tracked(Side::Left), Curve::boolean(flips)).unwrap();
    let (bytes, _) = written(&recording, &Options { rate_hz: 1000.0, ..Options::default() });
    let file = v2(&bytes);
    assert!(file.frames.len() > 3 * 2048);
    let mut last: Option<&v2::Hand<'_>> = None;
    let mut gaps = 0;
    let last_seen =
        file.frames.iter().rposition(|frame| hand(&frame.left).is_some_and(v2::Hand::is_tracked));
    for frame in &file.frames[..=last_seen.unwrap()] {
        let now = hand(&frame.left);
        if let (Some(last), false) = (last, now.is_some_and(v2::Hand::is_tracked)) {
            let stale = now.expect("old poses");
            assert_eq!((stale.flags, &stale.joints, stale.root), (1, &last.joints, last.root));
            assert!(frame.left.gestures.is_none());
            gaps += 1;
        }
        last = now.filter(|hand| hand.is_tracked());
    }
    assert!(gaps > 50);
}

#[test]
fn version_1_has_hands_alone() {
    let recording = reenact_make::demo();
    let options = Options { version: Version::V1, ..Options::default() };
    let (bytes, losses) = written(&recording, &options);
    let codes: Vec<LossCode> = losses.notes().into_iter().map(|remark| remark.code).collect();
    assert!(codes.contains(&LossCode::Camera) && codes.contains(&LossCode::Pinching));
    let (newer, _) = written(&recording, &Options::default());
    let File::V1(old) = File::decode(&bytes).unwrap() else { panic!("version 1") };
    for (old, new) in old.frames.iter().zip(&v2(&newer).frames) {
        assert_eq!(old.time_secs, new.time_secs);
        let new = hand(&new.right).filter(|hand| hand.is_tracked());
        assert_eq!(old.right.is_tracked, new.is_some());
        assert_eq!(old.right.joints, new.and_then(|hand| hand.joints.clone()));
    }
}

#[test]
fn gaze_and_markers_are_lost_and_slot_none_is_not() {
    let bytes = crate::common::testdata_file("recordings/v11_real_2s_simhand.bin");
    let mut recording = reenact::Recording::from_slice(&bytes).unwrap();
    recording.set_markers([Marker::new(0.5, "grab")]).unwrap();
    let (_, losses) = written(&recording, &Options::default());
    let codes: Vec<(LossCode, bool)> =
        losses.notes().into_iter().map(|remark| (remark.code, remark.code.is_loss())).collect();
    assert_eq!(
        codes,
        [(LossCode::Gaze, true), (LossCode::Markers, true), (LossCode::SlotNone, false)]
    );
}

#[test]
fn a_recording_that_starts_late_becomes_a_file_that_starts_at_0() {
    let bytes = crate::common::testdata_file("recordings/v10_edge_shift_minus.bin");
    let recording = reenact::Recording::from_slice(&bytes).unwrap();
    assert!(recording.start_secs() > 12.0);
    for key_times in [false, true] {
        let (bytes, losses) = written(&recording, &Options { key_times, ..Options::default() });
        assert_eq!(losses.start_secs, recording.start_secs());
        let file = v2(&bytes);
        assert_eq!(file.frames[0].time_secs, 0.0);
        let duration_secs = recording.end_secs() - recording.start_secs();
        assert!((file.header.duration_secs - duration_secs).abs() < 0.017);
        assert!(hand(&file.frames[0].right).is_some_and(v2::Hand::is_tracked));
    }
}

#[test]
fn key_times_are_the_times_of_frames() {
    let (recording, _) = read_reported(&bytes("v2_joints_head_30")).unwrap();
    let (bytes, _) = written(&recording, &Options { key_times: true, ..Options::default() });
    let times: Vec<f32> = v2(&bytes).frames.iter().map(|frame| frame.time_secs).collect();
    let head = recording.curve_named("camera.position.x").unwrap();
    assert_eq!(times, head.iter().map(|key| key.time_secs).collect::<Vec<f32>>());
    assert_eq!(times.len(), 30);
    // Reading it gives the same recording except for rounding of rotations.
    let again = read(&bytes).unwrap();
    for ((id, before), (_, after)) in recording.curves().zip(again.curves()) {
        assert_eq!(before.len(), after.len(), "{id}");
        let keys = before.iter().zip(after);
        assert!(
            keys.into_iter()
                .all(|(a, b)| a.time_secs == b.time_secs && (a.value - b.value).abs() < 2e-7),
            "{id}"
        );
    }
}

#[test]
fn a_head_or_floor_origin_is_where_the_first_head_is() {
    let recording = reenact_make::demo();
    for (origin, height_m) in [(Origin::Head, 0.0), (Origin::Floor, 1.6)] {
        let (bytes, _) = written(&recording, &Options { origin, ..Options::default() });
        let file = v2(&bytes);
        let [x, y, z, qx, qy, qz, qw] = file.frames[0].head.unwrap();
        assert!(x.abs() < 1e-6 && (y - height_m).abs() < 1e-6 && z.abs() < 1e-6);
        let forward = glam::Quat::from_xyzw(qx, qy, qz, qw) * glam::Vec3::Z;
        assert!(forward.x.abs() < 1e-5 && forward.z > 0.0);
    }
    let mut headless = recording.clone();
    headless.retain_tracks(reenact::Tracks { camera: false, ..reenact::Tracks::ALL }).unwrap();
    let options = Options { origin: Origin::Head, ..Options::default() };
    let error = write(&headless, &options, &mut Vec::new()).unwrap_err().to_string();
    assert_eq!(
        error,
        "origin: the recording has no head pose to derive the origin from: use world"
    );
}

#[test]
fn an_incomplete_hand_is_left_out_and_reported() {
    let mut recording = reenact_make::demo();
    let id = CurveId::Joint(Side::Right, Joint::RingTip, reenact::PoseComponent::PositionX);
    let holes = recording
        .curve(id)
        .unwrap()
        .iter()
        .map(|key| (key.time_secs, if key.time_secs < 2.0 { f32::NAN } else { key.value }));
    recording.set_curve(id, Curve::simple(holes.collect::<Vec<_>>())).unwrap();
    let (bytes, losses) = written(&recording, &Options::default());
    let observed = ObservedSpans::of(&recording);
    let frames = FrameTimes::from_zero(&recording, 60.0).unwrap().iter();
    let expected = frames
        .filter(|&time| time < 2.0 && observed.is_observed_at(Track::Hand(Side::Right), time));
    let left_out = expected.count();
    assert!(
        losses.hands >= left_out && losses.hands <= left_out + 2,
        "{} {left_out}",
        losses.hands
    );
    assert!(File::decode(&bytes).is_ok());
}
