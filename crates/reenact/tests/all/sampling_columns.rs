//! A whole recording at a rate: the columns are those of its frames, however they are cut into pieces.

use reenact::{
    Curve, CurveId, Form, FrameTimes, Mode, PoseComponent, Recording, Sampler, Tracks, WrapMode,
};

use super::sampling::{MODES, assert_columns_agree};

/// Longer than any piece in which columns are made, with losses of tracking, in every form of key; at its own rate, where
/// a frame has a key, at others, and from somewhere in between.
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
            for (index, frame) in sampler.frames(times).enumerate() {
                assert_columns_agree(&frame, index, &columns, &place);
            }
            let mut values = vec![-7.0; recording.curves().len() * times.len()];
            sampler.resample_into(times, &mut values, &|| true);
            let same = values.iter().zip(columns.into_values());
            assert!(same.into_iter().all(|(a, b)| a.to_bits() == b.to_bits()), "{place}");
        }
    }
}

/// The sign of a rotation flips within a piece, at the edge of one, and not at all for some; one of its numbers is 0
/// throughout, whose sign tells in which order things were done.
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

    // The camera has room, the first state has not.
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
