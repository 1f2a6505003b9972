//! Measures of damaged, empty and arbitrary recordings.

use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Key, KeyKind, Mode, PoseComponent, Recording, Tracks, WrapMode,
};
use reenact_inspect::events::{FixationBy, PinchBy, events};
use reenact_inspect::measure::{Measure, Options, series};
use reenact_inspect::stats::stats;

use crate::takes::{film_hand, hand_at};

#[test]
fn an_empty_recording_says_nothing_and_one_without_tracks_even_less() {
    let options = Options::default();
    let empty = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let found = stats(&empty, &options).unwrap();
    assert_eq!((found.left.pinches, found.left.tracked_secs), (Some(0), Some(0.0)));
    assert!(found.left.tracked_secs.unwrap().is_sign_positive());
    assert_eq!((found.left.path_length_m, found.left.speed_m_s), (None, None));
    assert_eq!((found.head.rotation_deg, found.gaze.head_angle_deg), (None, None));
    assert_eq!(events(&empty, &options).unwrap(), []);

    let nothing = Recording::new(Form::MRTK_1_1, Tracks::NONE).unwrap();
    let found = stats(&nothing, &options).unwrap();
    assert!(found.rows().iter().all(|row| row.value.is_none() || row.name == "duration_secs"));
    for measure in Measure::all() {
        let series = series(&nothing, measure, &options).unwrap();
        assert!(series.values.iter().all(Option::is_none), "{}", measure);
    }
}

#[test]
fn a_hand_seen_for_four_frames_has_a_shape_but_no_speed() {
    let recording = film_hand(3.0 / 60.0, 60.0, |_| hand_at(glam::DVec3::ONE));
    let hand = stats(&recording, &Options::default()).unwrap().right;
    assert!(hand.curl_deg.is_some() && hand.pinch_aperture_m.is_some());
    assert_eq!((hand.path_length_m, hand.speed_m_s, hand.movements), (None, None, Some(0)));
}

#[test]
fn a_still_hand_has_gone_nowhere_and_is_neither_smooth_nor_rough() {
    let recording = film_hand(2.0, 60.0, |_| hand_at(glam::DVec3::ONE));
    let hand = stats(&recording, &Options::default()).unwrap().right;
    assert!(hand.path_length_m.unwrap() < 1e-6);
    assert_eq!((hand.movements, hand.sparc, hand.log_dimensionless_jerk), (Some(0), None, None));
}

#[test]
fn a_file_that_lies_about_its_length_is_refused_with_advice() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for (end_secs, advice) in [
        (1e30, "choose a lower rate or a shorter range"),
        (1e5, "choose a lower rate or a shorter range"),
    ] {
        let tracked = Curve::boolean([(0.0, true), (end_secs, true)]);
        recording.set_curve(CurveId::Tracked(Side::Left), tracked).unwrap();
        let error = stats(&recording, &Options::default()).unwrap_err().to_string();
        assert!(error.contains(advice), "{end_secs}: {error}");
        assert_eq!(events(&recording, &Options::default()).unwrap_err().to_string(), error);
        // The advice of the error works.
        let options = Options { to_secs: Some(10.0), ..Options::default() };
        assert_eq!(stats(&recording, &options).unwrap().left.tracked_secs, Some(10.0));
    }
}

#[test]
fn options_that_mean_nothing_are_refused() {
    let recording = reenact_make::demo();
    let good = Options::default();
    for wrong in [
        Options { rate_hz: 0.0, ..good },
        Options { rate_hz: f32::NAN, ..good },
        Options { smoothing_secs: -0.1, ..good },
        Options { smoothing_secs: 100.0, ..good },
        Options { min_fixation_secs: 1e9, ..good },
        Options { saccade_deg_s: f32::NAN, ..good },
        Options { pinch_open_m: 0.01, ..good },
        Options { grab_open_deg: 200.0, ..good },
        Options { joint: Joint::None, ..good },
        Options { from_secs: Some(f32::NAN), ..good },
    ] {
        assert!(stats(&recording, &wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn a_range_that_is_empty_reversed_or_beside_the_recording_is_refused() {
    let recording = reenact_make::demo();
    let end_secs = recording.end_secs();
    let range = |from_secs, to_secs| Options { from_secs, to_secs, ..Options::default() };
    for (from_secs, to_secs) in [
        (Some(5.0), Some(4.0)),
        (Some(5.0), Some(5.0)),
        (Some(end_secs), None),
        (Some(1e6), None),
        (None, Some(-1.0)),
        (Some(-3.0), Some(-1.0)),
    ] {
        let options = range(from_secs, to_secs);
        assert!(stats(&recording, &options).is_err(), "{from_secs:?} {to_secs:?}");
        assert!(events(&recording, &options).is_err(), "{from_secs:?} {to_secs:?}");
    }
}

#[test]
fn the_duration_is_that_of_the_part_that_was_measured() {
    let recording = reenact_make::demo();
    let end_secs = recording.end_secs();
    let measured = |from_secs, to_secs| {
        let options = Options { from_secs, to_secs, ..Options::default() };
        stats(&recording, &options).unwrap().duration_secs.unwrap()
    };
    let from = |secs: f32| f64::from(end_secs) - f64::from(secs);
    assert_eq!(measured(None, None), from(0.0));
    assert_eq!(measured(Some(2.0), Some(5.0)), 3.0);
    // Ends before 1,000 s, and has nothing before 0 s.
    assert_eq!(measured(Some(2.0), Some(1000.0)), from(2.0));
    assert_eq!(measured(Some(-10.0), None), from(0.0));
}

fn any_key() -> impl Strategy<Value = Key> {
    let time = prop_oneof![4 => 0.0_f32..3.0, 1 => any::<u32>().prop_map(f32::from_bits)];
    let value = prop_oneof![4 => -2.0_f32..2.0, 1 => any::<u32>().prop_map(f32::from_bits)];
    (time, value).prop_map(|(time_secs, value)| Key::linear(time_secs, value))
}

fn any_curve(kind: KeyKind) -> impl Strategy<Value = Curve> {
    let wraps = prop::array::uniform2(prop::sample::select(vec![8, 8, 8, 0, 1, 2, 4, -7]));
    (prop::collection::vec(any_key(), 0..8), wraps, any::<bool>()).prop_map(
        move |(mut keys, wraps, sort)| {
            if sort {
                keys.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
            }
            let mut curve = Curve::from_keys(kind, keys);
            [curve.pre_wrap, curve.post_wrap] = wraps.map(WrapMode);
            curve
        },
    )
}

prop_compose! {
    fn any_recording()(
        states in prop::collection::vec(any_curve(KeyKind::Boolean), 4),
        curves in prop::collection::vec(any_curve(KeyKind::Simple), 24),
    ) -> Recording {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        let ids: Vec<CurveId> = recording.tracks().curve_ids().collect();
        let (mut states, mut floats) = (states.into_iter(), curves.iter().cycle());
        for id in ids {
            let curve = if id.is_boolean() { states.next() } else { floats.next().cloned() };
            recording.set_curve(id, curve.unwrap()).unwrap();
        }
        recording
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_recording_gives_finite_numbers_or_none(
        recording in any_recording(),
        is_clean in any::<bool>(),
        by_other in any::<bool>(),
    ) {
        let options = Options {
            rate_hz: 30.0,
            mode: if is_clean { Mode::Clean } else { Mode::Mrtk },
            from_secs: Some(-1.0),
            to_secs: Some(4.0),
            pinch_by: if by_other { PinchBy::Aperture } else { PinchBy::Curve },
            fixation_by: if by_other { FixationBy::Dispersion } else { FixationBy::Velocity },
            ..Options::default()
        };
        let stats_in_range = match stats(&recording, &options) {
            Ok(stats) => stats,
            Err(error) => {
                // The recording is outside the range.
                prop_assert_eq!(error.code().name(), "not-found");
                return Ok(());
            }
        };
        for row in stats_in_range.rows() {
            prop_assert!(row.value.is_none_or(f64::is_finite), "{:?}", row);
        }
        for event in events(&recording, &options).unwrap() {
            prop_assert!((-1.0..=4.0).contains(&event.from_secs), "{:?}", event);
            // Frame times are rounded.
            prop_assert!(event.from_secs <= event.to_secs && event.to_secs < 4.0001, "{:?}", event);
            prop_assert!(event.value.is_none_or(f64::is_finite), "{:?}", event);
            let numbers = event.position_m.into_iter().chain(event.direction).flatten();
            for number in numbers {
                prop_assert!(number.is_finite(), "{:?}", event);
            }
        }
        // Without a range, the length is arbitrary: a result or an error.
        drop(stats(&recording, &Options::default()));
    }
}

#[test]
fn huge_numbers_are_no_trouble() {
    let mut recording = film_hand(2.0, 60.0, |_| hand_at(glam::DVec3::ONE));
    for joint in Joint::TRACKED {
        let id = CurveId::Joint(Side::Right, joint, PoseComponent::PositionX);
        let huge = Curve::simple([(0.0, f32::MAX), (1.0, f32::MIN), (2.0, f32::MAX)]);
        recording.set_curve(id, huge).unwrap();
    }
    let rows = stats(&recording, &Options::default()).unwrap().rows();
    assert!(rows.iter().all(|row| row.value.is_none_or(f64::is_finite)));
}
