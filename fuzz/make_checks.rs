//! Properties of scripts for arbitrary text: one check per fuzz target.
//!
//! The targets in `fuzz_targets/` call these with inputs of the fuzzer; a test of `reenact-make` calls them with earlier failures
//! (`regressions/TARGET/`) and with its seeds.

use reenact::{Form, Recording};
use reenact_make::Script;

/// A check that panics on failure.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) type Check = fn(&[u8]);

/// All targets by name.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) const TARGETS: [(&str, Check); 1] = [("script", script)];

/// Largest number of frames to record; longer scripts add nothing to the check.
const FILMED: usize = 200;

/// Any text is a valid script, or is an error of one line with a position inside it.
pub(crate) fn script(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let script = match Script::parse(text) {
        Ok(script) => script,
        Err(error) => {
            let message = error.to_string();
            assert_eq!(message.lines().count(), 1, "{message:?}");
            assert!(message.len() < 2_000, "{message:?}");
            let lines = text.matches('\n').count() + 1;
            assert!(error.line().is_none_or(|line| (1..=lines).contains(&line)), "{message}");
            return;
        }
    };
    assert!(script.frames() <= 250_000, "{} frames", script.frames());
    let slower = script.clone().with_rate_hz(1.0).ok();
    let Some(filmed) = [Some(script), slower].into_iter().flatten().find(|s| s.frames() <= FILMED)
    else {
        return;
    };
    let recording = filmed.perform(Form::MRTK_1_1);
    let bytes = recording.to_bytes();
    assert!(
        Recording::from_slice(&bytes).is_ok_and(|read| read == recording),
        "reads back otherwise"
    );
    for (id, curve) in recording.curves() {
        let keys: Vec<_> = curve.iter().collect();
        assert!(keys.is_sorted_by(|a, b| a.time_secs < b.time_secs), "{id}");
        assert!(keys.iter().all(|key| key.value.is_finite()), "{id}");
    }
}
