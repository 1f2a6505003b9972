//! Poses as JSON lines equal those of the library.

use reenact::hand::{Joint, Side};
use reenact::{Frame, Mode, Pose, Recording, Sampler};
use reenact_convert::tables::Table;
use reenact_convert::{Format, Rig, Setting, WriteOptions, frames, write};
use serde_json::Value;

use crate::common::{recordings, testdata_file};

fn lines(recording: &Recording, mode: Mode, times: &[f32]) -> Vec<Value> {
    let mut text = Vec::new();
    let _ = frames::write(recording, mode, times.iter().copied(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn number(value: &Value) -> f32 {
    match value.as_str() {
        Some("NaN") => f32::NAN,
        Some("Infinity") => f32::INFINITY,
        Some("-Infinity") => f32::NEG_INFINITY,
        Some(other) => panic!("{other}"),
        None => value.to_string().parse().unwrap(),
    }
}

fn assert_same(value: &Value, expected: &[f32], what: &str) {
    let found: Vec<f32> =
        value.as_array().unwrap_or_else(|| panic!("{what}: {value}")).iter().map(number).collect();
    let bits = |values: &[f32]| -> Vec<u32> {
        values.iter().map(|v| if v.is_nan() { f32::NAN.to_bits() } else { v.to_bits() }).collect()
    };
    assert_eq!(bits(&found), bits(expected), "{what}");
}

fn assert_pose(value: &Value, pose: Option<Pose>, what: &str) {
    match pose {
        None => assert!(value.is_null(), "{what}"),
        Some(pose) => {
            assert_same(&value["position"], &pose.position.to_array(), what);
            if value["rotation"].is_null() {
                assert!(!pose.has_rotation(), "{what}");
            } else {
                assert_same(&value["rotation"], &pose.rotation.to_array(), what);
            }
        }
    }
}

fn assert_frame(line: &Value, frame: &Frame, mode: Mode) {
    let what = format!("at {}, {mode}", frame.time_secs);
    assert_pose(&line["camera"], frame.camera, &what);
    for side in Side::ALL {
        let Some(hand) = frame.hand(side) else {
            assert!(line[side.name()].is_null(), "{what}");
            continue;
        };
        let value = &line[side.name()];
        assert_eq!(value["tracked"], hand.tracked, "{what}");
        assert_eq!(value["observed"], hand.observed, "{what}");
        assert_eq!(value["pinching"], hand.pinching, "{what}");
        let joints = value["joints"].as_object().unwrap();
        assert_eq!(joints.len(), if mode == Mode::Mrtk { 27 } else { 26 }, "{what}");
        for (name, value) in joints {
            let joint: Joint = name.parse().unwrap();
            assert_pose(value, hand.joint(joint), &format!("{side}.{name} {what}"));
        }
    }
    match frame.gaze {
        None => assert!(line["gaze"].is_null(), "{what}"),
        Some(ray) => {
            assert_same(&line["gaze"]["origin"], &ray.origin.to_array(), &what);
            assert_same(&line["gaze"]["direction"], &ray.direction.to_array(), &what);
        }
    }
}

#[test]
fn every_line_says_what_the_frame_says() {
    for (name, bytes) in recordings() {
        if name.contains("30s") {
            continue;
        }
        let recording = Recording::from_slice(&bytes).unwrap();
        let end = recording.end_secs();
        let end = if end.is_finite() { end } else { 1.0 };
        let times = [-1.0, 0.0, end * 0.31, end * 0.5, end, end + 1.0, f32::NAN, 1e30];
        for mode in [Mode::Clean, Mode::Mrtk] {
            let sampler = Sampler::new(&recording, mode);
            let lines = lines(&recording, mode, &times);
            assert_eq!(lines.len(), times.len());
            for (line, &time) in lines.iter().zip(&times) {
                assert_same(&Value::Array(vec![line["time_secs"].clone()]), &[time], &name);
                assert_frame(line, &sampler.frame_at(time), mode);
            }
        }
    }
}

#[test]
fn a_track_that_is_not_there_is_null() {
    let bytes = testdata_file("recordings/v11_sub_camera.bin");
    let recording = Recording::from_slice(&bytes).unwrap();
    for mode in [Mode::Clean, Mode::Mrtk] {
        let line = &lines(&recording, mode, &[0.5])[0];
        assert!(line["camera"].is_object());
        for track in ["left", "right", "gaze"] {
            assert!(line.as_object().unwrap().contains_key(track));
            assert!(line[track].is_null(), "{track}");
        }
    }
}

/// A recording with one key far after all others.
fn stretched() -> Recording {
    let mut recording = reenact_make::demo();
    let id = "left.pinching".parse().unwrap();
    recording.set_curve(id, reenact::Curve::boolean([(0.0, false), (80_000.0, true)])).unwrap();
    recording
}

#[test]
fn every_format_of_frames_has_the_budget_and_names_the_key_that_stretches_the_recording() {
    let recording = stretched();
    let mut formats = 0;
    for format in Format::ALL {
        if !format.options().contains(&Setting::MaxFrames) {
            continue;
        }
        formats += 1;
        if !format.is_built() {
            continue;
        }
        let sampled = WriteOptions {
            name: "a".to_owned(),
            table: Table::Frames,
            rig: Rig::Mrtk,
            ..WriteOptions::default()
        };
        let write_with = |recording: &Recording, max_frames| {
            let options = WriteOptions { max_frames, ..sampled.clone() };
            let mut bytes = 0;
            let losses = write(recording, format, &options, |_, fill| {
                let mut file = Vec::new();
                let filled = fill(&mut file);
                bytes += file.len();
                filled
            });
            losses.map(|_| bytes).map_err(|error| (error.to_string(), bytes))
        };
        let (error, bytes) = write_with(&recording, None).unwrap_err();
        let stray = "left.pinching has a key at 80000 s, all other curves end by";
        assert!(
            error.contains(stray) && error.ends_with("or raise the limit"),
            "{format}: {error}"
        );
        assert!(bytes < 1000, "{format}: {bytes} bytes were written");
        let demo = reenact_make::demo();
        assert!(write_with(&demo, Some(10)).is_err(), "{format}");
        assert!(write_with(&demo, Some(2000)).is_ok(), "{format}");
    }
    assert!(formats >= 10, "{formats}");
}
