//! What must hold for any text at all that is taken for a script: one check a fuzz target.
//!
//! The targets in `fuzz_targets/` call these with what the fuzzer makes up; a test of `reenact-make` calls them with what it
//! once found (`regressions/TARGET/`) and with its seeds.

use reenact::{Form, Recording};
use reenact_make::Script;

/// A check that panics when something does not hold.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) type Check = fn(&[u8]);

/// Every target by its name.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) const TARGETS: [(&str, Check); 1] = [("script", script)];

/// The most frames of a script that are filmed here; it may have more, but they would be more of the same.
const FILMED: usize = 200;

/// Any text is a script that can be carried out, or is refused with one line that points into it.
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
