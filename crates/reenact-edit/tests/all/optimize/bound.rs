//! The error bound is satisfied at keys and between them, for any recording.

use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Key, KeyKind, Mode, PoseComponent, Recording, Sampler, Track, Tracks,
    WrapMode,
};
use reenact_edit::optimize::{Options, optimize};
use reenact_testkit::corpus;
use reenact_testkit::rdp::{Kind, apart, groups, values_at};

use super::{FREE, THOROUGH, assert_untouched, most_used};
use crate::common::lifelike;

#[test]
fn no_key_of_a_lifelike_recording_is_beyond_the_bound() {
    for (seed, form) in [(1, Form::MRTK_1_1), (2, Form::MRTK_1_0), (3, Form::PUBLISHED_1_1)] {
        let recording = lifelike(form, 12.0, seed);
        for free_values in [false, true] {
            for (position_mm, rotation_deg, gaze_deg) in
                [(1.0, 0.2, 0.2), (0.1, 0.02, 0.02), (5.0, 3.0, 1.0), (50.0, 0.0, 20.0)]
            {
                let options = Options {
                    position_mm,
                    rotation_deg,
                    gaze_deg,
                    free_values,
                    thorough: false,
                    threads: None,
                };
                let optimized = optimize(&recording, &options).unwrap();
                let result = &optimized.recording;
                assert_eq!((&*optimized.notes, result.form()), (&[][..], form));
                assert!(result.key_count() < recording.key_count());
                assert_untouched(&recording, result);
                let most = most_used(
                    &recording,
                    result,
                    &Options {
                        // Rounding errors only, if the bound is 0.
                        rotation_deg: rotation_deg.max(1e-5),
                        ..options
                    },
                );
                assert!(most <= 1.0, "{options:?}: {most}");
                // The bound is used, not satisfied by keeping all keys.
                assert!(most > 0.9, "{options:?}: {most}");
            }
        }
    }
}

#[test]
fn frames_between_keys_are_within_the_bound_too() {
    // Evaluated as by the library, in `f32`.
    let recording = lifelike(Form::MRTK_1_1, 10.0, 4);
    for options in [Options::MRTK, FREE] {
        let optimized = optimize(&recording, &options).unwrap();
        let before = Sampler::new(&recording, Mode::Clean);
        let after = Sampler::new(&optimized.recording, Mode::Clean);
        let mut joints_seen = 0;
        for step in 0..10_000_u16 {
            let time_secs = f32::from(step) * 1e-3;
            let (a, b) = (before.frame_at(time_secs), after.frame_at(time_secs));
            let mut poses = vec![(a.camera, b.camera)];
            for (side, joint) in
                Side::ALL.into_iter().flat_map(|s| Joint::TRACKED.map(|joint| (s, joint)))
            {
                poses.push((a.joint(side, joint), b.joint(side, joint)));
            }
            for (a, b) in poses {
                assert_eq!(a.is_some(), b.is_some(), "{time_secs}");
                let (Some(a), Some(b)) = (a, b) else { continue };
                joints_seen += 1;
                let wide = |v: &[f32]| v.iter().map(|&v| f64::from(v)).collect::<Vec<_>>();
                let position = apart(
                    Kind::Position,
                    &wide(&a.position.to_array()),
                    &wide(&b.position.to_array()),
                );
                assert!(position <= 1.0, "{position} mm at {time_secs}");
                let rotation = apart(
                    Kind::Rotation,
                    &wide(&a.rotation.to_array()),
                    &wide(&b.rotation.to_array()),
                );
                assert!(rotation <= f64::from(0.2_f32), "{rotation}° at {time_secs}");
                // The same sign as well as the same rotation.
                assert!(a.rotation.dot(b.rotation) > 0.0, "{time_secs}");
            }
            let (a, b) = (a.gaze.unwrap(), b.gaze.unwrap());
            assert!((a.origin - b.origin).length() <= 1e-3);
            assert!(a.direction.angle_between(b.direction).to_degrees() <= 0.2 * (1.0 + 1e-2));
        }
        assert!(joints_seen > 100_000, "hands were seen: {joints_seen}");
    }
}

#[test]
fn the_proof_states_what_an_independent_count_finds() {
    let recording = lifelike(Form::MRTK_1_1, 8.0, 5);
    for options in [Options::MRTK, FREE] {
        let optimized = optimize(&recording, &options).unwrap();
        let (result, proof) = (&optimized.recording, &optimized.report);
        assert_eq!(proof.keys_before, recording.key_count());
        assert_eq!(proof.keys_after, result.key_count());
        assert_eq!(
            proof.tracks.iter().map(|track| track.keys_before).sum::<usize>(),
            recording.key_count()
        );
        assert_eq!(
            proof.tracks.iter().map(|track| track.keys_after).sum::<usize>(),
            result.key_count()
        );
        for track in Track::ALL {
            let proved = proof.track(track).unwrap();
            for (is_position, deviation) in [(true, proved.position_mm), (false, proved.angle_deg)]
            {
                let (mut largest, mut squares, mut count) = (0.0_f64, 0.0, 0_u32);
                for group in groups(&recording) {
                    let of_track = group.ids[0].to_string().starts_with(track.name());
                    if !of_track || (group.kind == Kind::Position) != is_position {
                        continue;
                    }
                    for key in recording.curve(group.ids[0]).unwrap() {
                        let wanted = values_at(&recording, &group.ids, key.time_secs);
                        let found = values_at(result, &group.ids, key.time_secs);
                        let off = apart(group.kind, &wanted, &found);
                        largest = largest.max(off);
                        squares += off * off;
                        count += 1;
                    }
                }
                let rms = (squares / f64::from(count)).sqrt();
                // Between keys the error may be larger.
                let off = deviation.max - largest;
                assert!((-1e-6..largest * 0.05).contains(&off), "{track}: {deviation:?}");
                assert!((deviation.rms - rms).abs() < 1e-6, "{track}: {deviation:?}");
                // The error is as large as reported, at the reported time.
                let component =
                    if is_position { PoseComponent::PositionX } else { PoseComponent::RotationX };
                let at = match (track, deviation.joint) {
                    (Track::Hand(side), Some(joint)) => CurveId::Joint(side, joint, component),
                    (Track::Camera, None) => CurveId::Camera(component),
                    (Track::Gaze, None) => continue,
                    other => panic!("{other:?}"),
                };
                let group =
                    groups(&recording).into_iter().find(|group| group.ids[0] == at).unwrap();
                let wanted = values_at(&recording, &group.ids, deviation.time_secs);
                let found = values_at(result, &group.ids, deviation.time_secs);
                let off = apart(group.kind, &wanted, &found);
                assert!((off - deviation.max).abs() < 1e-4, "{track}: {deviation:?}, {off}");
            }
        }
    }
}

#[test]
fn far_from_the_origin_where_numbers_are_coarse_the_bound_holds() {
    // At 5 km, adjacent floats are half a millimetre apart.
    let mut recording = lifelike(Form::MRTK_1_1, 8.0, 9);
    let far: Vec<(CurveId, Curve)> = groups(&recording)
        .iter()
        .filter(|group| group.kind == Kind::Position)
        .flat_map(|group| group.ids.clone())
        .map(|id| {
            let curve = recording.curve(id).unwrap();
            (id, Curve::simple(curve.iter().map(|key| (key.time_secs, key.value + 5000.0))))
        })
        .collect();
    for (id, curve) in far {
        recording.set_curve(id, curve).unwrap();
    }
    for options in [Options::MRTK, THOROUGH, FREE] {
        let optimized = optimize(&recording, &options).unwrap();
        assert!(optimized.report.keys_after < recording.key_count());
        assert!(most_used(&recording, &optimized.recording, &options) <= 1.0);
    }
}

#[test]
fn every_recording_of_the_corpus_keeps_its_bound() {
    for (name, bytes) in corpus::recordings() {
        if bytes.len() > 1_000_000 {
            continue;
        }
        let recording = Recording::from_slice(&bytes).unwrap();
        for options in [Options::MRTK, FREE] {
            let optimized = optimize(&recording, &options).unwrap();
            let result = &optimized.recording;
            assert_untouched(&recording, result);
            let most = most_used(&recording, result, &options);
            assert!(most <= 1.0, "{name}: {most}");
            assert_eq!(Recording::from_slice(&result.to_bytes()).unwrap(), *result, "{name}");
        }
    }
}

/// Arbitrary keys: sorted or not, with any bits.
fn any_keys() -> impl Strategy<Value = Vec<Key>> {
    let number = prop_oneof![
        8 => -10.0_f32..10.0,
        1 => any::<u32>().prop_map(f32::from_bits),
        1 => prop::sample::select(vec![0.0, -0.0, 1.0, f32::INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE]),
    ];
    prop::collection::vec((number.clone(), number, any::<bool>()), 0..40).prop_map(|mut keys| {
        if keys.first().is_some_and(|(_, _, sort)| *sort) {
            keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        keys.into_iter().map(|(time_secs, value, _)| Key::linear(time_secs, value)).collect()
    })
}

/// Reducible keys: sorted, some at one time, some constant, some far apart.
fn plain_keys() -> impl Strategy<Value = Vec<[f32; 8]>> {
    let step = prop::sample::select(vec![0.0, 1e-6, 0.016, 0.017, 0.5, 30.0]);
    let value = prop_oneof![4 => -1.0_f32..1.0, 1 => Just(0.0_f32), 1 => -1e30_f32..1e30];
    let row = (step, prop::array::uniform7(value), 0_u8..4);
    prop::collection::vec(row, 0..60).prop_map(|rows| {
        let (mut time_secs, mut before) = (-1.0, [0.0; 7]);
        rows.into_iter()
            .map(|(step, values, what)| {
                time_secs += step;
                // Mostly small movements, as in real recordings.
                let values = match what {
                    0 => values,
                    1 => before,
                    _ => std::array::from_fn(|n| before[n] + values[n].clamp(-1.0, 1.0) * 1e-3),
                };
                before = values;
                std::array::from_fn(|n| n.checked_sub(1).map_or(time_secs, |n| values[n]))
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn nothing_makes_it_panic(
        curves in prop::collection::vec((any_keys(), 0_i32..9), 7),
        tracked in any_keys(),
        full in any::<bool>(),
        bounds in prop::array::uniform3(prop_oneof![Just(f32::NAN), Just(f32::INFINITY), -1.0_f32..200.0]),
        free_values in any::<bool>(),
    ) {
        let form = if full { Form::MRTK_1_0 } else { Form::MRTK_1_1 };
        let tracks = if full { Tracks::V1_0 } else { Tracks::ALL };
        let mut recording = Recording::new(form, tracks).unwrap();
        let boolean = Curve::from_keys(KeyKind::Boolean, tracked);
        recording.set_curve(CurveId::Tracked(Side::Right), boolean).unwrap();
        // The first joint has seven different curves; all curves of the camera are alike.
        for (component, (keys, wrap)) in PoseComponent::ALL.into_iter().zip(&curves) {
            let mut curve = Curve::from_keys(form.float_kind(), keys.iter().copied());
            curve.pre_wrap = WrapMode(*wrap);
            recording.set_curve(CurveId::Joint(Side::Right, Joint::Wrist, component), curve).unwrap();
            let curve = Curve::from_keys(form.float_kind(), curves[0].0.iter().copied());
            recording.set_curve(CurveId::Camera(component), curve).unwrap();
        }
        let [position_mm, rotation_deg, gaze_deg] = bounds;
        let options = Options { position_mm, rotation_deg, gaze_deg, free_values, thorough: false, threads: None };
        let optimized = optimize(&recording, &options).unwrap();
        let bytes = optimized.recording.to_bytes();
        prop_assert_eq!(bytes.len(), optimized.recording.encoded_len());
    }

    #[test]
    fn the_bound_holds_for_keys_that_no_person_made(
        rows in plain_keys(), tracked in prop::collection::vec(-1.0_f32..10.0, 0..5),
        position_mm in 0.01_f32..50.0, rotation_deg in 0.01_f32..60.0, free_values in any::<bool>(),
    ) {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        let mut tracked = tracked;
        tracked.sort_by(f32::total_cmp);
        let states = tracked.iter().enumerate().map(|(n, &time_secs)| (time_secs, n % 2 == 0));
        recording.set_curve(CurveId::Tracked(Side::Left), Curve::boolean(states)).unwrap();
        for (n, component) in PoseComponent::ALL.into_iter().enumerate() {
            let curve = Curve::simple(rows.iter().map(|row| (row[0], row[n + 1])));
            recording.set_curve(CurveId::Joint(Side::Left, Joint::Palm, component), curve).unwrap();
        }
        let options = Options { position_mm, rotation_deg, free_values, thorough: !free_values, ..Options::MRTK };
        let optimized = optimize(&recording, &options).unwrap();
        assert_untouched(&recording, &optimized.recording);
        let most = most_used(&recording, &optimized.recording, &options);
        prop_assert!(most <= 1.0, "{}", most);
    }
}
