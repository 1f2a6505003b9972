//! Properties of comparisons of arbitrary recordings.

use proptest::prelude::*;
use reenact::{
    Curve, CurveId, Form, Key, KeyKind, Marker, Mode, Recording, Tracks, WeightedMode, WrapMode,
};
use reenact_inspect::compare::{
    Alignment, Comparison, DifferenceKind, Options, Reference, Tolerances, Which, compare,
};

use crate::compare_made::{lifelike, other_bytes, with_keys};

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        8 => -4.0_f32..4.0,
        1 => any::<u32>().prop_map(f32::from_bits),
        1 => prop::sample::select(vec![
            0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1e-40,
        ]),
    ]
}

fn key() -> impl Strategy<Value = Key> {
    (prop::array::uniform6(number()), -1_i32..5).prop_map(|(numbers, mode)| {
        let [time_secs, value, in_tangent, out_tangent, in_weight, out_weight] = numbers;
        Key {
            time_secs,
            value,
            in_tangent,
            out_tangent,
            in_weight,
            out_weight,
            weighted_mode: WeightedMode(mode),
        }
    })
}

/// Recordings made of a few curves, used in turn for all curves of the recording.
fn recording() -> impl Strategy<Value = Recording> {
    let full = Form { marker_list: true, ..Form::PUBLISHED_1_1 };
    let curve = (
        prop::collection::vec(key(), 0..8),
        prop::array::uniform2(prop::sample::select(vec![8, 8, 8, 1, 0, 2, 4])),
        any::<bool>(),
    );
    (
        prop::sample::select(vec![Form::MRTK_1_1, full, Form::MRTK_1_0]),
        prop::array::uniform3(any::<bool>()),
        prop::collection::vec(curve, 1..5),
        1_usize..9,
        prop::collection::vec((number(), "[ab]"), 0..4),
    )
        .prop_map(|(form, [camera, hands, gaze], curves, repeat, markers)| {
            let tracks = Tracks { camera, hands, gaze };
            let tracks = if form.can_hold(tracks) { tracks } else { Tracks::V1_0 };
            let mut recording = Recording::new(form, tracks).unwrap();
            for (index, id) in tracks.curve_ids().enumerate() {
                let (keys, wraps, sorted) = &curves[index / repeat % curves.len()];
                let kind = if id.is_boolean() { KeyKind::Boolean } else { form.float_kind() };
                let mut curve = Curve::from_keys(kind, keys.iter().copied());
                if *sorted {
                    curve.sort_keys();
                }
                [curve.pre_wrap, curve.post_wrap] = wraps.map(WrapMode);
                recording.set_curve(id, curve).unwrap();
            }
            let markers = markers.iter().map(|(time, name)| Marker::new(*time, name));
            recording.set_markers(markers).unwrap();
            recording
        })
}

fn options() -> impl Strategy<Value = Options> {
    let alignment = prop_oneof![
        3 => Just(Alignment::None),
        1 => (-2.0_f32..2.0).prop_map(Alignment::Offset),
        1 => (0.0_f32..1.0).prop_map(|max_secs| Alignment::FindOffset { max_secs }),
        1 => (0.0_f32..1.0).prop_map(|max_secs| Alignment::Warp { max_secs }),
    ];
    let reference = prop::sample::select(vec![
        Reference::AsRecorded,
        Reference::AsRecorded,
        Reference::Head,
        Reference::Wrist,
        Reference::FirstFrame,
    ]);
    let tolerance = prop::sample::select(vec![Tolerances::ZERO, Tolerances::default()]);
    (1.0_f32..30.0, any::<bool>(), any::<bool>(), tolerance, alignment, reference).prop_map(
        |(rate_hz, key_times, is_clean, tolerances, alignment, reference)| Options {
            rate_hz,
            key_times,
            mode: if is_clean { Mode::Clean } else { Mode::Mrtk },
            tolerances,
            alignment,
            reference,
            // Arbitrary times would make most recordings too long.
            range_secs: Some([0.0, 6.0]),
            markers: true,
        },
    )
}

fn check(found: &Comparison) {
    assert_eq!(found.same, found.first_difference.is_none());
    assert!(found.offset_secs.is_finite());
    for track in &found.tracks {
        for apart in [track.position_m, track.rotation_deg].into_iter().flatten() {
            assert!(
                apart.max.is_finite() && apart.rms >= 0.0 && apart.rms <= apart.max,
                "{apart:?}"
            );
            assert!(apart.time_secs.is_finite());
        }
        assert!(track.rotation_deg.is_none_or(|apart| apart.max <= 180.001));
        let secs = track.state_mismatch_secs;
        assert!((0.0..=6.001).contains(&secs), "{track:?}");
        for part in
            [track.tracked_mismatch_secs, track.pinching_mismatch_secs, track.known_mismatch_secs]
        {
            assert!(part <= secs);
        }
        assert!(track.over_time.len() <= 200);
        let largest =
            track.over_time.iter().filter_map(|bucket| bucket.position_m).reduce(f32::max);
        assert_eq!(largest, track.position_m.map(|apart| apart.max));
    }
}

/// The report for the two recordings in the other order.
fn swapped(mut report: Comparison) -> Comparison {
    let swap = |which: &mut Which| *which = if *which == Which::A { Which::B } else { Which::A };
    report.duration_secs.reverse();
    report.only_in_one.iter_mut().for_each(|one| swap(&mut one.only_in));
    report.markers.iter_mut().for_each(|marker| swap(&mut marker.only_in));
    if let Some(first) = &mut report.first_difference {
        match &mut first.what {
            DifferenceKind::Track { only_in: which }
            | DifferenceKind::Tracked { only_in: which }
            | DifferenceKind::Pinching { only_in: which }
            | DifferenceKind::Marker { only_in: which, .. }
            | DifferenceKind::Duration { only_in: which, .. } => swap(which),
            _ => {}
        }
    }
    report
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn any_two_recordings_compare_or_are_refused(a in recording(), b in recording(), options in options()) {
        if let Ok(found) = compare(&a, &b, &options) {
            check(&found);
        }
    }

    #[test]
    fn any_recording_is_the_same_as_itself_in_other_bytes(a in recording(), options in options()) {
        let options = Options {
            tolerances: Tolerances::ZERO,
            alignment: Alignment::None,
            reference: Reference::AsRecorded,
            ..options
        };
        let found = compare(&a, &other_bytes(&a), &options);
        if a.start_secs() > 6.0 {
            prop_assert!(found.is_err(), "nothing of it is in the range");
        } else {
            let found = found.unwrap();
            check(&found);
            prop_assert!(found.same, "{:?}", found.first_difference);
        }
    }

    #[test]
    fn which_is_first_does_not_matter(a in recording(), b in recording(), options in options()) {
        let options = Options { alignment: Alignment::None, ..options };
        match (compare(&a, &b, &options), compare(&b, &a, &options)) {
            (Ok(one), Ok(other)) => {
                let other = swapped(other);
                prop_assert_eq!(one.same, other.same);
                prop_assert_eq!(&one.tracks, &other.tracks);
                prop_assert_eq!(&one.only_in_one, &other.only_in_one);
                prop_assert_eq!(one.markers.len(), other.markers.len());
                let time = |found: &Comparison| found.first_difference.as_ref().map(|first| first.time_secs.to_bits());
                prop_assert_eq!(time(&one), time(&other));
            }
            (Err(_), Err(_)) => {}
            (one, other) => prop_assert!(false, "{one:?} but {other:?}"),
        }
    }

    #[test]
    fn a_key_moved_by_more_than_the_tolerance_is_found(place in 0_usize..90, off_mm in 2.5_f32..400.0, seed in 1_u64..5) {
        let a = lifelike(1.5, seed);
        let id = CurveId::Camera(reenact::PoseComponent::PositionZ);
        let times: Vec<f32> = a.curve(id).unwrap().iter().map(|key| key.time_secs).collect();
        let time_secs = times[place % times.len()];
        let b = with_keys(&a, |other, key| {
            let is_it = other == id && key.time_secs == time_secs;
            Key { value: key.value + if is_it { off_mm / 1000.0 } else { 0.0 }, ..key }
        });
        // At a low rate as well.
        let found = compare(&a, &b, &Options { rate_hz: 1.0, ..Options::default() }).unwrap();
        let position = found.tracks[0].position_m.unwrap();
        prop_assert!((position.max - off_mm / 1000.0).abs() < 1e-6);
        prop_assert_eq!(position.time_secs, time_secs);
        let first_secs = found.first_difference.unwrap().time_secs;
        prop_assert!(first_secs <= time_secs && first_secs > time_secs - 1.1 / 60.0);
    }
}
