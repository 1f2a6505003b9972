//! Defects and anomalies of a file, the MRTK release that probably wrote it, and what `repair` can fix.
//!
//! [`examine`] takes the bytes of any file and never fails: for an unreadable file, the [`Report`] has the reason. Every
//! [`Finding`] has a stable [`Code`], a [`Severity`], a location, a count, a one-sentence message, and whether `repair` can fix
//! it. `docs/reference/doctor.md` has a section for each code, and [`limits`] the thresholds with their reasons.
//!
//! ```
//! use reenact_inspect::doctor::{Code, Fix, Options, examine};
//!
//! let mut bytes = reenact_make::demo().to_bytes();
//! bytes.truncate(bytes.len() / 2);
//! let report = examine(bytes, &Options::default());
//! assert!(report.unreadable());
//! let cut = report.of(Code::Truncated).next().unwrap();
//! assert_eq!(cut.fix, Fix::Partial);
//! for finding in &report.findings {
//!     println!("{finding}");
//! }
//! ```
//!
//! Every number of every key is checked, on all cores, at about the speed of reading the bytes. The slower checks (hands, gaze,
//! density) sample a bounded number of frames, so that an hour takes little longer than a minute.

mod code;
mod duplicates;
mod exam;
mod gate;
mod gaze;
mod hands;
pub mod limits;
mod motion;
mod numbers;
mod presence;
mod report;
mod rotations;
mod sampling;
mod scan;
mod states;
mod structure;
mod tail;
mod unreadable;
mod words;
mod writer;

use reenact::Bytes;
use reenact::{ReadOptions, Recording, Salvaged};

pub use code::{Code, Fix, Severity};
pub use gate::Gate;
pub use report::{Finding, FindingLocation, Report, Sampling, Where, Writer};

use exam::Exam;
use sampling::Clock;
use scan::Scan;
use states::States;

/// Options of an examination.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// How to read the file, such as a given key layout.
    pub read: ReadOptions,
    /// Whether only structure and numbers are checked, without the checks of human movement.
    pub structure_only: bool,
}

/// Examines the bytes of any file.
///
/// ```
/// use reenact_inspect::doctor::{Code, Options, examine};
///
/// let report = examine(Vec::new(), &Options::default());
/// assert!(report.unreadable() && report.has(Code::EmptyFile));
/// ```
#[must_use]
pub fn examine(bytes: impl Into<Bytes>, options: &Options) -> Report {
    let bytes = bytes.into();
    match Recording::salvage(bytes.clone(), &options.read) {
        Ok(Salvaged { recording, cut: None }) => examine_recording(&recording, options),
        Ok(Salvaged { recording, cut: Some(cut) }) => unreadable::report_damage(&recording, &cut),
        Err(error) => unreadable::report(&bytes, &error),
    }
}

/// Examines the file that a recording was read from, without reading it again. A recording that was made or changed since is
/// examined as it would be written.
#[must_use]
pub fn examine_opened(recording: &Recording, options: &Options) -> Report {
    match recording.salvage_misread() {
        Some(Salvaged { recording, cut: Some(cut) }) => unreadable::report_damage(&recording, &cut),
        _ => examine_recording(recording, options),
    }
}

/// Examines a recording as it would be written.
///
/// ```
/// use reenact_inspect::doctor::{Options, examine_recording};
///
/// assert!(examine_recording(&reenact_make::demo(), &Options::default()).is_healthy());
/// ```
#[must_use]
pub fn examine_recording(recording: &Recording, options: &Options) -> Report {
    let mut exam = Exam::new(recording);
    let states = States::new(&exam);
    let scan = Scan::new(&exam, &states);
    scan.report(&mut exam);
    structure::check(&mut exam, &scan);
    presence::check(&mut exam, &states);
    let mut report = Report {
        version: recording.origin().is_none().then(|| recording.version()),
        ..Report::default()
    };
    let mut tails = None;
    if !options.structure_only {
        let clock = Clock::new(&exam);
        states.report(&mut exam);
        clock.report(&mut exam);
        tails = Some(tail::check(&mut exam, &states, &clock));
        motion::check(&mut exam, &states);
        hands::check(&mut exam, &states, &scan);
        gaze::check(&mut exam, &scan);
        sampling::density(&mut exam);
        report.sampling = clock.sampling;
    }
    report.writer = writer::guess(&exam, &scan, tails.as_ref());
    report.findings = exam.findings;
    report.findings.sort_by_key(|finding| (finding.severity, finding.location.at, finding.code));
    report.judged()
}
