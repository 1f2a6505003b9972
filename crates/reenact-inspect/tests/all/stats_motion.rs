//! Path, speed, acceleration, jerk and smoothness compared with closed forms.

use std::f64::consts::TAU;

use glam::DVec3;
use reenact::hand::Side;
use reenact::{Curve, CurveId, Recording};
use reenact_inspect::stats::{HandStats, Options, stats};

use crate::takes::{assert_near, film_hand, hand_at, minimum_jerk};

fn right(recording: &Recording, options: &Options) -> HandStats {
    stats(recording, options).unwrap().right
}

/// All frames are one movement, and derivatives use as few frames as possible.
const SHARP: fn() -> Options =
    || Options { smoothing_secs: 0.0, rest_speed_m_s: 0.0, ..Options::default() };

const REACH_M: f64 = 0.3;

/// A minimum-jerk reach of 30 cm in 1 s, without anything else.
fn reach(rate_hz: f64) -> Recording {
    film_hand(1.0, rate_hz, |t| hand_at(DVec3::new(REACH_M * minimum_jerk(t), 0.0, 0.0)))
}

#[test]
fn on_a_circle_at_constant_speed_all_is_as_the_books_say() {
    let (radius, turns_a_sec, secs) = (0.2, 0.25, 8.0);
    let omega = TAU * turns_a_sec;
    let recording = film_hand(secs, 60.0, |t| {
        let (sin, cos) = (omega * t).sin_cos();
        hand_at(DVec3::new(0.1 + radius * cos, 1.2, 0.4 + radius * sin))
    });
    let hand = right(&recording, &Options::default());
    let speed = omega * radius;
    assert_near(hand.path_length_m, speed * secs, 1e-3 * speed * secs);
    let found = hand.speed_m_s.unwrap();
    for found in [found.mean, found.min, found.max] {
        assert_near(found, speed, 2e-3 * speed);
    }
    assert_near(hand.acceleration_m_s2.unwrap().mean, speed * omega, 5e-3 * speed * omega);
    let jerk = speed * omega * omega;
    assert_near(hand.jerk_m_s3.unwrap().mean, jerk, 2e-2 * jerk);
    assert_eq!(hand.movements, Some(1));
    assert_near(hand.movement_secs.unwrap().mean, secs, 1e-9);
}

#[test]
fn a_minimum_jerk_reach_has_its_peak_speed_path_and_log_dimensionless_jerk() {
    let options = Options { rate_hz: 240.0, ..SHARP() };
    let hand = right(&reach(240.0), &options);
    assert_near(hand.path_length_m, REACH_M, 1e-4);
    assert_near(hand.speed_m_s.unwrap().max, 1.875 * REACH_M, 1e-3);
    assert_near(hand.acceleration_m_s2.unwrap().max, 5.773_503 * REACH_M, 0.01);
    // ∫ jerk² = 720 d² / T⁵ and peak speed 15/8 d/T make T³ / v² · ∫ = 204.8, whatever d and T are.
    assert_near(hand.log_dimensionless_jerk, -(204.8_f64.ln()), 0.01);
}

#[test]
fn the_default_smoothing_takes_little_from_a_reach() {
    let options = Options { rest_speed_m_s: 0.0, ..Options::default() };
    let hand = right(&reach(60.0), &options);
    assert_near(hand.speed_m_s.unwrap().max, 1.875 * REACH_M, 0.02 * REACH_M);
    assert_near(hand.path_length_m, REACH_M, 0.003);
    // Most is lost at the ends of a recording, where the window is one-sided and jerk is largest.
    assert_near(hand.log_dimensionless_jerk, -(204.8_f64.ln()), 0.55);
}

#[test]
fn a_movement_is_what_is_faster_than_rest() {
    // Three reaches there and back, with a second of rest before, between and after them.
    let recording = film_hand(7.0, 240.0, |t| {
        let way = minimum_jerk(t - 1.0) - minimum_jerk(t - 3.0) + minimum_jerk(t - 5.0);
        hand_at(DVec3::new(REACH_M * way, 0.0, 0.0))
    });
    let options = Options { rate_hz: 240.0, smoothing_secs: 0.0, ..Options::default() };
    let hand = right(&recording, &options);
    assert_eq!(hand.movements, Some(3));
    // Speed 30 s² (1 − s)² d/T is 0.05 m/s at s and 1 − s.
    let edge = (0.05_f64 / (30.0 * REACH_M)).sqrt();
    let s = (1.0 - (1.0 - 4.0 * edge).sqrt()) / 2.0;
    let secs = 1.0 - 2.0 * s;
    assert_near(hand.movement_secs.unwrap().mean, secs, 2.0 / 240.0);
    // Jerk is (60 − 360 s + 360 s²) d/T³; its square is integrated by hand from s to 1 − s.
    let squared = |s: f64| {
        3600.0 * (s - 6.0 * s.powi(2) + 16.0 * s.powi(3) - 18.0 * s.powi(4) + 7.2 * s.powi(5))
    };
    let total = squared(1.0 - s) - squared(s);
    let expected = -(secs.powi(3) / 1.875_f64.powi(2) * total).ln();
    assert_near(hand.log_dimensionless_jerk, expected, 0.05);
}

/// Spectral arc length as defined in the paper, with a direct Fourier sum.
fn sparc_by_definition(speeds: &[f64], rate_hz: f64) -> f64 {
    let size = 2_usize.pow((speeds.len() as f64).log2().ceil() as u32 + 4);
    let magnitudes: Vec<f64> = (0..size)
        .map(|k| (k as f64 * rate_hz / size as f64, k))
        .take_while(|(hz, _)| *hz <= 10.0)
        .map(|(_, k)| {
            let parts = speeds.iter().enumerate().map(|(n, speed)| {
                let (sin, cos) = (TAU * (k * n % size) as f64 / size as f64).sin_cos();
                (speed * cos, speed * sin)
            });
            let (re, im) = parts.fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
            re.hypot(im)
        })
        .collect();
    let largest = magnitudes.iter().copied().fold(0.0, f64::max);
    let scaled: Vec<f64> = magnitudes.iter().map(|magnitude| magnitude / largest).collect();
    let first = scaled.iter().position(|&m| m >= 0.05).unwrap();
    let last = scaled.iter().rposition(|&m| m >= 0.05).unwrap();
    let df = 1.0 / (last - first) as f64;
    -scaled[first..=last]
        .windows(2)
        .map(|pair| (df * df + (pair[1] - pair[0]).powi(2)).sqrt())
        .sum::<f64>()
}

#[test]
fn the_spectral_arc_length_is_that_of_the_paper() {
    let speed = |s: f64| 30.0 * (s * (1.0 - s)).powi(2);
    let reach_speeds: Vec<f64> = (0..=60).map(|n| REACH_M * speed(f64::from(n) / 60.0)).collect();
    let expected = sparc_by_definition(&reach_speeds, 60.0);
    assert_near(right(&reach(60.0), &SHARP()).sparc, expected, 1e-3);

    // A reach in three strokes is less smooth, as in the paper.
    let stroked = |t: f64| (minimum_jerk(t) + minimum_jerk(t - 0.8) + minimum_jerk(t - 1.6)) * 0.1;
    let strokes = film_hand(2.6, 60.0, |t| hand_at(DVec3::new(stroked(t), 0.0, 0.0)));
    let at = |s: f64| if (0.0..=1.0).contains(&s) { 0.1 * speed(s) } else { 0.0 };
    let stroke_speeds: Vec<f64> =
        (0..=156).map(|n| f64::from(n) / 60.0).map(|t| at(t) + at(t - 0.8) + at(t - 1.6)).collect();
    let rougher = sparc_by_definition(&stroke_speeds, 60.0);
    assert!(rougher < expected - 0.2, "{rougher} {expected}");
    assert_near(right(&strokes, &SHARP()).sparc, rougher, 5e-3);
}

#[test]
fn a_trackers_noise_does_not_drown_the_jerk_of_a_reach() {
    // 0.3 mm, different in every frame, from a fixed seed.
    let mut state = 7_u64;
    let noise: Vec<f64> = (0..400)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) as f64 / 2_f64.powi(31) - 0.5) * 0.000_6 * 3_f64.sqrt()
        })
        .collect();
    let film = |share: f64| {
        film_hand(1.0, 60.0, |t| {
            let n = (t * 60.0).round() as usize;
            let tremble = DVec3::new(noise[n], noise[n + 100], noise[n + 200]) * share;
            hand_at(DVec3::new(REACH_M * minimum_jerk(t), 0.0, 0.0) + tremble)
        })
    };
    let options = Options { rest_speed_m_s: 0.0, ..Options::default() };
    let [clean, noisy] = [0.0, 1.0].map(|share| right(&film(share), &options));
    let [clean_sharp, noisy_sharp] = [0.0, 1.0].map(|share| right(&film(share), &SHARP()));
    let log_jerk = |hand: &HandStats| hand.log_dimensionless_jerk.unwrap();
    assert!(log_jerk(&noisy_sharp) < log_jerk(&clean_sharp) - 2.0, "it would without smoothing");
    assert_near(log_jerk(&noisy), log_jerk(&clean), 0.3);
    assert_near(noisy.path_length_m, clean.path_length_m.unwrap(), 0.003);
}

#[test]
fn nothing_is_derived_across_a_gap() {
    // A hand at rest that is lost and found a metre away.
    let mut recording = film_hand(4.0, 60.0, |t| {
        let hand = hand_at(DVec3::new(if t < 2.0 { 0.0 } else { 1.0 }, 0.0, 0.0));
        if (1.5..2.5).contains(&t) { reenact::HandFrame::new(false, false, |_| None) } else { hand }
    });
    let hand = right(&recording, &Options::default());
    assert_eq!(hand.gaps, Some(1));
    assert_near(hand.longest_gap_secs, 1.0, 1e-6);
    assert_near(hand.path_length_m, 0.0, 1e-6);
    assert_near(hand.speed_m_s.unwrap().max, 0.0, 1e-6);
    // The same at sample times between keys, where the curve is already interpolated across the gap.
    let shifted = Options { from_secs: Some(0.009), ..Options::default() };
    assert_near(right(&recording, &shifted).speed_m_s.unwrap().max, 0.0, 1e-6);
    // Without the gap it is a jump.
    recording.set_curve(CurveId::Tracked(Side::Right), Curve::boolean([(0.0, true)])).unwrap();
    assert_near(right(&recording, &Options::default()).path_length_m, 1.0, 0.05);
}

#[test]
fn a_gap_shorter_than_a_frame_still_parts_what_was_before_from_what_is_after() {
    let mut recording =
        film_hand(2.0, 60.0, |t| hand_at(DVec3::new(if t < 1.0 { 0.0 } else { 1.0 }, 0.0, 0.0)));
    assert_near(right(&recording, &Options::default()).path_length_m, 1.0, 0.3);
    let off_secs = 59.3 / 60.0;
    let tracked = Curve::boolean([(0.0, true), (off_secs, false), (off_secs + 0.001, true)]);
    recording.set_curve(CurveId::Tracked(Side::Right), tracked).unwrap();
    let hand = right(&recording, &Options::default());
    assert_eq!(hand.gaps, Some(1));
    assert_near(hand.path_length_m, 0.0, 1e-6);
}

#[test]
fn a_hand_that_the_recorder_stopped_writing_is_not_at_rest() {
    let mut recording = film_hand(2.0, 60.0, |t| hand_at(DVec3::new(0.5 * t, 0.0, 0.0)));
    // Like MRTK's optimizer: the last half second of every joint is missing, but not of its tracking.
    let ids: Vec<CurveId> = recording.tracks().curve_ids().filter(|id| !id.is_boolean()).collect();
    for id in ids {
        let keys: Vec<_> = recording.curve(id).unwrap().iter().collect();
        let kept =
            keys.iter().filter(|key| key.time_secs <= 1.5).map(|key| (key.time_secs, key.value));
        recording.set_curve(id, Curve::simple(kept)).unwrap();
    }
    recording
        .set_curve(CurveId::Tracked(Side::Right), Curve::boolean([(0.0, true), (2.0, true)]))
        .unwrap();
    let hand = right(&recording, &Options::default());
    assert_near(hand.tracked_secs, 2.0, 1e-6);
    assert_near(hand.observed_secs, 1.5, 1e-6);
    assert_near(hand.speed_m_s.unwrap().min, 0.5, 1e-3);
    assert_near(hand.path_length_m, 0.75, 1e-3);
}
