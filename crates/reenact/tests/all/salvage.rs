//! Recovery of truncated files, for every length.

use reenact::{
    Curve, CurveId, DamagedCurve, ErrorKind, Field, Form, Key, KeyKind, Layout, Marker,
    PoseComponent, ReadOptions, Recording, Tracks, WeightedMode,
};

use crate::common::{Case, readable_cases};

/// Small files of both versions and layouts, with and without markers.
const SMALL: [&str; 10] = [
    "odd/marker_text",
    "odd/v0_9",
    "published/camera_eased",
    "published/markers",
    "published/one_key",
    "recordings/v10_edge_empty",
    "recordings/v10_synth_wrap",
    "recordings/v11_edge_frames_020",
    "recordings/v11_sub_camera",
    "recordings/v11_sub_none",
];

fn small() -> Vec<Case> {
    let mut cases = readable_cases();
    cases.retain(|case| SMALL.contains(&case.name.as_str()));
    assert_eq!(cases.len(), SMALL.len());
    cases
}

/// Compares what was salvaged from a prefix of a file with the whole file.
fn check(whole: &Recording, prefix: &[u8], options: &ReadOptions, place: &str) {
    let strict = Recording::from_slice_with(prefix, options);
    let salvaged = Recording::salvage(prefix.to_vec(), options).expect(place);
    let recording = &salvaged.recording;
    assert_eq!(recording.layout(), whole.layout(), "{place}");
    assert_eq!(
        (recording.version(), recording.flags()),
        (whole.version(), whole.flags()),
        "{place}"
    );
    let Some(cut) = salvaged.cut else {
        assert_eq!(*recording, strict.expect(place), "{place}");
        return;
    };
    if options.layout.is_some() || whole.layout() == Layout::Mrtk {
        assert_eq!(cut.error.to_string(), strict.expect_err(place).to_string(), "{place}");
    }
    assert!(matches!(cut.error.kind(), ErrorKind::Truncated { .. }), "{place}");
    assert_eq!(
        (Some(cut.field), Some(cut.offset)),
        (cut.error.field(), cut.error.offset()),
        "{place}"
    );
    assert!(!cut.is_layout_a_guess || options.layout.is_none(), "{place}");

    // A key is complete in the prefix if its end is.
    let mut at = if whole.version().is_1_1() { 19 } else { 16 };
    let (mut curves_whole, mut curves_missing, mut kept_of_cut) = (0, 0, 0);
    for ((id, original), (_, found)) in whole.curves().zip(recording.curves()) {
        let keys_at = at + 12;
        let size = original.kind().key_bytes();
        at = keys_at + original.len() * size;
        let keys = (prefix.len().saturating_sub(keys_at) / size).min(original.len());
        assert_eq!(found.len(), keys, "{place}: {id}");
        assert!(found.iter().eq(original.iter().take(keys)), "{place}: {id}");
        if prefix.len() >= keys_at {
            assert_eq!(found.pre_wrap, original.pre_wrap, "{place}: {id}");
            assert_eq!(found.post_wrap, original.post_wrap, "{place}: {id}");
        }
        if prefix.len() >= at {
            curves_whole += 1;
        } else if prefix.len() >= keys_at {
            let announced = u32::try_from(original.len()).ok();
            let expected = DamagedCurve { id, keys_kept: keys, keys_announced: announced };
            assert_eq!(cut.damaged, [expected], "{place}");
            kept_of_cut = keys;
        } else {
            curves_missing += 1;
        }
    }
    assert_eq!(
        (cut.curves_whole, cut.lost.len(), cut.damaged.iter().map(|one| one.keys_kept).sum()),
        (curves_whole, curves_missing, kept_of_cut),
        "{place}"
    );
    let list = recording.marker_list().expect(place);
    let mut markers = 0;
    at += 4;
    for (marker, found) in whole.markers().zip(list.iter().map(Some).chain(std::iter::repeat(None)))
    {
        // Names of these files are shorter than 128 bytes, so a length is one byte.
        at += 5 + marker.name.len();
        if at <= prefix.len() {
            assert_eq!(found, Some(marker), "{place}");
            markers += 1;
        }
    }
    assert_eq!((list.len(), cut.markers_kept), (markers, markers), "{place}");
    if curves_missing == 0 && cut.damaged.is_empty() && cut.field != Field::MarkerCount {
        assert_eq!(
            cut.markers_missing,
            Some((whole.markers().count() - markers) as u64),
            "{place}"
        );
    }
    let end = recording.to_bytes().len() as u64
        - 12 * curves_missing as u64
        - if cut.markers_missing.is_some() { 0 } else { 4 };
    assert_eq!(end + cut.dropped_bytes, prefix.len() as u64, "{place}");

    // MRTK's requirements are met, and it is a valid recording.
    let bytes = recording.to_bytes();
    let form = ReadOptions { layout: Some(whole.layout()), ..ReadOptions::default() };
    assert_eq!(Recording::from_slice_with(&bytes, &form).expect(place), *recording, "{place}");
}

#[test]
fn every_whole_key_and_marker_survives_a_cut_at_any_byte() {
    for Case { name, bytes, .. } in small() {
        let whole = Recording::from_slice(&bytes).unwrap();
        let header = if whole.version().is_1_1() { 19 } else { 16 };
        let forced = ReadOptions { layout: Some(whole.layout()), ..ReadOptions::default() };
        for len in 0..=bytes.len() {
            let place = format!("{name} cut to {len} bytes");
            let prefix = &bytes[..len];
            if len < header {
                let strict = Recording::from_slice(prefix).expect_err(&place);
                let error = Recording::salvage(prefix.to_vec(), &forced).expect_err(&place);
                assert_eq!(error.to_string(), strict.to_string(), "{place}");
                continue;
            }
            check(&whole, prefix, &forced, &place);
            if whole.layout() == Layout::Mrtk {
                check(&whole, prefix, &ReadOptions::default(), &place);
            }
        }
    }
}

#[test]
fn a_cut_published_file_is_known_by_its_first_whole_key() {
    for Case { name, bytes, .. } in small() {
        let whole = Recording::from_slice(&bytes).unwrap();
        if whole.layout() == Layout::Mrtk {
            continue;
        }
        // The first float curve with keys; before its first key is complete, the layout is unknown.
        let mut at = 19;
        let mut keys_at = None;
        for (_, curve) in whole.curves() {
            if curve.kind() == KeyKind::Full && !curve.is_empty() {
                keys_at.get_or_insert(at + 12);
            }
            at += 12 + curve.raw_keys().as_bytes().len();
        }
        let keys_at = keys_at.unwrap();
        for len in 19..=bytes.len() {
            let place = format!("{name} cut to {len} bytes");
            let prefix = &bytes[..len];
            let has_mode = name != "published/one_key";
            if len >= keys_at + 28 && has_mode {
                check(&whole, prefix, &ReadOptions::default(), &place);
            } else {
                let salvaged =
                    Recording::salvage(prefix.to_vec(), &ReadOptions::default()).expect(&place);
                if let (Layout::Mrtk, Some(cut)) = (salvaged.recording.layout(), salvaged.cut) {
                    assert_eq!(cut.is_layout_a_guess, len >= keys_at + 8, "{place}");
                }
            }
        }
    }
}

#[test]
fn unweighted_full_keys_are_known_where_simple_ones_would_go_back_in_time() {
    let key = |time_secs, value| Key {
        weighted_mode: WeightedMode::NONE,
        in_tangent: -1.0,
        ..Key::linear(time_secs, value)
    };
    let camera = Tracks { camera: true, ..Tracks::NONE };
    let mut recording = Recording::new(Form::PUBLISHED_1_1, camera).unwrap();
    let id = CurveId::Camera(PoseComponent::PositionX);
    recording.set_curve(id, Curve::full([key(0.5, 1.0), key(1.0, 2.0), key(1.5, 3.0)])).unwrap();
    let bytes = recording.to_bytes();
    for len in 19 + 12 + 28..bytes.len() {
        check(&recording, &bytes[..len], &ReadOptions::default(), &format!("cut to {len}"));
    }
}

#[test]
fn damage_that_is_no_cut_is_salvaged_up_to_it() {
    let camera = Tracks { camera: true, ..Tracks::NONE };
    let mut recording = Recording::new(Form::MRTK_1_1, camera).unwrap();
    let first = CurveId::Camera(PoseComponent::PositionX);
    recording.set_curve(first, Curve::simple([(0.0, 1.0), (0.5, 1.2)])).unwrap();
    let markers = || [Marker::new(0.25, "grab"), Marker::new(0.5, "let go")];
    recording.set_markers(markers()).unwrap();
    let good = recording.to_bytes();
    let mrtk = ReadOptions { layout: Some(Layout::Mrtk), ..ReadOptions::default() };
    let salvage = |damage: fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        damage(&mut bytes);
        let salvaged = Recording::salvage(bytes.clone(), &mrtk).unwrap();
        (salvaged.recording, salvaged.cut.unwrap())
    };
    // Header 0..19; first curve's header 19..31, its keys 31..47; the second's count at 55; marker count at 119;
    // first marker's time 123, length 127, name 128..132; second's time 132, length 136.
    let (found, cut) = salvage(|b| b[55..59].fill(0xff));
    assert_eq!((cut.curves_whole, cut.damaged.len(), cut.lost.len()), (6, 1, 0));
    assert_eq!(found, recording);
    assert_eq!(cut.dropped_bytes, 0);

    let (found, cut) = salvage(|b| b[119..123].fill(0xff));
    assert_eq!((cut.curves_whole, cut.markers_kept, cut.markers_missing), (7, 0, None));
    assert_eq!(found.marker_list().map(reenact::Markers::len), Some(0));

    let (found, cut) = salvage(|b| b[136..141].fill(0xff));
    assert_eq!((cut.markers_kept, cut.markers_missing), (1, Some(1)));
    assert!(found.markers().eq([Marker::new(0.25, "grab")]));

    let (found, cut) = salvage(|b| b[130] = 0xff);
    assert_eq!((cut.markers_kept, cut.markers_missing, cut.names_replaced), (2, Some(0), 1));
    assert!(found.markers().eq([Marker::new(0.25, "gr\u{fffd}b"), Marker::new(0.5, "let go")]));
    assert_eq!(cut.dropped_bytes, 0);
}

#[test]
fn what_is_no_recording_is_not_salvaged() {
    for bytes in [&b""[..], b"glTF", &[0xc6, 0x42, 0x9e]] {
        let strict = Recording::parse(bytes).unwrap_err();
        let error = Recording::salvage(bytes.to_vec(), &ReadOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), strict.to_string());
    }
}
