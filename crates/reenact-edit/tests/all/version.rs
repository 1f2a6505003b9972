//! A recording converted to another form has the same motion.

use proptest::prelude::*;
use reenact::{
    Curve, CurveId, ErrorKind, Fault, Form, Key, Loss, PoseComponent, Recording, Tracks,
    WeightedMode, WrapMode,
};
use reenact_edit::version::{Options, version};
use reenact_testkit::arbitrary::{FORMS, Numbers, recording};
use reenact_testkit::assert_valid;

use crate::common::{bent, lifelike, times};

fn to(form: Form) -> Options {
    Options { form: Some(form), ..Options::default() }
}

#[test]
fn straight_keys_change_form_and_come_back_to_the_bit() {
    let recording = lifelike(Form::MRTK_1_1, 3.0, 1);
    let full = Form { layout: reenact::Layout::Published, ..Form::MRTK_1_1 };
    let there = version(&recording, &to(full)).unwrap();
    assert!(there.notes.is_empty());
    assert_eq!(there.recording.form(), full);
    let back = version(&there.recording, &to(Form::MRTK_1_1)).unwrap();
    assert!(back.notes.is_empty());
    assert_eq!(back.recording, recording);
    let same = version(&recording, &to(Form::MRTK_1_1)).unwrap().recording;
    let curve = same.curve_named("left.Wrist.position.x").unwrap();
    assert!(curve.shares_keys_with(recording.curve_named("left.Wrist.position.x").unwrap()));
}

#[test]
fn lines_are_nowhere_farther_from_a_bent_curve_than_asked() {
    let recording = bent(10.0, 7);
    let mut keys = Vec::new();
    for max_error in [1e-2, 1e-3, 1e-4, 1e-5] {
        let options = Options { max_error, ..to(Form::MRTK_1_1) };
        let edited = version(&recording, &options).unwrap();
        assert!(!edited.is_lossy());
        assert_eq!(edited.notes[0].code.name(), "curves-baked");
        for ((id, old), (_, new)) in recording.curves().zip(edited.recording.curves()) {
            let (mut old, mut new) = (old.cursor(), new.cursor());
            for time in times(-0.5, 10.5, 20_000) {
                let error = (old.value_at(time) - new.value_at(time)).abs();
                assert!(error <= max_error, "{id} at {time}: {error} for {max_error}");
            }
        }
        keys.push(edited.recording.key_count());
    }
    assert!(keys.is_sorted() && keys[0] < keys[3], "{keys:?}");
}

#[test]
fn steps_stay_steps_at_every_moment() {
    let id = CurveId::Camera(PoseComponent::PositionX);
    let mut recording = Recording::new(Form::MRTK_1_0, Tracks::V1_0).unwrap();
    let infinite = f32::INFINITY;
    let keys = [
        Key::with_tangents(0.0, 1.0, 0.0, infinite),
        Key::with_tangents(1.0, 5.0, 0.0, 0.0),
        Key::with_tangents(2.0, -3.0, infinite, 0.0),
        Key::hold(3.0, 4.0),
        Key::linear(4.0, 0.0),
    ];
    let mut curve = Curve::full(keys);
    curve.post_wrap = WrapMode::PING_PONG;
    recording.set_curve(id, curve.clone()).unwrap();
    let edited = version(&recording, &to(Form::MRTK_1_1)).unwrap();
    let baked = edited.recording.curve(id).unwrap();
    assert_eq!(baked.post_wrap, WrapMode::PING_PONG);
    for time in [
        0.0,
        0.5,
        1.0_f32.next_down(),
        1.0,
        1.5,
        2.0_f32.next_down(),
        2.0,
        3.5,
        4.0_f32.next_down(),
        4.0,
    ] {
        assert_eq!(curve.value_at(time), baked.value_at(time), "{time}");
    }
}

#[test]
fn nothing_is_lost_without_a_word() {
    let recording = lifelike(Form::MRTK_1_1, 2.0, 1);
    let error = version(&recording, &to(Form::MRTK_1_0)).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::WouldLose(losses) if matches!(losses[..], [Loss::Gaze { .. }]))
    );
    let edited = version(&recording, &Options { allow_loss: true, ..to(Form::MRTK_1_0) }).unwrap();
    assert!(edited.is_lossy());
    assert_eq!(edited.notes[0].code.name(), "gaze-dropped");
    assert_eq!(edited.recording.form(), Form::MRTK_1_0);
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let options = Options { max_error: bad, ..Options::default() };
        assert_eq!(version(&recording, &options).unwrap_err().fault(), Fault::Caller);
    }
}

#[test]
fn a_curve_too_wild_for_the_bound_is_refused_or_said_to_miss_it() {
    let id = CurveId::Camera(PoseComponent::PositionX);
    let mut recording = Recording::new(Form::MRTK_1_0, Tracks::V1_0).unwrap();
    let key = |time, slope| Key {
        weighted_mode: WeightedMode::NONE,
        ..Key::with_tangents(time, 0.0, slope, slope)
    };
    recording.set_curve(id, Curve::full([key(0.0, 1e30), key(1.0, 1e30)])).unwrap();
    assert!(matches!(
        version(&recording, &Options::default()).unwrap_err().kind(),
        ErrorKind::WouldLose(_)
    ));
    let edited = version(&recording, &Options { allow_loss: true, ..Options::default() }).unwrap();
    assert!(edited.is_lossy());
    assert!(edited.recording.curve(id).unwrap().len() < 10_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_sensible_recording_keeps_its_values(recording in recording(Numbers::Sensible), form in prop::sample::select(&FORMS)) {
        let options = Options { form: Some(form), max_error: 1e-3, allow_loss: true };
        let edited = version(&recording, &options).unwrap();
        prop_assert_eq!(edited.recording.form(), form);
        assert_valid(&edited.recording);
        let missed = edited.notes.iter().any(|note| note.code.name() == "curves-baked" && note.is_loss);
        for (id, new) in edited.recording.curves() {
            let Some(old) = recording.curve(id) else { continue };
            prop_assert_eq!(old.pre_wrap, new.pre_wrap);
            for time in times(recording.start_secs(), recording.end_secs(), 150) {
                let error = (old.value_at(time) - new.value_at(time)).abs();
                prop_assert!(missed || error <= 1e-3, "{} at {}: {}", id, time, error);
            }
        }
    }

    #[test]
    fn any_recording_changes_form_or_is_refused(recording in recording(Numbers::Any), form in prop::sample::select(&FORMS)) {
        if let Ok(edited) = version(&recording, &to(form)) {
            prop_assert!(!edited.is_lossy());
        }
        let edited = version(&recording, &Options { allow_loss: true, ..to(form) }).unwrap();
        prop_assert_eq!(edited.recording.form(), form);
        assert_valid(&edited.recording);
    }
}

#[test]
fn bent_keys_out_of_order_are_said_to_be_sorted() {
    let mut recording = Recording::new(Form::MRTK_1_0, Tracks::V1_0).unwrap();
    let id = CurveId::Camera(PoseComponent::PositionX);
    let bent = |time| Key::with_tangents(time, time, 3.0, 3.0);
    recording.set_curve(id, Curve::full([bent(1.0), bent(0.0), bent(f32::NAN)])).unwrap();
    assert!(version(&recording, &to(Form::MRTK_1_1)).is_err());
    let options = Options { allow_loss: true, ..to(Form::MRTK_1_1) };
    let edited = version(&recording, &options).unwrap();
    assert!(edited.notes.iter().any(|note| note.code.name() == "keys-sorted" && note.is_loss));
    assert!(edited.recording.curve(id).unwrap().is_sorted());
}
