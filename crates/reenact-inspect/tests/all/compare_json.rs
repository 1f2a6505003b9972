//! JSON representation of a comparison.

use glam::Vec3;
use reenact::hand::Side;
use reenact::{Curve, CurveId, Marker};
use reenact_inspect::compare::{Alignment, Options, compare};
use serde_json::Value;

use crate::compare_made::{camera, lifelike, other_bytes, with_keys};

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

fn has_null_numbers(value: &Value) -> bool {
    value.to_string().contains("NaN")
}

#[test]
fn the_promised_fields_are_there() {
    let a = lifelike(1.0, 1);
    let b = with_keys(&a, |_, key| reenact::Key { value: key.value * 1.01, ..key });
    let alignment = Alignment::Warp { max_secs: 0.1 };
    let found = compare(&a, &b, &Options { alignment, ..Options::default() }).unwrap();
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json["same"], false);
    assert!(json["first_difference"]["message"].is_string());
    assert_eq!(json["duration_secs"], serde_json::json!([1.0, 1.0]));
    assert_eq!(keys(&json["warp"]), ["max_shift_secs", "max_stretch"]);
    assert_eq!(keys(&json["tracks"]), ["camera", "gaze", "left", "right"]);
    let left = &json["tracks"]["left"];
    assert!(keys(left).contains(&"state_mismatch_secs"));
    assert_eq!(keys(&left["position_m"]), ["joint", "max", "rms", "time_secs"]);
    assert_eq!(keys(&left["rotation_deg"]), ["joint", "max", "rms", "time_secs"]);
    assert!(json["tracks"]["camera"]["position_m"]["max"].is_f64());
    let over_time = &json["tracks"]["camera"]["distance_over_time"];
    assert_eq!(over_time["position_m"].as_array().unwrap().len(), 61);
    // The shortest decimal that parses to the same f32.
    let text = serde_json::to_string(&found).unwrap();
    let max = found.tracks[0].position_m.unwrap().max;
    assert!(text.contains(&format!("\"position_m\":{{\"max\":{max},")), "{text}");
}

#[test]
fn no_number_is_nan_and_what_is_not_there_is_null() {
    let mut a = lifelike(1.0, 1);
    a.set_curve(CurveId::Tracked(Side::Left), Curve::boolean([(0.0, false)])).unwrap();
    let json =
        serde_json::to_value(compare(&a, &other_bytes(&a), &Options::default()).unwrap()).unwrap();
    assert_eq!(json["same"], true);
    assert!(json["first_difference"].is_null() && json["warp"].is_null());
    assert!(json["tracks"]["left"]["position_m"].is_null());
    assert_eq!(json["tracks"]["left"]["state_mismatch_secs"], 0.0);
    assert!(!has_null_numbers(&json));

    let short = camera(&[(0.0, Vec3::ZERO), (1.0, Vec3::X)]);
    let mut endless = camera(&[(0.0, Vec3::NAN), (f32::INFINITY, Vec3::NAN)]);
    endless.set_markers([Marker::new(f32::NAN, "x")]).unwrap();
    let json =
        serde_json::to_value(compare(&short, &endless, &Options::default()).unwrap()).unwrap();
    assert_eq!(json["duration_secs"], serde_json::json!([1.0, 0.0]));
    assert_eq!(
        json["markers"][0],
        serde_json::json!({"time_secs": "NaN", "name": "x", "only_in": "b"})
    );
    assert_eq!(json["first_difference"]["what"], "duration");
    assert_eq!(json["first_difference"]["time_secs"], 0.0);
}
