//! Files of the "4D Holographic Tutorials" forks, written by the tests.

use proptest::prelude::*;
use reenact::{
    Curve, CurveId, ErrorKind, Fault, Form, Index, Loss, Marker, Origin, RayComponent, ReadOptions,
    Recording, Tracks, Variant, WrapMode,
};
use reenact_testkit::arbitrary::{Numbers, recording};
use reenact_testkit::foreign::write_fork;

use super::common::cases;
use super::corpus::check_content;

const FORKS: [Variant; 3] = [Variant::ForkF1, Variant::ForkF2, Variant::ForkF3];
const OBJECTS: &[(&str, &[(f32, f32)])] =
    &[("Cube", &[(0.0, 1.0), (1.0, 2.0)]), ("Würfel", &[]), ("", &[(0.5, 0.5)])];
/// Two rotations, with the directions of their forward axes below.
const ROTATIONS: &[(f32, [f32; 4])] = &[(0.0, [0.0, 0.0, 0.0, 1.0]), (0.5, [0.5, 0.5, 0.5, 0.5])];
const DIRECTIONS: [[(f32, f32); 2]; 3] =
    [[(0.0, 0.0), (0.5, 1.0)], [(0.0, 0.0), (0.5, 0.0)], [(0.0, 1.0), (0.5, 0.0)]];

fn performance(tracks: Tracks) -> Recording {
    let demo = reenact_make::demo();
    let mut recording = demo.convert(Form::MRTK_1_1).to_recording_lossy();
    recording.retain_tracks(tracks).unwrap();
    recording.set_markers([Marker::new(0.5, "step 1"), Marker::new(1.0, "step 2")]).unwrap();
    let directions = [RayComponent::DirectionX, RayComponent::DirectionY, RayComponent::DirectionZ];
    if tracks.gaze {
        for (component, keys) in directions.into_iter().zip(DIRECTIONS) {
            recording.set_curve(CurveId::Gaze(component), Curve::simple(keys)).unwrap();
        }
    }
    recording
}

fn read_every_way(bytes: &[u8]) -> Recording {
    let options = ReadOptions::default();
    let index = Index::of(bytes, &options).unwrap();
    assert_eq!(Index::read(bytes, &options).unwrap(), index);
    let parsed = Recording::from_slice(bytes).unwrap();
    let unshared = Recording::from_slice(bytes).unwrap().into_unshared();
    let streamed = Recording::read(bytes).unwrap();
    for other in [&unshared, &streamed] {
        assert_eq!(other, &parsed);
        assert_eq!(other.origin(), parsed.origin());
    }
    assert!(!parsed.is_stored_in(bytes, &index).unwrap());
    parsed
}

#[test]
fn every_form_reads_as_the_recording_that_it_is_and_says_what_is_not_kept() {
    for tracks in [Tracks::ALL, Tracks { hands: true, ..Tracks::NONE }] {
        let recording = performance(tracks);
        for variant in FORKS {
            let bytes = write_fork(&recording, variant, OBJECTS, ROTATIONS);
            let read = read_every_way(&bytes);
            assert_eq!(read, recording, "{variant}");
            assert_eq!(read.version_name(), variant.name());
            assert_eq!(read.form(), Form::MRTK_1_1);
            let mut expected = Vec::new();
            if variant == Variant::ForkF3 {
                let poses = 54 * u64::from(tracks.hands)
                    + u64::from(tracks.camera)
                    + u64::from(tracks.gaze);
                expected.push(Loss::Scale { keys: poses * 6 });
            }
            if variant != Variant::ForkF1 {
                let keys = if variant == Variant::ForkF3 { 3 + 18 } else { 3 };
                expected.push(Loss::ObjectTracks { tracks: 3, keys });
            }
            if tracks.gaze {
                expected.push(Loss::GazeRotation { keys: 8, is_direction_kept: true });
            }
            assert_eq!(read.origin().unwrap().losses(), expected, "{variant}");
            // Written, it is a file of version 1.1 that reads as the same recording.
            read.check_reads_back().unwrap();
            let written = read.to_bytes();
            let again = Recording::from_slice(&written).unwrap();
            assert_eq!((&again, again.origin()), (&read, None));
        }
    }
}

#[test]
fn forks_by_an_independent_writer_read_as_what_it_says() {
    let cases = cases(&["fork"]);
    assert!(cases.len() >= 5);
    for case in cases.iter().filter(|case| case.expected["refused"].is_null()) {
        let read = read_every_way(&case.bytes);
        check_content(case, &read);
        let lost = read.origin().unwrap().losses().len();
        assert_eq!(lost, case.expected["not_read"].as_array().unwrap().len(), "{}", case.name);
    }
}

#[test]
fn a_fork_that_does_not_end_with_the_file_is_refused_by_name() {
    let recording = performance(Tracks { hands: true, ..Tracks::NONE });
    for variant in FORKS {
        let bytes = write_fork(&recording, variant, OBJECTS, ROTATIONS);
        let more = [&bytes[..], b"more"].concat();
        for bytes in [&bytes[..bytes.len() - 1], &bytes[..1000], &more] {
            let error = Recording::from_slice(bytes).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::HolographicTutorialsFork), "{error}");
            assert_eq!((error.code().name(), error.fault()), ("known-fork", Fault::Version));
            assert_eq!(Recording::read(bytes).unwrap_err().to_string(), error.to_string());
        }
    }
}

#[test]
fn text_forms_are_refused_by_name() {
    let pose = |numbers: usize| vec!["0.25"; numbers].join(", ");
    let comma = |numbers: usize| vec!["0,25"; numbers].join(", ");
    for (line, form) in [
        (pose(10), "(form T10)"),
        (pose(17), "(form T17)"),
        (comma(10), "(form T10)"),
        (comma(17), "(form T17)"),
        (pose(3), "fork of MRTK, which"),
    ] {
        for (mark, end) in [("", "\n"), ("\u{feff}", "\r\n")] {
            let lines = ["7678548776933278406", "False", "True", "False"];
            let text = mark.to_owned() + &lines.join(end) + end + "REFERENCE_COORDINATE_SYSTEM";
            let text = text + end + &line + end + "HEAD_POSES" + end + "0" + end;
            let error = Recording::from_slice(text.as_bytes()).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::TextForm { .. }), "{error}");
            assert!(error.to_string().contains(form), "{error}");
            assert_eq!(error.code().name(), "text-form");
            let streamed = Recording::read(text.as_bytes()).unwrap_err();
            assert_eq!(streamed.to_string(), error.to_string());
        }
    }
    // Another number, or text that starts with it.
    for text in ["7678548776933278405\n", "76785487769332784060\n", "7678548776933278406,1\n"] {
        let error = Recording::parse(text.as_bytes()).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotARecording { .. }), "{error}");
    }
}

#[test]
fn no_version_of_mrtk_s_own_is_taken_for_a_fork() {
    let bytes = performance(Tracks::ALL).to_bytes();
    for (major, minor) in [(1, 2), (2, 0), (1, 8), (3, 1), (256, 0), (i32::MAX, 1)] {
        let mut bytes = bytes.clone();
        bytes[8..12].copy_from_slice(&i32::to_le_bytes(major));
        bytes[12..16].copy_from_slice(&i32::to_le_bytes(minor));
        let error = Recording::from_slice(&bytes).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::VersionTooNew { .. }),
            "{major}.{minor}: {error}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// With MRTK's wrap modes, every form of any recording is distinguished from the others.
    #[test]
    fn any_recording_reads_back_from_any_fork(
        recording in recording(Numbers::Sensible),
        variant in prop::sample::select(&FORKS[..]),
        objects in 0_usize..=OBJECTS.len(),
    ) {
        let mut recording = recording.convert(Form::MRTK_1_1).to_recording_lossy();
        let tracks = Tracks { hands: true, ..recording.tracks() };
        if !recording.tracks().hands {
            recording = Recording::new(Form::MRTK_1_1, tracks).unwrap();
        }
        let ids: Vec<_> = recording.tracks().curve_ids().collect();
        for id in ids {
            let mut curve = recording.take_curve(id).unwrap();
            let is_direction = matches!(id, CurveId::Gaze(component) if component >= RayComponent::DirectionX);
            if is_direction {
                curve = Curve::empty(curve.kind());
            }
            (curve.pre_wrap, curve.post_wrap) = (WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER);
            recording.set_curve(id, curve).unwrap();
        }
        recording.normalize_flags();
        recording.remove_trailing();
        let read = read_every_way(&write_fork(&recording, variant, &OBJECTS[..objects], &[]));
        prop_assert_eq!(&read, &recording);
        prop_assert_eq!(read.origin().map(Origin::variant), Some(variant));
    }

    #[test]
    fn no_whole_recording_is_taken_for_a_fork(recording in recording(Numbers::Any)) {
        if let Ok(read) = Recording::from_slice(&recording.to_bytes()) {
            prop_assert!(read.origin().is_none());
        }
    }
}
