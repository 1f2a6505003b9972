//! What must hold for any text at all that is taken for a recording in another format: one check a fuzz target.
//!
//! The targets in `fuzz_targets/` call these with what the fuzzer makes up; a test of `reenact-convert` calls them with what it
//! once found (`regressions/TARGET/`).

use reenact::Recording;
use reenact_convert::{Error, json, ndjson};

/// A check that panics when something does not hold.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) type Check = fn(&[u8]);

/// Every target by its name.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) const TARGETS: [(&str, Check); 1] = [("json", json)];

/// Any text is read or refused with a place inside it; what is read is written and read again as the same; and a recording's own
/// bytes survive the way through JSON but for the payload of NaNs.
pub(crate) fn json(data: &[u8]) {
    if let Ok(recording) = Recording::parse(data) {
        let read = through_json(&recording);
        // Once NaNs are plain, nothing changes any more.
        assert_eq!(through_json(&read), read);
    }
    let by_lines = ndjson::read(data);
    match json::read(data) {
        Ok(recording) => {
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
            // Lines are a special case of a text: what is no text is no lines.
            assert!(by_lines.is_err(), "refused as a text but read by lines: {error}");
        }
        Err(error) => panic!("{error}"),
    }
}

/// A recording written and read again.
fn through_json(recording: &Recording<'_>) -> Recording<'static> {
    let mut text = Vec::new();
    match json::write(recording, &mut text).and_then(|_| json::read(&text)) {
        Ok(read) => read,
        Err(error) => panic!("written but not read: {error}"),
    }
}
