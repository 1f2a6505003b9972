//! JSON round trip, byte for byte.

use proptest::prelude::*;
use reenact::{Curve, CurveId, Form, PoseComponent, Recording, Tracks};
use reenact_convert::{json, ndjson};

use crate::arbitrary::{recording, with_plain_nans};
use crate::common::recordings;

fn as_json(recording: &Recording) -> (Vec<u8>, usize) {
    let mut text = Vec::new();
    let written = json::write(recording, &mut text).unwrap();
    (text, written.nan_payloads)
}

fn as_ndjson(recording: &Recording) -> (Vec<u8>, usize) {
    let mut text = Vec::new();
    let written = ndjson::write(recording, &mut text).unwrap();
    (text, written.nan_payloads)
}

#[test]
fn every_recording_in_testdata_comes_back_byte_for_byte() {
    for (name, bytes) in recordings() {
        let recording = Recording::from_slice(&bytes).unwrap();
        let (text, losses) = as_json(&recording);
        assert_eq!(losses, 0, "{name}");
        assert!(json::read(&text).unwrap().to_bytes() == bytes, "{name} by json");
        // Other parsers accept it as JSON, too.
        let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(value["curves"].as_array().unwrap().len(), recording.curves().len(), "{name}");

        let (lines, losses) = as_ndjson(&recording);
        assert_eq!(losses, 0, "{name}");
        assert!(ndjson::read(&lines[..]).unwrap().to_bytes() == bytes, "{name} by ndjson");
        assert!(json::read(&lines).unwrap().to_bytes() == bytes, "{name}: lines by json");
        let count = std::str::from_utf8(&lines).unwrap().lines().count();
        assert_eq!(count, 1 + recording.curves().len(), "{name}");
        for line in std::str::from_utf8(&lines).unwrap().lines() {
            serde_json::from_str::<serde_json::Value>(line).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_recording_comes_back_but_for_the_payload_of_nans(recording in recording()) {
        let (plain, expected_losses) = with_plain_nans(&recording);
        let (text, losses) = as_json(&recording);
        prop_assert_eq!(losses, expected_losses);
        prop_assert_eq!(&json::read(&text).unwrap(), &plain);
        let (lines, losses) = as_ndjson(&recording);
        prop_assert_eq!(losses, expected_losses);
        prop_assert_eq!(&ndjson::read(&lines[..]).unwrap(), &plain);
        // Written a second time, nothing is lost.
        prop_assert_eq!(as_json(&plain), (text, 0));
    }

    #[test]
    fn any_text_is_read_or_refused_without_a_panic(text in any::<Vec<u8>>()) {
        let _ = json::read(&text);
        let _ = ndjson::read(&text[..]);
    }

    /// A valid text with a few bytes changed: whatever is accepted is valid JSON for other parsers, too, and stable.
    #[test]
    fn damage_is_refused_or_harmless(
        recording in recording(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let (mut text, _) = as_json(&recording);
        for (index, byte) in damage {
            let at = index.index(text.len());
            text[at] = byte;
        }
        if let Ok(read) = json::read(&text) {
            prop_assert!(serde_json::from_slice::<serde_json::Value>(&text).is_ok());
            let (again, losses) = as_json(&read);
            prop_assert_eq!(losses, 0);
            prop_assert_eq!(json::read(&again).unwrap(), read);
        }
    }
}

#[test]
fn the_document_is_as_documented() {
    let tracks = Tracks { camera: true, ..Tracks::NONE };
    let mut recording = Recording::new(Form::MRTK_1_1, tracks).unwrap();
    let x = CurveId::Camera(PoseComponent::PositionX);
    recording.set_curve(x, Curve::simple([(0.0, 0.1), (0.5, -0.0)])).unwrap();
    recording.set_markers([reenact::Marker::new(0.25, "a \"b\"\n\u{1}é")]).unwrap();
    let (text, _) = as_json(&recording);
    let text = String::from_utf8(text).unwrap();
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(
            r#"{"version": "1.1", "layout": "mrtk", "marker_list": true, "trailing": "", "flags": [1,0,0], "curves": ["#
        )
    );
    assert_eq!(
        lines.next(),
        Some(
            r#"{"name": "camera.position.x", "pre_wrap": 8, "post_wrap": 8, "kind": "simple", "keys": [[0.0,0.1],[0.5,-0.0]]},"#
        )
    );
    assert_eq!(
        text.lines().last(),
        Some(r#"], "markers": [{"time_secs": 0.25, "name": "a \"b\"\n\u0001é"}]}"#)
    );
}

#[test]
fn fields_and_curves_may_come_in_any_order_and_be_left_out() {
    let text = r#" { "markers" : [ {"name":"\u00e9\ud83d\ude00","time_secs":1} ],
        "curves":[{"keys":[[0,1e0],[1,2.50]],"name":"camera.rotation.w"},
                  {"keys":[],"name":"camera.position.x","post_wrap":2}],
        "version" : "1.1"}  "#;
    let read = json::read(text.as_bytes()).unwrap();
    assert_eq!(read.form(), Form::MRTK_1_1);
    assert_eq!(read.tracks(), Tracks { camera: true, ..Tracks::NONE });
    assert_eq!(read.markers().next().unwrap().name, "é😀");
    let w = read.curve_named("camera.rotation.w").unwrap();
    assert_eq!(w, &Curve::simple([(0.0, 1.0), (1.0, 2.5)]));
    assert_eq!(read.curve_named("camera.position.x").unwrap().post_wrap.0, 2);
    assert!(read.curve_named("camera.position.y").unwrap().is_empty());
}

#[test]
fn a_number_is_read_to_the_nearest_f32_without_a_detour() {
    // Parsed via f64, this is first rounded to the midpoint of two f32, and then to the wrong one.
    let text = "1.00000017881393432617187499";
    let direct: f32 = text.parse().unwrap();
    let detour = text.parse::<f64>().unwrap() as f32;
    assert_ne!(direct, detour);
    let document = format!(
        r#"{{"version": "1.1", "curves": [{{"name": "camera.position.x", "keys": [[0, {text}]]}}]}}"#
    );
    let read = json::read(document.as_bytes()).unwrap();
    assert_eq!(read.curve_named("camera.position.x").unwrap().first().unwrap().value, direct);
}
