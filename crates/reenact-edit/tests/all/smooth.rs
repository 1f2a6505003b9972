//! Smoothing removes noise and preserves movement.

use glam::{DQuat, DVec3};
use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, Mode, PoseComponent, RayComponent, Recording, Sampler, Tracks,
};
use reenact_edit::smooth::{Filter, OneEuro, Options, SavitzkyGolay, smooth};
use reenact_make::make;
use reenact_testkit::arbitrary::{Numbers, recording};
use reenact_testkit::corpus;

use crate::common::{check_valid, keys};

const X: PoseComponent = PoseComponent::PositionX;

fn sg(half_window: usize, order: usize) -> Options {
    let filter = Filter::SavitzkyGolay(SavitzkyGolay { half_window, order });
    Options { filter, ..Options::default() }
}

fn one_euro(options: OneEuro) -> Options {
    Options { filter: Filter::OneEuro(options), ..Options::default() }
}

fn both() -> [Options; 2] {
    [Options::default(), one_euro(OneEuro::default())]
}

/// A wrist with values for seven components at the same times, and the given tracked curve.
fn wrist(times: &[f32], value: impl Fn(usize, f32) -> f32, tracked: Curve) -> Recording {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for (n, component) in PoseComponent::ALL.into_iter().enumerate() {
        let curve = Curve::simple(times.iter().map(|&time| (time, value(n, time))));
        recording.set_curve(CurveId::Joint(Side::Left, Joint::Wrist, component), curve).unwrap();
    }
    recording.set_curve(CurveId::Tracked(Side::Left), tracked).unwrap();
    recording
}

fn always() -> Curve {
    Curve::boolean([(0.0, true)])
}

fn even(count: u16) -> Vec<f32> {
    (0..count).map(|n| f32::from(n) / 60.0).collect()
}

fn uneven(count: u16) -> Vec<f32> {
    even(count).into_iter().map(|time| time + 0.004 * (time * 97.0).sin()).collect()
}

fn id(component: PoseComponent) -> CurveId {
    CurveId::Joint(Side::Left, Joint::Wrist, component)
}

fn values(recording: &Recording, component: PoseComponent) -> Vec<f32> {
    keys(recording, id(component)).iter().map(|key| key.1).collect()
}

/// White noise of variance 1 from a fixed seed.
fn noise() -> impl FnMut() -> f64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move || {
        // Sum of twelve uniform numbers (Irwin–Hall), which is nearly normal.
        (0..12).fold(-6.0, |sum, _| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            sum + (state >> 11) as f64 / (1_u64 << 53) as f64
        })
    }
}

#[test]
fn what_stands_still_keeps_its_bits() {
    // A rotation that is not exactly of unit length is not changed either.
    let recording = wrist(&uneven(50), |n, _| [0.1, 0.2, 0.3, 0.3, -0.5, 0.2, 0.787][n], always());
    for options in both() {
        let edited = smooth(&recording, &options).unwrap();
        assert_eq!(edited.recording, recording, "{options:?}");
        assert!(edited.notes.is_empty());
    }
}

#[test]
fn savitzky_and_golay_keep_polynomials_up_to_their_order_on_uneven_times() {
    for order in 1..=3 {
        let path = |time: f32| 0.3 + time - 0.7 * time.powi(order);
        let recording =
            wrist(&uneven(60), |n, time| if n < 3 { path(time) } else { 0.5 }, always());
        let edited = smooth(&recording, &sg(4, order as usize)).unwrap();
        for (a, b) in values(&recording, X).iter().zip(values(&edited.recording, X)) {
            assert!((a - b).abs() < 1e-6, "order {order}: {a} {b}");
        }
    }
}

#[test]
fn a_steady_turn_is_kept_by_savitzky_and_golay() {
    let axis = DVec3::new(1.0, -2.0, 0.5).normalize();
    // Eight rotations per minute, beyond half a turn and with a sign flip.
    let turn = |time: f32| DQuat::from_axis_angle(axis, f64::from(time) * 4.0);
    let sign = |time: f32| if (0.4..0.9).contains(&time) { -1.0 } else { 1.0 };
    let component = |n: usize, time: f32| {
        if n < 3 { 0.0 } else { sign(time) * turn(time).to_array()[n - 3] as f32 }
    };
    let recording = wrist(&uneven(90), component, always());
    let edited = smooth(&recording, &sg(4, 1)).unwrap();
    check_valid(&edited, &recording);
    let rows: Vec<Vec<f32>> =
        PoseComponent::ALL[3..].iter().map(|&c| values(&edited.recording, c)).collect();
    let mut before: Option<DQuat> = None;
    for (n, &time) in uneven(90).iter().enumerate() {
        let found = DQuat::from_array([0, 1, 2, 3].map(|c| f64::from(rows[c][n])));
        let off = found.normalize() - turn(time) * found.dot(turn(time)).signum();
        assert!(off.length() < 1e-6, "{time}: {}", off.length());
        assert!(before.is_none_or(|before| before.dot(found) > 0.0), "signs are continuous");
        before = Some(found);
    }
}

#[test]
fn the_example_in_the_documentation_is_right() {
    let recording =
        wrist(&even(5), |n, time| if n == 0 && time == 2.0 / 60.0 { 3.0 } else { 0.0 }, always());
    let edited = smooth(&recording, &sg(2, 2)).unwrap();
    for (found, expected) in
        values(&edited.recording, X).iter().zip([-0.26, 1.03, 1.46, 1.03, -0.26])
    {
        assert!((found - expected).abs() < 0.005, "{found} {expected}");
    }
}

#[test]
fn white_noise_falls_by_the_factor_that_theory_gives() {
    let mut next = noise();
    let times = even(20_000);
    let drawn: Vec<[f64; 4]> = times.iter().map(|_| [next(), next(), next(), next()]).collect();
    let at = |time: f32| drawn[(time * 60.0).round() as usize];
    // Half a degree of noise about a rotated axis.
    let base = DQuat::from_axis_angle(DVec3::Y, 0.8);
    let turned = |time: f32| {
        let [_, x, y, z] = at(time);
        base * DQuat::from_scaled_axis(DVec3::new(x, y, z) * 0.5_f64.to_radians())
    };
    let component = |n: usize, time: f32| {
        if n < 3 { at(time)[0] as f32 } else { turned(time).to_array()[n - 3] as f32 }
    };
    let recording = wrist(&times, component, always());
    let angle_variance = |recording: &Recording| {
        let rows: Vec<Vec<f32>> =
            PoseComponent::ALL[3..].iter().map(|&c| values(recording, c)).collect();
        let angles = (0..times.len()).map(|n| {
            let rotation = DQuat::from_array([0, 1, 2, 3].map(|c| f64::from(rows[c][n])));
            assert!((rotation.length() - 1.0).abs() < 1e-6, "of unit length");
            rotation.dot(base).abs().min(1.0).acos().powi(2)
        });
        angles.sum::<f64>() / times.len() as f64
    };
    let variance = |recording: &Recording| {
        let values = values(recording, X);
        values.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>() / values.len() as f64
    };
    // The centre weight of each published filter: 59/231 for nine points, 17/35 for five.
    for (half_window, theory) in [(4, 59.0 / 231.0), (2, 17.0 / 35.0)] {
        let edited = smooth(&recording, &sg(half_window, 2)).unwrap();
        let position = variance(&edited.recording) / variance(&recording);
        let rotation = angle_variance(&edited.recording) / angle_variance(&recording);
        println!(
            "half window {half_window}: theory {theory:.4}, position {position:.4}, rotation {rotation:.4}"
        );
        assert!((position / theory - 1.0).abs() < 0.04, "{position} {theory}");
        assert!((rotation / theory - 1.0).abs() < 0.04, "{rotation} {theory}");
    }
    // Without beta One Euro is an exponential filter, which leaves alpha / (2 − alpha).
    let options = OneEuro {
        min_cutoff_hz: 2.0,
        position_beta: 0.0,
        rotation_beta: 0.0,
        ..OneEuro::default()
    };
    let edited = smooth(&recording, &one_euro(options)).unwrap();
    let alpha = 1.0 / (1.0 + 60.0 / (std::f64::consts::TAU * 2.0));
    let theory = alpha / (2.0 - alpha);
    let position = variance(&edited.recording) / variance(&recording);
    let rotation = angle_variance(&edited.recording) / angle_variance(&recording);
    println!("one euro: theory {theory:.4}, position {position:.4}, rotation {rotation:.4}");
    assert!((position / theory - 1.0).abs() < 0.08, "{position} {theory}");
    assert!((rotation / theory - 1.0).abs() < 0.08, "{rotation} {theory}");
}

/// Delay of a sine of 1.5 Hz in seconds, and its remaining amplitude.
fn lag(options: &Options) -> (f64, f64) {
    let hz = 1.5_f64;
    let phase = |time: f32| f64::from(time) * hz * std::f64::consts::TAU;
    let recording = wrist(
        &even(1200),
        |n, time| if n == 0 { phase(time).sin() as f32 * 0.2 } else { 0.0 },
        always(),
    );
    let edited = smooth(&recording, options).unwrap();
    // Whole periods in the middle.
    let (mut sine, mut cosine) = (0.0, 0.0);
    for (time, value) in &keys(&edited.recording, id(X))[400..800] {
        sine += phase(*time).sin() * f64::from(*value);
        cosine += phase(*time).cos() * f64::from(*value);
    }
    (-cosine.atan2(sine) / (hz * std::f64::consts::TAU), sine.hypot(cosine) / 200.0 / 0.2)
}

#[test]
fn savitzky_and_golay_do_not_lag_and_one_euro_lags_less_with_beta() {
    let (late, gain) = lag(&Options::default());
    assert!(late.abs() < 1e-6 && gain > 0.995, "{late} s, {gain}");
    let (slow, _) = lag(&one_euro(OneEuro { position_beta: 0.0, ..OneEuro::default() }));
    let (fast, gain) = lag(&one_euro(OneEuro::default()));
    println!("one euro: {slow} s without beta, {fast} s with, gain {gain}");
    assert!(slow > 0.08 && fast > 0.0 && fast < 0.03, "{slow} {fast}");
}

#[test]
fn nothing_is_smoothed_across_a_gap_or_two_keys_at_one_time() {
    // At rest on both sides: smoothing across the gap would distort both.
    let rest = |n: usize, time: f32| if n == 0 && time >= 0.5 { 1.0 } else { 0.0 };
    let times: Vec<f32> = even(60).into_iter().filter(|time| !(0.4..0.5).contains(time)).collect();
    let gap = Curve::boolean([(0.0, true), (0.4, false), (0.5, true)]);
    let recording = wrist(&times, rest, gap);
    for options in both() {
        let edited = smooth(&recording, &options).unwrap();
        assert_eq!(edited.recording, recording, "{options:?}");
        // The same keys while tracked throughout are smoothed across.
        let joined = wrist(&times, rest, always());
        assert_ne!(smooth(&joined, &options).unwrap().recording, joined);
    }
    let mut times = even(40);
    times.insert(20, times[20]);
    let mut recording = wrist(&times, |_, _| 0.0, always());
    let step = Curve::simple(
        times.iter().enumerate().map(|(n, &time)| (time, if n > 20 { 1.0 } else { 0.0 })),
    );
    recording.set_curve(id(X), step).unwrap();
    for options in both() {
        assert_eq!(
            smooth(&recording, &options).unwrap().recording.curve(id(X)),
            recording.curve(id(X))
        );
    }
}

#[test]
fn a_value_that_is_no_number_stays_and_spoils_nothing() {
    let recording =
        wrist(&even(30), |_, time| if time == 10.0 / 60.0 { f32::NAN } else { 0.5 }, always());
    for options in both() {
        assert_eq!(smooth(&recording, &options).unwrap().recording, recording);
    }
}

#[test]
fn curves_with_times_of_their_own_are_smoothed_alone_and_rotations_not_at_all() {
    let mut next = noise();
    let mut recording = wrist(&even(40), |_, _| 0.5, always());
    let noisy = Curve::simple(uneven(30).into_iter().map(|time| (time, next() as f32)));
    recording.set_curve(id(X), noisy.clone()).unwrap();
    recording.set_curve(id(PoseComponent::RotationW), noisy.clone()).unwrap();
    for options in both() {
        let edited = smooth(&recording, &options).unwrap();
        assert_ne!(edited.recording.curve(id(X)), Some(&noisy));
        assert_eq!(edited.recording.curve(id(PoseComponent::RotationW)), Some(&noisy));
        assert_eq!(edited.notes.len(), 1);
        assert_eq!(edited.notes[0].code.name(), "not-smoothed");
    }
}

#[test]
fn a_lifelike_recording_trembles_less_and_stays_where_it_was() {
    let recording = make(&reenact_make::Options { seconds: 10.0, ..Default::default() }).unwrap();
    for options in both() {
        let edited = smooth(&recording, &options).unwrap();
        check_valid(&edited, &recording);
        assert!(edited.notes.is_empty(), "{:?}", edited.notes);
        for (id, curve) in recording.curves() {
            let after = edited.recording.curve(id).unwrap();
            assert!(
                curve.iter().map(|key| key.time_secs).eq(after.iter().map(|key| key.time_secs)),
                "{id}"
            );
            if id.is_boolean() {
                assert_eq!(curve, after);
            }
        }
        // Jitter shows in second differences; in their median, because a few fast movements make up most of their sum.
        let tremble = |recording: &Recording, id| {
            let values: Vec<f64> = keys(recording, id).iter().map(|key| key.1.into()).collect();
            let mut bends: Vec<f64> =
                values.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).abs()).collect();
            bends.sort_by(f64::total_cmp);
            bends[bends.len() / 2]
        };
        let tip = |component| CurveId::Joint(Side::Right, Joint::IndexTip, component);
        for id in [
            CurveId::Camera(X),
            tip(X),
            tip(PoseComponent::RotationX),
            CurveId::Gaze(RayComponent::DirectionX),
        ] {
            let (before, after) = (tremble(&recording, id), tremble(&edited.recording, id));
            println!("{id}: {before:.2e} → {after:.2e}");
            assert!(after < before * 0.5, "{id}: {before} {after}");
        }
        let [a, b] = [&recording, &edited.recording].map(|r| Sampler::new(r, Mode::Clean));
        let mut worst = 0.0_f32;
        for n in 0..1000 {
            let [a, b] = [&a, &b].map(|sampler| sampler.frame_at(n as f32 / 100.0));
            if let (Some(a), Some(b)) =
                (a.joint(Side::Right, Joint::IndexTip), b.joint(Side::Right, Joint::IndexTip))
            {
                worst = worst.max(a.position.distance(b.position));
            }
            let length = b.gaze.unwrap().direction.length();
            assert!((length - 1.0).abs() < 1e-5);
        }
        println!("{options:?}: the tip strays {worst} m at most");
        // One Euro has a delay in the fastest reaches; Savitzky–Golay only rounds them off.
        let bound = if matches!(options.filter, Filter::OneEuro(_)) { 0.08 } else { 0.01 };
        assert!(worst < bound, "{worst}");
    }
}

#[test]
fn only_the_tracks_asked_for_are_smoothed() {
    let recording = make(&reenact_make::Options { seconds: 2.0, ..Default::default() }).unwrap();
    let options = Options { tracks: Tracks { gaze: true, ..Tracks::NONE }, ..Options::default() };
    let edited = smooth(&recording, &options).unwrap();
    for (id, curve) in recording.curves() {
        let is_gaze = matches!(id, CurveId::Gaze(_));
        assert_eq!(edited.recording.curve(id) != Some(curve), is_gaze, "{id}");
    }
    let z = CurveId::Gaze(RayComponent::DirectionZ);
    assert_eq!(keys(&edited.recording, z).len(), keys(&recording, z).len());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    for options in [
        sg(4, 6),
        one_euro(OneEuro { min_cutoff_hz: 0.0, ..OneEuro::default() }),
        one_euro(OneEuro { derivative_cutoff_hz: f32::NAN, ..OneEuro::default() }),
        one_euro(OneEuro { position_beta: -1.0, ..OneEuro::default() }),
        one_euro(OneEuro { rotation_beta: f32::INFINITY, ..OneEuro::default() }),
    ] {
        assert!(smooth(&recording, &options).is_err(), "{options:?}");
    }
}

#[test]
fn every_recording_of_the_corpus_stays_valid() {
    for (name, bytes) in corpus::recordings() {
        let recording = Recording::from_slice(&bytes).expect(&name);
        for options in both() {
            check_valid(&smooth(&recording, &options).expect(&name), &recording);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_recording_stays_valid(recording in recording(Numbers::Any), half_window in 0_usize..6, order in 0_usize..6) {
        for options in [sg(half_window, order), sg(usize::MAX, order), one_euro(OneEuro::default())] {
            let edited = smooth(&recording, &options).unwrap();
            check_valid(&edited, &recording);
            prop_assert_eq!(edited.recording.key_count(), recording.key_count());
        }
    }
}
