//! `repair` does to each finding what `doctor` says it does.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use reenact::Recording;
use reenact_edit::repair::{self, repair_bytes};
use reenact_inspect::doctor::{Code, Fix, Options, Report, examine};

use crate::damage::damaged;
use crate::doctor_findings::CASES;
use crate::doctor_made::{self, testdata};

/// All files of `testdata`, by name.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for folder in ["recordings", "published", "odd", "drafts", "fork"] {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if std::path::Path::new(&name).extension() == Some("bin".as_ref()) {
                let name = format!("{folder}/{name}");
                let bytes = testdata(&name);
                if bytes.len() < 300_000 {
                    files.push((name, bytes));
                }
            }
        }
    }
    assert!(files.len() > 50);
    files.sort();
    files
}

/// One file for each code, and files of the corpus: whole, truncated, and with damaged bytes.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (code, has, has_not, _) in CASES {
        files.push((format!("has {code}"), has()));
        files.push((format!("barely has no {code}"), has_not()));
    }
    for (name, bytes) in corpus() {
        let len = bytes.len();
        for (what, at) in [("3 bytes short", len.saturating_sub(3)), ("half", len / 2)] {
            files.push((format!("{name}, {what}"), bytes[..at].to_vec()));
        }
        // Damages whatever field is there: a count, wrap mode, time, value, flag or name.
        for step in 1..12_usize {
            let mut damaged = bytes.clone();
            if let Some(byte) = damaged.get_mut(16.max(len * step / 12)) {
                *byte ^= 0x41;
                files.push((format!("{name}, byte {step}/12 of it changed"), damaged));
            }
        }
        files.push((name, bytes));
    }
    files.push(("healthy".to_owned(), doctor_made::healthy().to_bytes()));
    files
}

fn count(report: &Report, code: Code) -> usize {
    report.of(code).fold(0, |sum, finding| sum.saturating_add(finding.count))
}

/// Findings that do not depend on curves.
const NOT_OF_CURVES: [Code; 7] = [
    Code::EmptyFile,
    Code::NotARecording,
    Code::KnownFork,
    Code::TextForm,
    Code::VersionTooNew,
    Code::OddVersion,
    Code::TrailingBytes,
];

/// Pose, ray or state of a curve.
fn pose(curve: &str) -> &str {
    curve
        .rsplit_once(".rotation")
        .or(curve.rsplit_once(".position"))
        .map_or(curve, |(pose, _)| pose)
}

/// Differences between the declared fix and the repair, for each finding of a file; collects the codes of the file.
fn broken(name: &str, bytes: &[u8], seen: &mut BTreeSet<Code>) -> Vec<String> {
    let mut wrong = Vec::new();
    let before = examine(bytes.to_vec(), &Options::default());
    seen.extend(before.findings.iter().map(|finding| finding.code));
    let Ok(repaired) = repair_bytes(bytes.to_vec(), &repair::Options::default()) else {
        for finding in before.findings.iter().filter(|finding| finding.fix != Fix::None) {
            wrong.push(format!("{name}: {} is {}, yet fails", finding.code, finding.fix));
        }
        return wrong;
    };
    let report = &repaired.report;
    let written = repaired.recording.to_bytes();
    let after = examine(written.clone(), &Options::default());
    // After salvage, or with other flags, the curves may be others.
    let is_reread = before.unreadable()
        || report.of(repair::Fix::Salvage).next().is_some()
        || report.of(repair::Fix::Flags).any(|change| !change.is_exact);
    let is_of_curve =
        |change: &repair::Change| matches!(change.target, repair::ChangeTarget::Curve(_));
    let changes_curves = report.changes.iter().any(|change| is_of_curve(change) || change.keys > 0);
    let moves_keys = [repair::Fix::Sort, repair::Fix::NonFinite, repair::Fix::Layout]
        .into_iter()
        .any(|fix| report.of(fix).next().is_some());
    for finding in &before.findings {
        let code = finding.code;
        let (was, is) = (count(&before, code), count(&after, code));
        // The remaining defects may be in another pose than the first one was.
        let is_listed = || {
            let mut left = after.of(code).chain([finding]).map(|left| left.location.at.to_string());
            let listed = || report.unrepaired.iter().map(|change| change.target.to_string());
            left.any(|left| listed().any(|place| pose(&place) == pose(&left)))
        };
        let is_kept = match finding.fix {
            Fix::Exact => is == 0,
            Fix::Partial if before.unreadable() => !after.unreadable() && !report.is_empty(),
            Fix::Partial if code == Code::RotationNotUnit && is_listed() => true,
            // If another repair sorts, moves or replaces keys, there can be more duplicates than before.
            Fix::Partial if code == Code::DuplicateTimes && moves_keys => true,
            Fix::Partial => is < was,
            Fix::None if is_reread => true,
            // Dropped if the layout of the file would be ambiguous otherwise.
            Fix::None if code == Code::TrailingBytes => {
                is == was || report.of(repair::Fix::Trailing).next().is_some()
            }
            Fix::None if NOT_OF_CURVES.contains(&code) => is == was,
            // The finding may have been about curves that another repair changes.
            Fix::None => is == was || changes_curves,
        };
        if !is_kept {
            let changes: Vec<String> =
                report.changes.iter().take(2).map(ToString::to_string).collect();
            let left = after.of(code).next().map(|finding| finding.location.at.to_string());
            wrong.push(format!(
                "{name}: {code} is {}: {was} → {is}, such as {left:?} {changes:?}",
                finding.fix
            ));
        }
    }
    // `doctor` finds what `repair` reports as unrepaired.
    let mut left = report.unrepaired.iter();
    if left.any(|left| left.fix == repair::Fix::Normalize)
        && count(&after, Code::RotationNotUnit) == 0
    {
        wrong.push(format!("{name}: not repaired, and not found: {:?}", report.unrepaired));
    }
    let can_change = before.findings.iter().any(|finding| finding.fix != Fix::None);
    if !can_change && written != bytes {
        wrong.push(format!("{name}: nothing to repair, yet changed: {:?}", report.changes));
    }
    match repair_bytes(written.clone(), &repair::Options::default()) {
        Ok(again) if again.recording.to_bytes() == written && again.report.is_empty() => {}
        Ok(again) => {
            wrong.push(format!("{name}: a second repair changes it: {:?}", again.report.changes));
        }
        Err(error) => wrong.push(format!("{name}: a second repair fails: {error}")),
    }
    wrong
}

#[test]
fn repair_does_what_doctor_promises_for_every_code_on_every_file() {
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for (name, bytes) in files() {
        wrong.extend(broken(&name, &bytes, &mut seen));
    }
    assert!(wrong.is_empty(), "{} broken promises:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(seen, Code::ALL.iter().copied().collect());
}

#[test]
fn repair_does_what_doctor_promises_of_files_with_random_damage() {
    let options = reenact_make::Options { seconds: 1.0, seed: 23, ..Default::default() };
    let mut files: Vec<_> =
        corpus().into_iter().filter(|(_, bytes)| (64..60_000).contains(&bytes.len())).collect();
    files.push(("made".to_owned(), reenact_make::make(&options).unwrap().to_bytes()));
    let mut state = 77_u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(state >> 33).unwrap() % end
    };
    let mut wrong = Vec::new();
    for round in 0..600 {
        let (name, bytes) =
            &files[if round % 3 == 0 { files.len() - 1 } else { below(files.len()) }];
        let mut damaged = bytes.clone();
        let places: Vec<usize> = (0..=below(3)).map(|_| 16 + below(damaged.len() - 16)).collect();
        for &at in &places {
            damaged[at] ^= u8::try_from(1 + below(255)).unwrap();
        }
        let name = format!("{name}, bytes {places:?} damaged in round {round}");
        wrong.extend(broken(&name, &damaged, &mut BTreeSet::new()));
    }
    assert!(wrong.is_empty(), "{} broken promises:\n{}", wrong.len(), wrong.join("\n"));
}

/// Readable recordings of `testdata` that are small enough for many rounds.
static READABLE: LazyLock<Vec<Recording>> = LazyLock::new(|| {
    let small = corpus().into_iter().filter(|(_, bytes)| bytes.len() < 60_000);
    small.filter_map(|(_, bytes)| Recording::from_slice(&bytes).ok()).collect()
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn repair_does_what_doctor_promises_of_damaged_structures_and_once_is_enough(seed: u64) {
        let bytes = damaged(&READABLE, seed);
        let wrong = broken(&format!("seed {seed}"), &bytes, &mut BTreeSet::new());
        prop_assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn trailing_bytes_that_other_flags_make_curves_of_are_promised() {
    let bytes = damaged(&READABLE, 12_121_674_368_097_027_792);
    let wrong = broken("wrong flags, trailing bytes", &bytes, &mut BTreeSet::new());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn doctor_and_repair_count_alike_what_survives() {
    for (name, bytes) in corpus() {
        let cut = &bytes[..bytes.len() / 2];
        let Ok(repaired) = repair_bytes(cut.to_vec(), &repair::Options::default()) else {
            continue;
        };
        let Some(salvage) = repaired.report.salvage else { continue };
        let message = &examine(cut.to_vec(), &Options::default()).findings[0].message;
        let said = format!("{} of {} curves are complete", salvage.curves_whole, salvage.curves);
        if salvage.keys > 0 {
            assert!(message.contains(&said), "{name}: {message}");
        }
    }
}
