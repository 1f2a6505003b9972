//! Recordings of any form, tracks and numbers: most of them nothing that anybody would record.

#![allow(dead_code, unreachable_pub, reason = "each test takes what it needs")]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use reenact::{
    Curve, CurveId, Form, Key, KeyKind, Marker, ReadOptions, Recording, Tracks, WeightedMode,
    WrapMode,
};
use reenact_edit::Edited;

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        6 => -4.0_f32..4.0,
        1 => any::<u32>().prop_map(f32::from_bits),
        1 => prop::sample::select(vec![
            0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, f32::MIN_POSITIVE, 1e6,
        ]),
    ]
}

fn key() -> impl Strategy<Value = Key> {
    (prop::array::uniform6(number()), -1_i32..5).prop_map(|(numbers, mode)| {
        let [time_secs, value, in_tangent, out_tangent, in_weight, out_weight] = numbers;
        Key {
            time_secs,
            value,
            in_tangent,
            out_tangent,
            in_weight,
            out_weight,
            weighted_mode: WeightedMode(mode),
        }
    })
}

fn form() -> impl Strategy<Value = Form> {
    prop::sample::select(vec![
        Form::MRTK_1_0,
        Form::MRTK_1_1,
        Form::PUBLISHED_1_0,
        Form::PUBLISHED_1_1,
    ])
}

/// A few curves, one after the other used for all of a recording's, so that some tick alike and some do not.
pub fn any_recording() -> impl Strategy<Value = Recording<'static>> {
    let curve = (
        prop::collection::vec(key(), 0..12),
        prop::array::uniform2(prop::sample::select(vec![8, 8, 8, 1, 0, 2, 4, 3])),
        any::<bool>(),
    );
    (
        form(),
        prop::array::uniform3(any::<bool>()),
        prop::collection::vec(curve, 1..6),
        1_usize..9,
        prop::collection::vec((number(), ".{0,4}"), 0..4),
    )
        .prop_map(|(form, [camera, hands, gaze], curves, repeat, markers)| {
            let tracks = Tracks { camera, hands, gaze };
            let tracks = if form.can_hold(tracks) { tracks } else { Tracks::V1_0 };
            let mut recording = Recording::new(form, tracks).unwrap();
            for (index, id) in tracks.curve_ids().enumerate() {
                let (keys, wraps, sorted) = &curves[index / repeat % curves.len()];
                let kind = if id.is_boolean() { KeyKind::Boolean } else { form.float_kind() };
                let mut curve = Curve::from_keys(kind, keys.iter().copied());
                if *sorted {
                    curve.sort_keys();
                }
                [curve.pre_wrap, curve.post_wrap] = wraps.map(WrapMode);
                recording.set_curve(id, curve).unwrap();
            }
            if form.marker_list {
                recording
                    .set_markers(markers.iter().map(|(time, name)| Marker::new(*time, name)))
                    .unwrap();
            }
            recording
        })
}

/// What was edited can be written and read back, and has the form it had, a marker list aside.
pub fn check_valid(edited: &Edited<'_>, original: &Recording<'_>) {
    let bytes = edited.recording.to_bytes();
    let options = ReadOptions { layout: Some(original.layout()), ..ReadOptions::default() };
    assert_eq!(Recording::parse_with(&bytes, &options).unwrap(), edited.recording);
    assert_eq!(edited.recording.version(), original.version());
    assert_eq!(edited.recording.layout(), original.layout());
    for note in &edited.notes {
        assert!(!note.message.is_empty() && !note.message.ends_with('.'), "{note}");
    }
}

/// Every recording in `testdata/` that reads, with its name.
pub fn corpus() -> Vec<(String, Vec<u8>)> {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut found = Vec::new();
    for folder in ["recordings", "published", "odd"] {
        for entry in fs::read_dir(testdata.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "bin") {
                let bytes = fs::read(&path).unwrap();
                if Recording::parse(&bytes).is_ok() {
                    found.push((path.display().to_string(), bytes));
                }
            }
        }
    }
    assert!(found.len() >= 40, "{} recordings", found.len());
    found
}

/// (time, value) of a curve's keys.
pub fn keys(recording: &Recording<'_>, id: CurveId) -> Vec<(f32, f32)> {
    recording.curve(id).unwrap().iter().map(|key| (key.time_secs, key.value)).collect()
}
