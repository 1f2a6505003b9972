//! What is wrong or odd with a file, which MRTK release probably wrote it, and what `repair` could mend.
//!
//! [`examine`] takes the bytes of any file and never fails: what cannot be read gets a [`Report`] that says why. Every
//! [`Finding`] has a stable [`Code`], a [`Severity`], a place, a count, one sentence of what it means, and whether it can be
//! mended. `docs/doctor.md` has a section for each code, and [`limits`] the thresholds with their reasons.
//!
//! ```
//! use reenact_inspect::doctor::{Code, Mend, Options, examine};
//!
//! # let bytes = include_bytes!("../../../../testdata/recordings/v11_m272_real_2s_asset.bin");
//! let report = examine(bytes, &Options::default());
//! assert_eq!(report.writer.as_ref().unwrap().name, "MRTK 2.6.0 – 2.7.2");
//! let lost = report.of(Code::RotationWLost).next().unwrap();
//! assert_eq!((lost.count, lost.mend), (53, Mend::Partial));
//! for finding in &report.findings {
//!     println!("{finding}");
//! }
//! ```
//!
//! Every number of every key is looked at, on all cores, at about the speed of reading the bytes. What takes more than
//! that (hands, gaze, density) looks at a bounded number of moments, so that an hour takes little longer than a minute.

mod code;
mod exam;
mod gaze;
mod hands;
#[cfg(feature = "serde")]
mod json;
pub mod limits;
mod motion;
mod numbers;
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

use reenact::{ReadOptions, Recording};

pub use code::{Code, Mend, Severity};
pub use report::{Finding, Place, Report, Sampling, Where, Writer};

use exam::Exam;
use sampling::Clock;
use scan::Scan;
use states::States;

/// How to examine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// How to read the file, such as which layout to take it to be of.
    pub read: ReadOptions,
    /// Looks at the structure and the numbers alone, not at what they say of a person.
    pub structure_only: bool,
}

/// Examines the bytes of a file, whatever they are.
///
/// ```
/// use reenact_inspect::doctor::{Code, Options, examine};
///
/// let report = examine(&[], &Options::default());
/// assert!(report.unreadable() && report.has(Code::EmptyFile));
/// ```
#[must_use]
pub fn examine(bytes: &[u8], options: &Options) -> Report {
    match Recording::parse_with(bytes, &options.read) {
        Ok(recording) => examine_recording(&recording, options),
        Err(error) => unreadable::report(bytes, &error, options),
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
pub fn examine_recording(recording: &Recording<'_>, options: &Options) -> Report {
    let recording = &recording.borrow();
    let mut exam = Exam::new(recording);
    let states = States::new(&exam);
    let scan = Scan::new(&exam, &states);
    scan.report(&mut exam);
    structure::check(&mut exam, &scan);
    let mut report = Report { version: Some(recording.version()), ..Report::default() };
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
    report.findings.sort_by_key(|finding| (finding.severity, finding.place.at, finding.code));
    report
}
