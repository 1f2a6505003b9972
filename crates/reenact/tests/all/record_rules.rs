//! Recorder rules for rates, pauses, markers and invalid times.

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, ErrorKind, Form, Frame, FrameTimes, HandFrame, Keep, KeyKind, Pose,
    PoseComponent, Ray, RecordOptions, RecordOutcome, Recorder, Recording, Tracks,
};

const ALL: RecordOptions = RecordOptions {
    max_rate_hz: None,
    keep: Keep::All,
    cut_pauses: true,
    tracks: Tracks::ALL,
    form: Form::MRTK_1_1,
};

const CAMERA_X: CurveId = CurveId::Camera(PoseComponent::PositionX);

fn at(x: f32) -> Pose {
    Pose { position: Vec3::new(x, 1.0, 2.0), rotation: Quat::IDENTITY }
}

/// A frame with only the head, at a position that encodes the time.
fn head(time_secs: f32) -> Frame {
    Frame { time_secs, camera: Some(at(time_secs)), left: None, right: None, gaze: None }
}

fn recorder(options: RecordOptions) -> Recorder {
    Recorder::new(options).unwrap()
}

fn keys(recording: &Recording, id: CurveId) -> Vec<(f32, f32)> {
    recording.curve(id).unwrap().iter().map(|key| (key.time_secs, key.value)).collect()
}

fn times(recording: &Recording) -> Vec<f32> {
    keys(recording, CAMERA_X).into_iter().map(|(time, _)| time).collect()
}

#[test]
fn an_hour_at_any_rate_gives_as_many_frames_as_expected() {
    // Input rate, rate limit, and expected frames of an hour, its end included.
    for (rate_hz, max_rate_hz, expected) in [
        (30.0, Some(60.0), 108_001),
        (59.9, Some(60.0), 215_641),
        (60.0, Some(60.0), 216_001),
        (60.1, Some(60.0), 216_001),
        (70.0, Some(60.0), 216_001),
        (90.0, Some(60.0), 216_001),
        (120.0, Some(60.0), 216_001),
        (144.0, Some(60.0), 216_001),
        (90.0, Some(90.0), 324_001),
        (60.0, Some(30.0), 108_001),
        (90.0, Some(7.0), 25_201),
        (144.0, None, 518_401),
    ] {
        // An even clock with the resolution of `f32`, and a fine one with a jitter of 2 ms.
        for (is_fine, jitter_secs) in [(false, 0.0), (true, 0.002)] {
            let keep = Keep::LastSecs(0.0);
            let mut recorder = recorder(RecordOptions { max_rate_hz, keep, ..ALL });
            let mut frame = head(1.0);
            let mut kept: u32 = 0;
            let count = FrameTimes::new(0.0..=3600.0, rate_hz).unwrap().len();
            for n in 0..u32::try_from(count).unwrap() {
                let noise =
                    f64::from(n.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 23) - 1.0;
                let time_secs = f64::from(n) / f64::from(rate_hz) + noise * jitter_secs;
                let fate = if is_fine {
                    recorder.record_at(time_secs, &frame)
                } else {
                    frame.time_secs = time_secs as f32;
                    recorder.record(&frame)
                };
                assert!(
                    matches!(fate, RecordOutcome::Kept | RecordOutcome::OverRate),
                    "{fate:?} at {time_secs}"
                );
                kept += u32::from(fate == RecordOutcome::Kept);
            }
            assert!(
                kept.abs_diff(expected) <= 1,
                "{rate_hz} Hz at most {max_rate_hz:?}, {jitter_secs} s off: {kept}, not {expected}"
            );
        }
    }
}

#[test]
fn a_clock_that_ran_for_a_day_is_as_good_as_a_new_one() {
    let mut young = recorder(ALL);
    let mut old = recorder(ALL);
    for n in 0..900 {
        let time_secs = f64::from(n) / 90.0;
        assert_eq!(young.record_at(time_secs, &head(0.0)), RecordOutcome::Kept);
        assert_eq!(old.record_at(86_400.0 + time_secs, &head(0.0)), RecordOutcome::Kept);
    }
    let pairs = times(&young.finish()).into_iter().zip(times(&old.finish()));
    assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() <= f32::EPSILON * a));
}

#[test]
fn times_start_at_zero_with_the_first_frame_that_is_kept() {
    let mut recorder = recorder(RecordOptions { keep: Keep::LastSecs(1.0), ..ALL });
    for n in 0..9_u8 {
        recorder.record(&head(-100.0 + 0.5 * f32::from(n)));
    }
    let expected = [(0.0, -97.0), (0.5, -96.5), (1.0, -96.0)];
    assert_eq!(recorder.frames(), 3);
    assert_eq!(recorder.duration_secs(), 1.0);
    assert_eq!(keys(&recorder.finish(), CAMERA_X), expected);
}

#[test]
fn frames_out_of_order_are_refused_and_counted() {
    let mut recorder = recorder(ALL);
    assert_eq!(recorder.record(&head(f32::NAN)), RecordOutcome::Refused);
    assert_eq!(recorder.record(&head(f32::NEG_INFINITY)), RecordOutcome::Refused);
    assert_eq!(recorder.record(&head(1.0)), RecordOutcome::Kept);
    for time_secs in [1.0, 0.5, -0.0, f32::NAN, f32::INFINITY] {
        assert_eq!(recorder.record(&head(time_secs)), RecordOutcome::Refused, "{time_secs}");
    }
    // A file could not distinguish or store these times.
    assert_eq!(recorder.record_at(1.0 + 1e-60, &head(0.0)), RecordOutcome::Refused);
    assert_eq!(recorder.record_at(1e300, &head(0.0)), RecordOutcome::Refused);
    assert_eq!(recorder.dropped_frames(), 9);
    assert_eq!(recorder.record(&head(1.5)), RecordOutcome::Kept);
    assert_eq!(recorder.record_at(1.5 + 1e-12, &head(0.0)), RecordOutcome::Refused);
    assert_eq!(keys(&recorder.finish(), CAMERA_X), [(0.0, 1.0), (0.5, 1.5)]);
}

#[test]
fn a_pause_is_cut_out_and_the_clock_may_start_anew() {
    let mut recorder = recorder(RecordOptions { max_rate_hz: Some(4.0), ..ALL });
    for time_secs in [10.0, 10.25, 10.5] {
        assert_eq!(recorder.record(&head(time_secs)), RecordOutcome::Kept);
    }
    recorder.pause();
    assert!(recorder.is_paused());
    assert_eq!(recorder.record(&head(10.75)), RecordOutcome::Paused);
    assert_eq!(recorder.record(&head(f32::NAN)), RecordOutcome::Paused);
    recorder.resume();
    assert_eq!(recorder.record(&head(f32::NAN)), RecordOutcome::Refused);
    for time_secs in [100.0, 100.25] {
        assert_eq!(recorder.record(&head(time_secs)), RecordOutcome::Kept);
    }
    recorder.pause();
    recorder.resume();
    for time_secs in [1.0, 1.25] {
        assert_eq!(recorder.record(&head(time_secs)), RecordOutcome::Kept);
    }
    let expected = [
        (0.0, 10.0),
        (0.25, 10.25),
        (0.5, 10.5),
        (0.75, 100.0),
        (1.0, 100.25),
        (1.25, 1.0),
        (1.5, 1.25),
    ];
    assert_eq!(recorder.dropped_frames(), 1);
    assert_eq!(keys(&recorder.finish(), CAMERA_X), expected);
}

#[test]
fn a_pause_that_is_not_cut_out_is_a_time_without_keys() {
    let mut recorder = recorder(RecordOptions { cut_pauses: false, ..ALL });
    for time_secs in [0.0, 0.5] {
        recorder.record(&head(time_secs));
    }
    recorder.pause();
    recorder.record(&head(0.75));
    recorder.resume();
    assert_eq!(recorder.record(&head(0.25)), RecordOutcome::Refused, "the clock goes on");
    recorder.record(&head(5.0));
    assert_eq!(times(&recorder.finish()), [0.0, 0.5, 5.0]);
}

#[test]
fn a_pause_before_the_first_frame_changes_nothing() {
    let mut recorder = recorder(ALL);
    recorder.pause();
    recorder.record(&head(1.0));
    recorder.resume();
    recorder.record(&head(2.0));
    recorder.record(&head(3.0));
    assert_eq!(keys(&recorder.finish(), CAMERA_X), [(0.0, 2.0), (1.0, 3.0)]);
}

#[test]
fn discarding_starts_over_and_keeps_the_pause() {
    let mut recorder = recorder(ALL);
    recorder.record(&head(100.0));
    recorder.record(&head(100.0));
    recorder.mark("gone").unwrap();
    recorder.pause();
    recorder.discard();
    assert_eq!((recorder.frames(), recorder.dropped_frames()), (0, 0));
    assert_eq!(recorder.record(&head(1.0)), RecordOutcome::Paused);
    recorder.resume();
    assert_eq!(recorder.record(&head(2.0)), RecordOutcome::Kept, "an earlier time is a new start");
    recorder.record(&head(2.5));
    let recording = recorder.recording();
    assert_eq!(keys(&recording, CAMERA_X), [(0.0, 2.0), (0.5, 2.5)]);
    assert_eq!(recording.markers().count(), 0);
}

#[test]
fn marks_stand_at_their_frames_and_go_with_them() {
    let marks = |recording: &Recording| -> Vec<(f32, String)> {
        recording.markers().map(|marker| (marker.time_secs, marker.name.into())).collect()
    };
    let mut recorder = recorder(RecordOptions { keep: Keep::LastSecs(1.0), ..ALL });
    recorder.mark("before the first").unwrap();
    assert_eq!(marks(&recorder.recording()), [(0.0, "before the first".into())]);
    recorder.record(&head(10.0));
    recorder.mark("at ten").unwrap();
    recorder.record(&head(10.5));
    recorder.mark("").unwrap();
    recorder.pause();
    recorder.mark("paused").unwrap();
    recorder.resume();
    let early = [(0.0, "before the first"), (0.0, "at ten"), (0.5, ""), (0.5, "paused")];
    assert_eq!(marks(&recorder.recording()), early.map(|(time, name)| (time, name.into())));
    // Cut to 1/60 s after 10.5 s; the first frame is a second before the next.
    recorder.record(&head(11.0));
    recorder.record(&head(11.75));
    assert_eq!(marks(&recorder.recording()), [(0.0, String::new()), (0.0, "paused".into())]);
    recorder.record(&head(20.0));
    assert_eq!(marks(&recorder.recording()), []);

    let mut published = Recorder::new(RecordOptions { form: Form::PUBLISHED_1_1, ..ALL }).unwrap();
    published.record(&head(0.0));
    published.mark("nowhere").unwrap();
    assert_eq!(published.finish().marker_list(), None);
}

#[test]
fn the_state_at_the_start_of_a_rolling_buffer_is_stated_there() {
    let mut recorder = recorder(RecordOptions { keep: Keep::LastSecs(2.0), ..ALL });
    for n in 0..=10_u8 {
        let hand = HandFrame::new(n >= 1, n == 9, |_| Some(at(f32::from(n))));
        recorder.record(&Frame { left: Some(hand), ..head(f32::from(n)) });
    }
    let recording = recorder.finish();
    assert_eq!(keys(&recording, CurveId::Tracked(Side::Left)), [(0.0, 1.0)]);
    let pinching = [(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)];
    assert_eq!(keys(&recording, CurveId::Pinching(Side::Left)), pinching);
    assert_eq!(keys(&recording, CurveId::Tracked(Side::Right)), [(0.0, 0.0)]);
}

#[test]
fn a_lost_hand_leaves_a_gap_whatever_its_frames_say() {
    let mut recorder = recorder(ALL);
    for n in 0..6_u8 {
        let is_lost = n == 2 || n == 3;
        let hand = HandFrame::new(!is_lost, true, |_| Some(at(f32::from(n))));
        recorder.record(&Frame { right: Some(hand), ..head(f32::from(n)) });
    }
    let recording = recorder.finish();
    let wrist = CurveId::Joint(Side::Right, Joint::Wrist, PoseComponent::PositionX);
    assert_eq!(keys(&recording, wrist), [(0.0, 0.0), (1.0, 1.0), (4.0, 4.0), (5.0, 5.0)]);
    let tracked = [(0.0, 1.0), (2.0, 0.0), (4.0, 1.0)];
    assert_eq!(keys(&recording, CurveId::Tracked(Side::Right)), tracked);
    assert_eq!(keys(&recording, CurveId::Pinching(Side::Right)), [(0.0, 1.0)]);
}

#[test]
fn a_hand_that_was_never_seen_has_empty_joints_and_one_key_a_state() {
    let mut recorder = recorder(ALL);
    for n in 0..3_u8 {
        let left = HandFrame::new(true, false, |_| Some(at(1.0)));
        let right = (n == 1).then(|| HandFrame::new(false, false, |_| None));
        recorder.record(&Frame { left: Some(left), right, ..head(f32::from(n)) });
    }
    let recording = recorder.finish();
    assert_eq!(keys(&recording, CurveId::Tracked(Side::Right)), [(0.0, 0.0)]);
    assert_eq!(keys(&recording, CurveId::Pinching(Side::Right)), [(0.0, 0.0)]);
    for (id, curve) in recording.curves() {
        match id {
            CurveId::Joint(Side::Right, ..) => assert_eq!(*curve, Curve::empty(KeyKind::Simple)),
            CurveId::Joint(Side::Left, ..) => assert_eq!(curve.len(), 3),
            _ => {}
        }
    }
}

#[test]
fn the_tracks_are_those_that_frames_had_and_that_were_asked_for() {
    let gaze = Some(Ray { origin: Vec3::ONE, direction: Vec3::Z });
    let full = Frame { gaze, left: Some(HandFrame::new(false, false, |_| None)), ..head(0.0) };
    let tracks = |options, frame: &Frame| {
        let mut recorder = recorder(options);
        recorder.record(frame);
        let recording = recorder.finish();
        assert_eq!(Recording::from_slice(&recording.to_bytes()).unwrap(), recording);
        recording.tracks()
    };
    assert_eq!(tracks(ALL, &full), Tracks::ALL);
    assert_eq!(tracks(ALL, &head(0.0)), Tracks { camera: true, ..Tracks::NONE });
    assert_eq!(tracks(ALL, &Frame { camera: None, ..head(0.0) }), Tracks::NONE);
    let only_gaze = Tracks { gaze: true, ..Tracks::NONE };
    assert_eq!(tracks(RecordOptions { tracks: only_gaze, ..ALL }, &full), only_gaze);
    for form in [Form::MRTK_1_0, Form::PUBLISHED_1_0] {
        assert_eq!(tracks(RecordOptions { form, ..ALL }, &full), Tracks::V1_0);
        assert_eq!(tracks(RecordOptions { form, tracks: only_gaze, ..ALL }, &full), Tracks::V1_0);
    }
}

#[test]
fn a_recorder_without_frames_gives_an_empty_recording() {
    for form in [Form::MRTK_1_0, Form::MRTK_1_1, Form::PUBLISHED_1_0, Form::PUBLISHED_1_1] {
        let recording = recorder(RecordOptions { form, ..ALL }).finish();
        let tracks = if form.version.is_1_1() { Tracks::NONE } else { Tracks::V1_0 };
        assert_eq!(recording, Recording::new(form, tracks).unwrap());
    }
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let is_refused = |options| {
        let error = Recorder::new(options).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NoSuchTimes { .. }), "{error}");
    };
    for rate_hz in [0.0, -60.0, f32::NAN, f32::INFINITY] {
        is_refused(RecordOptions { max_rate_hz: Some(rate_hz), ..ALL });
    }
    for secs in [-1.0, f32::NAN, f32::INFINITY] {
        is_refused(RecordOptions { keep: Keep::LastSecs(secs), ..ALL });
    }
}
