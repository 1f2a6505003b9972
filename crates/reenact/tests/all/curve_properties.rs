//! Property tests of curve evaluation.

use std::ops::Range;

use proptest::prelude::*;
use reenact::{Curve, Key, KeyKind, WeightedMode, WrapMode};

/// Distinct sorted times on a grid of 1/64 s.
fn sorted_times(len: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<f32>> {
    prop::collection::btree_set(-2000_i16..2000, len)
        .prop_map(|times| times.into_iter().map(|time| f32::from(time) / 64.0).collect())
}

/// Value of ordinary size.
fn value() -> impl Strategy<Value = f32> {
    prop_oneof![-2.0_f32..2.0, -1e6_f32..1e6, Just(0.0), Just(1.0)]
}

/// Extreme and non-finite numbers.
fn any_number() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => -4.0_f32..4.0,
        1 => any::<u32>().prop_map(f32::from_bits),
        1 => prop::sample::select(vec![
            0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, f32::MIN_POSITIVE, 1e-45, 1e6,
        ]),
    ]
}

fn finite() -> impl Strategy<Value = f32> {
    any_number().prop_filter("finite", |value| value.is_finite())
}

fn any_key() -> impl Strategy<Value = Key> {
    (prop::array::uniform6(any_number()), -1_i32..5).prop_map(|(numbers, mode)| {
        let [time_secs, value, in_tangent, out_tangent, in_weight, out_weight] = numbers;
        let weighted_mode = WeightedMode(mode);
        Key { time_secs, value, in_tangent, out_tangent, in_weight, out_weight, weighted_mode }
    })
}

/// A key that Unity's editor could create.
fn sane_key() -> impl Strategy<Value = Key> {
    let side = || (-10.0_f32..10.0, 0.0_f32..1.0);
    (value(), side(), side(), 0_i32..4).prop_map(
        |(value, (in_tangent, in_weight), (out_tangent, out_weight), mode)| {
            let weighted_mode = WeightedMode(mode);
            Key {
                time_secs: 0.0,
                value,
                in_tangent,
                out_tangent,
                in_weight,
                out_weight,
                weighted_mode,
            }
        },
    )
}

fn any_kind() -> impl Strategy<Value = KeyKind> {
    prop::sample::select(vec![KeyKind::Boolean, KeyKind::Simple, KeyKind::Full])
}

fn any_wrap() -> impl Strategy<Value = WrapMode> {
    prop::sample::select(vec![0, 1, 2, 4, 8, 3, -1]).prop_map(WrapMode)
}

/// Two keys, (time, value) each, in order of time; values from a strategy for both.
fn line(
    values: impl Strategy<Value = [f32; 2]>,
) -> impl Strategy<Value = ((f32, f32), (f32, f32))> {
    ([-1e3_f32..1e3, -1e3_f32..1e3], values).prop_map(|([s, t], [a, b])| {
        let (start, end) = (s.min(t), s.max(t));
        ((start, a), (end.max(start.next_up()), b))
    })
}

prop_compose! {
    /// Keys in order and at different times, of any kind and wrap modes.
    fn sane_curve(len: Range<usize>)(
        times in sorted_times(len),
        kind in any_kind(),
        wraps in [any_wrap(), any_wrap()],
    )(
        keys in prop::collection::vec(sane_key(), times.len()),
        times in Just(times),
        kind in Just(kind),
        wraps in Just(wraps),
    ) -> Curve {
        let keys = times.iter().zip(keys).map(|(&time_secs, key)| Key { time_secs, ..key });
        let mut curve = Curve::from_keys(kind, keys);
        [curve.pre_wrap, curve.post_wrap] = wraps;
        curve
    }
}

prop_compose! {
    /// Arbitrary curve.
    fn any_curve()(
        keys in prop::collection::vec(any_key(), 0..20),
        kind in any_kind(),
        wraps in [any_wrap(), any_wrap()],
    ) -> Curve {
        let mut curve = Curve::from_keys(kind, keys);
        [curve.pre_wrap, curve.post_wrap] = wraps;
        curve
    }
}

fn times_around() -> impl Strategy<Value = Vec<f32>> {
    let time = prop_oneof![
        3 => -40.0_f32..40.0,
        // On the grid of the keys.
        2 => (-2500_i16..2500).prop_map(|time| f32::from(time) / 64.0),
    ];
    prop::collection::vec(time, 1..40)
}

/// Same bits, except that all NaNs are equal: Rust does not specify the bits of a NaN result.
fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn at_a_keys_time_a_curve_has_its_value(mut curve in sane_curve(1..30)) {
        // In a loop the last key's time maps to the first.
        curve.post_wrap = WrapMode::CLAMP_FOREVER;
        for key in &curve {
            prop_assert_eq!(curve.value_at(key.time_secs).to_bits(), key.value.to_bits());
        }
    }

    #[test]
    fn a_cursor_gives_the_bits_of_random_access(curve in sane_curve(1..30), times in times_around()) {
        let mut cursor = curve.cursor();
        for time_secs in times {
            prop_assert_eq!(cursor.value_at(time_secs).to_bits(), curve.value_at(time_secs).to_bits());
        }
    }

    #[test]
    fn a_cursor_gives_the_same_bits_whatever_the_keys(
        curve in any_curve(),
        times in prop::collection::vec(any_number(), 1..20),
    ) {
        let mut cursor = curve.cursor();
        for time_secs in times {
            prop_assert!(same(cursor.value_at(time_secs), curve.value_at(time_secs)));
        }
    }

    #[test]
    fn simple_keys_and_the_full_keys_they_stand_for_give_the_same_bits(
        keys in prop::collection::vec((any_number(), any_number()), 0..20),
        kind in prop::sample::select(vec![KeyKind::Boolean, KeyKind::Simple]),
        time_secs in any_number(),
    ) {
        let short = Curve::linear(kind, keys);
        let full = Curve::full(short.iter());
        prop_assert!(same(short.value_at(time_secs), full.value_at(time_secs)));
    }

    #[test]
    fn a_line_stays_between_its_ends_and_never_turns_back(
        (a, b) in line([finite(), finite()]),
        fractions in prop::collection::vec(0.0_f32..1.0, 2..50),
    ) {
        let curve = Curve::simple([a, b]);
        let mut times: Vec<f32> = fractions.iter().map(|f| (a.0 + (b.0 - a.0) * f).clamp(a.0, b.0)).collect();
        // Adjacent floats, where rounding is visible, at both ends and in between.
        times.extend([a.0, a.0.next_up(), b.0.next_down(), b.0]);
        let mut near = times[0];
        for _ in 0..20 {
            near = near.next_up().min(b.0);
            times.push(near);
        }
        times.sort_by(f32::total_cmp);
        let mut before = a.1;
        for time_secs in times {
            let value = curve.value_at(time_secs);
            prop_assert!(a.1.min(b.1) <= value && value <= a.1.max(b.1), "{} at {}", value, time_secs);
            prop_assert!(if a.1 <= b.1 { before <= value } else { before >= value }, "{} at {}", value, time_secs);
            before = value;
        }
        prop_assert_eq!(before, b.1);
    }

    #[test]
    fn a_line_is_near_the_true_line(
        (a, b) in line([value(), value()]),
        fraction in 0.0_f32..1.0,
    ) {
        let time_secs = (a.0 + (b.0 - a.0) * fraction).clamp(a.0, b.0);
        let s = (f64::from(time_secs) - f64::from(a.0)) / (f64::from(b.0) - f64::from(a.0));
        let exact = f64::from(a.1) + (f64::from(b.1) - f64::from(a.1)) * s;
        let scale = f64::from(a.1.abs().max(b.1.abs()));
        let error = (f64::from(Curve::simple([a, b]).value_at(time_secs)) - exact).abs();
        prop_assert!(error <= 4.0 * f64::from(f32::EPSILON) * scale, "{} of {}", error, scale);
    }

    #[test]
    fn a_loop_repeats_and_ping_pong_runs_back(
        mut curve in sane_curve(2..30),
        fraction in 0.01_f32..0.99,
        rounds in -5_i8..5,
    ) {
        // Linear curves, whose error from a rounded time is known.
        curve = Curve::simple(curve.iter().map(|key| (key.time_secs, key.value)));
        let (start, end) = (curve.first().unwrap().time_secs, curve.last().unwrap().time_secs);
        let length = end - start;
        let steepest = curve.iter().zip(curve.iter().skip(1))
            .map(|(a, b)| ((b.value - a.value) / (b.time_secs - a.time_secs)).abs())
            .fold(1.0, f32::max);
        let inside = start + length * fraction;
        let rounds = f32::from(rounds);
        let near = |found: f32, expected: f32| {
            // A few rounding errors of times of this size.
            let time_error = 8.0 * f32::EPSILON * (start.abs() + length * (2.0 * rounds.abs() + 3.0));
            (found - expected).abs() <= steepest * time_error + 4.0 * f32::EPSILON * expected.abs()
        };
        let expected = curve.value_at(inside);
        for mode in [WrapMode::LOOP, WrapMode::DEFAULT, WrapMode(77)] {
            (curve.pre_wrap, curve.post_wrap) = (mode, mode);
            let found = curve.value_at(inside + rounds * length);
            prop_assert!(near(found, expected), "{} is not {}", found, expected);
        }
        (curve.pre_wrap, curve.post_wrap) = (WrapMode::PING_PONG, WrapMode::PING_PONG);
        for time_secs in [inside + 2.0 * rounds * length, start - (inside - start) + 2.0 * rounds * length] {
            let found = curve.value_at(time_secs);
            prop_assert!(near(found, expected), "{} is not {}", found, expected);
        }
    }

    #[test]
    fn outside_its_keys_a_curve_that_is_held_has_its_ends_values(mut curve in sane_curve(1..30), away in 0.0_f32..1e9) {
        for mode in [WrapMode::ONCE, WrapMode::CLAMP_FOREVER] {
            (curve.pre_wrap, curve.post_wrap) = (mode, mode);
            let (first, last) = (curve.first().unwrap(), curve.last().unwrap());
            for away in [away, f32::INFINITY] {
                prop_assert_eq!(curve.value_at(first.time_secs - away).to_bits(), first.value.to_bits());
                prop_assert_eq!(curve.value_at(last.time_secs + away).to_bits(), last.value.to_bits());
            }
        }
    }

    #[test]
    fn no_keys_and_no_time_are_too_strange(curve in any_curve(), time_secs in any_number()) {
        let value = curve.value_at(time_secs);
        let _ = curve.is_on_at(time_secs);
        match curve.len() {
            0 => prop_assert_eq!(value.to_bits(), 0),
            1 => prop_assert_eq!(value.to_bits(), curve.first().unwrap().value.to_bits()),
            _ if time_secs.is_nan() => prop_assert!(value.is_nan()),
            _ => {}
        }
    }

    #[test]
    fn boolean_keys_hold(times in sorted_times(1..30), on in prop::collection::vec(any::<bool>(), 30)) {
        let curve = Curve::boolean(times.iter().copied().zip(on.iter().copied()));
        for (index, &time_secs) in times.iter().enumerate() {
            prop_assert_eq!(curve.is_on_at(time_secs), on[index]);
            prop_assert_eq!(curve.is_on_at(time_secs.next_down()), on[index.saturating_sub(1)]);
        }
    }

    #[test]
    fn weights_of_a_third_are_no_weights(
        tangents in [-10.0_f32..10.0, -10.0_f32..10.0],
        values in [-10.0_f32..10.0, -10.0_f32..10.0],
        fraction in 0.001_f32..0.999,
    ) {
        let segment = |weight: f32, mode| {
            let keys = [(0.0, values[0], tangents[0]), (1.5, values[1], tangents[1])];
            Curve::full(keys.map(|(time, value, tangent)| Key {
                weighted_mode: mode,
                ..Key::with_tangents(time, value, tangent, tangent).with_weights(weight, weight)
            }))
        };
        let time_secs = 1.5 * fraction;
        let third = 1.0_f32 / 3.0;
        let plain = segment(0.9, WeightedMode::NONE).value_at(time_secs);
        prop_assert_eq!(segment(third, WeightedMode::BOTH).value_at(time_secs).to_bits(), plain.to_bits());
        // The next larger weight is solved as a Bézier, with nearly the same result.
        let solved = segment(third.next_up(), WeightedMode::BOTH).value_at(time_secs);
        prop_assert!((solved - plain).abs() < 2e-5, "{} and {}", solved, plain);
    }

    #[test]
    fn a_weighted_value_lies_on_its_bezier(
        weights in [0.0_f64..1.0, 0.0_f64..1.0],
        tangents in [-4.0_f32..4.0, -4.0_f32..4.0],
        u in 0.001_f64..0.999,
    ) {
        // Weights rounded to `f32`.
        let [left, right] = weights.map(|weight| f64::from(to_f32(weight)));
        let a = Key::with_tangents(2.0, 1.0, 0.0, tangents[0]).with_weights(0.0, to_f32(left));
        let b = Key::with_tangents(4.0, 3.0, tangents[1], 0.0).with_weights(to_f32(right), 0.0);
        // Evaluates time and value at a parameter; the curve at that time must have that value.
        let bezier = |p: [f64; 4]| {
            let v = 1.0 - u;
            v * v * v * p[0] + 3.0 * v * v * u * p[1] + 3.0 * v * u * u * p[2] + u * u * u * p[3]
        };
        let time = bezier([2.0, 2.0 + 2.0 * left, 4.0 - 2.0 * right, 4.0]);
        let [out, into] = tangents.map(f64::from);
        let expected = bezier([1.0, 1.0 + 2.0 * left * out, 3.0 - 2.0 * right * into, 3.0]);
        let time_secs = to_f32(time);
        // Where the Bézier has zero speed in time, rounding of the time changes the value arbitrarily.
        let v = 1.0 - u;
        let pace = 6.0 * (v * v * left + 2.0 * u * v * (1.0 - right - left) + u * u * right);
        prop_assume!(pace > 0.05);
        let found = f64::from(Curve::full([a, b]).value_at(time_secs));
        let steepness = 60.0 / pace;
        prop_assert!((found - expected).abs() <= 5e-7 * steepness, "{} and {}", found, expected);
    }
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "rounds, which is what is wanted"
)]
fn to_f32(value: f64) -> f32 {
    value as f32
}

#[test]
fn among_ten_million_keys_at_one_time_the_last_counts_and_is_found_at_once() {
    let times = (0..10_000_000_u32).map(|n| (1.0, if n % 2 == 0 { 2.0 } else { 3.0 }));
    let curve =
        Curve::simple([(0.0, 0.0)].into_iter().chain(times).chain([(1.0, 7.0), (2.0, 9.0)]));
    let mut cursor = curve.cursor();
    for _ in 0..100_000 {
        assert_eq!(curve.value_at(1.0), 7.0);
        assert_eq!(curve.value_at(1.5), 8.0);
        assert_eq!(cursor.value_at(0.5), 1.0);
        assert_eq!(cursor.value_at(1.0), 7.0);
    }
}

#[test]
fn in_unsorted_keys_a_segment_around_the_time_is_found() {
    let curve = Curve::simple([(0.0, 0.0), (3.0, 30.0), (1.0, 10.0), (2.0, 20.0), (4.0, 40.0)]);
    assert!(!curve.is_sorted());
    assert_eq!(curve.value_at(1.5), 15.0);
    assert_eq!(curve.value_at(3.5), 35.0);
}

#[test]
fn a_time_that_is_no_number_or_endless() {
    let mut curve = Curve::simple([(0.0, 1.0), (1.0, 2.0)]);
    assert!(curve.value_at(f32::NAN).is_nan());
    assert_eq!(curve.value_at(f32::INFINITY), 2.0);
    assert_eq!(curve.value_at(f32::NEG_INFINITY), 1.0);
    for mode in [WrapMode::DEFAULT, WrapMode::LOOP, WrapMode::PING_PONG] {
        (curve.pre_wrap, curve.post_wrap) = (mode, mode);
        assert!(curve.value_at(f32::INFINITY).is_nan());
        assert!(curve.value_at(f32::NEG_INFINITY).is_nan());
    }
}
