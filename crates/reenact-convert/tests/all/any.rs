//! Formats are detected from the content, without a file name.

use reenact::Recording;
use reenact_convert::tables::Table;
use reenact_convert::{Format, START_BYTES, gltf, hololens, iwer, json, ndjson, parquet, read};

use crate::common::recordings;

/// A format, and a function that writes it.
type Written = (Format, fn(&Recording, &mut Vec<u8>));

const FORMATS: [Written; 7] = [
    (Format::Json, |recording, out| drop(json::write(recording, out).unwrap())),
    (Format::Json, |recording, out| drop(ndjson::write(recording, out).unwrap())),
    (Format::Glb, |recording, out| drop(gltf::write_glb(recording, &flat(), out).unwrap())),
    (Format::Gltf, |recording, out| drop(gltf::write_gltf(recording, &flat(), out).unwrap())),
    (Format::Iwer, |recording, out| {
        drop(iwer::write(recording, &iwer::Options::default(), out).unwrap());
    }),
    (Format::Hololens, |recording, out| {
        drop(hololens::write(recording, &hololens::Options::default(), out).unwrap());
    }),
    (Format::Parquet, |recording, out| {
        let options = parquet::Options::default();
        let _ = parquet::write(recording, Table::Keys, &options, out).unwrap();
    }),
];

fn flat() -> gltf::Options {
    gltf::Options { profile: gltf::Profile::Flat, ..gltf::Options::default() }
}

#[test]
fn every_format_is_known_by_its_start_and_read() {
    let recording = reenact_make::demo();
    for (n, (format, write)) in FORMATS.into_iter().enumerate() {
        let mut file = Vec::new();
        write(&recording, &mut file);
        assert_eq!(Format::of_content(&file), Some(format), "{n}");
        let start = Format::of_content(&file[..START_BYTES]);
        assert!(start == Some(format) || start == Some(Format::Json), "{n}");
        let back = read(file).unwrap();
        assert_eq!(back.tracks(), recording.tracks(), "{n}");
        if matches!(format, Format::Json | Format::Parquet) {
            assert_eq!(back, recording, "{n}");
        }
    }
}

#[test]
fn a_recording_is_none_of_them() {
    for (name, bytes) in recordings() {
        assert_eq!(Format::of_content(&bytes), None, "{name}");
        assert_eq!(read(bytes.clone()).unwrap().to_bytes(), bytes, "{name}");
    }
}

#[test]
fn json_is_told_apart_by_fields_in_any_order() {
    for (text, format) in [
        (&b"{"[..], Format::Json),
        (br#"{"asset"#, Format::Json),
        (b" \n\t{\"curves\": []}", Format::Json),
        (br#"{"of": ["somebody", {"asset": 1}], "version": "1.1"}"#, Format::Json),
        (br#"{"scene": 0, "asset": {"version": "2.0"}}"#, Format::Gltf),
        (br#"{"mine": {"version": 1}, "asset": {"version": "2.0"}}"#, Format::Gltf),
        (br#"{"frames": [], "schema": []}"#, Format::Iwer),
    ] {
        assert_eq!(Format::of_content(text), Some(format), "{}", String::from_utf8_lossy(text));
    }
    assert_eq!(Format::of_content(b"[]"), None, "no format is a list");
}

#[test]
fn rows_start_with_a_number() {
    for text in ["132537405600000000,1,0", "  -1.5e+9,", "0,"] {
        assert_eq!(Format::of_content(text.as_bytes()), Some(Format::Hololens), "{text}");
    }
    for text in ["", ",1", "1234", "time,1", "12 ,3", "hello"] {
        assert_eq!(Format::of_content(text.as_bytes()), None, "{text}");
    }
}
