//! Reading recordings from Unity XR Hands files.

use reenact::hand::{Joint, Side};
use reenact::{Curve, Mode, PoseId, Recording, Sampler, Tracks};
use reenact_convert::handsbin::{File, read_reported, true_times, v2};
use reenact_convert::{Losses, PinchSources};

use super::unity::{all, bytes};

fn recording(name: &str) -> (Recording, Losses) {
    read_reported(&bytes(name)).unwrap()
}

#[test]
fn frames_of_unity_s_own_files_get_their_true_times_back() {
    let mut restored = 0;
    for golden in all().into_iter().filter(|golden| golden.name.starts_with("v2_")) {
        let File::V2(file) = File::decode(&golden.bytes).unwrap() else { panic!() };
        let times: Vec<f32> = file.frames.iter().map(|frame| frame.time_secs).collect();
        if times.len() < 2 {
            continue;
        }
        let true_times = true_times(&times, file.header.duration_secs).expect(&golden.name);
        assert_eq!(true_times[0], 0.0);
        assert_eq!(true_times.last(), Some(&file.header.duration_secs));
        let steps: Vec<f32> = true_times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        // The clock jitters by up to 4 %.
        let mean = steps.iter().sum::<f32>() / steps.len() as f32;
        assert!(steps.iter().all(|step| (step / mean - 1.0).abs() < 0.09), "{}", golden.name);
        restored += 1;
    }
    assert_eq!(restored, 10);
    // Times of version 1 and of files written by this crate are correct as stored.
    assert!(!recording("v1_both_90").1.late_times);
    assert!(!recording("crafted/minimal_joints_head").1.late_times);
}

#[test]
fn a_hand_is_tracked_where_unity_says_so_and_old_poses_are_left_out() {
    let (recording, losses) = recording("v2_both_90");
    let bytes = bytes("v2_both_90");
    let File::V2(file) = File::decode(&bytes).unwrap() else { panic!() };
    let times: Vec<f32> = file.frames.iter().map(|frame| frame.time_secs).collect();
    let times = true_times(&times, file.header.duration_secs).unwrap();
    let sampler = Sampler::new(&recording, Mode::Clean);
    let (mut seen, mut stale) = (0, 0);
    for (stored, &time_secs) in file.frames.iter().zip(&times) {
        let frame = sampler.frame_at(time_secs);
        for (side, stored) in [(Side::Left, &stored.left), (Side::Right, &stored.right)] {
            let hand = stored.snapshot.as_ref().and_then(|snapshot| snapshot.dynamic.as_ref());
            let is_tracked = hand.is_some_and(v2::Hand::is_tracked);
            let read = frame.hand(side).unwrap();
            assert_eq!(read.tracked, is_tracked, "{side} at {time_secs} s");
            assert_eq!(read.observed, is_tracked, "{side} at {time_secs} s");
            stale += usize::from(hand.is_some() && !is_tracked);
            if !is_tracked {
                continue;
            }
            seen += 1;
            let joints = hand.unwrap().joints.as_ref().unwrap();
            for (joint, stored) in Joint::TRACKED.into_iter().zip(joints.iter()) {
                let pose = read.joint(joint).unwrap();
                let stored: Vec<f32> =
                    stored.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
                assert_eq!(pose.position.to_array(), stored[..3]);
                let turned =
                    pose.rotation.to_array().into_iter().zip(&stored[3..]).map(|(a, b)| a * b);
                assert!((turned.sum::<f32>().abs() - 1.0).abs() < 1e-5);
            }
        }
    }
    assert!(seen > 100);
    assert_eq!(losses.stale_poses, stale);
    assert_eq!(losses.pinch_sources, PinchSources { distances: seen, ..PinchSources::default() });
}

#[test]
fn every_value_of_a_tracked_hand_is_a_key_to_the_last_bit() {
    let bytes = bytes("v2_left_only");
    let File::V2(file) = File::decode(&bytes).unwrap() else { panic!() };
    let (recording, _) = read_reported(&bytes).unwrap();
    for (place, joint) in Joint::TRACKED.into_iter().enumerate() {
        let pose = PoseId::Joint(Side::Left, joint);
        for (axis, id) in pose.position().into_iter().enumerate() {
            let keys: Vec<u32> =
                recording.curve(id).unwrap().iter().map(|key| key.value.to_bits()).collect();
            let stored: Vec<u32> = file
                .frames
                .iter()
                .map(|frame| {
                    let hand = frame.left.snapshot.as_ref().unwrap().dynamic.as_ref().unwrap();
                    let joint = hand.joints.as_ref().unwrap()[place];
                    u32::from_le_bytes(joint.as_chunks().0[axis])
                })
                .collect();
            assert_eq!(keys, stored, "{id}");
        }
    }
}

#[test]
fn the_head_is_the_camera_where_all_of_it_is_tracked() {
    let (recording, losses) = recording("v2_head");
    // Whole in all frames but rotation only, position only, none, none.
    assert_eq!(recording.curve_named("camera.position.x").map(Curve::len), Some(8 - 4));
    assert_eq!(losses.partial_heads, 2);
    assert!(losses.is_lossy());
    assert_eq!(recording.tracks(), Tracks { camera: true, hands: true, gaze: false });
    assert!(!self::recording("v2_both_90").0.tracks().camera);
}

#[test]
fn pinching_comes_from_gestures_where_they_say_so() {
    let (recording, losses) = recording("crafted/pinch");
    assert_eq!(losses.pinch_sources, PinchSources { gestures: 20, ..PinchSources::default() });
    let bytes = bytes("crafted/pinch");
    let File::V2(file) = File::decode(&bytes).unwrap() else { panic!() };
    let sampler = Sampler::new(&recording, Mode::Clean);
    let mut pinches = 0;
    for stored in &file.frames {
        let frame = sampler.frame_at(stored.time_secs);
        for (side, stored) in [(Side::Left, &stored.left), (Side::Right, &stored.right)] {
            let touched = stored.gestures.as_ref().unwrap().pinch_touched.unwrap();
            assert_eq!(frame.hand(side).unwrap().pinching, touched);
            pinches += usize::from(touched);
        }
    }
    assert!(pinches > 0 && pinches < 20);
    let message = losses.to_string();
    assert!(message.contains("source of pinching: gestures (in 20 frames of a hand)"), "{message}");
}

#[test]
fn the_aim_state_s_index_finger_tells_a_pinch() {
    let stored = bytes("v2_left_only");
    let File::V2(mut file) = File::decode(&stored).unwrap() else { panic!() };
    for (n, frame) in file.frames.iter_mut().enumerate() {
        let aim =
            v2::AimState { handedness: 1, flags: 2 * i32::from(n >= 10), ..Default::default() };
        frame.left.aim = Some(Box::new(aim));
    }
    let bytes = File::V2(file).encode().unwrap();
    let (recording, losses) = read_reported(&bytes).unwrap();
    assert_eq!(losses.pinch_sources, PinchSources { aim_states: 30, ..PinchSources::default() });
    assert_eq!(losses.aim_states, 30);
    let spans = recording.pinching_spans(Side::Left);
    let key = recording.curve_named("left.Wrist.position.x").unwrap().key(10).unwrap();
    assert_eq!((spans.len(), spans[0].start_secs), (1, key.time_secs));
}

#[test]
fn what_a_recording_cannot_hold_is_reported_with_a_code() {
    let codes = |name: &str| -> Vec<&'static str> {
        recording(name).1.notes().into_iter().map(|remark| remark.code.name()).collect()
    };
    assert_eq!(codes("crafted/v1_minimal"), ["pinch-source"]);
    assert_eq!(codes("v2_gestures"), ["gestures", "late-times", "stale-poses", "pinch-source"]);
    assert_eq!(
        codes("v2_before_render"),
        ["before-render", "late-times", "stale-poses", "pinch-source"]
    );
    assert_eq!(codes("v2_finger_config"), ["finger-shapes"]);
    assert_eq!(codes("crafted/odd_times"), ["frames", "finger-shapes", "pinch-source"]);
    assert_eq!(codes("v1_both_90"), ["incomplete-hands", "pinch-source"]);
    assert_eq!(codes("v2_empty"), [] as [&str; 0]);
}

#[test]
fn a_root_that_is_not_the_wrist_is_reported() {
    let stored = bytes("crafted/minimal_no_head");
    let File::V2(mut file) = File::decode(&stored).unwrap() else { panic!() };
    file.frames[1].left.snapshot.as_mut().unwrap().dynamic.as_mut().unwrap().root[0] += 0.01;
    let (_, losses) = read_reported(&File::V2(file).encode().unwrap()).unwrap();
    assert_eq!(losses.root_poses, 1);
}
