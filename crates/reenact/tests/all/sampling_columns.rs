//! Columns of a whole recording equal its frames, however they are divided into blocks.

use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Frame, FrameTimes, Mode, PoseComponent, PoseId, Recording, Sampler,
    Tracks, WrapMode,
};

use super::sampling::{MODES, assert_columns_agree};

/// Longer than any block, with tracking losses, in every kind of key; at its own rate, with a key in every frame, at other rates,
/// and with an offset.
#[test]
fn columns_of_a_long_recording_are_those_of_its_frames() {
    for form in [Form::MRTK_1_1, Form::PUBLISHED_1_1] {
        let options = reenact_make::Options { seconds: 40.0, form, ..Default::default() };
        let made = reenact_make::make(&options).unwrap();
        assert_long_columns_agree(&made, &format!("{form:?}"));
    }
}

fn assert_long_columns_agree(recording: &Recording, name: &str) {
    for (start_secs, rate_hz) in [(0.0, 60.0), (0.004, 60.0), (-1.0, 97.0), (0.0, 25.0)] {
        let times = FrameTimes::new(start_secs..=41.0, rate_hz).unwrap();
        for mode in MODES {
            let sampler = Sampler::new(recording, mode);
            let columns = sampler.resample(times).unwrap();
            let place = format!("{name} from {start_secs} s at {rate_hz} Hz, {mode}");
            let mut cursor = sampler.cursor();
            for (index, time_secs) in times.iter().enumerate() {
                assert_columns_agree(&cursor.frame_at(time_secs), index, &columns, &place);
            }
            let mut values = vec![-7.0; recording.curves().len() * times.len()];
            sampler.resample_into(times, &mut values, &|| true);
            let same = values.iter().zip(columns.into_values());
            assert!(same.into_iter().all(|(a, b)| a.to_bits() == b.to_bits()), "{place}");
        }
    }
}

/// Rotations whose sign flips inside a block, at its edge, and not at all; one component is 0 throughout, whose sign shows the
/// order of operations.
#[test]
fn columns_of_rotations_that_flip_are_those_of_the_frames() {
    let tracks = Tracks { camera: true, ..Tracks::NONE };
    for flips in [vec![700], vec![511, 512], vec![512, 1_024, 1_025], vec![1, 2_399]] {
        for wrap in [WrapMode::CLAMP_FOREVER, WrapMode::LOOP, WrapMode::PING_PONG] {
            let mut recording = Recording::new(Form::MRTK_1_1, tracks).unwrap();
            for component in PoseComponent::ALL {
                let mut sign = 1.0;
                let keys = (0..1_500).map(|number| {
                    let time_secs = number as f32 / 60.0;
                    let is_rotation = component.index() >= PoseComponent::RotationX.index();
                    if is_rotation && flips.contains(&number) {
                        sign = -sign;
                    }
                    let turn = time_secs * 0.1;
                    let value = match component {
                        PoseComponent::RotationX => turn.sin(),
                        PoseComponent::RotationW => turn.cos(),
                        PoseComponent::RotationY | PoseComponent::RotationZ => 0.0,
                        _ => time_secs,
                    };
                    (time_secs, sign * value)
                });
                let mut curve = Curve::simple(keys);
                (curve.pre_wrap, curve.post_wrap) = (wrap, wrap);
                recording.set_curve(CurveId::Camera(component), curve).unwrap();
            }
            assert_long_columns_agree(&recording, &format!("flips at {flips:?}, {wrap:?}"));
        }
    }
}

#[test]
fn memory_that_is_too_small_or_no_longer_wanted_is_left_alone() {
    let made = reenact_make::demo();
    let sampler = Sampler::new(&made, Mode::Clean);
    let times = FrameTimes::of(&made, 30.0).unwrap();
    let whole = sampler.resample(times).unwrap().into_values();

    let mut values = vec![-7.0; whole.len()];
    sampler.resample_into(times, &mut values, &|| false);
    assert!(values.iter().all(|&value| value == -7.0));

    // The memory holds the camera, but not the first state.
    let mut values = vec![-7.0; 8 * times.len() - 1];
    sampler.resample_into(times, &mut values, &|| true);
    let (camera, rest) = values.split_at(7 * times.len());
    assert_eq!(camera, &whole[..camera.len()]);
    assert!(rest.iter().all(|&value| value == -7.0));
}

#[test]
fn columns_at_any_times_in_any_order_are_those_of_frames() {
    let made = reenact_make::demo();
    let times = vec![5.0, 0.0, f32::NAN, 19.0, -3.0, 5.0, f32::INFINITY, 1e9, f32::NEG_INFINITY];
    let cases =
        [times, vec![f32::NAN], vec![f32::INFINITY], vec![-1.0, 2.0, f32::INFINITY], vec![]];
    for mode in Mode::ALL {
        let sampler = Sampler::new(&made, mode);
        for times in &cases {
            let columns = sampler.resample_at(times.clone()).unwrap();
            assert_eq!(columns.len(), times.len());
            for (row, &time_secs) in times.iter().enumerate() {
                let frame = sampler.frame_at(time_secs);
                for (id, column) in columns.columns() {
                    let expected = match id {
                        CurveId::Tracked(side) => {
                            f32::from(u8::from(frame.hand(side).unwrap().tracked))
                        }
                        CurveId::Joint(side, joint, PoseComponent::PositionY) => {
                            frame.joint(side, joint).map_or(f32::NAN, |pose| pose.position.y)
                        }
                        _ => continue,
                    };
                    let found = column[row];
                    assert!(
                        found == expected || found.is_nan() && expected.is_nan(),
                        "{id} at {time_secs}, {mode}"
                    );
                }
            }
        }
    }
}

/// Compares frames sampled from the keys around a time with frames from columns. `Debug` distinguishes −0 from 0, which `==` does
/// not, and equates NaNs.
fn assert_frames_agree(recording: &Recording, times_secs: &[f32], name: &str) {
    for mode in MODES {
        let sampler = Sampler::new(recording, mode);
        let mut frames = sampler.frames_at(times_secs.iter().copied());
        for &time_secs in times_secs {
            let frame = frames.next().unwrap();
            let expected = sampler.frame_at(time_secs);
            assert_eq!(format!("{frame:?}"), format!("{expected:?}"), "{name}, {mode}");
        }
        assert!(frames.next().is_none());
    }
}

#[test]
fn frames_in_blocks_are_those_at_their_times() {
    for form in [Form::MRTK_1_0, Form::MRTK_1_1] {
        let options = reenact_make::Options { seconds: 20.0, form, ..Default::default() };
        let made = reenact_make::make(&options).unwrap();
        let times: Vec<f32> = FrameTimes::new(-1.0..=21.0, 60.0).unwrap().iter().collect();
        assert!(times.len() > 1024, "more than two blocks");
        assert_frames_agree(&made, &times, &format!("{form:?}"));
    }
    let mut odd = reenact_make::demo();
    // Positions only, a joint without keys, and a gaze without a direction.
    for component in [PoseComponent::RotationX, PoseComponent::RotationW] {
        odd.set_curve(CurveId::Camera(component), Curve::simple([])).unwrap();
    }
    for id in PoseId::Joint(Side::Right, Joint::Palm).position() {
        odd.set_curve(id, Curve::simple([(0.0, 1.0), (1.0, f32::NAN), (2.0, 3.0)])).unwrap();
    }
    for id in PoseId::Joint(Side::Left, Joint::Wrist).rotation() {
        odd.set_curve(id, Curve::simple([(0.0, 1.0), (1.0, 0.0), (2.0, 0.5)])).unwrap();
    }
    for id in CurveId::GAZE_DIRECTION {
        let keys = [(0.0, 1.0), (1.0, f32::INFINITY), (2.0, 0.0), (2.5, 0.5)];
        odd.set_curve(id, Curve::simple(keys)).unwrap();
    }
    let times: Vec<f32> = (0..60).rev().map(|n| n as f32 / 15.0).chain([f32::NAN, -3.0]).collect();
    assert_frames_agree(&odd, &times, "odd");
}

#[test]
fn frames_of_some_poses_have_these_and_no_others() {
    let made = reenact_make::demo();
    let sampler = Sampler::new(&made, Mode::Clean);
    let times = FrameTimes::of(&made, 60.0).unwrap();
    let is_wanted = |id: CurveId| {
        matches!(id, CurveId::Camera(_) | CurveId::Joint(Side::Right, Joint::Palm, _))
    };
    let mut palms = 0;
    for (frame, all) in sampler.frames_of(times.iter(), is_wanted).zip(sampler.frames(times)) {
        assert_eq!((frame.camera, frame.gaze), (all.camera, None));
        assert_eq!(frame.joint(Side::Right, Joint::Palm), all.joint(Side::Right, Joint::Palm));
        assert_eq!(frame.joint(Side::Left, Joint::Palm), None);
        assert_eq!(frame.joint(Side::Right, Joint::Wrist), None);
        let state =
            |frame: &Frame| frame.hand(Side::Left).map(|hand| (hand.tracked, hand.pinching));
        assert_eq!(state(&frame), state(&all), "states are always there");
        palms += usize::from(frame.joint(Side::Right, Joint::Palm).is_some());
    }
    assert!(palms > 10);
}
