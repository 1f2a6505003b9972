//! Gate for continuous integration: whether a report passes.

use super::code::{Code, Severity};
use super::report::Report;

/// The findings that make a report fail.
///
/// ```
/// use reenact_inspect::doctor::{Code, Gate, Options, Severity, examine};
///
/// let mut bytes = reenact_make::demo().to_bytes();
/// bytes.push(0);
/// let report = examine(bytes, &Options::default());
/// assert!(!report.passes());
/// let gate = Gate { fail_on: Severity::Warning, ignore: vec![Code::TrailingBytes] };
/// let report = report.gated(&gate);
/// assert!(report.passes());
/// assert_eq!(report.ignored.len(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gate {
    /// The least severe finding that fails.
    pub fail_on: Severity,
    /// Codes whose findings are ignored, whatever their severity.
    pub ignore: Vec<Code>,
}

impl Default for Gate {
    /// Fails on warnings and errors, ignores nothing.
    fn default() -> Self {
        Self { fail_on: Severity::default(), ignore: Vec::new() }
    }
}

impl Report {
    /// Applies a gate: moves ignored findings to [`ignored`](Self::ignored), and sets the severity at which the report fails.
    ///
    /// Findings ignored by an earlier gate are findings again, unless this gate ignores them as well.
    #[must_use]
    pub fn gated(mut self, gate: &Gate) -> Self {
        self.findings.append(&mut self.ignored);
        self.findings.sort_by_key(|finding| (finding.severity, finding.location.at, finding.code));
        let all = std::mem::take(&mut self.findings);
        (self.ignored, self.findings) =
            all.into_iter().partition(|finding| gate.ignore.contains(&finding.code));
        self.fail_on = gate.fail_on;
        self.judged()
    }

    /// Least severe finding that fails: a warning, unless [`gated`](Self::gated) set another.
    pub const fn fail_on(&self) -> Severity {
        self.fail_on
    }

    /// Sets the verdict.
    pub(super) fn judged(mut self) -> Self {
        self.passed = self.passes();
        self
    }

    /// Whether no finding, other than ignored ones, has at least the severity that fails.
    pub fn passes(&self) -> bool {
        self.worst().is_none_or(|worst| worst > self.fail_on())
    }
}
