//! Verdict on a report: which findings fail, and which are ignored.

use reenact_inspect::doctor::{Code, Gate, Options, Severity, examine};

use crate::doctor_made::*;

fn gate(fail_on: Severity, ignore: &[Code]) -> Gate {
    Gate { fail_on, ignore: ignore.to_vec() }
}

#[test]
fn a_report_passes_up_to_the_level_that_fails() {
    let note = with_slot_none(1);
    let warning = with_camera_zero(|_| false);
    let error = with_gaze_origin(3e38);
    let passes = |bytes: &[u8], fail_on| {
        examine(bytes.to_vec(), &Options::default()).gated(&gate(fail_on, &[])).passes()
    };
    for (bytes, expected) in
        [(&note, [true, true, false]), (&warning, [true, false, false]), (&error, [false; 3])]
    {
        let levels = [Severity::Error, Severity::Warning, Severity::Note];
        assert_eq!(levels.map(|level| passes(bytes, level)), expected);
    }
    assert!(examine(note.clone(), &Options::default()).passes(), "warnings are the default");
    assert!(!examine(warning.clone(), &Options::default()).passes());
}

#[test]
fn what_is_ignored_is_kept_apart_and_fails_nothing() {
    let bytes = with_camera_zero(|_| false);
    let report = examine(bytes.clone(), &Options::default());
    let all = report.findings.clone();
    let gated = report.gated(&gate(Severity::Warning, &[Code::CameraUnset, Code::Teleport]));
    assert!(gated.passes() && gated.is_healthy() && !gated.has(Code::CameraUnset));
    assert_eq!(gated.ignored.iter().map(|f| f.code).collect::<Vec<_>>(), [Code::CameraUnset]);
    assert_eq!(gated.findings.len() + gated.ignored.len(), all.len());
    // Findings ignored by one gate are findings again with the next.
    let back = gated.gated(&Gate::default());
    assert_eq!((back.findings, back.ignored.len()), (all, 0));
}

#[test]
fn a_file_that_cannot_be_read_fails_unless_that_is_ignored() {
    let report = examine(cut_by(1), &Options::default());
    assert!(!report.passes());
    let gated = report.gated(&gate(Severity::Note, &[Code::Truncated]));
    assert!(gated.passes() && gated.unreadable());
}

#[test]
fn codes_and_severities_are_found_by_their_names() {
    for code in Code::ALL {
        assert_eq!(code.name().parse(), Ok(code));
    }
    let wrong = "telport".parse::<Code>().unwrap_err();
    assert_eq!(wrong.to_string(), "no finding code is named \"telport\": did you mean teleport?");
    for severity in Severity::ALL {
        assert_eq!(severity.name().parse(), Ok(severity));
    }
    assert!("fatal".parse::<Severity>().is_err());
}

#[test]
fn json_says_what_was_ignored_and_whether_it_passed() {
    let report = examine(with_camera_zero(|_| false), &Options::default());
    let gated = report.gated(&gate(Severity::Note, &[Code::CameraUnset]));
    let json = serde_json::to_value(&gated).unwrap();
    assert_eq!(json["fail_on"], "note");
    assert_eq!(json["passed"], gated.passes());
    assert_eq!(json["ignored"][0]["code"], "camera-unset");
    assert_eq!(json["ignored"].as_array().unwrap().len(), 1);
}
