//! Values computed by Unity itself (`testdata/golden/curves.json` has the source of each): evaluation, tangents, and insertion of
//! keys agree.

use std::fs;

use super::common::{number, testdata};
use reenact::{Curve, Key, KeyKind, TangentMode, WeightedMode, WrapMode};
use serde_json::Value;

fn golden(section: &str) -> Vec<Value> {
    let text = fs::read(testdata().join("golden/curves.json")).unwrap();
    let golden: Value = serde_json::from_slice(&text).unwrap();
    golden[section].as_array().unwrap().clone()
}

fn integer(value: &Value) -> i32 {
    i32::try_from(value.as_i64().unwrap()).unwrap()
}

fn key(json: &Value) -> Key {
    Key {
        time_secs: number(&json["time"]),
        value: number(&json["value"]),
        in_tangent: number(&json["inTangent"]),
        out_tangent: number(&json["outTangent"]),
        in_weight: number(&json["inWeight"]),
        out_weight: number(&json["outWeight"]),
        weighted_mode: WeightedMode(integer(&json["weightedMode"])),
    }
}

#[test]
fn curves_evaluate_as_in_unity() {
    let cases = golden("evaluate_cases");
    let mut samples_checked = 0;
    for case in &cases {
        let id = case["id"].as_str().unwrap();
        let mut curve = Curve::full(case["keys"].as_array().unwrap().iter().map(key));
        curve.pre_wrap = WrapMode(integer(&case["preWrapMode"]));
        curve.post_wrap = WrapMode(integer(&case["postWrapMode"]));
        let tolerance = case["tolerance_abs"].as_f64().unwrap();
        let mut cursor = curve.cursor();
        for sample in case["samples"].as_array().unwrap() {
            let (time_secs, expected) = (number(&sample[0]), number(&sample[1]));
            let found = curve.value_at(time_secs);
            if expected.is_nan() {
                // The only exception: before the keys of a loop of length 0, the first value instead of NaN.
                assert_eq!(curve.pre_wrap, WrapMode::LOOP, "{id}");
                assert_eq!(found, curve.first().unwrap().value, "{id} at {time_secs}");
            } else if tolerance == 0.0 {
                assert_eq!(found, expected, "{id} at {time_secs}");
            } else {
                let apart = (f64::from(found) - f64::from(expected)).abs();
                assert!(apart <= tolerance, "{id} at {time_secs}: {found}, not {expected}");
            }
            assert_eq!(
                cursor.value_at(time_secs).to_bits(),
                found.to_bits(),
                "{id} at {time_secs}"
            );
            samples_checked += 1;
        }
    }
    assert_eq!(
        (cases.len(), samples_checked),
        (108, 1028),
        "the file's numbers of cases and samples"
    );
}

#[test]
fn values_that_unity_printed_print_alike() {
    let cases = golden("evaluate_cases");
    let case = cases.iter().find(|case| case["id"] == "unity-answers-464782").unwrap();
    let curve = Curve::full(case["keys"].as_array().unwrap().iter().map(key));
    for sample in case["samples"].as_array().unwrap() {
        // Seven significant digits, in scientific notation so that they are easy to count.
        let printed = format!("{:.6e}", sample[1].as_f64().unwrap());
        assert_eq!(format!("{:.6e}", curve.value_at(number(&sample[0]))), printed);
    }
}

#[test]
fn tangents_are_set_as_in_unity_to_the_bit() {
    let cases = golden("tangent_cases");
    for (n, case) in cases.iter().enumerate() {
        let mode = match case["mode"].as_str().unwrap() {
            "Auto" => TangentMode::Auto,
            "ClampedAuto" => TangentMode::ClampedAuto,
            "Linear" => TangentMode::Linear,
            "Constant" => TangentMode::Constant,
            other => panic!("no such mode: {other}"),
        };
        let keys = case["keys_time_value"].as_array().unwrap();
        let keys = keys.iter().map(|key| Key::linear(number(&key[0]), number(&key[1])));
        let mut curve = Curve::full(keys);
        let index = usize::try_from(case["key_index"].as_u64().unwrap()).unwrap();
        let before = curve.key(index).unwrap();
        assert!(curve.set_tangents(index, mode));
        let expected = Key {
            in_tangent: number(&case["expected_inTangent"]),
            out_tangent: number(&case["expected_outTangent"]),
            in_weight: 1.0 / 3.0,
            out_weight: 1.0 / 3.0,
            ..before
        };
        // Keys are equal bit for bit, including −0.
        assert_eq!(curve.key(index).unwrap(), expected, "case {n}, {mode:?}: {case}");
    }
    assert_eq!(cases.len(), 64, "the file's number of cases");
}

fn times_and_values(curve: &Curve) -> Vec<(f32, f32)> {
    curve.iter().map(|key| (key.time_secs, key.value)).collect()
}

/// Checks of the facts in the file, by their first words.
const FACTS: [(&str, fn()); 6] = [
    ("new AnimationCurve(): preWrapMode == postWrapMode == ClampForever (8), length 0", || {
        let curve = Curve::empty(KeyKind::Full);
        assert_eq!((curve.pre_wrap, curve.post_wrap), (WrapMode(8), WrapMode(8)));
        assert_eq!(curve.len(), 0);
    }),
    ("assigning keys = [...] sorts by time with a STABLE sort and keeps duplicates", || {
        let mut curve = Curve::empty(KeyKind::Full);
        let keys = [(2.0, 1.0), (1.0, 2.0), (2.0, 3.0), (0.0, 4.0), (1.0, 5.0)];
        curve.set_keys(keys.map(|(time, value)| Key::with_tangents(time, value, 0.0, 0.0)));
        let sorted = [(0.0, 4.0), (1.0, 2.0), (1.0, 5.0), (2.0, 1.0), (2.0, 3.0)];
        assert_eq!(times_and_values(&curve), sorted);
    }),
    ("AddKey(Keyframe) at an existing time returns -1 and changes nothing", || {
        let mut curve = Curve::empty(KeyKind::Full);
        assert_eq!(curve.add_key(Key::with_tangents(1.0, 1.0, 0.0, 0.0)), Some(0));
        assert_eq!(curve.add_key(Key::with_tangents(3.0, 3.0, 0.0, 0.0)), Some(1));
        assert_eq!(curve.add_key(Key::with_tangents(2.0, 2.0, 0.0, 0.0)), Some(1));
        assert_eq!(curve.add_key(Key::with_tangents(0.0, 0.0, 0.0, 0.0)), Some(0));
        let before = curve.clone();
        assert_eq!(curve.add_key(Key::with_tangents(2.0, 9.0, 1.0, 1.0)), None);
        assert_eq!(curve.add_smooth_key(2.0, 9.0), None);
        assert_eq!(curve, before);
    }),
    ("MoveKey(i,k) removes key i then adds k; if k.time collides with another key", || {
        let mut curve = Curve::linear(KeyKind::Full, [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]);
        assert_eq!(curve.move_key(0, Key::linear(1.5, 5.0)), Some(1));
        assert_eq!(times_and_values(&curve), [(1.0, 1.0), (1.5, 5.0), (2.0, 2.0)]);
        // A key may be moved to its own time.
        assert_eq!(curve.move_key(1, Key::linear(1.5, 6.0)), Some(1));
        assert_eq!(curve.move_key(1, Key::linear(2.0, 7.0)), None);
        assert_eq!(times_and_values(&curve), [(1.0, 1.0), (2.0, 2.0)]);
    }),
    ("Keyframe(t,v) and Keyframe(t,v,in,out): weights 0, weightedMode None", || {
        let plain = Key::with_tangents(1.0, 2.0, 3.0, 4.0);
        assert_eq!((plain.in_tangent, plain.out_tangent), (3.0, 4.0));
        assert_eq!((plain.in_weight, plain.out_weight), (0.0, 0.0));
        assert_eq!(plain.weighted_mode, WeightedMode::NONE);
        let weighted = plain.with_weights(0.5, 0.6);
        assert_eq!((weighted.in_weight, weighted.out_weight), (0.5, 0.6));
        assert_eq!(weighted.weighted_mode, WeightedMode::BOTH);
    }),
    ("AddKey(0,0) then AddKey(500000,1) evaluates linearly", || {
        let mut curve = Curve::empty(KeyKind::Full);
        assert_eq!(curve.add_smooth_key(0.0, 0.0), Some(0));
        assert_eq!(curve.add_smooth_key(500_000.0, 1.0), Some(1));
        for (time_secs, value) in
            [(1.0, 2e-6), (125_000.0, 0.25), (250_000.0, 0.5), (499_999.0, 0.999_998)]
        {
            let found = curve.value_at(time_secs);
            assert!((found - value).abs() <= 1e-6 * value, "{time_secs}: {found}, not {value}");
        }
    }),
];

#[test]
fn keys_are_handled_as_in_unity() {
    let facts = golden("api_facts");
    for fact in &facts {
        let text = fact["fact"].as_str().unwrap();
        let check = FACTS.iter().find(|(begins, _)| text.starts_with(begins));
        let (_, check) = check.unwrap_or_else(|| panic!("not checked: {text}"));
        check();
    }
    assert_eq!(facts.len(), FACTS.len());
}
