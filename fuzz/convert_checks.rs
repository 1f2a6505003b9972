//! Properties of the JSON and glTF readers for arbitrary input: one check per fuzz target.
//!
//! The targets in `fuzz_targets/` call these with inputs of the fuzzer; a test of `reenact-convert` calls them with earlier
//! failures (`regressions/TARGET/`).

use reenact::Recording;
use reenact_convert::gltf::{self, Options, Profile};
use reenact_convert::{Axes, Error, Format, json, ndjson};

/// A check that panics on failure.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) type Check = fn(&[u8]);

/// All targets by name.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) const TARGETS: [(&str, Check); 2] = [("gltf", gltf), ("json", json)];

/// Any text is read, or is an error with a position inside it; a recording that is read round-trips; and any recording
/// round-trips through JSON byte for byte, except for NaN payloads.
pub(crate) fn json(data: &[u8]) {
    if let Ok(recording) = Recording::from_slice(data) {
        let read = through_json(&recording);
        // After NaN payloads are normalized, nothing changes.
        assert_eq!(through_json(&read), read);
    }
    let by_lines = ndjson::read(data);
    let format = Format::of_content(data);
    match json::read(data) {
        Ok(recording) => {
            assert_eq!(format, Some(Format::Json));
            assert_eq!(through_json(&recording), recording);
            let mut lines = Vec::new();
            let written = ndjson::write(&recording, &mut lines);
            assert!(written.is_ok_and(|written| !written.is_lossy()));
            assert!(ndjson::read(lines.as_slice()).is_ok_and(|read| read == recording));
        }
        Err(Error::Text(error)) => {
            assert!(error.line >= 1 && error.column >= 1);
            let lines: Vec<&[u8]> = data.split(|&byte| byte == b'\n').collect();
            let line = usize::try_from(error.line - 1).ok().and_then(|line| lines.get(line));
            let len = line.map_or(0, |line| line.len());
            assert!(
                line.is_some() && error.column <= len as u64 + 1,
                "{error} is outside the text"
            );
            assert!(error.message.len() < 10_000, "a message of {} bytes", error.message.len());
            // A text that is invalid as a document must also be invalid as lines.
            assert!(by_lines.is_err(), "refused as a text but read by lines: {error}");
        }
        Err(error) => panic!("{error}"),
    }
}

/// Writes a recording and reads it again.
fn through_json(recording: &Recording) -> Recording {
    let mut text = Vec::new();
    match json::write(recording, &mut text).and_then(|_| json::read(&text)) {
        Ok(read) => read,
        Err(error) => panic!("written but not read: {error}"),
    }
}

/// Any bytes are read as glTF, or are an error of one line; a recording that is read can be written in either profile and read
/// again, with the same tracks.
pub(crate) fn gltf(data: &[u8]) {
    if let Ok(recording) = Recording::from_slice(data) {
        through_gltf(&recording);
    }
    match gltf::read(data) {
        Ok(recording) => {
            // Keys are bounded by the input size, except that each of the 395 curves may use the same
            // accessor.
            assert!(recording.key_count() <= 395 * data.len());
            through_gltf(&recording);
        }
        Err(Error::Malformed(message)) => {
            assert!(
                !message.is_empty() && message.len() < 1000 && !message.contains('\n'),
                "{message}"
            );
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn through_gltf(recording: &Recording) {
    for (profile, axes) in [(Profile::Flat, Axes::Unity), (Profile::Skeleton, Axes::Blender)] {
        // Generating the mesh takes a thousand times as long as the rest.
        if profile == Profile::Skeleton && recording.key_count() > 2_000 {
            continue;
        }
        let options = Options { profile, axes, ..Options::default() };
        let mut file = Vec::new();
        // Curves with tangents can require too many samples, which is an error.
        if gltf::write_glb(recording, &options, &mut file).is_ok() {
            match gltf::read(&file) {
                Ok(read) => assert_eq!(read.tracks(), recording.tracks()),
                Err(error) => panic!("written but not read: {error}"),
            }
        }
    }
}
