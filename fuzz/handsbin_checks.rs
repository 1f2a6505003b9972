//! Properties of the reader of Unity XR Hands recordings for arbitrary bytes.
//!
//! The target in `fuzz_targets/` calls this with inputs of the fuzzer; a test of `reenact-convert` calls it with earlier failures
//! (`regressions/handsbin/`).

use reenact::Recording;
use reenact_convert::Error;
use reenact_convert::handsbin::{File, Options, Version, read_reported, rewrite, write};

/// Longest recording to write: a few bytes can claim hours.
const LONGEST_SECS: f32 = 20.0;

/// Any bytes are read or an error; a file that is read can be written in either version, and as a recording, and read again.
pub(crate) fn handsbin(data: &[u8]) {
    if let Ok(recording) = Recording::from_slice(data) {
        through(&recording);
    }
    let file = match File::decode(data) {
        Ok(file) => file,
        Err(Error::Malformed(message)) => {
            assert!(message.len() < 1000, "a message of {} bytes", message.len());
            assert!(read_reported(data).is_err(), "refused, and read");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let bytes = file.encode().unwrap_or_else(|error| panic!("not written: {error}"));
    let again = File::decode(&bytes).unwrap_or_else(|error| panic!("not read again: {error}"));
    // Compared as bytes, because of NaN.
    assert_eq!(again.encode().ok().as_ref(), Some(&bytes), "written in another way");
    assert_eq!(again.frame_count(), file.frame_count());
    for version in [Version::V1, Version::V2] {
        let mut other = Vec::new();
        let options = Options { version, ..Options::default() };
        if let Err(error) = rewrite(data, &options, &mut other) {
            panic!("not written as version {version}: {error}");
        }
        let other = File::decode(&other).unwrap_or_else(|error| panic!("not read again: {error}"));
        assert_eq!((other.version(), other.frame_count()), (version, file.frame_count()));
    }
    let (recording, _) = read_reported(data).unwrap_or_else(|error| panic!("not read: {error}"));
    assert!(recording.key_count() <= data.len(), "more keys than bytes");
    for (id, curve) in recording.curves() {
        assert!(curve.is_sorted(), "{id} is out of order");
    }
    through(&recording);
}

fn through(recording: &Recording) {
    if recording.end_secs().is_nan() || recording.end_secs() > LONGEST_SECS {
        return;
    }
    for (version, key_times) in [(Version::V1, false), (Version::V2, false), (Version::V2, true)] {
        let options = Options { version, key_times, rate_hz: 10.0, ..Options::default() };
        let mut bytes = Vec::new();
        if let Err(error) = write(recording, &options, &mut bytes) {
            panic!("not written: {error}");
        }
        let file =
            File::decode(&bytes).unwrap_or_else(|error| panic!("written, not read: {error}"));
        assert_eq!(file.encode().ok().as_ref(), Some(&bytes), "written in another way");
    }
}
