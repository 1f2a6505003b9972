//! A change of the reference frame keeps all relative poses.

use glam::{Quat, Vec3};
use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Key, Mode, Pose, PoseComponent, RayComponent, Recording, Sampler, Tracks,
    WeightedMode,
};
use reenact_edit::reanchor::{Anchor, Options, reanchor};
use reenact_make::make;
use reenact_testkit::arbitrary::{Numbers, recording};
use reenact_testkit::corpus;

use crate::common::{check_valid, keys};

fn film(form: Form) -> Recording {
    make(&reenact_make::Options { seconds: 12.0, seed: 3, form, ..Default::default() }).unwrap()
}

/// Times between keys.
fn between_keys() -> impl Iterator<Item = f32> {
    (0..3700).map(|n| n as f32 / 307.0)
}

fn angle_deg(a: Quat, b: Quat) -> f32 {
    let (a, b) = (a.as_dquat(), b.as_dquat());
    let chord = (a - b).length().min((a + b).length());
    (4.0 * (chord / 2.0).asin()).to_degrees() as f32
}

fn some_turn() -> Quat {
    Quat::from_xyzw(0.3, -0.5, 0.2, 0.7).normalize()
}

#[test]
fn nothing_asked_for_changes_nothing() {
    let recording = film(Form::MRTK_1_1);
    let edited = reanchor(&recording, &Options::default()).unwrap();
    assert_eq!(edited.recording, recording);
    assert!(edited.notes.is_empty());
}

#[test]
fn a_move_is_a_sum_and_touches_positions_only() {
    let recording = film(Form::MRTK_1_1);
    let by = Vec3::new(1.0, 0.0, -2.0);
    let options = Options { translation: by, ..Options::default() };
    let edited = reanchor(&recording, &options).unwrap();
    check_valid(&edited, &recording);
    assert!(edited.notes.is_empty());
    for (id, curve) in recording.curves() {
        let by = match id {
            CurveId::Camera(PoseComponent::PositionX)
            | CurveId::Joint(_, _, PoseComponent::PositionX)
            | CurveId::Gaze(RayComponent::OriginX) => 1.0,
            CurveId::Camera(PoseComponent::PositionZ)
            | CurveId::Joint(_, _, PoseComponent::PositionZ)
            | CurveId::Gaze(RayComponent::OriginZ) => -2.0,
            _ => 0.0,
        };
        for (before, after) in curve.iter().zip(edited.recording.curve(id).unwrap()) {
            assert_eq!(after.value, before.value + by, "{id}");
            assert_eq!(after.time_secs, before.time_secs);
        }
    }
}

#[test]
fn a_rigid_motion_keeps_distances_and_turns_between_joints() {
    for form in [Form::MRTK_1_1, Form::MRTK_1_0] {
        let recording = film(form);
        let options = Options {
            anchor: Anchor::Pose(Pose {
                position: Vec3::new(0.4, -1.0, 2.0),
                rotation: some_turn(),
            }),
            rotation: Quat::from_rotation_y(1.0),
            pivot: Vec3::new(0.0, 1.0, 0.3),
            translation: Vec3::new(-0.5, 0.1, 0.0),
            ..Options::default()
        };
        let edited = reanchor(&recording, &options).unwrap();
        check_valid(&edited, &recording);
        assert!(edited.notes.is_empty(), "{:?}", edited.notes);
        assert_eq!(edited.recording.key_count(), recording.key_count());
        let (before, after) =
            (Sampler::new(&recording, Mode::Clean), Sampler::new(&edited.recording, Mode::Clean));
        let mut seen = 0;
        for time in between_keys().step_by(7) {
            let (before, after) = (before.frame_at(time), after.frame_at(time));
            for side in Side::ALL {
                let Some(a) = before.joint(side, Joint::IndexTip) else {
                    assert!(after.joint(side, Joint::IndexTip).is_none());
                    continue;
                };
                let a = a.relative_to(&before.joint(side, Joint::Wrist).unwrap());
                let b = after.hand(side).unwrap().joint_in_wrist(Joint::IndexTip).unwrap();
                assert!(
                    a.position.distance(b.position) < 2e-6
                        && angle_deg(a.rotation, b.rotation) < 1e-3
                );
                let [a, b] =
                    [&before, &after].map(|frame| frame.joint_in_head(side, Joint::Palm).unwrap());
                assert!(
                    a.position.distance(b.position) < 2e-6
                        && angle_deg(a.rotation, b.rotation) < 1e-3
                );
                seen += 1;
            }
            if let (Some(a), Some(b)) = (before.gaze, after.gaze) {
                let [head_a, head_b] = [&before, &after].map(|frame| frame.camera.unwrap());
                let [a, b] = [(head_a, a.direction), (head_b, b.direction)]
                    .map(|(head, direction)| head.rotation.conjugate() * direction);
                assert!(a.distance(b) < 2e-6);
            }
        }
        assert!(seen > 400, "{seen}");
    }
}

#[test]
fn to_the_first_head_and_back_is_where_it_was() {
    let recording = film(Form::MRTK_1_1);
    let head =
        Sampler::new(&recording, Mode::Clean).frame_at(recording.start_secs()).camera.unwrap();
    let there =
        reanchor(&recording, &Options { anchor: Anchor::FirstHead, ..Options::default() }).unwrap();
    let first = Sampler::new(&there.recording, Mode::Clean)
        .frame_at(recording.start_secs())
        .camera
        .unwrap();
    assert!(first.position.length() < 1e-6 && angle_deg(first.rotation, Quat::IDENTITY) < 1e-3);
    let back =
        Options { rotation: head.rotation, translation: head.position, ..Options::default() };
    let back = reanchor(&there.recording, &back).unwrap();
    for (id, curve) in recording.curves() {
        for (before, after) in curve.iter().zip(back.recording.curve(id).unwrap()) {
            assert!((before.value - after.value).abs() < 1e-5, "{id}");
        }
    }
}

#[test]
fn in_both_modes_a_turn_is_exact_even_for_raw_rotations() {
    // Not of unit length, with a flip of signs and an all-zero one.
    let raw = [[0.0, 0.6, 0.0, 0.9], [0.0, -0.6, 0.1, -0.8], [0.0; 4], [0.5, 0.5, 0.5, 0.5]];
    let mut recording =
        Recording::new(Form::MRTK_1_1, Tracks { camera: true, ..Tracks::NONE }).unwrap();
    for (component, n) in PoseComponent::ALL[3..].iter().zip(0..) {
        let curve = Curve::simple(raw.iter().zip(0_u8..).map(|(q, time)| (time.into(), q[n])));
        recording.set_curve(CurveId::Camera(*component), curve).unwrap();
    }
    let edited =
        reanchor(&recording, &Options { rotation: some_turn(), ..Options::default() }).unwrap();
    let [before, after] =
        [&recording, &edited.recording].map(|recording| Sampler::new(recording, Mode::Mrtk));
    for time in [0.0, 0.25, 0.5, 0.9, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0] {
        let expected = some_turn() * before.frame_at(time).camera.unwrap().rotation;
        let found = after.frame_at(time).camera.unwrap().rotation;
        assert!(found.abs_diff_eq(expected, 1e-6), "{time}: {found} {expected}");
    }
}

#[test]
fn scaling_scales_distances_about_the_pivot_and_leaves_rotations() {
    let recording = film(Form::MRTK_1_1);
    let pivot = Vec3::new(0.0, 1.5, 0.0);
    let edited =
        reanchor(&recording, &Options { scale: 0.5, pivot, ..Options::default() }).unwrap();
    check_valid(&edited, &recording);
    assert_eq!(edited.notes[0].code.name(), "scaled-positions");
    assert!(!edited.is_lossy());
    let [before, after] =
        [&recording, &edited.recording].map(|r| Sampler::new(r, Mode::Clean).frame_at(1.01));
    let [a, b] = [before.camera.unwrap(), after.camera.unwrap()];
    assert!((pivot + (a.position - pivot) * 0.5).distance(b.position) < 1e-6);
    assert_eq!(a.rotation, b.rotation);
}

/// Largest difference (m) and angle (degrees) between the original poses relative to the anchor and the result.
fn strays(
    recording: &Recording,
    edited: &Recording,
    anchor: impl Fn(&reenact::Frame) -> Option<Pose>,
) -> (f32, f32, usize) {
    let (before, after) = (Sampler::new(recording, Mode::Clean), Sampler::new(edited, Mode::Clean));
    let (mut worst_m, mut worst_deg, mut seen) = (0.0_f32, 0.0_f32, 0);
    for time in between_keys() {
        let (before, after) = (before.frame_at(time), after.frame_at(time));
        let Some(anchor) = anchor(&before) else { continue };
        let mut compare = |expected: Option<Pose>, found: Option<Pose>| {
            assert_eq!(expected.is_some(), found.is_some(), "{time}");
            let (Some(expected), Some(found)) = (expected, found) else { return };
            let expected = expected.relative_to(&anchor);
            worst_m = worst_m.max(expected.position.distance(found.position));
            worst_deg = worst_deg.max(angle_deg(expected.rotation, found.rotation));
            seen += 1;
        };
        compare(before.camera, after.camera);
        for side in Side::ALL {
            for joint in [Joint::Wrist, Joint::Palm, Joint::ThumbTip, Joint::PinkyTip] {
                compare(before.joint(side, joint), after.joint(side, joint));
            }
        }
        let (Some(expected), Some(found)) = (before.gaze, after.gaze) else { continue };
        let expected = (
            anchor.rotation.conjugate() * (expected.origin - anchor.position),
            anchor.rotation.conjugate() * expected.direction,
        );
        worst_m = worst_m.max(expected.0.distance(found.origin));
        worst_deg = worst_deg.max(expected.1.angle_between(found.direction).to_degrees());
    }
    (worst_m, worst_deg, seen)
}

#[test]
fn seen_from_the_moving_head_all_is_within_the_bound_also_between_keys() {
    for tolerances in [(1e-4, 0.05), (1e-3, 0.5)] {
        let recording = thinned(&film(Form::MRTK_1_1));
        let (tolerance_m, tolerance_deg) = tolerances;
        let options =
            Options { anchor: Anchor::Head, tolerance_m, tolerance_deg, ..Options::default() };
        let edited = reanchor(&recording, &options).unwrap();
        check_valid(&edited, &recording);
        assert!(edited.notes.is_empty(), "{:?}", edited.notes);
        let (worst_m, worst_deg, seen) =
            strays(&recording, &edited.recording, |frame| frame.camera);
        println!(
            "bound {tolerances:?}: {worst_m} m, {worst_deg}°, {seen} poses, {} keys of {}",
            edited.recording.key_count(),
            recording.key_count()
        );
        assert!(worst_m <= tolerance_m && worst_deg <= tolerance_deg, "{worst_m} m, {worst_deg}°");
        assert!(seen > 10_000);
        for component in PoseComponent::ALL {
            let still = if component == PoseComponent::RotationW { 1.0 } else { 0.0 };
            assert!(
                keys(&edited.recording, CurveId::Camera(component))
                    .iter()
                    .all(|key| key.1 == still)
            );
        }
    }
}

/// Every seventh key of positions and every fifth of rotations, for long segments.
fn thinned(recording: &Recording) -> Recording {
    let mut thin = recording.clone();
    for (id, curve) in recording.curves().filter(|(id, _)| !id.is_boolean()) {
        let step = match id {
            CurveId::Camera(c) | CurveId::Joint(_, _, c) if c.index() < 3 => 7,
            _ => 5,
        };
        let last = curve.len().saturating_sub(1);
        let kept = curve
            .iter()
            .enumerate()
            .filter(|(n, _)| n % step == 0 || *n == last)
            .map(|(_, key)| key);
        thin.set_curve(id, Curve::from_keys(curve.kind(), kept)).unwrap();
    }
    thin
}

#[test]
fn a_wrist_that_is_lost_takes_the_other_hand_with_it() {
    let mut recording = film(Form::MRTK_1_1);
    let tracked = CurveId::Tracked(Side::Left);
    recording.set_curve(tracked, Curve::boolean([(0.0, true), (4.0, false), (5.5, true)])).unwrap();
    let other = CurveId::Tracked(Side::Right);
    recording.set_curve(other, Curve::boolean([(0.0, true), (5.0, false), (7.0, true)])).unwrap();
    let options = Options { anchor: Anchor::Wrist(Side::Left), ..Options::default() };
    let edited = reanchor(&recording, &options).unwrap();
    check_valid(&edited, &recording);
    let note = &edited.notes[0];
    assert_eq!((note.code.name(), note.is_loss), ("anchor-lost", true));
    assert!(note.message.contains("1.500 s"), "{note}");
    let curve = edited.recording.curve(other).unwrap();
    for (time, on) in
        [(0.0, true), (3.9, true), (4.0, false), (5.2, false), (6.0, false), (7.0, true)]
    {
        assert_eq!(curve.is_on_at(time), on, "{time}");
    }
    let camera = keys(&edited.recording, CurveId::Camera(PoseComponent::PositionX));
    assert!(camera.iter().all(|key| !(4.0..5.5).contains(&key.0)));
    let wrist = |frame: &reenact::Frame| frame.joint(Side::Left, Joint::Wrist);
    let (worst_m, worst_deg, seen) = strays(&recording, &edited.recording, wrist);
    assert!(
        worst_m <= 1e-4 && worst_deg <= 0.05 && seen > 5_000,
        "{worst_m} m, {worst_deg}°, {seen}"
    );
}

#[test]
fn without_the_anchor_nothing_is_changed_and_that_is_said() {
    let recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for anchor in [Anchor::Head, Anchor::FirstHead, Anchor::Wrist(Side::Right)] {
        let edited =
            reanchor(&recording, &Options { anchor, translation: Vec3::X, ..Options::default() })
                .unwrap();
        assert_eq!(edited.recording, recording);
        assert_eq!(edited.notes.len(), 1);
        assert_eq!(edited.notes[0].code.name(), "no-anchor");
    }
}

/// A camera of full keys; times, tangents and weights by component.
fn bent(key: impl Fn(usize, f32) -> Key) -> Recording {
    let mut recording =
        Recording::new(Form::PUBLISHED_1_1, Tracks { camera: true, ..Tracks::NONE }).unwrap();
    for (n, component) in PoseComponent::ALL.into_iter().enumerate() {
        let curve = Curve::full((0..6_u8).map(|time| key(n, time.into())));
        recording.set_curve(CurveId::Camera(component), curve).unwrap();
    }
    recording
}

fn wave(n: usize, time: f32) -> f32 {
    ((n as f32 + 1.0) * time * 0.7).sin()
}

fn stray_of_turn(recording: &Recording, edited: &Recording, by: Quat) -> f32 {
    let [before, after] = [recording, edited].map(|recording| Sampler::new(recording, Mode::Mrtk));
    (-50..700).map(|n| n as f32 / 100.0).fold(0.0, |worst: f32, time| {
        let [a, b] = [&before, &after].map(|sampler| sampler.frame_at(time).camera.unwrap());
        worst.max((by * a.position).distance(b.position))
    })
}

#[test]
fn bent_curves_of_the_same_weights_are_turned_exactly() {
    let recording = bent(|n, time| Key {
        in_tangent: if time == 3.0 { f32::INFINITY } else { wave(n + 3, time) },
        out_tangent: wave(n + 5, time),
        in_weight: 0.2,
        out_weight: 0.6,
        weighted_mode: WeightedMode(time as i32 % 4),
        ..Key::linear(time, wave(n, time))
    });
    let edited =
        reanchor(&recording, &Options { rotation: some_turn(), ..Options::default() }).unwrap();
    assert!(edited.notes.is_empty());
    assert_eq!(edited.recording.key_count(), recording.key_count());
    assert!(stray_of_turn(&recording, &edited.recording, some_turn()) < 2e-6);
}

#[test]
fn bent_curves_of_different_weights_and_steps_are_baked_within_the_bound() {
    let recording = bent(|n, time| Key {
        in_tangent: wave(n + 3, time),
        // x holds its value now and then while y and z do not.
        out_tangent: if n == 0 && time == 2.0 { f32::INFINITY } else { wave(n + 5, time) },
        in_weight: 0.1 * (n % 3) as f32,
        out_weight: 0.5,
        weighted_mode: WeightedMode::BOTH,
        ..Key::linear(time, wave(n, time))
    });
    let edited =
        reanchor(&recording, &Options { rotation: some_turn(), ..Options::default() }).unwrap();
    check_valid(&edited, &recording);
    assert!(edited.is_lossy());
    assert!(
        edited.notes.iter().any(|note| note.code.name() == "curves-baked"),
        "{:?}",
        edited.notes
    );
    assert!(
        !edited.notes.iter().any(|note| note.code.name() == "bound-missed"),
        "{:?}",
        edited.notes
    );
    let stray = stray_of_turn(&recording, &edited.recording, some_turn());
    assert!(stray <= 1e-4, "{stray}");
}

#[test]
fn straight_curves_of_different_times_get_each_others_keys() {
    let mut recording =
        Recording::new(Form::MRTK_1_1, Tracks { camera: true, ..Tracks::NONE }).unwrap();
    for (n, component) in PoseComponent::ALL.into_iter().enumerate().take(3) {
        let curve = Curve::simple((0..5).map(|k| (k as f32 + n as f32 / 4.0, wave(n, k as f32))));
        recording.set_curve(CurveId::Camera(component), curve).unwrap();
    }
    let edited =
        reanchor(&recording, &Options { rotation: some_turn(), ..Options::default() }).unwrap();
    assert_eq!(keys(&edited.recording, CurveId::Camera(PoseComponent::PositionX)).len(), 15);
    assert_eq!(edited.notes[0].code.name(), "keys-united");
    assert!(!edited.is_lossy());
    assert!(stray_of_turn(&recording, &edited.recording, some_turn()) < 1e-6);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let nowhere = Pose { position: Vec3::NAN, rotation: Quat::IDENTITY };
    let unturned = Pose { position: Vec3::ZERO, rotation: Quat::from_array([0.0; 4]) };
    for (options, message) in [
        (Options { scale: 0.0, ..Options::default() }, "a scale must be above 0, not 0"),
        (Options { scale: f32::NAN, ..Options::default() }, "a scale must be above 0, not NaN"),
        (
            Options { tolerance_m: -1.0, ..Options::default() },
            "tolerances must be above 0, not -1 m and 0.05°",
        ),
        (
            Options { translation: Vec3::INFINITY, ..Options::default() },
            "a pivot and a move must be finite, not [0, 0, 0] and [inf, inf, inf]",
        ),
        (
            Options { rotation: Quat::from_array([0.0; 4]), ..Options::default() },
            "[0, 0, 0, 0] is not a rotation",
        ),
        (
            Options { anchor: Anchor::Pose(nowhere), ..Options::default() },
            "the position of the anchor must be finite, not [NaN, NaN, NaN]",
        ),
        (
            Options { anchor: Anchor::Pose(unturned), ..Options::default() },
            "[0, 0, 0, 0] is not a rotation",
        ),
    ] {
        assert_eq!(reanchor(&recording, &options).unwrap_err().to_string(), message);
    }
}

#[test]
fn every_recording_of_the_corpus_stays_valid() {
    for (name, bytes) in corpus::recordings() {
        let recording = Recording::from_slice(&bytes).expect(&name);
        for options in [Anchor::FirstHead, Anchor::Head, Anchor::Wrist(Side::Right)]
            .map(|anchor| Options { anchor, rotation: some_turn(), ..Options::default() })
        {
            check_valid(&reanchor(&recording, &options).expect(&name), &recording);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_recording_stays_valid(
        recording in recording(Numbers::Any),
        anchor in prop::sample::select(vec![
            Anchor::World, Anchor::Head, Anchor::Wrist(Side::Left), Anchor::FirstHead,
        ]),
        rotation in prop::sample::select(vec![Quat::IDENTITY, some_turn()]),
    ) {
        let options = Options { anchor, rotation, scale: 2.0, translation: Vec3::X, ..Options::default() };
        check_valid(&reanchor(&recording, &options).unwrap(), &recording);
    }
}

#[test]
fn keys_that_have_to_be_sorted_are_said_to_be() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let x = CurveId::Camera(PoseComponent::PositionX);
    for component in [PoseComponent::PositionX, PoseComponent::PositionY, PoseComponent::PositionZ]
    {
        let curve = Curve::simple([(0.0, 0.0), (1.0, 1.0)]);
        recording.set_curve(CurveId::Camera(component), curve).unwrap();
    }
    recording.set_curve(x, Curve::simple([(1.0, 1.0), (0.5, 0.0)])).unwrap();
    let turn = Options { rotation: Quat::from_rotation_x(1.0), ..Options::default() };
    let turned = reanchor(&recording, &Options { rotation: Quat::from_rotation_y(1.0), ..turn });
    assert!(
        turned.unwrap().notes.iter().any(|note| note.code.name() == "keys-sorted" && note.is_loss)
    );
    // A translation keeps the order of keys.
    let moved = reanchor(&recording, &Options { translation: Vec3::X, ..Options::default() });
    assert!(moved.unwrap().notes.is_empty());
}

#[test]
fn where_the_head_turns_nowhere_what_is_gone_is_said_to_be() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for component in PoseComponent::ALL {
        // All zero at first, as without a camera.
        let is_w = component == PoseComponent::RotationW;
        let late = if is_w { 1.0 } else { 0.0 };
        let curve = Curve::simple([(0.0, 0.0), (0.9, 0.0), (1.0, late), (2.0, late)]);
        recording.set_curve(CurveId::Camera(component), curve).unwrap();
    }
    let options = Options { anchor: Anchor::Head, ..Options::default() };
    let edited = reanchor(&recording, &options).unwrap();
    assert_eq!(edited.recording.start_secs(), 1.0);
    assert!(edited.notes.iter().any(|note| note.code.name() == "anchor-lost" && note.is_loss));
}
