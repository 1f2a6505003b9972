//! MRTK's drafts from before version 1.0, in files written by the tests.

use std::io::Read;

use proptest::collection::vec;
use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, ErrorKind, Form, Index, Key, Loss, Marker, Mode, Origin, PoseComponent,
    ReadOptions, Recording, Sampler, Tracks, Variant, WrapMode,
};
use reenact_testkit::arbitrary::{Numbers, recording};
use reenact_testkit::foreign::{marker_blob, write_draft};

use super::common::cases;
use super::corpus::check_content;

const DRAFTS: [Variant; 4] = [Variant::DraftA0, Variant::DraftA, Variant::DraftB, Variant::DraftC];

/// Synthetic recording of version 1.0, with markers.
fn performance() -> Recording {
    let mut recording = reenact_make::demo().convert(Form::MRTK_1_0).to_recording_lossy();
    let markers = ["grab", "", "grab", "naïve café"];
    let markers = markers.iter().zip([0.5, 1.0, 1.25, 2.0]);
    recording.set_markers(markers.map(|(name, time)| Marker::new(time, *name))).unwrap();
    recording
}

/// Data of a recording that a draft keeps: A0 has no joint rotations.
fn kept_by(variant: Variant, recording: &Recording) -> Recording {
    let mut kept = recording.clone();
    for id in Tracks::V1_0.curve_ids() {
        let is_rotation =
            matches!(id, CurveId::Joint(_, _, component) if component >= PoseComponent::RotationX);
        if variant == Variant::DraftA0 && is_rotation {
            kept.take_curve(id);
        }
    }
    kept
}

/// Reads bytes by all readers, which must agree.
fn read_every_way(bytes: &[u8]) -> Recording {
    let options = ReadOptions::default();
    let of = Index::of(bytes, &options).unwrap();
    assert_eq!(Index::read(bytes, &options).unwrap(), of);
    let parsed = Recording::from_slice(bytes).unwrap();
    let unshared = Recording::from_slice(bytes).unwrap().into_unshared();
    let streamed = Recording::read(bytes).unwrap();
    let few_at_a_time = Recording::read(Trickle(bytes)).unwrap();
    for other in [&unshared, &streamed, &few_at_a_time] {
        assert_eq!(other, &parsed);
        assert_eq!(other.origin(), parsed.origin());
    }
    assert!(!parsed.is_stored_in(bytes, &of).unwrap(), "writing it gives another file");
    parsed
}

/// Reader that returns a few bytes at a time.
struct Trickle<'b>(&'b [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let len = buffer.len().min(1009);
        self.0.read(&mut buffer[..len])
    }
}

#[test]
fn drafts_by_an_independent_writer_read_as_what_it_says() {
    let cases = cases(&["drafts"]);
    assert!(cases.len() >= 7);
    for case in cases {
        let read = read_every_way(&case.bytes);
        check_content(&case, &read);
        let lost = read.origin().unwrap().losses().len();
        assert_eq!(lost, case.expected["not_read"].as_array().unwrap().len(), "{}", case.name);
    }
}

#[test]
fn every_draft_reads_as_the_recording_that_it_is() {
    let recording = performance();
    for variant in DRAFTS {
        let bytes = write_draft(&recording, variant);
        let read = read_every_way(&bytes);
        assert_eq!(read, kept_by(variant, &recording), "{variant}");
        assert_eq!(read.origin().map(Origin::variant), Some(variant));
        assert_eq!(read.origin().unwrap().losses(), [], "{variant}");
        assert_eq!(read.version_name(), variant.name());
        assert_eq!(read.form(), Form::MRTK_1_0);
        // Written, it is a file of version 1.0 that reads as the same recording.
        read.check_reads_back().unwrap();
        let written = read.to_bytes();
        let again = Recording::from_slice(&written).unwrap();
        assert_eq!((again.version_name().as_str(), again.origin()), ("1.0", None));
        assert_eq!(again, read);
    }
}

#[test]
fn drafts_sample_like_the_recording_and_a0_has_positions_without_rotations() {
    let recording = performance();
    for variant in DRAFTS {
        let read = read_every_way(&write_draft(&recording, variant));
        let (was, is) = (Sampler::new(&recording, Mode::Clean), Sampler::new(&read, Mode::Clean));
        for n in 0_u8..40 {
            let time = f32::from(n) * 0.07;
            if variant != Variant::DraftA0 {
                assert_eq!(was.frame_at(time), is.frame_at(time), "{variant} at {time}");
            }
        }
        for joint in Joint::TRACKED {
            let x = CurveId::Joint(Side::Right, joint, PoseComponent::PositionX);
            assert_eq!(read.curve(x), recording.curve(x), "{variant}");
        }
    }
}

#[test]
fn a_blob_of_another_class_is_skipped_with_a_note() {
    let recording = performance();
    let mut bytes = write_draft(&recording, Variant::DraftB);
    let blob: Vec<_> =
        recording.markers().map(|marker| (marker.time_secs, marker.name.into_owned())).collect();
    let blob = marker_blob(&blob);
    assert_eq!(marker_blob(&[]).len(), 524);
    let at = bytes.len() - blob.len();
    let name = b"InputAnimationMarker";
    let place = bytes[at..].windows(name.len()).position(|window| window == name).unwrap();
    bytes[at + place] = b'X';
    let read = read_every_way(&bytes);
    assert_eq!(read.markers().count(), 0);
    assert!(read.marker_list().is_some(), "MRTK needs one");
    let lost = Loss::MarkerBlob { bytes: blob.len() as u64 };
    assert_eq!(read.origin().unwrap().losses(), [lost]);
}

#[test]
fn many_markers_and_long_names_come_out_of_the_blob() {
    let mut recording = performance();
    let names: Vec<String> = (0..700).map(|n| "x".repeat(n % 300) + &(n / 3).to_string()).collect();
    let markers = names.iter().zip(0_u16..);
    let markers = markers.map(|(name, n)| Marker::new(f32::from(n) / 8.0, name.as_str()));
    recording.set_markers(markers).unwrap();
    let read = read_every_way(&write_draft(&recording, Variant::DraftA));
    assert_eq!(read.marker_list(), recording.marker_list());
}

#[test]
fn boolean_tangents_that_hold_nothing_are_said_to_be_lost() {
    let recording = performance();
    let id = CurveId::Tracked(Side::Left);
    let mut bytes = write_draft(&recording, Variant::DraftA);
    assert!(!recording.curve(id).unwrap().is_empty());
    // The out-weight of the first key of the first curve.
    bytes[12 + 20..12 + 24].copy_from_slice(&0_f32.to_le_bytes());
    let read = read_every_way(&bytes);
    assert_eq!(read.origin().unwrap().losses(), [Loss::BooleanTangents { keys: 1 }]);
    assert_eq!(read, recording);
}

#[test]
fn a_draft_that_is_cut_short_says_where() {
    let recording = performance();
    for variant in DRAFTS {
        let bytes = write_draft(&recording, variant);
        let half = &bytes[..bytes.len() / 2];
        let error = Recording::from_slice(half).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Truncated { .. }), "{variant}: {error}");
        assert_eq!(Recording::read(half).unwrap_err().to_string(), error.to_string());
    }
}

#[test]
fn what_only_starts_like_a_draft_is_no_recording_and_is_not_read_on() {
    /// Endless stream that counts the bytes read.
    struct Endless(u64, u64);
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            for byte in buffer.iter_mut() {
                self.1 = self.1.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *byte = (self.1 >> 56) as u8;
            }
            self.0 += buffer.len() as u64;
            Ok(buffer.len())
        }
    }
    for count in [0, 1, 1000, i32::MAX] {
        let start = [8_i32, 8, count].map(i32::to_le_bytes).as_flattened().to_vec();
        let mut endless = Endless(0, 7);
        let error = Recording::read(start.as_slice().chain(&mut endless)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotARecording { .. }), "{count}: {error}");
        assert!(endless.0 <= 1 << 18, "{} bytes were read", endless.0);
        let mut bytes = start;
        Endless(0, 7).take(100_000).read_to_end(&mut bytes).unwrap();
        let error = Recording::from_slice(&bytes).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotARecording { .. }), "{count}: {error}");
    }
}

/// Recording that a draft can hold: wrap modes 8, and keys in the last joint of a hand, by which A0 is
/// recognized.
fn draft_of(mut recording: Recording) -> Recording {
    recording = recording.convert(Form::MRTK_1_0).to_recording_lossy();
    let ids: Vec<_> = recording.tracks().curve_ids().collect();
    for id in ids {
        let mut curve = recording.take_curve(id).unwrap();
        (curve.pre_wrap, curve.post_wrap) = (WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER);
        recording.set_curve(id, curve).unwrap();
    }
    recording.remove_trailing();
    recording
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any valid recording, in any draft except A0, which is distinguished from A by its last joint.
    #[test]
    fn any_recording_reads_back_from_any_draft(
        recording in recording(Numbers::Sensible),
        variant in prop::sample::select(&[Variant::DraftA, Variant::DraftB, Variant::DraftC][..]),
    ) {
        let recording = draft_of(recording);
        let read = read_every_way(&write_draft(&recording, variant));
        prop_assert_eq!(&read, &recording);
        let found = read.origin().unwrap().variant();
        // Without boolean keys A and B are the same bytes.
        let has_states = recording.curves().any(|(id, curve)| id.is_boolean() && !curve.is_empty());
        prop_assert!(found == variant || (variant == Variant::DraftB && !has_states));
    }

    #[test]
    fn any_positions_read_back_from_draft_a0(recording in recording(Numbers::Sensible)) {
        let mut recording = kept_by(Variant::DraftA0, &draft_of(recording));
        for component in [PoseComponent::PositionX, PoseComponent::PositionY, PoseComponent::PositionZ] {
            let id = CurveId::Joint(Side::Right, Joint::PinkyTip, component);
            recording.set_curve(id, Curve::full([Key::linear(0.0, 1.0)])).unwrap();
        }
        let read = read_every_way(&write_draft(&recording, Variant::DraftA0));
        prop_assert_eq!(&read, &recording);
        prop_assert_eq!(read.origin().unwrap().variant(), Variant::DraftA0);
    }

    /// No file of version 1.0 or 1.1 is read as a draft, whatever its contents.
    #[test]
    fn no_whole_recording_is_taken_for_a_draft(recording in recording(Numbers::Any)) {
        if let Ok(read) = Recording::from_slice(&recording.to_bytes()) {
            prop_assert!(read.origin().is_none());
        }
    }

    /// A draft with any damage is read as some draft or is an error, from a slice as from a stream.
    #[test]
    fn a_damaged_draft_reads_the_same_from_a_slice_and_a_stream(
        recording in recording(Numbers::Sensible),
        variant in prop::sample::select(&DRAFTS[..]),
        damage in vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = write_draft(&draft_of(recording), variant);
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        bytes.truncate(bytes.len() - cut.index(40));
        match (Recording::from_slice(&bytes), Recording::read(bytes.as_slice())) {
            (Ok(parsed), Ok(streamed)) => {
                prop_assert_eq!(&parsed, &streamed);
                prop_assert_eq!(parsed.origin(), streamed.origin());
            }
            (Err(parsed), Err(streamed)) => prop_assert_eq!(parsed.to_string(), streamed.to_string()),
            (parsed, streamed) => prop_assert!(false, "{parsed:?} but {streamed:?}"),
        }
    }
}
