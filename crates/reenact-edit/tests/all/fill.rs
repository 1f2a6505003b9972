//! Short gaps are filled and marked, long ones are not.

use glam::{DQuat, DVec3};
use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Form, Mode, PoseComponent, Recording, Sampler, Tracks};
use reenact_edit::fill::{Method, Options, fill};
use reenact_make::make;
use reenact_testkit::arbitrary::{self, Numbers};
use reenact_testkit::corpus;

use crate::common::{check_valid, keys};

const X: CurveId = CurveId::Joint(Side::Left, Joint::Wrist, PoseComponent::PositionX);

fn position(time: f32) -> f32 {
    0.2 + 0.5 * time - 0.8 * time.powi(2)
}

fn turn(time: f32) -> DQuat {
    DQuat::from_axis_angle(DVec3::new(1.0, 2.0, -1.0).normalize(), 3.0 * f64::from(time))
}

/// Two seconds of a wrist at 60 Hz, without keys while it is lost; the quaternion sign flips in the gap.
fn recording(lost: &[(f32, f32)]) -> Recording {
    let is_lost = |time: f32| lost.iter().any(|&(start, end)| (start..end).contains(&time));
    let times: Vec<f32> =
        (0..=120).map(|n| n as f32 / 60.0).filter(|&time| !is_lost(time)).collect();
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for (n, component) in PoseComponent::ALL.into_iter().enumerate() {
        let value = |time: f32| match n {
            0..3 => position(time) * (n + 1) as f32,
            _ => (if time > 1.0 { -1.0 } else { 1.0 }) * turn(time).to_array()[n - 3] as f32,
        };
        let curve = Curve::simple(times.iter().map(|&time| (time, value(time))));
        recording.set_curve(CurveId::Joint(Side::Left, Joint::Wrist, component), curve).unwrap();
    }
    let states = lost.iter().flat_map(|&(start, end)| [(start, false), (end, true)]);
    let tracked = Curve::boolean([(0.0, true)].into_iter().chain(states));
    recording.set_curve(CurveId::Tracked(Side::Left), tracked).unwrap();
    recording
}

const GAP: (f32, f32) = (1.0, 1.0 + 10.0 / 60.0);

/// Largest error of position (m) and rotation (degrees) in the gap.
fn strays(recording: &Recording, mode: Mode) -> (f32, f64) {
    let sampler = Sampler::new(recording, mode);
    let (mut worst_m, mut worst_deg) = (0.0_f32, 0.0_f64);
    for n in 0..=200 {
        let time = 0.9 + n as f32 * 0.002;
        let wrist =
            sampler.frame_at(time).joint(Side::Left, Joint::Wrist).expect("the hand is tracked");
        worst_m = worst_m.max((wrist.position.x - position(time)).abs());
        let found = wrist.rotation.as_dquat().normalize();
        worst_deg = worst_deg.max(2.0 * found.dot(turn(time)).abs().min(1.0).acos().to_degrees());
    }
    (worst_m, worst_deg)
}

#[test]
fn a_steady_movement_goes_on_through_the_gap() {
    let recording = recording(&[GAP]);
    let edited = fill(&recording, &Options::default()).unwrap();
    check_valid(&edited, &recording);
    for mode in [Mode::Clean, Mode::Mrtk] {
        // A steady rotation is filled exactly. The velocity over four frames is that of 1.5 frames ago, which for this parabola
        // has an error of 1.6 · 1.5 / 60 = 0.04 m/s on either side, and in the middle of 11 frames of 11/60 / 8 · 2 · 0.04 = 1.83
        // mm.
        let (worst_m, worst_deg) = strays(&edited.recording, mode);
        println!("hermite, {mode}: {worst_m} m, {worst_deg}°");
        assert!(
            (1.6e-3..1.84e-3).contains(&worst_m) && worst_deg < 0.05,
            "{mode}: {worst_m} m, {worst_deg}°"
        );
    }
    let straight =
        fill(&recording, &Options { method: Method::Linear, ..Options::default() }).unwrap();
    check_valid(&straight, &recording);
    let (linear_m, linear_deg) = strays(&straight.recording, Mode::Mrtk);
    println!("linear: {linear_m} m, {linear_deg}°");
    assert!(linear_m > 3e-3 && linear_m < 8e-3 && linear_deg < 0.05, "{linear_m} m, {linear_deg}°");
}

#[test]
fn the_velocity_does_not_jump_at_the_ends_of_a_filled_gap() {
    let recording = recording(&[GAP]);
    let jump = |method| {
        let edited = fill(&recording, &Options { method, ..Options::default() }).unwrap();
        let keys = keys(&edited.recording, X);
        let speeds: Vec<f32> =
            keys.windows(2).map(|w| (w[1].1 - w[0].1) / (w[1].0 - w[0].0)).collect();
        speeds.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f32::max)
    };
    // The speed of the movement itself changes by 0.027 m/s per frame.
    let (hermite, linear) = (jump(Method::Hermite), jump(Method::Linear));
    assert!(hermite < 0.08 && linear > 0.12, "{hermite} {linear}");
}

#[test]
fn filled_gaps_are_marked_and_noted_and_the_rest_keeps_its_bits() {
    let recording = recording(&[GAP]);
    let edited = fill(&recording, &Options::default()).unwrap();
    let markers: Vec<_> =
        edited.recording.markers().map(|m| (m.time_secs, m.name.into_owned())).collect();
    assert_eq!(markers, [(GAP.0, "filled left".to_owned()), (GAP.1, "filled left end".to_owned())]);
    assert_eq!(edited.notes.len(), 1);
    assert_eq!((edited.notes[0].code.name(), edited.notes[0].is_loss), ("gaps-filled", false));
    assert_eq!(
        edited.notes[0].to_string(),
        "the left hand was not tracked from 1.000 s to 1.167 s: its poses there are interpolated"
    );
    assert_eq!(edited.recording.end_secs(), recording.end_secs());
    let outside = |recording: &Recording| {
        let mut keys = keys(recording, X);
        keys.retain(|key| key.0 < GAP.0 - 0.001 || key.0 >= GAP.1);
        keys
    };
    assert_eq!(outside(&edited.recording), outside(&recording));
    let unmarked = fill(&recording, &Options { mark: false, ..Options::default() }).unwrap();
    assert_eq!(unmarked.recording.markers().count(), 0);
}

#[test]
fn only_gaps_that_are_short_and_have_two_ends_are_filled() {
    let lost = [(0.0, 0.1), (0.5, 0.6), (0.8, 1.2), (1.9, 3.0)];
    let mut recording = recording(&lost);
    let states = [
        (0.0, false),
        (0.1, true),
        (0.5, false),
        (0.6, true),
        (0.8, false),
        (1.2, true),
        (1.9, false),
    ];
    recording.set_curve(CurveId::Tracked(Side::Left), Curve::boolean(states)).unwrap();
    let edited = fill(&recording, &Options::default()).unwrap();
    let tracked = edited.recording.curve(CurveId::Tracked(Side::Left)).unwrap();
    for (time, on) in [(0.05, false), (0.55, true), (1.0, false), (1.95, false)] {
        assert_eq!(tracked.is_on_at(time), on, "{time}");
    }
    assert_eq!(tracked.len(), states.len(), "keys stay, so that the duration does");
    assert_eq!(edited.recording.markers().count(), 2);
    let nothing = fill(&recording, &Options { max_gap_secs: 0.05, ..Options::default() }).unwrap();
    assert_eq!(nothing.recording, recording);
    assert!(nothing.notes.is_empty());
}

#[test]
fn a_pinch_goes_on_through_a_gap_only_if_it_is_there_on_both_sides() {
    let id = CurveId::Pinching(Side::Left);
    for (before, after, inside) in
        [(true, true, true), (false, false, false), (true, false, false), (false, true, false)]
    {
        let mut recording = recording(&[GAP]);
        let pinching = Curve::boolean([(0.0, before), (GAP.0, false), (GAP.1, after)]);
        recording.set_curve(id, pinching.clone()).unwrap();
        let edited = fill(&recording, &Options::default()).unwrap();
        let found = edited.recording.curve(id).unwrap();
        assert_eq!([0.5, 1.05, 1.5].map(|time| found.is_on_at(time)), [before, inside, after]);
        if before != after {
            assert_eq!(found, &pinching, "as recorded");
        }
    }
}

#[test]
fn keys_that_nobody_saw_are_replaced_and_thinned_curves_keep_their_line_outside() {
    let mut recording = recording(&[GAP]);
    // A stale value held through the gap; and two distant keys on one line.
    let y = CurveId::Joint(Side::Left, Joint::Wrist, PoseComponent::PositionY);
    recording
        .set_curve(
            X,
            Curve::simple([(0.0, 0.0), (0.98, 0.98), (1.05, 77.0), (1.18, 1.18), (2.0, 2.0)]),
        )
        .unwrap();
    recording.set_curve(y, Curve::simple([(0.0, 0.0), (2.0, 4.0)])).unwrap();
    let edited = fill(&recording, &Options::default()).unwrap();
    check_valid(&edited, &recording);
    let (x, y) = (edited.recording.curve(X).unwrap(), edited.recording.curve(y).unwrap());
    for n in 0..=200 {
        let time = n as f32 / 100.0;
        assert!((x.value_at(time) - time).abs() < 1e-5, "{time}: {}", x.value_at(time));
        assert!((y.value_at(time) - 2.0 * time).abs() < 1e-5, "{time}");
    }
}

#[test]
fn a_lifelike_hand_is_filled_close_to_where_it_was() {
    let recording = make(&reenact_make::Options { seconds: 20.0, ..Default::default() }).unwrap();
    let truth = Sampler::new(&recording, Mode::Clean);
    // A gap of 0.1 s wherever the right hand is tracked for a second around it.
    let tracked = recording.curve(CurveId::Tracked(Side::Right)).unwrap();
    let gaps: Vec<(f32, f32)> = (1..19)
        .map(|n| (n as f32, n as f32 + 0.1))
        .filter(|gap| (0..100).all(|k| tracked.is_on_at(gap.0 - 0.5 + k as f32 * 0.01)))
        .collect();
    assert!(gaps.len() >= 4, "{gaps:?}");
    let mut holed = recording.clone();
    let is_lost = |time: f32| gaps.iter().any(|gap| (gap.0..gap.1).contains(&time));
    for (id, curve) in recording.curves() {
        if let CurveId::Joint(Side::Right, ..) = id {
            let kept = curve.iter().filter(|key| !is_lost(key.time_secs));
            holed.set_curve(id, Curve::from_keys(curve.kind(), kept)).unwrap();
        }
    }
    let mut states: Vec<(f32, bool)> =
        tracked.iter().map(|key| (key.time_secs, key.value > 0.5)).collect();
    states.extend(gaps.iter().flat_map(|gap| [(gap.0, false), (gap.1, true)]));
    states.sort_by(|a, b| a.0.total_cmp(&b.0));
    holed.set_curve(CurveId::Tracked(Side::Right), Curve::boolean(states)).unwrap();

    for method in [Method::Hermite, Method::Linear] {
        let edited =
            fill(&holed, &Options { max_gap_secs: 0.15, method, ..Options::default() }).unwrap();
        check_valid(&edited, &holed);
        let filled = Sampler::new(&edited.recording, Mode::Clean);
        let (mut sum, mut worst, mut count) = (0.0, 0.0_f32, 0.0);
        for gap in &gaps {
            for n in 0..10 {
                let time = gap.0 + n as f32 * 0.01;
                let [a, b] = [&truth, &filled]
                    .map(|s| s.frame_at(time).joint(Side::Right, Joint::IndexTip).unwrap());
                let off = a.position.distance(b.position);
                assert!((b.rotation.length() - 1.0).abs() < 1e-5);
                (sum, worst, count) = (sum + off * off, worst.max(off), count + 1.0);
            }
        }
        let rms = (sum / count).sqrt();
        println!("{method:?}: {} gaps, tip {rms} m rms, {worst} m at most", gaps.len());
        assert!(worst < 0.03, "{worst}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let recording = recording(&[]);
    let bad = |max_gap_secs, rate_hz| {
        fill(&recording, &Options { max_gap_secs, rate_hz, ..Options::default() })
            .unwrap_err()
            .to_string()
    };
    assert_eq!(bad(-1.0, 60.0), "the longest gap must be 0 s or more, not -1");
    assert_eq!(bad(f32::NAN, 60.0), "the longest gap must be 0 s or more, not NaN");
    assert_eq!(bad(0.2, 0.0), "the rate must be above 0 and at most 1000 Hz, not 0");
    assert_eq!(bad(0.2, f32::NAN), "the rate must be above 0 and at most 1000 Hz, not NaN");
    assert_eq!(
        bad(1e30, 60.0),
        "gaps of 1000000000000000000000000000000 s at 60 Hz have too many keys: choose a lower rate or a shorter gap"
    );
}

#[test]
fn every_recording_of_the_corpus_stays_valid() {
    for (name, bytes) in corpus::recordings() {
        let recording = Recording::from_slice(&bytes).expect(&name);
        for options in [
            Options::default(),
            Options { method: Method::Linear, max_gap_secs: 2.0, ..Options::default() },
        ] {
            check_valid(&fill(&recording, &options).expect(&name), &recording);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_recording_stays_valid(recording in arbitrary::recording(Numbers::Any), max_gap_secs in 0.0_f32..8.0, linear in any::<bool>()) {
        let method = if linear { Method::Linear } else { Method::Hermite };
        let options = Options { max_gap_secs, method, rate_hz: 20.0, ..Options::default() };
        let edited = fill(&recording, &options).unwrap();
        check_valid(&edited, &recording);
        for side in Side::ALL {
            // Filling again finds no short gap.
            let again = fill(&edited.recording, &options).unwrap();
            let name = format!("{side} hand was not tracked");
            prop_assert!(!again.notes.iter().any(|note| note.message.contains(&name)), "{:?}", again.notes);
        }
    }
}
