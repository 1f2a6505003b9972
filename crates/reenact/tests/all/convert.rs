//! Conversion between forms reports every loss.

use super::common::{mrtk_cases, readable_cases};
use reenact::{
    Curve, CurveId, ErrorKind, Form, Key, KeyKind, Layout, Loss, Marker, PoseComponent,
    ReadOptions, Recording, Tracks, WeightedMode,
};

const ID: CurveId = CurveId::Camera(PoseComponent::PositionX);

fn with_keys(keys: &[Key]) -> Recording {
    let mut recording = Recording::new(Form::MRTK_1_0, Tracks::V1_0).unwrap();
    recording.set_curve(ID, Curve::full(keys.iter().copied())).unwrap();
    recording
}

fn float_keys(recording: &Recording) -> usize {
    recording.curves().filter(|(id, _)| !id.is_boolean()).map(|(_, curve)| curve.len()).sum()
}

#[test]
fn what_mrtk_wrote_as_1_0_becomes_1_1_without_loss_and_comes_back() {
    let mut converted = 0;
    for case in mrtk_cases().iter().filter(|case| !case.name.contains("synth")) {
        let recording = Recording::from_slice(&case.bytes).unwrap();
        if recording.version().is_1_1() {
            continue;
        }
        let to_1_1 = recording.convert(Form::MRTK_1_1);
        assert_eq!(to_1_1.losses(), [], "{}", case.name);
        let as_1_1 = to_1_1.to_recording().unwrap();
        assert_eq!(as_1_1.form().float_kind(), KeyKind::Simple);
        // 20 bytes fewer per key; 3 flag bytes more.
        assert_eq!(as_1_1.encoded_len() + 20 * float_keys(&recording), recording.encoded_len() + 3);
        // Through a file and back.
        let bytes = as_1_1.to_bytes();
        let read = Recording::from_slice(&bytes).unwrap();
        assert_eq!(read, as_1_1, "{}", case.name);
        let back = read.convert(Form::MRTK_1_0);
        assert!(back.to_recording().unwrap().to_bytes() == case.bytes, "{}", case.name);
        converted += 1;
    }
    assert!(converted >= 5);
}

#[test]
fn every_recording_becomes_published_and_comes_back() {
    for case in readable_cases() {
        let recording = Recording::from_slice(&case.bytes).unwrap();
        if !recording.version().is_1_1() || recording.layout() == Layout::Published {
            continue;
        }
        // Published keys with MRTK's marker list: nothing is lost.
        let form = Form { marker_list: recording.form().marker_list, ..Form::PUBLISHED_1_1 };
        let mut bytes = Vec::new();
        recording.convert(form).write_to(&mut bytes).unwrap();
        let read = Recording::from_slice(&bytes).unwrap();
        if recording.key_count() > 0 {
            assert_eq!(read.layout(), Layout::Published, "{}", case.name);
        }
        let read = Recording::from_slice_with(
            &bytes,
            &ReadOptions { layout: Some(Layout::Published), ..ReadOptions::default() },
        );
        let back = read.unwrap().convert(recording.form()).to_recording().unwrap().to_bytes();
        assert!(back == case.bytes, "{}", case.name);
    }
}

#[test]
fn tangents_that_bend_a_curve_are_not_dropped_unsaid() {
    let bent = [
        Key { out_tangent: 2.0, weighted_mode: WeightedMode::NONE, ..Key::linear(0.0, 1.0) },
        Key::linear(1.0, 2.0),
    ];
    let recording = with_keys(&bent);
    let conversion = recording.convert(Form::MRTK_1_1);
    assert_eq!(conversion.losses(), [Loss::Shape { curves: 1, keys: 1 }]);
    let mut out = Vec::new();
    let error = conversion.write_to(&mut out).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::WouldLose(_)));
    assert_eq!(
        error.to_string(),
        "the conversion would lose data: tangents or weights of 1 keys, which shape 1 curves that would \
         become linear"
    );
    assert!(out.is_empty(), "refused before anything was written");
    let lossy = conversion.to_recording_lossy();
    assert!(lossy.curve(ID).unwrap().iter().eq([Key::linear(0.0, 1.0), Key::linear(1.0, 2.0)]));
    // A form with tangents holds all of them.
    assert_eq!(recording.convert(Form { marker_list: true, ..Form::PUBLISHED_1_1 }).losses(), []);
}

#[test]
fn tangents_that_bend_nothing_are_told_apart() {
    let unused = [
        // Weights of 0 on both sides give a line, whatever the tangents.
        vec![
            Key { out_tangent: 2.0, ..Key::linear(0.0, 1.0) },
            Key { in_tangent: -3.0, ..Key::linear(1.0, 2.0) },
        ],
        // One key has no segment.
        vec![Key { in_weight: 0.5, ..Key::linear(0.0, 1.0) }],
        // Equal values without tangents, or held, are a flat line.
        vec![
            Key { weighted_mode: WeightedMode::NONE, ..Key::linear(0.0, 1.0) },
            Key { out_tangent: f32::INFINITY, ..Key::linear(1.0, 1.0) },
            Key::linear(2.0, 1.0),
        ],
    ];
    for keys in unused {
        let losses = with_keys(&keys).convert(Form::MRTK_1_1).losses().to_vec();
        assert!(
            matches!(losses.as_slice(), [Loss::UnusedTangents { curves: 1, .. }]),
            "{keys:?} {losses:?}"
        );
    }
    let step = [Key { out_tangent: f32::INFINITY, ..Key::linear(0.0, 1.0) }, Key::linear(1.0, 2.0)];
    assert_eq!(
        with_keys(&step).convert(Form::MRTK_1_1).losses(),
        [Loss::Shape { curves: 1, keys: 1 }]
    );
}

#[test]
fn gaze_flags_and_absent_tracks_do_not_fit_1_0() {
    let mut recording =
        Recording::new(Form::MRTK_1_1, Tracks { gaze: true, ..Tracks::NONE }).unwrap();
    recording
        .set_curve(CurveId::Gaze(reenact::RayComponent::OriginX), Curve::simple([(0.0, 1.0)]))
        .unwrap();
    let conversion = recording.convert(Form::MRTK_1_0);
    assert_eq!(
        conversion.losses(),
        [Loss::Gaze { keys: 1 }, Loss::Absence { camera: true, hands: true }]
    );
    let lossy = conversion.to_recording_lossy();
    assert_eq!((lossy.tracks(), lossy.key_count()), (Tracks::V1_0, 0));
    assert_eq!(lossy.encoded_len(), 4_688, "an empty 1.0 file");
    let mut bytes = Vec::new();
    conversion.write_lossy_to(&mut bytes).unwrap();
    assert!(bytes == lossy.to_bytes());

    let mut odd = Recording::new(Form::MRTK_1_1, Tracks::V1_0).unwrap().to_bytes();
    odd[16] = 7;
    let odd = Recording::from_slice(&odd).unwrap();
    assert_eq!(odd.convert(Form::MRTK_1_0).losses(), [Loss::FlagBytes { flags: [7, 1, 0] }]);
    assert_eq!(odd.convert(Form::MRTK_1_1).to_recording().unwrap().flags(), [7, 1, 0]);
}

#[test]
fn the_marker_list_that_mrtk_needs_is_added_and_not_dropped_unsaid() {
    let published = Recording::new(Form::PUBLISHED_1_0, Tracks::V1_0).unwrap();
    assert!(!published.form().loads_in_mrtk());
    let conversion = published.convert(Form::MRTK_1_0);
    let loadable = conversion.to_recording().unwrap();
    assert!(loadable.form().loads_in_mrtk());
    assert_eq!(loadable.marker_list().unwrap().len(), 0);
    assert_eq!(loadable.convert(Form::PUBLISHED_1_0).losses(), [Loss::MarkerList]);

    let mut marked = loadable.clone();
    marked.set_markers([Marker::new(0.5, "grab")]).unwrap();
    let mut bytes = marked.to_bytes();
    bytes.extend(b"more");
    let marked = Recording::from_slice(&bytes).unwrap();
    let losses = [Loss::Markers { count: 1 }, Loss::Trailing { bytes: 4 }];
    assert_eq!(marked.convert(Form::PUBLISHED_1_0).losses(), losses);
    assert_eq!(marked.convert(Form::MRTK_1_1).to_recording().unwrap().trailing(), b"more");
}

#[test]
fn tracks_that_are_dropped_leave_the_others_as_they_were() {
    for case in readable_cases() {
        let recording = Recording::from_slice(&case.bytes).unwrap();
        for kept in [Tracks::NONE, Tracks::V1_0, Tracks { camera: false, ..Tracks::ALL }] {
            let mut less = recording.clone();
            let is_1_1 = recording.version().is_1_1();
            assert_eq!(less.retain_tracks(kept).is_ok(), is_1_1 || kept == Tracks::V1_0);
            if !is_1_1 {
                assert_eq!(less, recording, "{}", case.name);
                continue;
            }
            for (was, (is, is_kept)) in recording
                .flags()
                .into_iter()
                .zip(less.flags().into_iter().zip([kept.camera, kept.hands, kept.gaze]))
            {
                assert_eq!(is, if is_kept { was } else { 0 }, "{}", case.name);
            }
            assert!(less.curves().all(|(id, curve)| recording.curve(id) == Some(curve)));
            assert_eq!(less.curves().len(), less.tracks().curve_count());
            assert_eq!(less.marker_list(), recording.marker_list());
            assert_eq!(less.trailing(), recording.trailing());
            reenact_testkit::assert_valid(&less);
        }
    }
}
