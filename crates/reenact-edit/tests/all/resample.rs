//! Resampled curves have the values of the original ones.

use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Fault, Form, Mode, PoseComponent, Recording, Sampler, Tracks};
use reenact_edit::resample::{Options, resample};
use reenact_testkit::arbitrary::{Numbers, recording};
use reenact_testkit::assert_valid;

use crate::common::{bent, lifelike, scale, times};

const X: CurveId = CurveId::Camera(PoseComponent::PositionX);

fn at(rate_hz: f32, mode: Mode) -> Options {
    Options { rate_hz, max_frames: None, mode }
}

#[test]
fn keys_are_at_the_start_at_every_tick_and_at_the_end() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    recording.set_curve(X, Curve::simple([(0.0, 0.0), (0.9, 9.0), (2.0, 20.0)])).unwrap();
    let y = CurveId::Camera(PoseComponent::PositionY);
    recording.set_curve(y, Curve::simple([(0.5, 1.0), (1.75, 1.0)])).unwrap();
    let edited = resample(&recording, &at(1.0, Mode::Clean)).unwrap();
    let times = |id| {
        edited.recording.curve(id).unwrap().iter().map(|key| key.time_secs).collect::<Vec<_>>()
    };
    assert_eq!(
        *edited.recording.curve(X).unwrap(),
        Curve::simple([(0.0, 0.0), (1.0, 10.0), (2.0, 20.0)])
    );
    assert_eq!(times(y), [0.5, 1.0, 1.75]);
    assert_eq!(edited.notes[0].code.name(), "resampled");
}

#[test]
fn the_new_keys_lie_on_the_old_curves() {
    for recording in [lifelike(Form::MRTK_1_1, 5.0, 8), bent(5.0, 8)] {
        let edited = resample(&recording, &at(37.0, Mode::Mrtk)).unwrap();
        assert_eq!(edited.recording.form(), recording.form());
        assert_eq!(edited.recording.end_secs(), recording.end_secs());
        for ((id, old), (_, new)) in recording.curves().zip(edited.recording.curves()) {
            assert_eq!(old.is_empty(), new.is_empty());
            for key in new {
                assert_eq!(old.value_at(key.time_secs), key.value, "{id}");
            }
            if id.is_boolean() {
                assert_eq!(old, new);
            }
        }
    }
}

#[test]
fn at_a_high_rate_nothing_moves_and_turns_take_the_short_way() {
    let recording = lifelike(Form::MRTK_1_1, 5.0, 8);
    let edited = resample(&recording, &at(240.0, Mode::Clean)).unwrap();
    let (old, new) =
        (Sampler::new(&recording, Mode::Clean), Sampler::new(&edited.recording, Mode::Mrtk));
    let mut seen = 0;
    for time in times(0.0, 5.0, 777) {
        let (old, new) = (old.frame_at(time), new.frame_at(time));
        for side in Side::ALL {
            let (Some(was), Some(is)) =
                (old.joint(side, Joint::IndexTip), new.joint(side, Joint::IndexTip))
            else {
                continue;
            };
            if old.hand(side).unwrap().tracked {
                assert!(
                    was.position.abs_diff_eq(is.position, 2e-3),
                    "{time}: {} {}",
                    was.position,
                    is.position
                );
                assert!((is.rotation.length() - 1.0).abs() < 1e-2);
                assert!(was.rotation.dot(is.rotation.normalize()).abs() > 0.9995, "{side} {time}");
                seen += 1;
            }
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn a_turn_whose_sign_flips_is_halfway_there_in_the_middle() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let (from, to) = ([0.0, 0.0, 0.0, 1.0], [0.0, -0.6, 0.0, -0.8]);
    for (n, component) in PoseComponent::ALL.into_iter().skip(3).enumerate() {
        let id = CurveId::Camera(component);
        recording.set_curve(id, Curve::simple([(0.0, from[n]), (1.0, to[n])])).unwrap();
    }
    let value = |mode| {
        let edited = resample(&recording, &at(2.0, mode)).unwrap();
        edited.recording.curve_named("camera.rotation.w").unwrap().key(1).unwrap().value
    };
    assert!((value(Mode::Clean) - 0.948_683).abs() < 1e-5);
    assert!((value(Mode::Mrtk) - 0.1).abs() < 1e-6);
}

#[test]
fn a_gap_stays_a_gap() {
    for recording in [lifelike(Form::MRTK_1_1, 40.0, 3), reenact_make::demo()] {
        let edited = resample(&recording, &at(45.0, Mode::Clean)).unwrap();
        let mut gaps = 0;
        for side in Side::ALL {
            let tracked = recording.curve(CurveId::Tracked(side)).unwrap();
            gaps += tracked.iter().filter(|key| key.value < 0.5).count();
            for joint in Joint::TRACKED {
                let id = CurveId::Joint(side, joint, PoseComponent::PositionX);
                for key in edited.recording.curve(id).unwrap() {
                    assert!(tracked.is_on_at(key.time_secs), "{id} at {}", key.time_secs);
                }
            }
        }
        assert!(gaps > 0, "the test needs one");
    }
}

#[test]
fn impossible_rates_are_the_callers_mistake() {
    let recording = lifelike(Form::MRTK_1_1, 1.0, 1);
    for rate in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(
            resample(&recording, &at(rate, Mode::Clean)).unwrap_err().fault(),
            Fault::Caller
        );
    }
    assert!(resample(&recording, &at(1e9, Mode::Clean)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_sensible_recording_keeps_its_ends(recording in recording(Numbers::Sensible), rate in 0.5_f32..50.0) {
        let edited = resample(&recording, &at(rate, Mode::Mrtk)).unwrap();
        assert_valid(&edited.recording);
        for ((id, old), (_, new)) in recording.curves().zip(edited.recording.curves()) {
            if id.is_boolean() || matches!(id, CurveId::Joint(..)) {
                continue;
            }
            prop_assert_eq!(old.time_secs(0), new.time_secs(0));
            prop_assert_eq!(old.last().map(|key| key.time_secs), new.last().map(|key| key.time_secs));
            prop_assert!(new.is_sorted());
            for key in new {
                let error = (old.value_at(key.time_secs) - key.value).abs();
                let is_end = Some(key.time_secs) == old.last().map(|key| key.time_secs);
                prop_assert!(is_end || error <= 1e-6 * scale(old), "{}", id);
            }
        }
    }

    #[test]
    fn any_recording_can_be_resampled_or_is_refused(recording in recording(Numbers::Any), clean in any::<bool>()) {
        let mode = if clean { Mode::Clean } else { Mode::Mrtk };
        if let Ok(edited) = resample(&recording, &at(0.5, mode)) {
            assert_valid(&edited.recording);
        }
    }
}

#[test]
fn keys_inside_gaps_and_out_of_order_are_said_to_be_gone() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let wrist = CurveId::Joint(Side::Left, Joint::Wrist, PoseComponent::PositionX);
    let states = [(0.0, true), (1.0, false), (2.0, true)];
    recording.set_curve(CurveId::Tracked(Side::Left), Curve::boolean(states)).unwrap();
    let keys = [(0.0, 0.0), (0.9, 1.0), (1.2, 7.0), (1.8, 8.0), (2.0, 2.0), (3.0, 3.0)];
    recording.set_curve(wrist, Curve::simple(keys)).unwrap();
    recording.set_curve(X, Curve::simple([(1.0, 1.0), (0.0, 0.0), (f32::NAN, 5.0)])).unwrap();
    let edited = resample(&recording, &at(10.0, Mode::Clean)).unwrap();
    let losses: Vec<_> = edited.notes.iter().filter(|note| note.is_loss).collect();
    assert_eq!(
        losses.iter().map(|note| note.code.name()).collect::<Vec<_>>(),
        ["keys-sorted", "gap-keys-dropped"]
    );
    assert!(losses[1].message.starts_with("2 keys of hands"), "{}", losses[1]);
    let recording = lifelike(Form::MRTK_1_1, 3.0, 2);
    assert!(!resample(&recording, &Options::default()).unwrap().is_lossy());
}

#[test]
fn four_curves_of_the_gaze_are_no_rotation() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for id in Tracks::ALL.curve_ids().filter(|id| matches!(id, CurveId::Gaze(_))).take(4) {
        recording.set_curve(id, Curve::simple([(0.0, 2.0), (1.0, 2.0)])).unwrap();
    }
    let edited = resample(&recording, &at(2.0, Mode::Clean)).unwrap();
    for (_, curve) in edited.recording.curves().filter(|(_, curve)| !curve.is_empty()) {
        assert!(curve.iter().all(|key| key.value == 2.0), "they are positions, not of unit length");
    }
}
