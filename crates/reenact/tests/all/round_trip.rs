//! What is written reads back as it was, and what is read is written back to the same bytes, for any
//! recording in any form.

use proptest::collection::vec;
use proptest::prelude::*;
use reenact::{
    Curve, Form, Key, KeyKind, Layout, Marker, ReadOptions, Recording, Tracks, WeightedMode,
    WrapMode,
};

const FORMS: [Form; 4] = [Form::MRTK_1_0, Form::MRTK_1_1, Form::PUBLISHED_1_0, Form::PUBLISHED_1_1];

/// Which numbers a made-up recording may hold.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Numbers {
    /// Every bit pattern, every wrap and weighted mode.
    Any,
    /// What a writer in its right mind stores: known modes, finite times in order.
    Sensible,
}

fn float(numbers: Numbers) -> BoxedStrategy<f32> {
    match numbers {
        Numbers::Any => any::<u32>().prop_map(f32::from_bits).boxed(),
        Numbers::Sensible => prop_oneof![Just(0.0_f32), -10.0_f32..10.0].boxed(),
    }
}

fn mode(numbers: Numbers, known: &'static [i32]) -> BoxedStrategy<i32> {
    match numbers {
        Numbers::Any => any::<i32>().boxed(),
        Numbers::Sensible => prop::sample::select(known).boxed(),
    }
}

fn key(numbers: Numbers) -> impl Strategy<Value = Key> {
    let floats = [(); 6].map(|()| float(numbers));
    (floats, mode(numbers, &[0, 1, 2, 3])).prop_map(
        |([time_secs, value, in_tangent, out_tangent, in_weight, out_weight], mode)| Key {
            time_secs,
            value,
            in_tangent,
            out_tangent,
            in_weight,
            out_weight,
            weighted_mode: WeightedMode(mode),
        },
    )
}

fn marker_name() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![0_usize, 1, 127, 128, 16_384]).prop_map(|len| "m".repeat(len)),
        // Each of these takes two, three or four bytes, so lengths in bytes and in letters differ.
        vec(prop::sample::select(vec!['é', '手', '🙂', '\0', '\u{feff}']), 0..80)
            .prop_map(|letters| letters.into_iter().collect()),
        any::<String>(),
    ]
}

fn recording(numbers: Numbers) -> impl Strategy<Value = Recording<'static>> {
    let tracks = prop::sample::select(vec![
        Tracks::NONE,
        Tracks { camera: true, ..Tracks::NONE },
        Tracks { gaze: true, ..Tracks::NONE },
        Tracks { hands: true, ..Tracks::NONE },
        Tracks::V1_0,
        Tracks::ALL,
    ]);
    let modes = || mode(numbers, &[0, 1, 2, 4, 8]);
    // A few curves with keys at random places among the others, which are left empty.
    let curves =
        vec((any::<prop::sample::Index>(), modes(), modes(), vec(key(numbers), 0..8)), 0..12);
    let markers = vec((float(numbers), marker_name()), 0..4);
    (prop::sample::select(&FORMS), tracks, curves, markers).prop_map(
        move |(form, tracks, curves, markers)| {
            let tracks = if form.can_hold(tracks) { tracks } else { Tracks::V1_0 };
            let mut recording = Recording::new(form, tracks).unwrap();
            for (place, pre_wrap, post_wrap, mut keys) in curves {
                if tracks.curve_count() == 0 {
                    continue;
                }
                let id = tracks.id_at(place.index(tracks.curve_count())).unwrap();
                if numbers == Numbers::Sensible {
                    keys.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
                }
                let kind = if id.is_boolean() { KeyKind::Boolean } else { form.float_kind() };
                let mut curve = Curve::from_keys(kind, keys);
                curve.pre_wrap = WrapMode(pre_wrap);
                curve.post_wrap = WrapMode(post_wrap);
                recording.set_curve(id, curve).unwrap();
            }
            if form.marker_list {
                let markers = markers.iter().map(|(time, name)| Marker::new(*time, name.as_str()));
                recording.set_markers(markers).unwrap();
            }
            recording
        },
    )
}

fn forced(layout: Layout) -> ReadOptions {
    ReadOptions { layout: Some(layout), ..ReadOptions::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_recording_reads_back_as_it_was_written(recording in recording(Numbers::Any)) {
        let bytes = recording.to_bytes();
        prop_assert_eq!(bytes.len(), recording.encoded_len());
        let options = forced(recording.layout());
        let read = Recording::parse_with(&bytes, &options).unwrap();
        prop_assert_eq!(&read, &recording);
        prop_assert_eq!(&Recording::read_with(bytes.as_slice(), &options).unwrap(), &recording);
        prop_assert_eq!(read.into_owned(), recording);
    }

    #[test]
    fn the_layout_is_found_unless_both_fit(recording in recording(Numbers::Sensible)) {
        let bytes = recording.to_bytes();
        let other = match recording.layout() {
            Layout::Mrtk => Layout::Published,
            Layout::Published => Layout::Mrtk,
        };
        let read = Recording::parse(&bytes).unwrap();
        // Every layout that fits gives back these bytes; only where the other one fits too may it be chosen.
        prop_assert!(read.to_bytes() == bytes);
        let fits_both = recording.version().is_1_1() && Recording::parse_with(&bytes, &forced(other)).is_ok();
        if !fits_both {
            prop_assert_eq!(read, recording);
        }
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
            let parsed = Recording::parse_with(&bytes, &options);
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
            // Refused: then it says what would go, and going anyway is possible.
            prop_assert!(!there.losses().is_empty());
            prop_assert_eq!(there.to_recording_lossy().form(), to);
            return Ok(());
        };
        prop_assert_eq!(converted.form(), to);
        let mut written = Vec::new();
        there.write_to(&mut written).unwrap();
        prop_assert!(written == converted.to_bytes());
        prop_assert_eq!(&Recording::parse_with(&written, &forced(to.layout)).unwrap(), &converted);
        let back = converted.convert(recording.form());
        if back.losses().is_empty() {
            prop_assert_eq!(&back.to_recording().unwrap(), &recording);
        } else {
            // Only a marker list that the original did not have can stand in the way.
            prop_assert!(to.marker_list && !recording.form().marker_list);
        }
    }
}

#[test]
fn a_file_without_keys_fits_both_layouts_and_is_taken_for_mrtks() {
    for tracks in [Tracks::NONE, Tracks { camera: true, ..Tracks::NONE }, Tracks::ALL] {
        let bytes = Recording::new(Form::PUBLISHED_1_1, tracks).unwrap().to_bytes();
        assert_eq!(Recording::parse(&bytes).unwrap().layout(), Layout::Mrtk);
        let published = Recording::parse_with(&bytes, &forced(Layout::Published)).unwrap();
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
    assert_eq!(Recording::parse_with(&bytes, &forced(Layout::Mrtk)).unwrap().trailing().len(), 16);
    assert_eq!(Recording::parse(&bytes).unwrap().layout(), Layout::Published);
}

#[test]
fn forcing_a_layout_changes_nothing_in_1_0() {
    let bytes = Recording::new(Form::MRTK_1_0, Tracks::V1_0).unwrap().to_bytes();
    let read = Recording::parse_with(&bytes, &forced(Layout::Published)).unwrap();
    assert_eq!((read.layout(), read.form().float_kind()), (Layout::Mrtk, KeyKind::Full));
}
