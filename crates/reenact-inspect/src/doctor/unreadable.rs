//! Reports on files that cannot be read: the error, and the intact data.

use reenact::{Cut, Error, Named, Recording, Version};

use super::code::{Code, Fix};
use super::report::{Finding, Report, Where, Writer};

/// Report on bytes that cannot be read and from which nothing can be recovered.
pub(super) fn report(bytes: &[u8], error: &Error) -> Report {
    let code = code(error);
    let mut finding = finding(code, error);
    if matches!(code, Code::Truncated | Code::Damaged) {
        finding.fix = Fix::None;
    }
    let version = Version::parse(bytes).filter(|_| has_version(code));
    Report {
        writer: writer(code),
        findings: vec![finding],
        version,
        unreadable: true,
        ..Report::default()
    }
    .judged()
}

/// Report on a damaged file of which `repair` recovers a part, in the words of `repair`.
pub(super) fn report_damage(survivor: &Recording, cut: &Cut) -> Report {
    let mut finding = finding(code(&cut.error), &cut.error);
    let mut survives = format!("; {cut}");
    let end_secs = survivor.end_secs();
    if end_secs.is_finite() && survivor.key_count() > 0 {
        survives = format!("{survives}; up to {end_secs:.2} s");
    }
    finding.message += &survives;
    Report {
        findings: vec![finding],
        version: Some(survivor.version()),
        unreadable: true,
        ..Report::default()
    }
    .judged()
}

fn finding(code: Code, error: &Error) -> Finding {
    Finding::new(code, Where::File, 1, error.to_string()).at_byte(error.offset())
}

/// Code of a read error, of the same name.
fn code(error: &Error) -> Code {
    Code::from_name(error.code().name()).unwrap_or(Code::Damaged)
}

/// Probable writer of a file that cannot be read.
fn writer(code: Code) -> Option<Writer> {
    let (name, evidence) = match code {
        Code::EmptyFile => (
            "MRTK 2.6.0 – 2.8.3",
            "it creates the file first and then fails when nothing was recorded",
        ),
        Code::KnownFork => (
            "an app descended from ETH's \"4D Holographic Tutorials\"",
            "the magic number is followed by flags and a curve, not by a version",
        ),
        Code::TextForm => (
            "an app descended from ETH's \"4D Holographic Tutorials\", 2024",
            "the first line is MRTK's magic number in decimal",
        ),
        _ => return None,
    };
    Some(Writer { name: name.to_owned(), evidence: vec![evidence.to_owned()] })
}

/// Whether a file with this finding can have a version.
const fn has_version(code: Code) -> bool {
    !matches!(code, Code::EmptyFile | Code::NotARecording | Code::KnownFork | Code::TextForm)
}
