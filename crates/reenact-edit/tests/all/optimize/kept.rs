//! Curves and keys that a reduction does not change.

use std::num::NonZero;

use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Key, Mode, PoseComponent, Recording, Sampler, Tracks, WrapMode,
};
use reenact_edit::Edited;
use reenact_edit::optimize::{Options, Proof, optimize};
use reenact_edit::version::{self, version};

use super::{FREE, most_used};
use crate::common::lifelike;

#[test]
fn the_keys_on_both_sides_of_a_gap_stay() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    // Tracked from 0 to 1 s and from 2 to 3 s, moving along one line throughout.
    let times: Vec<f32> =
        (0..=30_u8).map(|n| f32::from(n) * 0.1).filter(|t| *t < 0.95 || *t > 1.95).collect();
    recording
        .set_curve(
            CurveId::Tracked(Side::Left),
            Curve::boolean([(0.0, true), (1.0, false), (2.0, true)]),
        )
        .unwrap();
    for component in PoseComponent::ALL {
        let value = |t: f32| if component == PoseComponent::RotationW { 1.0 } else { t * 0.01 };
        let curve = Curve::simple(times.iter().map(|&t| (t, value(t))));
        recording.set_curve(CurveId::Joint(Side::Left, Joint::Palm, component), curve).unwrap();
    }
    for options in [Options::MRTK, FREE, Options::LOSSLESS] {
        let optimized = optimize(&recording, &options).unwrap();
        for component in PoseComponent::ALL {
            let id = CurveId::Joint(Side::Left, Joint::Palm, component);
            let (before, after) =
                (recording.curve(id).unwrap(), optimized.recording.curve(id).unwrap());
            for edge in [0.0, 0.9, 2.0, 3.0] {
                let at =
                    |curve: &Curve| curve.iter().find(|key| (key.time_secs - edge).abs() < 0.01);
                assert_eq!(at(after), at(before), "{id} at {edge}");
            }
            if options != Options::LOSSLESS {
                assert_eq!(after.len(), 4, "{id}");
            }
        }
    }
}

#[test]
fn a_rotation_that_changes_sides_keeps_its_way_and_its_sign() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for component in PoseComponent::ALL {
        let curve = Curve::simple((0..200_u8).map(|n| {
            let time_secs = f32::from(n) / 60.0;
            let (sin, cos) = (time_secs * 0.2).sin_cos();
            // Negated in the middle third, as trackers do.
            let sign = if (70..130).contains(&n) { -1.0 } else { 1.0 };
            (
                time_secs,
                match component {
                    PoseComponent::RotationY => sign * sin,
                    PoseComponent::RotationW => sign * cos,
                    _ => 0.0,
                },
            )
        }));
        recording.set_curve(CurveId::Camera(component), curve).unwrap();
    }
    for options in [Options::MRTK, FREE] {
        let optimized = optimize(&recording, &options).unwrap();
        let result = &optimized.recording;
        assert!(result.key_count() * 4 < recording.key_count());
        assert!(most_used(&recording, result, &options) <= 1.0);
        for mode in [Mode::Clean, Mode::Mrtk] {
            let (before, after) = (Sampler::new(&recording, mode), Sampler::new(result, mode));
            for key in recording.curve(CurveId::Camera(PoseComponent::RotationW)).unwrap() {
                let rotation =
                    |sampler: &Sampler| sampler.frame_at(key.time_secs).camera.unwrap().rotation;
                assert!(
                    rotation(&before).dot(rotation(&after).normalize()) > 0.9999,
                    "{mode} {}",
                    key.time_secs
                );
            }
        }
    }
}

#[test]
fn a_wide_bound_does_not_let_a_rotation_take_the_other_way_round() {
    // Two whole turns. A line over more than half a turn would be within the bound in MRTK's evaluation, but interpolation along
    // the shorter arc would rotate backwards.
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for component in PoseComponent::ALL {
        let curve = Curve::simple((0..=240_u8).map(|n| {
            let (sin, cos) = (f32::from(n) / 240.0 * std::f32::consts::TAU).sin_cos();
            let value = match component {
                PoseComponent::RotationY => sin,
                PoseComponent::RotationW => cos,
                _ => 0.0,
            };
            (f32::from(n) / 60.0, value)
        }));
        recording.set_curve(CurveId::Camera(component), curve).unwrap();
    }
    for free_values in [false, true] {
        let options = Options { rotation_deg: 30.0, free_values, ..Options::MRTK };
        let optimized = optimize(&recording, &options).unwrap();
        let before = Sampler::new(&recording, Mode::Clean);
        let after = Sampler::new(&optimized.recording, Mode::Clean);
        for key in recording.curve(CurveId::Camera(PoseComponent::RotationW)).unwrap() {
            let rotation =
                |sampler: &Sampler| sampler.frame_at(key.time_secs).camera.unwrap().rotation;
            let half = rotation(&before).dot(rotation(&after)).clamp(-1.0, 1.0).acos();
            assert!(2.0 * half.to_degrees() <= 30.01, "{half} at {}", key.time_secs);
        }
    }
}

#[test]
fn what_lines_cannot_stand_for_is_kept_with_a_note() {
    type Case = (&'static str, fn(&mut Vec<Key>), WrapMode);
    let cases: [Case; 5] = [
        ("bent-kept", |keys| keys[5].out_tangent = 1.0, WrapMode::CLAMP_FOREVER),
        ("unsorted-kept", |keys| keys.swap(3, 7), WrapMode::CLAMP_FOREVER),
        ("not-finite-kept", |keys| keys[5].value = f32::NAN, WrapMode::CLAMP_FOREVER),
        ("repeating-kept", |_| (), WrapMode::LOOP),
        ("not-finite-kept", |keys| keys[9].time_secs = f32::INFINITY, WrapMode::CLAMP_FOREVER),
    ];
    for (code, damage, wrap) in cases {
        let mut recording = Recording::new(Form::MRTK_1_0, Tracks::V1_0).unwrap();
        let mut keys: Vec<Key> = (0..10_u8).map(|n| Key::linear(n.into(), n.into())).collect();
        damage(&mut keys);
        let mut curve = Curve::full(keys);
        curve.post_wrap = wrap;
        for component in &PoseComponent::ALL[..3] {
            recording.set_curve(CurveId::Camera(*component), curve.clone()).unwrap();
        }
        for options in [Options::MRTK, FREE, Options::LOSSLESS] {
            let optimized = optimize(&recording, &options).unwrap();
            assert_eq!(optimized.recording, recording, "{code}");
            let codes: Vec<_> = optimized.notes.iter().map(|note| note.code.name()).collect();
            assert_eq!(codes, [code]);
            assert!(!optimized.is_lossy());
        }
    }
    // Components with different key times.
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for (component, start) in
        PoseComponent::ALL.into_iter().zip([0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0])
    {
        let curve = Curve::simple((0..9_u8).map(|n| (f32::from(n) + start, 1.0)));
        recording.set_curve(CurveId::Camera(component), curve).unwrap();
    }
    let optimized = optimize(&recording, &Options::MRTK).unwrap();
    assert_eq!(
        optimized.notes[0].to_string(),
        "3 curves, starting with camera.position.x, not optimized: the components of one value have keys at \
         different times"
    );
    assert_eq!(
        optimized.recording.curve(CurveId::Camera(PoseComponent::PositionY)),
        recording.curve(CurveId::Camera(PoseComponent::PositionY))
    );
    // The rotation of the same pose is reduced nevertheless.
    assert_eq!(
        optimized.recording.curve(CurveId::Camera(PoseComponent::RotationW)).unwrap().len(),
        2
    );
}

#[test]
fn any_number_of_threads_gives_the_same_recording() {
    let recording = lifelike(Form::MRTK_1_1, 5.0, 8);
    for options in [Options::MRTK, FREE] {
        let with = |threads| {
            optimize(&recording, &Options { threads: NonZero::new(threads), ..options }).unwrap()
        };
        let one = with(1);
        for threads in [2, 3, 1000] {
            assert_eq!(with(threads), one);
        }
    }
}

#[test]
fn stored_as_loadable_every_result_loads_in_mrtk_or_says_that_it_does_not() {
    let optimize = |recording: &Recording, options: &Options| {
        optimize(recording, options)?
            .then(|recording| version(recording, &version::Options::LOADABLE))
    };
    let codes = |optimized: &Edited<Proof>| {
        optimized.notes.iter().map(|note| note.code.name()).collect::<Vec<_>>()
    };
    for (form, code) in [
        (Form::MRTK_1_0, None),
        (Form::MRTK_1_1, None),
        (Form::PUBLISHED_1_0, Some("marker-list-added")),
        (Form::PUBLISHED_1_1, Some("form-changed")),
    ] {
        for options in [Options::MRTK, Options::LOSSLESS] {
            let recording = lifelike(form, 2.0, 3);
            let optimized = optimize(&recording, &options).unwrap();
            assert!(optimized.recording.form().loads_in_mrtk(), "{form}");
            assert_eq!(codes(&optimized), Vec::from_iter(code), "{form}");
            assert!(!optimized.is_lossy());
            // The same recording in another storage form.
            let same = recording.clone();
            let same = same.convert(Form::MRTK_1_1).to_recording_lossy();
            if form.version.is_1_1() {
                let expected = optimize(&same, &options).unwrap();
                assert_eq!(optimized.recording, expected.recording);
                assert_eq!(optimized.report, expected.report);
            }
        }
    }
    // Curves with tangents fit into 1.0, with everything that 1.0 can hold; with gaze, no form that MRTK loads can hold them.
    let bend = |recording: &mut Recording| {
        let bent = Curve::full([Key::with_tangents(0.0, 0.0, 3.0, 3.0), Key::linear(1.0, 0.0)]);
        recording.set_curve(CurveId::Camera(PoseComponent::PositionX), bent).unwrap();
    };
    let mut recording = Recording::new(Form::PUBLISHED_1_1, Tracks::V1_0).unwrap();
    bend(&mut recording);
    let optimized = optimize(&recording, &Options::MRTK).unwrap();
    assert_eq!(optimized.recording.form(), Form::MRTK_1_0);
    let mut recording = Recording::new(Form::PUBLISHED_1_1, Tracks::ALL).unwrap();
    bend(&mut recording);
    let optimized = optimize(&recording, &Options::MRTK).unwrap();
    assert_eq!(optimized.recording.form(), Form::PUBLISHED_1_1);
    assert!(codes(&optimized).contains(&"not-for-mrtk"), "{:?}", codes(&optimized));
}
