//! Writing and reading a recording returns the same recording, and reading and writing a file the same bytes, for any recording
//! in any form.

use proptest::collection::vec;
use proptest::prelude::*;
use reenact::{Curve, Form, Key, KeyKind, Layout, ReadOptions, Recording, Tracks, WrapMode};
use reenact_testkit::arbitrary::{FORMS, Numbers, recording};
use reenact_testkit::forced;

const fn other(layout: Layout) -> Layout {
    match layout {
        Layout::Mrtk => Layout::Published,
        Layout::Published => Layout::Mrtk,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_recording_reads_back_as_it_was_written(recording in recording(Numbers::Any)) {
        let bytes = recording.to_bytes();
        prop_assert_eq!(bytes.len(), recording.encoded_len());
        let options = forced(recording.layout());
        let read = Recording::from_slice_with(&bytes, &options).unwrap();
        prop_assert_eq!(&read, &recording);
        prop_assert_eq!(&Recording::read_with(bytes.as_slice(), &options).unwrap(), &recording);
        prop_assert_eq!(read, recording);
    }

    #[test]
    fn any_recording_reads_back_without_its_layout_unless_it_is_refused(recording in recording(Numbers::Any)) {
        let bytes = recording.to_bytes();
        let checked = recording.check_reads_back();
        let read = Recording::from_slice(&bytes);
        if checked.is_ok() {
            let read = read.unwrap();
            let has_float_keys = recording.curves().any(|(id, curve)| !id.is_boolean() && !curve.is_empty());
            // Without float keys the two layouts are the same.
            prop_assert!(read == recording || !has_float_keys && read.to_bytes() == bytes);
        } else {
            // Only if the walk in the other layout is exact, too, or in this one it is not.
            let other = Recording::from_slice_with(&bytes, &forced(other(recording.layout())));
            let is_ambiguous = other.is_ok_and(|other| other.trailing().is_empty());
            prop_assert!(is_ambiguous || !recording.trailing().is_empty());
        }
    }

    #[test]
    fn a_sensible_recording_reads_back_without_its_layout(recording in recording(Numbers::Sensible)) {
        prop_assert!(recording.check_reads_back().is_ok());
    }

    #[test]
    fn damaged_bytes_read_back_the_same_or_not_at_all(
        recording in recording(Numbers::Any),
        damage in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        trailing in vec(any::<u8>(), 0..40),
    ) {
        let mut bytes = recording.to_bytes();
        bytes.extend(trailing);
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        for options in [ReadOptions::default(), forced(Layout::Mrtk), forced(Layout::Published)] {
            let parsed = Recording::from_slice_with(&bytes, &options);
            let streamed = Recording::read_with(bytes.as_slice(), &options);
            match (parsed, streamed) {
                (Ok(parsed), Ok(streamed)) => {
                    prop_assert!(parsed.to_bytes() == bytes);
                    prop_assert_eq!(parsed, streamed);
                }
                (Err(parsed), Err(streamed)) => {
                    prop_assert_eq!(parsed.to_string(), streamed.to_string());
                    prop_assert!(parsed.offset().is_none_or(|offset| offset <= bytes.len() as u64));
                }
                (parsed, streamed) => prop_assert!(false, "{parsed:?} {streamed:?}"),
            }
        }
    }

    #[test]
    fn straight_keys_change_form_and_come_back(recording in recording(Numbers::Sensible), to in prop::sample::select(&FORMS)) {
        let there = recording.convert(to);
        let Ok(converted) = there.to_recording() else {
            // The error lists the losses, and a lossy conversion is possible.
            prop_assert!(!there.losses().is_empty());
            prop_assert_eq!(there.to_recording_lossy().form(), to);
            return Ok(());
        };
        prop_assert_eq!(converted.form(), to);
        let mut written = Vec::new();
        there.write_to(&mut written).unwrap();
        prop_assert!(written == converted.to_bytes());
        prop_assert_eq!(&Recording::from_slice_with(&written, &forced(to.layout)).unwrap(), &converted);
        let back = converted.convert(recording.form());
        if back.losses().is_empty() {
            prop_assert_eq!(&back.to_recording().unwrap(), &recording);
        } else {
            // The only obstacle is a marker list that the original does not have.
            prop_assert!(to.marker_list && !recording.form().marker_list);
        }
    }
}

#[test]
fn a_file_without_keys_fits_both_layouts_and_is_taken_for_mrtks() {
    for tracks in [Tracks::NONE, Tracks { camera: true, ..Tracks::NONE }, Tracks::ALL] {
        let bytes = Recording::new(Form::PUBLISHED_1_1, tracks).unwrap().to_bytes();
        assert_eq!(Recording::from_slice(&bytes).unwrap().layout(), Layout::Mrtk);
        let published = Recording::from_slice_with(&bytes, &forced(Layout::Published)).unwrap();
        assert_eq!(published.layout(), Layout::Published);
        assert_eq!(published.to_bytes(), bytes);
    }
}

#[test]
fn a_layout_that_leaves_no_bytes_over_is_preferred() {
    // One published key in the last curve: its zeros also read as an empty marker list and 16 odd bytes.
    let camera_only = Tracks { camera: true, ..Tracks::NONE };
    let mut recording = Recording::new(Form::PUBLISHED_1_1, camera_only).unwrap();
    let last = camera_only.curve_ids().next_back().unwrap();
    recording.set_curve(last, Curve::full([Key::linear(0.0, 1.0)])).unwrap();
    let bytes = recording.to_bytes();
    assert_eq!(
        Recording::from_slice_with(&bytes, &forced(Layout::Mrtk)).unwrap().trailing().len(),
        16
    );
    assert_eq!(Recording::from_slice(&bytes).unwrap().layout(), Layout::Published);
}

#[test]
fn forcing_a_layout_changes_nothing_in_1_0() {
    let bytes = Recording::new(Form::MRTK_1_0, Tracks::V1_0).unwrap().to_bytes();
    let read = Recording::from_slice_with(&bytes, &forced(Layout::Published)).unwrap();
    assert_eq!((read.layout(), read.form().float_kind()), (Layout::Mrtk, KeyKind::Full));
}

/// Gaze only, `keys` keys per curve at 30 Hz with mostly zero values, and one post-wrap mode that Unity does not know.
fn zero_gaze_with_odd_wrap(keys: u8) -> Vec<u8> {
    let gaze = Tracks { gaze: true, ..Tracks::NONE };
    let mut recording = Recording::new(Form::MRTK_1_1, gaze).unwrap();
    for (id, value) in gaze.curve_ids().zip([0.0, 1.6, 0.0, 0.0, 0.0, 1.0]) {
        let mut curve = Curve::simple((0..keys).map(|key| (f32::from(key) / 30.0, value)));
        curve.post_wrap = WrapMode(if value == 1.0 { 3 } else { 8 });
        recording.set_curve(id, curve).unwrap();
    }
    recording.to_bytes()
}

#[test]
fn a_walk_that_ends_with_the_file_beats_one_that_does_not() {
    for keys in 0..=60 {
        let bytes = zero_gaze_with_odd_wrap(keys);
        let read =
            Recording::from_slice(&bytes).unwrap_or_else(|error| panic!("{keys} keys: {error}"));
        assert_eq!((read.layout(), read.key_count()), (Layout::Mrtk, 6 * usize::from(keys)));
        assert_eq!(Recording::read(bytes.as_slice()).unwrap(), read);
        read.check_reads_back().unwrap();
    }
}

#[test]
fn a_file_that_fits_the_other_layout_better_is_not_written() {
    // A published key whose tangents and weights are a marker list of one marker. The odd wrap mode is on a curve that both
    // layouts have, so the walks are equally good, and MRTK's is taken.
    let camera = Tracks { camera: true, ..Tracks::NONE };
    let mut recording = Recording::new(Form::PUBLISHED_1_1, camera).unwrap();
    let last = camera.curve_ids().next_back().unwrap();
    let marker_list = Key {
        in_tangent: f32::from_bits(1),
        in_weight: f32::from_bits(11),
        ..Key::linear(0.0, 1.0)
    };
    recording.set_curve(last, Curve::full([marker_list])).unwrap();
    let bytes = recording.to_bytes();
    let read = Recording::from_slice(&bytes).unwrap();
    assert_eq!(
        (read.layout(), read.markers().count(), read.trailing().len()),
        (Layout::Mrtk, 1, 0)
    );
    read.check_reads_back().unwrap();
    let error = recording.check_reads_back().unwrap_err();
    assert_eq!((error.code().name(), error.fault()), ("ambiguous-layout", reenact::Fault::Limit));
    assert!(error.to_string().contains("be read as mrtk"), "{error}");
    // With ordinary tangents, the layout is unambiguous again.
    recording.set_curve(last, Curve::full([Key::linear(0.0, 1.0)])).unwrap();
    recording.check_reads_back().unwrap();
}
