//! Retiming changes times only, and can be reverted.

use proptest::prelude::*;
use reenact::{Curve, CurveId, Fault, Form, Key, KeyKind, Marker, Recording, Tracks};
use reenact_edit::retime::{Options, Pace, retime};
use reenact_testkit::arbitrary::{Numbers, recording};
use reenact_testkit::assert_valid;

use crate::common::{bent, lifelike, times};

fn speed(speed: f32) -> Options {
    Options { pace: Pace::Speed(speed) }
}

#[test]
fn at_twice_the_speed_every_value_comes_in_half_the_time() {
    for recording in [lifelike(Form::MRTK_1_1, 6.0, 2), bent(6.0, 2)] {
        let edited = retime(&recording, &speed(2.0)).unwrap();
        assert!(edited.notes.is_empty());
        assert_eq!(edited.recording.end_secs(), recording.end_secs() / 2.0);
        for ((id, old), (_, new)) in recording.curves().zip(edited.recording.curves()) {
            for time in times(0.0, 6.0, 200) {
                let (expected, found) = (old.value_at(time), new.value_at(time / 2.0));
                assert!((expected - found).abs() <= 1e-6, "{id} at {time}: {expected} {found}");
            }
        }
    }
}

#[test]
fn bent_curves_keep_their_shape_at_any_speed() {
    let recording = bent(6.0, 4);
    let edited = retime(&recording, &speed(0.37)).unwrap();
    for ((id, old), (_, new)) in recording.curves().zip(edited.recording.curves()) {
        for time in times(0.0, 6.0, 200).filter(|_| !id.is_boolean()) {
            let (expected, found) = (old.value_at(time), new.value_at(time / 0.37));
            assert!((expected - found).abs() <= 1e-4, "{id} at {time}: {expected} {found}");
        }
    }
}

#[test]
fn it_lasts_as_long_as_asked_to_the_bit() {
    let recording = lifelike(Form::MRTK_1_1, 7.3, 1);
    for secs in [0.1, 1.0, 7.3, 100.0 / 3.0] {
        let edited = retime(&recording, &Options { pace: Pace::Duration(secs) }).unwrap();
        assert_eq!(edited.recording.end_secs(), secs);
    }
}

fn straight<const N: usize>(points: [(f32, f32); N]) -> Curve {
    Curve::from_keys(
        KeyKind::Simple,
        points.map(|(time_secs, value)| Key::linear(time_secs, value)),
    )
}

#[test]
fn a_late_start_is_scaled_too_and_the_duration_runs_from_it() {
    let camera: CurveId = "camera.position.x".parse().unwrap();
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    recording.set_curve(camera, straight([(40.0, 0.0), (45.0, 1.0), (60.0, 2.0)])).unwrap();
    assert_eq!([recording.start_secs(), recording.duration_secs()], [40.0, 20.0]);
    let edited = retime(&recording, &Options { pace: Pace::Duration(10.0) }).unwrap().recording;
    assert_eq!(
        [edited.start_secs(), edited.end_secs(), edited.duration_secs()],
        [20.0, 30.0, 10.0]
    );
}

#[test]
fn one_key_after_0_has_no_duration_to_change() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let camera: CurveId = "camera.position.x".parse().unwrap();
    recording.set_curve(camera, straight([(3.0, 1.0)])).unwrap();
    let error = retime(&recording, &Options { pace: Pace::Duration(6.0) }).unwrap_err();
    assert_eq!(error.fault(), Fault::Caller);
    assert_eq!(retime(&recording, &speed(2.0)).unwrap().recording.start_secs(), 1.5);
}

#[test]
fn markers_go_along() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    recording.set_markers([Marker::new(3.0, "a")]).unwrap();
    let edited = retime(&recording, &speed(2.0)).unwrap();
    assert_eq!(edited.recording.markers().next(), Some(Marker::new(1.5, "a")));
}

#[test]
fn impossible_paces_are_the_callers_mistake() {
    let recording = lifelike(Form::MRTK_1_1, 1.0, 1);
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE / 4.0] {
        let error = retime(&recording, &speed(bad)).unwrap_err();
        assert_eq!(error.fault(), Fault::Caller, "{bad}");
    }
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(retime(&recording, &Options { pace: Pace::Duration(bad) }).is_err());
    }
    let empty = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    assert!(retime(&empty, &Options { pace: Pace::Duration(1.0) }).is_err());
    assert_eq!(retime(&empty, &speed(3.0)).unwrap().recording, empty);
}

/// Number of floats between two.
fn ulps(a: f32, b: f32) -> i64 {
    let order = |number: f32| {
        let bits = i64::from(number.to_bits() & 0x7fff_ffff);
        if number.is_sign_negative() { -bits } else { bits }
    };
    (order(a) - order(b)).abs()
}

proptest! {
    #[test]
    fn twice_as_fast_and_half_as_fast_is_as_it_was(recording in recording(Numbers::Sensible)) {
        let there = retime(&recording, &speed(2.0)).unwrap().recording;
        assert_valid(&there);
        prop_assert_eq!(&retime(&there, &speed(0.5)).unwrap().recording, &recording);
    }

    #[test]
    fn any_speed_can_be_taken_back_to_the_last_bits(
        recording in recording(Numbers::Sensible),
        factor in 0.01_f32..100.0,
    ) {
        let there = retime(&recording, &speed(factor)).unwrap().recording;
        let back = retime(&there, &speed(1.0 / factor)).unwrap().recording;
        for ((id, old), (_, new)) in recording.curves().zip(back.curves()) {
            for (a, b) in old.iter().zip(new) {
                prop_assert!(ulps(a.time_secs, b.time_secs) <= 2, "{}: {} {}", id, a.time_secs, b.time_secs);
                prop_assert!(ulps(a.out_tangent, b.out_tangent) <= 2, "{}", id);
                prop_assert_eq!(a.value.to_bits(), b.value.to_bits());
            }
        }
    }

    #[test]
    fn any_recording_can_be_retimed_or_is_refused(recording in recording(Numbers::Any), factor in 0.1_f32..10.0) {
        if let Ok(edited) = retime(&recording, &speed(factor)) {
            assert_valid(&edited.recording);
            prop_assert_eq!(edited.recording.key_count(), recording.key_count());
        }
    }
}
