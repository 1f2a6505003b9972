//! Malformed input gives an error with field and byte offset.

use super::common::{Case, readable_cases};
use reenact::{
    Curve, CurveId, ErrorKind, Fault, Field, Form, Key, Layout, MAGIC, Marker, PoseComponent,
    ReadOptions, Recording, Tracks,
};

/// Fields of a file in order: id, offset, size.
fn fields(recording: &Recording) -> Vec<(Field, usize, usize)> {
    let mut fields = Vec::new();
    let mut at = 0;
    let mut field = |field, len| {
        fields.push((field, at, len));
        at += len;
    };
    field(Field::Magic, 8);
    field(Field::MajorVersion, 4);
    field(Field::MinorVersion, 4);
    if recording.version().is_1_1() {
        field(Field::CameraFlag, 1);
        field(Field::HandsFlag, 1);
        field(Field::GazeFlag, 1);
    }
    for (id, curve) in recording.curves() {
        field(Field::PreWrap(id), 4);
        field(Field::PostWrap(id), 4);
        field(Field::KeyCount(id), 4);
        field(Field::Keys(id), curve.raw_keys().as_bytes().len());
    }
    if recording.marker_list().is_some() {
        field(Field::MarkerCount, 4);
        for (n, marker) in (0..).zip(recording.markers()) {
            field(Field::MarkerTime(n), 4);
            field(
                Field::MarkerNameLength(n),
                if marker.name.len() < 128 {
                    1
                } else if marker.name.len() < 16_384 {
                    2
                } else {
                    3
                },
            );
            field(Field::MarkerName(n), marker.name.len());
        }
    }
    fields
}

#[test]
fn every_proper_prefix_is_refused_with_its_field_and_offset() {
    let small = [
        "recordings/v10_edge_empty",
        "recordings/v11_edge_frames_020",
        "recordings/v11_sub_camera",
        "recordings/v11_sub_none",
        "recordings/v11_sub_none_markers",
        "published/camera_eased",
        "published/one_key",
        "odd/marker_text",
    ];
    let cases = readable_cases();
    let mut whole_in_the_other = Vec::new();
    for name in small {
        let Case { bytes, .. } = cases.iter().find(|case| case.name == name).expect(name);
        let whole = Recording::from_slice(bytes).unwrap();
        let fields = fields(&whole);
        let curves_end = fields
            .iter()
            .find(|(field, ..)| *field == Field::MarkerCount)
            .map_or(bytes.len(), |f| f.1);
        let forced = ReadOptions { layout: Some(whole.layout()), ..ReadOptions::default() };
        for len in 0..bytes.len() {
            let prefix = &bytes[..len];
            let place = format!("{name} cut to {len} bytes");
            if len == curves_end {
                // The rest is a recording by the published description, which has no marker list.
                assert!(Recording::from_slice(prefix).unwrap().marker_list().is_none(), "{place}");
                continue;
            }
            let worked_out = match Recording::from_slice(prefix) {
                Err(error) => error,
                // The rest of a published file can be a complete one in MRTK's layout.
                Ok(other) if other.layout() != whole.layout() && other.trailing().is_empty() => {
                    whole_in_the_other.push(place);
                    continue;
                }
                Ok(other) => panic!("{place}: {other:?}"),
            };
            assert_eq!(worked_out.fault(), Fault::File, "{place}");
            let error = Recording::from_slice_with(prefix, &forced).expect_err(&place);
            // The layout of a published file that is truncated early cannot be known.
            if whole.layout() == Layout::Mrtk {
                assert_eq!(worked_out.to_string(), error.to_string(), "{place}");
            }
            let streamed = Recording::read_with(prefix, &forced).expect_err(&place);
            assert_eq!(streamed.to_string(), error.to_string(), "{place}");
            if len == 0 {
                assert!(matches!(error.kind(), ErrorKind::Empty), "{place}");
                continue;
            }
            let &(field, start, field_len) =
                fields.iter().find(|(_, start, field_len)| start + field_len > len).unwrap();
            assert_eq!(
                (error.field(), error.offset()),
                (Some(field), Some(start as u64)),
                "{place}: {error}"
            );
            let ErrorKind::Truncated { needed, left } = *error.kind() else {
                panic!("{place}: {error}")
            };
            assert_eq!(left, (len - start) as u64, "{place}");
            // The size of a string's length is known only after reading it.
            if !matches!(field, Field::MarkerNameLength(_)) {
                assert_eq!(needed, field_len as u64, "{place}");
            }
        }
    }
    let expected = [247, 251].map(|len| format!("published/one_key cut to {len} bytes"));
    assert_eq!(whole_in_the_other, expected);
}

/// A camera-only recording: two keys in its first curve, two markers.
fn good() -> Vec<u8> {
    let camera_only = Tracks { camera: true, ..Tracks::NONE };
    let mut recording = Recording::new(Form::MRTK_1_1, camera_only).unwrap();
    let first = CurveId::Camera(PoseComponent::PositionX);
    recording.set_curve(first, Curve::simple([(0.0, 1.0), (0.5, 1.2)])).unwrap();
    recording.set_markers([Marker::new(0.25, "grab"), Marker::new(0.5, "let go")]).unwrap();
    recording.to_bytes()
}

/// Damage applied to a valid file.
type Damage = fn(&mut Vec<u8>);

#[test]
#[expect(clippy::too_many_lines, reason = "it is a table")]
fn says_what_is_wrong_and_where() {
    assert!(Recording::from_slice(&good()).is_ok());
    // Header 0..19; first curve's header 19..31, its keys 31..47; six empty curves 47..119; marker count
    // at 119; first marker's time 123, length 127, name 128..132; second's time 132, length 136.
    let cases: [(&str, Damage, &str); 19] = [
        (
            "no bytes",
            Vec::clear,
            "the file is empty (0 bytes): MRTK 2.6 and later create the file first and then fail when \
             nothing was recorded, so there is nothing in it to recover",
        ),
        (
            "another kind of file",
            |b| b[..4].copy_from_slice(b"glTF"),
            "not an MRTK input animation: it starts with 67 6c 54 46 6e af 8f 6a, a recording with \
             c6 42 9e 0f 6e af 8f 6a",
        ),
        (
            "a short file of another kind",
            |b| *b = b"hi".to_vec(),
            "not an MRTK input animation: it starts with 68 69, a recording with c6 42 9e 0f 6e af 8f 6a",
        ),
        (
            "cut in the magic",
            |b| b.truncate(5),
            "magic number at byte 0: 8 bytes needed, 5 left (3 missing): the file is truncated",
        ),
        (
            "cut in the version",
            |b| b.truncate(14),
            "minor version at byte 12: 4 bytes needed, 2 left (2 missing): the file is truncated",
        ),
        (
            "version 1.2",
            |b| b[12] = 2,
            "version 1.2 is newer than 1.1, the last that MRTK 2 wrote and this library reads",
        ),
        (
            "version 2.0",
            |b| b[8..16].copy_from_slice(&[2, 0, 0, 0, 0, 0, 0, 0]),
            "version 2.0 is newer than 1.1, the last that MRTK 2 wrote and this library reads",
        ),
        (
            "cut in the flags",
            |b| b.truncate(18),
            "gaze flag at byte 18: 1 bytes needed, 0 left (1 missing): the file is truncated",
        ),
        (
            "the fork",
            // Without its version it is a file of the fork; with another byte, of no known form.
            |b| {
                b.splice(8..16, []);
                b.push(0);
            },
            "a recording of the \"4D Holographic Tutorials\" fork of MRTK, which has no version number; it fits none of the known forms F1, F2 and F3, so it is truncated, damaged or of a newer form",
        ),
        (
            "cut in a curve's header",
            |b| b.truncate(29),
            "key count of camera.position.x at byte 27: 4 bytes needed, 2 left (2 missing): the file is truncated",
        ),
        (
            "negative key count",
            |b| b[27..31].fill(0xff),
            "key count of camera.position.x at byte 27 cannot be -1",
        ),
        (
            "absurd key count",
            |b| b[27..31].copy_from_slice(&i32::MAX.to_le_bytes()),
            "keys of camera.position.x at byte 31: 17179869176 bytes needed, 112 left (17179869064 missing): \
             the file is truncated, or the count before it is damaged",
        ),
        (
            "cut in the keys",
            |b| b.truncate(46),
            "keys of camera.position.x at byte 31: 16 bytes needed, 15 left (1 missing): the file is truncated, \
             or the count before it is damaged",
        ),
        (
            "hands announced but not there",
            |b| b[17] = 1,
            "keys of left.tracked at byte 131: 13079099424 bytes needed, 12 left (13079099412 missing): the file is truncated, or the count before it is damaged",
        ),
        (
            "negative marker count",
            |b| b[119..123].fill(0xff),
            "marker count at byte 119 cannot be -1",
        ),
        (
            "more markers than there are",
            |b| b[119] = 3,
            "time of markers[2] at byte 143: 4 bytes needed, 0 left (4 missing): the file is truncated",
        ),
        (
            "a name longer than the file",
            |b| b[127] = 100,
            "name of markers[0] at byte 128: 100 bytes needed, 15 left (85 missing): the file is truncated",
        ),
        (
            "a name's length without end",
            |b| b[127..132].fill(0xff),
            "name length of markers[0] at byte 127 is not a string length: it must end within 5 bytes and fit \
             31 bits",
        ),
        (
            "a name that is not UTF-8",
            |b| b[130] = 0xff,
            "name of markers[0] at byte 128 is not UTF-8 from its byte 2 on",
        ),
    ];
    for (name, damage, message) in cases {
        let mut bytes = good();
        damage(&mut bytes);
        // With an explicit layout, the message does not depend on layout detection.
        let options = ReadOptions { layout: Some(Layout::Mrtk), ..ReadOptions::default() };
        let error = Recording::from_slice_with(&bytes, &options).expect_err(name);
        assert_eq!(error.to_string(), message, "{name}");
        let streamed = Recording::read_with(bytes.as_slice(), &options).expect_err(name);
        assert_eq!(streamed.to_string(), message, "{name}, as a stream");
    }
}

struct Broken;
impl std::io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("the cable is out"))
    }
}

#[test]
fn a_fault_has_an_owner() {
    let fault = |bytes: &[u8]| Recording::from_slice(bytes).unwrap_err().fault();
    assert_eq!(fault(b""), Fault::File);
    assert_eq!(fault(b"not one"), Fault::File);
    assert_eq!(fault(&good()[..100]), Fault::File);
    let mut newer = good();
    newer[12] = 7;
    assert_eq!(fault(&newer), Fault::Version);

    let limit = ReadOptions { max_bytes: Some(142), ..ReadOptions::default() };
    let error = Recording::read_with(good().as_slice(), &limit).unwrap_err();
    assert_eq!(error.fault(), Fault::Limit);
    assert_eq!(
        error.to_string(),
        "the input is larger than the 142 bytes allowed: raise the limit to read it"
    );
    let enough = ReadOptions { max_bytes: Some(143), ..ReadOptions::default() };
    assert!(Recording::read_with(good().as_slice(), &enough).is_ok());

    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let id = CurveId::Camera(PoseComponent::PositionX);
    let error = recording.set_curve(id, Curve::full([Key::linear(0.0, 1.0)])).unwrap_err();
    assert_eq!(error.fault(), Fault::Caller);
    assert_eq!(
        error.to_string(),
        "full keys given for camera.position.x, where this recording stores simple keys: convert the curve or the recording"
    );
    assert_eq!(Recording::new(Form::MRTK_1_0, Tracks::ALL).unwrap_err().fault(), Fault::Caller);
    let mut without = Recording::new(Form::MRTK_1_1, Tracks::NONE).unwrap();
    assert_eq!(without.set_curve(id, Curve::simple([])).unwrap_err().fault(), Fault::Caller);

    let error = Recording::read(Broken).unwrap_err();
    assert_eq!((error.fault(), error.to_string().as_str()), (Fault::Io, "the cable is out"));
}

#[test]
fn a_stream_without_end_is_refused_at_once_unless_it_is_a_recording() {
    let error = Recording::read(std::io::repeat(0)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotARecording { .. }));
    // Reading an endless stream stops at the limit.
    let endless = std::io::Read::chain(&*good().leak(), std::io::repeat(0));
    let limit = ReadOptions { max_bytes: Some(1 << 20), ..ReadOptions::default() };
    assert!(matches!(
        Recording::read_with(endless, &limit).unwrap_err().kind(),
        ErrorKind::TooLarge { .. }
    ));
    assert_eq!(MAGIC, [0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a]);
}
