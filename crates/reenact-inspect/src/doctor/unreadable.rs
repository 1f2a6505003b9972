//! Reports on files that cannot be read: why not, and what survives in them.

use reenact::Bytes;
use reenact::{Error, ErrorKind, Recording, Salvaged, Version};

use super::Options;
use super::code::{Code, Mend};
use super::report::{Finding, Report, Where, Writer};

/// The report on bytes that reading failed on.
pub(super) fn report(bytes: &Bytes, error: &Error, options: &Options) -> Report {
    let (code, message) = match error.kind() {
        ErrorKind::Empty => (Code::EmptyFile, error.to_string()),
        ErrorKind::NotARecording { .. } => (Code::NotARecording, error.to_string()),
        ErrorKind::HolographicTutorialsFork => (Code::KnownFork, error.to_string()),
        ErrorKind::TextForm { .. } => (Code::TextForm, error.to_string()),
        ErrorKind::VersionTooNew { .. } => (Code::VersionTooNew, error.to_string()),
        ErrorKind::Truncated { .. } => (Code::Truncated, error.to_string()),
        _ => (Code::Damaged, error.to_string()),
    };
    let mut finding = Finding::new(code, Where::File, 1, message).at_byte(error.offset());
    if matches!(code, Code::Truncated | Code::Damaged) {
        match Recording::salvage(bytes.clone(), &options.read) {
            Ok(salvaged) => say_what_survives(&mut finding, &salvaged),
            Err(_) => finding.mend = Mend::None,
        }
    }
    Report {
        writer: writer(code),
        findings: vec![finding],
        version: version(bytes, code),
        unreadable: true,
        ..Report::default()
    }
}

/// The error in a file that can be read, but only as nonsense: its curves are elsewhere.
pub(super) fn misread(bytes: &Bytes, options: &Options) -> Option<Error> {
    Some(Recording::salvage(bytes.clone(), &options.read).ok()?.cut?.error)
}

/// Says what `repair` brings back, in its words.
fn say_what_survives(finding: &mut Finding, salvaged: &Salvaged) {
    let end_secs = salvaged.recording.end_secs();
    let Some(cut) = &salvaged.cut else { return };
    let mut survives = format!("; {cut}");
    if end_secs.is_finite() && salvaged.recording.key_count() > 0 {
        survives = format!("{survives}; up to {end_secs:.2} s");
    }
    finding.message += &survives;
}

/// What wrote a file of which there is nothing else to say.
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

/// The version of a file that says so and is not something else altogether.
fn version(bytes: &[u8], code: Code) -> Option<Version> {
    if matches!(code, Code::EmptyFile | Code::NotARecording | Code::KnownFork | Code::TextForm) {
        return None;
    }
    let number = |at: usize| {
        let word = bytes.get(at..)?.first_chunk()?;
        Some(i32::from_le_bytes(*word))
    };
    Some(Version { major: number(8)?, minor: number(12)? })
}
