//! Properties of the readers of frame-based formats for arbitrary text: one check per fuzz target.
//!
//! The targets in `fuzz_targets/` call these with inputs of the fuzzer; a test of `reenact-convert` calls them with earlier
//! failures (`regressions/TARGET/`).

use reenact::Recording;
use reenact_convert::{Error, hololens, iwer};

/// A check that panics on failure.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) type Check = fn(&[u8]);

/// All targets by name.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) const TARGETS: [(&str, Check); 2] = [("iwer", iwer), ("hololens", hololens)];

/// Sample rate at which recordings are written.
const RATE_HZ: f32 = 10.0;
/// Longest recording to write: a few bytes can claim hours.
const LONGEST_SECS: f32 = 20.0;

/// Any text is read, or is an error with a position inside it; a recording that is read can be written and read again.
#[allow(dead_code, reason = "each target uses one of these")]
pub(crate) fn iwer(data: &[u8]) {
    check(data, iwer::read, |recording, text| {
        iwer::write(recording, &iwer::Options { rate_hz: RATE_HZ, max_frames: None }, text)
            .map(|_| ())
    });
}

/// Same as [`iwer`].
#[allow(dead_code, reason = "each target uses one of these")]
pub(crate) fn hololens(data: &[u8]) {
    check(data, hololens::read, |recording, text| {
        hololens::write(recording, &hololens::Options { rate_hz: RATE_HZ, max_frames: None }, text)
            .map(|_| ())
    });
}

#[allow(dead_code, reason = "each target uses one of these")]
fn check(
    data: &[u8],
    read: fn(&[u8]) -> Result<Recording, Error>,
    write: fn(&Recording, &mut Vec<u8>) -> Result<(), Error>,
) {
    if let Ok(recording) = Recording::from_slice(data) {
        through(&recording, read, write);
    }
    match read(data) {
        Ok(recording) => {
            assert!(recording.key_count() <= data.len(), "more keys than bytes");
            for (id, curve) in recording.curves() {
                assert!(curve.is_sorted(), "{id} is out of order");
            }
            through(&recording, read, write);
        }
        Err(Error::Text(error)) => {
            let lines: Vec<&[u8]> = data.split(|&byte| byte == b'\n').collect();
            let line =
                usize::try_from(error.line).ok().and_then(|line| lines.get(line.checked_sub(1)?));
            let len = line.map_or(0, |line| line.len());
            assert!(
                line.is_some() && (1..=len as u64 + 1).contains(&error.column),
                "{error} is outside the text"
            );
            assert!(error.message.len() < 10_000, "a message of {} bytes", error.message.len());
        }
        Err(error) => panic!("{error}"),
    }
}

#[allow(dead_code, reason = "each target uses one of these")]
fn through(
    recording: &Recording,
    read: fn(&[u8]) -> Result<Recording, Error>,
    write: fn(&Recording, &mut Vec<u8>) -> Result<(), Error>,
) {
    if recording.end_secs().is_nan() || recording.end_secs() > LONGEST_SECS {
        return;
    }
    let mut text = Vec::new();
    if let Err(error) = write(recording, &mut text) {
        panic!("not written: {error}");
    }
    if let Err(error) = read(&text) {
        panic!("written but not read: {error}");
    }
}
