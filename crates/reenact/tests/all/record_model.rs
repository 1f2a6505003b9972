//! Compares the recorder with a simple model that keeps every frame.

use glam::{Quat, Vec3};
use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Frame, HandFrame, Keep, KeyKind, Marker, Pose, Ray, ReadOptions,
    RecordOptions, RecordOutcome, Recorder, Recording, Tracks,
};

#[derive(Debug, Clone)]
enum Step {
    Frame(Box<Frame>),
    Mark(String),
    Pause,
    Resume,
    Discard,
}

fn any_value() -> impl Strategy<Value = f32> {
    prop_oneof![4 => -2.0_f32..2.0, 1 => any::<u32>().prop_map(f32::from_bits), 1 => Just(0.0)]
}

fn any_pose() -> impl Strategy<Value = Pose> {
    prop_oneof![
        (prop::array::uniform3(any_value()), prop::array::uniform4(any_value())).prop_map(
            |(position, rotation)| Pose {
                position: Vec3::from_array(position),
                rotation: Quat::from_array(rotation)
            }
        ),
        Just(Pose { position: Vec3::ZERO, rotation: Quat::from_array([0.0; 4]) }),
    ]
}

/// A hand with some poses.
fn any_hand() -> impl Strategy<Value = HandFrame> {
    (any::<[bool; 2]>(), any::<u32>(), prop::collection::vec(any_pose(), 4)).prop_map(
        |([tracked, pinching], present, poses)| {
            HandFrame::new(tracked, pinching, |joint| {
                (present >> joint.index() & 1 != 0).then(|| poses[joint.index() % poses.len()])
            })
        },
    )
}

fn any_frame() -> impl Strategy<Value = Frame> {
    let vector = || prop::array::uniform3(any_value()).prop_map(Vec3::from_array);
    let ray = prop_oneof![
        (vector(), vector()).prop_map(|(origin, direction)| Ray { origin, direction }),
        Just(Ray { origin: Vec3::ZERO, direction: Vec3::ZERO }),
    ];
    let hand = || prop::option::of(any_hand());
    (prop::option::of(any_pose()), hand(), hand(), prop::option::of(ray))
        .prop_map(|(camera, left, right, gaze)| Frame { time_secs: 0.0, camera, left, right, gaze })
}

/// Mostly increasing times, some equal or decreasing, some not finite.
fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let pace = prop_oneof![
        12 => 0.001_f32..0.1,
        1 => Just(0.0),
        1 => -0.2_f32..0.0,
        1 => 0.1_f32..3.0,
        1 => Just(f32::NAN),
    ];
    let step = prop_oneof![
        12 => (any_frame(), pace.clone())
            .prop_map(|(frame, pace)| Step::Frame(Box::new(Frame { time_secs: pace, ..frame }))),
        2 => "[a-z]{0,3}".prop_map(Step::Mark),
        1 => Just(Step::Pause),
        2 => Just(Step::Resume),
        1 => prop::bool::weighted(0.2).prop_map(|yes| if yes { Step::Discard } else { Step::Resume }),
    ];
    prop::collection::vec(step, 1..60).prop_map(|mut steps| {
        let mut now_secs = 5.0;
        for step in &mut steps {
            if let Step::Frame(frame) = step {
                let time_secs = now_secs + frame.time_secs;
                frame.time_secs = time_secs;
                if time_secs.is_finite() {
                    now_secs = time_secs;
                }
            }
        }
        steps
    })
}

fn any_options() -> impl Strategy<Value = RecordOptions> {
    let keep = prop_oneof![Just(Keep::All), (0.0_f32..2.0).prop_map(Keep::LastSecs)];
    let form = prop::sample::select(vec![Form::MRTK_1_1, Form::MRTK_1_0, Form::PUBLISHED_1_1]);
    let rate = prop::option::of(prop::sample::select(vec![10.0, 30.0, 60.0, 240.0]));
    (keep, form, any::<[bool; 4]>(), rate).prop_map(|(keep, form, flags, max_rate_hz)| {
        let [camera, hands, gaze, cut_pauses] = flags;
        RecordOptions {
            max_rate_hz,
            keep,
            cut_pauses,
            tracks: Tracks { camera, hands, gaze },
            form,
        }
    })
}

fn take(recorder: &mut Recorder, step: &Step) -> Option<RecordOutcome> {
    match step {
        Step::Frame(frame) => return Some(recorder.record(frame)),
        Step::Mark(name) => recorder.mark(name.as_str()).unwrap(),
        Step::Pause => recorder.pause(),
        Step::Resume => recorder.resume(),
        Step::Discard => recorder.discard(),
    }
    None
}

/// Values of a frame's curve that the recorder must keep.
fn value(frame: &Frame, id: CurveId) -> Option<f32> {
    let of_pose = |pose: Pose| {
        let values: Vec<f32> =
            pose.position.to_array().into_iter().chain(pose.rotation.to_array()).collect();
        values.iter().any(|&value| value != 0.0).then_some(values)
    };
    match id {
        CurveId::Camera(component) => Some(of_pose(frame.camera?)?[component.index()]),
        CurveId::Joint(side, joint, component) => {
            let hand = frame.hand(side).filter(|hand| hand.tracked)?;
            Some(of_pose(hand.joint(joint)?)?[component.index()])
        }
        CurveId::Gaze(component) => {
            let ray = frame.gaze?;
            let values = [ray.origin.to_array(), ray.direction.to_array()].concat();
            values.iter().any(|&value| value != 0.0).then(|| values[component.index()])
        }
        CurveId::Tracked(side) => {
            Some(f32::from(u8::from(frame.hand(side).is_some_and(|hand| hand.tracked))))
        }
        CurveId::Pinching(side) => {
            Some(f32::from(u8::from(frame.hand(side).is_some_and(|hand| hand.pinching))))
        }
    }
}

/// Expected recording for the frames that the recorder kept.
fn modelled(options: &RecordOptions, kept: &[(f64, Frame)], marks: &[(f64, String)]) -> Recording {
    let RecordOptions { tracks, form, keep, .. } = *options;
    let had = |asked: bool, has: fn(&Frame) -> bool| asked && kept.iter().any(|(_, f)| has(f));
    let tracks = if form.version.is_1_1() {
        Tracks {
            camera: had(tracks.camera, |frame| frame.camera.is_some()),
            hands: had(tracks.hands, |frame| frame.left.is_some() || frame.right.is_some()),
            gaze: had(tracks.gaze, |frame| frame.gaze.is_some()),
        }
    } else {
        Tracks::V1_0
    };
    let first_secs = match (keep, kept.last()) {
        (Keep::LastSecs(secs), Some((last, _))) => last - f64::from(secs),
        _ => f64::NEG_INFINITY,
    };
    let inside: Vec<_> = kept.iter().filter(|(time, _)| *time >= first_secs).collect();
    let start_secs = inside.first().map_or(0.0, |(time, _)| *time);
    let mut recording = Recording::new(form, tracks).unwrap();
    for id in tracks.curve_ids() {
        let asked = match id {
            CurveId::Camera(_) => options.tracks.camera,
            CurveId::Gaze(_) => options.tracks.gaze,
            _ => options.tracks.hands,
        };
        let said = inside.iter().filter_map(|(time, frame)| {
            let silent = id.is_boolean().then_some(0.0);
            let value = if asked { value(frame, id) } else { silent };
            Some(((time - start_secs) as f32, value?))
        });
        let mut keys: Vec<_> = said.collect();
        let kind = if id.is_boolean() {
            keys.dedup_by_key(|&mut (_, value)| value.to_bits());
            KeyKind::Boolean
        } else {
            form.float_kind()
        };
        recording.set_curve(id, Curve::linear(kind, keys)).unwrap();
    }
    if form.marker_list {
        let inside = marks.iter().filter(|(time, _)| *time >= start_secs);
        let markers = inside.map(|(time, name)| Marker::new((time - start_secs) as f32, name));
        recording.set_markers(markers).unwrap();
    }
    recording
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_snapshot_is_what_finishing_there_would_give(
        options in any_options(),
        steps in any_steps(),
        stops in prop::collection::vec(any::<prop::sample::Index>(), 3),
    ) {
        let stops: Vec<usize> = stops.iter().map(|stop| stop.index(steps.len())).collect();
        let mut recorder = Recorder::new(options).unwrap();
        for (n, step) in steps.iter().enumerate() {
            take(&mut recorder, step);
            if !stops.contains(&n) {
                continue;
            }
            let mut other = Recorder::new(options).unwrap();
            for step in &steps[..=n] {
                take(&mut other, step);
            }
            prop_assert_eq!(recorder.recording(), other.finish());
        }
        let end = recorder.recording();
        prop_assert_eq!(&recorder.finish(), &end);
        let bytes = end.to_bytes();
        let options = ReadOptions { layout: Some(end.layout()), ..ReadOptions::default() };
        prop_assert_eq!(&Recording::from_slice_with(&bytes, &options).unwrap(), &end);
        for (id, curve) in end.curves() {
            let times: Vec<f32> = curve.iter().map(|key| key.time_secs).collect();
            prop_assert!(times.is_sorted_by(|a, b| a < b), "{} {:?}", id, times);
            prop_assert!(times.first().is_none_or(|&first| first >= 0.0));
        }
    }

    #[test]
    fn a_recorder_agrees_with_its_model(options in any_options(), steps in any_steps()) {
        // With pauses cut out, times are the recorder's own, which `record_rules` tests.
        let options = RecordOptions { cut_pauses: false, ..options };
        let mut recorder = Recorder::new(options).unwrap();
        let mut kept: Vec<(f64, Frame)> = Vec::new();
        let mut marks: Vec<(f64, String)> = Vec::new();
        for step in &steps {
            let fate = take(&mut recorder, step);
            match step {
                Step::Frame(frame) if fate == Some(RecordOutcome::Kept) => {
                    let time_secs = f64::from(frame.time_secs);
                    if kept.is_empty() {
                        for mark in &mut marks {
                            mark.0 = time_secs;
                        }
                    }
                    kept.push((time_secs, Frame::clone(frame)));
                }
                Step::Frame(_) | Step::Pause | Step::Resume => {}
                Step::Mark(name) => {
                    marks.push((kept.last().map_or(0.0, |(time, _)| *time), name.clone()));
                }
                Step::Discard => {
                    kept.clear();
                    marks.clear();
                }
            }
            prop_assert_eq!(&recorder.recording(), &modelled(&options, &kept, &marks));
        }
    }

    #[test]
    fn a_rolling_buffer_is_what_a_recorder_started_at_its_first_frame_has(
        secs in 0.0_f32..3.0,
        frames in prop::collection::vec((any_frame(), 0.001_f32..0.5), 1..40),
    ) {
        let all = RecordOptions { keep: Keep::All, max_rate_hz: None, ..RecordOptions::default() };
        let mut rolling = Recorder::new(RecordOptions { keep: Keep::LastSecs(secs), ..all }).unwrap();
        let mut now_secs = 0.0;
        let mut timed = Vec::new();
        for (mut frame, pace) in frames {
            now_secs += pace;
            frame.time_secs = now_secs;
            // A hand in each frame, so that both recorders have seen the same tracks.
            frame.left.get_or_insert_with(|| HandFrame::new(false, false, |_| None));
            frame.camera.get_or_insert(Pose::IDENTITY);
            frame.gaze.get_or_insert(Ray { origin: Vec3::ZERO, direction: Vec3::Z });
            rolling.record(&frame);
            timed.push(frame);
        }
        let mut fresh = Recorder::new(all).unwrap();
        for frame in &timed[timed.len() - rolling.frames()..] {
            fresh.record(frame);
        }
        prop_assert!(rolling.duration_secs() <= secs);
        prop_assert_eq!(rolling.finish(), fresh.finish());
    }
}

#[test]
fn the_model_tells_joints_apart() {
    let pose = |n: usize| Pose { position: Vec3::splat(n as f32 + 1.0), rotation: Quat::IDENTITY };
    let hand = HandFrame::new(true, false, |joint| Some(pose(joint.index())));
    let frame = Frame { time_secs: 0.0, camera: None, left: Some(hand), right: None, gaze: None };
    let mut recorder = Recorder::default();
    recorder.record(&frame);
    let recording = recorder.finish();
    for joint in Joint::ALL {
        let id = CurveId::Joint(Side::Left, joint, reenact::PoseComponent::PositionX);
        assert_eq!(recording.curve(id).unwrap().first().unwrap().value, joint.index() as f32 + 1.0);
    }
}
