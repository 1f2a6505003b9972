//! Reading time is linear in the length of the text.

use reenact::{Form, Marker, Recording, Tracks};
use reenact_convert::{json, ndjson, read};
use reenact_make::{Options, make};
use reenact_testkit::growth::assert_linear;

/// A recording without curves.
fn with_markers(markers: impl IntoIterator<Item = Marker<'static>>) -> Recording {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::NONE).unwrap();
    recording.set_markers(markers.into_iter().collect::<Vec<_>>()).unwrap();
    recording
}

fn lifelike(seconds: f32) -> Recording {
    make(&Options { seconds, ..Options::default() }).unwrap()
}

fn to_json(recording: &Recording) -> Vec<u8> {
    let mut text = Vec::new();
    _ = json::write(recording, &mut text).unwrap();
    text
}

fn to_ndjson(recording: &Recording) -> Vec<u8> {
    let mut text = Vec::new();
    _ = ndjson::write(recording, &mut text).unwrap();
    text
}

#[test]
fn json_with_many_escapes_is_read_in_linear_time() {
    let one_name = |n: usize| with_markers([Marker::new(0.0, "\n".repeat(n * 50_000))]);
    let names = |n: usize| {
        with_markers((0..n * 4_000).map(|index| Marker::new(index as f32, "say \"hi\" ".repeat(4))))
    };
    let read = |text: &[u8]| _ = json::read(text).unwrap();
    assert_linear("a name of escapes", |n| to_json(&one_name(n)), read);
    assert_linear("names with quotes", |n| to_json(&names(n)), read);
    let read = |text: &[u8]| _ = ndjson::read(text).unwrap();
    assert_linear("a name of escapes, by lines", |n| to_ndjson(&one_name(n)), read);
    assert_linear("names with quotes, by lines", |n| to_ndjson(&names(n)), read);
}

#[test]
fn json_with_many_keys_is_read_in_linear_time() {
    let read = |text: &[u8]| _ = json::read(text).unwrap();
    assert_linear("keys", |n| to_json(&lifelike(n as f32 * 0.5)), read);
    let read = |text: &[u8]| _ = ndjson::read(text).unwrap();
    assert_linear("keys, by lines", |n| to_ndjson(&lifelike(n as f32 * 0.5)), read);
}

#[test]
fn text_that_is_no_recording_is_refused_in_linear_time() {
    let refuse = |text: &[u8]| assert!(read(text.to_vec()).is_err());
    let texts: [(&str, &[u8]); 6] = [
        ("brackets", b"[[[[[[[["),
        ("quotes", b"{\"\\\"\\\"\\\""),
        ("blank lines", b"\n\n\n\n\n\n\n\n"),
        ("commas", b"1,2,,,,,\n"),
        ("digits", b"11111111"),
        ("backslashes", b"\\\\\\\\"),
    ];
    for (name, piece) in texts {
        assert_linear(name, |n| piece.repeat(n * 60_000), refuse);
    }
}

#[cfg(feature = "iwer")]
#[test]
fn webxr_recordings_are_read_in_linear_time() {
    use reenact_convert::iwer;
    let text = |n: usize| {
        let mut text = Vec::new();
        _ = iwer::write(&lifelike(n as f32 * 5.0), &iwer::Options::default(), &mut text).unwrap();
        text
    };
    assert_linear("frames", text, |text| _ = iwer::read(text).unwrap());
}

#[cfg(feature = "hololens")]
#[test]
fn hololens_tables_are_read_in_linear_time() {
    use reenact_convert::hololens;
    let text = |n: usize| {
        let mut text = Vec::new();
        _ = hololens::write(&lifelike(n as f32 * 5.0), &hololens::Options::default(), &mut text)
            .unwrap();
        text
    };
    assert_linear("rows", text, |text| _ = hololens::read(text).unwrap());
}

#[cfg(feature = "gltf")]
#[test]
fn gltf_is_read_in_linear_time() {
    use reenact_convert::gltf;
    let text = |n: usize| {
        let markers = (0..n * 8_000).map(|index| Marker::new(index as f32 * 1e-3, "say \"hi\""));
        let mut recording = lifelike(n as f32 * 0.5);
        recording.set_markers(markers.collect::<Vec<_>>()).unwrap();
        let mut text = Vec::new();
        _ = gltf::write_gltf(&recording, &gltf::Options::default(), &mut text).unwrap();
        text
    };
    assert_linear("keys and markers", text, |text| _ = gltf::read(text).unwrap());
}
