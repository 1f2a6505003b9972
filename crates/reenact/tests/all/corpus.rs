//! Every recording in `testdata/` is read with the contents that MRTK (or an independent writer) reports, by all ways of reading,
//! and written back to the same bytes.

use super::common::{Case, cases, mrtk_cases, number, readable_cases};
use reenact::{Curve, Index, Key, ReadOptions, Recording};
use serde_json::Value;

#[test]
fn the_recordings_are_there() {
    assert!(mrtk_cases().len() >= 24);
    assert!(readable_cases().len() >= 40);
}

#[test]
fn every_recording_reads_as_what_its_writer_says() {
    for case in readable_cases() {
        let recording = Recording::from_slice(&case.bytes)
            .unwrap_or_else(|error| panic!("{}: {error}", case.name));
        check_content(&case, &recording);
    }
}

#[test]
fn a_stream_and_positioned_reads_give_the_same_recording() {
    for case in readable_cases() {
        let parsed = Recording::from_slice(&case.bytes).unwrap();
        assert_eq!(Recording::read(case.bytes.as_slice()).unwrap(), parsed, "{}", case.name);
        let forced = ReadOptions { layout: Some(parsed.layout()), ..ReadOptions::default() };
        assert_eq!(
            Recording::read_with(case.bytes.as_slice(), &forced).unwrap(),
            parsed,
            "{}",
            case.name
        );
        let index = Index::read(case.bytes.as_slice(), &ReadOptions::default()).unwrap();
        assert_eq!(
            index,
            Index::of(&case.bytes, &ReadOptions::default()).unwrap(),
            "{}",
            case.name
        );
        assert_eq!(
            Recording::from_index(case.bytes.clone(), index.clone()).unwrap(),
            parsed,
            "{}",
            case.name
        );
        assert!(Recording::from_index(Vec::new(), index).is_err());
    }
}

#[test]
fn every_recording_is_written_back_to_the_same_bytes() {
    for case in readable_cases() {
        let recording = Recording::from_slice(&case.bytes).unwrap();
        assert_eq!(recording.encoded_len(), case.bytes.len(), "{}", case.name);
        assert!(recording.to_bytes() == case.bytes, "{}", case.name);
        assert!(recording.to_bytes() == case.bytes, "{} owned", case.name);
    }
}

#[test]
fn what_is_no_recording_is_refused_for_its_own_reason() {
    let refused =
        cases(&["odd", "fork"]).into_iter().filter(|case| !case.expected["refused"].is_null());
    let mut seen = 0;
    for case in refused {
        let error = Recording::from_slice(&case.bytes).unwrap_err();
        let start = match case.expected["refused"].as_str().unwrap() {
            "empty" => "the file is empty (0 bytes): MRTK 2.6 and later",
            "version" => "version ",
            "text" => {
                "a text recording of the \"4D Holographic Tutorials\" fork of MRTK (form T10)"
            }
            "fork" => "a recording of the \"4D Holographic Tutorials\" fork",
            other => panic!("{}: {other}", case.name),
        };
        assert!(error.to_string().starts_with(start), "{}: {error}", case.name);
        assert_eq!(
            Recording::read(case.bytes.as_slice()).unwrap_err().to_string(),
            error.to_string()
        );
        seen += 1;
    }
    assert!(seen >= 4);
}

pub(crate) fn check_content(case: &Case, recording: &Recording) {
    let Case { name, bytes, expected } = case;
    assert_eq!(expected["size"], bytes.len(), "{name}");
    let version = recording.version();
    if let Some(origin) = expected["version"].as_str() {
        assert_eq!(recording.version_name(), origin, "{name}");
    } else {
        assert_eq!(
            expected["version"],
            serde_json::json!([version.major, version.minor]),
            "{name}"
        );
        assert!(recording.origin().is_none(), "{name}");
    }
    let tracks = recording.tracks();
    let flags =
        serde_json::json!({"camera": tracks.camera, "hands": tracks.hands, "gaze": tracks.gaze});
    assert_eq!(expected["flags"], flags, "{name}");
    if let Some(layout) = expected["layout"].as_str() {
        assert_eq!(recording.layout().name(), layout, "{name}");
    } else {
        assert_eq!(recording.layout().name(), "mrtk", "{name}");
    }
    if version.is_1_1() && !expected["flag_bytes"].is_null() {
        assert_eq!(expected["flag_bytes"], serde_json::json!(recording.flags()), "{name}");
    }
    assert_eq!(
        recording.marker_list().is_some(),
        expected["marker_list"].as_bool().unwrap_or(true),
        "{name}"
    );
    assert_eq!(
        recording.trailing().len(),
        expected["trailing_bytes"].as_u64().unwrap_or(0) as usize,
        "{name}"
    );
    assert_eq!(recording.end_secs(), number(&expected["duration"]), "{name}");
    assert_eq!(expected["total_keys"], recording.key_count(), "{name}");

    let markers: Vec<(f32, &str)> = array(&expected["markers"])
        .iter()
        .map(|marker| (number(&marker["time"]), marker["name"].as_str().unwrap()))
        .collect();
    let read: Vec<_> = recording.markers().collect();
    assert_eq!(read.len(), markers.len(), "{name}");
    for (read, (time, marker_name)) in read.iter().zip(markers) {
        assert_eq!((read.time_secs, &*read.name), (time, marker_name), "{name}");
    }

    let curves = array(&expected["curves"]);
    assert_eq!(recording.curves().len(), curves.len(), "{name}");
    for ((id, curve), expected) in recording.curves().zip(curves) {
        let place = format!("{name} {id}");
        assert_eq!(expected["name"], id.to_string(), "{place}");
        assert!(std::ptr::eq(recording.curve_named(&id.to_string()).unwrap(), curve), "{place}");
        assert_eq!(expected["bool"], id.is_boolean(), "{place}");
        assert_eq!(expected["pre"], curve.pre_wrap.0, "{place}");
        assert_eq!(expected["post"], curve.post_wrap.0, "{place}");
        assert_eq!(expected["count"], curve.len(), "{place}");
        assert_eq!(expected["crc32_time_value"], crc_of_times_and_values(curve), "{place}");
        if let Some(crc) = expected["crc32_keys"].as_u64() {
            assert_eq!(u64::from(crc32fast::hash(curve.raw_keys().as_bytes())), crc, "{place}");
        }
        check_key(&place, curve.first(), &expected["first"]);
        check_key(&place, curve.last(), &expected["last"]);
    }
}

fn crc_of_times_and_values(curve: &Curve) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    for key in curve {
        crc.update(&key.time_secs.to_le_bytes());
        crc.update(&key.value.to_le_bytes());
    }
    crc.finalize()
}

fn check_key(place: &str, key: Option<Key>, expected: &Value) {
    let Some(key) = key else { return assert!(expected.is_null(), "{place}") };
    let [time, value, in_tangent, out_tangent, in_weight, out_weight, mode] = array(expected)
    else {
        panic!("{place}: {expected}")
    };
    // Nine digits identify an `f32`, except for NaN bits.
    let same = |found: f32, expected: &Value| {
        let expected = number(expected);
        found == expected || (found.is_nan() && expected.is_nan())
    };
    assert!(same(key.time_secs, time), "{place}: {key:?} {expected}");
    assert!(same(key.value, value), "{place}: {key:?} {expected}");
    assert!(same(key.in_tangent, in_tangent), "{place}: {key:?} {expected}");
    assert!(same(key.out_tangent, out_tangent), "{place}: {key:?} {expected}");
    assert!(same(key.in_weight, in_weight), "{place}: {key:?} {expected}");
    assert!(same(key.out_weight, out_weight), "{place}: {key:?} {expected}");
    assert_eq!(i64::from(key.weighted_mode.0), mode.as_i64().unwrap(), "{place}");
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}
